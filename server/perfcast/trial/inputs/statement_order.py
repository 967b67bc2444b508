"""Statements of a module in an order in which each finds the names that it needs.

A normal form has what a unit uses in the order of its mention, so that a class may come before the one of its defaults,
and a function before its decorator.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from perfcast.source.parsing.walking import children, walk

_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def in_order(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements, each after what gives the names that it asks for while it is run; else as they were.

    A function that is asked for is called, as a rule, so that it comes after all that its own body names.
    """
    givers = Counter(name for one in statements for name in _bound_by(one))
    definitions = {name: one for one in statements for name in _bound_by(one) if givers[name] == 1}
    found: dict[ast.stmt, None] = {}
    begun: set[ast.stmt] = set()

    def add(statement: ast.stmt, is_called: bool) -> None:
        if statement in begun:
            return
        begun.add(statement)
        for name in _named_in(statement) if is_called else _asked_at_once(statement):
            if name in definitions:
                add(definitions[name], isinstance(definitions[name], _FUNCTIONS))
        found[statement] = None

    for statement in statements:
        add(statement, False)
    return list(found)


def behind(statements: Sequence[ast.stmt], definition: ast.stmt) -> set[ast.stmt]:
    """Those that ask for a function or class while they are run, as classes do that extend it, and what asks for them
    in turn. Expressions tell how instances are made, see `perfcast.source.classes.networks`, and keep their order."""
    found: set[ast.stmt] = set()
    names = set(_bound_by(definition))
    while True:
        more = [
            one
            for one in statements
            if not (one is definition or one in found or isinstance(one, ast.Expr))
            and not names.isdisjoint(_asked_at_once(one))
        ]
        if not more:
            return found
        found.update(more)
        names |= {name for one in more for name in _bound_by(one)}


def _named_in(statement: ast.stmt) -> Iterator[str]:
    return (part.id for part in walk(statement) if isinstance(part, ast.Name))


def _bound_by(statement: ast.stmt) -> list[str]:
    """Names that the statement gives a value, but for those within others."""
    if isinstance(statement, ast.ClassDef | _FUNCTIONS):
        return [statement.name]
    targets = [statement.target] if isinstance(statement, ast.AnnAssign) else getattr(statement, "targets", ())
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _asked_at_once(statement: ast.AST) -> Iterator[str]:
    """Names that running the statement asks for, those in the bodies of functions left out."""
    parts: list[ast.AST]
    if isinstance(statement, _FUNCTIONS):
        parts = [*statement.decorator_list, *statement.args.defaults, *filter(None, statement.args.kw_defaults)]
    elif isinstance(statement, ast.AnnAssign):
        parts = [] if statement.value is None else [statement.value]
    elif isinstance(statement, ast.Lambda):
        parts = []
    elif isinstance(statement, ast.Name):
        yield statement.id
        return
    else:
        parts = list(children(statement))
    for part in parts:
        yield from _asked_at_once(part)
