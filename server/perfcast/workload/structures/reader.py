"""What a function's body takes its parameters to be made of.

Nothing is run: names are followed from a parameter through loops, subscripts and assignments, in the order of the text,
and what is done to each part is noted. ``for row in rows: total += row["price"]`` says that `rows` has elements with a
key ``price`` that is a number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import children
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.separators import characters_told_apart, constants, written
from perfcast.workload.code.zones import have_zone
from perfcast.workload.naming.names import ARRAY, BY_ATTRIBUTE, FLOAT, INT, STR, TABLE
from perfcast.workload.structures.constants import Told
from perfcast.workload.structures.kinds_by_use import (
    ADDING_UP,
    behind_minus,
    called_there,
    is_certain_place,
    is_kind,
    is_of_numbers,
    is_written_text,
    kind_of,
)
from perfcast.workload.structures.matched_patterns import note_pattern
from perfcast.workload.structures.named_parts import NamedParts
from perfcast.workload.structures.noted_calls import (
    note_elements,
    note_search,
    note_sections,
    note_sum,
    note_whole,
    note_within,
)
from perfcast.workload.structures.reached_numbers import reached
from perfcast.workload.structures.refused_keys import Refusals, without_refused
from perfcast.workload.structures.shapes import DATETIME, LABEL, TIMESTAMP, Shape
from perfcast.workload.uses.name_uses import functions_of, is_span, is_telling_part, replaced_moment

#: What Python's own containers are asked to do; methods whose first argument is one of a table, or an element.
_KNOWN_METHODS: Final = frozenset({"get", "pop", "setdefault", "items", "values", "keys", "copy", "append", "update"})
_KEEPING: Final = frozenset({"get", "setdefault", "add", "count", "index"})
#: What only times are formatted by.
_OF_TIMES: Final = re.compile(r"%[YymdHMSBbjA]")
#: What moments have, and what they are asked to do; others keep a `date`.
_PARTS_OF_MOMENTS: Final = frozenset({"year", "month", "day", "hour", "minute"})
_ASKED_OF_MOMENTS: Final = frozenset({"isoformat", "strftime", "date", "weekday"})
_ARITHMETIC: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow, ast.Mod)
#: By the last letter of a format, what it is for.
_FORMATS: Final = {"s": STR, **dict.fromkeys("bcdoxX", INT), **dict.fromkeys("eEfFgG%", FLOAT)}
_OF_BITS: Final = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
#: What nothing is within.
_LEAVES: Final = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, *_ARITHMETIC, *_OF_BITS, *_ORDER})
#: Values by place that something has which is no sequence of any length.
_MOST_PARTS: Final = 6


def shapes_of(node: FunctionNode, names: Iterable[str], told: Mapping[str, Told]) -> dict[str, Shape]:
    """The shapes of a function's parameters of these names.

    Args:
        told: what constants and classes beside it tell, by their names.
    """
    found = {name: Shape() for name in names}
    reader = _Reader(NamedParts(dict(found), told, _texts_by_default(node)), Refusals(node))
    # What is nested too deeply to be gone through tells nothing.
    try:
        for statement in node.body:
            reader.visit(statement)
        if any(shape.has_record for shape in found.values()):
            # What came first may be of a part that is only known of by what came later.
            for statement in node.body:
                reader.visit(statement)
    except RecursionError:
        return {name: Shape() for name in found}
    without_refused(found.values())
    return found


class _Reader(ast.NodeVisitor):
    """Goes through a body in the order of its text.

    Args:
        parts: what its names stand for.
        refusals: what it turns down.
    """

    def __init__(self, parts: NamedParts, refusals: Refusals) -> None:
        self._parts, self._refusals = parts, refusals
        # The body's own, that begin as a text or a list.
        self._texts: set[str] = set()
        self._lists: set[str] = set()
        # What turns down values.
        self._refusing: set[ast.AST] = set()
        # Those that are now, or so long before or after.
        self._moments: set[str] = set()

    def generic_visit(self, node: ast.AST) -> None:
        for part in children(node):
            if type(part) not in _LEAVES:
                self.visit(part)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        if self._is_moment(node.value):
            self._moments |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        found = self._parts.shape(node.value)
        own = (
            self._texts
            if is_written_text(node.value)
            else self._lists
            if isinstance(node.value, ast.List)
            else set[str]()
        )
        own |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        for target in node.targets:
            self._parts.keep(target, node.value, found)
            self._parts.bind(target, found)
            self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._parts.bind(node.target, self._parts.shape(node.value))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._parts.bind(node.target, self._parts.shape(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        # What is changed in place is there.
        self._parts.shape(node.target)
        if isinstance(node.target, ast.Subscript):
            if not isinstance(node.target.value, ast.Name):
                self.visit(node.target.value)
            self.visit(node.target.slice)
            if self._parts.shape(node.target.value) is None or is_telling_part(node.target.slice):
                self._parts.note(node.target.slice, LABEL)
        self.visit(node.value)
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        if is_span(node.value):
            self._parts.note(node.target, DATETIME)
        elif isinstance(node.op, _ARITHMETIC) and name not in self._lists:
            self._parts.note(node.target, FLOAT)
            self._parts.note(node.value, STR if name in self._texts or is_written_text(node.value) else FLOAT)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._parts.go_through(node.target, node.iter)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    visit_AsyncFor = visit_For

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for generator in node.generators:
            self.visit(generator.iter)
            self._parts.go_through(generator.target, generator.iter)
            for test in generator.ifs:
                self._note_test(test)
                self.visit(test)
        if isinstance(node, ast.DictComp):
            self.visit(node.key)
            self.visit(node.value)
            self._parts.note(node.key, LABEL)
        else:
            self.visit(node.elt)

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.generic_visit(node)
        of = self._parts.shape(node.value)
        if of is not None and not is_certain_place(node.value):
            self._note_place(of, node.slice)
        if of is None:
            # A table of the body's own.
            self._parts.take_from(node.slice, self._parts.told_of(node.value).keys)
            self._parts.note(node.slice, LABEL)
        elif isinstance(node.ctx, ast.Store) and isinstance(node.slice, ast.Constant):
            of.made |= {node.slice.value} - of.keys.keys() if isinstance(node.slice.value, str) else set()
        else:
            if is_telling_part(node.slice):
                self._parts.note(node.slice, LABEL)
            self._parts.shape(node)

    def _note_place(self, of: Shape, place: ast.expr) -> None:
        is_written = isinstance(place, ast.Constant) and type(place.value) is int and place.value < _MOST_PARTS
        if is_written and isinstance(place, ast.Constant) and isinstance(place.value, int):
            of.parts = max(of.parts, place.value + 1)
        elif behind_minus(place) is None:
            of.has_any_length = True

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, ast.USub | ast.UAdd):
            self._parts.note(node.operand, FLOAT)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        self.generic_visit(node)
        written = node.format_spec.values[-1:] if isinstance(node.format_spec, ast.JoinedStr) else []
        match written:
            case [ast.Constant(value=str(how))] if _OF_TIMES.search(how):
                self._parts.note(node.value, DATETIME)
            case [ast.Constant(value=str(how))] if how[-1:] in _FORMATS and node.conversion < 0:
                self._parts.note(node.value, _FORMATS[how[-1]])
                if _FORMATS[how[-1]] != STR and (shape := self._parts.shape(node.value)) is not None:
                    shape.is_number = True

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, _OF_BITS):
            for side in (node.left, node.right):
                self._parts.note(side, INT)
        elif isinstance(node.op, ast.Add | ast.Sub) and (is_span(node.left) or is_span(node.right)):
            # Later or earlier by so much.
            self._parts.note(node.left, DATETIME)
        elif isinstance(node.op, ast.Sub) and (self._is_moment(node.left) or self._is_moment(node.right)):
            self._parts.note(node.left, DATETIME)
            self._parts.note(node.right, DATETIME)
        elif isinstance(node.op, _ARITHMETIC) and not isinstance(node.left, ast.List):
            is_text = is_written_text(node.left) or is_written_text(node.right)
            of_text = {ast.Add: STR, ast.Mult: INT}.get(type(node.op))
            told = of_text if is_text else FLOAT
            if told is not None and not isinstance(node.right, ast.List):
                self._parts.note(node.left, told)
                self._parts.note(node.right, told)
                if told == FLOAT and is_of_numbers(node):
                    for side in (node.left, node.right):
                        if (shape := self._parts.shape(side)) is not None:
                            shape.is_number = True

    def _is_moment(self, node: ast.expr) -> bool:
        """Whether it is now, or so long before or after."""
        match node:
            case ast.Name(id=name):
                return name in self._moments
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                return self._is_moment(left) and is_span(right)
        return isinstance(node, ast.Call) and have_zone([node]) is not None

    def _note_order(self, node: ast.Compare) -> None:
        """What is sooner or later than a moment is one."""
        sides = [node.left, *node.comparators]
        for one, operator, other in zip(sides, node.ops, sides[1:], strict=False):
            for side, against in ((one, other), (other, one)):
                if isinstance(operator, _ORDER) and self._is_moment(against):
                    self._parts.note(side, DATETIME)

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        self._note_order(node)
        sides = [node.left, *node.comparators]
        for one, operator, other in zip(sides, node.ops, sides[1:], strict=False):
            first, second = self._parts.shape(one), self._parts.shape(other)
            if first is not None and second is not None:
                first.like, second.like = (second, called_there(other)), (first, called_there(one))
                is_key = {isinstance(side, ast.Name) for side in (one, other)} == {True, False}
                if is_key and isinstance(operator, ast.Eq) and is_kind(first, one) and is_kind(second, other):
                    first.is_of(LABEL)
                    second.is_of(LABEL)
            for side, against in ((one, other), (other, one)):
                shape = self._parts.shape(side)
                if shape is None:
                    continue
                among = list(constants(against)) if not isinstance(operator, ast.In | ast.NotIn) or side is one else []
                shape.reached += reached(operator, among, is_left=side is one) if node not in self._refusing else ()
                _note_kind(shape, among, operator)
                if not self._refusals.is_of_values(node):
                    shape.among += among
            if isinstance(operator, ast.In | ast.NotIn) and isinstance(one, ast.Name) and second is not None:
                keys = self._parts.keys_of(one.id)
                for key in keys if keys and (second.keys or second.element is None) else ():
                    second.key(key)
            if isinstance(operator, ast.In | ast.NotIn):
                if second is not None:
                    second.is_asked_within = True
                # What is looked for in a text, or in a table of the body's own.
                self._parts.note(one, LABEL)
                self._parts.look_among(one, self._parts.told_of(other).members)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        is_of_arrays = BY_ATTRIBUTE.get(node.attr) in (ARRAY, TABLE)
        of = self._parts.shape(node.value)
        if node.attr in _PARTS_OF_MOMENTS and (of is None or of.may_be_moment):
            self._parts.note(node.value, DATETIME)
            if of is not None:
                of.parts_of_moment.add(node.attr)
        elif of is not None and of.is_element:
            return
        elif of is not None and isinstance(node.ctx, ast.Store):
            of.made |= {node.attr} - of.fields.keys()
        elif of is not None and not is_of_arrays and not node.attr.startswith("__"):
            of.attribute(node.attr)

    def visit_Call(self, node: ast.Call) -> None:
        name = last_name(node.func)
        moment = replaced_moment(node)
        if moment is not None:
            self._parts.note(moment, DATETIME)
        note_elements(self._parts, name, node)
        note_sections(self._parts, node)
        note_whole(self._parts, node)
        note_search(self._parts, node)
        functions = list(functions_of(node))
        for given in (*functions, *(one for one in node.args if one not in functions)):
            if given in functions and isinstance(given, ast.Attribute):
                self._note_method(given)
            else:
                self.visit(given)
        self._parts.shape(node)
        kind = kind_of(name)
        if name == "strptime" and len(node.args) > 1 and (read := self._parts.shape(node.args[0])) is not None:
            read.format = written(node.args[1])
        for argument in node.args[:1]:
            if name in ADDING_UP:
                note_sum(self._parts, argument)
            elif kind is not None and not (kind == TIMESTAMP and isinstance(argument, ast.Call)):
                self._parts.note(argument, kind)
                note_within(self._parts, argument, kind)
            elif (
                name in _KEEPING and isinstance(node.func, ast.Attribute) and self._parts.shape(node.func.value) is None
            ):
                self._parts.note(argument, LABEL)
                self._look_among(argument, node.func)
            if name in self._parts.told and len(node.args) == 1:
                self._parts.take_from(argument, self._parts.told[name].called)
        if name == "getattr" and len(node.args) > 1 and (named := self._parts.told_of(node.args[0]).named):
            self._parts.take_from(node.args[1], named)

    def _look_among(self, sought: ast.expr, method: ast.Attribute) -> None:
        """What a method looks for in a constant is one of its keys, or of what is in it."""
        told = self._parts.told_of(method.value)
        if method.attr == "index":
            # It fails on any other.
            self._parts.take_from(sought, told.members)
        else:
            self._parts.look_among(sought, told.keys)

    def _note_method(self, function: ast.Attribute) -> None:
        """What is asked to do something that is nobody's whose values are made up is an object of a class."""
        self.visit(function.value)
        of = self._parts.shape(function.value)
        if of is not None:
            of.methods.add(function.attr)
        if function.attr in _ASKED_OF_MOMENTS:
            self._parts.note(function.value, DATETIME)
        elif BY_ATTRIBUTE.get(function.attr) == STR:
            self._parts.note(function.value, STR)
        elif of is not None and function.attr not in _KNOWN_METHODS:
            of.is_called = True

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        match node:
            case ast.If(ast.UnaryOp(ast.Not(), ast.Call(ast.Name("isinstance"), [asked, of])), [*_, ast.Raise()]):
                # What it fails without.
                if last_name(of.elts[0] if isinstance(of, ast.Tuple) and of.elts else of) == STR.name:
                    self._parts.note(asked, STR)
        if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Raise):
            self._refusing |= set(ast.walk(node.test))
        self._note_test(node.test)
        character, among = characters_told_apart(node)
        if among and (shape := self._parts.shape(character)) is not None:
            shape.only = shape.only or tuple(among)
        self.generic_visit(node)
        match node:
            case ast.If(test=ast.Compare(left=one, ops=[ast.NotIn()], comparators=[table]), body=[ast.Raise()]):
                if (shape := self._parts.shape(one)) is not None and self._parts.told_of(table).members:
                    # It goes on for these alone.
                    shape.only, shape.members = self._parts.told_of(table).members, ()
        if isinstance(node, ast.If):
            self._refusals.note(self._parts, node)

    visit_While = visit_IfExp = visit_If

    def visit_Match(self, node: ast.Match) -> None:
        self.visit(node.subject)
        subject = self._parts.shape(node.subject)
        for case in node.cases:
            if subject is not None:
                note_pattern(subject, case.pattern, lambda name, shape: self._parts.bind(ast.Name(name), shape))
            for part in (case.guard, *case.body):
                if part is not None:
                    self.visit(part)

    def _note_test(self, test: ast.expr) -> None:
        """What is true or not by itself."""
        match test:
            case ast.BoolOp(values=parts):
                for part in parts:
                    self._note_test(part)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._note_test(operand)
            case ast.Attribute() | ast.Subscript():
                shape = self._parts.shape(test)
                if shape is not None:
                    shape.is_tested = True


def _note_kind(shape: Shape, among: list[str | int], operator: ast.cmpop) -> None:
    """What is held against texts, or against whole numbers."""
    kinds = set(map(type, among))
    if kinds == {str}:
        shape.is_of(LABEL)
    elif kinds == {int}:
        shape.is_of(FLOAT if isinstance(operator, _ORDER) else INT)


def _texts_by_default(node: FunctionNode) -> dict[str, str]:
    """Parameters that are a text where nothing else is given."""
    defaults = ((one.arg, default) for one, default in parameters(node, drop_first=False) if default is not None)
    return {name: text for name, default in defaults if (text := written(default)) is not None}
