"""Containers that are created in one place and filled in another, such as a list that a loop appends to: what they are
made as does not say what they hold where they are handed on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name

_NESTED: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
#: Methods by which containers grow.
_GROWING: Final = {"append", "appendleft", "add", "extend", "extendleft", "insert", "update", "setdefault"}
#: What makes empty ones of nothing.
_MADE_EMPTY: Final = {"list", "dict", "set", "deque", "bytearray", "defaultdict", "Counter", "OrderedDict"}


@dataclass(frozen=True)
class Filling:
    """Where something is put into what a name stands for.

    Attributes:
        loops: the lines of the loops around it.
        grows: a method puts it there; else an element, or the name, may just be given another value.
    """

    line: int
    loops: tuple[int, ...]
    grows: bool

    def is_felt(self, made: int, line: int) -> bool:
        """Whether what was made at one line has it at another: it stands between the two, or is reached again."""
        return made < self.line < line or any(made < loop < line for loop in self.loops)


def fillings(body: Sequence[ast.stmt]) -> Iterator[tuple[str, Filling]]:
    """What is put into what, by its name; nested functions and classes left out."""
    pending: list[tuple[ast.AST, tuple[int, ...]]] = [(node, ()) for node in body]
    while pending:
        node, loops = pending.pop()
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _GROWING:
                yield name, Filling(node.lineno, loops, grows=True)
            case (
                ast.Subscript(value=ast.Name(id=name), ctx=ast.Store(), lineno=line)
                | ast.Name(id=name, ctx=ast.Store(), lineno=line)
            ):
                yield name, Filling(line, loops, grows=False)
        if isinstance(node, _NESTED):
            continue
        if isinstance(node, ast.For | ast.AsyncFor | ast.While):
            loops = (*loops, node.lineno)
        pending.extend((child, loops) for child in ast.iter_child_nodes(node))


def is_filled(expression: ast.expr, made: int, line: int, filled: Sequence[Filling]) -> bool:
    """Whether it holds something else at a line than what it was made as: what was empty, as soon as anything is put
    there; else as soon as a loop has it grow."""
    is_empty = _is_empty(expression)
    return any(
        one.is_felt(made, line) and (is_empty or (one.grows and any(loop > made for loop in one.loops)))
        for one in filled
    )


def _is_empty(expression: ast.expr) -> bool:
    match expression:
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value="" | b""):
            return True
        case ast.Call(func=function, args=arguments):
            made = last_name(function)
            return made in _MADE_EMPTY and (not arguments or made == "defaultdict")
    return False
