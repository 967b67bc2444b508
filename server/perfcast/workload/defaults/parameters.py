"""One parameter without a default -> its argument, by its annotation, its name and the body."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.arrays.tensors import WHOLE, holds_classes, is_tensor
from perfcast.workload.defaults.annotations import annotated_literal, is_bare_container, said_type
from perfcast.workload.defaults.compared_values import as_compared
from perfcast.workload.defaults.guessed_types import (
    as_lines,
    by_parts,
    guessed_type,
    is_asked_of_file,
    of_constants,
    parts_of_each,
    type_of_number,
    with_leaves,
    with_tables_within,
)
from perfcast.workload.defaults.literals import literal_argument
from perfcast.workload.defaults.parameter_shapes import ParameterShapes
from perfcast.workload.defaults.ranges import with_bounds
from perfcast.workload.defaults.records import holds_tensors, may_hold_records, of_records
from perfcast.workload.defaults.short_texts import text_argument
from perfcast.workload.defaults.whole_numbers import SMALL_INTEGER, usual_integer
from perfcast.workload.language.resizing import RECORD_LENGTH, resized
from perfcast.workload.language.workload import DEFAULT_STRING, LINE_LENGTH, TABLES, Argument, TypeExpression, Workload
from perfcast.workload.naming.names import (
    ANYTHING,
    BOOL,
    BYTES,
    DICT,
    FLOAT,
    INT,
    INTS,
    MATRIX,
    OPEN_TEXT,
    STR,
    STRS,
    bears,
    by_name,
    is_long_text,
)
from perfcast.workload.structures.shapes import DIGITS, LABEL, TIMESTAMP, Shape, texts_among, type_alike
from perfcast.workload.texts.characters import is_text_by_parts
from perfcast.workload.texts.source_code import code_argument
from perfcast.workload.uses.fallback_uses import type_told_last
from perfcast.workload.uses.name_uses import attributes_of, is_wanted
from perfcast.workload.uses.number_uses import is_place, is_reckoned_with
from perfcast.workload.uses.parameter_uses import type_from_uses
from perfcast.workload.uses.text_uses import compared_with, reads_bytes

#: What a body may say more of than names and loops do.
_BY_PARTS: Final = (INT, INTS, STRS, MATRIX, DICT, ANYTHING)
#: Types that a name alone may say.
_NODES: Final = frozenset({"TreeNode", "ListNode"})


def argument_for(node: FunctionNode, parameter: ast.arg, size: int, shapes: ParameterShapes) -> Argument:
    """What a parameter is given that has no default."""
    is_text = parameter.annotation is None or said_type(parameter.annotation) == STR
    code = code_argument(node, parameter.arg, size) if is_text else None
    return _other_than_code(node, parameter, size, shapes) if code is None else code


def _other_than_code(node: FunctionNode, parameter: ast.arg, size: int, shapes: ParameterShapes) -> Argument:
    literal = annotated_literal(parameter.annotation)
    if literal is not None:
        return literal_argument(parameter.arg, literal)
    annotated = said_type(parameter.annotation)
    says_little = annotated is None or is_bare_container(parameter.annotation)
    type_ = annotated or guessed_type(node, parameter.arg)
    type_ = with_tables_within(node, parameter.arg, type_) if says_little else type_
    asked = shapes.asked
    type_ = as_lines(node, parameter.arg, type_, shapes)
    is_read = shapes[parameter.arg].content is not None
    is_open_file = type_ == OPEN_TEXT and (is_read or not is_asked_of_file(node, parameter.arg))
    is_asked = (may_hold_records(type_) or holds_tensors(type_) or is_open_file) and (
        asked.keys or asked.texts or (says_little and asked.attributes)
    )
    if is_asked and shapes[parameter.arg].has_record:
        return of_records(parameter, shapes[parameter.arg], annotated, size)
    if is_asked and type_ in (ANYTHING, STR):
        alike = type_alike(shapes[parameter.arg])
        # Of the same kinds as what it is compared with, or nothing but its name tells.
        type_ = alike if alike is not None and (alike == LABEL or type_ == ANYTHING) else type_
    if type_ == ANYTHING and is_reckoned_with(node, parameter.arg) and bears(FLOAT, attributes_of(node, parameter.arg)):
        type_ = type_of_number(node, parameter.arg, shapes)
    is_open = annotated is None and (type_ == ANYTHING or type_.name in _NODES)
    told_last = type_told_last(node, parameter.arg) if is_open else None
    if told_last == STR:
        # What is put into a text is no node, whatever its name says.
        type_ = ANYTHING
    if annotated is None and (type_ in _BY_PARTS or (type_ == STR and by_name(parameter.arg) == STR)):
        type_ = by_parts(node, parameter.arg, type_, shapes[parameter.arg])
    is_told_last = type_ == ANYTHING and told_last is not None
    type_ = told_last if is_told_last and told_last is not None else type_
    apart = _told_apart(node, parameter, type_, annotated, shapes)
    if apart is not None:
        return apart
    text = text_argument(node, parameter.arg, size, shapes, is_told_last=is_told_last) if type_ == STR else None
    if text is not None:
        return text
    if type_ == INT:
        return Argument(parameter.arg, INT, value=usual_integer(node, parameter.arg, size), has_value=True)
    if is_tensor(type_) and holds_classes(node, parameter.arg):
        type_ = replace(type_, name=WHOLE)
    if shapes.asked.numbers and any(leaf == STR for leaf in type_.leaves()):
        told = shapes[parameter.arg].leaf.type
        # A text of which each digit is read may be as long as one likes.
        told = None if told == DIGITS and type_ == STR and shapes.are_digits(parameter.arg) else told
        type_ = with_leaves(type_, told) if told in (DIGITS, TIMESTAMP) and told is not None else type_
    if shapes.told:
        type_ = of_constants(type_, shapes[parameter.arg], annotated)
    lengths = tuple(10 for _ in type_.sized())
    parts = parts_of_each(type_, parameter.arg, shapes)
    lengths = lengths if parts is None else (10, parts, *lengths[2:])
    kept = (1,) if (parts or 0) > RECORD_LENGTH else (0,) if _are_tables(type_) else ()
    unsized = Argument(parameter.arg, type_, lengths, kept=kept)
    sized = resized(Workload((with_bounds(unsized),)), size).arguments[0]
    # Strings within containers are words, or lines, whatever the size of the container.
    inner = [kind.name in {"str", "bytes"} for kind in type_.sized()]
    each = LINE_LENGTH if "str" in {leaf.name for leaf in type_.leaves()} and shapes.separators else DEFAULT_STRING
    sizes = tuple(each if i and word else n for i, (n, word) in enumerate(zip(sized.sizes, inner, strict=True)))
    is_read = BYTES in type_.leaves() and reads_bytes(node)
    sized = replace(sized, alphabet=("a", "z")) if is_read else sized
    written = shapes[parameter.arg].format_within if TIMESTAMP in type_.leaves() else None
    return as_compared(replace(sized, sizes=sizes, like=written), shapes)


def _told_apart(
    node: FunctionNode,
    parameter: ast.arg,
    type_: TypeExpression,
    annotated: TypeExpression | None,
    shapes: ParameterShapes,
) -> Argument | None:
    """One of what a body tells apart, or of what constants say, or of two; None where nothing tells."""
    name = parameter.arg
    if type_ == BOOL:
        # One of the two, so that who reads the forecast knows which: off, as most are that have a default.
        return literal_argument(name, is_wanted(node, name))
    is_free = annotated is None and type_from_uses(node, name) is None
    if (type_ in (STR, ANYTHING) or is_free) and not is_long_text(name):
        text = compared_with(node, name)
        if text is not None:
            return literal_argument(name, text)
    shape = shapes[name] if shapes.told else Shape()
    values = shape.only or shape.members
    if not values and type_ == ANYTHING and annotated is None and is_place(node, name):
        # The first one there is, whether of a list or of a table that counts.
        return literal_argument(name, 0)
    if not values or shape.element is not None or is_text_by_parts(node, name):
        # Of a text whose parts are told apart, nothing says what all of it is.
        return None
    if isinstance(values[0], str):
        among = texts_among(values) if type_ in (STR, ANYTHING) or is_free else None
        return None if among is None else Argument(name, among)
    is_number = (type_ in (INT, ANYTHING) or is_free) and SMALL_INTEGER not in values
    return literal_argument(name, values[0]) if is_number else None


def _are_tables(type_: TypeExpression) -> bool:
    """Whether several tables are given, which are few, whatever the rows of each."""
    return type_.name in {"list", "tuple", "dict"} and any(part.name in TABLES for part in type_.arguments)
