"""Arrays that a class is made with and that its methods count by: ``np.bincount(self.labels[rows])`` takes whole
numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from perfcast.source.definitions.units import is_attribute_of, own_name
from perfcast.source.parsing.rewriting import rewritten
from perfcast.workload.arrays.roles import with_roles
from perfcast.workload.language.workload import Argument, Workload
from perfcast.workload.receivers.supplies import is_field, kept_as


def with_kept_arrays(made: Workload, owner: ast.ClassDef) -> Workload:
    """What the constructor is called with, with whole numbers for arrays that methods use as places or classes."""
    if not any(map(_is_open, made.arguments)):
        return made
    kept = kept_as(owner)
    return Workload(tuple(_in_its_role(one, kept.get(one.name or ""), owner) for one in made.arguments))


def _is_open(argument: Argument) -> bool:
    return argument.type.name == "float64" and len(argument.type.shape) == 1


def _in_its_role(argument: Argument, attribute: str | None, owner: ast.ClassDef) -> Argument:
    name = argument.name or ""
    held = attribute or (name if is_field(owner, name) else None)
    if held is None or not _is_open(argument):
        return argument
    for method in _asking(owner, held):
        (found,) = with_roles(method, [replace(argument, name=held)], argument.type.shape[0])
        if found.type.name != argument.type.name:
            return replace(found, name=argument.name)
    return argument


def _asking(owner: ast.ClassDef, attribute: str) -> Iterator[ast.FunctionDef]:
    """Methods that ask for an attribute, for reading alone: with its name where it is asked for."""
    for method in owner.body:
        own = own_name(method) if isinstance(method, ast.FunctionDef) else ""
        if isinstance(method, ast.FunctionDef) and any(_is_read(part, own, attribute) for part in ast.walk(method)):
            yield rewritten(method, _ByName(own, attribute))


def _is_read(node: ast.AST, own: str, attribute: str) -> bool:
    return is_attribute_of(node, own) and node.attr == attribute and isinstance(node.ctx, ast.Load)


class _ByName(ast.NodeTransformer):
    def __init__(self, own: str, attribute: str) -> None:
        self._own, self._attribute = own, attribute

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if _is_read(node, self._own, self._attribute):
            return ast.Name(self._attribute, ast.Load())
        self.generic_visit(node)
        return node
