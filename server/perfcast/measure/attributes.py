"""What classes and modules hold by the names that a unit has in its source."""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import Any


def kept_as(owner: Any, name: str) -> str:
    """By which name: classes keep what is private to them under longer ones."""
    is_private = isinstance(owner, type) and name.startswith("__") and not name.endswith("__")
    return f"_{owner.__name__.lstrip('_')}{name}" if is_private and owner.__name__.strip("_") else name


def held(owner: Any, name: str) -> Any:
    """What it holds itself, unbound. Raises AttributeError."""
    kept = kept_as(owner, name)
    return inspect.getattr_static(owner, kept) if isinstance(owner, type) else getattr(owner, kept)


def getter(found: Any) -> Any:
    """What a property calls when it is asked for; None of all else."""
    if isinstance(found, property):
        return found.fget
    return found.func if isinstance(found, cached_property) else None
