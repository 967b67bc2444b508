"""Which names a piece of code takes from the scope around it."""

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from .generics import TYPE_PARAMETERS
from .parameters import every_parameter
from .units import FunctionNode

#: Fields that hold no names: contexts and operators, half of all nodes, and plain texts.
_PLAIN = frozenset({"ctx", "op", "ops", "attr", "arg", "kwd_attrs", "conversion", "is_async", "simple", "type_comment"})
#: The fields of each class of nodes that names may stand in.
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in kind._fields if field not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
_IDENTIFIER = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class References:
    names: frozenset[str]
    """Names read or bound in the scope around the code."""
    attributes: frozenset[tuple[str, str]]
    """(name, attribute) of every `name.attribute` in the code."""


def references(*nodes: ast.AST) -> References:
    """References of code that stands in one scope. Strings in annotations count as the code that they hold."""
    return _Walk(nodes).result()


def names_bound_by(node: ast.AST) -> list[str]:
    """Names that the node itself binds, other than by a Name, a definition or an argument within it."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names if alias.name != "*"]
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        return [node.name] if node.name else []
    if isinstance(node, ast.MatchMapping):
        return [node.rest] if node.rest else []
    if isinstance(node, TYPE_PARAMETERS):
        return [str(getattr(node, "name", ""))]
    return []


def _add_children(node: ast.AST, nodes: list[ast.AST]) -> None:
    for name in _FIELDS[type(node)]:
        value = getattr(node, name, None)
        if type(value) is list:
            nodes += value
        elif isinstance(value, ast.AST):
            nodes.append(value)


@dataclass
class _Scope:
    kind: Literal["outermost", "function", "class", "comprehension"]
    parent: "_Scope | None"
    body: list[ast.AST]
    """What of it is still to be walked."""
    used: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)
    """Declared global or nonlocal."""
    free_within: set[str] = field(default_factory=set)
    """Free names of the scopes inside."""


class _Walk:
    """Sorts names into scopes. It keeps its own stack, since expressions nest deeper than Python may call."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._outermost = _Scope("outermost", None, list(nodes))
        self._scopes = [self._outermost]
        self._globals: set[str] = set()
        self._attributes: set[tuple[str, str]] = set()
        for scope in self._scopes:  # it grows on the way
            body, used, bound = scope.body, scope.used, scope.bound
            while body:
                node = body.pop()
                if type(node) is ast.Name:
                    (used if type(node.ctx) is ast.Load else bound).add(node.id)
                elif (visit := _VISITS.get(type(node))) is not None:
                    visit(self, node, scope)
                else:
                    _add_children(node, body)

    def result(self) -> References:
        for scope in reversed(self._scopes):
            if scope.parent is not None:
                bound = scope.bound - scope.elsewhere
                # Functions within a class do not see the names of its body.
                free_within = scope.free_within if scope.kind == "class" else scope.free_within - bound
                scope.parent.free_within |= (scope.used - bound) | free_within
        outermost = self._outermost
        names = outermost.used | outermost.bound | outermost.free_within | self._globals
        return References(frozenset(names), frozenset(self._attributes))

    def _attribute(self, node: ast.Attribute, scope: _Scope) -> None:
        if type(node.value) is ast.Name:
            self._attributes.add((node.value.id, node.attr))
        scope.body.append(node.value)

    def _call(self, node: ast.Call, scope: _Scope) -> None:
        scope.body += (node.func, *node.args, *[keyword.value for keyword in node.keywords])

    def _operation(self, node: ast.BinOp, scope: _Scope) -> None:
        scope.body += (node.left, node.right)

    def _comparison(self, node: ast.Compare, scope: _Scope) -> None:
        scope.body += (node.left, *node.comparators)

    def _item(self, node: ast.Subscript, scope: _Scope) -> None:
        scope.body += (node.value, node.slice)

    def _assignment(self, node: ast.Assign, scope: _Scope) -> None:
        scope.body += (*node.targets, node.value)

    def _function(self, node: FunctionNode, scope: _Scope) -> None:
        scope.bound.add(node.name)
        scope.body += node.decorator_list
        self._annotation(node.returns, scope)
        inner = _Scope("function", scope, [*getattr(node, "type_params", ()), *node.body])
        self._arguments(node.args, inner, scope)
        self._scopes.append(inner)

    def _lambda(self, node: ast.Lambda, scope: _Scope) -> None:
        inner = _Scope("function", scope, [node.body])
        self._arguments(node.args, inner, scope)
        self._scopes.append(inner)

    def _class(self, node: ast.ClassDef, scope: _Scope) -> None:
        scope.bound.add(node.name)
        scope.body += (*node.decorator_list, *node.bases, *node.keywords)
        self._scopes.append(_Scope("class", scope, [*getattr(node, "type_params", ()), *node.body]))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: _Scope) -> None:
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        first, *rest = node.generators
        scope.body.append(first.iter)  # alone evaluated outside
        self._scopes.append(_Scope("comprehension", scope, [*results, first.target, *first.ifs, *rest]))

    def _walrus(self, node: ast.NamedExpr, scope: _Scope) -> None:
        scope.body.append(node.value)
        while scope.kind == "comprehension" and scope.parent is not None:
            scope = scope.parent
        scope.bound.add(node.target.id)

    def _global(self, node: ast.Global, scope: _Scope) -> None:
        scope.elsewhere.update(node.names)
        self._globals.update(node.names)

    def _nonlocal(self, node: ast.Nonlocal, scope: _Scope) -> None:
        scope.elsewhere.update(node.names)
        scope.used.update(node.names)

    def _annotated(self, node: ast.AnnAssign, scope: _Scope) -> None:
        self._annotation(node.annotation, scope)
        scope.body.append(node.target)
        if node.value is not None:
            scope.body.append(node.value)

    def _binding(self, node: ast.AST, scope: _Scope) -> None:
        scope.bound.update(names_bound_by(node))
        _add_children(node, scope.body)

    def _nothing(self, node: ast.AST, scope: _Scope) -> None:
        pass

    def _arguments(self, arguments: ast.arguments, inner: _Scope, outer: _Scope) -> None:
        for argument in every_parameter(arguments):
            inner.bound.add(argument.arg)
            self._annotation(argument.annotation, outer)
        outer.body += arguments.defaults
        outer.body += [default for default in arguments.kw_defaults if default is not None]

    def _annotation(self, node: ast.expr | None, scope: _Scope) -> None:
        if node is None:
            return
        scope.body.append(node)
        for part in () if type(node) is ast.Name else ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                scope.used.update(_IDENTIFIER.findall(part.value))


