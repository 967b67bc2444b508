"""What calls say of what they are given: that it has elements, keys, or is reckoned with."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.regexes import SEARCHES
from perfcast.workload.code.separators import written
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import FLOAT, INT, STR
from perfcast.workload.structures.keyword_fields import VALIDATING, Taken
from perfcast.workload.structures.kinds_by_use import ADDING_UP, kind_of
from perfcast.workload.structures.named_parts import NamedParts
from perfcast.workload.structures.shapes import Shape
from perfcast.workload.structures.texts_read import READING_SECTIONS
from perfcast.workload.uses.name_uses import is_name

#: Functions and methods that are told what to call for each element.
_FOR_EACH: Final = frozenset({"sorted", "max", "min", "map", "filter", "groupby", "sort", "nlargest", "nsmallest"})
#: Calls that go through all that they are given, however many these are.
_OVER_ALL: Final = frozenset({"len", "sum", "max", "min", "any", "all", "set", "list", "tuple", "enumerate", "Counter"})
#: Functions of PyTorch's that make tensors of numbers in lists.
_OF_TENSORS: Final = frozenset({"tensor", "as_tensor", "LongTensor", "FloatTensor"})
#: Coordinates of a point.
_PLANE: Final = 2


def note_whole(parts: NamedParts, node: ast.Call) -> None:
    """What a class is made of is what a dictionary holds that is given for the whole."""
    match node:
        case ast.Call(ast.Attribute(ast.Name() as of, method), [given, *_]) if method in VALIDATING:
            _hold_all(parts.shape(given), parts.told_of(of).taken)
        case ast.Call(ast.Name() as of, keywords=keywords):
            for one in keywords:
                if one.arg is None:
                    _hold_all(parts.shape(one.value), parts.told_of(of).taken)


def _note_numbers(parts: NamedParts, given: ast.expr) -> None:
    """Notes that a tensor is made of what is given."""
    shape = parts.shape(given)
    if isinstance(given, ast.ListComp):
        parts.note(given.elt, INT)
    elif shape is not None and shape.type is None and not shape.keys:
        shape.has_any_length = True
        shape.one().is_of(INT)


def note_elements(parts: NamedParts, name: str, node: ast.Call) -> None:
    """Notes what a call of that name says of the elements of what it is given."""
    if name == "dist":
        _go_between(parts, node.args)
    if name in _OVER_ALL and len(node.args) == 1:
        _note_any_length(parts, node.args[0])
    if name in _FOR_EACH:
        _bind_lambdas(parts, node)
    match node:
        case ast.Call(func=ast.Name(id="map"), args=[function, over]) if last_name(function) not in ADDING_UP:
            kind = kind_of(last_name(function))
            if kind is not None and (shape := parts.shape(over)) is not None and not shape.keys:
                shape.has_any_length = True
                shape.one().is_of(kind)
        case ast.Call(func=ast.Attribute(ast.Name(id="torch"), _), args=[given, *_]) if name in _OF_TENSORS:
            _note_numbers(parts, given)
        case ast.Call(func=ast.Attribute(ast.Name(id=writer), "writerow" | "writerows"), args=[rows]):
            keys = parts.columns_of(writer)
            if keys and (shape := parts.shape(rows)) is not None:
                row = shape.one() if name == "writerows" else shape
                for key in keys:
                    row.key(key)
        case ast.Call(
            func=ast.Attribute(
                ast.Subscript(ast.Name(id=table)) | ast.Call(ast.Attribute(ast.Name(id=table), "setdefault")),
                "append",
            ),
            args=[one],
        ) if (shape := parts.shape(one)) is not None:
            parts.hold(table, Shape(element=shape) if shape.type is None else None)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[joined]):
            if (shape := parts.shape(joined)) is not None and not shape.keys:
                shape.has_any_length = True
                shape.one().is_of(STR)


def _note_any_length(parts: NamedParts, given: ast.expr) -> None:
    """Notes that all of something is gone through; of what a dictionary has, keys and values, it says nothing."""
    measured = None if parts.is_of_pairs(given) else parts.shape(given)
    if measured is not None:
        measured.has_any_length = True


def note_sections(parts: NamedParts, node: ast.Call) -> None:
    """Notes what a `ConfigParser` has read: ``parser.read_string(text)``."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(id=parser), method), [text]) if method == READING_SECTIONS:
            if (shape := parts.shape(text)) is not None:
                parts.names[parser] = shape.read_as("ini")
                parts.names[parser].is_sections = True


def note_search(parts: NamedParts, node: ast.Call) -> None:
    """Notes that a text is searched by a regular expression."""
    match node:
        case ast.Call(ast.Attribute(of, method), given) if method in SEARCHES:
            place = SEARCHES[method] + is_name(of, "re")
            if len(given) > place and (shape := parts.shape(given[place])) is not None:
                shape.is_searched = True


def note_sum(parts: NamedParts, node: ast.expr) -> None:
    """Notes that numbers are added up."""
    shape = parts.shape(node)
    if shape is not None and not shape.keys:
        shape.has_any_length = True
        shape.one().is_of(FLOAT)
    elif isinstance(node, ast.GeneratorExp | ast.ListComp):
        parts.note(node.elt, FLOAT)


def _go_between(parts: NamedParts, points: Sequence[ast.expr]) -> None:
    """Notes that these have coordinates."""
    for point in points:
        if (shape := parts.shape(point)) is not None and not shape.keys:
            shape.one().is_of(FLOAT)
            shape.parts = max(shape.parts, _PLANE)


def note_within(parts: NamedParts, node: ast.expr, type_: TypeExpression) -> None:
    """Notes what a function says of the elements of what it goes through."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        parts.note(node.elt, type_)


def _bind_lambdas(parts: NamedParts, node: ast.Call) -> None:
    """What is called for each element of another argument, or of what stands before the dot."""
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    called = [one for one in given if isinstance(one, ast.Lambda) and one.args.args]
    over = [node.func.value] if isinstance(node.func, ast.Attribute) else []
    shapes = [shape for one in (*node.args, *over) if (shape := parts.shape(one)) is not None]
    for one in called:
        for shape in shapes[:1]:
            parts.names[one.args.args[0].arg] = shape.one()
    for getter in given:
        if isinstance(getter, ast.Call) and shapes:
            for key in getter.args:
                _get(parts, shapes[0].one(), last_name(getter.func), key)


def _get(parts: NamedParts, shape: Shape, getter: str, key: ast.expr) -> None:
    """What a getter of ``operator`` asks for."""
    name = written(key)
    if name is not None and getter == "itemgetter":
        shape.key(name)
    elif name is not None and getter == "attrgetter":
        shape.attribute(name)


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
