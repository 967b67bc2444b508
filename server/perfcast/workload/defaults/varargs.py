"""Arguments for ``*args``: ``def merge(*tables)``."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.defaults.annotations import said_type
from perfcast.workload.defaults.guessed_types import NUMBERS
from perfcast.workload.defaults.ranges import with_bounds
from perfcast.workload.defaults.short_texts import SHORT_TEXT, short_text
from perfcast.workload.defaults.whole_numbers import SMALL_INTEGER
from perfcast.workload.language.resizing import resized
from perfcast.workload.language.workload import Argument, TypeExpression, Workload
from perfcast.workload.naming.names import DICT, INT, INTS, STR, last_word

#: How many of them a call gives.
_COUNT: Final = 2
_MAKING: Final = frozenset({"__init__", "__new__", "__init_subclass__"})
_WORDS: Final = ("words", "names")
_BY_WORD: Final = {
    **dict.fromkeys(("sequences", "seqs", "iterables", "lists", "others", "collections", "sets"), INTS),
    **dict.fromkeys(("dicts", "mappings", "dictionaries"), DICT),
    **dict.fromkeys(("numbers", "nums", "counts", "ints", "integers"), INT),
    **dict.fromkeys(("strings", "strs", "texts", *_WORDS), STR),
}


def rest_arguments(node: FunctionNode, size: int, *, drop_first: bool) -> list[Argument]:
    """What a function is given that takes any number of a kind; nothing where neither annotation nor name tells it."""
    rest = _named_rest(node, drop_first=drop_first)
    type_ = None if rest is None else said_type(rest.annotation)
    if rest is None or type_ is None or any(leaf not in (*NUMBERS, STR) for leaf in type_.leaves()):
        type_ = None if rest is None or _is_telling(rest.annotation) else _type_by_word(rest.arg)
    if rest is None or type_ is None:
        return []
    if type_ == INT:
        return [Argument(None, INT, value=SMALL_INTEGER, has_value=True)] * _COUNT
    if type_ == STR and _are_short(rest.arg):
        return [short_text(None, SHORT_TEXT)] * _COUNT
    each = with_bounds(Argument(None, type_, tuple(10 for _ in type_.sized())))
    return [resized(Workload((each,)), size).arguments[0]] * _COUNT


def _named_rest(node: FunctionNode, *, drop_first: bool) -> ast.arg | None:
    """The parameter with a star of a function that takes nothing before it, which no call could give by its name; None
    of others, and of what makes instances."""
    before = len(node.args.posonlyargs) + len(node.args.args) - drop_first
    return node.args.vararg if before == 0 and node.name not in _MAKING else None


def _type_by_word(name: str) -> TypeExpression | None:
    """What each is by the name of all; None where that says nothing."""
    return _BY_WORD.get(last_word(name))


def _are_short(name: str) -> bool:
    """Whether they are texts of a few characters each."""
    return last_word(name) in _WORDS


def _is_telling(annotation: ast.expr | None) -> bool:
    """Whether an annotation says what each is: more than that it may be anything."""
    return annotation is not None and last_name(annotation) not in {"Any", "object", "T"}
