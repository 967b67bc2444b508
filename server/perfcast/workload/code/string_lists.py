"""Names of several strings: those that a function iterates over, keeps in a list or has by default."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

from perfcast.source.parsing.walking import walk

#: Texts of one name, at most.
_MOST: Final = 60
#: What gives the same texts.
_SAME: Final = frozenset({"list", "tuple", "sorted", "set"})
#: What a dictionary is gone through by.
_OF_ENTRIES: Final = frozenset({"items", "keys"})


def lists_of_texts(tree: ast.AST) -> dict[str, tuple[str, ...]]:
    """By name, where a name has but one meaning."""
    parts = list(walk(tree))
    given = list(_given(parts))
    times = Counter(name for name, _ in given)
    found: dict[str, tuple[str, ...]] = {}
    for name, value in given:
        texts = tuple(texts_of(value, found))
        if texts and len(texts) <= _MOST and times[name] == 1:
            found[name] = texts
    for target, source in _loops(parts):
        texts = tuple(texts_of(source, found))
        if texts and len(texts) <= _MOST:
            found.setdefault(target, texts)
    # What a dictionary is given for tells more than its keys.
    tables = {name for name, value in given if isinstance(value, ast.Dict)}
    return {name: texts for name, texts in found.items() if name not in tables}


def texts_of(node: ast.expr, known: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Texts that an expression lists; none where it holds anything else.

    Args:
        known: those of names.
    """
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            yield from _all_texts(parts)
        case ast.Dict(keys=parts):
            yield from _all_texts(parts)
        case ast.Name(id=name):
            yield from known.get(name, ())
        case ast.BinOp(left=left, op=ast.Add(), right=right) if not _is_text(left) or not _is_text(right):
            # A list of one may have become that one.
            sides = [list(texts_of(ast.List([side]) if _is_text(side) else side, known)) for side in (left, right)]
            if all(sides):
                yield from (text for side in sides for text in side)
        case ast.Call(func=ast.Name(id=function), args=[inner]) if function in _SAME:
            yield from texts_of(inner, known)
        case ast.Call(func=ast.Attribute(value=inner, attr=method), args=[]) if method in _OF_ENTRIES:
            yield from texts_of(inner, known)


def _all_texts(parts: Sequence[ast.expr | None]) -> list[str]:
    """What they say; nothing where one is no text."""
    return [str(part.value) for part in parts if _is_text(part)] if all(map(_is_text, parts)) else []


def _is_text(node: ast.expr | None) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _given(parts: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Names and what they are given, or have by default."""
    for part in parts:
        match part:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args):
                placed = [*args.posonlyargs, *args.args]
                defaults = [*zip(placed[len(placed) - len(args.defaults) :], args.defaults, strict=True)]
                defaults += [
                    (one, value) for one, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value
                ]
                yield from ((one.arg, value) for one, value in defaults)


def _loops(parts: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Names that stand for one after the other, and for what of."""
    for part in parts:
        if not isinstance(part, ast.For | ast.comprehension):
            continue
        match part.target, part.iter:
            case ast.Name(id=name), source:
                yield name, source
            case ast.Tuple(elts=[ast.Name(id=name), _]), ast.Call(func=ast.Attribute(attr="items")) as source:
                yield name, source
