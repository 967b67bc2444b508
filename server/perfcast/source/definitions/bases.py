"""What classes extend, by names alone: which of a file's classes are PyTorch's modules."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Final

from .dunder_methods import last_name

_MODULES: Final = frozenset({"Module", "LightningModule"})
#: Classes looked at, one above the other.
_MOST: Final = 50


def base_names(node: ast.ClassDef) -> tuple[str, ...]:
    """The names by which a class names what it extends; of dotted ones, only PyTorch's modules, as `Module`."""
    dotted = (base for base in node.bases if isinstance(base, ast.Attribute))
    modules = ("Module" for base in dotted if base.attr in _MODULES or last_name(base.value) == "nn")
    return (*(base.id for base in node.bases if isinstance(base, ast.Name)), *modules)


def extend_module(bases: Iterable[str], bases_of: Callable[[str], Iterable[str]]) -> bool:
    """Whether what extends such bases is one of PyTorch's modules.

    Args:
        bases: as `base_names` gives them.
        bases_of: those of a class of the file, by its name; none for what is no class.
    """
    waiting = list(bases)
    seen: set[str] = set()
    while waiting and len(seen) < _MOST:
        name = waiting.pop()
        if name in _MODULES:
            return True
        if name not in seen:
            seen.add(name)
            waiting.extend(bases_of(name))
    return False
