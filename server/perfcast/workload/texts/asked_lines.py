"""Lines that a function looks into: ``if "ERROR" in line``, ``line.startswith("WARN")``. Some of them have what is
looked for, and others have not."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import body_of
from perfcast.workload.code.separators import constants
from perfcast.workload.language.workload import BETWEEN
from perfcast.workload.naming.names import is_long_text, last_word
from perfcast.workload.numbers.text_fields import NUMBER
from perfcast.workload.texts.line_patterns import WORD, is_number_read, is_text_named, names_of_lines
from perfcast.workload.texts.matched_lines import matched_lines, matched_texts

#: What a line is like that nothing is known of, and how many of such there are beside one of each of the others.
_BLANK: Final = " "
_PLAIN: Final = _BLANK.join([WORD] * 3)
_PLAIN_LINES: Final = 2
_MOST_ASKED: Final = 5
_LONGEST: Final = 40
#: What is called so is none, though it may be long.
_WORD_NAME: Final = "word"
_BEGINNING: Final = "startswith"
_END: Final = "endswith"
_WITHIN: Final = "in"
_WHOLE: Final = "=="
#: Lines that begin with one end with the other.
_BRACKETS: Final = {"[": "]", "{": "}", "(": ")", "<": ">"}


def with_asked_lines(node: FunctionNode, name: str, pattern: str | None, *, of_many: bool) -> str | None:
    """The pattern of the texts of a parameter with a line for each of the words that lines are asked for.

    Args:
        pattern: of each line, as `perfcast.workload.texts.line_patterns.line_pattern` gives it, or None.
        of_many: it is a list of lines.
    """
    body = body_of(node)
    names = set(names_of_lines(body, name, of_many=of_many))
    if not of_many and (itself := next(matched_lines(body, {name}), None)) is not None:
        return _as_whole(itself.pattern)
    matched = list(matched_lines(body, names)) if names else []
    questions = list(_questions(body, names)) if names else []
    line = (pattern or _plain(body, name, names, questions, of_many=of_many)).removesuffix("\n")
    if pattern is None and matched:
        line = line.replace(_BLANK, matched[0].between)
    found = dict.fromkeys(_asked(line, how, word) for how, word in questions) if "\n" not in line else {}
    patterns = dict.fromkeys((*(one.pattern for one in matched), *found))
    asked = [_as_whole(one) for one in patterns if one][:_MOST_ASKED]
    if not asked:
        return pattern
    lines = "\n".join([*[line] * _PLAIN_LINES, *asked])
    return lines if of_many else f"{lines}\n"


def _plain(
    body: Sequence[ast.AST], name: str, names: Collection[str], questions: Sequence[tuple[str, str]], *, of_many: bool
) -> str:
    """What an element is like that nothing else is known of: a number, a word, or a line of several words where it is
    called so or looked through."""
    if any(is_number_read(body, one) for one in names):
        return NUMBER
    each = last_word(name).removesuffix("s")
    is_line = is_long_text(each) and each != _WORD_NAME
    is_looked_through = any(how == _WITHIN for how, _ in questions)
    return _PLAIN if is_line or is_looked_through or not of_many else WORD


def _as_whole(line: str) -> str:
    """A line whose last character is a part of it, and not what stands between two."""
    return f"{line[:-1]}`{line[-1]}`" if line[-1] in BETWEEN else line


def _questions(body: Sequence[ast.AST], names: set[str]) -> Iterator[tuple[str, str]]:
    """Where in lines something is asked for, and for what."""
    for part in body:
        how: str
        match part:
            case ast.Call(ast.Attribute(of, "startswith" | "endswith" as how), [word]):
                pass
            case ast.Compare(word, [ast.In() | ast.NotIn()], [of]):
                how = _WITHIN
            case ast.Compare(of, [ast.Eq() | ast.NotEq()], [word]):
                how = _WHOLE
            case ast.Match(of, cases):
                how, word = _WHOLE, ast.Tuple([ast.Constant(text) for text in matched_texts(cases)], ast.Load())
            case _:
                continue
        if any(is_text_named(of, name) for name in names):
            yield from ((how, one) for one in constants(word) if isinstance(one, str) and _is_telling(one))


def _is_telling(word: str) -> bool:
    return bool(word.strip()) and len(word) <= _LONGEST and word.isprintable() and "`" not in word


def _asked(line: str, how: str, word: str) -> str:
    """A line that has a word where it is asked for; '' where others have it, too."""
    itself = f"`{word}`" if any(map(str.isalnum, word)) else word
    if how == _WHOLE or line == WORD:
        return _within_word(how, itself)
    if word in line.replace("`", ""):
        return ""
    is_word = word.strip().isalnum()
    places = line.count(WORD)
    if is_word and word == word.strip() and places > 1:
        # One of the words that others have.
        place = 0 if how == _BEGINNING else places - 1 if how == _END else (places - 1) // 2
        parts = line.split(WORD)
        return f"{WORD.join(parts[: place + 1])}{itself}{WORD.join(parts[place + 1 :])}"
    if how == _BEGINNING:
        return _beginning_with(word, itself)
    between = " " if is_word else ""
    before, after = between * (not word.startswith(" ")), between * (not word.endswith(" "))
    if how == _END:
        return f"{WORD} {WORD}{before}{itself}"
    return f"{WORD}{before}{itself}{after}{WORD}"


def _within_word(how: str, itself: str) -> str:
    return itself if how == _WHOLE else f"{WORD * (how != _BEGINNING)}{itself}{WORD * (how != _END)}"


def _beginning_with(word: str, itself: str) -> str:
    """
    Args:
        itself: as a pattern has it.
    """
    if word in _BRACKETS:
        return f"{word}{WORD}{_BRACKETS[word]}"
    return f"{itself}{' ' if word.strip() == word else ''}{WORD} {WORD}"
