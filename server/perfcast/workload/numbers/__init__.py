"""Values of numeric parameters."""
