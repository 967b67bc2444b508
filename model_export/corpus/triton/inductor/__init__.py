"""Kernels that torch's Inductor writes for many small modules; no GPU is needed."""
