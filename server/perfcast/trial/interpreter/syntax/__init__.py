"""Text -> closures: expressions, statements, definitions, calls."""
