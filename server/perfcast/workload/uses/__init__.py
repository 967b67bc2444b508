"""What a function's body does to a parameter, and which type that suggests."""
