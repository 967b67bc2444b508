"""Arguments of a method of an ``nn.Module``, as the module that contains it calls it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from perfcast.trial.inputs.call_arguments import can_be_made
from perfcast.trial.inputs.call_description import argument_of
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.stops import Stop, Unsupported
from perfcast.workload import Workload


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
        workload = Workload(tuple(argument_of(name, given[name]) for name in names))
        if not all(map(can_be_made, workload.arguments)):
            raise Unsupported("an argument that no workload describes")
        raise Seen(workload)

    function.call = seen
    try:
        yield
    finally:
        function.call = call
