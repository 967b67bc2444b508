"""What a function's body takes its parameters to be made of: elements, keys, and what these hold.

Nothing is run: names are followed from a parameter through loops, subscripts and assignments, in the order of the text,
and what is done to each part is noted. ``for row in rows: total += row["price"]`` says that `rows` has elements with a
key ``price`` that is a number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.special import last_name
from perfcast.workload.columns import TEXTUAL, TIMED, last_word
from perfcast.workload.language import OBJECT, RECORD, TypeExpression
from perfcast.workload.names import BOOL, BY_ATTRIBUTE, FLOAT, INT, STR, by_name
from perfcast.workload.uses import body_of

DIGITS: Final = TypeExpression("digits")
LABEL: Final = TypeExpression("label")
TIMESTAMP: Final = TypeExpression("timestamp")
_DATETIME: Final = TypeExpression("datetime")

#: Calls that give the container that they are given, or one of its elements.
_SAME: Final = frozenset({"sorted", "list", "tuple", "reversed", "set", "frozenset", "iter", "deque", "dict", "copy"})
_ONE: Final = frozenset({"next", "max", "min", "choice"})
#: Calls of numbers, of texts that say one, and of texts that say when.
_OF_NUMBERS: Final = frozenset({"sum", "abs", "round", "range", "pow", "sqrt", "floor", "ceil", "fsum", "mean"})
_OF_DIGITS: Final = frozenset({"int", "float", "Decimal"})
_OF_MOMENTS: Final = frozenset({"fromisoformat", "strptime", "parse", "isoparse"})
_CALLED_WITH: Final = ((_OF_NUMBERS, FLOAT), (_OF_DIGITS, DIGITS), (_OF_MOMENTS, TIMESTAMP))
#: Functions and methods that are told what to call for each element.
_FOR_EACH: Final = frozenset({"sorted", "max", "min", "map", "filter", "groupby", "sort", "nlargest", "nsmallest"})
#: Methods that ask for a key; those whose first argument is one of a table, or an element.
_ASKING: Final = frozenset({"get", "pop", "setdefault"})
_KNOWN_METHODS: Final = frozenset({"get", "pop", "setdefault", "items", "values", "keys", "copy", "append", "update"})
_KEEPING: Final = frozenset({"get", "setdefault", "add", "count", "index"})
_MOMENTS: Final = frozenset({"year", "month", "day", "hour", "minute", "isoformat", "strftime", "date", "weekday"})
_ARITHMETIC: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow, ast.Mod)
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
#: Words of keys whose values are counted.
_COUNTED: Final = frozenset({"id", "count", "quantity", "qty", "age", "year", "index", "level", "size", "rank", "n"})
#: Calls that go through all that they are given, however many these are.
_OVER_ALL: Final = frozenset({"len", "sum", "max", "min", "any", "all", "set", "enumerate", "Counter"})
#: Values by place that something has which is no sequence of any length.
_MOST_PARTS: Final = 6
#: Texts that are compared with and stand in a type.
_MOST_AMONG: Final = 4


#: Methods that are told what to look for; those that ask for a kind of characters, and one of them.
_LOOKING: Final = frozenset(
    {
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "count",
        "find",
        "index",
        "rfind",
        "replace",
        "startswith",
        "endswith",
    }
)
_CLASSES: Final[Mapping[str, str]] = {
    "isdigit": "7",
    "isnumeric": "7",
    "isdecimal": "7",
    "isspace": " ",
    "isupper": "K",
    "isalnum": "-",
}
_MOST_SEPARATORS: Final = 16
#: Parts of a regular expression: groups' beginnings, repetitions, ranges, classes and single characters.
_IN_PATTERNS: Final = re.compile(
    r"\(\?(?:P<\w+>|[:=!]|<[=!]|[aiLmsux]+\))|\{\d*,?\d*\}|0-9|A-Z|a-z|\[\^?|\\.|.", re.DOTALL
)
#: Of those that stand for many characters, one.
_KINDS: Final[Mapping[str, str]] = {
    r"\d": "7",
    "0-9": "7",
    r"\s": " ",
    "A-Z": "K",
    r"\W": "-",
    r"\n": "\n",
    r"\t": "\t",
}
_META: Final = frozenset(".^$*+?{}[]()|")


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


def shapes_of(node: FunctionNode, names: Iterable[str]) -> dict[str, Shape]:
    """The shapes of a function's parameters of these names."""
    found = {name: Shape() for name in names}
    reader = _Reader(dict(found))
    for statement in node.body:
        reader.visit(statement)
    if any(shape.has_record for shape in found.values()):
        # What came first may be of a part that is only known of by what came later.
        for statement in node.body:
            reader.visit(statement)
    return found


