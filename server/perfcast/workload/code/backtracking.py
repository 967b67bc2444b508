"""Regular expressions of the user's that may be tried on a short text: others would take for ever to fail."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from perfcast.workload.code.sre import constants, parser

_REPEATS: Final = frozenset({constants.MAX_REPEAT, constants.MIN_REPEAT})
_LOOKING: Final = frozenset({constants.ASSERT, constants.ASSERT_NOT})
#: So many repetitions within as many are as good as endless ones.
_MANY: Final = 8


@lru_cache(maxsize=500)
def tame(expression: str, flags: int) -> re.Pattern[str] | None:
    """The compiled expression; None of what cannot be compiled, and of what repeats within a repetition, the ways
    through which may grow exponentially with the text.

    Args:
        flags: of ``re``.
    """
    try:
        nests = _nests(parser.parse(expression, flags), is_within=False)
        return None if nests else re.compile(expression, flags)
    except (re.error, RecursionError, OverflowError):
        return None


def _nests(parts: Iterable[tuple[Any, Any]], *, is_within: bool) -> bool:
    """Whether something is repeated often within what is.

    Args:
        is_within: the parts are.
    """
    for operation, value in parts:
        is_repeated = operation in _REPEATS and value[1] >= _MANY
        if is_repeated and is_within:
            return True
        if any(_nests(inner, is_within=is_within or is_repeated) for inner in _inner(operation, value)):
            return True
    return False


def _inner(operation: Any, value: Any) -> list[Any]:
    """The expressions within one."""
    if operation in _REPEATS or operation is constants.POSSESSIVE_REPEAT or operation is constants.SUBPATTERN:
        return [value[-1]]
    if operation is constants.BRANCH:
        return list(value[1])
    if operation in _LOOKING:
        return [value[1]]
    if operation is constants.ATOMIC_GROUP:
        return [value]
    if operation is constants.GROUPREF_EXISTS:
        return [one for one in value[1:] if one is not None]
    return []
