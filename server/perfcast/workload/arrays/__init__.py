"""Rank, role and dtype of arrays, tensors and images."""