class Questions(NamedTuple):
    """What a function asks anything for.

    Attributes:
        keys: ones that are written down; attributes: ones that no type of Python's own has; numbers: what texts say of
            numbers and moments.
    """

    keys: bool
    attributes: bool
    numbers: bool


def questions(node: FunctionNode) -> Questions:
    """What a function's body asks anything for."""
    keys = attributes = numbers = False
    for part in body_of(node):
        if isinstance(part, ast.Subscript):
            keys = keys or _text(part.slice) is not None
        elif isinstance(part, ast.Attribute):
            attributes = attributes or (isinstance(part.value, ast.Name) and BY_ATTRIBUTE.get(part.attr) is None)
        elif isinstance(part, ast.Call):
            name = last_name(part.func)
            keys = keys or (name in _ASKING and bool(part.args) and _text(part.args[0]) is not None)
            numbers = numbers or name in _OF_DIGITS or name in _OF_MOMENTS
    return Questions(keys, attributes, numbers)


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


class _Reader(ast.NodeVisitor):
    """Goes through a body in the order of its text.

    Args:
        names: what they stand for.
    """

    def __init__(self, names: dict[str, Shape]) -> None:
        self._names = names

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        found = self._shape(node.value)
        for target in node.targets:
            self._bind(target, found)
            self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._bind(node.target, self._shape(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        # What is changed in place is there.
        self._shape(node.target)
        if isinstance(node.target, ast.Subscript):
            self.visit(node.target.slice)
            if self._shape(node.target.value) is None:
                self._note(node.target.slice, LABEL)
        self.visit(node.value)
        if isinstance(node.op, _ARITHMETIC):
            self._note(node.target, FLOAT)
            self._note(node.value, FLOAT)

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
            self._note(node.slice, LABEL)
        elif isinstance(node.ctx, ast.Store) and isinstance(node.slice, ast.Constant):
            of.made |= {node.slice.value} - of.keys.keys() if isinstance(node.slice.value, str) else set()
        else:
            self._shape(node)

    def _note_place(self, of: Shape, place: ast.expr) -> None:
        is_written = isinstance(place, ast.Constant) and type(place.value) is int and place.value < _MOST_PARTS
        if is_written and isinstance(place, ast.Constant) and isinstance(place.value, int):
            of.parts = max(of.parts, place.value + 1)
        elif _negative(place) is None:
            of.has_any_length = True

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.generic_visit(node)
        if isinstance(node.op, _ARITHMETIC):
            is_text = any(
                isinstance(side, ast.JoinedStr) or _text(side) is not None for side in (node.left, node.right)
            )
            for side in (node.left, node.right):
                self._note(side, STR if is_text else FLOAT)

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        for one, operator, other in zip(sides, node.ops, sides[1:], strict=False):
            first, second = self._shape(one), self._shape(other)
            if first is not None and second is not None:
                first.like, second.like = (second, _named(other)), (first, _named(one))
            for side, against in ((one, other), (other, one)):
                shape = self._shape(side)
                if shape is None:
                    continue
                constants = list(_constants(against)) if not isinstance(operator, ast.In) or side is one else []
                shape.among += constants
                kinds = {type(constant) for constant in constants}
                if kinds == {str}:
                    shape.is_of(LABEL)
                elif kinds == {int} and isinstance(operator, _ORDER):
                    shape.is_of(FLOAT)
                elif kinds == {int}:
                    shape.is_of(INT)
            if isinstance(operator, ast.In | ast.NotIn):
                # What is looked for in a text, or in a table of the body's own.
                self._note(one, LABEL)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        told = BY_ATTRIBUTE.get(node.attr)
        of = self._shape(node.value)
        if node.attr in _MOMENTS:
            self._note(node.value, _DATETIME)
        elif told == STR:
            self._note(node.value, STR)
        elif of is not None and isinstance(node.ctx, ast.Store):
            of.made |= {node.attr} - of.fields.keys()
        elif of is not None and told is None and not node.attr.startswith("__"):
            of.attribute(node.attr)

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node)
        if name in _OVER_ALL and len(node.args) == 1 and (measured := self._shape(node.args[0])) is not None:
            measured.has_any_length = True
        if name in _FOR_EACH:
            self._bind_lambdas(node)
        if isinstance(node.func, ast.Attribute):
            self._note_method(node.func)
        else:
            self.visit(node.func)
        for given in (*node.args, *node.keywords):
            self.visit(given)
        self._shape(node)
        kind = (
            FLOAT
            if name in _OF_NUMBERS
            else DIGITS
            if name in _OF_DIGITS
            else TIMESTAMP
            if name in _OF_MOMENTS
            else None
        )
        if name == "strptime" and len(node.args) > 1 and (read := self._shape(node.args[0])) is not None:
            read.format = _text(node.args[1])
        for argument in node.args[:1]:
            if kind is not None:
                self._note(argument, kind)
                if isinstance(argument, ast.GeneratorExp | ast.ListComp):
                    self._note(argument.elt, kind)
            elif name in _KEEPING and isinstance(node.func, ast.Attribute) and self._shape(node.func.value) is None:
                self._note(argument, LABEL)

    def _note_method(self, function: ast.Attribute) -> None:
        """What is asked to do something that is nobody's whose values are made up is an object of a class."""
        self.visit(function.value)
        of = self._shape(function.value)
        if function.attr in _MOMENTS:
            self._note(function.value, _DATETIME)
        elif BY_ATTRIBUTE.get(function.attr) == STR:
            self._note(function.value, STR)
        elif of is not None and function.attr not in _KNOWN_METHODS:
            of.is_called = True

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        self._note_test(node.test)
        self.generic_visit(node)

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

    def _go_through(self, target: ast.expr, over: ast.expr) -> None:
        match over:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if isinstance(target, ast.Tuple):
                self._go_through(target.elts[-1], inner)
            case ast.Call(func=ast.Name(id="zip"), args=several) if isinstance(target, ast.Tuple):
                for part, inner in zip(target.elts, several, strict=False):
                    self._go_through(part, inner)
            case _:
                shape = self._shape(over)
                is_pair = isinstance(over, ast.Call) and _called(over) == "items" and isinstance(target, ast.Tuple)
                if is_pair and isinstance(target, ast.Tuple):
                    self._bind(target.elts[-1], None if shape is None else shape)
                elif isinstance(target, ast.Name):
                    self._bind(target, None if shape is None else shape.one())
                elif isinstance(target, ast.Tuple) and shape is not None:
                    self._bind(target, shape.one())
                if shape is not None:
                    shape.has_any_length = True

    def _bind(self, target: ast.expr, found: Shape | None) -> None:
        if isinstance(target, ast.Tuple) and found is not None:
            is_open = any(isinstance(part, ast.Starred) for part in target.elts)
            found.has_any_length |= is_open
            found.parts = max(found.parts, len(target.elts))
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

    def _shape(self, node: ast.expr) -> Shape | None:  # noqa: PLR0911
        """What an expression stands for; None for what is no part of a parameter."""
        match node:
            case ast.Name(id=name):
                return self._names.get(name)
            case ast.Subscript(value=value, slice=place):
                of = self._shape(value)
                if of is None or isinstance(place, ast.Slice):
                    return of
                key = _text(place)
                return of.one() if key is None else of.key(key)
            case ast.Attribute(value=value, attr=name) if BY_ATTRIBUTE.get(name) is None and name not in _MOMENTS:
                of = self._shape(value)
                return None if of is None or not of.fields.get(name) else of.fields[name]
            case ast.BoolOp(values=[first, *_]):
                return self._shape(first)
            case ast.NamedExpr(value=value) | ast.IfExp(body=value) | ast.Await(value=value):
                return self._shape(value)
            case ast.Call(func=ast.Attribute(value=value, attr=method), args=arguments):
                return self._of_method(value, method, arguments)
            case ast.Call(func=ast.Name(id=function), args=[first, *_]):
                of = self._shape(first) if function in _SAME | _ONE else None
                return of.one() if of is not None and function in _ONE else of
        return None

    def _of_method(self, value: ast.expr, method: str, arguments: Sequence[ast.expr]) -> Shape | None:
        of = self._shape(value)
        if of is None:
            return None
        key = _text(arguments[0]) if arguments else None
        if method in _ASKING and key is not None:
            return of.key(key)
        if method == "copy":
            return of
        if method in {"items", "values"} and not of.keys:
            of.is_mapping = True
            # Gone through, it gives its values: by themselves, or as the second of a pair.
            return of if method == "values" else of.one()
        return None


def _named(node: ast.expr) -> str:
    """What a part is called where it is asked for."""
    return (_text(node.slice) or "") if isinstance(node, ast.Subscript) else last_name(node)


def _called(node: ast.Call) -> str:
    function = node.func
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_place(node: ast.expr) -> bool:
    """Whether it is one certain element of something, which may be unlike others."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)


def _negative(node: ast.expr) -> ast.expr | None:
    """What stands behind a minus."""
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None


def _constants(node: ast.expr) -> Iterator[str | int]:
    """Texts and whole numbers of an expression, or of a display of them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int) and not isinstance(node.value, bool):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for part in node.elts:
            yield from _constants(part)


