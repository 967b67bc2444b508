"""Texts that are taken apart into tokens: by a regular expression whose alternatives are kinds of these, or that is
matched again and again, each time from where it ended."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, cycle, product
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.backtracking import tame
from perfcast.workload.code.body import body_of
from perfcast.workload.code.regexes import Alternative, Expression, alternatives, taken_apart
from perfcast.workload.texts.line_patterns import is_text_named

#: Kinds from which on they are tokens; fewer only where one is a number.
_FEWEST_KINDS: Final = 3
_DIGIT: Final = "0"
#: Kinds of words and numbers that one text has.
_MOST: Final = 12
_LONGEST: Final = 120
#: What stands between expressions, as far as there may be such; symbols of whatever takes all that is no word.
_ENDS: Final = ("\n", " ", ";")
_SYMBOLS: Final = ("-", "")


def token_pattern(node: FunctionNode, name: str, known: Mapping[str, Expression]) -> str | None:
    """A pattern, see `perfcast.workload.Argument.like`, of a parameter that is a text of tokens, which is repeated as
    often as fits into it; None of other texts.

    Args:
        known: regular expressions that names stand for.
    """
    expression = taken_apart(body_of(node), partial(is_text_named, name=name), known)
    compiled = None if expression is None else tame(*expression)
    if expression is None or compiled is None:
        return None
    found = alternatives(*expression)
    return _one_behind_the_other(found, compiled) if _are_tokens(found) else None


def _are_tokens(found: Sequence[Alternative]) -> bool:
    kinds = {one.pattern.strip() for one in found} - {""}
    has_numbers = any(one.strip().replace("`", "")[:1] == _DIGIT for one in kinds)
    return len(kinds) >= _FEWEST_KINDS or (len(kinds) > 1 and has_numbers)


def _one_behind_the_other(found: Sequence[Alternative], compiled: re.Pattern[str]) -> str | None:
    """Words and numbers, with symbols between, for those would be one; None where the expression does not take that
    apart."""
    others = list(dict.fromkeys(one.pattern.strip() for one in found if not one.is_any))
    words = [one for one in others if _is_word(one)][:_MOST]
    symbols = [one for one in others if one and not _is_word(one)]
    if not words:
        return None
    for blank, symbol in product((" ", ""), symbols[:1] or _SYMBOLS):
        between = cycle([f"{blank}{one}{blank}" for one in symbols] or [f"{blank}{symbol}{blank}"])
        # What is repeated ends with no symbol if that will do: none stands at the end of an expression.
        whole = "".join(chain.from_iterable(zip(words * (1 + (len(words) == 1)), between, strict=False)))
        whole = whole.removesuffix(" ")
        for end in (*_ENDS, symbol):
            pattern = f"{whole.removesuffix(symbol).rstrip()}{end}"
            if len(pattern) < _LONGEST and _is_taken_apart(pattern.replace("`", "") * 2, compiled):
                return pattern
    return None


def _is_taken_apart(text: str, compiled: re.Pattern[str]) -> bool:
    """Whether the text is nothing but matches of a regular expression, but for blanks at its end."""
    place = 0
    while text[place:].strip():
        match = compiled.match(text, place)
        if match is None or match.end() == place:
            return False
        place = match.end()
    return True


def _is_word(pattern: str) -> bool:
    return any(one.isalnum() for one in pattern)
