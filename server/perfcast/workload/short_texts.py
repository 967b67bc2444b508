"""Texts that are short by what is done to them, whatever else is large: keys, members, what is looked for in another
text, a word beside other words."""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.body import loops_of, parts_of
from perfcast.workload.columns import last_word
from perfcast.workload.language import DEFAULT_STRING, Argument
from perfcast.workload.names import STR, is_long_text
from perfcast.workload.uses import is_found, is_name, is_sought

#: What has keys, or members.
_WITH_KEYS: Final = frozenset({"dict", "Counter", "set", "frozenset"})
#: Letters that all made-up texts are likely to have.
_COMMON: Final = ("a", "h")
#: A name of what is long by itself, and short among others.
_WORD: Final = "word"


def with_short_texts(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Arguments of which such texts do not grow with the data.

    Args:
        made_up: names of those whose values nobody says.
    """
    return [_short(node, one, arguments) if one.name in made_up and _is_long(one) else one for one in arguments]


def _is_long(argument: Argument) -> bool:
    return argument.type == STR and argument.like is None and argument.kept == () and not argument.has_value


def _short(node: FunctionNode, argument: Argument, arguments: list[Argument]) -> Argument:
    name = argument.name or ""
    if is_found(node, name):
        return replace(argument, sizes=(1,), alphabet=_COMMON, kept=(0,))
    if _is_gone_through(node, name):
        # A word is, too, where it is looked for in a table or a board.
        others = (one for one in arguments if one.type.arguments and STR in one.type.leaves())
        is_short = last_word(name) == _WORD and next(others, None) is not None
    elif last_word(name) == _WORD or is_sought(node, name):
        is_short = True
    else:
        is_read = any(is_name(one, name) for call in parts_of(node, ast.Call) if _reads(call) for one in call.args)
        is_beside_keys = not is_read and any(
            one.type.name in _WITH_KEYS and one.type.arguments[:1] == (STR,) for one in arguments
        )
        is_short = not is_long_text(name) and (is_beside_keys or _is_key(node, name))
    return replace(argument, sizes=(DEFAULT_STRING,), kept=(0,)) if is_short else argument


def _reads(call: ast.Call) -> bool:
    """Whether Python itself goes through the text that it is given."""
    return is_name(call.func, "compile", "exec", "eval", "len")


def _is_gone_through(node: FunctionNode, name: str) -> bool:
    """Whether the body takes a text apart, character by character or otherwise."""
    over = [part for loop in loops_of(node) for part in (loop.iter, *getattr(loop.iter, "args", ()))]
    over += [part.value for part in parts_of(node, ast.Subscript)]
    over += [part.value for part in parts_of(node, ast.Attribute)]
    return any(is_name(part, name) for part in over)


def _is_key(node: FunctionNode, name: str) -> bool:
    """Whether it is looked for among others, or kept among them."""
    elements = {loop.target.id for loop in loops_of(node) if isinstance(loop.target, ast.Name)}
    for part in parts_of(node, ast.Subscript, ast.Call, ast.Compare):
        match part:
            case (
                ast.Subscript(slice=ast.Name(id=key))
                | ast.Compare(left=ast.Name(id=key), ops=[ast.In() | ast.NotIn()])
                | ast.Call(ast.Attribute(attr="get" | "setdefault" | "pop" | "add" | "discard"), [ast.Name(id=key), *_])
            ) if key == name:
                return True
            case ast.Compare(left=one, ops=[ast.Eq() | ast.NotEq()], comparators=[other]):
                if any(is_name(a, name) and is_name(b, *elements) for a, b in ((one, other), (other, one))):
                    return True
    return False
