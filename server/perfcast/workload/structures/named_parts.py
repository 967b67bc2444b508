"""What the names of a function's body stand for: its parameters, and parts of these."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.csv_writers import field_names
from perfcast.workload.code.separators import written
from perfcast.workload.language.workload import LINES, TypeExpression
from perfcast.workload.naming.names import INT
from perfcast.workload.structures import xml
from perfcast.workload.structures.constants import Keys, Told
from perfcast.workload.structures.kinds_by_use import column_of, is_of_several, texts_of
from perfcast.workload.structures.shapes import LABEL, Shape
from perfcast.workload.structures.texts_read import MADE_FILE, OF_FILES, asked_by_method, read_as

_NOTHING: Final = Told()
#: Calls that give the container that they are given, or one of its elements.
_SAME: Final = frozenset({"sorted", "list", "tuple", "reversed", "set", "frozenset", "iter", "deque", "dict", "copy"})
_ONE: Final = frozenset({"next", "max", "min", "choice"})
#: What a call that reads rows may be told without their looking any different.
_OF_ROWS: Final = frozenset({"skipinitialspace", "strict", "restkey", "restval"})
_NO_DELIMITERS: Final = '\r\n"'
#: Methods that give much the same text.
_SAME_TEXT: Final = frozenset(
    {"strip", "rstrip", "lstrip", "decode", "replace", "removeprefix", "removesuffix", "lower", "upper", "casefold"}
)
#: Methods that give what a table holds.
_OF_TABLES: Final = frozenset({"get", "pop", "items", "values"})


class NamedParts:
    """What the names of a body stand for, as far as these are parts of its parameters.

    Attributes:
        names: what they stand for.
        told: what others tell.
    """

    def __init__(self, names: dict[str, Shape], told: Mapping[str, Told], defaults: Mapping[str, str]) -> None:
        """
        Args:
            defaults: the texts that parameters are by default.
        """
        self.names, self.told, self._defaults = names, told, defaults
        # The body's own that write rows: the keys of these.
        self._writers: dict[str, tuple[str, ...]] = {}
        # Tables of the body's own: what they hold.
        self._tables: dict[str, Shape] = {}
        # The body's own, and elements of these, that are any of some texts.
        self._keys: dict[str, tuple[str, ...]] = {}
        # The body's own that have keys and values of dictionaries.
        self._pairs: set[str] = set()

    def columns_of(self, writer: str) -> tuple[str, ...]:
        """The keys of the rows that a name writes; none of one that writes none."""
        return self._writers.get(writer, ())

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The texts that a name of the body's own is any of."""
        return self._keys.get(name, ())

    def is_of_pairs(self, node: ast.expr) -> bool:
        """Whether something is made of keys and values of a dictionary: ``sorted(table.items())``."""
        match node:
            case ast.Name(id=name):
                return name in self._pairs
            case ast.Call(func=ast.Attribute(attr="items")):
                return True
            case ast.Call(func=ast.Name(id="sorted" | "list" | "tuple" | "reversed" | "iter"), args=[inner, *_]):
                return self.is_of_pairs(inner)
        return False

    def keep(self, target: ast.expr, value: ast.expr, found: Shape | None) -> None:
        """Notes what is put into a table of the body's own: ``by_id = {row["id"]: row for row in rows}``,
        ``by_id[row["id"]] = row``."""
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and self.is_of_pairs(value):
            self._pairs.add(target.id)
        match target:
            case ast.Name(id=table):
                self._tables.pop(table, None)
                self._keys[table] = texts_of(value)
                names = field_names(value)
                self._writers[table] = () if names is None else texts_of(names) or self.texts_named(names)
                if isinstance(value, ast.DictComp):
                    self.hold(table, self.shape(value.value))
            case ast.Subscript(ast.Name(id=table)):
                self.hold(table, found)

    def hold(self, table: str, held: Shape | None) -> None:
        # Numbers and texts are what is done to them elsewhere.
        if held is not None and held.type is None and table not in self.names:
            self._tables[table] = held

    def _held(self, table: ast.expr) -> Shape | None:
        """What a table of the body's own holds."""
        return self._tables.get(table.id) if isinstance(table, ast.Name) and table.id not in self.names else None

    def told_of(self, node: ast.expr) -> Told:
        return self.told.get(node.id, _NOTHING) if isinstance(node, ast.Name) else _NOTHING

    def texts_named(self, node: ast.expr) -> tuple[str, ...]:
        """What a name stands for of several texts."""
        if not isinstance(node, ast.Name):
            return ()
        members = self.told_of(node).members
        return self._keys.get(node.id) or tuple(one for one in members if isinstance(one, str))

    def _any_of(self, shape: Shape, keys: tuple[str, ...]) -> Shape:
        """What stands under some keys, which is of one kind."""
        part = shape.key(keys[0])
        for key in keys[1:]:
            if key not in shape.made:
                shape.keys.setdefault(key, part)
        return part

    def bind(self, target: ast.expr, found: Shape | None) -> None:
        if isinstance(target, ast.Tuple) and found is not None:
            is_open = any(isinstance(part, ast.Starred) for part in target.elts)
            found.has_any_length |= is_open
            found.is_unpacked |= not is_open
            found.parts = max(found.parts, len(target.elts))
            for place, part in enumerate(target.elts if found.is_row and not is_open else ()):
                self.bind(part, found.key(str(place)))
        if not isinstance(target, ast.Name):
            return
        if found is not None:
            self.names[target.id] = found
        else:
            self.names.pop(target.id, None)

    def go_through(self, target: ast.expr, over: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._keys[target.id] = texts_of(over) or self.texts_named(over)
        match over:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if is_of_several(target):
                self.go_through(target.elts[-1], inner)
            case ast.Call(func=ast.Name(id="zip"), args=several) if isinstance(target, ast.Tuple):
                for part, inner in zip(target.elts, several, strict=False):
                    self.go_through(part, inner)
            case _:
                shape = self.shape(over)
                if shape is not None and shape.is_element:
                    shape = xml.children_of(shape)
                is_pair = (
                    isinstance(over, ast.Call) and last_name(over.func) == "items" and isinstance(target, ast.Tuple)
                )
                if is_pair and is_of_several(target):
                    self.bind(target.elts[-1], None if shape is None else shape)
                elif isinstance(target, ast.Name):
                    self.bind(target, None if shape is None else shape.one())
                elif isinstance(target, ast.Tuple) and shape is not None:
                    self.bind(target, shape.one())
                if shape is not None and not is_pair:
                    shape.has_any_length = True

    def note(self, node: ast.expr, type_: TypeExpression) -> None:
        shape = self.shape(node)
        if shape is not None and not shape.keys and shape.element is None:
            shape.is_of(type_)

    def take_from(self, node: ast.expr, values: Keys) -> None:
        """Notes that it is one of these."""
        shape = self.shape(node) if values else None
        if shape is not None:
            shape.only = shape.only or values
            shape.is_of(LABEL if isinstance(values[0], str) else INT)

    def look_among(self, node: ast.expr, values: Keys) -> None:
        """Notes that it may be one of these."""
        shape = self.shape(node) if values else None
        if shape is not None:
            shape.members = shape.members or values
            shape.among += values

    def shape(self, node: ast.expr) -> Shape | None:  # noqa: PLR0911, PLR0912
        """What an expression stands for; None for what is no part of a parameter."""
        match node:
            case ast.Name(id=name):
                return self.names.get(name)
            case ast.Subscript(value=ast.Attribute(value=value, attr=xml.ATTRIBUTES), slice=place) if (
                of := self.shape(value)
            ) is not None and of.is_element:
                key = written(place)
                return None if key is None else xml.attribute_of(of, key)
            case ast.Subscript(value=value, slice=place):
                of = self.shape(value)
                if of is not None and of.is_element:
                    of = xml.children_of(of)
                if of is None or isinstance(place, ast.Slice):
                    return self._held(value) if of is None else of
                if isinstance(place, ast.Name) and self._keys.get(place.id) and not of.is_row:
                    return self._any_of(of, self._keys[place.id])
                key = column_of(place) if of.is_row else written(place)
                return of.one() if key is None else of.key(key)
            case ast.Attribute(value=value, attr=name):
                of = self.shape(value)
                if of is not None and of.is_element:
                    return of if name in xml.OWN_TEXT else None
                return None if of is None or not of.fields.get(name) else of.fields[name]
            case ast.BoolOp(values=[first, *_]):
                return self.shape(first)
            case ast.ListComp(elt=one) | ast.GeneratorExp(elt=one) | ast.SetComp(elt=one):
                part = self.shape(one)
                return None if part is None else Shape(element=part)
            case ast.Dict(keys=[None, *others], values=[whole, *_]) if (of := self.shape(whole)) is not None:
                # The same with more in it.
                of.made |= {key for one in others if one is not None and (key := written(one))} - of.keys.keys()
                return of
            case ast.Await(value=ast.Call(func=ast.Attribute(attr="read"))):
                # No file of Python's own.
                return None
            case ast.NamedExpr(value=value) | ast.IfExp(body=value) | ast.Await(value=value):
                return self.shape(value)
            case ast.Call(func=function, args=[first, *_], keywords=options) if (how := read_as(function)) is not None:
                return self._read(how, last_name(function), first, options)
            case ast.Call(func=ast.Attribute(value=value, attr=method), args=arguments):
                return self._of_method(value, method, arguments)
            case ast.Call(func=ast.Name(id=function), args=[first, *others]):
                of = self.shape(first) if function in _SAME | _ONE else None
                if others and function in {"max", "min"}:
                    # One of several, none of which is gone through.
                    return of
                return of.one() if of is not None and function in _ONE else of
        return None

    def _read(self, how: str, function: str, text: ast.expr, options: Sequence[ast.keyword]) -> Shape | None:
        """What a call reads from a text, from its lines or from an open file."""
        of = self.shape(text)
        delimiter = self._delimiter(options)
        if of is None or delimiter is None:
            return None
        if how == MADE_FILE:
            return of.by_line()
        if how == "xml":
            found = of.read_as(how)
            found.is_element = True
            return found
        if how != "csv":
            return (of.as_file() if function == OF_FILES else of).read_as(how)
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
        of = self.shape(value)
        if of is not None and of.is_element:
            return xml.asked_of(of, method, arguments)
        if of is None:
            if isinstance(value, ast.Attribute) and value.attr == xml.ATTRIBUTES and method == "get":
                return self._of_method(value.value, method, arguments)
            held = self._held(value) if method in _OF_TABLES else None
            return Shape(element=held) if held is not None and method == "values" else held
        asked = of.as_file() if method == "read" and not arguments else asked_by_method(of, method, arguments)
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
