"""What the annotations of fields say of their values."""

from __future__ import annotations

import ast
import collections
import collections.abc
import types
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import PurePath
from typing import Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.pydantic.bounds import bounded
from perfcast.trial.libraries.pydantic.containers import Checked, anything, chosen, either, elements, places, table
from perfcast.trial.libraries.pydantic.field_parts import Check, FieldInfo
from perfcast.trial.libraries.pydantic.prices import CALLED, CHOSEN, PATH_MADE, UUID_READ
from perfcast.trial.libraries.pydantic.scalars import path, scalar
from perfcast.trial.libraries.pydantic.validation_errors import invalid
from perfcast.trial.stdlib.language.enums import Enumeration

_NAMES: Final[dict[type, str]] = {int: "int", float: "float", str: "str", bool: "bool", type(None): "none"}
#: What containers of elements are written as -> what becomes of the values.
_ELEMENTS: Final[dict[str, type]] = {
    **dict.fromkeys(("list", "List", "Sequence", "MutableSequence", "Iterable", "Collection"), list),
    **dict.fromkeys(("set", "Set", "AbstractSet", "MutableSet"), set),
    **dict.fromkeys(("frozenset", "FrozenSet"), frozenset),
    **dict.fromkeys(("deque", "Deque"), collections.deque),
}
_TABLES: Final = frozenset({"dict", "Dict", "Mapping", "MutableMapping"})
_TUPLES: Final = frozenset({"tuple", "Tuple"})
#: The like of them as they are evaluated.
_EVALUATED: Final[dict[Any, type]] = {
    **{kind: kind for kind in (list, set, frozenset, collections.deque)},
    **dict.fromkeys((collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection), list),
}
_EVALUATED_TABLES: Final = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_GENERIC: Final = frozenset({list, set, frozenset, tuple, dict, collections.deque})
#: Types of the library's that are others within bounds.
_BOUNDED: Final[dict[str, tuple[type, dict[str, Any]]]] = {
    "PositiveInt": (int, {"gt": 0}), "NonNegativeInt": (int, {"ge": 0}), "NegativeInt": (int, {"lt": 0}),
    "NonPositiveInt": (int, {"le": 0}), "PositiveFloat": (float, {"gt": 0}), "NonNegativeFloat": (float, {"ge": 0}),
    "NegativeFloat": (float, {"lt": 0}), "NonPositiveFloat": (float, {"le": 0}),
}  # fmt: skip
_Evaluate = Callable[[ast.expr], Any]


class Within(Guarded):
    """A type of the library's that is another one within bounds, such as ``PositiveInt``."""

    __slots__ = ("checks", "kind")

    def __init__(self, kind: type, checks: dict[str, Any]) -> None:
        super().__init__(lambda *_: None)
        self.kind, self.checks = kind, checks


class Applied(Guarded):
    """What ``Annotated`` says of a function that values are handed to: ``BeforeValidator(...)``."""

    __slots__ = ("mode",)

    def __init__(self, function: Any, mode: str) -> None:
        super().__init__(function)
        self.mode = mode


def members() -> dict[str, Any]:
    """What the module ``pydantic`` holds of this."""
    kinds: dict[str, Any] = {name: Within(kind, checks) for name, (kind, checks) in _BOUNDED.items()}
    for name, constrained in (("conint", int), ("confloat", float), ("constr", str)):
        kinds[name] = Guarded(partial(_constrained, constrained))
    for name in ("before", "after"):
        kinds[f"{name.title()}Validator"] = Guarded(partial(_applied, name))
    return kinds


def _constrained(kind: type, **checks: Any) -> Within:
    return Within(kind, checks)


def _applied(mode: str, function: Any) -> Applied:
    return Applied(function, mode)


