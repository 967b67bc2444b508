"""Parts of what a function is called with: elements, keys, attributes, and the types that their uses tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from perfcast.workload.columns import TEXTUAL, TIMED, last_word
from perfcast.workload.language import OBJECT, RECORD, TypeExpression
from perfcast.workload.names import BOOL, FLOAT, INT, STR, by_name

DIGITS: Final = TypeExpression("digits")
LABEL: Final = TypeExpression("label")
TIMESTAMP: Final = TypeExpression("timestamp")
DATETIME: Final = TypeExpression("datetime")
#: Words of keys whose values are counted.
_COUNTED: Final = frozenset({"id", "count", "quantity", "qty", "age", "year", "index", "level", "size", "rank", "n"})
#: Texts that are compared with and stand in a type.
_MOST_AMONG: Final = 4


@dataclass
class Shape:
    """A parameter or a part of one.

    Attributes:
        keys: of a dictionary, those that are asked for, in their order; made: those that the body puts there itself.
        fields: attributes of an object, likewise; is_called: whether it is asked to do something.
        element: of what is gone through or asked for by place; is_mapping: it has values instead.
        type: of what is neither, as its uses tell; None where they do not.
        among: what it is compared with; is_tested: whether it is asked for its truth.
        like: another part, and its name, that it is compared with; format: by which it is read as a moment.
        parts: into how many it is taken apart, or of how many it is asked by place; 0 where it is not.
        has_any_length: it is gone through, or measured, or asked for a place that is not written down.
    """

    keys: dict[str, Shape] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)
    fields: dict[str, Shape] = field(default_factory=dict)
    is_called: bool = False
    element: Shape | None = None
    is_mapping: bool = False
    type: TypeExpression | None = None
    among: list[str | int] = field(default_factory=list)
    is_tested: bool = False
    like: tuple[Shape, str] | None = None
    format: str | None = None
    parts: int = 0
    has_any_length: bool = False

    def one(self) -> Shape:
        """Any of its elements."""
        self.element = self.element or Shape()
        return self.element

    def key(self, name: str) -> Shape:
        """What stands under a key."""
        return Shape() if name in self.made else self.keys.setdefault(name, Shape())

    def attribute(self, name: str) -> Shape:
        """What stands behind a dot."""
        return Shape() if name in self.made else self.fields.setdefault(name, Shape())

    def is_of(self, type_: TypeExpression) -> None:
        """Notes what a use says; the first one counts, but that any text tells less than one of a kind."""
        if self.type is None or (self.type == STR and type_ in (LABEL, DIGITS, TIMESTAMP)):
            self.type = type_

    @property
    def has_record(self) -> bool:
        """Whether it is asked for keys or attributes, or a part of it is."""
        return bool(self.keys) or self.is_object or (self.element is not None and self.element.has_record)

    @property
    def is_object(self) -> bool:
        """Whether all that is known of it are attributes."""
        return bool(self.fields) and not (self.keys or self.element or self.is_called or self.type)

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
    def leaf(self) -> Shape:
        """Its innermost elements."""
        return self if self.element is None else self.element.leaf


def type_of(shape: Shape, name: str, values: TypeExpression | None = None) -> TypeExpression:
    """The type of a shape.

    Args:
        name: of the parameter or key.
        values: what an annotation says that dictionaries hold.
    """
    if shape.keys:
        types = tuple(type_of(part, key, values) for key, part in shape.keys.items())
        return TypeExpression(RECORD, types, keys=tuple(shape.keys))
    if shape.is_object:
        types = tuple(type_of(part, key) for key, part in shape.fields.items())
        return TypeExpression(OBJECT, types, keys=tuple(shape.fields))
    if shape.element is not None:
        element = type_of(shape.element, name.removesuffix("s"), values)
        return TypeExpression("dict", (STR, element)) if shape.is_mapping else TypeExpression("list", (element,))
    told = shape.type or (BOOL if shape.is_tested else _like(shape) or _by_key(name))
    if values in (INT, FLOAT) and values is not None:
        return values
    if told == FLOAT and last_word(name) in _COUNTED:
        told = INT
    if values == STR and told in (INT, FLOAT):
        told = DIGITS
    texts = dict.fromkeys(text for text in shape.among if isinstance(text, str))
    if told in (LABEL, STR) and texts:
        among = (TypeExpression(repr(text)) for text in list(texts)[:_MOST_AMONG])
        return TypeExpression("|", (*among, LABEL))
    return told


def _like(shape: Shape) -> TypeExpression | None:
    """The type of what a part is compared with."""
    return None if shape.like is None else shape.like[0].type or _by_key(shape.like[1])


def type_alike(shape: Shape) -> TypeExpression | None:
    """The type of a parameter that nothing tells but the part of another one that it is compared with."""
    is_leaf = not (shape.keys or shape.fields or shape.element or shape.is_called or shape.type)
    return _like(shape) if is_leaf else None


def _by_key(name: str) -> TypeExpression:
    word = last_word(name)
    if word in TEXTUAL:
        return LABEL
    if word in TIMED:
        return TIMESTAMP
    if word in _COUNTED:
        return INT
    named = by_name(name)
    return named if named in (INT, FLOAT, STR, BOOL) and named is not None else STR
