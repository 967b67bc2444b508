"""Triton kernels: our own ones, what they take when compiled, how long they run, and what others measured."""
