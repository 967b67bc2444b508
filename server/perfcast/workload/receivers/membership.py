"""Parameters of methods that have to be among what the instance contains, or whose elements have: ``self.stock[sku]``,
``if user.email == email`` of each user in ``self.users``, ``for sku in skus: del self.stock[sku]``,
``for sku, amount in order: self.stock[sku] -= amount``."""

from __future__ import annotations

import ast
import random
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import cycle, islice
from typing import Any, Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import own_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.language.workload import Argument, TypeExpression, Workload
from perfcast.workload.naming.names import INT, STR, STRS
from perfcast.workload.structures.shapes import LABEL

#: Methods that want what they are asked for to be there, those of them that take it out, and those that put it there.
_ASKING: Final = frozenset({"get", "pop", "remove", "index"})
_TAKING: Final = frozenset({"pop", "remove"})
_PUTTING: Final = frozenset({"add", "append", "appendleft", "setdefault", "insert", "push"})
#: Calls that give the same elements.
_SAME: Final = frozenset({"enumerate", "list", "reversed", "set", "sorted", "tuple"})
#: Types of what is looked for one after the other.
OF_KEYS: Final = frozenset({int, str})
_HOLDING: Final = (dict, list, tuple, set, frozenset, deque)
#: What makes a table, or says that something is one.
_TABLES: Final = frozenset({"dict", "Dict", "defaultdict", "DefaultDict", "OrderedDict"})
#: Numbers that may be keys are drawn up to it.
_HIGH: Final = 1000
_SEED: Final = 13
#: Characters of a text that is a key.
_LONGEST_KEY: Final = 10
#: As many as an instance is filled with whose method says no number of them.
_RECEIVED: Final = 100
#: Elements that are looked at.
_MOST: Final = 10_000


class Sought(NamedTuple):
    """
    Attributes:
        parameter: that is looked for; of: the attribute of the instance that holds it.
        field: the attribute, or key, of each element that it is compared with; '' for the elements, or keys,
            themselves.
        is_each: not the parameter is looked for but, one after the other, what it holds.
        part: of what it holds, the place or the key of what is looked for; None for all of it.
        is_taken: what is found is taken out.
    """

    parameter: str
    of: str
    field: str = ""
    is_each: bool = False
    part: int | str | None = None
    is_taken: bool = False


