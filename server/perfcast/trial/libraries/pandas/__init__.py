"""pandas in trial runs: data frames and series of a few rows, made of NumPy arrays, at pandas' costs.

The values are there because what a function does next may depend on them; prices and bytes are those of pandas 3.
"""
