"""Modules of the standard library, and a few beside it, in the closed world."""
