"""Workload text -> `Workload`."""

from __future__ import annotations

import ast
import difflib
import math
import re
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.workload.language.workload import (
    DTYPES,
    ITEMS,
    LAUNCH,
    LAUNCH_OPTIONS,
    MOMENTS,
    OBJECT,
    PICTURE,
    QUALIFIERS,
    RECORD,
    SCALARS,
    SIZED,
    SPARSE,
    TABLES,
    TEXTS,
    TORCH_DTYPES,
    Argument,
    Literal,
    TypeExpression,
    Workload,
    WorkloadError,
)

_TOKEN: Final = re.compile(
    r"""\s*(?:
    (?P<string>[bB]?'(?:[^'\\]|\\.)*'|[bB]?"(?:[^"\\]|\\.)*")
  | (?P<range>\.\.(?!\.))
  | (?P<ellipsis>\.\.\.)
  | (?P<number>[-+]?(?:\d[\d_]*(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][-+]?\d+)?|[-+]?(?:inf|nan)\b(?!\s*[:=]))
  | (?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
  | (?P<mark>[:;*=\[\]{},|.])
    )""",
    re.VERBOSE,
)
_MAX_DEPTH: Final = 16
#: Types that stand before the value of an argument without a name: ``int = 25``.
_VALUED: Final = SCALARS | {"str", "bytes", "object"}
#: What annotations call arrays.
_ARRAYS: Final = ("array", "Array", "ArrayLike", "NDArray", "Tensor")
#: No machine holds more elements; larger sizes are typing errors, and products of them must stay finite.
_MAX_SIZE: Final = 10**12


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def parse(text: str) -> Workload:
    """Reads a workload text.

    Raises:
        WorkloadError: the text is none; names the column.
    """
    return Workload(tuple(argument for _, argument in parse_placed(text)))


def parse_placed(text: str) -> list[tuple[int, Argument]]:
    """The arguments of a workload text, each with the column that it begins at, in characters from 0.

    Raises:
        WorkloadError: as `parse`.
    """
    return _Parser(text).arguments()


