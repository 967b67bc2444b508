"""What classes extend, as their definitions name it."""

from __future__ import annotations

import collections
import collections.abc
from collections.abc import Callable
from types import GenericAlias
from typing import Any, NamedTuple

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.guarded_functions import Extendable
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.value_subclasses import IMMUTABLE
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.closures import Expression

#: Modules whose classes add nothing that is counted, and those whose classes may add methods.
_ABSTRACT = ("typing.", "abc.")
_ABSTRACT_TYPES = frozenset(getattr(collections.abc, name) for name in collections.abc.__all__)
#: Built-in containers that a class may extend.
_EXTENDED = (
    *(list, dict, set, collections.deque, collections.defaultdict, collections.OrderedDict, collections.Counter),
    *IMMUTABLE,
)


class Container(NamedTuple):
    """A container that a class extends, and how many of the other bases stand ahead of it."""

    kind: type[Any] | None = None
    place: int = 0


def extended(
    frame: Frame, bases: list[Expression], abstract: Callable[[type], Class | None]
) -> tuple[list[Class], type[BaseException] | None, Container, bool]:
    """What a class extends: classes of the unit's own, an exception, a container; and whether it lacks other bases.

    Args:
        abstract: gives an abstract class of the standard library as it is written, for the methods that it adds.
    """
    own: list[Class] = []
    exception: type[BaseException] | None = None
    container = Container()
    is_partial = False
    for expression in bases:
        try:
            base = expression(frame)
        except Unsupported:
            is_partial = True
            continue
        if isinstance(base, GenericAlias):
            base = base.__origin__
        if isinstance(base, Class | Extendable):
            own.append(base if isinstance(base, Class) else base.as_class())
        elif isinstance(base, type) and issubclass(base, BaseException):
            exception = base
        elif isinstance(base, type) and base in _EXTENDED:
            container = Container(base, len(own))
        elif isinstance(base, type) and base in _ABSTRACT_TYPES:
            written = abstract(base)
            own += [] if written is None else [written]
        elif isinstance(base, type):
            is_partial = True
        else:
            is_partial |= not (isinstance(base, Module) and base.name.startswith(_ABSTRACT))
    return own, exception, container, is_partial
