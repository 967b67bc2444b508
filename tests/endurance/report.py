"""What the runs found, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: was done.
        found: the figures.
        holds: whether they are what they should be.
    """

    what: str
    found: str
    holds: bool


def table(rows: Iterable[Row]) -> str:
    """The rows in Markdown."""
    lines = ["| what | found | |", "| :-- | :-- | :-- |"]
    lines += [f"| {row.what} | {row.found} | {'holds' if row.holds else '**does not hold**'} |" for row in rows]
    return "\n".join(lines)


def spread(values: Sequence[float], unit: str, digits: int = 2) -> str:
    """Median and maximum of some figures."""
    middle = sorted(values)[len(values) // 2]
    return f"median {middle:.{digits}f} {unit}, at most {max(values):.{digits}f} {unit}"
