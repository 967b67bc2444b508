"""What a function's body does to a parameter, and which type that suggests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.regexes import SEARCHES
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.libraries.scipy import are_points, axes_given, is_fitted_to
from perfcast.workload.naming.names import (
    A_TENSOR,
    ARRAY,
    BY_ATTRIBUTE,
    BYTES,
    DEQUE,
    DICT,
    FLOAT,
    INT,
    INTS,
    ITERATING,
    MATRIX,
    PANDAS,
    SET,
    STR,
    STRS,
    TABLE,
    bears,
    by_name,
    is_character,
    is_short_text,
)
from perfcast.workload.uses.array_uses import OF_LAYERS, OF_TENSORS, reckoned_into_arrays

#: What ``isinstance`` is asked about.
_CLASSES: Final = {
    "str": STR,
    "bytes": BYTES,
    "int": INT,
    "float": FLOAT,
    "list": INTS,
    "tuple": INTS,
    "dict": DICT,
    "deque": DEQUE,
    "set": SET,
    **dict.fromkeys(("Mapping", "MutableMapping", "OrderedDict", "Counter"), DICT),
    **dict.fromkeys(("Sequence", "MutableSequence", "Iterable", "Iterator", "Collection"), INTS),
    "Set": SET,
    **dict.fromkeys(("Number", "Real"), FLOAT),
    "Integral": INT,
    "DataFrame": TABLE,
    "ndarray": ARRAY,
    "Tensor": A_TENSOR,
}
#: Ends of the names of those that compare two.
_OF_TWO: Final = ("loss", "entropy", "logits", "kl_div", "similarity", "distance")
#: Of no values in particular.
_ABSTRACT: Final = frozenset({"Callable", "Hashable", "Sized", "Enum", "Exception", "BaseException", "Awaitable"})
#: How names of classes are written.
_CLASS_NAME: Final = re.compile(r"_*[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")
#: Searches that others have too; what is in the names of patterns.
_OTHERS_HAVE: Final = frozenset({"sub", "subn"})
_PATTERN: Final = re.compile(r"(?:^|_)(?:re|rx)(?:_|$)|regex|pattern", re.IGNORECASE)
#: Methods of texts -> how many of the first arguments are texts; those that others have, too; those that fail, or do
#: nothing, where it is not there.
_LOOKING: Final = {
    **dict.fromkeys(("startswith", "endswith", "removeprefix", "removesuffix", "split", "rsplit", "partition"), 1),
    **dict.fromkeys(("rpartition", "find", "rfind", "index", "rindex", "count"), 1),
    "replace": 2,
}
_OTHERS_LOOK: Final = frozenset({"index", "rindex", "count", "find", "rfind", "split"})
_FINDING: Final = frozenset({"split", "rsplit", "partition", "rpartition", "index", "rindex"})
_SPLITTING: Final = frozenset({"split", "rsplit", "splitlines", "partition", "rpartition"})
#: What moments are replaced in: ``when.replace(minute=0)``.
_PARTS_OF_MOMENTS: Final = frozenset({"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo"})
#: Functions of ``urllib.parse``.
_OF_ADDRESSES: Final = frozenset(
    {"urlparse", "urlsplit", "urljoin", "urldefrag", "quote", "quote_plus", "unquote", "unquote_plus", "parse_qs"}
)
#: Functions of ``math`` that count, and those that go through what they are given.
_INTEGRAL: Final = frozenset({"comb", "perm", "gcd", "lcm", "factorial", "isqrt"})
_OVER_ALL: Final = frozenset({"prod", "fsum", "dist", "sumprod"})
#: Functions of NumPy that make arrays of a size; which argument says it.
_MAKING: Final = {
    **dict.fromkeys(("zeros", "ones", "empty", "full", "eye", "identity", "tri", "arange"), 0),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), 2),
}
#: Calls that take several lists apart: ``zip(*rows)``.
_OF_SEVERAL: Final = frozenset({"zip", "merge", "chain", "product", "zip_longest"})
#: What names may say of an array that is reckoned with element by element.
_MAY_BE_ARRAYS: Final = (None, INTS, MATRIX, ARRAY)
_MAY_BE_RECKONED: Final = (*_MAY_BE_ARRAYS, INT, FLOAT)
#: Functions of NumPy and PyTorch that put arrays together.
_JOINING: Final = frozenset({"concatenate", "vstack", "hstack", "column_stack", "stack", "cat", "concat"})
#: Of a number, whatever is done to a sequence too.
_COUNTED = (ast.Add, ast.Sub, ast.Div, ast.FloorDiv, ast.Pow)
_OF_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
#: What is asked for such parts of others.
_BY_LABEL: Final = TypeExpression("dict", (TypeExpression("label"), INT))
#: What functions are asked for, and few others.
_OF_FUNCTIONS: Final = frozenset({"__name__", "__qualname__", "__code__", "__wrapped__"})
#: The same of others of the standard library.
_OF_LIBRARIES: Final = {
    **dict.fromkeys(("add_argument", "add_argument_group", "add_subparsers"), TypeExpression("ArgumentParser")),
    **dict.fromkeys(("debug", "warning", "critical", "isEnabledFor"), TypeExpression("Logger")),
}
#: How names of several end.
_SEVERAL: Final = re.compile(r"[^isu]s$")
#: Comparisons that arrays do not make of each element.
_WITHIN = (ast.In, ast.NotIn, ast.Is, ast.IsNot)
#: What tables are told that are put beside each other.
_OF_JOINS: Final = frozenset({"on", "how", "left_on", "right_on", "left_index", "right_index", "lsuffix", "rsuffix"})
#: Elements of each axis of an array that is one of several.
_OF_EACH: Final = 10
#: Parts of what is a tuple.
_FEWEST: Final = 2
#: Parts of a body that may tell a type.
_TELLING = (
    *(ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.Compare),
    *(ast.If, ast.Assert, ast.For, ast.comprehension, ast.Assign),
)


@lru_cache(maxsize=4)
def type_from_uses(node: FunctionNode, name: str) -> TypeExpression | None:
    """The first use that tells a type; None where none does. Kept for who asks again about the same parameter."""
    return _from_uses(node, name)


def _from_uses(node: FunctionNode, name: str, *, is_part: bool = False) -> TypeExpression | None:
    """
    Args:
        is_part: of something that is taken apart: what it is taken apart into itself is not asked for, since that may
            be what it is a part of (``value, node = node``).
    """
    if is_fitted_to(node, name) or are_points(node, name):
        return ARRAY
    told = _first_told(node, name, is_part=is_part)
    is_open = told is None and by_name(name) in _MAY_BE_RECKONED
    return reckoned_into_arrays(node).get(name) if is_open else told


def _first_told(node: FunctionNode, name: str, *, is_part: bool) -> TypeExpression | None:
    is_gone_through = False
    of_list: TypeExpression | None = None
    for part in parts_of(node, *_TELLING):
        told = _told_by(part, name) or (STR if _is_sought(node, part, name) else None)
        if told == SET and isinstance(part, ast.Attribute) and _takes_several(node, part):
            # A store's or a queue's ``add(key, value)``, no set's.
            told = None
        # Only arrays and tables are asked for what is not called; another one's ``items`` are no dictionary's.
        if told is not None and (
            told in (ARRAY, TABLE) or not isinstance(part, ast.Attribute) or _is_called(node, part)
        ):
            if told != INTS or not isinstance(part, ast.Attribute):
                return told if is_part and isinstance(part, ast.Assign) else _with_parts(node, part, told)
            # A list that is sorted: what it holds is told by who goes through it.
            of_list = told
        is_gone_through = is_gone_through or _goes_through(part, name)
    named = by_name(name)
    if of_list is not None:
        return named if named is not None and named.name == "list" else of_list
    if not is_gone_through:
        return None
    if named == INT and is_counted_with(node, name):
        return INT
    if named is not None and (named.is_sized or named.shape):
        return named
    return STRS if any(_is_named_text(node, one) for one in _elements_of(node, name)) else INTS


def is_sought(node: FunctionNode, name: str) -> bool:
    """Whether the body looks for it in a text."""
    return any(_is_sought(node, call, name) for call in parts_of(node, ast.Call))


def is_found(node: FunctionNode, name: str) -> bool:
    """The same, where that fails, or does nothing, unless it is there."""
    return any(_is_sought(node, call, name) and last_name(call.func) in _FINDING for call in parts_of(node, ast.Call))


def _is_sought(node: FunctionNode, call: ast.AST, name: str) -> bool:
    match call:
        case ast.Call(ast.Attribute(of, method), args) if method in _LOOKING:
            is_given = any(is_name(one, name) for one in args[: _LOOKING[method]])
            # One of several is a tuple of them.
            named = by_name(name)
            is_one = named is None or not named.is_sized or named == STR
            return is_given and is_one and _is_text_there(node, of, method)
    return False


def _is_text_there(node: FunctionNode, of: ast.expr, method: str) -> bool:
    """Whether what has such a method is a text."""
    match of:
        case ast.Name(id=of_name):
            one = next((one for one, _ in parameters(node, drop_first=False) if one.arg == of_name), None)
            if one is not None and one.annotation is not None:
                return is_name(one.annotation, STR.name)
            asked = {method, *attributes_of(node, of_name)} - _OTHERS_LOOK
            is_text = by_name(of_name) is None and any(BY_ATTRIBUTE.get(attribute) == STR for attribute in asked)
            # Others are modules.
            return (is_text or by_name(of_name) == STR) and (one is not None or is_bound_anew(node, of_name))
        case ast.Call(ast.Attribute(attr="strip" | "rstrip" | "lstrip" | "lower" | "upper" | "casefold")):
            return True
    return _is_text(of)


def _with_parts(node: FunctionNode, part: ast.AST, told: TypeExpression) -> TypeExpression:
    """What a use tells, with what the body does with the parts that it takes something apart into."""
    match part:
        case ast.For() | ast.comprehension():
            return _with_texts(node, part, told)
        case ast.Assign(targets=[ast.Tuple(elts=targets)]) if told.name == "tuple":
            names = [one.id if isinstance(one, ast.Name) else None for one in targets]
            kinds = [None if name is None else _from_uses(node, name, is_part=True) for name in names]
            if any(kind in (ARRAY, A_TENSOR) for kind in kinds):
                held = zip(targets, kinds, told.arguments, strict=True)
                return TypeExpression("tuple", tuple(_held_array(node, *one) for one in held))
    return told


def _held_array(
    node: FunctionNode, target: ast.expr, kind: TypeExpression | None, other: TypeExpression
) -> TypeExpression:
    """One of several arrays that are given together, or what is no array."""
    if kind == INTS:
        return replace(ARRAY, name="int64", shape=(_OF_EACH,))
    if kind not in (ARRAY, A_TENSOR) or kind is None:
        return other
    is_matrix = any(_takes_columns(part, target) for part in parts_of(node, ast.Subscript, ast.Call))
    return replace(kind, shape=(_OF_EACH,) * (1 + is_matrix))


def _takes_columns(part: ast.AST, array: ast.expr) -> bool:
    """Whether it asks an array for what only those of two dimensions have."""
    match part:
        case (
            ast.Subscript(value=ast.Name(id=of), slice=ast.Tuple())
            | ast.Call(func=ast.Attribute(value=ast.Name(id=of)), args=[ast.Constant(value=1), *_])
        ):
            return is_name(array, of)
    return False


def _with_texts(node: FunctionNode, loop: ast.For | ast.comprehension, told: TypeExpression) -> TypeExpression:
    """What a loop takes apart, with texts among the parts where the body asks these for what no number has, or their
    names alone say so."""
    if told.name != "list" or not isinstance(loop.target, ast.Tuple):
        return told
    kinds = (
        STR
        if isinstance(part, ast.Name) and (_is_asked_as_text(node, part.id) or _is_named_text(node, part.id))
        else INT
        for part in loop.target.elts
    )
    return TypeExpression("list", (TypeExpression("tuple", tuple(kinds)),))


def _elements_of(node: FunctionNode, name: str) -> Iterator[str]:
    """What loops call the elements of what has that name."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case (
                (ast.Name(id=one), ast.Name(id=over))
                | (ast.Name(id=one), ast.Call(ast.Name("sorted" | "set" | "reversed"), [ast.Name(id=over), *_]))
                | (ast.Tuple(elts=[_, ast.Name(id=one)]), ast.Call(ast.Name("enumerate"), [ast.Name(id=over), *_]))
            ) if over == name:
                yield one


