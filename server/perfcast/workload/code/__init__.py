"""Facts read off a function's syntax tree; no guesses."""
