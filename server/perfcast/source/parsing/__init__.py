"""Bytes -> text -> syntax trees, through edits and errors."""
