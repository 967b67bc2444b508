"""Regular expressions, and what searching takes."""
