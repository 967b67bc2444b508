"""Numbers that are read from before a unit, or before other words: ``float(took.rstrip("ms"))``,
``int(rest.split()[0])``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from perfcast.workload.code.body import assigned
from perfcast.workload.code.separators import constants
from perfcast.workload.numbers.text_fields import NUMBER, NUMBERS

#: Letters of a word.
_LETTER: Final = "a"
_WORD: Final = _LETTER * 6
_LONGEST: Final = 8
#: Characters of a unit or a separator that is written down: a longer one would make patterns as long.
LONGEST_WRITTEN: Final = 40
_SPLITTING: Final = frozenset({"split", "rsplit", "splitlines", "partition", "rpartition"})


def unit_behind(call: ast.Call, is_it: Callable[[ast.expr], bool]) -> str | None:
    """What stands behind a number that a call reads from a text, as a pattern has it, see
    `perfcast.workload.Argument.like`; None where it reads none, or nothing stands there.

    Args:
        is_it: whether an expression is the text.
    """
    if not (isinstance(call.func, ast.Name) and call.func.id in NUMBERS and call.args):
        return None
    node, unit = call.args[0], None
    while (peeled := _peeled(node)) is not None:
        node, behind = peeled
        unit = unit or behind
    return unit if unit and is_it(node) else None


def measure_pattern(
    body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool], tables: Mapping[str, Sequence[str | int]]
) -> str | None:
    """A pattern of a text that is a number and a unit, one of those that it is asked for; None of others.

    Args:
        tables: keys of what is written down, by name.
    """
    calls = [part for part in body if isinstance(part, ast.Call)]
    methods = (one.func for one in calls if isinstance(one.func, ast.Attribute))
    if any(method.attr in _SPLITTING and is_it(method.value) for method in methods):
        # There is more in it.
        return None
    meaning = {target.id: value for target, value in assigned(body) if isinstance(target, ast.Name)}
    meant = (ast.Call(one.func, [_meant(one.args[0], is_it, meaning)], []) for one in calls if one.args)
    unit = next((found for call in meant if (found := unit_behind(call, is_it)) is not None), None)
    if unit is None:
        return None
    asked = (_keys(part, lambda end: _is_end(_meant(end, is_it, meaning), is_it), tables) for part in body)
    endings = [*_endings(body, is_it), *(key for keys in asked for key in keys if isinstance(key, str) and key)]
    ending = next((one for one in endings if len(one) == len(unit)), next(iter(endings), None))
    return f"{NUMBER}{unit if ending is None else _itself(ending)}"


def _meant(node: ast.expr, is_it: Callable[[ast.expr], bool], meaning: Mapping[str, ast.expr]) -> ast.expr:
    """What a name is given, but for that of the text itself."""
    node = _alike(node)
    return _alike(meaning.get(node.id, node)) if isinstance(node, ast.Name) and not is_it(node) else node


def _alike(node: ast.expr) -> ast.expr:
    """Of what a method makes much the same text: of ``unit.lower()``."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    return node


def _is_end(node: ast.expr, is_it: Callable[[ast.expr], bool]) -> bool:
    """Whether it is the last characters of the text."""
    match node:
        case ast.Subscript(value=of, slice=ast.UnaryOp(op=ast.USub()) | ast.Slice(lower=ast.UnaryOp(op=ast.USub()))):
            return is_it(of)
    return False


def _keys(
    part: ast.AST, is_end: Callable[[ast.expr], bool], tables: Mapping[str, Sequence[str | int]]
) -> Sequence[str | int]:
    """Those of a table that is asked for the end of the text: ``SECONDS[text[-1]]``."""
    match part:
        case ast.Subscript(value=ast.Name(id=table), slice=end) if is_end(end):
            return tables.get(table, ())
        case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="get"), args=[end, *_]) if is_end(end):
            return tables.get(table, ())
    return ()


def _endings(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool]) -> Iterator[str]:
    """Texts, written down, with which it is asked whether it ends."""
    for part in body:
        match part:
            case ast.Call(func=ast.Attribute(value=of, attr="endswith"), args=[word]) if is_it(of):
                words = _gone_through(body, word.id) if isinstance(word, ast.Name) else constants(word)
                yield from (one for one in words if isinstance(one, str) and one)


def _gone_through(body: Sequence[ast.AST], name: str) -> Iterator[str | int]:
    """What loops over something written down call so: ``for suffix, factor in (("KB", 1_000), ("MB", 1_000_000))``."""
    for part in body:
        match part:
            case ast.For(target=ast.Name(id=one), iter=over) if one == name:
                yield from constants(over)
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=one), *_]), iter=ast.Tuple(elts=rows) | ast.List(elts=rows)
            ) if one == name:
                for row in rows:
                    yield from constants(row.elts[0]) if isinstance(row, ast.Tuple) and row.elts else ()
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=one), *_]),
                iter=ast.Call(func=ast.Attribute(value=ast.Dict(keys=keys), attr="items")),
            ) if one == name:
                for key in keys:
                    yield from constants(key) if key is not None else ()


def _peeled(node: ast.expr) -> tuple[ast.expr, str] | None:
    """What a part is taken of, and what it leaves out at the end of that."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr=method), args=given):
            left_out = _left_out_by(method, given)
            return None if left_out is None else (of, left_out)
        case ast.Subscript(value=of, slice=ast.Slice(lower=None, upper=ast.UnaryOp(ast.USub(), bound), step=None)):
            length = bound.value if isinstance(bound, ast.Constant) else 1
            return (of, _LETTER * length) if isinstance(length, int) and length <= _LONGEST else None
        case ast.Subscript(
            value=ast.Call(func=ast.Attribute(value=of, attr=method), args=given), slice=ast.Constant(value=0)
        ) if method in _SPLITTING:
            return of, _behind(given)
    return None


def _left_out_by(method: str, given: Sequence[ast.expr]) -> str | None:
    """What a method leaves out at the end of a text; None of one that gives another text."""
    match method, given:
        case "removesuffix" | "rstrip", [ast.Constant(value=str(end))]:
            return _itself(end)
        case "replace", [ast.Constant(value=str(end)), ast.Constant(value="")] if end.isalpha():
            return _itself(end)
        case "strip" | "rstrip" | "lower" | "upper", []:
            return ""
    return None


def _behind(given: Sequence[ast.expr]) -> str:
    """What follows upon the first part of a text that is split at that."""
    match given:
        case []:
            return f" {_WORD}"
        case [ast.Constant(value=str(separator)), *_]:
            return f"{_itself(separator)}{_WORD if separator.isspace() else ''}"
    return ""


def _itself(text: str) -> str:
    """Without the ends of lines; empty of one that is too long."""
    if len(text) > LONGEST_WRITTEN:
        return ""
    text = text.strip("\r\n\t")
    return f"`{text}`" if any(map(str.isalnum, text)) and "`" not in text else text.replace("`", "")
