"""Texts that are short by what is done to them, whatever else is large: keys, members, what is looked for in another
text, a word beside other words."""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.language.workload import DEFAULT_STRING, Argument
from perfcast.workload.naming.names import STR, is_long_text, last_word
from perfcast.workload.uses.name_uses import is_name
from perfcast.workload.uses.text_uses import is_found, is_sought

#: What has keys, or members.
_WITH_KEYS: Final = frozenset({"dict", "Counter", "set", "frozenset"})
#: Letters that all made-up texts are likely to have.
_COMMON: Final = ("a", "h")
#: A name of what is long by itself, and short among others.
_WORD: Final = "word"
#: Calls that go through a text, whatever else they are given.
_READING: Final = frozenset({"compile", "exec", "eval", "len"})
#: Methods that are given keys or members, and calls that leave a text as it is, or only show it.
_KEEPING: Final = frozenset({"get", "setdefault", "pop", "add", "discard", "append", "appendleft", "remove", "put"})
_SHOWING: Final = frozenset({"str", "repr", "print", "isinstance", "type", "id", "hash", "format", "bool"})
_LOGGING: Final = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
_TELLING_NOTHING: Final = _KEEPING | _SHOWING | _LOGGING | {"getattr", "hasattr", "setattr", "KeyError", "ValueError"}


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
    is_word = last_word(name) == _WORD
    if _is_gone_through(node, name):
        # A word is, too, where it is looked for in a table or a board.
        is_short = is_word and any(one.type.arguments and STR in one.type.leaves() for one in arguments)
    elif is_sought(node, name):
        is_short = True
    elif is_word:
        others = (one for one in arguments if one.name != name)
        is_short = _is_key(node, name) or any(one.type.is_sized for one in others)
    else:
        keyed = [one for one in arguments if one.type.name in _WITH_KEYS and one.type.arguments[:1] == (STR,)]
        names = [one.name or "" for one in keyed]
        is_key = not is_long_text(name) and (bool(keyed) or _is_key(node, name))
        is_short = is_key and not any(_reads(node, call, name, names) for call in parts_of(node, ast.Call))
    return replace(argument, sizes=(DEFAULT_STRING,), kept=(0,)) if is_short else argument


def _reads(node: FunctionNode, call: ast.Call, name: str, keyed: list[str]) -> bool:
    """Whether a call may go through the text that it is given.

    Args:
        keyed: names of what has keys: what is given these, too, may look it up.
    """
    given = [*call.args, *(one.value for one in call.keywords)]
    if not any(is_name(one, name) for one in given):
        return False
    if is_name(call.func, *_READING):
        return True
    is_handed_on = is_name(call.func, node.name) or any(is_name(one, *keyed) for one in given)
    return not is_handed_on and last_name(call.func) not in _TELLING_NOTHING


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
