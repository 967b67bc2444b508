"""F-strings as closures."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from perfcast.trial.interpreter.accounting.counts import HIDDEN
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.prices import (
    FLOAT_FORMATTED,
    FLOAT_WIDENED,
    TEXT_FORMATTED,
    WHOLE_FILLED,
    WHOLE_SEPARATED,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.closures import Expression
from perfcast.trial.interpreter.syntax.operators import MOST_WIDTH, digit_runs
from perfcast.trial.interpreter.syntax.waiting_values import allocates
from perfcast.trial.stdlib.text.formatting_times import note_text, pay_for_text, shown

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Characters of a number that is written into a text, at most.
_WRITTEN = 32
#: How often a text is referred to that only a list has: there, and where it is asked.
_WRITTEN_ALONE: Final = counted(3, lent=2)
#: Formats of numbers whose digits are parted, and those that are filled up, before the point.
_SEPARATING = frozenset(",_")
_WIDTH: Final = re.compile(r"\d")


class FormattedStrings:
    """Compiles f-strings."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def compile(self, node: ast.JoinedStr) -> Expression:
        parts = [self.compiler.expressions.compile(value) for value in node.values]
        in_turn = any(map(allocates, node.values[1:]))

        def run(frame: Frame) -> Any:
            texts = self._all_held(parts, frame) if in_turn else [part(frame) for part in parts]
            check_length(sum(map(len, texts)))
            text = "".join(texts)
            # Those that were written for this alone are there until it is done.
            written = sum([sys.getsizeof(one) for one in texts if sys.getrefcount(one) <= _WRITTEN_ALONE])
            if written > HIDDEN:
                self.machine.briefly(written + sys.getsizeof(text))
            # What numbers are written as is short; long parts are moved.
            self.machine.pass_over(sum(min(len(part), _WRITTEN) for part in texts))
            self.machine.copies(text)
            return self.machine.made(text)

        return run

    def _all_held(self, parts: list[Expression], frame: Frame) -> list[Any]:
        """Values, each of which is there while the ones behind it are evaluated."""
        held = self.machine.waiting
        before = len(held)
        try:
            for part in parts:
                held.append(part(frame))
            return held[before:]
        finally:
            del held[before:]

    def compile_value(self, node: ast.FormattedValue) -> Expression:
        value = self.compiler.expressions.compile(node.value)
        spec = None if node.format_spec is None else self.compiler.expressions.compile(node.format_spec)
        convert = {-1: None, 115: str, 114: repr, 97: ascii}[node.conversion]

        def run(frame: Frame) -> str:
            found = value(frame)
            check_length(text_length(found))
            check_nesting(found)
            if convert is not None:
                found = self._converted(convert, found)
                check_length(len(found))
            form = "" if spec is None else spec(frame)
            self.machine.pay(shown(found, by_format=bool(form)) + _in_text(found, form))
            pay_for_text(self.machine, found)
            text = _formatted(found, form)
            note_text(self.machine, found, text, by_format=bool(form))
            return text

        return run

    def _converted(self, convert: Callable[[Any], str], value: Any) -> str:
        """As in an f-string, before what comes after the colon."""
        pay_for_text(self.machine, value)
        text = convert(value)
        note_text(self.machine, value, text)
        return text


def _in_text(value: Any, form: str) -> float:
    """Nanoseconds of putting it into a text besides."""
    if type(value) is int:
        return (0.0 if _SEPARATING.isdisjoint(form) else WHOLE_SEPARATED) if form else WHOLE_FILLED
    if form and type(value) is float:
        is_widened = not _SEPARATING.isdisjoint(form) or bool(_WIDTH.search(form.partition(".")[0]))
        return FLOAT_FORMATTED + (FLOAT_WIDENED if is_widened else 0.0)
    return TEXT_FORMATTED if form and type(value) is str else 0.0


def _formatted(value: Any, spec: str) -> str:
    """As in an f-string, of what is neither long nor nested too often; wide fields are refused."""
    digits = digit_runs(spec)
    if any(len(run) > len(str(MOST_WIDTH)) or int(run) > MOST_WIDTH for run in digits):
        raise Unsupported("a wide field")
    return format(value, spec) if spec or isinstance(value, Instance) else str(value)
