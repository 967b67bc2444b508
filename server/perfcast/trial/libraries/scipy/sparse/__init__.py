"""``scipy.sparse``: matrices that store their non-zero entries only."""
