"""What a unit's text tells that columns of tables hold, by what it does with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final


class Content(Enum):
    """What a column holds."""

    NUMBERS = "numbers"
    TEXTS = "texts"
    #: Texts that say numbers.
    NUMERALS = "numerals"
    TIMES = "times"
    GROUPS = "groups"
    KEYS = "keys"
    LABELS = "labels"


#: What stands for a column, what it holds, and texts that are among that.
Clue = tuple[ast.expr, Content, list[str]]
#: Methods of texts that columns have not.
OF_TEXTS: Final = frozenset(
    {"lower", "upper", "strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "startswith", "endswith", "title"}
    | {"capitalize", "encode", "casefold", "isdigit", "isalpha", "removeprefix", "removesuffix", "partition", "zfill"}
)
#: Methods that put rows together by time.
_BY_TIME: Final = frozenset({"resample", "asfreq", "between_time", "at_time"})
#: Functions whose results lie between two times.
_SPANS: Final = frozenset({"Timedelta", "to_timedelta", "DateOffset", "timedelta", "relativedelta"})
_MOMENTS: Final = frozenset({"Timestamp", "datetime", "now", "today", "utcnow"})
_DATED: Final = re.compile(r"\d{4}-\d\d(-\d\d.*)?")
#: Methods that tell a column's values apart, of which there are few then.
_TELLING_APART: Final = frozenset({"unique", "value_counts"})
_NUMERIC: Final = frozenset({"float", "int", "float64", "int64", "float32", "int32"})


def clues(tree: ast.AST) -> Iterator[Clue]:
    """What is told of columns, whatever their tables are."""
    tables = _dictionaries(tree)
    by_time = _goes_by_time(tree)
    for node in ast.walk(tree):
        if by_time and isinstance(node, ast.Call):
            yield from _of_rows(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _of_method(node, node.func, tables)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if _calls(other, _SPANS) or "offsets" in _dots(other) or _calls(other, _MOMENTS):
                    yield one, Content.TIMES, []
        elif isinstance(node, ast.Compare):
            for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                if _calls(other, _MOMENTS) or _is_dated(other):
                    yield one, Content.TIMES, []


def is_by_time(method: str, args: Sequence[ast.expr]) -> bool:
    """Whether it puts rows together, or measures windows of them, by how late they are: ``rows.rolling("7D")``."""
    return method in _BY_TIME or (method == "rolling" and any(map(_is_text, args[:1])))


def _goes_by_time(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_by_time(node.func.attr, node.args)
        for node in ast.walk(tree)
    )


def _of_rows(node: ast.Call) -> Iterator[Clue]:
    """The column by which rows are told apart, where that goes by time."""
    match node:
        case ast.Call(func=ast.Attribute(holder, "set_index"), args=[ast.Constant(str()) as column, *_]):
            yield ast.Subscript(holder, column, ast.Load()), Content.TIMES, []


def _of_method(node: ast.Call, function: ast.Attribute, tables: Mapping[str, list[str]]) -> Iterator[Clue]:
    name, holder = function.attr, function.value
    if name in OF_TEXTS:
        yield holder, Content.TEXTS, []
    elif name in _TELLING_APART:
        yield holder, Content.GROUPS, []
    elif name in {"map", "replace"} and node.args:
        first = node.args[0]
        keys = tables.get(first.id, []) if isinstance(first, ast.Name) else _keys(first)
        if name == "replace" and len(node.args) > 1 and isinstance(first, ast.Constant) and type(first.value) is str:
            keys = [first.value]
        if keys:
            yield holder, Content.TEXTS, keys
    elif name in _OF_ARGUMENTS:
        yield from _OF_ARGUMENTS[name](node, holder)


def _of_type(node: ast.Call, holder: ast.expr) -> Iterator[Clue]:
    kind = _named(node.args[0]) if node.args else ""
    of = _of_texts(holder)
    if kind == "category":
        yield holder, Content.TEXTS, []
    elif kind in _NUMERIC and of is not None:
        yield of, Content.NUMERALS, []


def _of_filling(node: ast.Call, holder: ast.expr) -> Iterator[Clue]:
    """A column that a text is put into where nothing is holds texts."""
    for given in node.args[:1]:
        pairs = zip(given.keys, given.values, strict=True) if isinstance(given, ast.Dict) else ()
        for key, value in pairs:
            if key is not None and _is_text(value):
                yield ast.Subscript(holder, key, ast.Load()), Content.TEXTS, []
        if _is_text(given):
            yield holder, Content.TEXTS, []


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _of_numbers(node: ast.Call, _: ast.expr) -> Iterator[Clue]:
    for given in node.args[:1]:
        of = _of_texts(given)
        if of is not None or any(keyword.arg == "errors" for keyword in node.keywords):
            yield given if of is None else of, Content.NUMERALS, []


def _of_joined(node: ast.Call, holder: ast.expr) -> Iterator[Clue]:
    """``first.str.cat(last)``"""
    if isinstance(holder, ast.Attribute) and holder.attr == "str":
        for of in node.args[:1]:
            yield of, Content.TEXTS, []


def _of_pairs(node: ast.Call, _: ast.expr) -> Iterator[Clue]:
    for of in node.args[:2]:
        yield of, Content.GROUPS, []


def _of_different(node: ast.Call, _: ast.expr) -> Iterator[Clue]:
    for of in node.args[:1]:
        yield of, Content.TEXTS, []


def _of_groups(node: ast.Call, holder: ast.expr) -> Iterator[Clue]:
    if node.args and _joins(node.args[0]):
        yield holder, Content.TEXTS, []


#: What calls tell by their arguments.
_OF_ARGUMENTS: Final[Mapping[str, Callable[[ast.Call, ast.expr], Iterator[Clue]]]] = {
    "astype": _of_type,
    "fillna": _of_filling,
    "to_numeric": _of_numbers,
    "cat": _of_joined,
    "crosstab": _of_pairs,
    "factorize": _of_different,
    **dict.fromkeys(("apply", "agg", "transform"), _of_groups),
}


def _joins(node: ast.expr) -> bool:
    """Whether a function puts texts together."""
    body = node.body if isinstance(node, ast.Lambda) else node
    function = body.func if isinstance(body, ast.Call) else body
    return isinstance(function, ast.Attribute) and function.attr == "join" and isinstance(function.value, ast.Constant)


def _of_texts(node: ast.expr) -> ast.expr | None:
    """What `node` makes other texts of, behind ``str``, if it is such."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        holder = node.func.value
        if isinstance(holder, ast.Attribute) and holder.attr == "str":
            of = _of_texts(holder.value)
            return holder.value if of is None else of
        node = holder
    return None


def _dictionaries(tree: ast.AST) -> dict[str, list[str]]:
    """Name -> the texts that are keys of the dictionary that it is given."""
    return {
        target.id: _keys(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _keys(node: ast.expr) -> list[str]:
    """Of a display, where all of them are texts."""
    keys = [key.value for key in node.keys if isinstance(key, ast.Constant)] if isinstance(node, ast.Dict) else []
    found = [key for key in keys if isinstance(key, str)]
    return found if isinstance(node, ast.Dict) and len(found) == len(node.keys) else []


def _dots(node: ast.expr) -> list[str]:
    """The names along the dots of what is called."""
    found, part = [], node.func if isinstance(node, ast.Call) else node
    while isinstance(part, ast.Attribute):
        found.append(part.attr)
        part = part.value
    return found


def _calls(node: ast.expr, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and _named(node.func) in names


def _named(node: ast.expr) -> str:
    """The last name of what is asked for, or a text."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant):
        return str(node.value)
    return node.id if isinstance(node, ast.Name) else ""


def _is_dated(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_DATED.fullmatch(node.value))
