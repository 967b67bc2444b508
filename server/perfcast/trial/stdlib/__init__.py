"""Models of the standard library's modules: what their functions give, and what these cost."""
