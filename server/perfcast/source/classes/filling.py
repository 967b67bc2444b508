"""Methods by which users fill what a class makes: trees, queues, caches, graphs, registries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import FunctionNode

from .networks import method_of

#: What such methods are called, likeliest first, and what their names begin with.
_NAMES: Final = (
    *("append", "push", "enqueue", "add", "insert", "put", "set", "register", "offer", "store", "deposit"),
    *("record", "track", "schedule", "submit"),
    *("__setitem__", "update"),
)
_BEGINNINGS: Final = frozenset({"append", "push", "enqueue", "add", "insert", "put", "register", "store"})
#: The same of those that make what they put there, under a key that may be their own: ``open_account(owner)``.
_MAKING: Final = frozenset({"open", "create", "new", "enroll", "book"})
#: What learns from all that it is given at once, for which an instance is new.
LEARNING: Final = frozenset({"fit", "train"})
#: Ends of names of methods that take several at once, or a place besides what they put there.
_SEVERAL: Final = frozenset({"all", "many", "batch"})
_OTHERS: Final = _SEVERAL | {"at", "before", "after", "position", "index"}
_NODES: Final = frozenset({"node", "vertex"})
_EDGE: Final = "edge"
_WORD: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
#: Methods of containers that keep what they are given, and functions that put it into their first argument.
_KEEPING: Final = frozenset(
    {"append", "appendleft", "add", "insert", "push", "put", "setdefault", "update", "extend", "__setitem__"}
)
_CONTAINERS: Final = frozenset({"list", "dict", "set", "deque", "defaultdict", "OrderedDict", "Counter", "bytearray"})
_PUTTING: Final = frozenset({"heappush", "heappushpop", "insort", "insort_left", "insort_right"})
_SELF: Final = "self"
#: Methods that are looked into, likeliest first.
_MOST: Final = 12
#: Methods that call each other.
_DEEPEST: Final = 4
#: Methods that give no instance, or an empty one.
_BEFORE: Final = frozenset({"__init__", "__new__", "__init_subclass__", "__class_getitem__"})


def is_called_for_instance(unit: FunctionNode) -> bool:
    """Whether a class's function is called for an instance that was made before."""
    decorators = {last_name(one) for one in unit.decorator_list}
    return unit.name not in _BEFORE and decorators.isdisjoint({"classmethod", "staticmethod"})


@lru_cache(maxsize=64)
def filling_of(owner: ast.ClassDef) -> tuple[ast.FunctionDef, ...]:
    """A class's own methods by which an empty instance is filled, in the order in which they are called: the one that
    adds nodes before the one that adds edges; where none adds, one that takes several at once, or the one that learns.
    None where no method keeps what it is given."""
    own = [one for one in owner.body if isinstance(one, ast.FunctionDef) and not one.decorator_list]
    named = sorted((one for one in own if _place(one.name) is not None), key=lambda one: _place(one.name) or 0)
    found = [
        one
        for one in named[:_MOST]
        if _Kept(owner, one).is_any and (_adds(one) or not (_is_making(one) or _only_renews(owner, one)))
    ]
    if not found:
        at_once = [one for one in own if takes_several(one.name) and _Kept(owner, one).is_any and _is_told_one(one)]
        return tuple([*at_once, *(one for one in own if one.name in LEARNING)][:1])
    edges = [one for one in found if is_of_edges(one)][:1]
    if edges:
        nodes = [one for one in found if _words(one.name)[-1] in _NODES][:1]
        return (*nodes, *edges)
    return tuple(found[:1])


def takes_several(name: str) -> bool:
    """Whether a method puts there all that it is given at once, by its name: ``add_many``, ``submit_all``."""
    first, *rest = _words(name)
    return (
        bool(rest) and not name.startswith("_") and rest[-1] in _SEVERAL and (first in _BEGINNINGS or first in _NAMES)
    )


def _is_told_one(method: ast.FunctionDef) -> bool:
    """Whether it takes one thing that it cannot go without, and an annotation says what that is."""
    given = method.args.args[1 : len(method.args.args) - len(method.args.defaults)]
    return len(given) == 1 and given[0].annotation is not None


