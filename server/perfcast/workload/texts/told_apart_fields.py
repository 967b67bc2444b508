"""Texts that fields are compared with: below ``if side == "buy": ... elif side == "sell":`` lines have either."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Final

from perfcast.workload.code.separators import constants

#: Of one field, at most.
_MOST: Final = 4


def told_apart(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool], other: str) -> list[str]:
    """What a field is like that is compared with texts: one of these, or another one where there is but one of them;
    none where it is compared with none.

    Args:
        is_it: whether an expression is the field; other: what fields are like of which nothing is said.
    """
    found: dict[str, None] = {}
    passed_over = {
        id(test) for part in body if isinstance(part, ast.If) and _is_left(part) for test in ast.walk(part.test)
    }
    for part in body:
        match part:
            case ast.Compare(left=field, ops=[ast.Eq() | ast.In()], comparators=[against]) if (
                is_it(field) and id(part) not in passed_over
            ):
                found |= dict.fromkeys(text for text in constants(against) if isinstance(text, str))
            case ast.Match(subject=field, cases=cases) if is_it(field):
                values = (case.pattern.value for case in cases if isinstance(case.pattern, ast.MatchValue))
                found |= dict.fromkeys(
                    one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )
    texts = [f"`{text}`" for text in found if text.strip() and text.isprintable() and "`" not in text][:_MOST]
    return [*texts, *[other] * (len(texts) == 1)]


def _is_left(branch: ast.If) -> bool:
    """Whether what it is about is passed over."""
    return isinstance(branch.body[-1], ast.Continue | ast.Break | ast.Raise)


def each_together(fields: Sequence[Sequence[str]], separator: str) -> list[str]:
    """Lines of fields each of which is one of several in turn."""
    count = max(map(len, fields))
    turns = [list(islice(cycle(choices), count)) for choices in fields]
    return [separator.join(one) for one in zip(*turns, strict=True)]
