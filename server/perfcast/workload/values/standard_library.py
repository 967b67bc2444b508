"""Values of types of the standard library that code often takes: numbers that are no int or float, paths, identifiers.

They are told as what their types are called with, since trial runs have types of their own.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PosixPath, PurePath, PurePosixPath
from typing import Any, Final
from uuid import UUID

import numpy as np

from perfcast.workload.values.random_strings import drawn_texts

#: Name -> what values are made of.
_TYPES: Final[dict[str, Callable[..., Any]]] = {
    one.__name__: one for one in (Decimal, Fraction, timedelta, Path, PosixPath, PurePath, PurePosixPath, UUID)
}
STANDARD: Final = frozenset(_TYPES)
#: Name -> the module that it is imported from.
MODULES: Final = {
    **{name: "pathlib" for name in _TYPES if name.endswith("Path")},
    **{"Decimal": "decimal", "Fraction": "fractions", "timedelta": "datetime", "UUID": "uuid"},
}
_CENTS: Final = 100
_SECONDS: Final = 86_400
_SUFFIXES: Final = ("csv", "json", "md", "py", "txt")
#: Letters of the folder and of the name of a path, and digits of an identifier.
_FOLDER: Final = 4
_NAME: Final = 8
_DIGITS: Final = 32
_LETTERS: Final = np.array(list(string.ascii_lowercase))
_HEXADECIMAL: Final = np.array(list(string.hexdigits[:16]))

Given = tuple[Any, ...]


def standard(name: str, given: Given) -> Any:
    """A value of one of `STANDARD`, made of that."""
    return _TYPES[name](*given)


def given_to(name: str, generator: np.random.Generator, count: int, low: int, high: int) -> list[Given]:
    """What so many values of one of `STANDARD` are made of: numbers between two, with two digits behind the point or
    over up to a hundred; durations of up to a day; paths of a folder, a name and a suffix."""
    if name == "Decimal":
        cents = generator.integers(_CENTS * low, _CENTS * high + 1, count).tolist()
        return [(f"{number / _CENTS:.2f}",) for number in cents]
    if name == "Fraction":
        over = generator.integers(1, _CENTS + 1, count).tolist()
        return list(zip(generator.integers(low, high + 1, count).tolist(), over, strict=True))
    if name == "timedelta":
        return [(0, seconds) for seconds in generator.integers(1, _SECONDS, count).tolist()]
    if name == "UUID":
        return [(text,) for text in drawn_texts(generator, _HEXADECIMAL, _DIGITS, count)]
    folders = drawn_texts(generator, _LETTERS, _FOLDER, count)
    names = drawn_texts(generator, _LETTERS, _NAME, count)
    suffixes = generator.integers(0, len(_SUFFIXES), count).tolist()
    return [(f"{folder}/{one}.{_SUFFIXES[k]}",) for folder, one, k in zip(folders, names, suffixes, strict=True)]