def _is_named_text(node: FunctionNode, name: str) -> bool:
    """Whether a name says a short text, such as a key, and the body neither reckons with it, nor calls it, nor takes it
    for the place of something in a list."""
    is_word = len(name) > 1 and is_short_text(name) and not is_character(name)
    if not is_word or by_name(name) != STR or is_counted_with(node, name, is_text=True):
        return False
    for part in parts_of(node, ast.BinOp, ast.AugAssign, ast.Call):
        match part:
            case ast.BinOp(left=one, op=operator, right=other) if not isinstance(operator, ast.Add):
                # What is put into a text stands behind its percent sign.
                used = [one] if isinstance(operator, ast.Mod) else [one, other]
            case ast.AugAssign(value=one) | ast.Call(func=one):
                used = [one]
            case _:
                continue
        if any(is_name(one, name) for one in used):
            return False
    subscripts = [part for part in parts_of(node, ast.Subscript) if is_name(part.slice, name)]
    asked = {part.value.id for part in subscripts if isinstance(part.value, ast.Name)}
    made = {
        target.id: part.value
        for part in (parts_of(node, ast.Assign) if asked else ())
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    return not any(isinstance(made.get(one), ast.List | ast.ListComp | ast.BinOp) for one in asked)


def _is_asked_as_text(node: FunctionNode, name: str) -> bool:
    """Whether a body asks a name for what texts have and numbers lack, or fails where it is no text."""
    asked = [one for one in attributes_of(node, name) if not one.startswith("__")]
    return (bears(STR, asked) and not bears(INT, asked)) or is_refused_unless_text(node, name)


def is_refused_unless_text(node: FunctionNode, name: str) -> bool:
    """Whether a body fails where a name is no text: ``if not isinstance(name, str): raise TypeError``."""
    for part in parts_of(node, ast.If, ast.Assert):
        match part:
            case ast.If(test=ast.UnaryOp(ast.Not(), ast.Call() as asked), body=[*_, ast.Raise()]):
                pass
            case ast.Assert(test=ast.Call() as asked):
                pass
            case _:
                continue
        if last_name(asked.func) == "isinstance" and asked.args and is_name(asked.args[0], name):
            return _CLASSES.get(_first_class(asked.args)) == STR
    return False


def _takes_several(node: FunctionNode, method: ast.Attribute) -> bool:
    calls = (call for call in parts_of(node, ast.Call) if call.func is method)
    return method.attr == "add" and any(len(call.args) + len(call.keywords) > 1 for call in calls)


def _is_called(node: FunctionNode, function: ast.expr) -> bool:
    return any(one is function for call in parts_of(node, ast.Call) for one in functions_of(call))


def functions_of(call: ast.Call) -> Iterator[ast.expr]:
    """What a call calls, or has called: ``sorted(names, key=ranks.get)``, ``map(table.get, names)``."""
    yield call.func
    yield from (keyword.value for keyword in call.keywords)
    if isinstance(call.func, ast.Name) and call.func.id in {"map", "filter"}:
        yield from call.args[:1]


def is_counted_with(node: FunctionNode, name: str, *, is_text: bool = False) -> bool:
    """Whether the body reckons with it and a number, or compares it with one, or takes the largest of it and others.

    Args:
        is_text: only by what is done with no text counts.
    """
    for part in parts_of(node, ast.BinOp, ast.AugAssign, ast.Compare, ast.Call):
        match part:
            case ast.BinOp(left=one, op=operator, right=other) if isinstance(operator, _COUNTED + _OF_BITS):
                sides = (one, other)
            case ast.BinOp(left=one, op=ast.Mod(), right=other) if is_name(one, name) and not is_text:
                sides = (one, other)
            case ast.BinOp(left=one, op=ast.Mult(), right=ast.Constant(value=float()) as other):
                sides = (one, other)
            case ast.AugAssign(target=one, op=operator, value=other) if isinstance(operator, _COUNTED + _OF_BITS):
                sides = (one, other)
            case ast.Compare(left=one, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[other]):
                sides = (one, other)
            case ast.Call(func=ast.Name(id="max" | "min"), args=[_, _, *_] as several) if not is_text:
                if any(is_name(one, name) for one in several):
                    return True
                continue
            case _:
                continue
        if any(is_name(side, name) for side in sides) and any(_is_number(side) for side in sides):
            return True
    return False


def compared_with(node: FunctionNode, name: str) -> str | None:
    """The first of the texts that the body tells apart, as a mode or a format is; None where it tells none."""
    for part in parts_of(node, ast.Compare, ast.Match, ast.Subscript, ast.Call):
        if isinstance(part, ast.Compare):
            part = ast.Compare(_unfolded(part.left), part.ops, part.comparators)  # noqa: PLW2901
        match part:
            case (
                ast.Compare(ast.Name(id=used), [ast.Eq() | ast.NotEq()], [ast.Constant(value=str(text))])
                | ast.Compare(ast.Constant(value=str(text)), [ast.Eq() | ast.NotEq()], [ast.Name(id=used)])
                | ast.Compare(
                    ast.Name(id=used),
                    [ast.In() | ast.NotIn()],
                    [
                        ast.Tuple(elts=[ast.Constant(value=str(text)), *_])
                        | ast.List(elts=[ast.Constant(value=str(text)), *_])
                        | ast.Set(elts=[ast.Constant(value=str(text)), *_])
                    ],
                )
                | ast.Subscript(ast.Dict(keys=[ast.Constant(value=str(text)), *_]), ast.Name(id=used))
                | ast.Call(
                    ast.Attribute(ast.Dict(keys=[ast.Constant(value=str(text)), *_]), "get"), [ast.Name(id=used), *_]
                )
                | ast.Match(
                    ast.Name(id=used), [ast.match_case(pattern=ast.MatchValue(ast.Constant(value=str(text)))), *_]
                )
            ) if used == name and text:
                return text
    return None


def _unfolded(node: ast.expr) -> ast.expr:
    """A text as it was before its letters were made small."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="lower" | "upper" | "casefold" | "strip"), args=[]):
            return _unfolded(inner)
    return node


def is_step(node: FunctionNode, name: str) -> bool:
    """Whether the body goes on by so many, or takes so many at a time: ``range(0, n, k)``, ``items[i : i + k]``."""
    return any(_steps_by(part, name) for part in parts_of(node, ast.Call, ast.Slice, ast.While))


def is_part_length(node: FunctionNode, name: str) -> bool:
    """Whether a list of the body's own is full with so many: ``if len(batch) == size``."""
    given = {one.arg for one, _ in parameters(node, drop_first=False)}
    for part in parts_of(node, ast.If):
        match part.test:
            case ast.Compare(
                ast.Call(ast.Name("len"), [ast.Name(id=own)]), [ast.Eq() | ast.GtE() | ast.Gt()], [ast.Name(id=used)]
            ) if used == name and own not in given:
                return True
    return False


def _steps_by(part: ast.AST, name: str) -> bool:
    match part:
        case ast.Call(func=ast.Name(id="range"), args=[_, _, step]):
            return is_name(step, name)
        case (
            ast.Call(func=ast.Name(id="range"), args=[first, ast.Call(func=ast.Name(id="len"))])
            | ast.Slice(lower=None, upper=ast.UnaryOp(op=ast.USub(), operand=first))
        ):
            # What is left at the beginning, or at the end, as moving sums leave it.
            return is_name(first, name)
        case ast.Call(func=ast.Name(id="range"), args=[ast.BinOp() as windows]):
            # All places but so many at the end.
            parts = list(ast.walk(windows))
            return any(isinstance(one, ast.Call) and is_name(one.func, "len") for one in parts) and any(
                isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub) and is_name(one.right, name) for one in parts
            )
        case ast.Slice(lower=ast.expr() as lower, upper=ast.BinOp(left=one, op=ast.Add(), right=other)):
            return any(
                is_name(side, name) and ast.dump(start) == ast.dump(lower)
                for side, start in ((one, other), (other, one))
            )
        case ast.While(test=ast.NamedExpr(value=value)):
            return any(_takes_so_many(inner, name) for inner in ast.walk(value))
    return False


