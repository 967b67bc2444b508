"""Workload -> real values."""
