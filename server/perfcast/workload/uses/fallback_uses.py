"""Uses that decide where nothing else says what a parameter is: it is put into a string, or asked whether it is
true, or handed to a function of Python's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import BOOL, DICT, FLOAT, INT, INTS, OPEN_BYTES, OPEN_TEXT, STR, by_name
from perfcast.workload.uses.name_uses import attributes_of, is_name

#: Modules, and their functions that go through what they are given, or take some of it.
_GOING_THROUGH: Final = {
    "random": frozenset({"choice", "choices", "sample", "shuffle"}),
    "itertools": frozenset({"accumulate", "batched", "chain", "combinations", "groupby", "pairwise", "permutations"}),
}
#: Modules that write any value as a text.
_WRITING: Final = frozenset({"json", "yaml", "toml", "orjson", "ujson", "simplejson", "pickle", "marshal"})
_IN_BYTES: Final = frozenset({"pickle", "marshal"})
#: By which what they write to is named.
_FILES: Final = frozenset({"fp", "stream", "file"})
#: What sequences are asked for by the names of special methods.
_OF_SEQUENCES: Final = frozenset({"__iter__", "__len__", "__getitem__", "__next__"})
#: Built-in functions that do, and those that go through what stands behind a function.
_BUILT_IN: Final = frozenset({"all", "any", "iter"})
_BEHIND_FUNCTION: Final = frozenset({"filter", "map", "reduce"})
#: What is told of files by their paths.
_OF_PATHS: Final = frozenset({"open", "Path", "PurePath"})
_PATH_MODULES: Final = frozenset({"os", "path", "shutil"})
_ASKING: Final[tuple[type[ast.If | ast.IfExp | ast.While], ...]] = (ast.If, ast.IfExp, ast.While)
#: Methods whose operator is another value's, which is not of the class: that one's own would be called.
_REFLECTED: Final = frozenset(
    f"__r{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "divmod")
)


def type_told_last(node: FunctionNode, name: str) -> TypeExpression | None:
    """The type of a parameter; None where the body asks it for attributes, or nothing tells."""
    asked = set(attributes_of(node, name))
    if asked:
        return _as_named(name) if asked <= _OF_SEQUENCES else None
    if node.name in _REFLECTED:
        return INT
    told = _by_calls(node, name)
    if told is None and _is_compared_with_number(node, name):
        told = INT
    if told is None and any(is_name(part, name) for part in _formatted(node)):
        told = STR
    return BOOL if told is None and _is_only_asked(node, name) else told


def _by_calls(node: FunctionNode, name: str) -> TypeExpression | None:
    for call in parts_of(node, ast.Call):
        file = _written_to(call)
        if file is not None and is_name(file, name):
            return OPEN_BYTES if _root(call.func) in _IN_BYTES else OPEN_TEXT
        place = next((place for place, one in enumerate(call.args) if is_name(one, name)), None)
        told = None if place is None else _by_call(call.func, place)
        if told is not None:
            return _as_named(name) if told == INTS else told
    return None


def _written_to(call: ast.Call) -> ast.expr | None:
    """The open file that a call writes to, or that what it makes will."""
    match call:
        case ast.Call(ast.Name(id="print"), keywords=options):
            return next((option.value for option in options if option.arg == "file"), None)
        case ast.Call(ast.Attribute(ast.Name(id=module), "dump"), given, options) if module in _WRITING:
            named = (option.value for option in options if option.arg in _FILES)
            return given[1] if len(given) > 1 else next(named, None)
        case ast.Call(ast.Name(id="DictWriter") | ast.Attribute(ast.Name(id="csv"), "writer" | "DictWriter"), given):
            return given[0] if given else None
    return None


def _root(function: ast.expr) -> str:
    """The module that a function is asked of by its name."""
    return function.value.id if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) else ""


def _as_named(name: str) -> TypeExpression:
    """A list, or what a name says that can be gone through, too."""
    named = by_name(name)
    return named if named is not None and named.is_sized else INTS


def _by_call(function: ast.expr, place: int) -> TypeExpression | None:  # noqa: PLR0911
    """What is given to a call at that place."""
    match function:
        case ast.Name(id="int" | "round"):
            return INT if place == 0 else None
        case ast.Name(id="float"):
            return FLOAT
        case ast.Name(id=called) if called in _OF_PATHS:
            return STR if place == 0 else None
        case ast.Name(id=called) if called in _BUILT_IN or called in _BEHIND_FUNCTION:
            return INTS if place == (called in _BEHIND_FUNCTION) else None
        case ast.Attribute(value=ast.Name(id=module), attr="dumps" | "dump") if module in _WRITING:
            return DICT if place == 0 else None
        case ast.Attribute(value=of, attr=called) if last_name(of) in _PATH_MODULES:
            return STR if called != "join" or place > 0 else None
        case ast.Attribute(value=ast.Name(id=module), attr=called):
            return INTS if place == 0 and called in _GOING_THROUGH.get(module, ()) else None
    return None


def _is_compared_with_number(node: FunctionNode, name: str) -> bool:
    for part in parts_of(node, ast.Compare):
        match part:
            case ast.Compare(left=one, ops=[ast.Eq() | ast.NotEq()], comparators=[other]):
                sides = (one, other)
                if any(is_name(side, name) for side in sides) and any(map(_is_number, sides)):
                    return True
    return False


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) is int
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return _is_number(left) or _is_number(right)
    return False


def _formatted(node: FunctionNode) -> Iterator[ast.expr]:
    """What is put into texts."""
    for part in parts_of(node, ast.FormattedValue, ast.BinOp, ast.Call):
        match part:
            case ast.FormattedValue(value=value, conversion=-1):
                yield value
            case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=right):
                yield from right.elts if isinstance(right, ast.Tuple) else (right,)
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format"), args=args):
                yield from args
                yield from (keyword.value for keyword in part.keywords)
            case ast.Call(func=ast.Name(id="str"), args=[value]):
                yield value


def _is_only_asked(node: FunctionNode, name: str) -> bool:
    """Whether nothing but whether it is true is asked of it."""
    times = sum(is_name(part, name) for part in parts_of(node, ast.Name))
    tests = [part.test for kind in _ASKING for part in parts_of(node, kind)]
    tests += [value for part in parts_of(node, ast.BoolOp) for value in part.values[:-1]]
    tests += [part.values[-1] for part in tests if isinstance(part, ast.BoolOp)]
    tests += [part.operand for part in parts_of(node, ast.UnaryOp) if isinstance(part.op, ast.Not)]
    return times > 0 and times == sum(is_name(test, name) for test in tests)
