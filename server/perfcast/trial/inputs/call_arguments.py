"""What a call of a function is given, of values that a workload describes and others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.pandas.workload_tables import of_workload
from perfcast.trial.libraries.torch.construction import of_workload as tensor_of
from perfcast.workload import Argument, Workload, build
from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.language.workload import SCALARS, TABLES, TypeExpression
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.makers import NOBODY, Makers
from perfcast.workload.values.unbuildable import holds_unknown, is_unknown

_NONE: Final = TypeExpression("None")


def arguments(
    machine: Machine,
    workload: Workload,
    seed: int,
    make: Callable[[str], Any],
    columns: Callable[[], NamedColumns],
    makers: Makers = NOBODY,
) -> tuple[list[Any], dict[str, Any]]:
    """As `perfcast.workload.build`, with what `make` gives for each argument of a type that it makes no value of.

    Args:
        make: told the type's name.
        columns: those that the unit asks tables for.
        makers: of what is held by others.

    Raises:
        BuildError: a value cannot be made as the workload says.
    """
    workload = workload.passed
    tables = {one.name: one for one in workload.arguments if not one.has_value and one.type.name in TABLES}
    tensors = {one.name: one for one in workload.arguments if not one.has_value and is_tensor(one.type)}
    unknown = {
        one.name: one.type.name
        for one in workload.arguments
        if not one.has_value and is_unknown(one.type) and not makers.members(one.type.name)
    }
    apart = tables.keys() | tensors.keys() | unknown.keys()
    known = [replace(one, type=_NONE, sizes=()) if one.name in apart else one for one in workload.arguments]
    if None in apart:
        raise BuildError("an argument of an unknown type without a name")
    args, kwargs = build(Workload(tuple(known)), seed, makers=makers)
    kwargs |= {name: make(kind) for name, kind in unknown.items() if name is not None}
    kwargs |= {name: tensor_of(machine, one, seed) for name, one in tensors.items() if name is not None}
    said = {one.name: one.value for one in workload.arguments if one.name is not None and type(one.value) is str}
    for name, one in tables.items():
        if name is not None:
            asked_for = columns().of(name, [table for table in tables if table is not None], said)
            kwargs[name] = of_workload(machine, one, seed, asked_for)
    return args, kwargs


def can_be_made(argument: Argument) -> bool:
    """Whether the like of a value can be made as the argument says; a number alone is none without its value."""
    if argument.has_value or argument.type.name in SCALARS:
        return argument.has_value
    return not holds_unknown(argument.type)
