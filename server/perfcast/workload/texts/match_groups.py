"""What code asks the matches of its regular expressions for: ``m.group("date")``, ``day, clock = m.groups()``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.regexes import MATCHING

#: Methods that give much the same text.
SAME_TEXT: Final = frozenset({"strip", "rstrip", "lstrip", "lower", "upper", "removesuffix", "removeprefix", "replace"})
#: A group of a regular expression, by name or number.
Group = str | int


def matches_in(body: Sequence[ast.AST]) -> Iterator[str]:
    """Names of what a regular expression gives for a text."""
    for part in body:
        match part:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=made)
                | ast.NamedExpr(target=ast.Name(id=name), value=made)
            ) if method_called(made) in MATCHING:
                yield name
            case (
                ast.For(target=ast.Name(id=name), iter=over) | ast.comprehension(target=ast.Name(id=name), iter=over)
            ) if method_called(over) == "finditer":
                yield name


def named_groups(body: Sequence[ast.AST], matches: Collection[str]) -> dict[str, Group]:
    """The groups of a match that names are bound to, one by one or all at once."""
    found: dict[str, Group] = {}
    for part in body:
        match part:
            case ast.Assign(
                targets=[ast.Tuple(elts=targets)], value=ast.Call(func=ast.Attribute(attr=method), args=of)
            ):
                groups = range(1, 1 + len(targets)) if method == "groups" and not of else _written(method, of)
                found |= {to.id: one for to, one in zip(targets, groups, strict=False) if isinstance(to, ast.Name)}
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                group = group_asked(value, matches, {})
                if group is not None:
                    found[name] = group
    return found


def group_asked(node: ast.expr, matches: Collection[str], named: Mapping[str, Group]) -> Group | None:
    """The group of a match, or the first word of it, that an expression asks for by a constant, or that a name is
    bound to."""
    match node:
        case ast.Call(func=ast.Attribute(attr="group"), args=[ast.Constant(value=str(group) | int(group))]):
            return group
        case ast.Subscript(
            value=ast.Call(func=ast.Attribute(attr="groups"), args=[]), slice=ast.Constant(value=int(n))
        ):
            return n + 1
        case ast.Subscript(
            value=ast.Call(func=ast.Attribute(value=of, attr="split"), args=[], keywords=[]),
            slice=ast.Constant(value=0),
        ):
            return group_asked(of, matches, named)
        # By a name, what `groupdict` gives is asked, too.
        case ast.Subscript(value=ast.Name(id=of), slice=ast.Constant(value=str(group) | int(group))):
            return group if isinstance(group, str) or of in matches else None
        case ast.Call(func=ast.Attribute(value=of, attr=method)) if method in SAME_TEXT:
            return group_asked(of, matches, named)
    return named.get(node.id) if isinstance(node, ast.Name) else None


def method_called(node: ast.expr) -> str:
    """The last name of what a call calls; '' of all else."""
    return last_name(node.func) if isinstance(node, ast.Call) else ""


def _written(method: str, arguments: Sequence[ast.expr]) -> list[Group]:
    """Those of ``group(1, 2)``; none of other methods."""
    values = [one.value for one in arguments if isinstance(one, ast.Constant)] if method == "group" else []
    return [one for one in values if isinstance(one, str | int)]
