"""Small questions to and edits of syntax trees, shared by composition, naming and styles."""

import ast
import builtins
from collections.abc import Mapping

BUILTINS = frozenset(dir(builtins))
Function = ast.FunctionDef | ast.AsyncFunctionDef


# The field that holds the name which a node binds.
_BINDING: dict[type[ast.AST], str] = {
    ast.arg: "arg",
    ast.FunctionDef: "name",
    ast.ClassDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}


def bound_names(tree: ast.AST) -> set[str]:
    """All names that the tree binds: variables, arguments, functions and classes, not imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif name := getattr(node, _BINDING.get(type(node), ""), None):
            names.add(name)
    return names


def bound_outside_comprehensions(tree: ast.AST) -> set[str]:
    """Variables and arguments that live beyond an expression."""
    inside = {
        id(node) for part in ast.walk(tree) if isinstance(part, ast.comprehension) for node in ast.walk(part.target)
    }
    stored = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return {node.id for node in stored if id(node) not in inside} | {
        node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)
    }


def loaded_names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def all_names(tree: ast.AST) -> set[str]:
    return bound_names(tree) | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def class_level_names(tree: ast.AST) -> set[str]:
    """Names bound in class bodies and in strings of named tuples: reached as attributes, so never renamed alone."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                    names.add(statement.name)
                else:
                    names |= bound_names(statement)
    return names


def rename(tree: ast.AST, names: Mapping[str, str]) -> None:
    """Rename variables, arguments, functions and the keywords that name them, in place; attributes stay."""
    attributes = {id(node) for holder in _classes(tree) for statement in holder.body for node in _bindings(statement)}
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own |= {
        holder.name for holder in _classes(tree) if any(getattr(node, "name", "") == "__init__" for node in holder.body)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in own:
            for keyword in node.keywords:
                if keyword.arg:
                    keyword.arg = names.get(keyword.arg, keyword.arg)
    for node in ast.walk(tree):
        if id(node) in attributes:
            continue
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
        elif isinstance(node, ast.Nonlocal | ast.Global):
            node.names = [names.get(name, name) for name in node.names]
        elif type(node) in _BINDING:
            field = _BINDING[type(node)]
            setattr(node, field, names.get(getattr(node, field), getattr(node, field)))


def _classes(tree: ast.AST) -> list[ast.ClassDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def _bindings(statement: ast.stmt) -> list[ast.AST]:
    """The nodes by which a statement of a class body makes an attribute."""
    if isinstance(statement, ast.Assign):
        return [node for target in statement.targets for node in ast.walk(target)]
    return [statement.target] if isinstance(statement, ast.AnnAssign) else [statement]


def parameters(function: Function) -> list[str]:
    spec = function.args
    return [argument.arg for argument in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]


def fresh(wanted: str, taken: set[str]) -> str:
    """`wanted`, or it with the first number that makes it new; recorded as taken."""
    name, number = wanted, 2
    while name in taken or name in BUILTINS:
        name, number = f"{wanted}{number}", number + 1
    taken.add(name)
    return name
