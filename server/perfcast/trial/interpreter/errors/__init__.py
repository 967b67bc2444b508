"""How errors are raised, handled and told."""
