"""Runs of a unit at growing sizes, and what they say about one that is too large to try."""