def _takes_so_many(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "islice" and _is_at(node.args, 1, name)


def class_asked_about(node: FunctionNode, name: str) -> TypeExpression | None:
    """The first class that the body asks whether it is of; None where it asks about none."""
    calls = parts_of(node, ast.Call)
    return next((told for call in calls if (told := _asked_about(call, name)) is not None), None)


def is_reckoned_with(node: FunctionNode, name: str) -> bool:
    """Whether the body takes it from another value, multiplies or divides it, or asks which of the two is larger, as is
    done with numbers, whatever the other one is."""
    for part in parts_of(node, ast.BinOp, ast.AugAssign, ast.Compare):
        match part:
            case (
                ast.BinOp(left=one, op=ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), right=other)
                | ast.AugAssign(target=one, op=ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), value=other)
            ):
                sides = (one, other)
            case ast.Compare(left=one, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[other]):
                sides = (one, other)
            case _:
                continue
        # A moment is earlier by a span.
        is_moved = isinstance(getattr(part, "op", None), ast.Sub) and is_span(other)
        if not is_moved and any(is_name(side, name) for side in sides):
            return True
    return False


def is_span(node: ast.expr) -> bool:
    """Whether an expression is a span of time, or a multiple of one."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return is_span(node.left) or is_span(node.right)
    return isinstance(node, ast.Call) and last_name(node.func) == "timedelta"


def is_whole(node: FunctionNode, name: str) -> bool:
    """Whether the body repeats a text or a list so many times, counts by it, or takes a part of something by it."""
    for part in parts_of(node, ast.BinOp, ast.Slice, ast.Call):
        match part:
            case ast.Call(func=ast.Name(id="range"), args=bounds):
                if any(is_name(inner, name) for bound in bounds for inner in _summed(bound)):
                    return True
            case ast.BinOp(left=one, op=ast.Mult(), right=other):
                sides = (one, other)
                if any(is_name(side, name) for side in sides) and any(
                    isinstance(side, ast.List) or _is_text(side) for side in sides
                ):
                    return True
            case ast.Slice(lower=low, upper=high):
                if any(side is not None and is_name(side, name) for side in (low, high)):
                    return True
    return False


def is_wanted(node: FunctionNode, name: str) -> bool:
    """Whether a switch must be on for the body to go on: where it is off, it returns or raises at once."""
    return any(
        isinstance(part.test, ast.UnaryOp)
        and isinstance(part.test.op, ast.Not)
        and is_name(part.test.operand, name)
        and isinstance(part.body[-1], ast.Return | ast.Raise)
        for part in parts_of(node, ast.If)
    )


def _reckoned(bound: ast.expr) -> Iterator[ast.expr]:
    """What is reckoned with to make a bound."""
    match bound:
        case ast.BinOp(left=left, right=right):
            yield from _reckoned(left)
            yield from _reckoned(right)
        case _:
            yield bound


def _summed(bound: ast.expr) -> Iterator[ast.expr]:
    """What is added up, or taken from another, to make a bound."""
    match bound:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            yield from _summed(left)
            yield from _summed(right)
        case _:
            yield bound


def is_place(node: FunctionNode, name: str) -> bool:
    """Whether something is asked for what it has for it."""
    return any(is_name(part.slice, name) for part in parts_of(node, ast.Subscript))


def is_called_itself(node: FunctionNode, name: str) -> bool:
    """Whether the body calls it."""
    return any(is_name(call.func, name) for call in parts_of(node, ast.Call))


def is_asked_as_function(node: FunctionNode, name: str) -> bool:
    """Whether the body asks it for what functions have, or makes another one look like it."""
    return not _OF_FUNCTIONS.isdisjoint(attributes_of(node, name)) or any(
        last_name(call.func) == "wraps" and _is_at(call.args, 0, name) for call in parts_of(node, ast.Call)
    )


def library_type(node: FunctionNode, name: str) -> TypeExpression | None:
    """The class of the standard library that has what the body asks it for, and few others have; None of others."""
    asked = (_OF_LIBRARIES.get(attribute) for attribute in attributes_of(node, name))
    return next((found for found in asked if found is not None), None)


def is_sliced(node: FunctionNode, name: str) -> bool:
    """Whether the body takes a part of it by places: ``record[first:last]``."""
    return any(
        is_name(part.value, name) and isinstance(part.slice, ast.Slice) for part in parts_of(node, ast.Subscript)
    )


def is_taken_apart(node: FunctionNode, name: str) -> bool:
    """Whether the body goes through it character by character, or splits it."""
    if not _SPLITTING.isdisjoint(attributes_of(node, name)):
        return True
    over = [loop.iter for loop in loops_of(node)]
    counted = [one.args[0] for one in over if isinstance(one, ast.Call) and is_name(one.func, "enumerate") and one.args]
    return any(is_name(one, name) for one in (*over, *counted))


def is_counted_through(node: FunctionNode, name: str) -> bool:
    """Whether the body counts what it goes through, or has it beside something else, and asks it for nothing."""
    calls = (call for call in parts_of(node, ast.Call) if is_name(call.func, "enumerate", "zip"))
    is_asked = next(attributes_of(node, name), None) is not None or any(
        is_name(part.value, name) and not isinstance(part.slice, ast.Slice) for part in parts_of(node, ast.Subscript)
    )
    return not is_asked and any(is_name(one, name) for call in calls for one in call.args)


def is_one_character(node: FunctionNode, name: str) -> bool:
    """Whether the body asks for its code point."""
    return any(is_name(call.func, "ord") and _is_at(call.args, 0, name) for call in parts_of(node, ast.Call))


def is_bound_anew(node: FunctionNode, name: str) -> bool:
    """Whether the name stands for something else later on: ``text = text.split()``."""
    return any(part.id == name and isinstance(part.ctx, ast.Store) for part in parts_of(node, ast.Name))


def makes_array(call: ast.Call) -> bool:
    """Whether it is NumPy's, of as many elements as it is told."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=making):
            return making in _MAKING
    return False


