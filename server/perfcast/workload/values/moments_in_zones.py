"""Moments with a zone, where code works with such alone."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from perfcast.source.parsing.walking import walk
from perfcast.workload.code.zones import have_zone
from perfcast.workload.language.workload import Argument, Workload
from perfcast.workload.naming.names import ANYTHING
from perfcast.workload.values.standard_library import STANDARD
from perfcast.workload.values.unbuildable import is_unknown


def in_zone(
    workload: Workload,
    *around: ast.AST,
    holds_moments: Callable[[str], bool] = lambda name: True,
    is_usual: Callable[[], bool] = lambda: False,
) -> Workload:
    """With a zone for moments, those of instances too, if code makes moments with one and none without.

    Args:
        around: the code: what stands nearest first; the first of these counts that says anything.
        holds_moments: whether instances of a class may, told its name.
        is_usual: whether moments have a zone where none of the code says anything.
    """
    concerned = [_may_hold(one, holds_moments) for one in workload.arguments]
    if not any(concerned):
        return workload
    told = next((said for code in around if (said := have_zone(walk(code))) is not None), None)
    if not (is_usual() if told is None else told):
        return workload
    pairs = zip(workload.arguments, concerned, strict=True)
    return Workload(tuple(replace(one, in_utc=True) if may_hold else one for one, may_hold in pairs))


def _may_hold(argument: Argument, holds_moments: Callable[[str], bool]) -> bool:
    if argument.has_value:
        return False
    # Of what nothing is known nothing is made either.
    leaves = [leaf for leaf in argument.type.leaves() if leaf.name not in STANDARD and leaf != ANYTHING]
    return any(leaf.name == "datetime" or (is_unknown(leaf) and holds_moments(leaf.name)) for leaf in leaves)
