"""Where files are, and what an import finds there."""
