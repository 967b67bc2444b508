"""Cells of notebooks as Python: IPython's own syntax, which no parser of Python reads, becomes comments.

As in IPython it begins a statement: a ``%`` that goes on with one from the line before is an operator, and what stands
in a text is part of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_CELL_MAGIC: Final = re.compile(r"\s*%%(?P<name>\w*)")
#: Of those that run a whole cell, the ones that run it as Python, here and not elsewhere.
_OF_PYTHON: Final = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "lprun"})
#: A line that is IPython's own, with those that it goes on in.
_OWN: Final = re.compile(r"(?P<indent>[ \t]*)(?P<how>%time[ \t]+(?=[^\s%!?-])|[%!?])(?:\\\r?\n|[^\r\n])*")
#: What an end of line may be within; what is not closed in its line ends there, or with the cell.
_PART: Final = re.compile(
    r"(?P<text>'''(?:\\.|.)*?(?:'''|\Z)|\"\"\"(?:\\.|.)*?(?:\"\"\"|\Z)"
    r"|'(?:\\.|[^'\\\r\n])*+'?|\"(?:\\.|[^\"\\\r\n])*+\"?|#[^\r\n]*+|\\\r?\n)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\r\n?|\n)",
    re.DOTALL,
)


def plain_python(cell: str) -> str:
    """A cell's text with the same number of lines."""
    magic = _CELL_MAGIC.match(cell)
    if magic is not None and magic["name"] not in _OF_PYTHON:
        return _commented(cell)
    if not any(sign in cell for sign in "%!?"):
        return cell
    return "".join(_statements(cell))


def _statements(cell: str) -> Iterator[str]:
    start = 0
    while start < len(cell):
        own = _OWN.match(cell, start)
        if own is None:
            end = _end_of_statement(cell, start)
            yield cell[start:end]
        else:
            end = own.end()
            # What is timed is done, and may bind names that follow.
            is_timed = own["how"].startswith("%time")
            yield own["indent"] + own[0][own.end("how") - start :] if is_timed else _commented(own[0])
        start = end


def _end_of_statement(cell: str, start: int) -> int:
    depth = 0
    for part in _PART.finditer(cell, start):
        if part["end"] and depth <= 0:
            return part.end()
        depth += bool(part["open"]) - bool(part["close"])
    return len(cell)


def _commented(lines: str) -> str:
    return re.sub(r"(?<![^\r\n])(?!\n)", "# ", lines)
