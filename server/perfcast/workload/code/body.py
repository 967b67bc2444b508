"""A function's body, walked once for all that ask about it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeVar

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import walk

LOOPS: Final = (ast.For, ast.comprehension)

Part = TypeVar("Part", bound=ast.AST)


@lru_cache(maxsize=4)
def body_of(node: FunctionNode) -> tuple[ast.AST, ...]:
    """All nodes of a body, statement by statement; kept while one function is asked about again and again."""
    return tuple([part for statement in node.body for part in walk(statement)])


def parts_of(node: FunctionNode, *kinds: type[Part]) -> tuple[Part, ...]:
    """Those of a body that are of these classes, in its order; kept as it is."""
    return _parts_of(node, kinds)  # type: ignore[return-value]


@lru_cache(maxsize=32)
def _parts_of(node: FunctionNode, kinds: tuple[type[ast.AST], ...]) -> tuple[ast.AST, ...]:
    among = frozenset(kinds)
    return tuple([part for part in body_of(node) if type(part) in among])


def loops_of(node: FunctionNode) -> tuple[ast.For | ast.comprehension, ...]:
    """Loops and parts of comprehensions: what each calls the elements, and what they are of."""
    return parts_of(node, *LOOPS)


def assigned(parts: Iterable[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What assignments among these parts give a value to, and that value: of tuples one by one."""
    for part in parts:
        match part:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from zip(targets, values, strict=False)
            case ast.Assign(targets=[target], value=value):
                yield target, value


def names_given(parts: Iterable[ast.AST], is_it: Callable[[ast.expr], bool]) -> set[str]:
    """Names that assignments among these parts give to an expression that is such."""
    given = [part for part in parts if isinstance(part, ast.Assign) and is_it(part.value)]
    return {target.id for part in given for target in part.targets if isinstance(target, ast.Name)}
