"""Classes: how they are made and filled, and which one a parameter is of."""
