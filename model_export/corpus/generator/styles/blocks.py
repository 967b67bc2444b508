"""Walking over the statement lists of functions, which most rewrites work on."""

import ast
from collections.abc import Iterator

from model_export.corpus.generator.trees import Function

_EFFECTS = frozenset((
    "add", "flush", "compress", "append", "appendleft",
    "choice", "choices", "clear", "discard", "extend", "fill", "find", "gauss",
    "get_nowait", "heapify", "heappop", "heappush", "heappushpop", "heapreplace", "insert", "insort", "move_to_end",
    "next", "normal", "pop", "popitem", "popleft", "push", "put", "randint", "random", "randrange", "read",
    "readline", "remove", "resize", "reverse", "rotate", "sample", "seek", "send", "setdefault", "shuffle", "sort",
    "subtract", "uniform", "union", "update", "write", "writerow",
))  # fmt: skip


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every list of statements inside functions, outer ones first."""
    for function in functions(tree):
        todo: list[ast.AST] = [function]
        while todo:
            node = todo.pop()
            for name in ("body", "orelse", "finalbody"):
                statements = getattr(node, name, None)
                if not isinstance(statements, list) or not statements:
                    continue
                yield statements
                todo += [child for child in statements if not isinstance(child, ast.FunctionDef | ast.ClassDef)]
            for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                todo.append(part)


def has_effects(node: ast.AST) -> bool:
    """Whether evaluating might change something, so that order matters."""
    for child in ast.walk(node):
        if isinstance(child, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
            return True
        if isinstance(child, ast.Call):
            called = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
            if called in _EFFECTS:
                return True
    return False


def own_loop_statements(loop: ast.For | ast.While) -> Iterator[ast.stmt]:
    """Statements of a loop's body, without those of loops and functions inside."""
    todo = list(loop.body)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.For | ast.While | ast.FunctionDef | ast.ClassDef):
            todo += getattr(node, "orelse", [])
            continue
        todo += [
            child
            for child in ast.walk(node)
            if isinstance(child, ast.stmt) and child is not node and _parent_is(node, child)
        ]


def _parent_is(node: ast.stmt, child: ast.stmt) -> bool:
    for name in ("body", "orelse", "finalbody"):
        if child in getattr(node, name, []):
            return True
    return any(child in part.body for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())))


def size(node: ast.AST) -> int:
    return sum(1 for _ in ast.walk(node))


_READERS = frozenset(("len", "enumerate", "range", "sum", "min", "max", "sorted", "list", "set", "abs", "str", "int"))


def mutated(name: str, statements: list[ast.stmt]) -> bool:
    """Whether the statements may rebind the variable, change what it holds or hand it to who might."""
    return any(_changes(name, node) for statement in statements for node in ast.walk(statement))


def _changes(name: str, node: ast.AST) -> bool:
    match node:
        case ast.Name(id=found):
            return found == name and not isinstance(node.ctx, ast.Load)
        case ast.Attribute(value=ast.Name(id=found)):
            return found == name
        case ast.Subscript(value=ast.Name(id=found)):
            return found == name and not isinstance(node.ctx, ast.Load)
        case ast.Call():
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            return called not in _READERS and any(isinstance(part, ast.Name) and part.id == name for part in node.args)
    return False
