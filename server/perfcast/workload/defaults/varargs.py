"""Arguments for ``*args``: ``def merge(*tables)``."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import DICT, INT, INTS, STR, last_word

#: How many of them a call gives.
COUNT: Final = 2
_MAKING: Final = frozenset({"__init__", "__new__", "__init_subclass__"})
_WORDS: Final = ("words", "names")
_BY_WORD: Final = {
    **dict.fromkeys(("sequences", "seqs", "iterables", "lists", "others", "collections", "sets"), INTS),
    **dict.fromkeys(("dicts", "mappings", "dictionaries"), DICT),
    **dict.fromkeys(("numbers", "nums", "counts", "ints", "integers"), INT),
    **dict.fromkeys(("strings", "strs", "texts", *_WORDS), STR),
}


def named_rest(node: FunctionNode, *, drop_first: bool) -> ast.arg | None:
    """The parameter with a star of a function that takes nothing before it, which no call could give by its name; None
    of others, and of what makes instances."""
    before = len(node.args.posonlyargs) + len(node.args.args) - drop_first
    return node.args.vararg if before == 0 and node.name not in _MAKING else None


def type_by_word(name: str) -> TypeExpression | None:
    """What each is by the name of all; None where that says nothing."""
    return _BY_WORD.get(last_word(name))


def are_short(name: str) -> bool:
    """Whether they are texts of a few characters each."""
    return last_word(name) in _WORDS


def is_telling(annotation: ast.expr | None) -> bool:
    """Whether an annotation says what each is: more than that it may be anything."""
    return annotation is not None and last_name(annotation) not in {"Any", "object", "T"}