class Annotations:
    """Reads those of one class.

    Args:
        evaluate: gives what an expression of its body stands for.
    """

    def __init__(self, machine: Machine, evaluate: _Evaluate) -> None:
        self._machine, self._evaluate = machine, evaluate

    def of_node(self, node: ast.expr) -> Checked:
        """Raises Unsupported for what is not known."""
        match node:
            case ast.Constant(value=None):
                return self.of_value(None)
            case ast.Constant(value=str(text)):
                try:
                    return self.of_node(ast.parse(text, mode="eval").body)
                except SyntaxError:
                    raise Unsupported("an annotation that is no expression") from None
            case ast.BinOp(left, ast.BitOr(), right):
                return either(self._machine, [self.of_node(one) for one in _joined(left, right)])
            case ast.Subscript(value, inner):
                return self._of_parts(value, list(inner.elts) if isinstance(inner, ast.Tuple) else [inner])
        found = self._evaluate(node)
        if isinstance(found, type) and found in _GENERIC and last_name(node).lower() != found.__name__.lower():
            # Of a name for another annotation only the container is left.
            raise Unsupported(f"a field of the type {last_name(node)}")
        return self.of_value(found)

    def described(self, node: ast.expr) -> tuple[Checked, list[FieldInfo]]:
        """What an annotation says, and what it says of the field itself within ``Annotated``."""
        match node:
            case ast.Subscript(value, ast.Tuple([inner, *others])) if last_name(value) == "Annotated":
                said = [self._evaluate(one) for one in others]
                functions = [one for one in said if isinstance(one, Applied)]
                checked, further = self.described(inner)
                for one in functions:
                    checked = checked._replace(check=self._applying(checked.check, one))
                return checked, [*further, *(one for one in said if isinstance(one, FieldInfo))]
        return self.of_node(node), []

    def _applying(self, check: Check, applied: Applied) -> Check:
        machine = self._machine

        def run(value: Any, at: tuple[Any, ...]) -> Any:
            pay(machine, CALLED)
            if applied.mode == "before":
                return check(called_to_check(machine, applied.run, (value,), value, at), at)
            return called_to_check(machine, applied.run, (check(value, at),), value, at)

        return run

    def _of_parts(self, of: ast.expr, parts: list[ast.expr]) -> Checked:  # noqa: PLR0911
        machine, name = self._machine, last_name(of)
        if name in _ELEMENTS and len(parts) == 1:
            return elements(machine, _ELEMENTS[name], self.of_node(parts[0]))
        if name in _TABLES and len(parts) == 2:
            return table(machine, self.of_node(parts[0]), self.of_node(parts[1]))
        if name in _TUPLES:
            if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
                return elements(machine, tuple, self.of_node(parts[0]))
            return places(machine, [self.of_node(one) for one in parts])
        if name == "Optional":
            return either(machine, [self.of_node(parts[0]), self.of_value(None)])
        if name == "Union":
            return either(machine, [self.of_node(one) for one in parts])
        if name == "Literal":
            return chosen(machine, [self._evaluate(one) for one in parts])
        if name == "Annotated":
            checked, said = self.described(ast.Subscript(of, ast.Tuple(parts)))
            checks = {key: value for one in said for key, value in one.checks.items()}
            return checked._replace(check=bounded(machine, checked.check, checks)) if checks else checked
        if name in {"Final", "Required", "NotRequired"}:
            return self.of_node(parts[0])
        return self.of_value(self._evaluate(ast.Subscript(of, ast.Tuple(parts) if len(parts) > 1 else parts[0])))

    def of_value(self, value: Any) -> Checked:  # noqa: PLR0911
        """What a type says as it is evaluated. Raises Unsupported for what is not known."""
        machine = self._machine
        if isinstance(value, Module):
            if value.name in {"typing.Any", "typing.Hashable"} or value.name.startswith("typing.T"):
                return anything()
            raise Unsupported(f"a field of the type {value.name}")
        if isinstance(value, types.GenericAlias):
            return self._of_alias(value)
        if isinstance(value, types.UnionType | Either):
            parts = value.__args__ if isinstance(value, types.UnionType) else value
            return either(machine, [self.of_value(one) for one in parts])
        if isinstance(value, Within):
            return self._within(value)
        kind = type(None) if value is None else value
        if isinstance(kind, Class):
            return self._of_class(kind)
        if kind is object:
            return anything()
        if kind in _EVALUATED:
            return elements(machine, _EVALUATED[kind], anything())
        if kind is tuple:
            return elements(machine, tuple, anything())
        if kind in _EVALUATED_TABLES:
            return table(machine, anything(), anything())
        check = scalar(machine, kind) if isinstance(kind, type) else None
        if check is not None:
            return Checked(check, _NAMES.get(kind) or kind.__name__.lower(), lambda one: type(one) is kind)
        if isinstance(kind, type) and issubclass(kind, PurePath):
            return Checked(path(machine, kind, PATH_MADE), "path", lambda one: isinstance(one, PurePath))
        raise Unsupported(f"a field of the type {getattr(kind, '__name__', type(kind).__name__)}")

    def _within(self, value: Within) -> Checked:
        plain = self.of_value(value.kind)
        return plain._replace(check=bounded(self._machine, plain.check, value.checks))

    def _of_alias(self, value: types.GenericAlias) -> Checked:
        kind, args = value.__origin__, value.__args__
        if kind in _EVALUATED:
            return elements(self._machine, _EVALUATED[kind], self.of_value(args[0]))
        if kind in _EVALUATED_TABLES:
            return table(self._machine, self.of_value(args[0]), self.of_value(args[1]))
        if kind is tuple:
            if len(args) == 2 and args[1] is ...:
                return elements(self._machine, tuple, self.of_value(args[0]))
            return places(self._machine, [self.of_value(one) for one in args])
        raise Unsupported(f"a field of the type {kind.__name__}")

    def _of_class(self, of: Class) -> Checked:
        machine = self._machine
        checking = getattr(of, "checking", None)

        def is_exact(value: Any) -> bool:
            return isinstance(value, Instance | Valued) and value.of.extends(of)

        if checking is not None:
            return Checked(checking, of.name, is_exact)
        if isinstance(of, Enumeration):
            return Checked(partial(_member, machine, of), f"enum[{of.name}]", is_exact)
        make = partial(_identifier, machine, of) if of.name == "UUID" else partial(_instance, of)
        return Checked(make, "uuid" if of.name == "UUID" else f"is-instance[{of.name}]", is_exact)


