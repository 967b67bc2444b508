"""Texts of what the body looks for in them, tables of what it compares their values with."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from perfcast.workload.defaults.guessed_types import TABULAR
from perfcast.workload.defaults.parameter_shapes import ParameterShapes
from perfcast.workload.defaults.ranges import looking_as_named
from perfcast.workload.language.workload import BETWEEN, Argument, read_pattern
from perfcast.workload.naming.names import STR, STRS, is_whole_text, last_word
from perfcast.workload.sequences.grids import with_few_walls
from perfcast.workload.structures.shapes import Shape

#: Letters that a text has besides what is looked for in it, and for each of these.
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_DIGITS: Final = "0123456789"
_BITS: Final = "01"
_LETTERS_EACH: Final = 8
#: Numbers up to this stand for kinds of cells.
_FEW: Final = 16


def as_compared(argument: Argument, shapes: ParameterShapes) -> Argument:
    """Texts of what the body looks for in them, tables of numbers or letters of what it compares these with."""
    kinds = {leaf.name for leaf in argument.type.leaves()}
    is_read = len(argument.sizes) > 1 or shapes.told or (kinds == {"str"} and shapes.separators)
    leaf = shapes[argument.name or ""].leaf if is_read else Shape()
    among = leaf.among if len(argument.sizes) > 1 else []
    letters = [text for text in among if isinstance(text, str) and len(text) == 1]
    numbers = [number for number in among if isinstance(number, int) and abs(number) <= _FEW]
    is_nested = bool(argument.type.arguments) and bool(argument.type.arguments[0].arguments)
    if kinds == {"int"} and not numbers and leaf.is_tested and last_word(argument.name or "") in TABULAR:
        # A cell that is asked whether it is anything.
        numbers = [0, 1]
    if kinds == {"int"} and numbers and is_nested:
        return replace(argument, low=min(0, *numbers), high=shapes.largest_of_board(numbers))
    if kinds != {"str"} or not argument.sizes:
        return argument
    is_board = argument.type == STRS and last_word(argument.name or "") in TABULAR
    if letters and (is_nested or is_board):
        alphabet = "".join(dict.fromkeys([*letters, *("." if len(set(letters)) == 1 else "")]))
        alphabet = with_few_walls(alphabet)
        row = shapes[argument.name or ""].element
        side = max(1, round(argument.sizes[0] ** 0.5))
        # Where rows are texts, as many of them as each is long.
        are_texts = not is_nested and row is not None and row.element is not None
        sizes = (side, side) if are_texts else (*argument.sizes[:-1], 1)
        return replace(argument, alphabet=alphabet, sizes=sizes)
    sought = shapes.separators
    is_sought = bool(sought) or shapes.asked.matches
    is_of_many = bool(argument.type.arguments)
    pattern = shapes.pattern(argument.name or "", of_many=is_of_many) if is_sought else None
    if argument.type in (STR, STRS):
        read = shapes.read(argument.name or "", of_many=is_of_many)
        pattern = read or pattern or shapes.pattern_with_matches(argument.name or "", of_many=is_of_many)
        pattern = shapes.with_asked_lines(argument.name or "", pattern, of_many=is_of_many)
    if pattern is not None:
        alike = replace(argument, alphabet=None, like=pattern, sizes=argument.sizes[:1])
        is_repeated = pattern[-1:] in BETWEEN if is_whole_text(argument.name or "") else pattern.endswith("\n")
        is_one_line = not argument.type.arguments and not is_repeated
        return replace(alike, sizes=(len(read_pattern(pattern)[0]),), kept=(0,)) if is_one_line else alike
    only = "".join(one for one in leaf.closed if isinstance(one, str) and len(one) == 1)
    alike = argument if only else looking_as_named(argument)
    is_number = argument.type == STR and shapes.are_digits(argument.name or "")
    if not (only or sought or is_number) or (alike.like is not None and set(sought) <= set(alike.like)):
        return alike
    others = _BITS if set(sought) <= set(_BITS) else _LETTERS[: _LETTERS_EACH * len(sought)]
    found = only or f"{_DIGITS if is_number else others}{sought}"
    return replace(argument, alphabet="".join(dict.fromkeys(found)))
