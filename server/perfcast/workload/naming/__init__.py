"""What a name alone suggests."""
