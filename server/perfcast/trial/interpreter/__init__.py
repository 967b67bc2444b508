"""The interpreter: syntax compiled to closures, objects, errors, imports, and what all of it costs."""
