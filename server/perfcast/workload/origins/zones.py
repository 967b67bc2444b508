"""Moments that a unit of a file is given, with a zone where that file's moments have one."""

from __future__ import annotations

import ast
import re
from typing import Final
from weakref import WeakKeyDictionary

from perfcast.source import FunctionNode, SourceFile
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.zones import have_zone, may_lack_zone
from perfcast.workload.language.workload import Workload
from perfcast.workload.values.moments_in_zones import in_zone

#: What stands in a file whose moments have a zone, and in few others.
_SIGN: Final = re.compile(r"\b(UTC|utc|tz|tzinfo|ZoneInfo|timezone|astimezone)\b")

_speak_of_zones: WeakKeyDictionary[SourceFile, bool] = WeakKeyDictionary()
_are_usual: WeakKeyDictionary[SourceFile, bool] = WeakKeyDictionary()


def speaks_of_zones(file: SourceFile) -> bool:
    """Whether moments may have a zone there; looked up once."""
    if file not in _speak_of_zones:
        _speak_of_zones[file] = _SIGN.search(file.text) is not None
    return _speak_of_zones[file]


def with_zones(workload: Workload, node: FunctionNode, owner: ast.ClassDef | None, file: SourceFile) -> Workload:
    """With a zone for moments if the function works with such, or its class, or else its file with no others."""
    if not speaks_of_zones(file):
        return workload
    around = [node, *([] if owner is None else [owner])]
    return in_zone(
        workload,
        *around,
        holds_moments=lambda name: _holds_moments(name, file, set()),
        is_usual=lambda: _is_usual(file),
    )


def _is_usual(file: SourceFile) -> bool:
    """Whether a file makes moments with a zone alone; looked up once, as it is gone through whole."""
    if file not in _are_usual:
        parts = [*walk(file.tree)]
        _are_usual[file] = have_zone(parts) is True and not may_lack_zone(parts)
    return _are_usual[file]


def _holds_moments(name: str, file: SourceFile, seen: set[str]) -> bool:
    """Whether a class names the type of moments, or another one that does; those of other files may."""
    seen.add(name)
    of = file.meaning(name)
    if not isinstance(of, ast.ClassDef):
        return True
    names = {last_name(part) for part in walk(of)}
    others = {one for one in names - seen if isinstance(file.meaning(one), ast.ClassDef)}
    return "datetime" in names or any(_holds_moments(one, file, seen) for one in others)
