"""A kernel's parameters, configurations and launches."""
