"""A unit of a file -> what it is called with, and who says so."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from perfcast.source import FunctionNode, SourceFile, Unit
from perfcast.workload.call_sites import CallSites
from perfcast.workload.comments import Misreading, commented_workload, directives
from perfcast.workload.defaults import default_workload
from perfcast.workload.doctests import doctest_workload
from perfcast.workload.language import Workload

DEFAULT_SIZE = 1000


@dataclass(frozen=True)
class Resolved:
    """A unit's workload.

    Attributes:
        origin: 'comment', 'call on line N', 'doctest' or 'default'.
        default_size: the size that was assumed, where the workload rests on it alone; None elsewhere.
        misread: comments that should have been the workload and do not parse.
    """

    workload: Workload
    origin: str
    default_size: int | None = None
    misread: tuple[Misreading, ...] = ()


# What one pass over a file finds serves all its units.
_calls_of: WeakKeyDictionary[SourceFile, CallSites] = WeakKeyDictionary()


def resolve(unit: Unit, file: SourceFile, size: int = DEFAULT_SIZE) -> Resolved:
    """The unit's workload, from the first of: its comment; the largest call in the file; doctests; defaults.

    Args:
        unit: of the file.
        file: parsed; nothing of it is run.
        size: of each sized argument where nothing but the default says.

    Raises:
        SourceError: the unit is not of the file.
    """
    node = file.node(unit)
    drop_first = _drops_first(unit, node)
    first_line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    commented, misread = commented_workload(directives(unit, file.lines, first_line))
    if commented is not None:
        return Resolved(commented.named(_parameter_names(node, drop_first)), "comment")
    calls = _calls_of.get(file)
    if calls is None:
        calls = _calls_of.setdefault(file, CallSites(file))
    class_name = unit.name.split(".")[-2] if unit.kind == "method" else None
    called = calls.largest(node, class_name, drop_first=drop_first)
    if called is not None:
        return Resolved(called[0], f"call on line {called[1]}", None, tuple(misread))
    tested = doctest_workload(node, drop_first=drop_first)
    if tested is not None:
        return Resolved(tested, "doctest", None, tuple(misread))
    workload = default_workload(node, size, drop_first=drop_first)
    rests_on_size = any(argument.count > 1 or argument.value == size for argument in workload.arguments)
    return Resolved(workload, "default", size if rests_on_size else None, tuple(misread))


def _drops_first(unit: Unit, node: FunctionNode) -> bool:
    static = any(
        isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in node.decorator_list
    )
    return unit.kind == "method" and not static and bool(node.args.posonlyargs or node.args.args)


def _parameter_names(node: FunctionNode, drop_first: bool) -> tuple[str, ...]:
    names = tuple(argument.arg for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])
    return names[1:] if drop_first else names
