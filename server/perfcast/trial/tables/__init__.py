"""pandas of the closed world: tables and columns of a few rows, of NumPy's arrays, that cost what pandas' do.

The values are there because what a function does next may depend on them; prices and bytes are those of pandas 3.
"""
