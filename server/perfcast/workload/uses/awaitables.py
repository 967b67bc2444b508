"""Functions among a unit's parameters that have to give something to await: ``await fetch(url)``, ``Callable[[str],
Awaitable[bytes]]``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.union_annotations import alternatives
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import ASYNC_FUNCTION, FUNCTION
from perfcast.workload.uses.name_uses import is_name

#: Annotations of what can be awaited, and of what may be anything.
_AWAITABLE: Final = frozenset({"Awaitable", "Coroutine", "CoroutineType", "Future", "Task"})
_ANYTHING: Final = frozenset({"Any", "object"})
#: What is given something to await.
_AWAITING: Final = frozenset(
    {"gather", "create_task", "ensure_future", "wait_for", "shield", "run_until_complete", "run_coroutine_threadsafe"}
)


def with_awaitables(
    node: FunctionNode, arguments: list[Argument], annotations: Mapping[str, ast.expr | None]
) -> list[Argument]:
    """Arguments of which those functions give something to await that the unit awaits, or that say so.

    Args:
        annotations: of those whose values nobody says, by name.
    """
    if all(one.type != FUNCTION for one in arguments):
        return arguments
    awaited = set(_awaited(node))
    found = []
    for one in arguments:
        name = one.name or ""
        if one.type == FUNCTION and name in annotations:
            given = [last_name(said) for said in _given(annotations[name])]
            is_open = not given or any(said in _ANYTHING for said in given)
            if any(said in _AWAITABLE for said in given) or (is_open and name in awaited):
                one = replace(one, type=ASYNC_FUNCTION)  # noqa: PLW2901
        found.append(one)
    return found


def _given(annotation: ast.expr | None) -> Iterator[ast.expr]:
    """What functions give, by an annotation; nothing where it does not say that."""
    for one in alternatives(annotation):
        match one:
            case ast.Subscript(slice=ast.Tuple(elts=[_, result])):
                for said in alternatives(result):
                    yield said.value if isinstance(said, ast.Subscript) else said


def _awaited(node: FunctionNode) -> Iterator[str]:
    """Names of functions of which what they give is awaited, alone or among others."""
    for part in parts_of(node, ast.Await, ast.Call):
        match part:
            case ast.Await(value=ast.Call(func=ast.Name(id=name))):
                yield name
            case ast.Call(func=func, args=given) if last_name(func) in _AWAITING or _is_run(func):
                calls = (inner for one in given for inner in walk(one) if isinstance(inner, ast.Call))
                yield from (call.func.id for call in calls if isinstance(call.func, ast.Name))


def _is_run(func: ast.expr) -> bool:
    return isinstance(func, ast.Attribute) and func.attr == "run" and is_name(func.value, "asyncio")
