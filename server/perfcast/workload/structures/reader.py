"""What a function's body takes its parameters to be made of.

Nothing is run: names are followed from a parameter through loops, subscripts and assignments, in the order of the text,
and what is done to each part is noted. ``for row in rows: total += row["price"]`` says that `rows` has elements with a
key ``price`` that is a number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeGuard

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import children
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.csv_writers import WRITING, field_names
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.regexes import ASKING_MATCHES
from perfcast.workload.code.separators import characters_told_apart, constants, written
from perfcast.workload.language.workload import LINES, TypeExpression
from perfcast.workload.naming.names import (
    ARRAY,
    BOOL,
    BY_ATTRIBUTE,
    FINDING,
    FLOAT,
    FOUND,
    INT,
    OPEN_TEXT,
    STR,
    TABLE,
    by_name,
    last_word,
)
from perfcast.workload.structures import xml
from perfcast.workload.structures.constants import Keys, Told, is_table
from perfcast.workload.structures.keyword_fields import VALIDATING, Taken
from perfcast.workload.structures.shapes import DATETIME, DIGITS, LABEL, TIMESTAMP, Shape
from perfcast.workload.tables.columns import TIMED
from perfcast.workload.uses.parameter_uses import functions_of, is_span, is_telling_part, replaced_moment

_NOTHING: Final = Told()
#: Calls that give the container that they are given, or one of its elements.
_SAME: Final = frozenset({"sorted", "list", "tuple", "reversed", "set", "frozenset", "iter", "deque", "dict", "copy"})
_ONE: Final = frozenset({"next", "max", "min", "choice"})
#: Calls of numbers, of texts that say one, and of texts that say when.
_OF_NUMBERS: Final = frozenset(
    {
        "sum",
        "abs",
        "round",
        "pow",
        "sqrt",
        "floor",
        "ceil",
        "fsum",
        "mean",
        "fmean",
        "fromtimestamp",
        "utcfromtimestamp",
    }
)
_OF_DIGITS: Final = frozenset({"int", "float", "Decimal"})
_OF_MOMENTS: Final = frozenset({"fromisoformat", "strptime", "parse", "isoparse"})
_OF_TEXTS: Final = _OF_DIGITS | _OF_MOMENTS
#: What a call that reads rows may be told without their looking any different.
_OF_ROWS: Final = frozenset({"skipinitialspace", "strict", "restkey", "restval"})
_ADDING_UP: Final = frozenset({"sum", "fsum", "mean", "fmean"})
_CALLED_WITH: Final = (
    (frozenset({"range"}), INT),
    (_OF_NUMBERS, FLOAT),
    (_OF_DIGITS, DIGITS),
    (_OF_MOMENTS, TIMESTAMP),
)
#: Calls that read what a text says, or an open file of one, with the modules that they are of and how it says that;
#: those that tell no others by their names; what makes a file of one. All JSON is YAML, too.
_READING: Final = {
    ("loads", "json"): "json",
    ("load", "json"): "json",
    ("loads", "tomllib"): "toml",
    ("loads", "tomli"): "toml",
    ("loads", "toml"): "toml",
    ("safe_load", "yaml"): "json",
    **{(name, module): "xml" for name in ("fromstring", "XML") for module in ("ET", "ElementTree", "etree")},
    ("reader", "csv"): "csv",
    ("DictReader", "csv"): "csv",
}
_BY_NAME: Final = {"loads": "json", "safe_load": "json", "fromstring": "xml", "reader": "csv", "DictReader": "csv"}
#: What a `ConfigParser` reads a text with, and what it, or a section, is asked for by the names of options.
_READING_SECTIONS: Final = "read_string"
_OPTIONS: Final = {"getint": DIGITS, "getfloat": DIGITS, "getboolean": BOOL}
_FILE: Final = "StringIO"
_OF_FILES: Final = "load"
_NO_DELIMITERS: Final = '\r\n"'
_OF_READING: Final = frozenset({*_BY_NAME, _OF_FILES, _READING_SECTIONS})
#: Methods that give much the same text.
_SAME_TEXT: Final = frozenset({"strip", "rstrip", "lstrip", "decode", "replace", "removeprefix", "removesuffix"})
#: Functions and methods that are told what to call for each element.
_FOR_EACH: Final = frozenset({"sorted", "max", "min", "map", "filter", "groupby", "sort", "nlargest", "nsmallest"})
#: Methods that ask for a key; those whose first argument is one of a table, or an element.
_ASKING: Final = frozenset({"get", "pop", "setdefault", "itemgetter"})
_OF_TABLES: Final = frozenset({"get", "pop", "items", "values"})
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
#: Calls that go through all that they are given, however many these are.
_OVER_ALL: Final = frozenset({"len", "sum", "max", "min", "any", "all", "set", "enumerate", "Counter"})
#: Functions of PyTorch's that make tensors of numbers in lists.
_OF_TENSORS: Final = frozenset({"tensor", "as_tensor", "LongTensor", "FloatTensor"})
#: What nothing is within.
_LEAVES: Final = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, *_ARITHMETIC, *_OF_BITS, *_ORDER})
#: Values by place that something has which is no sequence of any length.
_MOST_PARTS: Final = 6
#: Coordinates of a point.
_PLANE: Final = 2
_MOST_COLUMNS: Final = 30


def shapes_of(node: FunctionNode, names: Iterable[str], told: Mapping[str, Told]) -> dict[str, Shape]:
    """The shapes of a function's parameters of these names.

    Args:
        told: what constants and classes beside it tell, by their names.
    """
    found = {name: Shape() for name in names}
    reader = _Reader(dict(found), told, _texts_by_default(node))
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
    return found


class Questions(NamedTuple):
    """What a function asks anything for.

    Attributes:
        keys: ones that are written down; attributes: ones that no type of Python's own has; numbers: what texts say of
            numbers and moments; texts: what else they say; matches: what
            regular expressions have found in them; tables: whether it has some of its own.
        places: names, each with one by which it is asked in brackets.
    """

    keys: bool
    attributes: bool
    numbers: bool
    texts: bool
    matches: bool
    tables: bool
    places: tuple[tuple[str, str], ...]


def questions(node: FunctionNode) -> Questions:
    """What a function's body asks anything for."""
    attributes = tables = False
    # What goes through written keys is likely to ask for them.
    keys = any(_texts_of(loop.iter) for loop in loops_of(node))
    places: dict[tuple[str, str], None] = {}
    called = set()
    for part in parts_of(node, ast.Subscript, ast.Attribute, ast.Call, ast.Assign):
        kind = type(part)
        if kind is ast.Subscript and isinstance(part, ast.Subscript):
            place = part.slice
            keys = keys or written(place) is not None
            if isinstance(place, ast.Name) and isinstance(part.value, ast.Name):
                places[part.value.id, place.id] = None
        elif kind is ast.Attribute and isinstance(part, ast.Attribute):
            # What files are asked for is what others keep, too: ``counts.read + counts.write``.
            is_own = BY_ATTRIBUTE.get(part.attr) in (None, OPEN_TEXT, FOUND, FINDING)
            attributes = attributes or (isinstance(part.value, ast.Name) and is_own)
        elif kind is ast.Call and isinstance(part, ast.Call):
            name = last_name(part.func)
            called.add(name)
            called |= {last_name(one) for one in part.args[:1]} if name == "map" else set()
            keys = keys or (name in _ASKING and bool(part.args) and written(part.args[0]) is not None)
            keys = keys or name == WRITING or name in VALIDATING or any(one.arg is None for one in part.keywords)
            attributes = attributes or name == "attrgetter"
        elif kind is ast.Assign and isinstance(part, ast.Assign):
            tables = tables or is_table(part.value)
            keys = keys or bool(_texts_of(part.value))
    numbers, texts, matches = (not called.isdisjoint(names) for names in (_OF_TEXTS, _OF_READING, ASKING_MATCHES))
    return Questions(keys, attributes, numbers, texts, matches, tables, tuple(places))


