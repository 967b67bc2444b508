"""What is called as something of SciPy's or scikit-learn's is, and is another's, such as a class of the file's own."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode, SourceFile
from perfcast.source.special import last_name
from perfcast.source.walking import walk
from perfcast.workload.estimator_names import CLASSIFIER, KNOWN, PACKAGES, REGRESSOR
from perfcast.workload.scientific import KNOWN_FUNCTIONS

#: What has functions and classes of these names that take the same.
_LIBRARIES: Final = PACKAGES | {"scipy", "numpy", "pandas", "cupyx"}
_NAMED: Final = KNOWN | KNOWN_FUNCTIONS
#: Behind the name of a namesake, so that it is taken for nothing else.
_MARK: Final = "_of_others"


def without_namesakes(node: FunctionNode, file: SourceFile) -> FunctionNode:
    """A function of the file with other names in the place of those that it calls such a thing by; itself where it
    calls none."""
    own = {name: part for part in walk(node) if isinstance(part, ast.stmt) for name in _imported(part)}

    def is_namesake(called: ast.expr) -> bool:
        name = last_name(called)
        if name not in _NAMED and not name.endswith((CLASSIFIER, REGRESSOR)):
            return False
        root = called
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return True
        binding = own.get(root.id) or next(
            (stmt for stmt in file.binding(root.id) if root.id in set(_imported(stmt))), None
        )
        return binding is None or _library(binding, root.id) not in _LIBRARIES

    if not any(isinstance(part, ast.Call) and is_namesake(part.func) for part in walk(node)):
        return node
    made = copy.deepcopy(node)
    for part in walk(made):
        if isinstance(part, ast.Call) and is_namesake(part.func):
            if isinstance(part.func, ast.Name):
                part.func.id += _MARK
            elif isinstance(part.func, ast.Attribute):
                part.func.attr += _MARK
    return made


def _imported(statement: ast.stmt) -> Iterator[str]:
    """Names that it imports."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        for one in statement.names:
            yield one.asname or one.name.partition(".")[0]


def _library(statement: ast.stmt, name: str) -> str:
    """The package that a name is imported from; empty where that is the file's own."""
    if isinstance(statement, ast.ImportFrom):
        return "" if statement.level else (statement.module or "").partition(".")[0]
    if isinstance(statement, ast.Import):
        found = (one.name for one in statement.names if name == (one.asname or one.name.partition(".")[0]))
        return next(found, "").partition(".")[0]
    return ""
