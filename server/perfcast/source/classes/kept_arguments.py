"""Whether what a method is given comes to be held by its instance."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import own_name

from .networks import method_of

#: Methods of containers that keep what they are given, and functions that put it into their first argument.
KEEPING: Final = frozenset(
    {"append", "appendleft", "add", "insert", "push", "put", "setdefault", "update", "extend", "__setitem__"}
)
#: Of these, those that take several elements, or a place besides.
_OTHERS: Final = frozenset({"update", "extend", "insert"})
#: Of these, those that need no key.
_APPENDING: Final = frozenset({"append", "appendleft", "add"})
PUTTING: Final = frozenset({"heappush", "heappushpop", "insort", "insort_left", "insort_right"})
#: Methods that call each other.
_DEEPEST: Final = 4


def adds(method: ast.FunctionDef) -> bool:
    """Whether it puts something under a key, or at the end of what is there: what is opened may also be a file."""
    return any(root_of(of) == own_name(method) for of, _ in _put_into(method))


def added_to(method: ast.FunctionDef) -> Iterator[str]:
    """The attributes of its instance into which it puts one thing at a time."""
    instance = own_name(method)
    for of, keeping in _put_into(method):
        parts = ast.walk(of) if root_of(of) == instance and keeping not in _OTHERS else ()
        for part in parts:
            match part:
                case ast.Attribute(ast.Name(id=own), name) if own == instance:
                    yield name


def appended(method: ast.FunctionDef) -> Iterator[str]:
    """Names of what it puts into containers of its instance without a key, where nobody would look for it again."""
    for part in ast.walk(method):
        match part:
            case ast.Call(ast.Attribute(of, keeping), [ast.Name(name)]) if keeping in _APPENDING:
                yield from [name] if root_of(of) == own_name(method) else []


def _put_into(method: ast.FunctionDef) -> Iterator[tuple[ast.expr, str]]:
    """What it puts something into, and by which method."""
    for part in ast.walk(method):
        match part:
            case ast.Assign(targets=[ast.Subscript(value=of)]):
                yield of, "__setitem__"
            case ast.Call(func=ast.Attribute(value=of, attr=keeping)) if keeping in KEEPING:
                yield of, keeping
            case ast.Call(func=function, args=[of, *_]) if last_name(function) in PUTTING:
                yield of, last_name(function)


class Kept:
    """Whether what a method is given comes to be held by its instance.

    Attributes:
        is_any: whether any of it does.
    """

    def __init__(self, owner: ast.ClassDef, method: ast.FunctionDef) -> None:
        self._owner = owner
        own, *given = [one.arg for one in (*method.args.posonlyargs, *method.args.args)] or [""]
        given += [one.arg for one in method.args.kwonlyargs]
        self._parameters = frozenset(given)
        self._asked: set[tuple[str, frozenset[str], frozenset[str]]] = set()
        self.is_any = self._keeps(method, own, set(given), {own, "super"}, 0)

    def _keeps(self, function: ast.FunctionDef, own: str, given: set[str], held: set[str], depth: int) -> bool:
        """
        Args:
            own: the name of the instance; held: names of what is a part of it, or it; given: of what is made of what
                the method was given.
        """
        parts = list(ast.walk(function))
        inner = {part.name: part for part in parts if isinstance(part, ast.FunctionDef) and part is not function}
        for _ in range(2):
            for target, value in _bound(parts, inner):
                names = {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
                names = names if isinstance(target, ast.Name | ast.Tuple) else set()
                given |= names if _mentions(value, given) else set()
                held |= names if _mentions(value, held) else set()
        return any(self._stores(part, given, held) for part in parts) or any(
            self._hands_on(part, own, given, held, depth) for part in parts if isinstance(part, ast.Call)
        )

    def _stores(self, part: ast.AST, given: set[str], held: set[str]) -> bool:
        match part:
            case ast.Assign(targets=targets, value=value):
                is_setter = isinstance(value, ast.Name) and value.id in self._parameters
                return any(
                    root_of(target) in held
                    and (_mentions(value, given) or _mentions(target, given))
                    and not (is_setter and isinstance(target, ast.Attribute))
                    for target in targets
                    if isinstance(target, ast.Attribute | ast.Subscript)
                )
            case ast.AugAssign(target=ast.Attribute() as target, value=value):
                return root_of(target) in held and _mentions(value, given)
            case ast.Call(func=function, args=[first, *rest]) if last_name(function) in PUTTING:
                return root_of(first) in held and any(_mentions(one, given) for one in rest)
            case ast.Call(func=ast.Attribute(value=of, attr=method), args=args) if method in KEEPING:
                return root_of(of) in held and of is not None and any(_mentions(one, given) for one in args)
        return False

    def _hands_on(self, call: ast.Call, own: str, given: set[str], held: set[str], depth: int) -> bool:
        """Whether another method of the class keeps what it is handed."""
        match call.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if name == own and depth < _DEEPEST:
                called = method_of(self._owner, method)
                if called is None or not called.args.args:
                    return False
                own_there, *names = [one.arg for one in called.args.args]
                pairs = [*zip(names, call.args, strict=False), *((one.arg, one.value) for one in call.keywords)]
                given_there = {name for name, value in pairs if name and _mentions(value, given)}
                held_there = {name for name, value in pairs if name and _mentions(value, held)}
                asked = method, frozenset(given_there), frozenset(held_there)
                if asked in self._asked:
                    # It was not found to keep any, or is asked just now.
                    return False
                self._asked.add(asked)
                return self._keeps(called, own_there, given_there, held_there | {own_there, "super"}, depth + 1)
        return False


def _bound(parts: list[ast.AST], inner: Mapping[str, ast.FunctionDef]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets, and what they are bound to; parameters of inner functions too."""
    for part in parts:
        match part:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield target, value
            case ast.Call(func=ast.Name(id=name), args=args) if name in inner:
                for parameter, value in zip(inner[name].args.args, args, strict=False):
                    yield ast.Name(parameter.arg), value


def root_of(node: ast.expr) -> str:
    """The name with which ``self.rows[key].append`` begins."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))
