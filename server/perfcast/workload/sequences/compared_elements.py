"""Parameters whose elements are compared with each other: where one is a string, so is the other."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.language.workload import MOMENTS, TABLES, Argument, TypeExpression
from perfcast.workload.naming.names import ANYTHING, DICT, FLOAT, INT, INTS, MATRIX, STR, STRS, by_name, is_short_text
from perfcast.workload.numbers.intervals import last_of
from perfcast.workload.uses.parameter_uses import type_from_uses

#: Calls that give the same elements, or one for each.
_SAME: Final = frozenset({"sorted", "reversed", "list", "set", "tuple", "iter", "Counter"})
#: Methods that give much the same text.
_SAME_TEXT: Final = frozenset({"lower", "upper", "strip", "lstrip", "rstrip", "casefold", "copy"})
_LETTERS: Final = ("a", "z")
#: Letters of a text that is looked for in a grid.
_WORD: Final = 10
_MARK: Final = 1
_PAIR: Final = 2
#: Functions of the module ``bisect``, and of NumPy, whose first argument has an order and elements like the second.
BISECTING: Final = frozenset(
    {"bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right", "searchsorted"}
)
#: A parameter, and how many places deep a part of it lies.
Part = tuple[str, int]


def with_alike(
    node: FunctionNode, arguments: list[Argument], free: set[str], is_number: Callable[[str], bool]
) -> list[Argument]:
    """Arguments of which those that are compared with each other are of one kind.

    Args:
        free: names of those that no annotation tells of, and no default.
        is_number: whether what one is made of is reckoned with.
    """
    found = {one.name or "": one for one in arguments}
    if len(found) < _PAIR or not free:
        return arguments
    # A name alone says that these are dictionaries, or a letter that they are texts.
    named = {
        name for name in free & found.keys() if found[name].type == DICT or (found[name].type, len(name)) == (STR, 1)
    }
    named = {name for name in named if type_from_uses(node, name) is None}
    for one, other in list(_compared(node, set(found))):
        for (name, depth), (with_, with_depth) in ((one, other), (other, one)):
            if name not in free or found[name].has_value:
                continue
            if _are_arrays(found[name], depth, found[with_], with_depth):
                found[name] = replace(found[with_], name=name)
            elif not is_number(name) or name in named:
                before = Argument(name, ANYTHING) if name in named else found[name]
                after = _like(before, depth, found[with_], with_depth)
                found[name] = found[name] if after == before else after
    for first in list(found):
        last = last_of(first, found)
        for here, there in () if last is None else ((first, last), (last, first)):
            is_whole = found[there].type.name in MOMENTS | {"tuple"}
            if here in free and found[here].type in (INT, ANYTHING) and is_whole:
                # A place, or a moment, is written as another one is.
                found[here] = replace(found[there], name=here)
    return list(found.values())


def _like(argument: Argument, depth: int, other: Argument, other_depth: int) -> Argument:
    """The argument with parts at a depth that are as those of the other one."""
    part = _at(other.type, other_depth)
    if depth == 0:
        return _whole(argument, other, other_depth, part)
    if part != STR:
        return argument
    is_character = _is_within_text(other.type, other_depth)
    if depth == 1 and argument.type == INTS:
        if is_character and other.type == STR:
            return replace(other, name=argument.name)
        # As many texts as the other one has, if these are of a few letters.
        is_known = bool(other.sizes) and not is_character
        return replace(other, name=argument.name, type=STRS, sizes=other.sizes[:2]) if is_known else argument
    if argument.type == MATRIX and depth == len(argument.sizes) and is_character:
        cells = TypeExpression("list", (STRS,))
        return replace(argument, type=cells, sizes=(*argument.sizes, 1), low=None, high=None, alphabet=_LETTERS)
    return argument


def _are_arrays(argument: Argument, depth: int, other: Argument, other_depth: int) -> bool:
    """Whether a number is an array as another one by its name: ``y_true - y_pred``."""
    is_alike = (argument.name or "").split("_")[0] == (other.name or "").split("_")[0]
    is_array = bool(other.type.shape) and other.type.name not in TABLES
    return depth == other_depth == 0 and is_alike and is_array and argument.type in (FLOAT, INT, ANYTHING)


def _whole(argument: Argument, other: Argument, depth: int, part: TypeExpression | None) -> Argument:
    if argument.type == INTS and depth == 0 and other.type == STR and not is_short_text(other.name or ""):
        return replace(other, name=argument.name)
    is_unknown = argument.type == ANYTHING or (argument.type == STR and by_name(argument.name or "") is None)
    return _mark(argument, other, depth) if is_unknown and depth and part in (INT, STR) else argument


def _mark(argument: Argument, other: Argument, depth: int) -> Argument:
    """A number or a text that is looked for among those that another one holds."""
    part = _at(other.type, depth)
    if part == INT and argument.type in (ANYTHING, STR):
        return Argument(argument.name, INT, value=_MARK, has_value=True)
    if part != STR or argument.type == INT or not depth:
        return argument
    if isinstance(other.alphabet, str) and other.alphabet and other.sizes[-1:] == (1,):
        return Argument(argument.name, STR, value=other.alphabet[0], has_value=True)
    length = 1 if _is_within_text(other.type, depth) else other.sizes[-1] if other.sizes else _WORD
    return Argument(argument.name, STR, (length,), alphabet=other.alphabet, kept=(0,))


def _at(type_: TypeExpression, depth: int) -> TypeExpression | None:
    """The type of a part that lies so deep; characters are texts."""
    for _ in range(depth):
        if type_ == STR:
            return STR
        if type_.name not in {"list", "set", "deque"} or not type_.arguments:
            return None
        type_ = type_.arguments[0]
    return type_


def _is_within_text(type_: TypeExpression, depth: int) -> bool:
    """Whether what lies so deep are characters of a text."""
    return any(_at(type_, above) == STR for above in range(depth))


def _compared(node: FunctionNode, names: set[str]) -> Iterator[tuple[Part, Part]]:
    """Parts of two parameters that are compared with each other."""
    known = parts_known(node, names)
    for part in parts_of(node, ast.Compare, ast.BinOp, ast.Call):
        match part:
            case ast.Call(func, [over, side, *_]) if last_name(func) in BISECTING:
                yield from _pair(side, over, 1, known)
            case ast.Compare(ops=operations, left=left, comparators=others):
                sides = [left, *others]
                for side, operation, against in zip(sides, operations, sides[1:], strict=False):
                    deeper = 1 if isinstance(operation, ast.In | ast.NotIn) else 0
                    if deeper or isinstance(operation, ast.Eq | ast.NotEq):
                        yield from _pair(side, against, deeper, known)
            case ast.BinOp(left=ast.Name() as side, op=ast.Sub(), right=ast.Name() as against):
                yield from _pair(side, against, 0, known)


def parts_known(node: FunctionNode, names: set[str]) -> dict[str, Part]:
    """Names, and the parts of parameters of some names that they stand for."""
    known: dict[str, Part] = {name: (name, 0) for name in names}
    for one in parts_of(node, ast.Assign):
        target = one.targets[0]
        found = part_of(one.value, known)
        if isinstance(target, ast.Name) and target.id not in known and found is not None:
            known[target.id] = found
    for loop in loops_of(node):
        _bind(loop.target, loop.iter, known)
    return known


def _pair(one: ast.expr, other: ast.expr, deeper: int, known: dict[str, Part]) -> Iterator[tuple[Part, Part]]:
    first, second = part_of(one, known), part_of(other, known)
    if first is not None and second is not None and first[0] != second[0]:
        yield first, (second[0], second[1] + deeper)


def _bind(target: ast.expr, over: ast.expr, known: dict[str, Part]) -> None:
    match target, over:
        case ast.Tuple(elts=[_, inner]), ast.Call(func=ast.Name(id="enumerate"), args=[of, *_]):
            _bind(inner, of, known)
        case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=several):
            for one, of in zip(targets, several, strict=False):
                _bind(one, of, known)
        case ast.Name(id=name), _:
            found = part_of(over, known)
            if found is None:
                known.pop(name, None)
            else:
                known[name] = (found[0], found[1] + 1)


def part_of(node: ast.expr, known: dict[str, Part]) -> Part | None:
    """The part of a parameter that an expression stands for."""
    match node:
        case ast.Name(id=name):
            return known.get(name)
        case ast.Subscript(value=value, slice=place):
            found = part_of(value, known)
            deeper = 0 if isinstance(place, ast.Slice) else 1
            return None if found is None else (found[0], found[1] + deeper)
        case ast.Call(func=ast.Name(id=same), args=[inner]) if same in _SAME:
            return part_of(inner, known)
        case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in _SAME_TEXT:
            return part_of(inner, known)
    return None
