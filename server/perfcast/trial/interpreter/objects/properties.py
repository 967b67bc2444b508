"""What a class holds that is not what is found behind a dot: properties, and functions that are no methods."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported

#: What gives a property another function -> how that function is called as an argument of ``property``.
ACCESSORS: Final = {"getter": "fget", "setter": "fset", "deleter": "fdel"}


class Property:
    __slots__ = ("getter", "removing", "setting")

    def __init__(self, getter: Any, setting: Any = None, removing: Any = None) -> None:
        self.getter, self.setting, self.removing = getter, setting, removing

    @property
    def functions(self) -> tuple[Any, Any, Any]:
        """All that it may have."""
        return self.getter, self.setting, self.removing

    def function(self, how: str) -> Any:
        """Its ``getter``, ``setter`` or ``deleter``; None where it has none."""
        return dict(zip(ACCESSORS, self.functions, strict=True))[how]

    def changed(self, how: str, function: Any) -> Property:
        """The like of it whose ``getter``, ``setter`` or ``deleter`` is that function."""
        return Property(*(function if one == how else self.function(one) for one in ACCESSORS))


def left_out_getter(_: Any) -> Any:
    """In place of what a property is asked by, where only another function of it is at hand."""
    raise Unsupported("a property without what it is asked by")


class CachedProperty(Property):
    """A property whose value the instance keeps."""

    __slots__ = ()


class StaticMethod:
    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


class ClassMethod(StaticMethod):
    __slots__ = ()
