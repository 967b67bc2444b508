"""Modules by their names: models of those that are known; others that are written in Python are read as the unit is,
and a call into one of them is followed into its source."""
