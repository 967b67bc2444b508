"""Bytes of generators, as CPython 3.11 has them: the frame is a part of the object, with a place for each name of the
function and for each value that it may put on its stack."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from types import CodeType, GeneratorType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.object_sizes import POINTER

#: Of one without names and stack, with what the garbage collector puts before it.
_BARE: Final = 168
#: Places of a generator whose function's text does not compile by itself, and bytes of one that has so many.
_PLACES: Final = 6
TYPICAL: Final = _BARE + POINTER * _PLACES
#: Code of the interpreter's generators that stand for the unit's -> tells the bytes of one, and what it holds, by its
#: names.
READERS: Final[dict[CodeType, Callable[[Mapping[str, Any]], tuple[int, Collection[Any]]]]] = {}

GeneratorNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp


def generator_bytes(node: GeneratorNode) -> Callable[[], int]:
    """What gives the bytes of a generator of that definition; found when it is asked for first."""
    known: list[int] = []

    def size() -> int:
        if not known:
            known.append(_BARE + POINTER * _places(node))
        return known[0]

    return size


def stands_for_one(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Whether it stands for a generator of the unit's, and is not one of the interpreter's alone."""
    return generator.gi_code in READERS


def has_begun(generator: GeneratorType[Any, Any, Any]) -> bool:
    return inspect.getgeneratorstate(generator) != inspect.GEN_CREATED


def held_by(generator: GeneratorType[Any, Any, Any]) -> tuple[int, Collection[Any]]:
    """The bytes of one that stands for the unit's, and what it holds. The generator keeps what it is asked here."""
    frame = generator.gi_frame
    return (TYPICAL, ()) if frame is None else READERS[generator.gi_code](frame.f_locals)


def _places(node: GeneratorNode) -> int:
    alone = copy.copy(node)
    if isinstance(alone, ast.FunctionDef | ast.AsyncFunctionDef):
        alone.decorator_list, alone.returns = [], None
    if not isinstance(alone, ast.GeneratorExp):
        # Code of its defaults would come first.
        alone.args = copy.copy(alone.args)
        alone.args.defaults, alone.args.kw_defaults = [], [None] * len(alone.args.kwonlyargs)
    statement = ast.Expr(alone) if isinstance(alone, ast.expr) else alone
    # Compiled, not run. What stands further out is not there: a name of it, or what says that it is, may be refused.
    try:
        module = compile(ast.fix_missing_locations(ast.Module([statement], [])), "", "exec", dont_inherit=True)
    except (SyntaxError, TypeError, ValueError, RecursionError):
        return _PLACES
    code = next(_codes(module), None)
    if code is None:
        return _PLACES
    cells = set(code.co_cellvars) - set(code.co_varnames)
    return code.co_nlocals + len(cells) + len(code.co_freevars) + code.co_stacksize


def _codes(module: CodeType) -> Iterator[CodeType]:
    return (one for one in module.co_consts if isinstance(one, CodeType))
