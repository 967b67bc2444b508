"""Whether a body uses a parameter as a text: it takes it apart, looks for it, or compares it with others."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.naming.names import BY_ATTRIBUTE, INT, STR, bears, by_name, is_character, is_short_text
from perfcast.workload.uses.asked_classes import BY_CLASS, first_class
from perfcast.workload.uses.name_uses import attributes_of, is_bound_anew, is_given_at, is_name, is_text_literal
from perfcast.workload.uses.number_uses import is_counted_with

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


def is_sought(node: FunctionNode, name: str) -> bool:
    """Whether the body looks for it in a text."""
    return any(is_sought_by(node, call, name) for call in parts_of(node, ast.Call))


def is_found(node: FunctionNode, name: str) -> bool:
    """The same, where that fails, or does nothing, unless it is there."""
    return any(is_sought_by(node, call, name) and last_name(call.func) in _FINDING for call in parts_of(node, ast.Call))


def is_sought_by(node: FunctionNode, call: ast.AST, name: str) -> bool:
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
    return is_text_literal(of)


def is_named_text(node: FunctionNode, name: str) -> bool:
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


def is_asked_as_text(node: FunctionNode, name: str) -> bool:
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
            return BY_CLASS.get(first_class(asked.args)) == STR
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


def is_taken_apart(node: FunctionNode, name: str) -> bool:
    """Whether the body goes through it character by character, or splits it."""
    if not _SPLITTING.isdisjoint(attributes_of(node, name)):
        return True
    over = [loop.iter for loop in loops_of(node)]
    counted = [one.args[0] for one in over if isinstance(one, ast.Call) and is_name(one.func, "enumerate") and one.args]
    return any(is_name(one, name) for one in (*over, *counted))


def is_one_character(node: FunctionNode, name: str) -> bool:
    """Whether the body asks for its code point."""
    return any(is_name(call.func, "ord") and is_given_at(call.args, 0, name) for call in parts_of(node, ast.Call))


def reads_bytes(node: FunctionNode) -> bool:
    """Whether the body makes texts of bytes."""
    return any(part.attr == "decode" for part in parts_of(node, ast.Attribute))
