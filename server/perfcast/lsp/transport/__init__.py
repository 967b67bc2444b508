"""The protocol, its streams, and the life of the process."""
