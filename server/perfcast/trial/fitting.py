"""What a method of a neural network's module is called with, as the module shows it that it is a part of."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from perfcast.trial.objects import Function
from perfcast.trial.stops import Stop, Unsupported
from perfcast.trial.tensors.values import Tensor
from perfcast.workload import Argument, TypeExpression, Workload
from perfcast.workload.defaults import literal_argument
from perfcast.workload.tensors import CLASSES

_LONGEST_TEXT: Final = 40
_LARGEST: Final = 1e300
_WHOLE_NUMBERS: Final = 1


class Seen(Stop):
    """The method is called: nobody needs to know what comes after.

    Attributes:
        workload: of the call.
    """

    def __init__(self, workload: Workload) -> None:
        super().__init__()
        self.workload = workload


@contextmanager
def watched(function: Function) -> Iterator[None]:
    """Where a function of the unit's is called, raises `Seen`; Unsupported for arguments that no workload describes."""
    call = function.call

    def seen(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if len(args) > len(function.places):
            raise Unsupported("more arguments than parameters")
        given = dict(zip(function.places, args, strict=False)) | kwargs
        # What stands before the dot is no argument.
        names = [name for name in given if not args or name != function.places[0]]
        raise Seen(Workload(tuple(_argument(name, given[name]) for name in names)))

    function.call = seen
    try:
        yield
    finally:
        function.call = call


def _argument(name: str, value: Any) -> Argument:
    if not name.isidentifier() or keyword.iskeyword(name):
        raise Unsupported("an argument that no workload names")
    if isinstance(value, Tensor) and value.array.ndim and value.array.size:
        # What numbers stand for that are looked up, nobody says: any table has a few rows.
        low, high = (0, CLASSES - 1) if value.kind.category == _WHOLE_NUMBERS else (None, None)
        return Argument(name, TypeExpression(str(value.kind), shape=value.array.shape), low=low, high=high)
    if value is None:
        return Argument(name, TypeExpression("None"), value=None, has_value=True)
    is_number = type(value) in {bool, int, float} and abs(value) < _LARGEST
    if is_number or (type(value) is str and len(value) <= _LONGEST_TEXT):
        return literal_argument(name, value)
    raise Unsupported("an argument that no workload describes")
