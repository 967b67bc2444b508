"""Functions of NumPy that a file imports one by one, called as most files call them: ``np.exp`` in the place of
``exp``."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterator
from typing import Final

from perfcast.source import FunctionNode, SourceFile
from perfcast.source.definitions.references import references
from perfcast.source.parsing.walking import walk

#: Where functions are imported from -> what stands for that.
_MODULES: Final = {"numpy": "np", "numpy.linalg": "np.linalg", "numpy.fft": "np.fft"}


def called_by_name(node: FunctionNode) -> frozenset[str]:
    """Names from around a function that it calls, each of which may be one of NumPy's."""
    called = {call.func.id for call in walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}
    return frozenset(called) & references(node).names if called else frozenset()


def imports_from_numpy(name: str, file: SourceFile) -> bool:
    """Whether a name of the file is one of NumPy's functions."""
    return _usual_name(name, file) is not None


def with_usual_names(node: FunctionNode, file: SourceFile) -> FunctionNode:
    """A function of the file that calls NumPy's functions by their module; itself where it does so, or calls none."""
    usual = {name: found for name in called_by_name(node) if (found := _usual_name(name, file)) is not None}
    if not usual:
        return node
    made = copy.deepcopy(node)
    for call, name in _calls_by(made, usual):
        call.func = ast.parse(usual[name], mode="eval").body
    return made


def _calls_by(node: FunctionNode, names: Collection[str]) -> Iterator[tuple[ast.Call, str]]:
    for call in walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
            yield call, call.func.id


def _usual_name(name: str, file: SourceFile) -> str | None:
    """``np.exp``, for a name that the file imports that by; None for what is none of NumPy's functions."""
    for statement in file.binding(name):
        if isinstance(statement, ast.ImportFrom) and not statement.level and statement.module in _MODULES:
            found = next((one.name for one in statement.names if name == (one.asname or one.name)), None)
            return None if found is None else f"{_MODULES[statement.module]}.{found}"
    return None
