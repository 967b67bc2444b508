"""What a class says of the values of its fields beside their types: ``Field(gt=0)``, functions that check them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.rewriting import rewritten

from .constructor_like import Renamed

#: What is asked of a value -> what is turned down; the same of its length.
_OF_NUMBERS: Final[dict[str, type[ast.cmpop]]] = {"gt": ast.LtE, "ge": ast.Lt, "lt": ast.GtE, "le": ast.Gt}
_OF_LENGTHS: Final[dict[str, type[ast.cmpop]]] = {
    "min_length": ast.Lt, "max_length": ast.Gt, "min_len": ast.Lt, "max_len": ast.Gt,
}  # fmt: skip
#: Decorators of functions that check fields, which they name.
_CHECKING: Final = frozenset({"field_validator", "validator"})
_ATTRS: Final = frozenset({"define", "frozen", "mutable", "attrs", "s"})
#: Parameters of a function that attrs calls to check a value, and of one that pydantic does, without the class.
_VALUE_OF_ATTRS: Final = 2


def parameter_of(name: str, value: ast.expr | None, node: ast.ClassDef) -> str:
    """What a field is given by: its alias, and for attrs its name without what marks it as private."""
    if isinstance(value, ast.Call) and last_name(value.func) in {"Field", "field", "ib", "attrib"}:
        for one in value.keywords:
            if one.arg == "alias" and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                return one.value.value
    decorators = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    is_of_attrs = any(last_name(one) in _ATTRS for one in decorators)
    return name.lstrip("_") if is_of_attrs else name


def bounds(name: str, field: ast.AnnAssign) -> Iterator[ast.stmt]:
    """Statements that turn down what a field does not take."""
    said = [field.value, *(one for one in ast.walk(field.annotation) if isinstance(one, ast.Call))]
    calls = [part for one in said if one is not None for part in ast.walk(one) if isinstance(part, ast.Call)]
    for call in calls:
        asked = [(one.arg or "", one.value) for one in call.keywords]
        asked += [(last_name(call.func), call.args[0])] if len(call.args) == 1 else []
        for what, bound in asked:
            if not isinstance(bound, ast.Constant | ast.UnaryOp):
                continue
            value = ast.Name(name, ast.Load())
            if what in _OF_NUMBERS:
                yield _turning_down(ast.Compare(value, [_OF_NUMBERS[what]()], [bound]), field)
            elif what in _OF_LENGTHS:
                length = ast.Call(ast.Name("len", ast.Load()), [value], [])
                yield _turning_down(ast.Compare(length, [_OF_LENGTHS[what]()], [bound]), field)


def _turning_down(test: ast.expr, at: ast.AST) -> ast.stmt:
    error = ast.Raise(ast.Call(ast.Name("ValueError", ast.Load()), [], []), None)
    return ast.fix_missing_locations(ast.copy_location(ast.If(test, [error], []), at))


def checked_by(node: ast.ClassDef, names: Mapping[str, str]) -> Iterator[ast.stmt]:
    """The statements of the functions that check a class's fields, with each field's parameter for its value.

    Args:
        names: field -> parameter.
    """
    for method in node.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        for field, value in _checked(method):
            if field in names:
                renamed = Renamed("", {}, {value: names[field]})
                for statement in method.body:
                    if not isinstance(statement, ast.Return):
                        yield rewritten(statement, renamed)


def _checked(method: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Fields that a method checks, each with what it calls the value."""
    places = [one.arg for one in method.args.args]
    for decorator in method.decorator_list:
        match decorator:
            case ast.Attribute(ast.Name(field), "validator") if len(places) > _VALUE_OF_ATTRS:
                yield field, places[_VALUE_OF_ATTRS]
            case ast.Call(function, args) if last_name(function) in _CHECKING and len(places) > 1:
                for one in args:
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        yield one.value, places[1]
