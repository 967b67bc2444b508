"""Values of which nothing is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from perfcast.trial.interpreter.stops import Unsupported


class Unknown:
    """A value of whose type nobody knows anything: it may be passed on, kept and told from others.

    Whatever looks into it raises Unsupported.
    """

    def __eq__(self, other: object) -> bool:
        if other is None or type(other) is Unknown:
            return self is other
        raise Unsupported("comparing an unknown value")

    __hash__ = object.__hash__

    def _looked_into(self, name: str) -> NoReturn:
        raise Unsupported(f"{name} of an unknown value")


def _unknown(name: str) -> Callable[..., Any]:
    def refuse(self: Unknown, *_: Any, **__: Any) -> Any:
        self._looked_into(name)

    return refuse


for _name in (
    *("__call__", "__iter__", "__next__", "__len__", "__getitem__", "__setitem__", "__contains__", "__index__"),
    *("__lt__", "__le__", "__gt__", "__ge__", "__int__", "__float__", "__repr__", "__str__", "__format__"),
    *("__neg__", "__pos__", "__invert__", "__abs__", "__round__", "__reversed__", "__bytes__", "__complex__"),
    *("__fspath__", "__array__", "__trunc__", "__floor__", "__ceil__", "__delitem__"),
    *(
        f"__{kind}{operator}__"
        for kind in ("", "r")
        for operator in ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul")
    ),
    *(f"__{kind}{operator}__" for kind in ("", "r") for operator in ("and", "or", "xor", "lshift", "rshift")),
):
    setattr(Unknown, _name, _unknown(_name))
