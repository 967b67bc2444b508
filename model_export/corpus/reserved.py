"""The check that no program kept for testing, nor a copy of one, enters the corpus.

The list is a JSON object with ``runs``: hashes of token runs of the reserved programs. A program's runs are made in
the same way: ``ast.parse``, docstrings removed, ``ast.unparse``; tokens NAME, OP, NUMBER and STRING; every 12
consecutive ones joined by a space; SHA-1, first 12 hexadecimal digits. A program is reserved when a quarter or more of
its runs are listed.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import tokenize
from pathlib import Path

RUN_LENGTH = 12
THRESHOLD = 0.25
_KINDS = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}


class ReservedPrograms:
    """The listed runs, loaded once."""

    def __init__(self, runs: frozenset[str]) -> None:
        self.runs = runs

    @classmethod
    def load(cls, path: Path) -> ReservedPrograms:
        return cls(frozenset(json.loads(path.read_text())["runs"]))

    def overlap(self, source: str) -> float:
        """Share of the source's runs that are listed, 0 for a source too short to have one.

        Raises:
            SyntaxError: the source does not parse.
        """
        runs = token_runs(source)
        return sum(run in self.runs for run in runs) / len(runs) if runs else 0.0

    def holds(self, source: str) -> bool:
        """Whether the source must stay out of the corpus."""
        return self.overlap(source) >= THRESHOLD

    def holds_part_of(self, source: str) -> bool:
        """Whether a function, method or class of the source must stay out.

        Where much stands around it, it would be a small share of the whole.
        """
        # Most sources have no run that is listed, and so no definition of theirs has one.
        if self.runs.isdisjoint(token_runs(source)):
            return False
        definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        return any(
            self.holds(ast.unparse(node)) for node in ast.walk(ast.parse(source)) if isinstance(node, definitions)
        )


def token_runs(source: str) -> list[str]:
    """Hashes of all runs of `RUN_LENGTH` tokens."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    text = ast.unparse(tree)
    tokens = [t.string for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type in _KINDS]
    return [
        hashlib.sha1(" ".join(tokens[start : start + RUN_LENGTH]).encode(), usedforsecurity=False).hexdigest()[:12]
        for start in range(len(tokens) - RUN_LENGTH + 1)
    ]
