"""Regular expressions whose time is bounded: no repeat within a repeat, few of them, and short texts."""

from __future__ import annotations

import importlib
import re
from typing import Any

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, fed, noted
from perfcast.trial.stops import Unsupported

_MOST_REPEATS = 3
#: Of a text's length to the power of the repeats and one more for where a match may begin.
_MOST_WAYS = 10**7
#: Keywords that hold no text.
_OPTIONS = frozenset({"count", "maxsplit"})
_MOST_TEXT = 2_000
#: The parser that the library's own compiler uses; it has no public name.
_parser: Any = importlib.import_module("re._parser")
_constants: Any = importlib.import_module("re._constants")
#: Functions that take a number besides flags.
_COUNTING = frozenset({"sub", "subn", "split"})
_FLAGS = ("A", "ASCII", "I", "IGNORECASE", "M", "MULTILINE", "S", "DOTALL", "U", "UNICODE", "X", "VERBOSE", "NOFLAG")
_FUNCTIONS = ("findall", "search", "match", "fullmatch", "sub", "split", "finditer", "subn")


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``re`` holds."""

    def function(name: str) -> Guarded:
        def run(pattern: Any, *args: Any, **kwargs: Any) -> Any:
            compiled, repeats = checked(pattern)
            # Flags are left out, as they change little of the cost.
            given = [fed(machine, arg) for arg in args if name in _COUNTING or not isinstance(arg, int)]
            kwargs.pop("flags", None)
            texts = [arg for arg in args if isinstance(arg, str)]
            if any(len(text) > _MOST_TEXT for text in texts):
                raise Unsupported("a long text for a regular expression")
            if max(map(len, texts), default=0) ** (1 + repeats) > _MOST_WAYS or kwargs.keys() - _OPTIONS:
                raise Unsupported("a slow regular expression")
            machine.pass_over(4 * sum(map(len, texts)))
            return noted(machine, getattr(compiled, name)(*given, **kwargs))

        return Guarded(run)

    functions = {name: function(name) for name in _FUNCTIONS}

    def compile_(pattern: Any, *flags: Any) -> Guarded:
        checked(pattern)
        bound = {
            name: Guarded(lambda *args, _run=run, **kwargs: _run(pattern, *args, **kwargs))
            for name, run in functions.items()
        }
        return Guarded(lambda: None, bound)

    return functions | {"compile": Guarded(compile_), "escape": re.escape} | {f: int(getattr(re, f)) for f in _FLAGS}


def checked(pattern: Any) -> tuple[re.Pattern[str], int]:
    """The compiled pattern and how many repeats it has. Raises Unsupported if it could take long."""
    if not isinstance(pattern, str) or len(pattern) > _MOST_TEXT:
        raise Unsupported("a regular expression")
    try:
        tree = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        raise Unsupported("a regular expression") from None
    repeats = _repeats(tree, inside=False)
    if repeats > _MOST_REPEATS:
        raise Unsupported("a slow regular expression")
    return re.compile(pattern), repeats


def _repeats(tree: Any, *, inside: bool) -> int:
    """How many repeats there are whose number is not certain."""
    found = 0
    for operation, argument in tree:
        if operation in {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}:
            least, most, part = argument
            is_open = least < most
            if inside and is_open:
                raise Unsupported("a slow regular expression")
            found += is_open + _repeats(part, inside=inside or most > 1)
        elif operation is _constants.SUBPATTERN:
            found += _repeats(argument[3], inside=inside)
        elif operation is _constants.BRANCH:
            if inside:
                raise Unsupported("a slow regular expression")
            found += sum(_repeats(part, inside=inside) for part in argument[1])
        elif operation in {_constants.GROUPREF, _constants.ASSERT, _constants.ASSERT_NOT, _constants.ATOMIC_GROUP}:
            raise Unsupported("a regular expression")
    return found
