"""Decorators of libraries' that give a class methods made of what its body says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from perfcast.trial.natives import Guarded
from perfcast.trial.objects.kinds import Class


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


def options_over(usual: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Options, of which those say nothing that are None."""
    return {**usual, **{name: value for name, value in said.items() if value is not None}}
