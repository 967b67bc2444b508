"""Elements, keys and attributes that values consist of."""
