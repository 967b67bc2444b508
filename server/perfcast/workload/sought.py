"""Parameters of methods that have to be among what the instance holds: ``self.stock[sku]``, ``if user.email == email``
of each user in ``self.users``."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload.body import loops_of, parts_of
from perfcast.workload.language import Workload

#: Methods that want what they are asked for to be there, and those that put it there.
_ASKING: Final = frozenset({"get", "pop", "remove", "index"})
_PUTTING: Final = frozenset({"add", "append", "appendleft", "setdefault", "insert", "push"})
_HOLDING: Final = (dict, list, tuple, set, frozenset, deque)
#: Elements that are looked at.
_MOST: Final = 10_000


class Sought(NamedTuple):
    """
    Attributes:
        parameter: that is looked for; of: the attribute of the instance that holds it.
        field: the attribute, or key, of each element that it is compared with; '' for the elements, or keys,
            themselves.
    """

    parameter: str
    of: str
    field: str = ""


def met(
    node: FunctionNode,
    workload: Workload,
    given: Mapping[str, Any],
    held: Callable[[str], Any],
    field: Callable[[Any, str], Any],
) -> dict[str, Any]:
    """What a method is called with, with the middle one of what its instance holds where it looks for another one of
    the same type. What the workload says to the letter stays.

    Args:
        given: by name, what it would be called with.
        held: what the instance has by the name of an attribute; None for nothing.
        field: of an element, what it has by the name of an attribute, or of a key; None for nothing.
    """
    said = {one.name for one in workload.arguments if one.has_value}
    found = dict(given)
    for one in sought(node):
        holder = held(one.of)
        if one.parameter in said or one.parameter not in given or not isinstance(holder, _HOLDING):
            continue
        elements = list(holder.values() if isinstance(holder, dict) and one.field else holder)[:_MOST]
        values = [field(element, one.field) for element in elements] if one.field else elements
        value = given[one.parameter]
        alike = [other for other in values if type(other) is type(value)] if isinstance(value, str | int) else []
        if alike and value not in alike:
            found[one.parameter] = alike[len(alike) // 2]
    return found


def sought(node: FunctionNode) -> Iterator[Sought]:
    """What a method looks for in what its instance holds, each parameter once; not where it puts that there, too."""
    parameters = {one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)} - {"self"}
    put = set(_put(node))
    seen = set[str]()
    for one in (*_asked(node), *_compared(node)):
        if one.parameter in parameters - seen and (one.parameter, one.of) not in put:
            seen.add(one.parameter)
            yield one


def _put(node: FunctionNode) -> Iterator[tuple[str, str]]:
    for part in parts_of(node, ast.Assign, ast.Call):
        match part:
            case ast.Assign(
                targets=[
                    ast.Subscript(value=ast.Attribute(value=ast.Name(id="self"), attr=of), slice=ast.Name(id=name))
                ]
            ):
                yield name, of
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=of), attr=method), args=given
            ) if method in _PUTTING:
                yield from ((one.id, of) for one in given if isinstance(one, ast.Name))


def _asked(node: FunctionNode) -> Iterator[Sought]:
    for part in parts_of(node, ast.Subscript, ast.Call, ast.If):
        match part:
            case (
                ast.Subscript(value=ast.Attribute(value=ast.Name(id="self"), attr=of), slice=ast.Name(id=name))
                | ast.If(
                    test=ast.Compare(
                        left=ast.Name(id=name),
                        ops=[ast.NotIn()],
                        comparators=[ast.Attribute(value=ast.Name(id="self"), attr=of)],
                    ),
                    body=[*_, ast.Raise() | ast.Return()],
                )
            ):
                yield Sought(name, of)
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=of), attr=method),
                args=[ast.Name(id=name)],
            ) if method in _ASKING:
                yield Sought(name, of)


def _compared(node: FunctionNode) -> Iterator[Sought]:
    elements = {loop.target.id: of for loop in loops_of(node) if isinstance(loop.target, ast.Name) for of in _own(loop)}
    for part in parts_of(node, ast.Compare) if elements else ():
        match part:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                for side, name in ((left, right), (right, left)):
                    of, field = _field(side, elements)
                    if of and isinstance(name, ast.Name):
                        yield Sought(name.id, of, field)


def _own(loop: ast.For | ast.comprehension) -> Iterator[str]:
    """The instance's attribute that a loop goes through the elements, or values, of."""
    match loop.iter:
        case (
            ast.Attribute(value=ast.Name(id="self"), attr=of)
            | ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=of), attr="values"))
        ):
            yield of


def _field(node: ast.expr, elements: Mapping[str, str]) -> tuple[str, str]:
    """What holds the element that an expression asks for something, and for what; '' twice for others."""
    match node:
        case (
            ast.Attribute(value=ast.Name(id=name), attr=field)
            | ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(field)))
        ) if name in elements:
            return elements[name], field
    return "", ""