@lru_cache(maxsize=64)
def asks_elements(owner: ast.ClassDef) -> bool:
    """Whether methods ask what an instance holds for attributes or keys, or call it: then not any number will do."""
    parts = [part for method in owner.body if isinstance(method, ast.FunctionDef) for part in ast.walk(method)]
    elements = {name for part in parts for name in _elements(part)}
    return any(_is_asked(part, elements) for part in parts)


def _elements(part: ast.AST) -> Iterator[str]:
    """Names of what loops and functions given to calls go through that an instance holds."""
    match part:
        case ast.For(target=ast.Name(id=name), iter=over) | ast.comprehension(target=ast.Name(id=name), iter=over):
            if _root(over) == _SELF:
                yield name
        case ast.Call(args=[ast.Attribute() as over, *_], keywords=keywords) if _root(over) == _SELF:
            given = (keyword.value for keyword in keywords)
            yield from (one.args.args[0].arg for one in given if isinstance(one, ast.Lambda) and one.args.args)


def _is_asked(part: ast.AST, names: set[str]) -> bool:
    match part:
        case (
            ast.Attribute(value=ast.Name(id=name))
            | ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str()))
            | ast.Call(func=ast.Name(id=name))
        ):
            return name in names
    return False


def is_of_edges(method: ast.FunctionDef) -> bool:
    """Whether it connects two of what the instance holds."""
    return _words(method.name)[-1] == _EDGE


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)] or [""]


def _place(name: str) -> int | None:
    """How likely it is by its name, the least first; None for what fills nothing."""
    if name in _NAMES:
        return _NAMES.index(name)
    first, *rest = _words(name)
    if name.startswith("_") or (rest and rest[-1] in _OTHERS):
        return None
    return len(_NAMES) if rest and first in _BEGINNINGS else len(_NAMES) + 1 if first in _MAKING else None


def _is_making(method: ast.FunctionDef) -> bool:
    return _place(method.name) == len(_NAMES) + 1


def _only_renews(owner: ast.ClassDef, method: ast.FunctionDef) -> bool:
    """Whether a method puts other values in the place of those that the constructor has put there: ``update`` of a
    filter's state, which is as large from the start."""
    init = method_of(owner, "__init__")
    if method.name != "update" or init is None:
        return False
    parts = list(ast.walk(init))
    if any(isinstance(part, ast.Call) and last_name(part.func) == "super" for part in parts):
        return False
    bound = [part.value for part in parts if isinstance(part, ast.Assign | ast.AnnAssign)]
    grows = any(isinstance(part, ast.AugAssign) and _root(part.target) == _SELF for part in ast.walk(method))
    return bool(bound) and not grows and not any(map(_is_empty, bound))


def _is_empty(value: ast.expr | None) -> bool:
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value=None | "" | b"") | None:
            return True
        case ast.Tuple(elts=parts):
            return not parts or any(map(_is_empty, parts))
        case ast.Call(func=function):
            return last_name(function) in _CONTAINERS
    return False


def _adds(method: ast.FunctionDef) -> bool:
    """Whether it puts something under a key, or at the end of what is there: what is opened may also be a file."""
    for part in ast.walk(method):
        match part:
            case ast.Assign(targets=[ast.Subscript(value=of)]):
                pass
            case ast.Call(func=ast.Attribute(value=of, attr=keeping)) if keeping in _KEEPING:
                pass
            case _:
                continue
        if _root(of) == _SELF:
            return True
    return False


class _Kept:
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
                    _root(target) in held
                    and (_mentions(value, given) or _mentions(target, given))
                    and not (is_setter and isinstance(target, ast.Attribute))
                    for target in targets
                    if isinstance(target, ast.Attribute | ast.Subscript)
                )
            case ast.AugAssign(target=ast.Attribute() as target, value=value):
                return _root(target) in held and _mentions(value, given)
            case ast.Call(func=function, args=[first, *rest]) if last_name(function) in _PUTTING:
                return _root(first) in held and any(_mentions(one, given) for one in rest)
            case ast.Call(func=ast.Attribute(value=of, attr=method), args=args) if method in _KEEPING:
                return _root(of) in held and of is not None and any(_mentions(one, given) for one in args)
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


def _root(node: ast.expr) -> str:
    """The name with which ``self.rows[key].append`` begins."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))
