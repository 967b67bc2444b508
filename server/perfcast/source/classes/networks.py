"""How a file makes instances of its neural networks' modules."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from perfcast.source.definitions.bindings import Bindings
from perfcast.source.definitions.calls import CallSite
from perfcast.source.definitions.dunder_methods import called_name
from perfcast.source.definitions.references import references
from perfcast.source.definitions.units import FunctionNode

#: Calls of a class that are looked at.
MOST_CALLS: Final = 40


@dataclass(frozen=True)
class Made:
    """How a file makes instances of one of its modules.

    Attributes:
        call: the first that makes one of nothing but what the file holds; None where none does.
        names: on which that rests: all that its calls mention.
    """

    call: ast.Call | None
    names: frozenset[str]


@dataclass(frozen=True)
class Outer:
    """A module of a file that others are parts of.

    Attributes:
        node: its class; call: how the file makes one, None where nobody says.
        names: on which that rests.
    """

    node: ast.ClassDef
    call: ast.Call | None
    names: frozenset[str]


def mentioned(node: ast.AST) -> frozenset[str]:
    """Names of what code may make instances of: what it calls, hands to what it calls, or has as a default."""
    found: set[str] = set()
    for part in ast.walk(node):
        given: Iterable[ast.AST | None] = ()
        if isinstance(part, ast.Call) and called_name(part) not in _ASKING:
            given = (part.func, *part.args, *(one.value for one in part.keywords))
        elif isinstance(part, ast.arguments):
            given = (*part.defaults, *part.kw_defaults)
        found.update(one.id for one in given if isinstance(one, ast.Name))
    return frozenset(found)


#: Functions of classes that make no instance.
_ASKING: Final = frozenset({"isinstance", "issubclass", "super"})


def made_by(
    calls: Iterable[CallSite], owner: ast.ClassDef, binds: Callable[[str], bool], meaning: Callable[[str], object]
) -> Made:
    """How instances of a class are made: by a call of it, else of a function that gives one.

    Args:
        calls: of the class's name.
        binds: whether the file binds a name; meaning: the definition that it stands for, if it does.
    """
    sites = [(site, references(site.node).names) for site in islice(calls, MOST_CALLS)]
    mentions = frozenset().union(*(names for _, names in sites))
    init = method_of(owner, "__init__")
    if init is None or not needs_arguments(init):
        return Made(None, mentions)
    found = next((site.node for site, names in sites if _is_told(site, names, binds)), None)
    if found is None:
        givers = (giver for site, _ in sites if (giver := _giver(site)) is not None)
        giver = next((one for one in givers if meaning(one.name) is one), None)
        if giver is not None:
            call = ast.copy_location(ast.Call(ast.Name(giver.name, ast.Load()), [], []), giver)
            return Made(ast.fix_missing_locations(call), mentions | {giver.name})
    return Made(found, mentions)


def _giver(site: CallSite) -> FunctionNode | None:
    """The function that gives what a call makes, where it can be called without arguments."""
    function = site.functions[-1] if len(site.functions) == 1 else None
    if not isinstance(function, ast.FunctionDef) or needs_arguments(function, is_method=False):
        return None
    if any(isinstance(one, _LONG) for one in function.body):
        # What trains a network gives it, too.
        return None
    names = {
        one.targets[0].id
        for one in function.body
        if isinstance(one, ast.Assign) and one.value is site.node and isinstance(one.targets[0], ast.Name)
    }
    given = (one.value for one in function.body if isinstance(one, ast.Return))
    gives = any(value is site.node or (isinstance(value, ast.Name) and value.id in names) for value in given)
    return function if gives else None


def _is_told(site: CallSite, names: frozenset[str], binds: Callable[[str], bool]) -> bool:
    if not isinstance(site.node.func, ast.Name):
        return False
    bound = [Bindings.of_function(function) for function in site.functions]
    local = any(scope.binds(name) for scope in bound for name in names)
    return not local and all(binds(name) or name in _PLAIN for name in names)


_PLAIN: Final = frozenset(
    {"len", "range", "list", "tuple", "dict", "int", "float", "max", "min", "sum", "set", "sorted"}
)


_LONG: Final = ast.For | ast.While | ast.With | ast.Try


def method_of(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    """A class's own method of that name."""
    return next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == name), None)


def needs_arguments(function: ast.FunctionDef, *, is_method: bool = True) -> bool:
    """Whether a function cannot be called with nothing, or nothing but the instance."""
    args = function.args
    return len(args.posonlyargs) + len(args.args) - is_method > len(args.defaults) or None in args.kw_defaults
