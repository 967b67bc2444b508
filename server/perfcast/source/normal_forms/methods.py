"""What methods tell of other members of their class, by their code alone."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Sequence
from typing import Final, TypeGuard

from perfcast.source.classes.constructors import field_names, is_enumeration
from perfcast.source.definitions.dunder_methods import OF_TWO, called_name, last_name, special_methods
from perfcast.source.definitions.references import references
from perfcast.source.definitions.units import FunctionNode
from perfcast.source.printing import changed

#: Decorators of methods that tell nobody of them, and those of what belongs to a property.
_OWN_DECORATORS: Final = frozenset({"property", "cached_property", "staticmethod", "classmethod"})
_OF_PROPERTIES: Final = frozenset({"setter", "getter", "deleter"})
#: What a class that is extended may call on itself to be made, and what that is made by, part by part.
_HOOK: Final = re.compile(r"_*(?:set_?up|init|build|create|make|configure|prepare)(?:_\w*)?")
_PART_OF_HOOK: Final = re.compile(r"_*set_\w+")
#: Bases that call nothing that is written in what extends them.
_IDLE_BASES: Final = frozenset(dir(builtins)) | {"ABC", "Generic", "NamedTuple", "Protocol", "TypedDict"}


def hooks(owner: ast.ClassDef) -> set[str]:
    """Names of methods by which classes that it extends may let it make its instances; they take no arguments."""
    if all(last_name(base.value if isinstance(base, ast.Subscript) else base) in _IDLE_BASES for base in owner.bases):
        return set()
    methods = [part for part in owner.body if isinstance(part, ast.FunctionDef)]
    found = {one.name for one in methods if _HOOK.fullmatch(one.name) and not _needs_arguments(one)}
    return found | {one.name for one in methods if found and _PART_OF_HOOK.fullmatch(one.name)}


def _needs_arguments(method: ast.FunctionDef) -> bool:
    args = method.args
    return len(args.posonlyargs) + len(args.args) - len(args.defaults) > 1 or None in args.kw_defaults


def is_told_by_name(part: ast.stmt) -> TypeGuard[FunctionNode]:
    """Whether a class's part is a method that only code runs which mentions its name."""
    if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) or part.name.startswith("__"):
        return False
    if _HOOK.fullmatch(part.name) or _PART_OF_HOOK.fullmatch(part.name):
        return False
    return all(
        one.attr in _OF_PROPERTIES if isinstance(one, ast.Attribute) else called_name(one) in _OWN_DECORATORS
        for one in part.decorator_list
    )


def members_used(member: FunctionNode, owner: ast.ClassDef) -> frozenset[str]:
    bases = {owner.name}
    arguments = [*member.args.posonlyargs, *member.args.args]
    if arguments and not any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in member.decorator_list):
        bases.add(arguments[0].arg)
    used = references(member)
    nodes = list(ast.walk(member))
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    # An instance may go by any name: ``made = cls(); made.add(1)``, or come as the other side of an operator.
    is_made = owner.name in used.names or not called.isdisjoint(bases) or member.name in OF_TWO
    through = {attribute for base, attribute in used.attributes if base in bases or is_made}
    through |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and _is_of_method(node.value, bases)}
    is_whole = is_made or _stands_alone(nodes, bases)
    if is_whole or is_enumeration(owner):
        # Of an enumeration, its instances are all there are.
        through |= field_names(owner)
    if is_whole:
        through |= special_methods(nodes)
        if not called.isdisjoint(bases):
            # What a neural network's module does when it is called.
            through |= {"forward"}
    header = references(changed(member, body=[]))
    return frozenset(through | header.names - {member.name})


def _is_of_method(node: ast.expr, names: Collection[str]) -> bool:
    """Whether a method of one of the names gives it, that may be the instance: ``self.fit(x).transform(x)``."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    of = node.func.value
    return (isinstance(of, ast.Name) and of.id in names) or _is_of_method(of, names)


def _stands_alone(nodes: Sequence[ast.AST], names: Collection[str]) -> bool:
    """Whether one of the names is used other than for what is behind its dot."""
    before_dots = sum(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names
        for node in nodes
    )
    return sum(isinstance(node, ast.Name) and node.id in names for node in nodes) > before_dots
