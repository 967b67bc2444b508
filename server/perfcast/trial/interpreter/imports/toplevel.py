"""What the statements of a module's top level have to do with its names."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TypeGuard

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.references import names_bound_by
from perfcast.source.parsing.walking import children, walk

_DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_IMPORTS = ast.Import | ast.ImportFrom
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_SCOPES = _DEFINITIONS | ast.Lambda | _COMPREHENSIONS


class TopLevel:
    """Of one module.

    Attributes:
        stars: its ``import *``, the last one first.
        listed: names in ``__all__``; None where there is none, or it is not simply written down.
        replaced_by: its ``import *`` within ``try``: what they give takes the place of what it has by the same name.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.stars: list[ast.ImportFrom] = []
        self.replaced_by: list[ast.ImportFrom] = []
        binding: dict[str, list[int]] = defaultdict(list)
        changing: dict[str, list[int]] = defaultdict(list)
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        # One that is called often is looked through once.
        binds = cache(_global)
        for place, statement in enumerate(tree.body):
            if _is_star(statement):
                self.stars.insert(0, statement)
                continue
            self.replaced_by += _taken_whole(statement)
            bound = {*_bound(statement), *_bound_by_calls(statement, functions, binds)}
            for name in bound:
                binding[name].append(place)
            for name in set(_changed(statement)) - bound:
                changing[name].append(place)
        self._body, self._binding = tree.body, binding
        self._making = {
            name: sorted({*places, *changing[name]}) if self._are_own(places) else places
            for name, places in binding.items()
        }
        self._ways: dict[str, frozenset[str]] = {}
        self.listed = _listed(self.of("__all__"))

    @property
    def names(self) -> frozenset[str]:
        """All that it binds by itself."""
        return frozenset(self._making)

    def binds(self, name: str) -> bool:
        """Whether one of the statements does."""
        return name in self._making

    def of(self, name: str) -> list[ast.stmt]:
        """The statements that make the name's value, in order; empty for one that it does not bind."""
        places = self._making.get(name, [])
        last = max((place for place in places if isinstance(self._body[place], _DEFINITIONS)), default=0)
        return [self._body[place] for place in places if place >= last]

    def place(self, statement: ast.stmt) -> int:
        """Where among the statements it stands."""
        return self._body.index(statement)

    def of_class(self, name: str, member: str) -> ast.expr | None:
        """What a class of the module assigns to one of its names, the last of that; None where it does not."""
        node = next((one for one in self.of(name) if isinstance(one, ast.ClassDef)), None)
        parts = [part for part in ([] if node is None else node.body) if member in assigned(part)]
        return parts[-1].value if parts and isinstance(parts[-1], ast.Assign | ast.AnnAssign) else None

    def extending(self, name: str) -> list[str]:
        """Names of the classes that are written to extend one of that name, in order."""
        classes = (node for node in self._body if isinstance(node, ast.ClassDef))
        return [node.name for node in classes if any(last_name(base) == name for base in node.bases)]

    def methods_of(self, name: str, method: str) -> list[ast.stmt]:
        """The definitions of a method in a class of the module, in order: a property has some; empty without."""
        node = next((one for one in self.of(name) if isinstance(one, ast.ClassDef)), None)
        body = [] if node is None else node.body
        return [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name == method]

    def entering(self, name: str) -> dict[int, ast.stmt]:
        """Statements, by place, that may put something into the name's value by way of functions: into a register."""
        places = {place for way in self.changed_by(name) for place in self._used[way]}
        if any(isinstance(statement, ast.ClassDef) and not _notes_subclasses(statement) for statement in self.of(name)):
            places = {place for place in places if not _is_plain_class(self._body[place])}
        return {place: self._body[place] for place in places}

    def filling(self, name: str) -> dict[int, ast.stmt]:
        """Statements, by place, that may put something into the name's value after the last that binds it: those that
        change it in its place, and as `entering`."""
        if not self._binding[name]:
            return {}
        last = max(self._binding[name])
        changing = {place: self._body[place] for place in self._making[name]}
        found = changing | self.entering(name)
        return {place: found[place] for place in sorted(found) if place > last}

    def changed_by(self, name: str) -> frozenset[str]:
        """The name, and those of functions and classes that may put something into its value; empty where nothing can
        be put into it."""
        if name not in self._ways:
            ways = set[str]()
            if any(_may_change(self._body[place]) for place in self._making.get(name, ())):
                ways = {name} | {
                    node.name
                    for node in self._body
                    if isinstance(node, _DEFINITIONS)
                    and any(isinstance(part, ast.Name) and part.id == name for part in walk(node))
                }
            self._ways[name] = frozenset(ways)
        return self._ways[name]

    def calls_of(self, names: Container[str]) -> Iterator[tuple[str, ast.stmt]]:
        """Statements that only call a function of one of these names, with its name."""
        for node in self._body:
            match node:
                case ast.Expr(ast.Call(ast.Name(name))) if name in names:
                    yield name, node

    @cached_property
    def _used(self) -> defaultdict[str, list[int]]:
        """Places of the statements that use a name at once."""
        found = defaultdict[str, list[int]](list)
        for place, statement in enumerate(self._body):
            for used in _used_at_once(statement):
                found[used].append(place)
        return found

    def _are_own(self, places: Sequence[int]) -> bool:
        """Whether not all that binds a name takes it from another module."""
        return not all(isinstance(self._body[place], _IMPORTS) for place in places)


