"""Texts of which the code takes apart what stands in brackets: what is opened there is closed, and the other way
round."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import STR

_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}


def with_balanced_texts(node: FunctionNode, arguments: list[Argument], needed: Collection[str]) -> list[Argument]:
    """With texts whose brackets are balanced, where the code looks for them and keeps account of those that are open.

    Args:
        needed: parameters that are made up.
    """
    if not any(_looks_for_brackets(one) for one in arguments) or not _takes_back(node):
        return arguments
    return [_balanced(one) if one.name in needed and _looks_for_brackets(one) else one for one in arguments]


def _looks_for_brackets(argument: Argument) -> bool:
    is_text = argument.type == STR and not argument.has_value and argument.like is None
    return is_text and isinstance(argument.alphabet, str) and any(map(argument.alphabet.__contains__, _all()))


def _all() -> tuple[str, ...]:
    return (*_BRACKETS, *_BRACKETS.values())


def _takes_back(node: FunctionNode) -> bool:
    """Whether it takes the last one of a list: ``stack.pop()``."""
    own = {
        part.func.value.id
        for part in parts_of(node, ast.Call)
        if isinstance(part.func, ast.Attribute) and part.func.attr == "append" and isinstance(part.func.value, ast.Name)
    }
    return any(
        isinstance(part.func, ast.Attribute)
        and part.func.attr == "pop"
        and not part.args
        and isinstance(part.func.value, ast.Name)
        and part.func.value.id in own
        for part in parts_of(node, ast.Call)
    )


def _balanced(argument: Argument) -> Argument:
    alphabet = str(argument.alphabet)
    pairs = [pair for pair in _BRACKETS.items() if pair[0] in alphabet or pair[1] in alphabet]
    brackets = "".join(one + other for one, other in pairs)
    others = "".join(one for one in alphabet if one not in brackets)
    # Letters alone stand for what is not looked for.
    kept = "" if others.isalpha() and others.islower() else others
    return replace(argument, alphabet=kept + brackets, qualifiers=("balanced",))
