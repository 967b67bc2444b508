"""Which numbers and characters values are drawn from by their names."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from perfcast.workload.arrays.tensors import CLASSES, WHOLE
from perfcast.workload.language.workload import Argument, read_pattern
from perfcast.workload.naming.names import FLOAT, STR, STRS, last_word
from perfcast.workload.naming.usual_formats import look
from perfcast.workload.naming.usual_numbers import usual_degrees, usual_rate

#: Numbers of which none is 0: with one that is, a sum is found in endless ways.
_POSITIVE: Final = frozenset({"coins", "denominations", "candidates"})


def looking_as_named(argument: Argument) -> Argument:
    """A text, or several, as those look that are called so."""
    pattern = look(argument.name or "")
    if pattern is None or argument.like is not None or argument.type not in (STR, STRS):
        return argument
    sizes, kept = argument.sizes[:1], argument.kept
    if argument.type == STR:
        sizes, kept = (len(read_pattern(pattern)[0]),), (0,)
    return replace(argument, alphabet=None, like=pattern, sizes=sizes, kept=kept)


def with_bounds(argument: Argument) -> Argument:
    often = usual_rate(argument.name or "")
    if argument.type == FLOAT and often is not None:
        return replace(argument, value=float(often), has_value=True)
    leaves = {leaf.name for leaf in argument.type.leaves()}
    if "int" in leaves:
        return replace(argument, low=1 if last_word(argument.name or "") in _POSITIVE else 0, high=1000)
    if leaves == {WHOLE}:
        return replace(argument, low=0, high=CLASSES - 1)
    degrees = usual_degrees(argument.name or "")
    if leaves == {"float"} and degrees is not None:
        return replace(argument, low=degrees[0], high=degrees[1])
    if leaves == {"str"} and argument.sizes:
        return replace(argument, alphabet=("a", "z"))
    return argument