def reads_bytes(node: FunctionNode) -> bool:
    """Whether the body makes texts of bytes."""
    return any(part.attr == "decode" for part in parts_of(node, ast.Attribute))


def replaced_moment(call: ast.Call) -> ast.expr | None:
    """What a call gives another hour or year: ``moment`` in ``moment.replace(minute=0)``; None of other calls."""
    match call.func:
        case ast.Attribute(moment, "replace") if any(one.arg in _PARTS_OF_MOMENTS for one in call.keywords):
            return moment
    return None


def attributes_of(node: FunctionNode, name: str) -> Iterator[str]:
    """What the body asks a parameter for."""
    return (part.attr for part in parts_of(node, ast.Attribute) if is_name(part.value, name))


def is_telling_part(node: ast.expr) -> bool:
    """Whether it is a part of something by which that is told from others, ``order.symbol``: no place in a list."""
    match node:
        case ast.Attribute(attr=word) | ast.Subscript(slice=ast.Constant(value=str(word))):
            return is_short_text(word)
    return False


def is_name(node: ast.AST, *names: str) -> bool:
    """Whether an expression is one of these names."""
    return isinstance(node, ast.Name) and node.id in names


def _told_by(part: ast.AST, name: str) -> TypeExpression | None:  # noqa: PLR0911, PLR0912
    match part:
        case ast.Call() if (moment := replaced_moment(part)) is not None and is_name(moment, name):
            return TypeExpression("datetime")
        case ast.Call(func=ast.Attribute(value=ast.Name(id=used)), keywords=keywords) if used == name and any(
            keyword.arg == "dim" for keyword in keywords
        ):
            return A_TENSOR
        case ast.Attribute(value=ast.Name(id=used), attr=attribute) if used == name:
            return BY_ATTRIBUTE.get(attribute)
        case ast.Call(ast.Attribute(of, "merge" | "join" | "merge_asof"), tables, options) if any(
            is_name(table.value if isinstance(table, ast.Subscript) else table, name)
            for table in tables[: 1 + (last_name(of) in PANDAS)]
        ) and any(option.arg in _OF_JOINS for option in options):
            return TABLE
        case ast.Subscript(value=ast.Name(id=used), slice=ast.List(elts=[ast.Constant(value=str()), *_])) if (
            used == name
        ):
            # Several columns.
            return TABLE
        case ast.Subscript(value=ast.Name(id=of), slice=ast.Compare(ast.Name(id=one), [operator], [_])) if (
            name == one and (name == of or _SEVERAL.search(name)) and not isinstance(operator, _WITHIN)
        ):
            # Those elements of which something holds: ``xs[xs > 0]``, ``values[labels == label]``.
            return TABLE if by_name(name) == TABLE else ARRAY
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Compare(ops=[operator])) if used == name:
            is_asked = not isinstance(operator, _WITHIN) and by_name(name) not in (STR, STRS, DICT)
            return ARRAY if is_asked else None
        case (
            ast.If(test=ast.UnaryOp(op=ast.Not(), operand=asked), body=[*_, ast.Raise() | ast.Return()])
            | ast.Assert(test=asked)
        ):
            # It goes on for these alone.
            return _asked_about(asked, name)
        case ast.Call(func=ast.Name(id="range"), args=bounds) if any(
            is_name(one, name) for bound in bounds for one in _reckoned(bound)
        ):
            return INT
        case ast.Call() if axes_given(part, name):
            return ARRAY
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np" | "numpy" | "torch" as library), attr=joining),
            args=[ast.Tuple(elts=joined) | ast.List(elts=joined), *_],
        ) if joining in _JOINING and any(is_name(one, name) for one in joined):
            return A_TENSOR if library == "torch" else ARRAY
        case ast.Call(func=function, args=arguments) if any(is_name(argument, name) for argument in arguments):
            return _told_by_call(function, arguments, name)
        case ast.Call(func=function, args=arguments) if any(_is_spread(argument, name) for argument in arguments):
            return MATRIX if last_name(function) in _OF_SEVERAL else None
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=making), args=arguments) if any(
            _is_reckoned_element(argument, name) for argument in arguments[:1]
        ):
            # Of whole arrays: ``np.exp(-z)``, ``np.mean(found == wanted)``.
            return ARRAY if making not in _MAKING and by_name(name) in _MAY_BE_ARRAYS else None
        case ast.BinOp(left=one, op=ast.Add(), right=other) if (is_name(one, name) or is_name(other, name)) and (
            _is_text(one) or _is_text(other)
        ):
            return STR
        case ast.BinOp(left=one, op=ast.LShift() | ast.RShift(), right=other) if (
            is_name(one, name) or is_name(other, name)
        ) and by_name(name) in (None, INT):
            return INT
        case ast.BinOp(left=one, op=operator, right=other) if is_name(one, name) or is_name(other, name):
            is_product = isinstance(operator, ast.MatMult) or _is_product(one) or _is_product(other)
            return ARRAY if is_product else None
        case ast.Attribute(value=ast.Compare(left=one, comparators=[other]), attr=attribute) if is_name(
            one, name
        ) or is_name(other, name):
            return ARRAY if BY_ATTRIBUTE.get(attribute) == ARRAY else None
        case ast.Attribute(value=ast.BinOp(left=ast.Name(id=used)), attr=attribute) if used == name:
            return ARRAY if BY_ATTRIBUTE.get(attribute) == ARRAY else None
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name(id=used)) if used == name:
            return _tuple_of(targets)
        case (
            ast.Compare(left=ast.Call(func=ast.Name(id="len")), ops=[operator], comparators=[ast.Name(id=used)])
            | ast.Compare(left=ast.Name(id=used), ops=[operator], comparators=[ast.Call(func=ast.Name(id="len"))])
        ) if used == name and not isinstance(operator, ast.In | ast.NotIn) and by_name(name) in (None, FLOAT):
            return INT
        case ast.Compare(left=one, ops=[ast.Eq() | ast.NotEq()], comparators=[other]) if is_name(one, name) or is_name(
            other, name
        ):
            several = one if isinstance(one, ast.Tuple) else other
            return _tuple_of(several.elts) if isinstance(several, ast.Tuple) else None
        case ast.Subscript(value=ast.Name(), slice=ast.Slice(lower, upper)) if by_name(name) in (None, FLOAT) and any(
            is_name(one, name) for bound in (lower, upper) if bound is not None for one in _reckoned(bound)
        ):
            return INT
        case ast.BinOp(left=one, op=ast.MatMult(), right=other) if any(
            isinstance(side, ast.Subscript) and is_name(side.value, name) for side in (one, other)
        ):
            return ARRAY
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Tuple()) if used == name:
            return TABLE if by_name(name) == TABLE else ARRAY
        case ast.Subscript(slice=ast.Tuple(elts=places)) if any(is_name(place, name) for place in places):
            # Places in an array.
            return INTS if by_name(name) in (INTS, STRS) else None
        case ast.Subscript(value=ast.Subscript(value=ast.Name(id=used))) if used == name:
            return MATRIX
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())) if used == name:
            return TABLE if by_name(name) == TABLE else DICT
        case ast.Subscript(value=ast.Name(id=used), slice=place) if used == name and is_telling_part(place):
            return _BY_LABEL
        case (
            ast.For(iter=ast.Name(id=used), target=ast.Tuple(elts=targets))
            | ast.comprehension(iter=ast.Name(id=used), target=ast.Tuple(elts=targets))
        ) if used == name and not any(isinstance(target, ast.Starred) for target in targets):
            return TypeExpression("list", (TypeExpression("tuple", tuple(INT for _ in targets)),))
    return None


