"""What texts are like that are read as dates and times, a part at a time: ``fromisoformat(f"{day}T{clock}")``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.regexes import Told
from perfcast.workload.code.separators import written
from perfcast.workload.texts.match_groups import Group, group_asked, matches_in, named_groups

#: What reads moments as a format says, and as they are usually written, and one of them, on which all its fields have
#: two digits.
READING: Final = "strptime"
_READING_ISO: Final = "fromisoformat"
_ISO: Final = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f", "%Y-%m-%d", "%H:%M:%S")
_MOMENT: Final = datetime(2021, 11, 12, 13, 14, 15, 161718, UTC)


def matched_moments(body: Sequence[ast.AST]) -> Told:
    """The groups of a match, by name or number, that are read as moments, alone or put together, and what they may be
    like."""
    found: dict[Group, tuple[str, ...]] = {}
    matches = set(matches_in(body))
    named = named_groups(body, matches)
    for part in body:
        match part:
            case ast.Call(func=function, args=[text, format_]) if last_name(function) == READING:
                said = written(format_)
                formats: tuple[str, ...] = () if said is None else (said,)
            case ast.Call(func=function, args=[text]) if last_name(function) == _READING_ISO:
                formats = _ISO
            case _:
                continue
        pieces = _put_together(text)
        taken = [taken for one in formats if (taken := list(_apart(one, pieces)))]
        for place, piece in enumerate(pieces):
            group = group_asked(piece, matches, named)
            if group is not None and taken:
                found[group] = tuple(f"`{_MOMENT.strftime(one[place])}`" for one in taken)
    return tuple(found.items())


def read_as_moment(node: ast.AST, is_it: Callable[[ast.expr], bool]) -> str | None:
    """What a field is like that a call of ``strptime`` reads, alone or put together with others."""
    match node:
        case ast.Call(func=function, args=[text, format_]) if last_name(function) == READING:
            whole = written(format_)
        case _:
            return None
    for one in _put_together(text):
        between = written(one)
        if whole is None or (between is not None and between not in whole):
            return None
        if between is not None:
            whole = whole.partition(between)[2]
        elif is_it(one):
            return _moment(whole, [written(other) for other in _put_together(text)])
    return None


def _moment(whole: str, texts: Sequence[str | None]) -> str | None:
    """As the first part of a format has it, up to the next of the texts between."""
    ends = [whole.index(text) for text in texts if text and text in whole]
    part = _MOMENT.strftime(whole[: min(ends, default=len(whole))])
    return f"`{part}`" if part else None


def _apart(whole: str, pieces: Sequence[ast.expr]) -> Iterator[str]:
    """The part of a format that each piece of a text stands for, where texts are between any two of the others;
    nothing where it has not these."""
    texts = [written(piece) for piece in pieces]
    found = []
    for text, following in zip(texts, [*texts[1:], ""], strict=True):
        if text is None and following is None:
            return
        end = (whole.find(following) if following else len(whole)) if text is None else len(text)
        if end < 0 or (text is not None and not whole.startswith(text)):
            return
        found.append(whole[:end])
        whole = whole[end:]
    yield from found if not whole else ()


def _put_together(node: ast.expr) -> list[ast.expr]:
    """What a text is put together of."""
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [*_put_together(left), *_put_together(right)]
        case ast.JoinedStr(values=values):
            return [one.value if isinstance(one, ast.FormattedValue) else one for one in values]
    return [node]
