"""Modules that are written in Python, read as the unit is: a call into one of them is followed into its source."""
