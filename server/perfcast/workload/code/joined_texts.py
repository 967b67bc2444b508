"""Texts that code puts together of constants, as tokenizers do with their expressions:
``"|".join(f"(?P<{name}>{expression})" for name, expression in TOKENS)``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from perfcast.workload.code.separators import written

#: The definition, or the value, that a name stands for.
Meaning = Callable[[str], object]


def joined_text(node: ast.expr, meaning: Meaning) -> str | None:
    """The text that an expression gives; None where it is not put together of constants alone."""
    said = _text(node, {}, meaning)
    if said is not None:
        return said
    match node:
        case ast.Call(func=ast.Attribute(value=separator, attr="join"), args=[parts]) if written(separator) is not None:
            texts = _texts(parts, meaning)
            return None if texts is None else (written(separator) or "").join(texts)
    return None


def _texts(parts: ast.expr, meaning: Meaning) -> list[str] | None:
    match parts:
        case ast.GeneratorExp() | ast.ListComp() if len(parts.generators) == 1 and not parts.generators[0].ifs:
            loop, each = parts.generators[0], parts.elt
            found = [_text(each, names, meaning) for names in _bound(loop.target, _elements(loop.iter, meaning))]
        case _:
            found = [_text(one, {}, meaning) for one in _elements(parts, meaning)]
    texts = [one for one in found if one is not None]
    return texts if texts and len(texts) == len(found) else None


def _elements(node: ast.expr, meaning: Meaning) -> list[ast.expr]:
    """Of what is written down, under a name or not; none of all else."""
    match node:
        case ast.Name(id=name):
            value = meaning(name)
            return _elements(value, meaning) if isinstance(value, ast.expr) and not isinstance(value, ast.Name) else []
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return elements
        case ast.Call(func=ast.Attribute(value=of, attr="items" | "values" as asked), args=[]):
            table = meaning(of.id) if isinstance(of, ast.Name) else of
            if isinstance(table, ast.Dict) and asked == "values":
                return table.values
            if isinstance(table, ast.Dict):
                pairs = zip(table.keys, table.values, strict=True)
                return [ast.Tuple([key, value], ast.Load()) for key, value in pairs if key is not None]
    return []


def _bound(target: ast.expr, elements: list[ast.expr]) -> Iterator[Mapping[str, ast.expr]]:
    """What the names of a loop stand for, in turn."""
    for element in elements:
        match target, element:
            case ast.Name(id=name), _:
                yield {name: element}
            case ast.Tuple(elts=names), (ast.Tuple(elts=values) | ast.List(elts=values)) if len(names) == len(values):
                yield {one.id: value for one, value in zip(names, values, strict=True) if isinstance(one, ast.Name)}
            case _:
                yield {}


def _text(node: ast.expr, names: Mapping[str, ast.expr], meaning: Meaning) -> str | None:
    match node:
        case ast.Constant(value=str(said)):
            return said
        case ast.Name(id=name) if name in names:
            return written(names[name])
        case ast.Name(id=name):
            value = meaning(name)
            return written(value) if isinstance(value, ast.expr) else None
        case ast.JoinedStr(values=values):
            parts = [_text(_plain(one), names, meaning) for one in values]
            return "".join(one for one in parts if one is not None) if None not in parts else None
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _text(left, names, meaning), _text(right, names, meaning)
            return None if first is None or second is None else first + second
    return None


def _plain(part: ast.expr) -> ast.expr:
    """The value of a replacement field that puts it there as it is; fields that do not are left as they are."""
    match part:
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return value
    return part
