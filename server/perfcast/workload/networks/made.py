"""What a constructor gives its instance: numbers, weights, layers and other modules, as far as plain code tells."""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from perfcast.source import SourceFile
from perfcast.source.classes.networks import method_of
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import own_name
from perfcast.workload.code.evaluation import COMPARISONS, OPERATORS, SENSELESS
from perfcast.workload.code.parameters import parameters
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.workload import Workload
from perfcast.workload.networks.library import CALLS
from perfcast.workload.networks.values import UNKNOWN, Fields, Module, Several, Takes, Weight, is_plain

#: Modules within modules, and steps of one look at all of them.
_DEEPEST: Final = 8
_MOST_STEPS: Final = 5_000
#: What a size that is not told counts as.
_SIZE: Final = 100
_MOST_ELEMENTS: Final = 1_000
_LARGEST: Final = 10**9
_MOST_BITS: Final = 64


#: Of what is called outside of all classes.
_NO_CLASS: Final = ast.ClassDef("", [], [], [], [])


class _Returned(Exception):
    """What a function gives."""

    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass(frozen=True, eq=False)
class _Function:
    """A function of the file, with the names that it sees around it."""

    node: ast.FunctionDef
    names: Mapping[str, Any]


class Maker:
    """Evaluates constructors. For one look at a file."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._constants: dict[str, Any] = {}
        self._usual: dict[ast.FunctionDef, Workload] = {}
        self._steps = 0
        self._depth = 0

    def instance(self, node: ast.ClassDef, given: Mapping[str, Any] | None = None) -> Module:
        """An instance of a class.

        Args:
            given: what its constructor is called with, by name; the rest is what it would be called with by default.
        """
        made = Module(node)
        self._depth += 1
        try:
            if self._depth <= _DEEPEST:
                made.attributes.update(self._of_class(node))
                init = method_of(node, "__init__")
                if init is not None:
                    made.given = self._arguments(init, given or {}, made)
                    with suppress(_Returned):
                        self._run(init.body, dict(made.given), made)
        finally:
            self._depth -= 1
        return made

    def _of_class(self, node: ast.ClassDef) -> dict[str, Any]:
        """What a class's own body says: a configuration's fields."""
        found: dict[str, Any] = {}
        for statement in node.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self._assign(statement, found, Module(node))
        return found

    def fields(self, name: str) -> Fields | None:
        """A configuration of the file's own class of that name, with its defaults."""
        node = self._file.meaning(name)
        if not isinstance(node, ast.ClassDef):
            return None
        return Fields(self.instance(node).attributes)

    def value(self, node: ast.expr, names: Mapping[str, Any], of: Module | None) -> Any:
        """What an expression stands for; `UNKNOWN` where that cannot be told."""
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return UNKNOWN
        try:
            return self._value(node, names, of)
        except (*SENSELESS, RecursionError):
            return UNKNOWN

    def _arguments(self, init: ast.FunctionDef, given: Mapping[str, Any], of: Module) -> dict[str, Any]:
        found: dict[str, Any] = {}
        of_module = self._file.is_module(of.node)
        if init not in self._usual:
            classes = self._file.class_for
            self._usual[init] = default_workload(init, _SIZE, drop_first=True, classes=classes, of_module=of_module)
        workload = self._usual[init]
        for argument in workload.arguments:
            name = argument.name or ""
            if argument.has_value:
                found[name] = argument.value
            elif argument.type.name == "tuple" and not argument.sizes and argument.low == argument.high is not None:
                found[name] = (argument.low,) * len(argument.type.arguments)
            elif argument.sizes and argument.low is not None and argument.low == argument.high:
                found[name] = [argument.low] * min(argument.sizes[0], _MOST_ELEMENTS)
            else:
                found[name] = self.fields(argument.type.name) or UNKNOWN
        for parameter, default in parameters(init, drop_first=True):
            if parameter.arg not in found:
                found[parameter.arg] = UNKNOWN if default is None else self.value(default, {}, None)
        found.update({name: value for name, value in given.items() if name in found})
        if own := own_name(init):
            found[own] = of
        return found

    def _run(self, body: Sequence[ast.stmt], names: dict[str, Any], of: Module) -> None:
        for statement in body:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return
            with suppress(*SENSELESS, RecursionError):
                self._do(statement, names, of)

    def _do(self, statement: ast.stmt, names: dict[str, Any], of: Module) -> None:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            self._assign(statement, names, of)
        elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            old = names.pop(name, UNKNOWN)
            names[name] = _operated(statement.op, old, self.value(statement.value, {**names, name: old}, of))
        elif isinstance(statement, ast.If):
            is_true = self.value(statement.test, names, of)
            self._run(statement.body if is_true is UNKNOWN or is_true else statement.orelse, names, of)
        elif isinstance(statement, ast.For):
            # What the first round makes stands for all.
            self._put(statement.target, self._first_of(statement.iter, names, of), names, of)
            self._run(statement.body, names, of)
        elif isinstance(statement, ast.With | ast.Try):
            self._run(statement.body, names, of)
        elif isinstance(statement, ast.FunctionDef):
            names[statement.name] = _Function(statement, names)
        elif isinstance(statement, ast.Return):
            raise _Returned(None if statement.value is None else self.value(statement.value, names, of))
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._called(statement.value, names, of)

    def _assign(self, statement: ast.Assign | ast.AnnAssign, names: dict[str, Any], of: Module) -> None:
        if statement.value is None:
            return
        value = self.value(statement.value, names, of)
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            self._put(target, value, names, of)

    def _put(self, target: ast.expr, value: Any, names: dict[str, Any], of: Module) -> None:
        match target:
            case ast.Name(id=name):
                names[name] = value
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if names.get(owner) is of:
                of.attributes[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                values = (
                    value if isinstance(value, tuple | list) and len(value) == len(parts) else [UNKNOWN] * len(parts)
                )
                for part, one in zip(parts, values, strict=True):
                    self._put(part, one, names, of)

    def _called(self, call: ast.Call, names: dict[str, Any], of: Module) -> None:
        """A call whose result nobody takes: what it puts into the instance."""
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method), args=[name, value, *_]) if (
                names.get(owner) is of and method in {"register_buffer", "add_module", "register_parameter"}
            ):
                told = self.value(name, names, of)
                if isinstance(told, str):
                    of.attributes[told] = self.value(value, names, of)
            case ast.Call(func=ast.Attribute(value=held, attr="extend"), args=[value]):
                several, added = self.value(held, names, of), self.value(value, names, of)
                if isinstance(several, list) and len(several) <= _MOST_ELEMENTS:
                    several.extend(added if isinstance(added, list | tuple) else [UNKNOWN])
            case ast.Call(func=ast.Attribute(value=held, attr="append"), args=[value]):
                several = self.value(held, names, of)
                added = self.value(value, names, of)
                if isinstance(several, list):
                    several.append(added)
                elif isinstance(several, Several):
                    self._put(held, Several((*several.layers, added), is_chain=several.is_chain), names, of)

    def _first_of(self, iterated: ast.expr, names: Mapping[str, Any], of: Module | None) -> Any:
        if isinstance(iterated, ast.Call) and last_name(iterated.func) == "range":
            return 0
        values = self.value(iterated, names, of)
        return values[0] if isinstance(values, list | tuple) and values else UNKNOWN

    def _value(self, node: ast.expr, names: Mapping[str, Any], of: Module | None) -> Any:  # noqa: PLR0911, PLR0912
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                if name in names:
                    return names[name]
                return self._constant(name)
            case ast.Attribute(value=base, attr=name):
                held = self.value(base, names, of)
                return (
                    self._of_class(held).get(name, UNKNOWN)
                    if isinstance(held, ast.ClassDef)
                    else _attribute(held, name)
                )
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                values = [self.value(part, names, of) for part in parts]
                return values if isinstance(node, ast.List) else tuple(values)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -_number(self.value(operand, names, of))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                value = self.value(operand, names, of)
                return value if value is UNKNOWN else not value
            case ast.BinOp(left=left, op=op, right=right):
                return _operated(op, self.value(left, names, of), self.value(right, names, of))
            case ast.BoolOp(op=op, values=parts):
                values = [self.value(part, names, of) for part in parts]
                if not all(is_plain(value) for value in values):
                    return UNKNOWN
                is_or = isinstance(op, ast.Or)
                return next((value for value in values if bool(value) == is_or), values[-1])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                pair = self.value(left, names, of), self.value(right, names, of)
                return COMPARISONS[type(op)](*pair) if all(is_plain(one) for one in pair) else UNKNOWN
            case ast.IfExp(test=test, body=body, orelse=orelse):
                is_true = self.value(test, names, of)
                return self.value(body if is_true is UNKNOWN or is_true else orelse, names, of)
            case ast.Subscript(value=base, slice=index):
                held, place = self.value(base, names, of), self.value(index, names, of)
                if not is_plain(place):
                    return UNKNOWN
                if isinstance(held, Several):
                    held = dict(zip(held.names, held.layers, strict=False)) if isinstance(place, str) else held.layers
                return held[place] if isinstance(held, list | tuple | dict) else UNKNOWN
            case ast.ListComp(elt=element, generators=[ast.comprehension(target=target, iter=iterated)]) | (
                ast.GeneratorExp(elt=element, generators=[ast.comprehension(target=target, iter=iterated)])
            ):
                inner = dict(names)
                self._put(target, self._first_of(iterated, names, of), inner, of or Module(_NO_CLASS))
                return [self.value(element, inner, of)]
            case ast.Dict(keys=keys, values=parts):
                told = [None if key is None else self.value(key, names, of) for key in keys]
                return {
                    key: self.value(part, names, of) for key, part in zip(told, parts, strict=True) if is_plain(key)
                }
            case ast.Call():
                return self._made(node, names, of)
        return UNKNOWN

    def _constant(self, name: str) -> Any:
        """What a name of the module stands for."""
        if name not in self._constants:
            # Until it is known: what is made of itself says nothing.
            self._constants[name] = UNKNOWN
            found = self._file.meaning(name)
            is_definition = isinstance(found, ast.ClassDef | ast.FunctionDef)
            self._constants[name] = found if is_definition else UNKNOWN
            if isinstance(found, ast.expr):
                self._constants[name] = self.value(found, {}, None)
        return self._constants[name]

    def _made(self, call: ast.Call, names: Mapping[str, Any], of: Module | None) -> Any:
        name = last_name(call.func)
        args: list[Any] = []
        for arg in call.args:
            if isinstance(arg, ast.Starred):
                several = self.value(arg.value, names, of)
                args += several if isinstance(several, list | tuple) else [UNKNOWN]
            else:
                args.append(self.value(arg, names, of))
        named = {one.arg: self.value(one.value, names, of) for one in call.keywords if one.arg is not None}
        own = self._called_by(call.func, names, of)
        if isinstance(own, ast.ClassDef):
            init = method_of(own, "__init__")
            layer = next((CALLS[last_name(base)] for base in own.bases if last_name(base) in CALLS), None)
            if init is None and layer is not None:
                return layer(*args, **named)
            wanted = [] if init is None else [parameter.arg for parameter, _ in parameters(init, drop_first=True)]
            return self.instance(own, dict(zip(wanted, args, strict=False)) | named)
        if isinstance(own, _Function):
            return self._result(own, args, named, of)
        if name in CALLS:
            return CALLS[name](*args, **named)
        return UNKNOWN

    def _called_by(self, function: ast.expr, names: Mapping[str, Any], of: Module | None) -> Any:
        """The class or function of the file that a call calls, if it does."""
        match function:
            case ast.Name(id=name):
                found = names[name] if name in names else self._file.meaning(name)
                return _Function(found, {}) if isinstance(found, ast.FunctionDef) else found
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                own = names.get(owner)
                method = method_of(own.node, name) if isinstance(own, Module) and own is of else None
                return None if method is None else _Function(method, {owner: of})
        return None

    def _result(self, function: _Function, args: Sequence[Any], named: Mapping[str, Any], of: Module | None) -> Any:
        """What a call of one of the file's functions gives."""
        is_method = bool(function.names) and list(function.names.values()) == [of]
        names = dict(function.names)
        wanted = parameters(function.node, drop_first=is_method)
        for parameter, default in wanted:
            names[parameter.arg] = UNKNOWN if default is None else self.value(default, {}, None)
        names.update(zip([parameter.arg for parameter, _ in wanted], args, strict=False))
        names.update(named)
        self._depth += 1
        try:
            if self._depth <= _DEEPEST:
                self._run(function.node.body, names, of or Module(_NO_CLASS))
        except _Returned as returned:
            return returned.value
        finally:
            self._depth -= 1
        return UNKNOWN


