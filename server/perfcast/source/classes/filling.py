"""Methods by which users fill what a class makes: trees, queues, caches, graphs, registries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import FunctionNode, own_name

from .kept_arguments import Kept, added_to, adds, appended, root_of
from .keyed_lookups import looked_up, put_there
from .networks import method_of, needs_arguments
from .taking import needs_something

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
#: First words of names of methods that take something out.
_TAKING: Final = frozenset(
    {
        *("remove", "pop", "discard", "delete", "drop", "take", "dequeue", "evict", "withdraw", "cancel", "revoke"),
        *("unregister", "deregister", "unsubscribe"),
    }
)
_NODES: Final = frozenset({"node", "vertex"})
_EDGE: Final = "edge"
_WORD: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
_CONTAINERS: Final = frozenset({"list", "dict", "set", "deque", "defaultdict", "OrderedDict", "Counter", "bytearray"})
#: Methods that are looked into, likeliest first.
_MOST: Final = 12
#: Methods that give no instance, or an empty one.
_BEFORE: Final = frozenset({"__init__", "__new__", "__init_subclass__", "__class_getitem__"})


def is_called_for_instance(unit: FunctionNode) -> bool:
    """Whether a class's function is called for an instance that was made before."""
    decorators = {last_name(one) for one in unit.decorator_list}
    return unit.name not in _BEFORE and decorators.isdisjoint({"classmethod", "staticmethod"})


@lru_cache(maxsize=64)
def filling_of(owner: ast.ClassDef) -> tuple[ast.FunctionDef, ...]:
    """A class's own methods by which an empty instance is filled, in the order in which they are called: the one that
    adds nodes before the one that adds edges; where none is called so, one that takes several at once, the one that
    learns, or the first that adds to what begins empty. None where no method keeps what it is given."""
    own = [one for one in owner.body if isinstance(one, ast.FunctionDef) and not one.decorator_list]
    named = sorted((one for one in own if _place(one.name) is not None), key=lambda one: _place(one.name) or 0)
    if len(named) > 1:
        # What looks for what another one puts there comes after that.
        named = sorted(named, key=partial(_follows, others=named))
    found = [
        one
        for one in named[:_MOST]
        if Kept(owner, one).is_any and (adds(one) or not (_is_making(one) or _only_renews(owner, one)))
    ]
    # What moves on all that is there, with the time that went by, needs something to be there.
    if found and all(one.name == "update" and not adds(one) for one in found):
        found = [*_adding(owner, own)][:1] or found
    if not found:
        at_once = [one for one in own if takes_several(one.name) and Kept(owner, one).is_any and _is_told_one(one)]
        others = [*at_once, *(one for one in own if one.name in LEARNING)] or [*_adding(owner, own)]
        return tuple(others[:1])
    edges = [one for one in found if is_of_edges(one)][:1]
    if edges:
        nodes = [one for one in found if _words(one.name)[-1] in _NODES][:1]
        return (*nodes, *edges)
    return tuple(found[:1])


def _follows(method: ast.FunctionDef, others: Sequence[ast.FunctionDef]) -> bool:
    """Whether it looks up what another one puts there, and it does not itself."""
    sought = set(looked_up(method)) - set(put_there(method))
    return any(not sought.isdisjoint(put_there(one)) for one in others if one is not method) if sought else False


def _adding(owner: ast.ClassDef, methods: Sequence[ast.FunctionDef]) -> Iterator[ast.FunctionDef]:
    """Methods, whatever they are called, that put what they are given into a container which instances begin with
    empty: ``subscribe(topic, handler)``, ``save(order)``. One that gives an answer may keep it for the next time, one
    that takes something out keeps count of that."""
    empty = {*begun_empty(owner)}
    # What takes from what others put there, and notes that, comes after these, wherever it stands.
    ordered = sorted(methods, key=lambda one: needs_something(one, empty))
    for one in ordered if empty else ():
        if not puts_one_by_name(one.name) or answers(one) or empty.isdisjoint(added_to(one)):
            continue
        if needs_arguments(one) and Kept(owner, one).is_any:
            yield one


def puts_one_by_name(name: str) -> bool:
    """Whether the name of a method leaves it open that users put one thing there by it: it takes nothing out."""
    words = _words(name)
    return not (name.startswith("_") or words[-1] in _OTHERS or words[0] in _TAKING)


def begun_empty(owner: ast.ClassDef) -> Iterator[str]:
    """Attributes that a class's constructor, or its fields, make an empty container."""
    for part in owner.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(keywords=keywords)):
                made = {last_name(one.value) for one in keywords if one.arg == "default_factory"}
                yield from [name] if made & _CONTAINERS else []
    init = method_of(owner, "__init__")
    instance = own_name(init) if init is not None else ""
    for inner in [] if init is None else ast.walk(init):
        match inner:
            case ast.Assign([ast.Attribute(ast.Name(id=own), name)], value) | ast.AnnAssign(
                ast.Attribute(ast.Name(id=own), name), value=ast.expr() as value
            ) if own == instance and isinstance(value, ast.List | ast.Dict | ast.Call) and _is_empty(value):
                yield name


def answers(method: ast.FunctionDef) -> bool:
    """Whether it gives more than whether it could, its instance or what it has put at the end of something there."""
    own = {own_name(method), *appended(method)}
    given = (part.value for part in ast.walk(method) if isinstance(part, ast.Return | ast.Yield | ast.YieldFrom))
    others = (value for value in given if not (isinstance(value, ast.Name) and value.id in own))
    return any(not isinstance(value, ast.Constant | None) for value in others)


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
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)]
    parts = [(own_name(method), part) for method in methods for part in ast.walk(method)]
    elements = {name for own, part in parts for name in _elements(part, own)}
    return any(_is_asked(part, elements) for _, part in parts)


def _elements(part: ast.AST, own: str) -> Iterator[str]:
    """Names of what loops and functions given to calls go through that an instance holds."""
    match part:
        case ast.For(target=ast.Name(id=name), iter=over) | ast.comprehension(target=ast.Name(id=name), iter=over):
            if root_of(over) == own:
                yield name
        case ast.Call(args=[ast.Attribute() as over, *_], keywords=keywords) if root_of(over) == own:
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
    grows = any(
        isinstance(part, ast.AugAssign) and root_of(part.target) == own_name(method) for part in ast.walk(method)
    )
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
