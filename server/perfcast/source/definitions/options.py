"""Options of a script's command line, as ``argparse`` is told them: the values that a script runs with by default."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

#: Methods of a parser that say what its options are.
_TELLING: Final = frozenset({"add_argument", "set_defaults"})


def told_parser(statement: ast.stmt) -> str | None:
    """The name of the parser that a statement tells an option; None for any other statement."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method))) if method in _TELLING:
            return name
    return None


def option_names(statement: ast.Expr) -> frozenset[str]:
    """What the parsed values are called that a statement is about."""
    call = statement.value
    assert isinstance(call, ast.Call)
    given = {one.arg: one.value for one in call.keywords if one.arg is not None}
    if isinstance(call.func, ast.Attribute) and call.func.attr == "set_defaults":
        return frozenset(given)
    dest = given.get("dest")
    if isinstance(dest, ast.Constant) and isinstance(dest.value, str):
        return frozenset({dest.value})
    flags = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return frozenset(flag.lstrip("-").replace("-", "_") for flag in flags)


def without_help(statement: ast.Expr) -> ast.Expr:
    """The statement without what it says to people."""
    call = statement.value
    assert isinstance(call, ast.Call)
    kept = [one for one in call.keywords if one.arg not in {"help", "metavar"}]
    return ast.Expr(ast.Call(call.func, call.args, kept))


def parsed(value: ast.expr | None) -> str | None:
    """The name of the parser whose options an expression gives; None for any other expression."""
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="parse_args")):
            return name
    return None


def as_namespace(statements: Iterable[ast.Expr]) -> ast.Call:
    """``Namespace(name=default, ...)`` of the options that a parser was told."""
    keywords: list[ast.keyword] = []
    for statement in statements:
        call = statement.value
        assert isinstance(call, ast.Call)
        given = {one.arg: one.value for one in call.keywords if one.arg is not None}
        if isinstance(call.func, ast.Attribute) and call.func.attr == "set_defaults":
            keywords += [one for one in call.keywords if one.arg is not None]
            continue
        default = given.get("default")
        if default is None:
            action = given.get("action")
            default = ast.Constant(_SWITCHES.get(str(getattr(action, "value", None))))
        keywords += [ast.keyword(name, default) for name in sorted(option_names(statement), key=len)[-1:]]
    return ast.Call(ast.Name("Namespace", ast.Load()), [], keywords)


_SWITCHES: Final = {"store_true": False, "store_false": True, "count": 0}
