"""Modules about functions, classes and types: ``builtins``, ``functools``, ``dataclasses``, ``enum``, ``typing``."""
