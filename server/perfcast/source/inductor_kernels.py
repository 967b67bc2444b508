"""Kernels that a file holds as text: ``async_compile.triton('name', '''...''')`` in what torch's Inductor writes.

They are units of the file like any other, at the lines where they stand. Of a text that is spelled with escapes, whose
lines are not those of the file, all stands at the line of the call.
"""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from .definitions.bindings import Bindings
from .definitions.units import FoundUnit, find_units, jit_names
from .errors import SourceError
from .normal_forms.normal_form import NormalForm, NormalForms
from .parsing.lines import LineIndex
from .parsing.syntax import parse_text

#: Only a file that has this holds kernels as text.
MARK: Final = ".triton("
_QUOTES: Final = re.compile(r"[rRuU]?('''|\"\"\"|'|\")")


@dataclass(frozen=True, eq=False)
class HeldKernel:
    """One kernel of a held source.

    Attributes:
        found: with the lines of the file that holds it.
        write: its normal form. Raises SourceError where it is nested too deeply.
    """

    found: FoundUnit
    write: Callable[[], NormalForm]


@dataclass(frozen=True, eq=False)
class HeldSource:
    """A source within a source.

    Attributes:
        call: the expression that compiles it, whose value is its last kernel.
        tree: its statements, with the lines of the file that holds it.
        kernels: in source order; the last one has the name by which the file calls it.
    """

    call: ast.Call
    tree: ast.Module
    kernels: tuple[HeldKernel, ...]


def held_sources(tree: ast.Module, lines: LineIndex) -> list[HeldSource]:
    """Those that parse, in source order."""
    if MARK not in lines.text:
        return []
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="triton"),
                args=[ast.Constant(value=str() as name), ast.Constant(value=str() as text) as literal, *_],
            ):
                try:
                    found.append(_held(node, name, text, _first_line(literal, text, lines), lines))
                except SourceError:
                    continue
    return sorted(found, key=lambda source: source.call.lineno)


def _first_line(literal: ast.Constant, text: str, lines: LineIndex) -> int | None:
    """The line at which the text begins, where it stands in the file as it is."""
    end_line = literal.end_lineno or literal.lineno
    start = lines.start(literal.lineno) + lines.from_ast(literal.lineno, literal.col_offset)
    end = lines.start(end_line) + lines.from_ast(end_line, literal.end_col_offset or 0)
    quotes = _QUOTES.match(lines.text, start)
    if quotes is None:
        return None
    written = lines.text[quotes.end() : end - len(quotes[1])]
    return literal.lineno if written.replace("\r\n", "\n").replace("\r", "\n") == text else None


def _held(call: ast.Call, name: str, text: str, first_line: int | None, lines: LineIndex) -> HeldSource:
    tree, own_lines = parse_text(text), LineIndex(text)
    jits = jit_names(tree, text)
    found = find_units(tree, own_lines, jits)
    if first_line is not None:
        forms = NormalForms(Bindings.of_body(ast.increment_lineno(tree, first_line - 1).body), lines)
        placed, placed_tree = [replace(one, unit=one.unit.moved(first_line - 1)) for one in found], tree
    else:
        forms = NormalForms(Bindings.of_body(tree.body), own_lines)
        placed_tree = parse_text(text)
        placed = [_on_one_line(one, call, lines) for one in find_units(placed_tree, own_lines, jits)]
        _put_on_one_line(placed_tree, call)
    pairs = [(one, form) for one, form in zip(placed, found, strict=True) if one.unit.kind == "kernel"]
    if pairs:
        last, form = pairs[-1]
        pairs[-1] = replace(last, unit=replace(last.unit, name=name)), form
    kernels = tuple(HeldKernel(one, lambda form=form: forms.of(form)) for one, form in pairs)  # type: ignore[misc]
    return HeldSource(call, placed_tree, kernels)


def _on_one_line(found: FoundUnit, call: ast.Call, lines: LineIndex) -> FoundUnit:
    line, column = call.lineno, lines.from_ast(call.lineno, call.col_offset)
    unit = replace(found.unit, line=line, column=column, header_end_line=line, first_line=line, end_line=line)
    return replace(found, unit=unit)


def _put_on_one_line(tree: ast.Module, call: ast.Call) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias | ast.ExceptHandler):
            node.lineno = node.end_lineno = call.lineno
