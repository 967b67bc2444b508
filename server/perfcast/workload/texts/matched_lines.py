"""Lines that a ``match`` takes apart: ``match line.split(): case ["go", way, steps]: ...``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.numbers.text_fields import NUMBER
from perfcast.workload.texts.line_patterns import WORD, is_text_named

_READING: Final = frozenset({"int", "float"})
#: Of what matches as many words as there are.
_SEVERAL: Final = 2


def matched_lines(body: Sequence[ast.AST], names: set[str]) -> Iterator[str]:
    """Patterns of lines that the cases take which say how many words there are; names: of lines."""
    for part in body:
        match part:
            case ast.Match(ast.Call(ast.Attribute(of, "split"), separator), cases) if any(
                is_text_named(of, name) for name in names
            ):
                between = separator[0].value if separator and isinstance(separator[0], ast.Constant) else " "
                for case in cases:
                    words = list(_words(case))
                    # What ends all is no line among others.
                    if words and isinstance(between, str) and not isinstance(case.body[-1], ast.Break | ast.Raise):
                        yield between.join(words)


def matched_texts(cases: Sequence[ast.match_case]) -> Iterator[str]:
    """Texts that a subject may be as a whole."""
    for case in cases:
        for one in case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]:
            yield from _written(one)


def _words(case: ast.match_case) -> Iterator[str]:
    if not isinstance(case.pattern, ast.MatchSequence):
        return
    numbers = {
        call.args[0].id
        for statement in case.body
        for call in ast.walk(statement)
        if isinstance(call, ast.Call) and last_name(call.func) in _READING
        if call.args and isinstance(call.args[0], ast.Name)
    }
    for pattern in case.pattern.patterns:
        if isinstance(pattern, ast.MatchStar):
            yield from [WORD] * _SEVERAL
            continue
        text = next(_written(pattern), None)
        named = pattern.name if isinstance(pattern, ast.MatchAs) else None
        yield f"`{text}`" if text else NUMBER if named in numbers else WORD


def _written(pattern: ast.pattern | None) -> Iterator[str]:
    match pattern:
        case ast.MatchValue(ast.Constant(str(text))) if "`" not in text:
            yield text
        case ast.MatchAs(inner):
            yield from _written(inner) if inner is not None else ()
        case ast.MatchOr(patterns):
            for one in patterns:
                yield from _written(one)
