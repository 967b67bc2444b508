"""What pydantic raises, and what is noted of each value that does not fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import ALLOWED
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.prices import FAILED, TOLD_ERROR, TOLD_ERRORS, WRONG

#: Where each kind of error is explained.
_EXPLAINED: Final = "https://errors.pydantic.dev/2.14/v/"
#: What is left out of what an error tells where one is asked to.
_OPTIONAL: Final = {"include_url": "url", "include_context": "ctx", "include_input": "input"}


class Invalid(Exception):
    """What did not fit, on the way to what asked for checking.

    Attributes:
        found: what is told of each value that did not.
    """

    def __init__(self, found: list[dict[str, Any]]) -> None:
        super().__init__()
        self.found = found


def invalid(kind: str, at: tuple[Any, ...], message: str, value: Any, **context: Any) -> Invalid:
    """
    Args:
        at: keys and places that lead to the value.
    """
    told = {"type": kind, "loc": at, "msg": message, "input": value}
    return Invalid([told | ({"ctx": context} if context else {}) | {"url": f"{_EXPLAINED}{kind}"}])


class ValidationError(ValueError):
    """As pydantic's.

    Attributes:
        title: of what was checked; errors, error_count, json: the methods.
    """

    def __init__(self, machine: Machine, title: str, found: list[dict[str, Any]]) -> None:
        pay(machine, FAILED + WRONG * len(found))
        super().__init__()
        self.title, self._found = title, found

        def told(**options: Any) -> list[dict[str, Any]]:
            pay(machine, TOLD_ERRORS + TOLD_ERROR * len(found))
            left_out = {_OPTIONAL.get(option) for option, is_in in options.items() if not is_in}
            parts = [{name: part for name, part in one.items() if name not in left_out} for one in found]
            made: list[dict[str, Any]] = machine.made([machine.made(one) for one in parts])
            return made

        def as_text(**options: Any) -> str:
            try:
                text = json.dumps(told(**options), default=str, separators=(",", ":"))
            except (TypeError, ValueError):
                raise Unsupported("errors as JSON") from None
            machine.made(text)
            return text

        self.errors: Callable[..., Any] = Guarded(told)
        self.error_count: Callable[[], int] = Guarded(lambda: len(found))
        self.json: Callable[..., str] = Guarded(as_text)

    def __str__(self) -> str:
        several = "" if len(self._found) == 1 else "s"
        lines = [f"{len(self._found)} validation error{several} for {self.title}"]
        for one in self._found:
            told = f"type={one['type']}, input_value={_cut(one['input'])}, input_type={_type_of(one['input'])}"
            lines += [".".join(map(str, one["loc"]))] if one["loc"] else []
            lines += [f"  {one['msg']} [{told}]", f"    For further information visit {one['url']}"]
        return "\n".join(lines)


def _cut(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 50 else f"{text[:25]}...{text[-24:]}"


def _type_of(value: Any) -> str:
    return getattr(getattr(value, "of", None), "name", None) or type(value).__name__


ALLOWED.add(ValidationError)
