"""Types of parameters that annotations leave open: by what the body does to them and their names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.defaults.parameter_shapes import ParameterShapes
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import (
    ANYTHING,
    ARRAY,
    BOOL,
    BYTES,
    DICT,
    FLOAT,
    FUNCTION,
    INT,
    INTS,
    MATRIX,
    OPEN_TEXT,
    STR,
    STRS,
    TABLE,
    bears,
    by_name,
    is_named_as_table,
    last_word,
    of_pandas,
)
from perfcast.workload.naming.usual_numbers import usual_rate
from perfcast.workload.structures.nested_dicts import is_nested_table
from perfcast.workload.structures.shapes import DATETIME, LABEL, Shape, texts_among
from perfcast.workload.structures.values_by_default import held_by_default
from perfcast.workload.texts.characters import is_text_by_parts
from perfcast.workload.uses.asked_classes import class_asked_about, is_asked_as_function, library_type
from perfcast.workload.uses.byte_uses import is_bytes_by_parts
from perfcast.workload.uses.name_uses import attributes_of, is_bound_anew, is_called_itself, is_sliced
from perfcast.workload.uses.number_uses import is_counted_with, is_divided, is_whole
from perfcast.workload.uses.parameter_uses import type_from_uses
from perfcast.workload.uses.sequence_uses import element_names, is_counted_through

#: Lists of lists that are as long one way as the other.
TABULAR: Final = frozenset({"matrix", "mat", "grid", "board", "image", "maze", "table"})
#: Those each of which is two numbers.
_PAIRS: Final = frozenset({"edges", "intervals", "points", "pairs"})
_PAIR: Final = 2
#: Letters that count whether small or not.
_CAPITALS: Final = frozenset({"I", "J", "K", "M", "N"})
#: Names of what is a dictionary, or a list of texts.
_HEADERS: Final = frozenset({"header", "headers"})
#: Guesses that what the body asks for may tell to be a table or a column.
_PERHAPS_TABULAR: Final = (None, INT, FLOAT, INTS, DICT, ARRAY, TABLE)
#: Guesses that what the body does to the elements may tell to be bytes.
_PERHAPS_BYTES: Final = (None, INTS, STR)
NUMBERS: Final = (INT, FLOAT, BOOL)


def with_tables_within(node: FunctionNode, name: str, type_: TypeExpression) -> TypeExpression:
    """The type with what a table holds, where that is tables, sets or lists."""
    if type_ != DICT:
        return type_
    held = DICT if is_nested_table(node, name) else held_by_default(node, name)
    return type_ if held is None else TypeExpression("dict", (STR, held))


def is_asked_of_file(node: FunctionNode, name: str) -> bool:
    """Whether something is asked of a file itself, which no list of its lines has."""
    return next(attributes_of(node, name), None) is not None


def as_lines(node: FunctionNode, name: str, type_: TypeExpression, shapes: ParameterShapes) -> TypeExpression:
    """Lines in the place of a file that nothing else is asked for and that are taken apart."""
    is_file = type_ == OPEN_TEXT and shapes.separators and not is_asked_of_file(node, name)
    return STRS if is_file and shapes.pattern(name, of_many=True) is not None else type_


def type_of_number(node: FunctionNode, name: str, shapes: ParameterShapes) -> TypeExpression:
    """The type of what is reckoned with and nothing else is known of; moments are compared, too."""
    told = shapes[name]
    if DATETIME in (told.type, None if told.like is None else told.like[0].type):
        return DATETIME
    return INT if name in _CAPITALS or is_whole(node, name) else FLOAT


def of_constants(type_: TypeExpression, shape: Shape, annotated: TypeExpression | None) -> TypeExpression:
    """With texts that constants say, where its elements are of these alone."""
    among = texts_among(shape.leaf.closed) if type_.arguments else None
    return type_ if among is None else with_leaves(type_, among, STR if annotated else INT)


def by_parts(node: FunctionNode, name: str, type_: TypeExpression, shape: Shape) -> TypeExpression:  # noqa: PLR0911
    """A guess, with what the body takes its parts to be: letters in a grid, values of a table that are gone through."""
    if type_ == STR:
        return _instead_of_text(shape, holds_texts=any(by_name(one) == STR for one in element_names(node, name)))
    if shape.type == DATETIME and shape.element is None and not shape.has_any_length:
        return DATETIME if type_ in (INT, ANYTHING) else type_
    if type_ in (INTS, STRS, MATRIX) and shape.element is not None and _is_asked_as_table(shape.element.methods):
        return TypeExpression("list", (DICT,))
    if type_ in (INTS, STRS) and shape.element is not None:
        return _of_elements(type_, shape.element)
    if type_ == ANYTHING and shape.element is None and (shape.is_number or shape.type == STR):
        return INT if shape.type == FLOAT and name in _CAPITALS else shape.type or ANYTHING
    letters = [text for text in shape.leaf.among if isinstance(text, str) and len(text) == 1]
    is_nested = shape.element is not None and shape.element.element is not None
    if type_ == MATRIX and not is_nested and shape.element is not None and shape.element.type == STR:
        # Rows that are taken apart are lines.
        return STRS
    if type_ == MATRIX and (letters or (is_nested and shape.leaf.type == STR)):
        # The cells of a board may all be in one list.
        return TypeExpression("list", (STRS,)) if is_nested or shape.element is None else STRS
    value = shape.element
    if type_ == MATRIX and value is not None and value.type == LABEL and not is_nested:
        # No list is a key, or one of a set.
        count = value.parts or (_PAIR if last_word(name) in _PAIRS else 0)
        return TypeExpression("list", (TypeExpression("tuple", (INT,) * count),)) if count > 1 else INTS
    if type_ == DICT and shape.is_mapping and value is not None and (value.element or value.has_any_length):
        return TypeExpression("dict", (STR, TypeExpression("list", (STR,) if value.leaf.type == STR else (INT,))))
    return type_


def _instead_of_text(shape: Shape, *, holds_texts: bool) -> TypeExpression:
    """What is named as a text is: texts have no numbers in them, and no characters that are gone through themselves.

    Args:
        holds_texts: what its elements are called says that these are texts: ``for line in source``.
    """
    element = shape.element
    if element is None or shape.type == STR or shape.lines is not None:
        return STR
    if element.has_any_length and not element.methods and not shape.methods:
        return _of_elements(STRS if holds_texts else INTS, element)
    return INTS if element.is_number else STR


def _is_asked_as_table(methods: Collection[str]) -> bool:
    """Whether something is asked for what dictionaries alone have."""
    return bears(DICT, methods) and not any(bears(kind, methods) for kind in (INTS, STR, INT))


def _of_elements(type_: TypeExpression, element: Shape) -> TypeExpression:
    """A list that nothing but a name or a loop tells of, by what is done to its elements."""
    if element.type == DATETIME:
        return TypeExpression("list", (DATETIME,))
    if type_ == STRS:
        return INTS if element.is_number and element.element is None else STRS
    if element.is_mapping:
        return TypeExpression("list", (DICT,))
    if element.element is None and not element.has_any_length and element.parts == 0:
        return STRS if element.type == STR else INTS
    return STRS if element.leaf.type in (STR, LABEL) else MATRIX


def with_leaves(type_: TypeExpression, told: TypeExpression, *others: TypeExpression) -> TypeExpression:
    """The type with something else as its innermost elements, where these are texts or of another type."""
    if type_ == STR or type_ in others:
        return told
    inner = [one if one.name == "..." else with_leaves(one, told, *others) for one in type_.arguments]
    if type_.name in {"dict", "defaultdict", "Counter"}:
        inner = [*type_.arguments[:1], *inner[1:]]
    return replace(type_, arguments=tuple(inner))


def parts_of_each(type_: TypeExpression, name: str, shapes: ParameterShapes) -> int | None:
    """How many numbers each list has in a list of lists, where it stands for a pair, an edge, a point."""
    inner = type_.arguments[0] if type_.name in {"list", "tuple"} and type_.arguments else ANYTHING
    if inner.name not in {"list", "tuple"} or not inner.is_sized or inner.arguments[0] not in (*NUMBERS, STR):
        return None
    element = shapes[name].element
    is_table = last_word(name) in TABULAR and not (element is not None and element.is_unpacked)
    return None if element is None or is_table else element.length


def guessed_type(node: FunctionNode, name: str) -> TypeExpression:
    """By what the body does to it, then by its name, as far as such values have what the body asks them for."""
    found = type_from_uses(node, name) or _named(node, name) or class_asked_about(node, name)
    if found in (ARRAY, MATRIX, DICT) and is_named_as_table(name):
        found = TABLE
    if found in _PERHAPS_TABULAR and not is_bound_anew(node, name):
        found = of_pandas(name, attributes_of(node, name)) or found
    if found == INTS and bears(STR, attributes_of(node, name)) and is_text_by_parts(node, name):
        return STR
    if found in _PERHAPS_BYTES and bears(BYTES, attributes_of(node, name)) and is_bytes_by_parts(node, name):
        return BYTES
    if found == DICT and (is_sliced(node, name) or is_counted_through(node, name)):
        # What is taken a part of has an order.
        found = STRS if last_word(name) in _HEADERS else INTS
    is_function = is_called_itself(node, name) or is_asked_as_function(node, name)
    found = found or (INT if is_counted_with(node, name) else FUNCTION if is_function else library_type(node, name))
    found = found or (ANYTHING if usual_rate(name) is None else INT)
    return found if is_bound_anew(node, name) or bears(found, attributes_of(node, name)) else ANYTHING


def _named(node: FunctionNode, name: str) -> TypeExpression | None:
    """What a name suggests, of which the body tells no more than whether it reckons with it, as it does with neither
    texts nor lists."""
    named = by_name(name)
    if named not in (STR, INTS) or not is_counted_with(node, name, is_text=named == STR):
        # A letter stands for a quantity as well as for a text.
        is_letter = named == STR and len(name.rstrip("0123456789_")) == 1
        return FLOAT if is_letter and is_divided(node, name) else named
    return ARRAY if named == INTS and name.endswith("s") else INT
