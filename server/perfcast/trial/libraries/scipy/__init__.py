"""SciPy in trial runs: the parts of it that are used most."""
