"""The class that a parameter is of by its name among those that a module's names stand for, imported ones among
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from perfcast.source.classes.implied_classes import (
    Asked,
    Implied,
    class_attributes,
    class_of,
    words_of_class,
    words_of_parameter,
)
from perfcast.trial.interpreter.objects.classes import Class


def bound_class(asked: Asked, names: Iterable[str], meant: Callable[[str], object]) -> tuple[Implied, Class] | None:
    """The class, as `class_of` finds it; None where none is of it, or several may be.

    Args:
        names: of a module; meant: what one of them stands for.
    """
    if not (asked.itself or asked.elements):
        return None
    words = {word for word, _ in words_of_parameter(asked.parameter)}
    like = {name: meant(name) for name in names if not words.isdisjoint(words_of_class(name))}
    classes = {name: one for name, one in like.items() if isinstance(one, Class)}
    nodes = [(name, one.node) for name, one in classes.items() if one.node is not None]
    implied = class_of(asked, lambda word: nodes, class_attributes)
    return None if implied is None else (implied, classes[implied.name])
