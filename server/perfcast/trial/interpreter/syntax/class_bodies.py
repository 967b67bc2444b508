"""Bodies of classes: the names that their statements give the class, and the fields of a dataclass."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.references import names_bound_by
from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.objects.classes import Class, mangled
from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.missing import MISSING

#: What may bind names in a class's body that are not written there.
_BINDING = frozenset({"locals", "vars", "globals", "exec"})


class Member(NamedTuple):
    """A statement of a class's body.

    Attributes:
        run: runs it, and tells whether it could be.
        names: that it gives the class; None where they are not known.
    """

    run: Callable[[Frame], bool]
    names: frozenset[str] | None


def undone(members: list[Member], frame: Frame) -> frozenset[str] | None:
    """Runs them all, and tells which names the class lacks then; None where nobody knows them.

    A normal form has what a unit uses in the order of its mention: what cannot be run may be after those that follow.
    """
    waiting = [member for member in members if not member.run(frame)]
    while True:
        left = [member for member in waiting if not member.run(frame)]
        if len(left) == len(waiting):
            break
        waiting = left
    if left:
        frame.leaves_defaults = True
        left = [member for member in left if not member.run(frame)]
        frame.leaves_defaults = False
    names = [member.names for member in left]
    return None if None in names else frozenset().union(*(one for one in names if one is not None))


def names_of(statement: ast.stmt, within: str) -> frozenset[str] | None:
    """Names that a statement of a class's body gives the class; None where that cannot be told."""
    if isinstance(statement, ast.Expr):
        return None
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({mangled(statement.name, within)})
    found = set()
    for part in walk(statement):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found.add(mangled(part.id, within))
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(mangled(part.name, within))
        elif isinstance(part, ast.Call) and last_name(part.func) in _BINDING:
            return None
        found.update(mangled(name, within) for name in names_bound_by(part))
    return frozenset(found)


def give_fields(made: Class, node: ast.ClassDef, inner: Frame) -> None:
    """Gives a dataclass its fields, and those of the ones that it extends."""
    made.fields = {}
    for base in reversed(made.order[1:]):
        made.fields |= base.fields or {}
    made.fields |= _fields(node, inner)
    for name in made.fields.keys() & made.attributes.keys():
        default = made.fields[name].default
        if isinstance(made.attributes[name], Field):
            del made.attributes[name]
        if default is not MISSING:
            made.attributes[name] = default


def _fields(node: ast.ClassDef, inner: Frame) -> dict[str, Field]:
    """Of the body of a dataclass."""
    options = [d for d in node.decorator_list if isinstance(d, ast.Call)]
    by_name = any(k.arg == "kw_only" and getattr(k.value, "value", False) for d in options for k in d.keywords)
    found: dict[str, Field] = {}
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        kind, written = bare_name(statement.annotation), statement.target.id
        name = mangled(written, node.name)
        if kind == "KW_ONLY":
            by_name = True
        elif kind != "ClassVar":
            given = inner.names.get(written, MISSING)
            field = given if isinstance(given, Field) else Field(given)
            found[name] = replace(field, by_name=field.by_name or by_name, is_passed_on=kind == "InitVar")
    return found


def bare_name(node: ast.expr) -> str:
    """The last name of a base or decorator."""
    if isinstance(node, ast.Call):
        return bare_name(node.func)
    if isinstance(node, ast.Subscript):
        return bare_name(node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
