"""What a user says in comments: ``# perfcast: ...`` above a function, or at the end of its header."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from perfcast.source import LineIndex, Unit
from perfcast.workload.language.parsing import parse_placed
from perfcast.workload.language.workload import Argument, Workload, WorkloadError

_COMMENT: Final = re.compile(r"#\s*perfcast\s*:\s*(?P<text>.*?)\s*$")
_BUDGET: Final = re.compile(r"(peak|time)\s*<")
#: Between a workload and a budget that stand in one comment.
_BETWEEN: Final = re.compile(r";\s*(?=(?:peak|time)\s*<)")
#: The same where the budget stands first.
_BEHIND: Final = re.compile(r";\s*(?=\S)(?!(?:peak|time)\s*<)")
IGNORE: Final = "ignore"
#: Of what is said of a comparison where none is read, as behind a comma or with 'memory'.
_HOW_BUDGETS_ARE_SAID: Final = "; a budget is 'peak < ...' or 'time < ...', behind a ';'"


@dataclass(frozen=True)
class Directive:
    """One comment addressed to Perfcast.

    Attributes:
        text: what follows the colon.
        line: 1-based.
        column: of `text` in its line, in characters from 0.
    """

    text: str
    line: int
    column: int

    @property
    def is_ignore(self) -> bool:
        return self.text.rstrip("; ") == IGNORE

    @property
    def is_budget(self) -> bool:
        return _BUDGET.match(self.text) is not None


@dataclass(frozen=True)
class Misreading:
    """A workload comment that is none.

    Attributes:
        line: 1-based; column: in characters from 0, of the place that is wrong.
        message: what is wrong there.
    """

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column + 1}: {self.message}"


def directives(unit: Unit, lines: LineIndex) -> list[Directive]:
    """The comments addressed to Perfcast that belong to a unit of a file, in the order of their lines.

    They stand directly above it and its decorators, between the decorators or within the header.
    """
    top = first_line = unit.first_line
    while top > 1 and lines.line(top - 1).lstrip().startswith("#"):
        top -= 1
    found = [_directive(lines.line(number), number) for number in range(top, first_line)]
    header = "\n".join(lines.line(number) for number in range(first_line, unit.header_end_line + 1))
    found.extend(_in_code(header, first_line))
    return [part for directive in found if directive is not None for part in _parts(directive)]


def commented_workload(
    found: Sequence[Directive], misfit: Callable[[Argument], str] = lambda argument: ""
) -> tuple[Workload | None, list[Misreading]]:
    """The workload that the comments give, several lines one after the other; None where they give none.

    Args:
        misfit: what is wrong with an argument of the function; '' where nothing is.
    """
    arguments: list[Argument] = []
    misread = []
    said = [directive for directive in found if not directive.is_ignore and not directive.is_budget]
    for directive in said:
        try:
            names = {argument.name for argument in arguments if argument.name is not None}
            for column, argument in parse_placed(directive.text.rstrip(";")):
                if argument.name in names:
                    raise WorkloadError(f"argument {argument.name!r} is given twice", column)
                arguments.append(argument)
                wrong = misfit(argument)
                if wrong:
                    misread.append(Misreading(directive.line, directive.column + column, wrong))
        except WorkloadError as error:
            message = str(error).partition(" (at column")[0]
            if directive.text[error.column : error.column + 1] == "<":
                message += _HOW_BUDGETS_ARE_SAID
            misread.append(Misreading(directive.line, directive.column + error.column, message))
    if not said or misread:
        return None, misread
    return Workload(tuple(arguments)), []


def _parts(directive: Directive) -> list[Directive]:
    """A workload and a budget where one comment says both."""
    between = (_BEHIND if directive.is_budget else _BETWEEN).search(directive.text)
    if between is None:
        return [directive]
    rest = Directive(directive.text[between.end() :], directive.line, directive.column + between.end())
    return [Directive(directive.text[: between.start()], directive.line, directive.column), *_parts(rest)]


def _directive(line: str, number: int) -> Directive | None:
    match = _COMMENT.search(line)
    return Directive(match["text"], number, match.start("text")) if match else None


def _in_code(code: str, first_line: int) -> list[Directive | None]:
    """Comments of a piece of code; a '#' within a string is none."""
    if "perfcast" not in code:
        return []
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                directive = _directive(token.string, first_line + token.start[0] - 1)
                if directive is not None:
                    found.append(Directive(directive.text, directive.line, directive.column + token.start[1]))
    except (tokenize.TokenError, SyntaxError):
        # A header alone is no whole program: what was read before its end is all that counts.
        pass
    return list(found)
