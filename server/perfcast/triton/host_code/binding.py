"""What an assignment does to the names of the code that is followed."""

from __future__ import annotations

import ast

from perfcast.triton.host_code.values import UNKNOWN, Context, Instance


def bind(names: dict[str, object], target: ast.expr, value: object) -> None:
    """What an assignment to the target does; parts of what cannot be told are `UNKNOWN`."""
    if isinstance(target, ast.Name):
        names[target.id] = value
    elif isinstance(target, ast.Starred):
        bind(names, target.value, UNKNOWN)
    elif isinstance(target, ast.Tuple | ast.List):
        parts: list[object] = list(value) if isinstance(value, list | tuple) else []
        fits = len(parts) == len(target.elts) and not any(isinstance(one, ast.Starred) for one in target.elts)
        for index, one in enumerate(target.elts):
            bind(names, one, parts[index] if fits else UNKNOWN)
    elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        container = names.get(target.value.id)
        if isinstance(container, dict) and isinstance(target.slice, ast.Constant):
            container[target.slice.value] = value
    elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        owner = names.get(target.value.id)
        if isinstance(owner, Context | Instance):
            owner.kept[target.attr] = value
