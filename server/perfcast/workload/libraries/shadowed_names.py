"""What is called as something of SciPy's or scikit-learn's is, and is another's, such as a class of the file's own."""

from __future__ import annotations

import ast
import copy
from typing import Final, TypeGuard

from perfcast.source import FunctionNode, SourceFile
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.references import names_bound_by
from perfcast.source.parsing.walking import walk
from perfcast.workload.libraries.scipy import KNOWN_FUNCTIONS
from perfcast.workload.libraries.sklearn_names import CLASSIFIER, KNOWN, PACKAGES, REGRESSOR

#: What has functions and classes of these names that take the same.
_LIBRARIES: Final = PACKAGES | {"scipy", "numpy", "pandas", "cupyx"}
_NAMED: Final = KNOWN | KNOWN_FUNCTIONS
_IMPORTS: Final = (ast.Import, ast.ImportFrom)
#: Behind the name of a namesake, so that it is taken for nothing else.
_MARK: Final = "_of_others"


def without_namesakes(node: FunctionNode, file: SourceFile) -> FunctionNode:
    """A function of the file with other names in the place of those that it calls such a thing by; itself where it
    calls none."""
    if not any(map(_may_be_namesake, walk(node))):
        return node
    own = {name: part for part in walk(node) if isinstance(part, _IMPORTS) for name in names_bound_by(part)}

    def is_namesake(call: ast.AST) -> bool:
        if not _may_be_namesake(call):
            return False
        root = call.func
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return True
        binding = own.get(root.id) or next((one for one in file.binding(root.id) if isinstance(one, _IMPORTS)), None)
        return binding is None or _library(binding, root.id) not in _LIBRARIES

    if not any(map(is_namesake, walk(node))):
        return node
    made = copy.deepcopy(node)
    for part in filter(is_namesake, walk(made)):
        match part:
            case ast.Call(func=ast.Name() as called):
                called.id += _MARK
            case ast.Call(func=ast.Attribute() as called):
                called.attr += _MARK
    return made


def _may_be_namesake(part: ast.AST) -> TypeGuard[ast.Call]:
    """Whether it calls something by such a name."""
    name = last_name(part.func) if isinstance(part, ast.Call) else ""
    return name in _NAMED or name.endswith((CLASSIFIER, REGRESSOR))


def _library(statement: ast.Import | ast.ImportFrom, name: str) -> str:
    """The package that a name is imported from; empty where that is the file's own."""
    if isinstance(statement, ast.ImportFrom):
        return "" if statement.level else (statement.module or "").partition(".")[0]
    found = (one.name for one in statement.names if name == (one.asname or one.name.partition(".")[0]))
    return next(found, "").partition(".")[0]
