"""Reading the template files of kernels.

A file is a list of entries. An entry is a line ``### name``, header lines, and four sections:

``size: rows=1 128; cols=64 100``   values that each size may take; a case draws one of each
``limit: rows * cols <= 2**27``     what a case's sizes must fulfil (optional)
``large: rows=65536; cols=4096``    sizes of which a launch takes about a millisecond, for cases of their own (optional)
``dtypes: float32 float16``         of the inputs; float32, float16 and bfloat16 where the line is missing
``tune: BLOCK=64 128; warps=1 2; stages=2 3; where=BLOCK <= 64 * warps``   the configurations to draw from
``--- kernel``     module text above the wrapper; the kernel is ``KERNEL``
``--- wrapper``    the function ``WRAPPER``, with ``GRID a, b`` for a grid and ``TUNED`` for what is tuned
``--- inputs``     statements that bind the wrapper's parameters
``--- reference``  statements that return the true result

Choices are written as in the templates of our Python programs; `model_export.corpus.generator.template` says how.
A line ``CHAIN1 y = x, z`` stands for a random elementwise formula, ``ROWOP1 y = x, mask, n_cols`` for an operation on
a row, ``REDUCE1 s = x, mask, n_cols`` for a reduction of it: in Triton's words in the kernel, in PyTorch's elsewhere;
the same label is the same formula throughout an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FAMILIES: Final = Path(__file__).parent / "families"
FLOATS: Final = ("float32", "float16", "bfloat16")
_SECTIONS: Final = ("kernel", "wrapper", "inputs", "reference")


@dataclass(frozen=True)
class Entry:
    """One template: its name and the text below it, with all choices still open."""

    name: str
    text: str


@dataclass(frozen=True)
class Draft:
    """An entry with its choices taken; what is optional is empty where it is missing."""

    sizes: Mapping[str, tuple[int, ...]]
    large: Mapping[str, tuple[int, ...]]
    limit: str
    dtypes: tuple[str, ...]
    tune: Mapping[str, tuple[int, ...]]
    where: str
    kernel: str
    wrapper: str
    inputs: str
    reference: str


@cache
def entries() -> tuple[Entry, ...]:
    """All templates, by file and then in the order in which they are written."""
    found = []
    for path in sorted(FAMILIES.glob("*.txt")):
        for block in ("\n" + path.read_text(encoding="utf-8")).split("\n### ")[1:]:
            name, _, text = block.partition("\n")
            found.append(Entry(name.strip(), text))
    return tuple(found)


def parse(text: str) -> Draft:
    """The parts of an entry's text. Raises ValueError where a section is missing."""
    header, *sections = ("\n" + text).split("\n--- ")
    lines = dict(line.split(": ", 1) for line in header.strip().splitlines())
    parts = {name: body.strip("\n") for name, _, body in (section.partition("\n") for section in sections)}
    if set(parts) != set(_SECTIONS):
        raise ValueError(f"sections are {sorted(parts)}")
    tune = _assignments(lines["tune"])
    where = tune.pop("where", "True")
    return Draft(
        _sizes(lines["size"]),
        _sizes(lines["large"]) if "large" in lines else {},
        lines.get("limit", "True"),
        tuple(lines["dtypes"].split()) if "dtypes" in lines else FLOATS,
        {name: _integers(values) for name, values in tune.items()},
        where,
        **parts,
    )


def _sizes(line: str) -> dict[str, tuple[int, ...]]:
    return {name: _integers(values) for name, values in _assignments(line).items()}


def _assignments(line: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in line.split(";"))
    return {name: value for name, _, value in pairs}


def _integers(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(word) for word in text.split()))
