"""Lengths and order of sequences, by themselves and relative to each other."""
