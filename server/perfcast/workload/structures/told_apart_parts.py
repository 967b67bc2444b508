"""Parts of tuples that code tells apart by texts which it says: ``for op, arg in code: if op == "push"``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.separators import constants
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import STR

#: Texts of one part, at most.
_MOST: Final = 8
#: One alone may be an exception among others.
_FEWEST: Final = 2


def with_texts_told_apart(node: FunctionNode, arguments: list[Argument]) -> list[Argument]:
    """Arguments of whose tuples a part is one of the texts that the code compares it with."""
    return [_told(node, one) if _holds_tuples(one) else one for one in arguments]


def _holds_tuples(argument: Argument) -> bool:
    type_ = argument.type
    inner = type_.arguments[0] if type_.name in {"list", "deque"} and type_.arguments else STR
    return inner.name == "tuple" and not inner.is_sized and STR in inner.arguments and argument.like is None


def _told(node: FunctionNode, argument: Argument) -> Argument:
    inner = argument.type.arguments[0]
    parts = list(inner.arguments)
    for name, place in _parts(node, argument.name or ""):
        texts = tuple(dict.fromkeys(_compared(node, name)))[:_MOST]
        if place < len(parts) and parts[place] == STR and len(texts) >= _FEWEST:
            # What begins with nothing on a stack cannot take something from it.
            taking = set(_taking(node, name, _stacks(node)))
            among = [TypeExpression(repr(text)) for text in texts if text not in taking]
            parts[place] = TypeExpression("|", tuple(among)) if len(among) > 1 else (*among, STR)[0]
    if tuple(parts) == inner.arguments:
        return argument
    told = replace(argument.type, arguments=(replace(inner, arguments=tuple(parts)),))
    sizes = _sizes_of_others(argument, parts)
    return replace(argument, type=told, sizes=sizes, alphabet=argument.alphabet if STR in parts else None)


def _sizes_of_others(argument: Argument, parts: list[TypeExpression]) -> tuple[int, ...]:
    """Sizes of the whole, and of those parts of each tuple that are what they were."""
    sizes, rest = [*argument.sizes[:1]], argument.sizes[1:]
    for before, part in zip(argument.type.arguments[0].arguments, parts, strict=True):
        count = len(list(before.sized()))
        sizes += rest[:count] if part == before else ()
        rest = rest[count:]
    return tuple(sizes)


def _parts(node: FunctionNode, name: str) -> Iterator[tuple[str, int]]:
    """Names that parts of what a parameter holds are given, each with the place of that."""
    bound: list[tuple[ast.expr, ast.expr]] = [(loop.target, loop.iter) for loop in loops_of(node)]
    bound += [(part.targets[0], part.value) for part in parts_of(node, ast.Assign)]
    for target, of in bound:
        match target, of:
            case (ast.Tuple(elts=parts), ast.Name(id=used) | ast.Subscript(value=ast.Name(id=used))) if used == name:
                pass
            case (
                ast.Tuple(elts=[_, ast.Tuple(elts=parts)]),
                ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=used), *_]),
            ) if used == name:
                pass
            case _:
                continue
        yield from ((part.id, place) for place, part in enumerate(parts) if isinstance(part, ast.Name))


def _compared(node: FunctionNode, name: str) -> Iterator[str]:
    """Texts that something of that name is compared with."""
    for part in parts_of(node, ast.Compare, ast.Match):
        match part:
            case ast.Compare():
                yield from _texts_in(part, name)
            case ast.Match(subject=ast.Name(id=used), cases=cases) if used == name:
                yield from (text for case in cases for text in _texts_of(case))


def _texts_in(test: ast.expr, name: str) -> Iterator[str]:
    match test:
        case ast.Compare(left=ast.Name(id=used), ops=[ast.Eq() | ast.In()], comparators=[against]) if used == name:
            yield from (one for one in constants(against) if isinstance(one, str))


def _texts_of(case: ast.match_case) -> Iterator[str]:
    match case.pattern:
        case ast.MatchValue(ast.Constant(str(text))):
            yield text


def _stacks(node: FunctionNode) -> set[str]:
    """Names of lists of which the last one is taken."""
    calls = (part for part in parts_of(node, ast.Call) if not part.args)
    return {
        call.func.value.id
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "pop" and isinstance(call.func.value, ast.Name)
    }


def _taking(node: FunctionNode, name: str, stacks: set[str]) -> Iterator[str]:
    """Texts for which something on one of the stacks is asked for."""
    for part in parts_of(node, ast.If, ast.Match) if stacks else ():
        bodies: list[tuple[list[str], list[ast.stmt]]] = []
        if isinstance(part, ast.If):
            bodies = [(list(_texts_in(part.test, name)), part.body)]
        elif isinstance(part, ast.Match):
            bodies = [(list(_texts_of(case)), case.body) for case in part.cases]
        for texts, body in bodies:
            if any(_asks(one, stacks) for statement in body for one in ast.walk(statement)):
                yield from texts


def _asks(part: ast.AST, stacks: set[str]) -> bool:
    match part:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="pop")) | ast.Subscript(value=ast.Name(id=used)):
            return used in stacks
    return False
