"""Decorators of libraries that add methods to a class, by what its body declares."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported


class Completing(Guarded):
    """One of them.

    Attributes:
        complete: gives a class its methods.
    """

    __slots__ = ("complete",)

    def __init__(self, complete: Callable[[Class], None], again: Callable[..., Any] | None = None) -> None:
        """
        Args:
            again: gives one by the options that it is called with; None for one that has its options.
        """

        def run(*classes: Any, **options: Any) -> Any:
            if again is not None and not classes:
                return again(**options)
            for of in classes:
                complete(of)
            return classes[0] if classes else self

        super().__init__(run)
        self.complete = complete


class AsWritten(Guarded):
    """A function that is told how its argument is written, and what evaluates an expression where it is.

    Attributes:
        of: gives what calling it does.
    """

    __slots__ = ("of",)

    def __init__(self, of: Callable[[ast.expr, Callable[[ast.expr], Any]], Any]) -> None:
        super().__init__(_not_written)
        self.of = of


def _not_written(*_: Any, **__: Any) -> Any:
    raise Unsupported("a type that is told in another way than written down")


def options_over(usual: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Options, of which those say nothing that are None."""
    return {**usual, **{name: value for name, value in said.items() if value is not None}}
