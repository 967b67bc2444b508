"""Numbers and points in time: ``decimal``, ``random``, ``datetime``."""
