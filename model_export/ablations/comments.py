"""What a program's author wrote about it, which the normal form leaves out."""

from __future__ import annotations

import ast
import io
import tokenize

_LONGEST = 1_200


def remarks(source: str) -> str:
    """Docstrings and comments of a module as comment lines, cut to `_LONGEST` characters; empty without any."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found += (ast.get_docstring(node) or "").splitlines()
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found += [token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT]
    # What an escape sequence makes, such as a NUL, would not parse again.
    lines = ("".join(filter(str.isprintable, line)).strip() for line in found)
    kept = "".join(f"# {line}\n" for line in lines if line)
    return kept if len(kept) <= _LONGEST else kept[: kept.rfind("\n", 0, _LONGEST) + 1]
