"""SciPy of the closed world: what users' code calls most of it."""
