"""Abstract classes of ``collections.abc`` that ask for a method and add none, used as they are: built-in values are
instances of them."""

from __future__ import annotations

import collections.abc
from typing import Any, Final

_MODULE: Final = "_collections_abc"
_NAMES: Final = ("Callable", "Collection", "Container", "Hashable", "Iterable", "Reversible", "Sized")


def members(module: str) -> dict[str, Any]:
    """Of a module that is followed, those that are taken in the place of what it holds."""
    return {name: getattr(collections.abc, name) for name in _NAMES} if module == _MODULE else {}