def met(
    node: FunctionNode,
    workload: Workload,
    given: Mapping[str, Any],
    held: Callable[[str], Any],
    field: Callable[[Any, str], Any],
) -> dict[str, Any]:
    """What a method is called with, with the middle one of what its instance holds where it looks for another one of
    the same type, and with another one for each parameter: an account pays to another. What the workload says to the
    letter stays, and the type that an annotation says.

    Args:
        given: by name, what it would be called with.
        held: what the instance has by the name of an attribute; None for nothing.
        field: of an element, what it has by the name of an attribute, or of a key; None for nothing.
    """
    said = {one.name for one in workload.arguments if one.has_value}
    free = {one.arg for one, _ in parameters(node, drop_first=True) if one.annotation is None}
    found = dict(given)
    used: dict[tuple[str, str], list[Any]] = {}
    for one in sought(node):
        holder = held(one.of)
        if one.parameter in said or one.parameter not in given or not isinstance(holder, _HOLDING):
            continue
        elements = list(holder.values() if isinstance(holder, dict) and one.field else holder)[:_MOST]
        values = [field(element, one.field) for element in elements] if one.field else elements
        if one.is_each:
            found[one.parameter] = _each(given[one.parameter], values, one, is_free=one.parameter in free)
            continue
        value = given[one.parameter]
        before = used.setdefault((one.of, one.field), [])
        alike = [other for other in values if type(other) is type(value)] if isinstance(value, str | int) else []
        if not alike and one.parameter in free and type(value) in OF_KEYS:
            alike = [other for other in values if type(other) in OF_KEYS]
        new = [other for other in alike if other not in before] or alike
        if new and (value not in alike or value in before):
            found[one.parameter] = new[len(new) // 2]
        before.append(found[one.parameter])
    return found


def _each(given: Any, there: list[Any], looked_for: Sought, *, is_free: bool) -> Any:
    """A container with what is there in the place of its elements, or of a part of each; as it is where there is too
    little of one type. What is taken out is there no more: each comes once.

    Args:
        is_free: nothing says of what type they are.
    """
    if not isinstance(given, list | dict) or not given:
        return given
    elements = list(given)
    try:
        keys = elements if looked_for.part is None else [one[looked_for.part] for one in elements]
    except (TypeError, LookupError):
        return given
    kinds = {type(one) for one in keys}
    if len(kinds) != 1 or not kinds <= OF_KEYS:
        return given
    alike = [one for one in dict.fromkeys(there) if type(one) in kinds]
    if not alike and is_free:
        alike = [one for one in dict.fromkeys(there) if type(one) in OF_KEYS]
    is_once = looked_for.is_taken or isinstance(given, dict)
    is_there = set(keys) <= set(alike) and (not is_once or len(set(keys)) == len(keys))
    if is_there or not alike or (is_once and len(alike) < len(keys)):
        return given
    # Not in the order in which it was put there.
    drawn = random.Random(_SEED).sample(alike, min(len(alike), len(keys)))
    found = list(islice(cycle(drawn), len(keys)))
    if isinstance(given, dict):
        return dict(zip(found, given.values(), strict=True))
    return [_with_part(one, looked_for.part, key) for one, key in zip(elements, found, strict=True)]


def _with_part(element: Any, part: int | str | None, key: Any) -> Any:
    """The like of an element, with that for one of its parts."""
    if part is None:
        return key
    if isinstance(element, dict):
        return {**element, part: key}
    return type(element)(key if place == part else one for place, one in enumerate(element))


def with_keys_there(node: FunctionNode, owner: ast.ClassDef, workload: Workload) -> Workload:
    """With any numbers for those that a method looks for in tables of its class, so that `met` finds one that is there;
    what was made up is as good as never a key. What it takes out one after the other is no more than there is.

    Args:
        owner: the class; workload: made up.
    """
    needed = {one.arg for one, default in parameters(node, drop_first=True) if default is None}
    through = [one for one in sought_through(node, owner) if one.parameter in needed]
    looked_for = [*(one for one in sought(node) if one.parameter in needed and not one.field), *through]
    tables = set(_tables(owner)) if looked_for else set()
    keys = {one.parameter for one in looked_for if one.of in tables}
    few = [one for one in looked_for if one.is_each and (one.is_taken or one in through)]
    begun_empty = set(_begun_empty(owner)) if few else set()
    taken = {one.parameter for one in few if one.of in begun_empty}
    once = {one.parameter for one in through if one.is_taken}
    kept = set(_kept(owner)) if looked_for else set()
    in_kept = {one.parameter: one for one in looked_for if one.of in kept and one.part is None}
    arguments = []
    for one in workload.arguments:
        if one.name in keys and type(one.value) is int:
            one = Argument(one.name, INT, low=0, high=_HIGH)  # noqa: PLW2901
        elif one.name in keys and one.type == STR and one.like is None and one.count > _LONGEST_KEY:
            # Whatever its name says of a text.
            one = replace(one, sizes=(_LONGEST_KEY,), kept=(0,))  # noqa: PLW2901
        elif one.name in taken and one.sizes:
            qualifiers = ("distinct",) if one.name in once else one.qualifiers
            sizes = (min(one.sizes[0], _RECEIVED), *one.sizes[1:])
            one = replace(one, sizes=sizes, qualifiers=qualifiers)  # noqa: PLW2901
        elif one.name in in_kept:
            one = _of_labels(one, in_kept[one.name])  # noqa: PLW2901
        arguments.append(one)
    return Workload(tuple(arguments))


def _of_labels(argument: Argument, looked_for: Sought) -> Argument:
    """With labels for the texts that are looked for in a table that has such for its keys."""
    if argument.has_value or argument.like is not None:
        return argument
    if argument.type == STR and not looked_for.is_each:
        return Argument(argument.name, LABEL)
    if argument.type in (STRS, TypeExpression("list", (LABEL,))) and looked_for.is_each:
        qualifiers = ("distinct",) if looked_for.is_taken else ()
        return Argument(argument.name, TypeExpression("list", (LABEL,)), argument.sizes[:1], qualifiers=qualifiers)
    return argument


def _kept(owner: ast.ClassDef) -> Iterator[str]:
    """The attributes that a class is called with: what its constructor but keeps, and fields without a default."""
    for part in owner.body:
        match part:
            case ast.AnnAssign(ast.Name(of), value=None):
                yield of
            case ast.FunctionDef(name="__init__"):
                given = {one.arg for one, _ in parameters(part, drop_first=True)}
                for inner in parts_of(part, ast.Assign):
                    match inner:
                        case ast.Assign([ast.Attribute(ast.Name(own), of)], ast.Name(id=name)) if (
                            own == own_name(part) and name in given
                        ):
                            yield of


def _begun_empty(owner: ast.ClassDef) -> Iterator[str]:
    """The attributes that a class's methods make an empty container."""
    for method in owner.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        for part in parts_of(method, ast.Assign, ast.AnnAssign):
            match part:
                case ast.Assign([ast.Attribute(ast.Name(own), of)], value) | ast.AnnAssign(
                    ast.Attribute(ast.Name(own), of), value=ast.expr() as value
                ) if own == own_name(method) and _is_empty(value):
                    yield of


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(args=given):
            name = last_name(value.func)
            return (name in _TABLES | {"set", "list", "deque"} and not given) or name == "defaultdict"
    return False


def _tables(owner: ast.ClassDef) -> Iterator[str]:
    """The attributes that a class makes a dictionary, or says to be one."""
    for part in owner.body:
        match part:
            case ast.AnnAssign(ast.Name(of), annotation) if _says_table(annotation):
                yield of
            case ast.FunctionDef():
                for inner in parts_of(part, ast.Assign, ast.AnnAssign):
                    match inner:
                        case ast.AnnAssign(ast.Attribute(ast.Name(own), of), annotation) if _says_table(annotation):
                            yield from [of] if own == own_name(part) else []
                        case ast.Assign([ast.Attribute(ast.Name(own), of)], value) if _is_table(value):
                            yield from [of] if own == own_name(part) else []


def _says_table(annotation: ast.expr) -> bool:
    return last_name(annotation.value if isinstance(annotation, ast.Subscript) else annotation) in _TABLES


def _is_table(value: ast.expr) -> bool:
    is_made = isinstance(value, ast.Call) and last_name(value.func) in _TABLES
    return is_made or isinstance(value, ast.Dict | ast.DictComp)


def sought(node: FunctionNode) -> Iterator[Sought]:
    """What a method looks for in what its instance holds, each parameter once, as a whole or by its elements; not where
    it puts that there, too."""
    names = {one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)} - {own_name(node)}
    put = set(_put(node))
    seen = set[str]()
    elements = dict(_elements(node, names))
    for one in (*_asked(node), *_compared(node)):
        if (one.parameter, one.of) in put:
            continue
        parameter, part = elements.get(one.parameter, (one.parameter, None)) if not one.field else (one.parameter, None)
        is_each = one.parameter in elements and not one.field
        if parameter in names - seen and (one.part is None or (is_each and part is None)):
            seen.add(parameter)
            yield one._replace(parameter=parameter, is_each=is_each, part=part if one.part is None else one.part)


