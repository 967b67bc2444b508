"""Formats of strings and of lines."""
