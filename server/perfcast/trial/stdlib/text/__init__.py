"""Strings: formatting and joining them, ``string``, ``unicodedata``, ``ast``."""