def separators(node: FunctionNode) -> str:
    """Characters that the body looks for in texts: what it splits at, and single ones that it compares with, each once.

    Lines and words have ends: ``splitlines()`` and ``split()`` look for those.
    """
    found: dict[str, None] = {}
    for part in body_of(node):
        match part:
            case ast.Call(func=ast.Attribute(attr="splitlines")):
                found["\n"] = None
            case ast.Call(func=ast.Attribute(attr="split" | "rsplit"), args=[], keywords=[]):
                found[" "] = None
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(value=str(pattern)), *_]):
                found |= dict.fromkeys(_characters_of(pattern))
            case ast.Call(func=ast.Attribute(attr=method), args=[first, *_]) if method in _LOOKING:
                found |= dict.fromkeys(_text(first) or "")
            case ast.Call(func=ast.Attribute(attr=method), args=[]) if method in _CLASSES:
                found[_CLASSES[method]] = None
            case ast.Compare(left=left, comparators=others):
                for text in (one for side in (left, *others) for one in _constants(side) if isinstance(one, str)):
                    found |= dict.fromkeys(text) if len(text) == 1 or _is_sought(part) else {}
            case ast.Dict(keys=keys):
                found |= {text: None for key in keys if key is not None and len(text := _text(key) or "") == 1}
    return "".join(found)[:_MOST_SEPARATORS]


def _characters_of(pattern: str) -> Iterator[str]:
    """What a regular expression looks for that is no letter, one character of each kind."""
    around = ""
    for one in _IN_PATTERNS.findall(pattern):
        if one in {"[", "[^", "]"}:
            around = one
        elif one in {r"\w", "a-z"}:
            yield from "-" if around == "[^" else ""
        elif one in _KINDS:
            yield _KINDS[one]
        elif one[0] == "\\" and not one[1].isalnum():
            yield one[1]
        elif len(one) == 1 and not one.isalnum() and one.isprintable() and (around == "[" or one not in _META):
            yield one


def _is_sought(node: ast.Compare) -> bool:
    """Whether one of several characters is looked for: ``character in "+-*/"``."""
    return isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.comparators[0], ast.Constant)
