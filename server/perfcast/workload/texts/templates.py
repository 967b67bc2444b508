"""Texts with places that a table's values are put into by its keys: ``template.format(**values)``,
``Template(text).substitute(person)``. What is made up by itself has no such place, or is turned down."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import assigned, loops_of, parts_of
from perfcast.workload.language.workload import RECORD, Argument, TypeExpression
from perfcast.workload.naming.names import STR
from perfcast.workload.structures.shapes import LABEL

#: Names that forms are likely to have places for.
_USUAL: Final = ("name", "title", "amount")
_SUBSTITUTING: Final = frozenset({"substitute", "safe_substitute"})
_TEMPLATE: Final = "Template"
#: What stands before a place, and behind it.
_BEFORE: Final = "aaaaa aaa "
_AFTER: Final = " "
_BRACES: Final = "{{{}}}"
_DOLLAR: Final = "${{{}}}"
_PERCENT: Final = "%({})s"


class _Filling(NamedTuple):
    """The text, what it is filled with, and how its places look."""

    text: ast.expr
    values: ast.expr
    look: str


def with_templates(
    node: FunctionNode, arguments: list[Argument], size: int, made_up: Container[str], annotated: Container[str]
) -> list[Argument]:
    """Arguments of which a text has places for keys that a table, or each of several, has.

    Args:
        size: tables where there are several; made_up: names of those whose values nobody says.
        annotated: those of which an annotation says the type.
    """
    found = {one.name or "": one for one in arguments if one.name in made_up and not one.has_value}
    if not any(one.type == STR for one in found.values()):
        return arguments
    stands_for = dict(_stands_for(node, found))
    for filling in _fillings(node):
        text, values = (_named(one, found, stands_for) for one in (filling.text, filling.values))
        if not text or not values or found[text].type != STR or found[text].like is not None:
            continue
        is_free = values not in annotated and filling.look != _PERCENT
        is_several = not (isinstance(filling.values, ast.Name) and filling.values.id == values)
        table = _with_keys(found[values], size, is_several=is_several, is_free=is_free)
        if table is not None:
            keys = (table.type.arguments[0] if is_several else table.type).keys
            places = "".join(f"{_BEFORE}`{filling.look.format(key)}`{_AFTER}" for key in keys)
            found |= {text: replace(found[text], like=places, alphabet=None), values: table}
    return [found.get(one.name or "", one) for one in arguments]


def _with_keys(table: Argument, size: int, *, is_several: bool, is_free: bool) -> Argument | None:
    """A table, or several, with a few keys that are known; None of anything else.

    Args:
        is_free: nothing says what it is.
    """
    several = table.type.name == "list" and bool(table.type.arguments)
    one = table.type.arguments[0] if is_several and several else table.type
    if one.name == RECORD:
        return table if several == is_several else None
    is_table = one.name == "dict" and one.arguments[:1] in ((STR,), (LABEL,)) and several == is_several
    held = one.arguments[1] if is_table and one.arguments[1] != STR else LABEL
    if not (is_table or is_free) or held.is_sized:
        return None
    record = TypeExpression(RECORD, (held,) * len(_USUAL), keys=_USUAL)
    type_ = TypeExpression("list", (record,)) if is_several else record
    low, high = (None, None) if held == LABEL else (table.low, table.high)
    return Argument(table.name, type_, (size,) if is_several else (), low, high)


def _fillings(node: FunctionNode) -> Iterator[_Filling]:
    templates = {
        target.id: value
        for target, value in assigned(parts_of(node, ast.Assign))
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and last_name(value.func) == _TEMPLATE
    }
    for part in parts_of(node, ast.Call, ast.BinOp):
        match part:
            case ast.Call(ast.Attribute(text, "format"), [], [ast.keyword(None, values)]):
                yield _Filling(text, values, _BRACES)
            case ast.Call(ast.Attribute(text, "format_map"), [values]):
                yield _Filling(text, _copied(values), _BRACES)
            case ast.Call(ast.Attribute(made, method), [values], []) | ast.Call(
                ast.Attribute(made, method), [], [ast.keyword(None, values)]
            ) if method in _SUBSTITUTING:
                made = templates.get(made.id, made) if isinstance(made, ast.Name) else made
                if isinstance(made, ast.Call) and last_name(made.func) == _TEMPLATE and made.args:
                    yield _Filling(made.args[0], values, _DOLLAR)
            case ast.BinOp(text, ast.Mod(), values):
                yield _Filling(text, values, _PERCENT)


def _copied(values: ast.expr) -> ast.expr:
    """What a table is made of that is given on: ``text.format_map(defaultdict(str, values))``."""
    return values.args[-1] if isinstance(values, ast.Call) and values.args else values


def _stands_for(node: FunctionNode, among: Container[str]) -> Iterator[tuple[str, str]]:
    """Names of elements, each with the parameter that holds them."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case (ast.Name(name), ast.Name(of)) | (
                ast.Tuple([_, ast.Name(name)]),
                ast.Call(ast.Name("enumerate"), [ast.Name(of), *_]),
            ) if of in among:
                yield name, of


def _named(node: ast.expr, among: Container[str], stands_for: dict[str, str]) -> str:
    """The parameter that an expression is, or is an element of; empty for others."""
    name = node.id if isinstance(node, ast.Name) else ""
    return name if name in among else stands_for.get(name, "")
