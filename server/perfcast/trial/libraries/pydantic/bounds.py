"""What fields may ask of their values besides their types: ``gt``, ``max_length``, ``pattern`` and so on."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sized
from decimal import Decimal
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.field_parts import Check
from perfcast.trial.libraries.pydantic.prices import BOUNDED, MATCHED, MEASURED
from perfcast.trial.libraries.pydantic.validation_errors import invalid

#: What is asked -> how it is compared, what an error of it is called, and says.
_COMPARED: Final[dict[str, tuple[Callable[[Any, Any], bool], str, str]]] = {
    "gt": (operator.gt, "greater_than", "greater than"),
    "ge": (operator.ge, "greater_than_equal", "greater than or equal to"),
    "lt": (operator.lt, "less_than", "less than"),
    "le": (operator.le, "less_than_equal", "less than or equal to"),
}
#: Characters of the longest text that a pattern is looked for in.
_LONGEST: Final = 100_000


def bounded(machine: Machine, check: Check, asked: Mapping[str, Any]) -> Check:
    """What checks a value, and then that it is what was asked. Raises Unsupported for what cannot be asked here."""
    others = asked.keys() - _COMPARED.keys() - {"min_length", "max_length", "pattern", "multiple_of"}
    if others - {"max_digits", "decimal_places", "allow_inf_nan"} and any(asked[name] for name in others):
        raise Unsupported(f"fields that are {', '.join(sorted(others))}")
    compared = [(name, asked[name], *_COMPARED[name]) for name in _COMPARED if name in asked]
    least, most, factor = (asked.get(name) for name in ("min_length", "max_length", "multiple_of"))
    pattern = None if asked.get("pattern") is None else re.compile(asked["pattern"])
    price = (BOUNDED if compared or factor is not None else 0.0) + (
        MEASURED if least is not None or most is not None else 0.0
    )
    price += MATCHED if pattern is not None else 0.0

    def run(value: Any, at: tuple[Any, ...]) -> Any:
        found = check(value, at)
        if found is None:
            return found
        pay(machine, price)
        for name, bound, holds, kind, says in compared:
            if not holds(found, bound):
                raise invalid(kind, at, f"Input should be {says} {bound}", value, **{name: bound})
        if factor is not None and _rest(found, factor):
            raise invalid("multiple_of", at, f"Input should be a multiple of {factor}", value, multiple_of=factor)
        if least is not None and len(found) < least:
            raise _wrong_length(at, value, found, "at least", least, "min_length")
        if most is not None and len(found) > most:
            raise _wrong_length(at, value, found, "at most", most, "max_length")
        if pattern is not None:
            if len(found) > _LONGEST:
                raise Unsupported("a pattern in a long text")
            if pattern.search(found) is None:
                said = f"String should match pattern '{pattern.pattern}'"
                raise invalid("string_pattern_mismatch", at, said, value, pattern=pattern.pattern)
        return found

    return run


def _rest(value: Any, factor: Any) -> bool:
    return bool(Decimal(str(value)) % Decimal(str(factor)))


def _wrong_length(at: tuple[Any, ...], value: Any, found: Sized, how: str, length: int, name: str) -> Exception:
    is_short = name == "min_length"
    if isinstance(found, str):
        said = f"String should have {how} {length} character{'' if length == 1 else 's'}"
        return invalid("string_too_short" if is_short else "string_too_long", at, said, value, **{name: length})
    of = {dict: "Dictionary", tuple: "Tuple", set: "Set", frozenset: "Frozenset"}.get(type(found), "List")
    said = f"{of} should have {how} {length} item{'' if length == 1 else 's'} after validation, not {len(found)}"
    told = {"field_type": of, name: length, "actual_length": len(found)}
    return invalid("too_short" if is_short else "too_long", at, said, value, **told)
