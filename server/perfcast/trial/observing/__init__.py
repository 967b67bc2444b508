"""What a project's own code calls a unit with, seen by running that code as trial runs run units.

Tests, examples in docstrings and what a file does when it is run as a program are interpreted in the closed world, and
the calls that a file's units get meanwhile are noted: what no annotation says, what instances of the project's own
classes a function takes, is then known.
"""
