"""Coroutines, event loops, threads."""
