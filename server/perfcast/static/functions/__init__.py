"""What the builtins and the standard library's functions cost and give."""
