"""Tables of the cards of data set and model."""

from __future__ import annotations

from collections.abc import Sequence


def markdown(lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; the first line is its head."""
    rows = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"
