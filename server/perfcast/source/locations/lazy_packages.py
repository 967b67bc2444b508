"""Packages that load what they hold when it is asked for, by way of ``lazy_loader`` (SPEC 1): what they hold, written
out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

#: Bytes of the largest stub that is read.
_LARGEST: Final = 200_000
#: What loads a module's attributes when they are asked for.
LOADING: Final = "__getattr__"


def stub_of(path: str) -> str:
    """Where the stub of a package lies, told the path of its ``__init__.py``."""
    return f"{path}i"


def written_out(body: Iterable[ast.stmt], path: str) -> list[ast.stmt]:
    """Statements of a file's top level, with the imports that they stand for in the place of those that load lazily.

    Args:
        path: of the file; what its stub says is left out where that cannot be read.
    """
    found: list[ast.stmt] = []
    for statement in body:
        call = _loading(statement)
        found += [statement] if call is None else _imports(call, path)
    return found


def _loading(statement: ast.stmt) -> ast.Call | None:
    """The call of ``attach`` or ``attach_stub`` whose result the statement assigns; None for others."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    call = statement.value
    names = [node.id for target in statement.targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return call if LOADING in names and _called(call) in {"attach", "attach_stub"} else None


def _called(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _imports(call: ast.Call, path: str) -> list[ast.stmt]:
    if _called(call) == "attach_stub":
        return _of_stub(path)
    given = dict(zip(("submodules", "submod_attrs"), call.args[1:], strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    parts, members = (_literal(given.get(name)) for name in ("submodules", "submod_attrs"))
    lines = [f"from . import {name}" for name in sorted(_texts(parts))]
    if isinstance(members, Mapping):
        lines += [f"from .{part} import {name}" for part, names in members.items() for name in _texts(names)]
    try:
        return ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError):
        return []


def _of_stub(path: str) -> list[ast.stmt]:
    try:
        stub = Path(stub_of(path))
        found = stub.stat()
        return [*_parsed(stub, found.st_mtime_ns, found.st_size)] if found.st_size <= _LARGEST else []
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []


@lru_cache(maxsize=8)
def _parsed(stub: Path, changed: int, size: int) -> tuple[ast.stmt, ...]:
    """Imports of a stub as it was then, which is asked for each name that comes from its package. Raises what reading
    and parsing it raise."""
    return tuple(node for node in ast.parse(stub.read_bytes()).body if isinstance(node, ast.ImportFrom))


def _literal(node: ast.expr | None) -> Any:
    try:
        return None if node is None else ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _texts(values: Any) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list | tuple | set) else []
