"""Classes that parameters without an annotation are of, by the names of both: ``config`` is a ``GPTConfig``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: Parameters, and how names of classes end that they are of.
_STEMS: Final = (
    ("config", ("config", "cfg", "conf", "configuration"), ("config", "configuration", "cfg")),
    ("args", ("args", "arguments"), ("args", "arguments")),
    ("options", ("opt", "opts", "options"), ("options", "opts", "opt")),
    ("params", ("params", "hparams", "hps", "hyperparams"), ("params", "hparams", "hyperparameters", "parameters")),
    ("settings", ("settings",), ("settings",)),
)
_OF_PARAMETERS: Final = {name: stem for stem, names, _ in _STEMS for name in names}


def stem_of_parameter(name: str) -> str | None:
    """What a parameter's name says of its class; None for names that say nothing."""
    return _OF_PARAMETERS.get(name)


def stem_of_class(name: str) -> str | None:
    """The same of a class."""
    if not name[:1].isupper():
        return None
    lower = name.lower()
    return next((stem for stem, _, endings in _STEMS if lower.endswith(endings)), None)


def mark(stem: str) -> str:
    """Stands among the names that a module binds for all of its classes of that stem."""
    return f"~{stem}"


def call_mark(name: str) -> str:
    """Stands among the names that a text rests on for all calls of a name."""
    return f"{name}()"


#: Stands among the names that a piece binds which holds classes that extend others.
CLASSES: Final = "class()"


def with_marks(names: Iterable[str]) -> frozenset[str]:
    """The names, and the marks of those that are classes'."""
    found = frozenset(names)
    return found.union(mark(stem) for stem in map(stem_of_class, found) if stem is not None)


def class_among(names: Iterable[str], parameter: str) -> str | None:
    """The first of the names that the parameter may be of."""
    stem = stem_of_parameter(parameter)
    return None if stem is None else next((name for name in names if stem_of_class(name) == stem), None)