# By type of node; any other is walked through.
_VISITS: dict[type, Callable[[_Walk, Any, _Scope], None]] = {
    ast.Constant: _Walk._nothing,
    # Stands among the keys of a dictionary for what is unpacked.
    type(None): _Walk._nothing,
    ast.Attribute: _Walk._attribute,
    ast.Call: _Walk._call,
    ast.BinOp: _Walk._operation,
    ast.Compare: _Walk._comparison,
    ast.Subscript: _Walk._item,
    ast.Assign: _Walk._assignment,
    ast.FunctionDef: _Walk._function,
    ast.AsyncFunctionDef: _Walk._function,
    ast.Lambda: _Walk._lambda,
    ast.ClassDef: _Walk._class,
    ast.ListComp: _Walk._comprehension,
    ast.SetComp: _Walk._comprehension,
    ast.GeneratorExp: _Walk._comprehension,
    ast.DictComp: _Walk._comprehension,
    ast.NamedExpr: _Walk._walrus,
    ast.Global: _Walk._global,
    ast.Nonlocal: _Walk._nonlocal,
    ast.AnnAssign: _Walk._annotated,
    ast.Import: _Walk._binding,
    ast.ImportFrom: _Walk._binding,
    ast.ExceptHandler: _Walk._binding,
    ast.MatchAs: _Walk._binding,
    ast.MatchStar: _Walk._binding,
    ast.MatchMapping: _Walk._binding,
    **dict.fromkeys(TYPE_PARAMETERS, _Walk._binding),
}