def called_to_check(machine: Machine, function: Any, args: Sequence[Any], value: Any, at: tuple[Any, ...]) -> Any:
    """What a function of the unit's gives for a value. Raises Invalid where it finds that wrong."""
    try:
        return invoke(machine, function, tuple(args), {})
    except AssertionError as error:
        said = f"Assertion failed, {error}"
        raise invalid("assertion_error", at, said, value, error=error) from None
    except ValueError as error:
        raise invalid("value_error", at, f"Value error, {error}", value, error=error) from None


def _joined(*nodes: ast.expr) -> list[ast.expr]:
    found: list[ast.expr] = []
    for node in nodes:
        is_joined = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
        found += _joined(node.left, node.right) if is_joined and isinstance(node, ast.BinOp) else [node]
    return found


def _member(machine: Machine, of: Enumeration, value: Any, at: tuple[Any, ...]) -> Any:
    if isinstance(value, Instance | Valued) and value.of.extends(of):
        return value
    pay(machine, CHOSEN)
    with suppress(ValueError):
        return of.of(value)
    told = [repr(one.attributes["value"]) for one in of]
    said = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} or {told[-1]}"
    raise invalid("enum", at, f"Input should be {said}", value, expected=said)


def _instance(of: Class, value: Any, at: tuple[Any, ...]) -> Any:
    if isinstance(value, Instance | Valued) and value.of.extends(of):
        return value
    if of.all_fields is not None and isinstance(value, dict):
        raise Unsupported("a dataclass of a dictionary")
    raise invalid("is_instance_of", at, f"Input should be an instance of {of.name}", value, **{"class": of.name})


def _identifier(machine: Machine, of: Class, value: Any, at: tuple[Any, ...]) -> Any:
    if isinstance(value, Instance) and value.of.extends(of):
        return value
    if not isinstance(value, str):
        raise invalid("uuid_type", at, "UUID input should be a string, bytes or UUID object", value)
    pay(machine, UUID_READ)
    spent = machine.counts.native, machine.counts.syntax
    try:
        found = of(value)
    except ValueError:
        raise invalid("uuid_parsing", at, "Input should be a valid UUID, invalid length", value) from None
    finally:
        # It is read in Rust, not by what is written in Python.
        machine.counts.native, machine.counts.syntax = spent
    return machine.made(found)
