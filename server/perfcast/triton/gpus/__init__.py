"""GPUs by their public figures."""
