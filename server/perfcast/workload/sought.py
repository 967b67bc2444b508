"""Parameters of methods that have to be among what the instance holds, or whose elements have: ``self.stock[sku]``,
``if user.email == email`` of each user in ``self.users``, ``for sku in skus: del self.stock[sku]``."""

from __future__ import annotations

import ast
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.special import last_name
from perfcast.workload.body import loops_of, parts_of
from perfcast.workload.language import Argument, Workload
from perfcast.workload.names import INT
from perfcast.workload.parameters import parameters

#: Methods that want what they are asked for to be there, and those that put it there.
_ASKING: Final = frozenset({"get", "pop", "remove", "index"})
_PUTTING: Final = frozenset({"add", "append", "appendleft", "setdefault", "insert", "push"})
_HOLDING: Final = (dict, list, tuple, set, frozenset, deque)
#: What makes a table, or says that something is one.
_TABLES: Final = frozenset({"dict", "Dict", "defaultdict", "DefaultDict", "OrderedDict"})
#: Numbers that may be keys are drawn up to it.
_HIGH: Final = 1000
_SEED: Final = 13
#: Elements that are looked at.
_MOST: Final = 10_000


class Sought(NamedTuple):
    """
    Attributes:
        parameter: that is looked for; of: the attribute of the instance that holds it.
        field: the attribute, or key, of each element that it is compared with; '' for the elements, or keys,
            themselves.
        is_each: not the parameter is looked for but, one after the other, what it holds.
    """

    parameter: str
    of: str
    field: str = ""
    is_each: bool = False


def met(
    node: FunctionNode,
    workload: Workload,
    given: Mapping[str, Any],
    held: Callable[[str], Any],
    field: Callable[[Any, str], Any],
) -> dict[str, Any]:
    """What a method is called with, with the middle one of what its instance holds where it looks for another one of
    the same type, and with another one for each parameter: an account pays to another. What the workload says to the
    letter stays.

    Args:
        given: by name, what it would be called with.
        held: what the instance has by the name of an attribute; None for nothing.
        field: of an element, what it has by the name of an attribute, or of a key; None for nothing.
    """
    said = {one.name for one in workload.arguments if one.has_value}
    found = dict(given)
    used: dict[tuple[str, str], list[Any]] = {}
    for one in sought(node):
        holder = held(one.of)
        if one.parameter in said or one.parameter not in given or not isinstance(holder, _HOLDING):
            continue
        elements = list(holder.values() if isinstance(holder, dict) and one.field else holder)[:_MOST]
        values = [field(element, one.field) for element in elements] if one.field else elements
        if one.is_each:
            found[one.parameter] = _each(given[one.parameter], values)
            continue
        value = given[one.parameter]
        before = used.setdefault((one.of, one.field), [])
        alike = [other for other in values if type(other) is type(value)] if isinstance(value, str | int) else []
        free = [other for other in alike if other not in before] or alike
        if free and (value not in alike or value in before):
            found[one.parameter] = free[len(free) // 2]
        before.append(found[one.parameter])
    return found


def _each(given: Any, there: list[Any]) -> Any:
    """A list with what is there in the place of its elements, each once, where they are of one type; as it is where it
    is longer, or holds nothing else."""
    kinds = {type(one) for one in given} if isinstance(given, list) else set()
    if len(kinds) != 1 or not kinds <= {int, str}:
        return given
    alike = list(dict.fromkeys(other for other in there if type(other) in kinds))
    # What is taken out is there no more.
    is_there = len(set(given)) == len(given) and set(given) <= set(alike)
    if len(alike) < len(given) or is_there:
        return given
    # Not in the order in which it was put there.
    return random.Random(_SEED).sample(alike, len(given))


def with_keys_there(node: FunctionNode, owner: ast.ClassDef, workload: Workload) -> Workload:
    """With any numbers for those that a method looks for in tables of its class, so that `met` finds one that is there;
    what was made up is as good as never a key.

    Args:
        owner: the class; workload: made up.
    """
    needed = {one.arg for one, default in parameters(node, drop_first=True) if default is None}
    free = {one.name for one in workload.arguments if one.name in needed and type(one.value) is int}
    tables = set(_tables(owner)) if free else set()
    keys = {one.parameter for one in sought(node) if one.of in tables and not one.field} if tables else set()
    return Workload(
        tuple(
            Argument(one.name, INT, low=0, high=_HIGH) if one.name in keys & free else one for one in workload.arguments
        )
    )


def _tables(owner: ast.ClassDef) -> Iterator[str]:
    """The attributes that a class makes a dictionary, or says to be one."""
    for part in owner.body:
        match part:
            case ast.AnnAssign(ast.Name(of), annotation) if _says_table(annotation):
                yield of
            case ast.FunctionDef():
                for inner in parts_of(part, ast.Assign, ast.AnnAssign):
                    match inner:
                        case ast.AnnAssign(ast.Attribute(ast.Name("self"), of), annotation) if _says_table(annotation):
                            yield of
                        case ast.Assign([ast.Attribute(ast.Name("self"), of)], value) if _is_table(value):
                            yield of


def _says_table(annotation: ast.expr) -> bool:
    return last_name(annotation.value if isinstance(annotation, ast.Subscript) else annotation) in _TABLES


def _is_table(value: ast.expr) -> bool:
    is_made = isinstance(value, ast.Call) and last_name(value.func) in _TABLES
    return is_made or isinstance(value, ast.Dict | ast.DictComp)


def sought(node: FunctionNode) -> Iterator[Sought]:
    """What a method looks for in what its instance holds, each parameter once, as a whole or by its elements; not where
    it puts that there, too."""
    names = {one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)} - {"self"}
    put = set(_put(node))
    seen = set[str]()
    elements = {
        loop.target.id: loop.iter.id
        for loop in loops_of(node)
        if isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name) and loop.iter.id in names
    }
    for one in (*_asked(node), *_compared(node)):
        if (one.parameter, one.of) in put:
            continue
        is_each = one.parameter in elements and not one.field
        parameter = elements[one.parameter] if is_each else one.parameter
        if parameter in names - seen:
            seen.add(parameter)
            yield one._replace(parameter=parameter, is_each=is_each)


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