class _Parser:
    """Recursive descent over the tokens; one method a rule of the grammar."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.position = 0

    def arguments(self) -> list[tuple[int, Argument]]:
        found: dict[str | int, tuple[int, Argument]] = {}
        while self.peek().kind != "end":
            column, argument = self.peek().column, self.argument()
            if argument.name in found:
                raise WorkloadError(f"argument {argument.name!r} is given twice", column)
            found[len(found) if argument.name is None else argument.name] = column, argument
            if self.peek().kind != "end":
                self.expect(";")
        return list(found.values())

    def argument(self) -> Argument:
        name = None
        if self.peek().kind == "name" and self.peek(1).text == ":":
            name = self.next().text
            self.next()
        start = self.peek()
        if name in LAUNCH_OPTIONS and start.kind == "number":
            return Argument(name, self.launch_option())
        if name is None and start.kind == "name" and start.text not in _VALUED and self.peek(1).text == "=":
            return self.plain_value()
        type_ = self.type(0)
        sizes = []
        while self.accept("*"):
            sizes.append(self.size())
        if len(sizes) > len(list(type_.sized())):
            raise WorkloadError(_too_many(type_, len(sizes)), start.column)
        among = self.among()
        like = self.pattern() if self.peek().kind == "name" and self.peek().text == "like" else None
        qualifiers = []
        while self.peek().text in QUALIFIERS:
            qualifiers.append(self.next().text)
        value: Literal = None
        has_value = self.accept("=")
        if has_value:
            value = self.literal()
        said = replace(among, type=type_, sizes=tuple(sizes), like=like, qualifiers=tuple(qualifiers))
        return replace(said, name=name, value=value, has_value=has_value)

    def among(self) -> Argument:
        """What values there are: an argument of no type yet."""
        found = Argument(None, TypeExpression(""))
        while self.peek().text in {"in", "of", "over"}:
            how = self.next().text
            if how == "of":
                found = replace(found, values=max(1, self.size()))
            elif how == "over":
                found = replace(found, days=max(1, self.size()))
                self.expect("days")
            elif self.peek().kind == "string":
                found = replace(found, alphabet=self.alphabet())
            elif self.accept("UTC"):
                found = replace(found, in_utc=True)
            else:
                low, high = self.bounds()
                found = replace(found, low=low, high=high)
        return found

    def plain_value(self) -> Argument:
        """``n = 25``: what type the value has need not be said."""
        name = self.next().text
        self.next()
        value = self.literal()
        return Argument(
            name, TypeExpression("None" if value is None else type(value).__name__), value=value, has_value=True
        )

    def launch_option(self) -> TypeExpression:
        numbers = [self.size()]
        while self.accept(","):
            numbers.append(self.size())
        return TypeExpression(LAUNCH, shape=tuple(numbers))

    def type(self, depth: int) -> TypeExpression:
        first = self.single_type(depth)
        if self.peek().text != "|":
            return first
        members = [first]
        while self.accept("|"):
            members.append(self.single_type(depth))
        return TypeExpression("|", tuple(members))

    def single_type(self, depth: int) -> TypeExpression:
        token = self.next()
        if depth > _MAX_DEPTH:
            raise WorkloadError("the type is nested too deeply", token.column)
        if token.kind == "ellipsis" and depth == 0:
            raise WorkloadError("a type is expected in place of '...'", token.column)
        if token.kind == "ellipsis":
            return TypeExpression("...")
        if token.kind == "string":
            return TypeExpression(repr(_string(token)))
        if token.text == "{":
            return self.record(depth)
        if token.kind != "name":
            raise WorkloadError(f"a type is expected, not {token.text or 'the end'!r}", token.column)
        name = token.text
        if not self.accept("["):
            return TypeExpression(name)
        if name in DTYPES | TABLES | SPARSE | {PICTURE} or name.removeprefix("torch.") in TORCH_DTYPES:
            shape = [self.size()]
            while self.accept(","):
                shape.append(self.size())
            self.expect("]")
            return TypeExpression(name, shape=tuple(shape))
        if name in SCALARS | MOMENTS | TEXTS or (name in SIZED and name in {"str", "bytes", "bytearray"}):
            raise WorkloadError(f"{name} takes no types in brackets", token.column)
        if self.peek().kind == "number":
            known = "; an array is written as 'float64[1024, 64]'" if name.endswith(_ARRAYS) else ""
            raise WorkloadError(f"{name} takes no lengths in brackets{known}", self.peek().column)
        arguments = [self.type(depth + 1)]
        while self.accept(","):
            arguments.append(self.type(depth + 1))
        self.expect("]")
        return TypeExpression(name, tuple(arguments))

    def record(self, depth: int) -> TypeExpression:
        """What stands behind a brace: keys, or attributes with a dot before each, with their types."""
        found: dict[str, TypeExpression] = {}
        is_object = self.peek().text == "."
        while not found or self.accept(","):
            if is_object:
                self.expect(".")
            token = self.next()
            is_text = token.kind == "string" and not is_object
            key = _string(token) if is_text else token.text
            if not is_text and (token.kind != "name" or not key.isidentifier()):
                raise WorkloadError(f"a key is expected, not {key or 'the end'!r}", token.column)
            if key in found:
                raise WorkloadError(f"key {key!r} is given twice", token.column)
            self.expect(":")
            found[key] = self.type(depth + 1)
        self.expect("}")
        return TypeExpression(OBJECT if is_object else RECORD, tuple(found.values()), keys=tuple(found))

    def size(self) -> int:
        token = self.next()
        number = _number(token)
        if not 0 <= number <= _MAX_SIZE or number != int(number):
            raise WorkloadError(f"a size is a whole number from 0 to 1e12, not {token.text!r}", token.column)
        return int(number)

    def bounds(self) -> tuple[float | int, float | int]:
        start = self.next()
        low = _number(start)
        self.expect("..")
        high = _number(self.next())
        if not low <= high:
            raise WorkloadError("a range runs from its lower to its upper bound", start.column)
        return low, high

    def alphabet(self) -> tuple[str, str] | str:
        token = self.next()
        first = _string(token)
        if not self.accept(".."):
            if not first:
                raise WorkloadError("an alphabet has at least one character", token.column)
            return first
        last = _string(self.next())
        if len(first) != 1 or len(last) != 1 or first > last:
            raise WorkloadError("a range of characters runs from one character to a later one", token.column)
        return first, last

    def pattern(self) -> str:
        """What stands behind ``like``."""
        self.next()
        token = self.next()
        pattern = _string(token)
        if not pattern:
            raise WorkloadError("a pattern has at least one character", token.column)
        return pattern

    def literal(self) -> Literal:
        token = self.next()
        if token.kind == "number":
            return _number(token)
        if token.kind == "string":
            return _string(token)
        if token.text in {"True", "False", "None"}:
            return {"True": True, "False": False, "None": None}[token.text]
        raise WorkloadError(f"a literal is expected after '=', not {token.text or 'the end'!r}", token.column)

    def peek(self, ahead: int = 0) -> _Token:
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def next(self) -> _Token:
        token = self.peek()
        self.position += 1
        return token

    def accept(self, mark: str) -> bool:
        if self.peek().kind != "string" and self.peek().text == mark:
            self.position += 1
            return True
        return False

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            token = self.peek()
            raise WorkloadError(f"{mark!r} is expected, not {token.text or 'the end'!r}", token.column)


def _too_many(type_: TypeExpression, given: int) -> str:
    """That a type takes fewer sizes, and which other one it may be meant to be."""
    taken = len(list(type_.sized()))
    close = [] if taken or type_.name in SIZED else difflib.get_close_matches(type_.name, sorted(SIZED - {ITEMS}), n=1)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    return f"{type_} takes {taken or 'no'} size{'' if taken == 1 else 's'}, {given} given{meant}"


def _tokens(text: str) -> list[_Token]:
    tokens = []
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            position += len(text[position:]) - len(text[position:].lstrip())
            raise WorkloadError(f"{text[position]!r} does not belong here", position)
        tokens.append(_Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)))
        position = match.end()
    return [*tokens, _Token("end", "", end)]


def _number(token: _Token) -> int | float:
    """Whole numbers come back as ``int`` however they are written, unless written with a point."""
    if token.kind != "number":
        raise WorkloadError(f"a number is expected, not {token.text or 'the end'!r}", token.column)
    if re.fullmatch(r"[-+]?[\d_]+", token.text):
        try:
            # The canonical text of what no float holds could not be read back: it has an exponent.
            if math.isfinite(float(token.text)):
                return int(token.text)
        except ValueError as error:
            raise WorkloadError("not a number", token.column) from error
        raise WorkloadError("the number has too many digits", token.column)
    number = float(token.text.replace("_", ""))
    if not math.isfinite(number):
        raise WorkloadError("a finite number is expected", token.column)
    if "." not in token.text and number == int(number):
        exponent = int(re.split("[eE]", token.text)[1])
        return int(re.split("[eE]", token.text)[0].replace("_", "")) * 10**exponent if exponent >= 0 else int(number)
    return number


def _string(token: _Token) -> str:
    if token.kind != "string" or token.text[0] in "bB":
        raise WorkloadError(f"a quoted character is expected, not {token.text or 'the end'!r}", token.column)
    try:
        value = ast.literal_eval(token.text)
    except (ValueError, SyntaxError) as error:
        raise WorkloadError("the quoted text is not closed or not valid", token.column) from error
    return str(value)