def sought_through(node: FunctionNode, owner: ast.ClassDef) -> Iterator[Sought]:
    """What other methods of its class look for that a method hands on to them one by one:
    ``for sku in skus: self.remove(sku)``.

    Args:
        owner: the class.
    """
    names = {one.arg for one, _ in parameters(node, drop_first=True)}
    elements = {name: of for name, (of, part) in _elements(node, names) if part is None}
    methods = {one.name: one for one in owner.body if isinstance(one, ast.FunctionDef) and one is not node}
    for call in parts_of(node, ast.Call) if elements else ():
        match call:
            case ast.Call(ast.Attribute(ast.Name(of), method), given) if of == own_name(node) and method in methods:
                taken = [one.arg for one, _ in parameters(methods[method], drop_first=True)]
                handed = {
                    name: elements[one.id]
                    for name, one in zip(taken, given, strict=False)
                    if isinstance(one, ast.Name) and one.id in elements
                }
                for one in sought(methods[method]):
                    if one.parameter in handed and not (one.field or one.is_each):
                        yield one._replace(parameter=handed[one.parameter], is_each=True)


def _elements(node: FunctionNode, names: Collection[str]) -> Iterator[tuple[str, tuple[str, int | str | None]]]:
    """What the elements of parameters are called, or parts of them, with the parameter and the part's place or key."""
    whole: dict[str, str] = {}
    for loop in loops_of(node):
        over, target = loop.iter, loop.target
        while isinstance(over, ast.Call) and last_name(over.func) in _SAME and over.args:
            target = (
                target.elts[-1] if last_name(over.func) == "enumerate" and isinstance(target, ast.Tuple) else target
            )
            over = over.args[0]
        match target, over:
            case ast.Name(id=name), ast.Name(id=of) if of in names:
                whole[name] = of
                yield name, (of, None)
            case ast.Tuple(elts=parts), ast.Name(id=of) if of in names:
                yield from ((one.id, (of, place)) for place, one in enumerate(parts) if isinstance(one, ast.Name))
            case (ast.Tuple(elts=[ast.Name(id=name), _]), ast.Call(ast.Attribute(ast.Name(id=of), "items"))) if (
                of in names
            ):
                yield name, (of, None)
    for part in parts_of(node, ast.Assign) if whole else ():
        match part:
            case ast.Assign([ast.Name(id=name)], ast.Subscript(ast.Name(id=of), ast.Constant(int() | str() as place))):
                yield from [(name, (whole[of], place))] if of in whole else ()
            case ast.Assign([ast.Tuple(elts=parts)], ast.Name(id=of)) if of in whole:
                names_ = ((place, one.id) for place, one in enumerate(parts) if isinstance(one, ast.Name))
                yield from ((name, (whole[of], place)) for place, name in names_)


