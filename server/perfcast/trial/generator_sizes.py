"""Bytes of generators as CPython keeps them: each has the whole frame of its function."""

from __future__ import annotations

import ast
from collections.abc import Generator
from types import CodeType
from typing import Any, Final
from weakref import WeakKeyDictionary

from perfcast.trial.memory import POINTER

#: Of one without names and without room to compute.
_LEAST: Final = 168
#: What is taken for one whose function cannot be compiled by itself.
_USUAL: Final = 200
#: The unit's generators -> their bytes; nothing for those that have begun, which the machine holds aside.
_WAITING: Final[WeakKeyDictionary[Generator[Any, Any, Any], list[int]]] = WeakKeyDictionary()


def generator_bytes(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Of one that a function makes."""
    alone = type(node)(node.name, node.args, node.body, [], None, lineno=1, col_offset=0)
    try:
        module = compile(ast.fix_missing_locations(ast.Module([alone], [])), "<generator>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, TypeError):
        return _USUAL
    code = next(one for one in module.co_consts if isinstance(one, CodeType) and one.co_name == node.name)
    names = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    return _LEAST + POINTER * (len(names) + code.co_stacksize)


def waits(generator: Generator[Any, Any, Any], nbytes: list[int]) -> Generator[Any, Any, Any]:
    """Notes a generator that has not begun.

    Args:
        nbytes: of it; it empties the list when it begins.
    """
    _WAITING[generator] = nbytes
    return generator


def bytes_of(generator: Generator[Any, Any, Any]) -> int | None:
    """None for one that is none of the unit's."""
    found = _WAITING.get(generator)
    return None if found is None else sum(found)
