"""Matrices of SciPy's that hold but what is not nothing."""