def _tuple_of(parts: list[ast.expr]) -> TypeExpression | None:
    """What is taken apart into these, or is the same as all of them: each a number, or what its name says."""
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    if len(names) != len(parts) or len(names) < _FEWEST:
        return None
    kinds = (by_name(one) if is_short_text(one) or by_name(one) == FLOAT else INT for one in names)
    return TypeExpression("tuple", tuple(kind or INT for kind in kinds))


def _is_spread(argument: ast.expr, name: str) -> bool:
    return isinstance(argument, ast.Starred) and is_name(argument.value, name)


def _is_reckoned_element(node: ast.expr, name: str) -> bool:
    """Whether it is made of one array and others, or numbers, element by element: of the first of them, for by a number
    is what others are divided by."""
    match node:
        case ast.UnaryOp(operand=operand):
            sides = [operand]
        case ast.BinOp(left=left):
            sides = [left]
        case ast.Compare(left=left, comparators=[right]):
            sides = [left, right]
        case _:
            return False
    return any(is_name(side, name) or _is_reckoned_element(side, name) for side in sides)


def _told_by_call(function: ast.expr, arguments: list[ast.expr], name: str) -> TypeExpression | None:  # noqa: PLR0911, PLR0912
    match function:
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=making) if making in _MAKING:
            return INT if _is_at(arguments, _MAKING[making], name) else None
        case ast.Attribute(
            value=ast.Name(id="np" | "numpy") | ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="linalg" | "fft")
        ):
            return ARRAY
        case ast.Attribute(value=ast.Name(id="F"), attr=called) if called.endswith(_OF_TWO) or (
            called in OF_LAYERS and is_name(arguments[0], name)
        ):
            return A_TENSOR
        case ast.Attribute(value=ast.Name(id="torch"), attr=called) if is_name(arguments[0], name):
            return A_TENSOR if called in OF_TENSORS else None
        case ast.Attribute(value=ast.Name(id="math"), attr=function_name):
            if function_name in _OVER_ALL:
                return None
            # Whole numbers will do for all others, where the name says so.
            return INT if function_name in _INTEGRAL or by_name(name) == INT else FLOAT
        case ast.Attribute(value=ast.Constant(value=str()), attr="join"):
            return STRS
        case ast.Attribute(value=of, attr=method) if method in SEARCHES:
            if method in _OTHERS_HAVE and not _is_pattern(of):
                return None
            return STR if _is_at(arguments, SEARCHES[method] + is_name(of, "re"), name) else None
        case ast.Name(id="ord"):
            return STR
        case ast.Name(id=called) | ast.Attribute(attr=called) if called in _OF_ADDRESSES:
            return STR
        case ast.Attribute(attr="fromtimestamp" | "utcfromtimestamp"):
            return FLOAT if _is_at(arguments, 0, name) else None
        case ast.Name(id="dict") if is_name(arguments[0], name):
            return DICT
        case ast.Name(id="int") if len(arguments) > 1:
            # Of a base.
            return STR if is_name(arguments[0], name) else INT
        case ast.Name(id="int" | "float" | "abs" | "divmod" | "pow") if by_name(name) == INT:
            return INT
        case ast.Name(id="range" | "chr" | "bin" | "oct" | "hex"):
            return INT
        case ast.Name(id="isinstance") if is_name(arguments[0], name):
            return _CLASSES.get(_first_class(arguments))
    return None


