"""What parametrized tests are called with, and where their fixtures are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

#: Of the cases that a test is parametrized with.
_MOST: Final = 4
#: Folders above a test's that are looked into.
_HIGHEST: Final = 5
#: A folder that tests are given for their files: none is made, and nothing lies in it.
TEMPORARY: Final = "/tmp/pytest/test0"
_CONFTEST: Final = "conftest.py"


@dataclass(frozen=True)
class Cases:
    """Names of a test's parameters, and their values in each of the cases."""

    names: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, names: Any, values: Iterable[Any], param: Callable[[Any], tuple[Any, ...] | None]) -> Cases:
        """
        Args:
            names, values: as ``pytest.mark.parametrize`` takes them.
            param: the values of what ``pytest.param`` makes; None for others.
        """
        listed = tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else tuple(names)
        rows = []
        for one in values:
            row = param(one)
            if row is None:
                row = tuple(one) if len(listed) > 1 and isinstance(one, tuple | list) else (one,)
            rows.append(row)
        return cls(listed, tuple(rows))


def combined(marked: Sequence[Cases]) -> Iterator[dict[str, Any]]:
    """Some of all cases: the first, the last, and some between, of each of the marks at once."""
    chosen = [[one.values[place] for place in _some(len(one.values))] for one in marked if one.values]
    names = [one.names for one in marked if one.values]
    if not chosen:
        yield {}
    for row in zip_longest(*chosen):
        case: dict[str, Any] = {}
        for listed, values, rows in zip(names, row, chosen, strict=True):
            case.update(zip(listed, rows[-1] if values is None else values, strict=False))
        yield case


def _some(count: int) -> list[int]:
    return sorted({round(k * (count - 1) / (_MOST - 1)) for k in range(_MOST)})


def conftests(path: Path) -> Iterator[Path]:
    """Those whose fixtures a file's tests may use, the nearest first."""
    for folder in path.parents[: _HIGHEST + 1]:
        if (folder / _CONFTEST).is_file():
            yield folder / _CONFTEST
        if not (folder / "__init__.py").is_file() and not (folder.parent / _CONFTEST).is_file():
            return
