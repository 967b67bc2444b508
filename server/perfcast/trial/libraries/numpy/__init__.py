"""NumPy: what its functions give, take and leave behind."""