def _asked_about(part: ast.AST, name: str) -> TypeExpression | None:
    match part:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=used), _] as arguments) if used == name:
            found = _first_class(arguments)
            is_class = _CLASS_NAME.fullmatch(found) is not None and found not in _ABSTRACT
            return _CLASSES.get(found) or (TypeExpression(found) if is_class else None)
    return None


def _first_class(arguments: list[ast.expr]) -> str:
    """Of those that ``isinstance`` is asked about, the name."""
    several = arguments[-1]
    return last_name(several.elts[0] if isinstance(several, ast.Tuple) and several.elts else several)


def _is_at(arguments: list[ast.expr], place: int, name: str) -> bool:
    return len(arguments) > place and is_name(arguments[place], name)


def _is_pattern(node: ast.expr) -> bool:
    """The module ``re``, or what is named as patterns are."""
    name = last_name(node)
    return name.isupper() or _PATTERN.search(name) is not None


def _goes_through(part: ast.AST, name: str) -> bool:
    match part:
        case (
            ast.Subscript(value=ast.Name(id=used))
            | ast.For(iter=ast.Name(id=used))
            | ast.comprehension(iter=ast.Name(id=used))
            | ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=used), *_])
        ):
            return used == name
        case ast.Call(func=ast.Name(id="max" | "min"), args=[_, _, *_]):
            # The largest of several, none of which is gone through.
            return False
        case ast.Call(func=ast.Name(id=function), args=arguments):
            return function in ITERATING and any(is_name(argument, name) for argument in arguments)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr=function), args=arguments):
            return function in _OVER_ALL and any(is_name(argument, name) for argument in arguments)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=used)]):
            return used == name
    return False


def _is_product(node: ast.expr) -> bool:
    """Whether it is one of matrices."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in {int, float}
