"""What a launch takes of a GPU, and how long it takes at least."""
