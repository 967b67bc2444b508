"""Units, classes and names, as one file defines them."""
