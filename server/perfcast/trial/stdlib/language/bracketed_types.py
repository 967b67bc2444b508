"""Types with brackets, such as ``list[int]`` and ``Optional[str]``: what code that looks at hints learns of them."""

from __future__ import annotations

import types
import typing
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Members, Module
from perfcast.trial.interpreter.stops import Lacking, Unsupported

#: Types of Python's own whose brackets are kept.
_CONTAINERS: Final = frozenset({list, dict, tuple, set, frozenset, deque, defaultdict, OrderedDict, Counter})
_OF_ALIASES: Final = frozenset({"__origin__", "__args__"})
_TYPING: Final = "typing."


class Joined(Either):
    """What ``Union`` and ``Optional`` make of several types."""

    __slots__ = ()


class Literally(Foreign):
    """What ``Literal`` makes of values."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        super().__init__({"__origin__": form("Literal"), "__args__": values}, 0)
        self._values = values

    def member(self, name: str) -> Any:
        if name not in self.attributes and not hasattr(typing.Literal[0], name):
            raise Lacking(name)
        return super().member(name)

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literally) and other._told == self._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> frozenset[tuple[type, Any]]:
        return frozenset((type(value), value) for value in self._values)


@cache
def form(name: str) -> Module:
    """What ``typing`` has by a name, such as ``Any``. Code that looks at hints asks it for what only hints with
    brackets have: it surely lacks what the real one does."""
    real = getattr(typing, name)
    held: dict[str, Any] = {"__base__": object} if getattr(real, "__base__", None) is object else {}
    return Module(f"typing.{name}", Members(held, held.__getitem__, partial(hasattr, real)))


def bracketed(of: type | Module, place: Any) -> Any:
    """A type, or what a module has by a name, with brackets behind it; of most nobody asks what is in them."""
    if isinstance(of, Module):
        make = _OF_FORMS.get(of.name)
        if make is not None:
            return make(*(place if isinstance(place, tuple) else (place,)))
        # What it lacks without brackets it may have with them.
        return Module(of.name, {}) if of.name.startswith(_TYPING) else of
    return types.GenericAlias(of, place) if of in _CONTAINERS else of


def alias_attribute(value: Any, name: str) -> Any:
    """What such a type has by a name, or several that are joined; `MISSING` where it is none.

    Raises:
        Unsupported, AttributeError: it has nothing by that name.
    """
    if isinstance(value, types.GenericAlias) and name in _OF_ALIASES:
        return getattr(value, name)
    if isinstance(value, types.GenericAlias) and name == "__base__":
        origin: Any = value.__origin__
        return origin.__base__
    if isinstance(value, types.UnionType | Either) and name == "__args__":
        return tuple(value) if isinstance(value, Either) else value.__args__
    if isinstance(value, types.UnionType | Either) and name == "__origin__":
        if isinstance(value, Joined):
            return form("Union")
        raise Lacking(f"'types.UnionType' object has no attribute '{name}'")
    return MISSING


def check_no_hint(value: Any) -> None:
    """Raises Unsupported for what is put together anew where it is copied, at a cost that nobody has measured."""
    if isinstance(value, types.GenericAlias | types.UnionType | Either | Literally):
        raise Unsupported("a copy of a type with brackets")


def origin_of(value: Any) -> Any:
    """As ``get_origin``. Raises Unsupported where that is not known."""
    if isinstance(value, types.GenericAlias | Joined | Literally):
        return value.__origin__ if isinstance(value, types.GenericAlias) else _told(value, "__origin__")
    if _has_no_brackets(value):
        return None
    raise Unsupported("the origin of a hint")


def args_of(value: Any) -> tuple[Any, ...]:
    """As ``get_args``. Raises Unsupported where they are not known."""
    if isinstance(value, types.GenericAlias | types.UnionType | Either | Literally):
        found: tuple[Any, ...] = _told(value, "__args__")
        return found
    if _has_no_brackets(value):
        return ()
    raise Unsupported("the arguments of a hint")


def _has_no_brackets(value: Any) -> bool:
    """Whether nothing is in brackets behind a type; of those that may have had some, only `_CONTAINERS` keep them."""
    if isinstance(value, Class):
        return not value.is_bracketed
    return value is None or (
        isinstance(value, type) and (value in _CONTAINERS or not hasattr(value, "__class_getitem__"))
    )


def _told(value: Any, name: str) -> Any:
    return value.member(name) if isinstance(value, Literally) else alias_attribute(value, name)


def _joined(*kinds: Any) -> Any:
    parts = [part for kind in kinds for part in (kind.__args__ if isinstance(kind, types.UnionType) else (kind,))]
    found = tuple(dict.fromkeys(Either.of(*parts)))
    return found[0] if len(found) == 1 else Joined(found)


def _optional(kind: Any) -> Any:
    return _joined(kind, None)


def _literally(*values: Any) -> Literally:
    inner = [one.member("__args__") if isinstance(one, Literally) else (one,) for one in values]
    return Literally(tuple(value for part in inner for value in part))


_OF_FORMS: Final[dict[str, Callable[..., Any]]] = {
    "typing.Union": _joined,
    "typing.Optional": _optional,
    "typing.Literal": _literally,
}
