"""What is not computed twice: within a process, and on disk for the next ones."""
