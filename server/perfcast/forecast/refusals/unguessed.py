"""What is said of a unit that raises on what was made up for it: what cannot be guessed, and what a user can say."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Final

from perfcast.source.parsing.walking import walk

#: What such a reason begins with, before a name.
CANNOT_GUESS: Final = "cannot guess "
#: Ends the part of a reason that says what is the matter, before what can be done.
ADVICE: Final = "; "
#: An attribute or a key that is missing, as errors name it, perhaps cut short.
_MISSING: Final = re.compile(r"""has no attribute '(?P<attribute>\w+)(?P<cut>…)?|^KeyError '(?P<key>[^']+)'$""")
#: Assignments that a value is followed through.
_FARTHEST: Final = 5
#: Characters of a workload that is shown as it would stand in a comment.
_LONGEST_WORKLOAD: Final = 60


def reason(
    node: ast.FunctionDef | ast.AsyncFunctionDef, names: Collection[str], workload: str, receiver: str, error: str
) -> str:
    """Why there is no forecast, and how to get one.

    Args:
        node: the unit's definition; names: of its parameters that were made up, in order.
        workload: all that was made up for these.
        receiver: what was made up besides, as `UnitForecast.receiver`.
        error: that it raised, in short.
    """
    role, _, made = receiver.partition(": ")
    owner = made.partition(" ")[0].removesuffix("()")
    instance = next((one.arg for one in (*node.args.posonlyargs, *node.args.args) if role == "self"), None)
    blamed = origins(node, error) & {*names, instance}
    if len(blamed) == 1 and blamed <= {*names}:
        [name] = blamed
        return f"{CANNOT_GUESS}{name}{ADVICE}say it in a comment: # perfcast: {name}: ..."
    what = f"an instance of {owner}" if role == "self" else f"what {owner} binds"
    if receiver and (blamed == {instance} or not names):
        return f"{CANNOT_GUESS}{what}{ADVICE}a call in the file or in a test shows it"
    if receiver:
        return f"{CANNOT_GUESS}its arguments or {what}{ADVICE}a call in the file or in a test shows them"
    text = workload if len(workload) <= _LONGEST_WORKLOAD else "; ".join(f"{name}: ..." for name in names)
    return f"{CANNOT_GUESS}its arguments{ADVICE}say them in a comment, as # perfcast: {text}"


def origins(node: ast.FunctionDef | ast.AsyncFunctionDef, error: str) -> set[str]:
    """Names of the parameters that values came from which lacked what an error says; none where it does not say."""
    missing = _MISSING.search(error)
    if missing is None:
        return set()
    bound = _bound(node)
    parameters = {one.arg for one in walk(node.args) if isinstance(one, ast.arg)}
    found = set[str]()
    for part in walk(node):
        if _lacks(part, missing):
            assert isinstance(part, ast.Attribute | ast.Subscript)
            found.add(_root(part.value, bound))
    return found & parameters


def _lacks(part: ast.AST, missing: re.Match[str]) -> bool:
    if isinstance(part, ast.Attribute):
        name = missing["attribute"]
        return name is not None and (part.attr.startswith(name) if missing["cut"] else part.attr == name)
    if not isinstance(part, ast.Subscript) or not isinstance(part.slice, ast.Constant):
        return False
    return missing["key"] is not None and part.slice.value == missing["key"]


def _root(value: ast.expr, bound: dict[str, list[ast.expr]]) -> str:
    """The name that an expression begins with, through the only value of those that are assigned once."""
    for _ in range(_FARTHEST):
        while isinstance(value, ast.Attribute | ast.Subscript | ast.Await | ast.Call):
            value = value.func if isinstance(value, ast.Call) else value.value
        if not isinstance(value, ast.Name):
            return ""
        values = bound.get(value.id, [])
        if len(values) != 1:
            return "" if values else value.id
        value = values[0]
    return ""


def _bound(node: ast.AST) -> dict[str, list[ast.expr]]:
    """Names with the values, or what these are elements of, that they are bound to."""
    bound: dict[str, list[ast.expr]] = {}
    for target, value in _bindings(node):
        for part in walk(target):
            if isinstance(part, ast.Name):
                bound.setdefault(part.id, []).append(value)
    return bound


def _bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    for part in walk(node):
        match part:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
                yield target, value
            case ast.comprehension(target=target, iter=value):
                yield target, value
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                yield target, value