def assigned(statement: ast.stmt) -> list[str]:
    """The names that a statement assigns one value to as a whole."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return []
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _notes_subclasses(node: ast.ClassDef) -> bool:
    """Whether a class, or its metaclass, may look at what extends it."""
    begun = (part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init_subclass__")
    return bool(node.keywords) or any(begun)


def _is_plain_class(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ClassDef) and not statement.decorator_list


def _may_change(statement: ast.stmt) -> bool:
    """Whether it assigns something that can be changed in its place, or is a class that begins with an empty one."""
    if isinstance(statement, ast.ClassDef):
        return any(isinstance(part, ast.Assign | ast.AnnAssign) and _is_empty(part.value) for part in statement.body)
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    return isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp | ast.Call) or (
        isinstance(value, ast.BinOp) and any(isinstance(side, ast.List) for side in (value.left, value.right))
    )


def _is_empty(value: ast.expr | None) -> bool:
    """Whether it makes a container with nothing in it."""
    match value:
        case (
            ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Call(ast.Name("dict" | "list" | "set" | "OrderedDict"), [], [])
        ):
            return True
        case ast.Call(ast.Name("defaultdict") | ast.Attribute(attr="defaultdict" | "OrderedDict")):
            return True
    return False


def _used_at_once(statement: ast.stmt) -> Iterator[str]:
    """Names of what a statement calls when it is run, or hands to what it calls: decorators, bases, bare calls."""
    nodes: list[ast.AST] = []
    if isinstance(statement, _DEFINITIONS):
        nodes += statement.decorator_list
        nodes += statement.bases if isinstance(statement, ast.ClassDef) else []
    elif isinstance(statement, ast.Expr | ast.For | ast.While | ast.With | ast.If | ast.Try):
        nodes += [node for node in _own_nodes(statement) if isinstance(node, ast.Call)]
    for node in nodes:
        for part in walk(node):
            if isinstance(part, ast.Name):
                yield part.id


def _is_star(statement: ast.stmt) -> TypeGuard[ast.ImportFrom]:
    return isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"


def _listed(statements: list[ast.stmt]) -> frozenset[str] | None:
    if len(statements) != 1 or not isinstance(statements[0], ast.Assign):
        return None
    try:
        return frozenset(ast.literal_eval(statements[0].value))
    except (ValueError, TypeError):
        return None


def _taken_whole(statement: ast.stmt) -> list[ast.ImportFrom]:
    """As modules take what was written in C in the place of their own, where there is such."""
    nodes = statement.body if isinstance(statement, ast.Try) else []
    return [node for node in nodes if _is_star(node)]


def _bound(statement: ast.stmt) -> Iterator[str]:
    for node in _own_nodes(statement):
        if isinstance(node, _DEFINITIONS):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            # What is deleted in the end was there for what stands between.
            yield node.id
        else:
            yield from names_bound_by(node)


def _global(function: ast.FunctionDef) -> frozenset[str]:
    """Names of the module that it binds."""
    return frozenset(name for node in walk(function) if isinstance(node, ast.Global) for name in node.names)


def _bound_by_calls(
    statement: ast.stmt,
    functions: Mapping[str, ast.FunctionDef],
    binds: Callable[[ast.FunctionDef], frozenset[str]],
) -> Iterator[str]:
    """Names of the module that functions of it bind that the statement calls for their own sake.

    Args:
        functions: of the module, by name; binds: gives the names that one of them binds.
    """
    for node in _own_nodes(statement):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            called = functions.get(node.value.func.id)
            yield from () if called is None else binds(called)


def _changed(statement: ast.stmt) -> Iterator[str]:
    """Names whose values it may change in their places, by assigning to a part or calling a method for its own sake."""
    for node in _own_nodes(statement):
        if isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            changed: ast.expr = node.value
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            changed = node.value.func.value if isinstance(node.value.func, ast.Attribute) else node.value
        else:
            continue
        while isinstance(changed, ast.Subscript | ast.Attribute | ast.Call):
            changed = changed.func if isinstance(changed, ast.Call) else changed.value
        if isinstance(changed, ast.Name):
            yield changed.id


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Those whose names are the module's own."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(children(node))
