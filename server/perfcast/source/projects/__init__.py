"""What names, classes and calls mean that other files of a project define."""