class _Reader(ast.NodeVisitor):
    """Goes through a body in the order of its text.

    Args:
        names: what they stand for.
        told: what others tell.
        defaults: the texts that parameters are by default.
    """

    def __init__(self, names: dict[str, Shape], told: Mapping[str, Told], defaults: Mapping[str, str]) -> None:
        self._names, self._told, self._defaults = names, told, defaults
        # The body's own, that begin as a text or a list.
        self._texts: set[str] = set()
        self._lists: set[str] = set()
        # The body's own that write rows: the keys of these.
        self._writers: dict[str, tuple[str, ...]] = {}
        # Tables of the body's own: what they hold.
        self._tables: dict[str, Shape] = {}
        # The body's own, and elements of these, that are any of some texts.
        self._keys: dict[str, tuple[str, ...]] = {}

    def generic_visit(self, node: ast.AST) -> None:
        for part in children(node):
            if type(part) not in _LEAVES:
                self.visit(part)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        found = self._shape(node.value)
        own = self._texts if _is_text(node.value) else self._lists if isinstance(node.value, ast.List) else set[str]()
        own |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        self._keys |= {target.id: _texts_of(node.value) for target in node.targets if isinstance(target, ast.Name)}
        for target in node.targets:
            self._keep(target, node.value, found)
            self._bind(target, found)
            self.visit(target)

    def _keep(self, target: ast.expr, value: ast.expr, found: Shape | None) -> None:
        """Notes what is put into a table of the body's own: ``by_id = {row["id"]: row for row in rows}``,
        ``by_id[row["id"]] = row``."""
        match target:
            case ast.Name(id=table):
                self._tables.pop(table, None)
                names = field_names(value)
                self._writers[table] = () if names is None else _texts_of(names) or self._texts_named(names)
                if isinstance(value, ast.DictComp):
                    self._hold(table, self._shape(value.value))
            case ast.Subscript(ast.Name(id=table)):
                self._hold(table, found)

    def _hold(self, table: str, held: Shape | None) -> None:
        # Numbers and texts are what is done to them elsewhere.
        if held is not None and held.type is None and table not in self._names:
            self._tables[table] = held

    def _held(self, table: ast.expr) -> Shape | None:
        """What a table of the body's own holds."""
        return self._tables.get(table.id) if isinstance(table, ast.Name) and table.id not in self._names else None

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._bind(node.target, self._shape(node.value))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._bind(node.target, self._shape(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        # What is changed in place is there.
        self._shape(node.target)
        if isinstance(node.target, ast.Subscript):
            if not isinstance(node.target.value, ast.Name):
                self.visit(node.target.value)
            self.visit(node.target.slice)
            if self._shape(node.target.value) is None or is_telling_part(node.target.slice):
                self._note(node.target.slice, LABEL)
        self.visit(node.value)
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        if is_span(node.value):
            self._note(node.target, DATETIME)
        elif isinstance(node.op, _ARITHMETIC) and name not in self._lists:
            self._note(node.target, FLOAT)
            self._note(node.value, STR if name in self._texts or _is_text(node.value) else FLOAT)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._go_through(node.target, node.iter)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    visit_AsyncFor = visit_For

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for generator in node.generators:
            self.visit(generator.iter)
            self._go_through(generator.target, generator.iter)
            for test in generator.ifs:
                self._note_test(test)
                self.visit(test)
        if isinstance(node, ast.DictComp):
            self.visit(node.key)
            self.visit(node.value)
            self._note(node.key, LABEL)
        else:
            self.visit(node.elt)

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.generic_visit(node)
        of = self._shape(node.value)
        if of is not None and not _is_place(node.value):
            self._note_place(of, node.slice)
        if of is None:
            # A table of the body's own.
            self._take_from(node.slice, self._told_of(node.value).keys)
            self._note(node.slice, LABEL)
        elif isinstance(node.ctx, ast.Store) and isinstance(node.slice, ast.Constant):
            of.made |= {node.slice.value} - of.keys.keys() if isinstance(node.slice.value, str) else set()
        else:
            if is_telling_part(node.slice):
                self._note(node.slice, LABEL)
            self._shape(node)

    def _note_place(self, of: Shape, place: ast.expr) -> None:
        is_written = isinstance(place, ast.Constant) and type(place.value) is int and place.value < _MOST_PARTS
        if is_written and isinstance(place, ast.Constant) and isinstance(place.value, int):
            of.parts = max(of.parts, place.value + 1)
        elif _negative(place) is None:
            of.has_any_length = True

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, ast.USub | ast.UAdd):
            self._note(node.operand, FLOAT)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        self.generic_visit(node)
        written = node.format_spec.values[-1:] if isinstance(node.format_spec, ast.JoinedStr) else []
        match written:
            case [ast.Constant(value=str(how))] if _OF_TIMES.search(how):
                self._note(node.value, DATETIME)
            case [ast.Constant(value=str(how))] if how[-1:] in _FORMATS and node.conversion < 0:
                self._note(node.value, _FORMATS[how[-1]])
                if _FORMATS[how[-1]] != STR and (shape := self._shape(node.value)) is not None:
                    shape.is_number = True

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, _OF_BITS):
            for side in (node.left, node.right):
                self._note(side, INT)
        elif isinstance(node.op, ast.Add | ast.Sub) and (is_span(node.left) or is_span(node.right)):
            # Later or earlier by so much.
            self._note(node.left, DATETIME)
        elif isinstance(node.op, _ARITHMETIC) and not isinstance(node.left, ast.List):
            is_text = _is_text(node.left) or _is_text(node.right)
            of_text = {ast.Add: STR, ast.Mult: INT}.get(type(node.op))
            told = of_text if is_text else FLOAT
            if told is not None and not isinstance(node.right, ast.List):
                self._note(node.left, told)
                self._note(node.right, told)
                if told == FLOAT and _is_of_numbers(node):
                    for side in (node.left, node.right):
                        if (shape := self._shape(side)) is not None:
                            shape.is_number = True

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        for one, operator, other in zip(sides, node.ops, sides[1:], strict=False):
            first, second = self._shape(one), self._shape(other)
            if first is not None and second is not None:
                first.like, second.like = (second, _named(other)), (first, _named(one))
                is_key = {isinstance(side, ast.Name) for side in (one, other)} == {True, False}
                if is_key and isinstance(operator, ast.Eq) and _is_kind(first, one) and _is_kind(second, other):
                    first.is_of(LABEL)
                    second.is_of(LABEL)
            for side, against in ((one, other), (other, one)):
                shape = self._shape(side)
                if shape is None:
                    continue
                among = list(constants(against)) if not isinstance(operator, ast.In) or side is one else []
                shape.among += among
                kinds = set(map(type, among))
                if kinds == {str}:
                    shape.is_of(LABEL)
                elif kinds == {int} and isinstance(operator, _ORDER):
                    shape.is_of(FLOAT)
                elif kinds == {int}:
                    shape.is_of(INT)
            if isinstance(operator, ast.In | ast.NotIn) and isinstance(one, ast.Name) and second is not None:
                keys = self._keys.get(one.id)
                for key in keys if keys and (second.keys or second.element is None) else ():
                    second.key(key)
            if isinstance(operator, ast.In | ast.NotIn):
                if second is not None:
                    second.is_asked_within = True
                # What is looked for in a text, or in a table of the body's own.
                self._note(one, LABEL)
                self._look_among(one, self._told_of(other).members)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        is_of_arrays = BY_ATTRIBUTE.get(node.attr) in (ARRAY, TABLE)
        of = self._shape(node.value)
        if node.attr in _PARTS_OF_MOMENTS and (of is None or of.may_be_moment):
            self._note(node.value, DATETIME)
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
            self._note(moment, DATETIME)
        self._note_elements(name, node)
        self._note_sections(node)
        self._note_whole(node)
        functions = list(functions_of(node))
        for given in (*functions, *(one for one in node.args if one not in functions)):
            if given in functions and isinstance(given, ast.Attribute):
                self._note_method(given)
            else:
                self.visit(given)
        self._shape(node)
        kind = _kind_of(name)
        if name == "strptime" and len(node.args) > 1 and (read := self._shape(node.args[0])) is not None:
            read.format = written(node.args[1])
        for argument in node.args[:1]:
            if name in _ADDING_UP:
                self._note_sum(argument)
            elif kind is not None and not (kind == TIMESTAMP and isinstance(argument, ast.Call)):
                self._note(argument, kind)
                self._note_within(argument, name, kind)
            elif name in _KEEPING and isinstance(node.func, ast.Attribute) and self._shape(node.func.value) is None:
                self._note(argument, LABEL)
                self._look_among(argument, self._told_of(node.func.value).keys)
            if name in self._told and len(node.args) == 1:
                self._take_from(argument, self._told[name].called)
        if name == "getattr" and len(node.args) > 1 and (named := self._told_of(node.args[0]).named):
            self._take_from(node.args[1], named)

    def _note_whole(self, node: ast.Call) -> None:
        """What a class is made of is what a dictionary holds that is given for the whole."""
        match node:
            case ast.Call(ast.Attribute(ast.Name() as of, method), [given, *_]) if method in VALIDATING:
                _hold_all(self._shape(given), self._told_of(of).taken)
            case ast.Call(ast.Name() as of, keywords=keywords):
                for one in keywords:
                    if one.arg is None:
                        _hold_all(self._shape(one.value), self._told_of(of).taken)

    def _note_numbers(self, given: ast.expr) -> None:
        """Notes that a tensor is made of what is given."""
        shape = self._shape(given)
        if isinstance(given, ast.ListComp):
            self._note(given.elt, INT)
        elif shape is not None and shape.type is None and not shape.keys:
            shape.has_any_length = True
            shape.one().is_of(INT)

    def _note_elements(self, name: str, node: ast.Call) -> None:
        """Notes what a call of that name says of the elements of what it is given."""
        if name == "dist":
            self._go_between(node.args)
        if name in _OVER_ALL and len(node.args) == 1 and (measured := self._shape(node.args[0])) is not None:
            measured.has_any_length = True
        if name in _FOR_EACH:
            self._bind_lambdas(node)
        match node:
            case ast.Call(func=ast.Name(id="map"), args=[function, over]) if last_name(function) not in _ADDING_UP:
                kind = _kind_of(last_name(function))
                if kind is not None and (shape := self._shape(over)) is not None and not shape.keys:
                    shape.has_any_length = True
                    shape.one().is_of(kind)
            case ast.Call(func=ast.Attribute(ast.Name(id="torch"), _), args=[given, *_]) if name in _OF_TENSORS:
                self._note_numbers(given)
            case ast.Call(func=ast.Attribute(ast.Name(id=writer), "writerow" | "writerows"), args=[rows]):
                keys = self._writers.get(writer, ())
                if keys and (shape := self._shape(rows)) is not None:
                    row = shape.one() if name == "writerows" else shape
                    for key in keys:
                        row.key(key)
            case ast.Call(
                func=ast.Attribute(
                    ast.Subscript(ast.Name(id=table)) | ast.Call(ast.Attribute(ast.Name(id=table), "setdefault")),
                    "append",
                ),
                args=[one],
            ) if (shape := self._shape(one)) is not None:
                self._hold(table, Shape(element=shape) if shape.type is None else None)
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[joined]):
                if (shape := self._shape(joined)) is not None and not shape.keys:
                    shape.has_any_length = True
                    shape.one().is_of(STR)

    def _note_sections(self, node: ast.Call) -> None:
        """Notes what a `ConfigParser` has read: ``parser.read_string(text)``."""
        match node:
            case ast.Call(ast.Attribute(ast.Name(id=parser), method), [text]) if method == _READING_SECTIONS:
                if (shape := self._shape(text)) is not None:
                    self._names[parser] = shape.read_as("ini")
                    self._names[parser].is_sections = True

    def _note_sum(self, node: ast.expr) -> None:
        """Notes that numbers are added up."""
        shape = self._shape(node)
        if shape is not None and not shape.keys:
            shape.has_any_length = True
            shape.one().is_of(FLOAT)
        elif isinstance(node, ast.GeneratorExp | ast.ListComp):
            self._note(node.elt, FLOAT)

    def _go_between(self, points: Sequence[ast.expr]) -> None:
        """Notes that these have coordinates."""
        for point in points:
            if (shape := self._shape(point)) is not None and not shape.keys:
                shape.one().is_of(FLOAT)
                shape.parts = max(shape.parts, _PLANE)

    def _told_of(self, node: ast.expr) -> Told:
        return self._told.get(node.id, _NOTHING) if isinstance(node, ast.Name) else _NOTHING

    def _note_within(self, node: ast.expr, function: str, type_: TypeExpression) -> None:
        """Notes what a function says of the elements of what it goes through."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            self._note(node.elt, type_)

    def _take_from(self, node: ast.expr, values: Keys) -> None:
        """Notes that it is one of these."""
        shape = self._shape(node) if values else None
        if shape is not None:
            shape.only = shape.only or values
            shape.is_of(LABEL if isinstance(values[0], str) else INT)

    def _look_among(self, node: ast.expr, values: Keys) -> None:
        """Notes that it may be one of these."""
        shape = self._shape(node) if values else None
        if shape is not None:
            shape.members = shape.members or values
            shape.among += values

    def _note_method(self, function: ast.Attribute) -> None:
        """What is asked to do something that is nobody's whose values are made up is an object of a class."""
        self.visit(function.value)
        of = self._shape(function.value)
        if of is not None:
            of.methods.add(function.attr)
        if function.attr in _ASKED_OF_MOMENTS:
            self._note(function.value, DATETIME)
        elif BY_ATTRIBUTE.get(function.attr) == STR:
            self._note(function.value, STR)
        elif of is not None and function.attr not in _KNOWN_METHODS:
            of.is_called = True

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        match node:
            case ast.If(ast.UnaryOp(ast.Not(), ast.Call(ast.Name("isinstance"), [asked, of])), [*_, ast.Raise()]):
                # What it fails without.
                if last_name(of.elts[0] if isinstance(of, ast.Tuple) and of.elts else of) == STR.name:
                    self._note(asked, STR)
        self._note_test(node.test)
        character, among = characters_told_apart(node)
        if among and (shape := self._shape(character)) is not None:
            shape.only = shape.only or tuple(among)
        self.generic_visit(node)
        match node:
            case ast.If(test=ast.Compare(left=one, ops=[ast.NotIn()], comparators=[table]), body=[ast.Raise()]):
                if (shape := self._shape(one)) is not None and self._told_of(table).members:
                    # It goes on for these alone.
                    shape.only, shape.members = self._told_of(table).members, ()

    visit_While = visit_IfExp = visit_If

    def _note_test(self, test: ast.expr) -> None:
        """What is true or not by itself."""
        match test:
            case ast.BoolOp(values=parts):
                for part in parts:
                    self._note_test(part)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._note_test(operand)
            case ast.Attribute() | ast.Subscript():
                shape = self._shape(test)
                if shape is not None:
                    shape.is_tested = True

    def _bind_lambdas(self, node: ast.Call) -> None:
        """What is called for each element of another argument, or of what stands before the dot."""
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        called = [one for one in given if isinstance(one, ast.Lambda) and one.args.args]
        over = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        shapes = [shape for one in (*node.args, *over) if (shape := self._shape(one)) is not None]
        for one in called:
            for shape in shapes[:1]:
                self._names[one.args.args[0].arg] = shape.one()
        for getter in given:
            if isinstance(getter, ast.Call) and shapes:
                for key in getter.args:
                    self._get(shapes[0].one(), last_name(getter.func), key)

    def _get(self, shape: Shape, getter: str, key: ast.expr) -> None:
        """What a getter of ``operator`` asks for."""
        name = written(key)
        if name is not None and getter == "itemgetter":
            shape.key(name)
        elif name is not None and getter == "attrgetter":
            shape.attribute(name)

    def _go_through(self, target: ast.expr, over: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._keys[target.id] = _texts_of(over) or self._texts_named(over)
        match over:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if _is_of_several(target):
                self._go_through(target.elts[-1], inner)
            case ast.Call(func=ast.Name(id="zip"), args=several) if isinstance(target, ast.Tuple):
                for part, inner in zip(target.elts, several, strict=False):
                    self._go_through(part, inner)
            case _:
                shape = self._shape(over)
                if shape is not None and shape.is_element:
                    shape = xml.children_of(shape)
                is_pair = (
                    isinstance(over, ast.Call) and last_name(over.func) == "items" and isinstance(target, ast.Tuple)
                )
                if is_pair and _is_of_several(target):
                    self._bind(target.elts[-1], None if shape is None else shape)
                elif isinstance(target, ast.Name):
                    self._bind(target, None if shape is None else shape.one())
                elif isinstance(target, ast.Tuple) and shape is not None:
                    self._bind(target, shape.one())
                if shape is not None and not is_pair:
                    shape.has_any_length = True

    def _texts_named(self, node: ast.expr) -> tuple[str, ...]:
        """What a name stands for of several texts."""
        if not isinstance(node, ast.Name):
            return ()
        members = self._told_of(node).members
        return self._keys.get(node.id) or tuple(one for one in members if isinstance(one, str))

    def _any_of(self, shape: Shape, keys: tuple[str, ...]) -> Shape:
        """What stands under some keys, which is of one kind."""
        part = shape.key(keys[0])
        for key in keys[1:]:
            if key not in shape.made:
                shape.keys.setdefault(key, part)
        return part

    def _bind(self, target: ast.expr, found: Shape | None) -> None:
        if isinstance(target, ast.Tuple) and found is not None:
            is_open = any(isinstance(part, ast.Starred) for part in target.elts)
            found.has_any_length |= is_open
            found.is_unpacked |= not is_open
            found.parts = max(found.parts, len(target.elts))
            for place, part in enumerate(target.elts if found.is_row and not is_open else ()):
                self._bind(part, found.key(str(place)))
        if not isinstance(target, ast.Name):
            return
        if found is not None:
            self._names[target.id] = found
        else:
            self._names.pop(target.id, None)

    def _note(self, node: ast.expr, type_: TypeExpression) -> None:
        shape = self._shape(node)
        if shape is not None and not shape.keys and shape.element is None:
            shape.is_of(type_)

    def _shape(self, node: ast.expr) -> Shape | None:  # noqa: PLR0911, PLR0912
        """What an expression stands for; None for what is no part of a parameter."""
        match node:
            case ast.Name(id=name):
                return self._names.get(name)
            case ast.Subscript(value=ast.Attribute(value=value, attr=xml.ATTRIBUTES), slice=place) if (
                of := self._shape(value)
            ) is not None and of.is_element:
                key = written(place)
                return None if key is None else xml.attribute_of(of, key)
            case ast.Subscript(value=value, slice=place):
                of = self._shape(value)
                if of is not None and of.is_element:
                    of = xml.children_of(of)
                if of is None or isinstance(place, ast.Slice):
                    return self._held(value) if of is None else of
                if isinstance(place, ast.Name) and self._keys.get(place.id) and not of.is_row:
                    return self._any_of(of, self._keys[place.id])
                key = _column(place) if of.is_row else written(place)
                return of.one() if key is None else of.key(key)
            case ast.Attribute(value=value, attr=name):
                of = self._shape(value)
                if of is not None and of.is_element:
                    return of if name in xml.OWN_TEXT else None
                return None if of is None or not of.fields.get(name) else of.fields[name]
            case ast.BoolOp(values=[first, *_]):
                return self._shape(first)
            case ast.ListComp(elt=one) | ast.GeneratorExp(elt=one) | ast.SetComp(elt=one):
                part = self._shape(one)
                return None if part is None else Shape(element=part)
            case ast.Dict(keys=[None, *others], values=[whole, *_]) if (of := self._shape(whole)) is not None:
                # The same with more in it.
                of.made |= {key for one in others if one is not None and (key := written(one))} - of.keys.keys()
                return of
            case ast.Await(value=ast.Call(func=ast.Attribute(attr="read"))):
                # No file of Python's own.
                return None
            case ast.NamedExpr(value=value) | ast.IfExp(body=value) | ast.Await(value=value):
                return self._shape(value)
            case ast.Call(func=function, args=[first, *_], keywords=options) if (how := _read_as(function)) is not None:
                return self._read(how, last_name(function), first, options)
            case ast.Call(func=ast.Attribute(value=value, attr=method), args=arguments):
                return self._of_method(value, method, arguments)
            case ast.Call(func=ast.Name(id=function), args=[first, *others]):
                of = self._shape(first) if function in _SAME | _ONE else None
                if others and function in {"max", "min"}:
                    # One of several, none of which is gone through.
                    return of
                return of.one() if of is not None and function in _ONE else of
        return None

    def _read(self, how: str, function: str, text: ast.expr, options: Sequence[ast.keyword]) -> Shape | None:
        """What a call reads from a text, from its lines or from an open file."""
        of = self._shape(text)
        delimiter = self._delimiter(options)
        if of is None or delimiter is None:
            return None
        if how == _FILE:
            return of.by_line()
        if how == "xml":
            found = of.read_as(how)
            found.is_element = True
            return found
        if how != "csv":
            return (of.as_file() if function == _OF_FILES else of).read_as(how)
        rows = of.read_as(LINES) if of.whole is None else of.whole.read_as("csv")
        rows.one().is_row = function == "reader"
        rows.delimiter = delimiter
        return rows

    def _delimiter(self, options: Sequence[ast.keyword]) -> str | None:
        """What stands between values, of a call that reads rows; None where it is told other things."""
        match [one for one in options if one.arg not in _OF_ROWS]:
            case []:
                return ","
            case [ast.keyword("delimiter", ast.Constant(str(delimiter)))]:
                pass
            case [ast.keyword("delimiter", ast.Name(id=name))]:
                delimiter = self._defaults.get(name, "")
            case _:
                return None
        return None if len(delimiter) != 1 or delimiter in _NO_DELIMITERS else delimiter

    def _of_method(self, value: ast.expr, method: str, arguments: Sequence[ast.expr]) -> Shape | None:  # noqa: PLR0911
        of = self._shape(value)
        if of is not None and of.is_element:
            return xml.asked_of(of, method, arguments)
        if of is None:
            if isinstance(value, ast.Attribute) and value.attr == xml.ATTRIBUTES and method == "get":
                return self._of_method(value.value, method, arguments)
            held = self._held(value) if method in _OF_TABLES else None
            return Shape(element=held) if held is not None and method == "values" else held
        asked = of.as_file() if method == "read" and not arguments else _asked_for(of, method, arguments)
        if asked is not None:
            return asked
        if method == "copy" or method in _SAME_TEXT:
            # Of a file of bytes nothing is told.
            return None if method == "decode" and isinstance(value, ast.Call) else of
        if method == "splitlines" or (method == "split" and arguments and written(arguments[0]) == "\n"):
            return of.by_line()
        if method in {"items", "values"} and not of.keys:
            of.is_mapping = True
            # Gone through, it gives its values: by themselves, or as the second of a pair.
            return of if method == "values" else of.one()
        return None


def _hold_all(shape: Shape | None, taken: Iterable[Taken]) -> None:
    """Notes that a dictionary holds the parts of something."""
    if shape is None:
        return
    for one in taken:
        part = shape.key(one.name)
        if one.is_several:
            part.has_any_length = True
            part = part.one()
        if one.among:
            part.only = part.only or one.among
        elif one.type is not None:
            part.is_of(one.type)
        _hold_all(part, one.inner)


def _kind_of(function: str) -> TypeExpression | None:
    """What a function of that name is called with."""
    return next((kind for names, kind in _CALLED_WITH if function in names), None)


def _asked_for(of: Shape, method: str, arguments: Sequence[ast.expr]) -> Shape | None:
    """What a method is told a key for, or an option, of a section where it is asked of all of them."""
    match arguments:
        case [section, ast.Constant(value=str(key)), *_] if of.is_sections and method in {"get", *_OPTIONS}:
            found = _section(of, section).key(key)
        case [ast.Constant(value=str(key)), *_] if method in _ASKING or method in _OPTIONS:
            found = of.key(key)
        case _:
            return None
    if method in _OPTIONS:
        found.is_of(_OPTIONS[method])
    return found


def _section(of: Shape, name: ast.expr) -> Shape:
    """One of the sections of an INI file; any where it is not written down which."""
    key = written(name)
    return of.one() if key is None else of.key(key)


def _read_as(function: ast.expr) -> str | None:
    """How what is called takes a text to say something, or `_FILE` where it makes a file of one; None for others."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name == _FILE:
            return _FILE
        case ast.Name(id=name):
            return _BY_NAME.get(name)
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return _READING.get((name, module))
    return None


def _texts_by_default(node: FunctionNode) -> dict[str, str]:
    """Parameters that are a text where nothing else is given."""
    defaults = ((one.arg, default) for one, default in parameters(node, drop_first=False) if default is not None)
    return {name: text for name, default in defaults if (text := written(default)) is not None}


def _texts_of(node: ast.expr) -> tuple[str, ...]:
    """The words of a list of them that is written down."""
    texts = tuple(constants(node)) if isinstance(node, ast.Tuple | ast.List | ast.Set) else ()
    words = tuple(text for text in texts if isinstance(text, str) and text.replace("-", "_").isidentifier())
    return words if len(words) == len(texts) and any(len(word) > 1 for word in words) else ()


def _column(place: ast.expr) -> str | None:
    """The place of one of a row's values, as its key."""
    is_place = isinstance(place, ast.Constant) and type(place.value) is int and place.value < _MOST_COLUMNS
    return str(place.value) if is_place and isinstance(place, ast.Constant) else None


def _named(node: ast.expr) -> str:
    """What a part is called where it is asked for."""
    return (written(node.slice) or "") if isinstance(node, ast.Subscript) else last_name(node)


def _is_kind(shape: Shape, node: ast.expr) -> bool:
    """Whether nothing says that a value by a key, or what it is compared with, is more than one of some kinds."""
    by_key = isinstance(node, ast.Name) or (isinstance(node, ast.Subscript) and written(node.slice) is not None)
    is_plain = shape.type in (None, LABEL) and shape.element is None and not shape.keys and not shape.fields
    named = by_name(_named(node))
    return by_key and is_plain and named in (None, STR) and last_word(_named(node)) not in TIMED


def _is_of_several(target: ast.expr) -> TypeGuard[ast.Tuple]:
    return isinstance(target, ast.Tuple) and bool(target.elts)


def _is_text(node: ast.expr) -> bool:
    """Whether an expression is a text, whatever its parts are."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()) | ast.Call(func=ast.Name(id="str" | "repr")):
            return True
        case ast.Call(func=ast.Attribute(attr="join" | "format")):
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_text(left) or _is_text(right)
    return False


def _is_of_numbers(node: ast.BinOp) -> bool:
    """Whether what is reckoned with is no text."""
    match node:
        case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Pow()):
            return True
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return isinstance(left, ast.Constant) or isinstance(right, ast.Constant)
    return False


def _is_place(node: ast.expr) -> bool:
    """Whether it is one certain element of something, which may be unlike others."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)


def _negative(node: ast.expr) -> ast.expr | None:
    """What stands behind a minus."""
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None