def _put(node: FunctionNode) -> Iterator[tuple[str, str]]:
    instance = own_name(node)
    for part in parts_of(node, ast.Assign, ast.Call):
        match part:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Attribute(value=ast.Name(id=own), attr=of), slice=ast.Name(id=name))]
            ) if own == instance:
                yield name, of
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id=own), attr=of), attr=method), args=given
            ) if own == instance and method in _PUTTING:
                yield from ((one.id, of) for one in given if isinstance(one, ast.Name))


def _asked(node: FunctionNode) -> Iterator[Sought]:
    instance = own_name(node)
    for part in parts_of(node, ast.Subscript, ast.Call, ast.If):
        is_taken = False
        match part:
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=own), attr=of), slice=key) if own == instance:
                is_taken = isinstance(part.ctx, ast.Del)
            case ast.If(
                test=ast.Compare(
                    left=ast.Name() as key,
                    ops=[ast.NotIn()],
                    comparators=[ast.Attribute(value=ast.Name(id=own), attr=of)],
                ),
                body=[*_, ast.Raise() | ast.Return()],
            ) if own == instance:
                pass
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id=own), attr=of), attr=method), args=[key]
            ) if own == instance and method in _ASKING:
                is_taken = method in _TAKING
            case _:
                continue
        match key:
            case ast.Name(id=name):
                yield Sought(name, of, is_taken=is_taken)
            case ast.Subscript(ast.Name(id=name), ast.Constant(int() | str() as place)):
                yield Sought(name, of, part=place, is_taken=is_taken)


def _compared(node: FunctionNode) -> Iterator[Sought]:
    loops = [(loop.target, loop) for loop in loops_of(node)]
    own = own_name(node)
    elements = {target.id: of for target, loop in loops if isinstance(target, ast.Name) for of in _own(loop, own)}
    for part in parts_of(node, ast.Compare) if elements else ():
        match part:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                for side, name in ((left, right), (right, left)):
                    of, field = _field(side, elements)
                    if of and isinstance(name, ast.Name):
                        yield Sought(name.id, of, field)


def _own(loop: ast.For | ast.comprehension, instance: str) -> Iterator[str]:
    """The instance's attribute that a loop goes through the elements, or values, of."""
    match loop.iter:
        case (
            ast.Attribute(value=ast.Name(id=own), attr=of)
            | ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id=own), attr=of), attr="values"))
        ) if own == instance:
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
