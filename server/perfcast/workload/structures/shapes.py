"""Parts of what a function is called with: elements, keys, attributes, and the types that their uses tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.language.workload import LINES, OBJECT, RECORD, TEXT_FILE, TypeExpression
from perfcast.workload.naming.names import (
    A_TENSOR,
    ARRAY,
    BOOL,
    BYTES,
    DICT,
    FLOAT,
    INT,
    INTS,
    OPEN_TEXT,
    SET,
    STR,
    STRS,
    bears,
    by_name,
    last_word,
)
from perfcast.workload.naming.usual_formats import examples
from perfcast.workload.tables.columns import TEXTUAL, TIMED
from perfcast.workload.uses.array_uses import OF_TENSORS_ALONE, is_of_arrays, may_be_of_arrays

DIGITS: Final = TypeExpression("digits")
LABEL: Final = TypeExpression("label")
TIMESTAMP: Final = TypeExpression("timestamp")
DATETIME: Final = TypeExpression("datetime")
NOTHING: Final = TypeExpression("None")
#: Words of keys whose values are counted.
_COUNTED: Final = frozenset(
    {"id", "count", "quantity", "qty", "age", "year", "month", "day", "hour", "minute", "index", "level", "size"}
    | {"rank", "n", "workers", "threads", "processes", "retries", "attempts", "port"}
)
#: Columns of rows that nobody asks for more.
_FEWEST_COLUMNS: Final = 2
#: Of those that are no texts, what names suggest.
_PLAIN: Final = frozenset({INT, FLOAT, BOOL})
#: Methods that look for parts of a text.
_LOOKING: Final = frozenset({"split", "rsplit", "partition", "rpartition", "startswith", "endswith", "index", "find"})
#: Ends of words for one.
_OF_ONE: Final = ("ss", "us", "is", "as")
#: What tables have as arrays do.
_OF_TABLES_TOO: Final = frozenset({"copy"})
#: Of an array of which nothing more is known.
_MATRIX: Final = (32, 32)
#: Texts that are compared with and stand in a type.
_MOST_AMONG: Final = 4


@dataclass
class Shape:
    """A parameter or a part of one.

    Attributes:
        keys: of a dictionary, those that are asked for, in their order; made: those that the body puts there itself;
            refused: those for which it is turned down, and whether it may lack them.
        fields: attributes of an object, likewise; is_called: whether it is asked to do something.
        element: of what is gone through or asked for by place; is_mapping: it has values instead.
        type: of what is neither, as its uses tell; None where they do not.
        among: what it is compared with; reached: of a number, the least and the most for which a comparison holds, of
            each that is not there to turn others down; is_tested: whether it is asked for its truth.
        like: another part, and its name, that it is compared with; format: by which it is read as a moment.
        parts: into how many it is taken apart, or of how many it is asked by place; 0 where it is not.
        has_any_length: it is gone through, or measured, or asked for a place that is not written down.
        said: of a text, one of `perfcast.workload.language.workload.WRITTEN`, and what is read from it; of lines, that
            they are.
        lines: of a text, its lines; whole: of lines, the text that they are of.
        content: of an open file, its text.
        delimiter: what stands between the values of the rows that a text says.
        only: all that it may be, of texts or whole numbers; members: of these it is looked for among.
        is_number: it is reckoned with as texts are not.
        is_unpacked: it is taken apart into names.
        is_row: its keys are the places of a row's values.
        is_sections: it is all that an INI file says.
        is_element: it is an element of XML, what stands in it by its keys.
        is_asked_within: it is asked whether it holds something; is_searched: by a regular expression.
        methods: that it is asked for.
        parts_of_moment: attributes that moments have, and others may: ``payment.year`` beside ``payment.amount``.
    """

    keys: dict[str, Shape] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)
    refused: dict[str, bool] = field(default_factory=dict)
    fields: dict[str, Shape] = field(default_factory=dict)
    is_called: bool = False
    element: Shape | None = None
    is_mapping: bool = False
    type: TypeExpression | None = None
    among: list[str | int] = field(default_factory=list)
    reached: list[tuple[float, float]] = field(default_factory=list)
    is_tested: bool = False
    like: tuple[Shape, str] | None = None
    format: str | None = None
    parts: int = 0
    has_any_length: bool = False
    said: tuple[str, Shape] | None = None
    lines: Shape | None = None
    whole: Shape | None = None
    content: Shape | None = None
    delimiter: str = ","
    is_unpacked: bool = False
    is_row: bool = False
    is_number: bool = False
    is_sections: bool = False
    is_element: bool = False
    is_asked_within: bool = False
    is_searched: bool = False
    only: tuple[str | int, ...] = ()
    members: tuple[str | int, ...] = ()
    methods: set[str] = field(default_factory=set)
    parts_of_moment: set[str] = field(default_factory=set)

    def one(self) -> Shape:
        """Any of its elements."""
        self.element = self.element or Shape()
        return self.element

    def key(self, name: str) -> Shape:
        """What stands under a key."""
        return Shape() if name in self.made else self.keys.setdefault(name, Shape())

    def attribute(self, name: str) -> Shape:
        """What stands behind a dot."""
        if self.type == DATETIME and self.parts_of_moment and not hasattr(datetime, name):
            self.type = None
            self.fields |= {part: Shape() for part in sorted(self.parts_of_moment)}
        return Shape() if name in self.made else self.fields.setdefault(name, Shape())

    def read_as(self, how: str) -> Shape:
        """What a text says."""
        self.said = self.said or (how, Shape())
        return self.said[1]

    def by_line(self) -> Shape:
        """The lines of a text."""
        self.lines = self.lines or Shape(whole=self)
        return self.lines

    @property
    def closed(self) -> tuple[str | int, ...]:
        """All that it may be; nothing where that is asked first."""
        return () if self.members else self.only

    def as_file(self) -> Shape:
        """The text of an open file."""
        self.content = self.content or Shape()
        return self.content

    @property
    def written(self) -> tuple[str, Shape] | None:
        """As `said`; of a text each line of which is JSON, what one of them says, and of a file its text."""
        line = None if self.lines is None or self.lines.element is None else self.lines.element.said
        if self.said is not None:
            return self.said
        if line is not None:
            return "jsonl", line[1]
        if self.content is None or self.content.written is None or not bears(OPEN_TEXT, self.fields):
            return None
        return TEXT_FILE, self.content

    def is_of(self, type_: TypeExpression) -> None:
        """Notes what a use says; the first one counts, but that any text tells less than one of a kind."""
        if self.type is None or (self.type == STR and type_ in (LABEL, DIGITS, TIMESTAMP)):
            self.type = type_

    @property
    def has_record(self) -> bool:
        """Whether it is asked for keys or attributes, or a part of it is, or what it says is read from it."""
        return (
            bool(self.keys)
            or self.is_object
            or self.written is not None
            or (self.element is not None and self.element.has_record)
        )

    def has_key(self, name: str) -> bool:
        """Whether it, or an element of it, is asked for that key."""
        return name in self.keys or (self.element is not None and self.element.has_key(name))

    @property
    def is_object(self) -> bool:
        """Whether all that is known of it are attributes."""
        return bool(self.fields) and not (self.keys or self.element or self.is_called or self.type)

    @property
    def may_be_moment(self) -> bool:
        """Whether it is asked for no attribute that moments lack."""
        return all(hasattr(datetime, name) for name in self.fields)

    @property
    def length(self) -> int | None:
        """Of what is no more than a few values by place: a pair, an edge; None of others."""
        return self.parts if self.parts > 1 and not self.has_any_length else None

    @property
    def format_within(self) -> str | None:
        """By which it, or the first part of it that is one, is read as a moment; None where none is."""
        parts = [*self.keys.values(), *self.fields.values(), *([] if self.element is None else [self.element])]
        return self.format or next((found for part in parts if (found := part.format_within)), None)

    @property
    def is_looked_into(self) -> bool:
        """Whether it is a text for whose parts is looked."""
        is_text = self.element is None and self.type in (None, STR, LABEL)
        return is_text and (self.is_searched or self.is_asked_within or not _LOOKING.isdisjoint(self.methods))

    @property
    def leaf(self) -> Shape:
        """Its innermost elements."""
        return self if self.element is None else self.element.leaf


def type_of(shape: Shape, name: str, values: TypeExpression | None = None) -> TypeExpression:
    """The type of a shape.

    Args:
        name: of the parameter or key.
        values: what an annotation says that dictionaries hold.
    """
    if shape.written is not None:
        return _of_text(*shape.written, name)
    if shape.keys:
        types = tuple(_held(part, key, values) for key, part in shape.keys.items())
        return TypeExpression(RECORD, types, keys=tuple(shape.keys))
    if shape.is_object:
        types = tuple(type_of(part, key) for key, part in shape.fields.items())
        return TypeExpression(OBJECT, types, keys=tuple(shape.fields))
    if shape.element is not None:
        element = type_of(shape.element, name.removesuffix("s"), values)
        return TypeExpression("dict", (STR, element)) if shape.is_mapping else TypeExpression("list", (element,))
    return _of_leaf(shape, name, values)


def _held(shape: Shape, name: str, values: TypeExpression | None) -> TypeExpression:
    """The type of what a dictionary has by a key: of a tensor, or a container of plain values, its uses tell nothing
    else."""
    if values is None or not (is_tensor(values) or _is_of_plain(values)):
        return type_of(shape, name, values)
    return type_of(shape, name, values) if shape.has_record or shape.type is not None else values


def _is_of_plain(said: TypeExpression) -> bool:
    return said.name in {"list", "set"} and len(said.arguments) == 1 and said.arguments[0] in (*_PLAIN, STR)


def _of_leaf(shape: Shape, name: str, values: TypeExpression | None) -> TypeExpression:
    looked_into = texts_among(examples(name)) if shape.is_looked_into else None
    found = looked_into or _array(shape) or (_of_several(shape, name) if shape.type is None else None)
    if found is not None:
        return found
    told = shape.type or (BOOL if shape.is_tested else _like_told(shape) or _named(name) or _like(shape) or STR)
    if shape.type is None and not shape.is_element and not bears(told if told in _PLAIN else STR, shape.methods):
        held = [values] if values is not None and values.is_sized else []
        return next((kind for kind in (*held, INTS, DICT, SET) if bears(kind, shape.methods)), told)
    if values in (INT, FLOAT) and values is not None:
        return values
    if told == FLOAT and last_word(name) in _COUNTED:
        told = INT
    if values == STR and told in (INT, FLOAT):
        told = DIGITS
    if told in (LABEL, STR) and (only := texts_among(shape.closed)):
        return only
    texts = dict.fromkeys(text for text in shape.among if isinstance(text, str))
    if told in (LABEL, STR) and texts:
        among = (TypeExpression(repr(text)) for text in list(texts)[:_MOST_AMONG])
        return TypeExpression("|", (*among, LABEL))
    return told


def _array(shape: Shape) -> TypeExpression | None:
    """The matrix, or tensor, of which things are asked that nothing else has; None where there are none."""
    methods = shape.methods - _OF_TABLES_TOO
    if not any(map(is_of_arrays, methods)) or any(bears(kind, methods) for kind in (STR, INTS, DICT, SET, BYTES)):
        return None
    found = ARRAY if OF_TENSORS_ALONE.isdisjoint(methods) else A_TENSOR
    return replace(found, shape=_MATRIX) if all(map(may_be_of_arrays, methods)) else None


def _of_several(shape: Shape, name: str) -> TypeExpression | None:
    """Several texts, where a name says so and nothing else is told; None elsewhere."""
    if shape.like is None and not (shape.methods or shape.among) and _names_texts(name):
        return STRS
    is_held = shape.is_asked_within or shape.has_any_length
    if not is_held or shape.methods or not _is_plural(name):
        return None
    # What it is asked for is likely to be there.
    return TypeExpression("list", (LABEL,)) if shape.is_asked_within else STRS


def texts_among(values: Iterable[str | int]) -> TypeExpression | None:
    """Of some texts one, of the first of them; None where there are none."""
    among = [TypeExpression(repr(text)) for text in dict.fromkeys(values) if isinstance(text, str)][:_MOST_AMONG]
    return None if not among else among[0] if len(among) == 1 else TypeExpression("|", tuple(among))


def _of_text(how: str, said: Shape, name: str) -> TypeExpression:
    """The type of a text that says something, or of the lines of one."""
    if how == "ini":
        return TypeExpression(how, (_of_sections(said),))
    if how == LINES:
        return TypeExpression(LINES, (_of_text("csv", said, name),))
    if how == TEXT_FILE and said.written is not None:
        return TypeExpression(TEXT_FILE, (_of_text(*said.written, name),))
    if how != "csv":
        is_known = bool(said.has_record or said.element or said.type or said.is_mapping)
        return TypeExpression(how, (type_of(said, name) if is_known else DICT,))
    row = said.one()
    delimiter = () if said.delimiter == "," else (TypeExpression(repr(said.delimiter)),)
    if row.keys and not row.is_row:
        return TypeExpression("csv", (type_of(row, name), *delimiter))
    last = max(_FEWEST_COLUMNS, row.parts, *(int(place) + 1 for place in row.keys))
    columns = (row.keys.get(str(place), Shape()) for place in range(last))
    return TypeExpression("csv", (TypeExpression("tuple", tuple(type_of(one, "name") for one in columns)), *delimiter))


def _of_sections(said: Shape) -> TypeExpression:
    """The type of what an INI file says: sections of certain names, or any, each with options that are texts."""
    if said.keys:
        types = tuple(map(_of_section, said.keys.values()))
        return TypeExpression(RECORD, types, keys=tuple(said.keys))
    return TypeExpression("dict", (STR, _of_section(said.element or Shape())))


def _of_section(section: Shape) -> TypeExpression:
    for option in section.keys.values():
        if option.type in (INT, FLOAT):
            # Texts are put together, too.
            option.type = None
    return type_of(section, "section") if section.keys else TypeExpression("dict", (STR, STR))


def _like(shape: Shape) -> TypeExpression | None:
    """The type of what a part is compared with."""
    return None if shape.like is None else shape.like[0].type or _by_key(shape.like[1])


def _like_told(shape: Shape) -> TypeExpression | None:
    """The same, where its uses tell it."""
    return None if shape.like is None else shape.like[0].type


def type_alike(shape: Shape) -> TypeExpression | None:
    """The type of a parameter that nothing tells but the part of another one that it is compared with."""
    if shape.type == LABEL and shape.like is not None:
        return LABEL
    is_leaf = not (shape.keys or shape.fields or shape.element or shape.is_called or shape.type)
    return _like(shape) if is_leaf else None


def _names_texts(name: str) -> bool:
    """Whether a name says several texts: ``words`` that are only handed on, or asked whether there are any."""
    return name.endswith("s") and by_name(name) == STRS


def _is_plural(name: str) -> bool:
    """Whether a name says several of something that is no number: ``permissions``, no ``status``."""
    word = last_word(name)
    return word.endswith("s") and not word.endswith(_OF_ONE) and by_name(name) in (None, STRS)


def _by_key(name: str) -> TypeExpression:
    return _named(name) or STR


def _named(name: str) -> TypeExpression | None:
    """What a name says of a value that is no container."""
    word = last_word(name)
    if word in TEXTUAL:
        return LABEL
    if word in TIMED:
        return TIMESTAMP
    if word in _COUNTED:
        return INT
    named = by_name(name)
    return named if named in (INT, FLOAT, STR, BOOL) else None