def _attribute(base: Any, name: str) -> Any:
    if isinstance(base, Module):
        return base.attributes.get(name, UNKNOWN)
    if isinstance(base, Fields):
        return base.values.get(name, UNKNOWN)
    if isinstance(base, Several):
        return dict(zip(base.names, base.layers, strict=False)).get(name, UNKNOWN)
    if isinstance(base, Weight) and name == "shape":
        return base.shape
    if isinstance(base, Takes) and name == "weight" and base.last is not None:
        return Weight((base.last,)) if base.keeps else UNKNOWN
    return UNKNOWN


def _operated(op: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, list) and isinstance(right, list) and isinstance(op, ast.Add):
        return left + right if len(left) + len(right) <= _MOST_ELEMENTS else UNKNOWN
    if isinstance(left, list) and isinstance(right, int) and isinstance(op, ast.Mult):
        return left * min(right, 2) if len(left) <= _MOST_ELEMENTS else UNKNOWN
    if isinstance(op, ast.Pow | ast.LShift) and abs(_number(right)) > _MOST_BITS:
        return UNKNOWN
    found = OPERATORS[type(op)](_number(left), _number(right))
    return found if isinstance(found, int | float) and abs(found) < _LARGEST else UNKNOWN


def _number(value: Any) -> Any:
    if isinstance(value, int | float) and abs(value) < _LARGEST:
        return operator.pos(value)
    raise TypeError("no number")
