"""Where a method's parameter goes first, and what that wants of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from perfcast.source.classes.networks import method_of
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import own_name
from perfcast.workload.arrays.ranks import PATTERNED, pattern_axes, rank
from perfcast.workload.networks.made import Maker
from perfcast.workload.networks.values import COLOURS, SEQUENCE_AXES, UNKNOWN, Module, Several, Takes, Weight

#: Modules that hand their input on to modules of their own.
_DEEPEST: Final = 8
_MOST_STEPS: Final = 20_000
#: Methods and functions that give what has the shape of what they are given, or nearly so.
_KEEPING: Final = frozenset(
    {"relu", "gelu", "silu", "tanh", "sigmoid", "softmax", "log_softmax", "dropout", "dropout2d", "leaky_relu", "elu"}
    | {"float", "to", "type", "half", "bfloat16", "contiguous", "clone", "detach", "cuda", "cpu", "requires_grad_"}
    | {"normalize", "clamp", "abs", "exp", "log", "sqrt", "pow", "square", "masked_fill", "int", "long", "type_as"}
    | {"interpolate", "pad", "max_pool1d", "max_pool2d", "avg_pool1d", "avg_pool2d", "adaptive_avg_pool2d"}
    | {"checkpoint", "relu_", "double", "add", "mul", "sub", "div", "roll", "flip", "rsqrt", "neg"}
)
_JOINING: Final = frozenset({"cat", "concat", "concatenate"})
_FLATTENING: Final = frozenset({"flatten", "view", "reshape"})


@dataclass(frozen=True)
class _Flow:
    """What has become of the parameter: as it was, with all but the first of its axes made one, with its last two axes
    exchanged; joined with others, of how many in all."""

    is_flat: bool = False
    is_turned: bool = False
    joined: int = 1


_AS_IT_WAS: Final = _Flow()


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a parameter.

    Attributes:
        takes: what the first layer takes that it gets to; None where that cannot be told.
        axes: that it has at least, by what is done to it there and in modules that it gets to.
        gets_axis: it gets another one in its middle, as a mask does for several heads.
    """

    takes: Takes | None
    axes: int
    gets_axis: bool = False


class Flows:
    """Looks through the methods of one module."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._known: dict[tuple[int, int, str], Wanted] = {}
        self._steps = 0

    def go_on(self) -> bool:
        """Whether there is another step to be taken: layers within layers may be without end."""
        self._steps += 1
        return self._steps <= _MOST_STEPS

    def wanted(self, of: Module, method: ast.FunctionDef, parameter: str, depth: int = 0) -> Wanted:
        """What is wanted of a parameter of one of a module's methods."""
        key = id(of), id(method), parameter
        if key not in self._known:
            # Until it is known: a method that calls itself says nothing more.
            self._known[key] = Wanted(None, 1)
            if depth <= _DEEPEST:
                self._known[key] = _Walk(self, self._maker, of, method, parameter, depth).wanted()
        return self._known[key]


class _Walk:
    """One parameter's way through one method."""

    def __init__(
        self, flows: Flows, maker: Maker, of: Module, method: ast.FunctionDef, parameter: str, depth: int
    ) -> None:
        self._flows, self._maker, self._of, self._depth = flows, maker, of, depth
        self._method = method
        self._self = own_name(method)
        self._names: dict[str, Any] = {self._self: of}
        self._followed: dict[str, _Flow] = {parameter: _AS_IT_WAS}
        self._found: Takes | None = None
        self._axes = rank(method, parameter)
        self._gets_axis = False
        # What heads, or parts of the input, are turned by says how many axes that has.
        for part in ast.walk(method):
            match part:
                case ast.Lambda(body=ast.Call(func=function, args=[_, ast.Constant(value=str(pattern)), *_])):
                    if last_name(function) in PATTERNED:
                        self._axes = max(self._axes, min(pattern_axes(pattern), SEQUENCE_AXES))

    def wanted(self) -> Wanted:
        for statement in _statements(self._method.body):
            for expression in _expressions(statement) if self._flows.go_on() else ():
                self._bind(statement, expression, self._flow(expression))
        return Wanted(self._found, self._axes, self._gets_axis)

    def _bind(self, statement: ast.stmt, value: ast.expr, flow: _Flow | None) -> None:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign) and statement.value is value:
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign | ast.AugAssign) and statement.value is value:
            targets = [statement.target]
        elif isinstance(statement, ast.For) and statement.iter is value and isinstance(statement.target, ast.Name):
            several = [0] if isinstance(value, ast.Call) and last_name(value.func) == "range" else self._value(value)
            layers = several.layers if isinstance(several, Several) else several if isinstance(several, list) else ()
            self._names[statement.target.id] = layers[0] if layers else UNKNOWN
        for target in targets:
            if not isinstance(target, ast.Name):
                continue
            if flow is not None:
                self._followed[target.id] = flow
            elif not isinstance(statement, ast.AugAssign):
                self._followed.pop(target.id, None)
                self._names[target.id] = self._value(value)

    def _value(self, node: ast.expr) -> Any:
        return self._maker.value(node, self._names, self._of)

    def _flow(self, node: ast.expr) -> _Flow | None:
        """What an expression is of the parameter, or made of it with as many axes; None where it is neither."""
        return self._come_to(node) if self._flows.go_on() else None

    def _come_to(self, node: ast.expr) -> _Flow | None:  # noqa: PLR0911
        match node:
            case ast.Name(id=name):
                return self._followed.get(name)
            case ast.Subscript(value=base, slice=index):
                flow = self._flow(base)
                return flow if flow is not None and _keeps_axes(index) else None
            case ast.IfExp(body=body, orelse=orelse):
                return self._flow(body) or self._flow(orelse)
            case ast.UnaryOp(operand=operand):
                return self._flow(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self._combined(op, left, right)
            case ast.NamedExpr(value=value):
                return self._flow(value)
            case ast.Call():
                return self._called(node)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                flows = [self._flow(part) for part in parts]
                return next((flow for flow in flows if flow is not None), None)
            case ast.Compare(left=left, comparators=others):
                for part in (left, *others):
                    self._flow(part)
            case ast.Attribute(value=base, attr="T" | "mT"):
                return _turned(self._flow(base))
            case ast.Attribute(value=base):
                self._flow(base)
        return None

    def _combined(self, op: ast.operator, left: ast.expr, right: ast.expr) -> _Flow | None:
        flows = self._flow(left), self._flow(right)
        flow = flows[0] or flows[1]
        if flow is None:
            return None
        other = self._value(right if flows[0] is not None else left)
        if isinstance(op, ast.MatMult):
            if isinstance(other, Weight) and other.shape and flows[0] is not None:
                self._take(Takes(last=other.shape[-2] if len(other.shape) > 1 else other.shape[0]), flow)
            return flow
        if isinstance(other, Weight) and other.shape and other.shape[-1] > 1:
            self._take(Takes(last=other.shape[-1]), flow)
        return flow

    def _called(self, call: ast.Call) -> _Flow | None:  # noqa: PLR0911
        name = last_name(call.func)
        receiver = None
        if isinstance(call.func, ast.Attribute) and not self._is_held(call.func):
            receiver = self._flow(call.func.value)
        flows = [self._flow(arg.value if isinstance(arg, ast.Starred) else arg) for arg in call.args]
        named = {one.arg: self._flow(one.value) for one in call.keywords if one.arg is not None}
        if receiver is not None:
            self._gets_axis |= name == "unsqueeze" and [getattr(one, "value", 0) for one in call.args] == [1]
            return _of_method(receiver, name, call)
        place = next((place for place, flow in enumerate(flows) if flow is not None), None)
        flow = next((one for one in named.values() if one is not None), None) if place is None else flows[place]
        if flow is None:
            return None
        callee = self._value(call.func)
        if callee is self._of or isinstance(callee, Module):
            return self._through(callee, "forward", place, named, flow)
        if isinstance(callee, Several) and callee.is_chain:
            return self._along(callee, flow)
        if isinstance(callee, Takes):
            return self._at(callee, flow) if place in {0, None} else None
        if isinstance(call.func, ast.Attribute) and self._value(call.func.value) is self._of:
            return self._through(self._of, name, place, named, flow)
        return self._by_function(name, call, flow)

    def _is_held(self, function: ast.Attribute) -> bool:
        """Whether it is one of the module's own parts, or of a library."""
        return not any(isinstance(part, ast.Name) and part.id in self._followed for part in ast.walk(function.value))

    def _through(
        self, other: Module, method: str, place: int | None, named: Mapping[str, Any], flow: _Flow
    ) -> _Flow | None:
        node = method_of(other.node, method)
        if node is None:
            return None
        parameters = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)][1:]
        keyword = next((name for name, one in named.items() if one is not None), None)
        parameter = keyword if place is None else parameters[place] if place < len(parameters) else None
        if parameter is None:
            return None
        wanted = self._flows.wanted(other, node, parameter, self._depth + 1)
        if not flow.is_flat:
            self._axes = max(self._axes, wanted.axes)
            self._gets_axis |= wanted.gets_axis
        if wanted.takes is not None:
            self._take(wanted.takes, flow)
        # What comes out has most often as many axes, but where it was looked up.
        return flow if wanted.takes is None or wanted.takes.classes is None else None

    def _along(self, chain: Several, flow: _Flow) -> _Flow | None:
        for layer in chain.layers:
            if not self._flows.go_on():
                return None
            following: _Flow | None = None
            if isinstance(layer, Several):
                following = self._along(layer, flow)
            elif isinstance(layer, Module):
                following = self._through(layer, "forward", 0, {}, flow)
            elif isinstance(layer, Takes):
                following = self._at(layer, flow)
            if following is None:
                return None
            flow = following
        return flow

    def _at(self, layer: Takes, flow: _Flow) -> _Flow | None:
        if layer.last is not None or layer.channels is not None or layer.classes is not None:
            self._take(layer, flow)
        if layer.flattens:
            return replace(flow, is_flat=True)
        return flow if layer.classes is None else None

    def _by_function(self, name: str, call: ast.Call, flow: _Flow) -> _Flow | None:
        args = [self._value(arg) for arg in call.args]
        weight = next((one for one in args if isinstance(one, Weight)), None)
        if weight is not None and name in {"linear", "embedding", "conv1d", "conv2d", "matmul", "bmm", "mm"}:
            shape = weight.shape
            if name == "embedding":
                self._take(Takes(classes=shape[0]), flow)
            elif name.startswith("conv") and len(shape) > 2:
                self._take(Takes(channels=shape[1], axes=len(shape) - 2), flow)
            elif len(shape) > 1:
                self._take(Takes(last=shape[1] if name == "linear" else shape[0]), flow)
            return None if name == "embedding" else flow
        if name in {"layer_norm", "rms_norm"} and len(args) > 1:
            shape = args[1]
            last = shape[-1] if isinstance(shape, tuple | list) and shape else shape
            if type(last) is int:
                self._take(Takes(last=last), flow)
            return flow
        if name in _FLATTENING and call.args:
            return _of_method(flow, name, ast.Call(call.func, call.args[1:], call.keywords))
        if name in PATTERNED and len(call.args) > 1 and isinstance(pattern := self._value(call.args[1]), str):
            axes = pattern_axes(pattern)
            self._axes = max(self._axes, 0 if flow.is_flat else axes)
            if axes > SEQUENCE_AXES:
                self._take(Takes(channels=COLOURS, axes=axes - 2), flow)
            return None
        if name in _JOINING and call.args and isinstance(call.args[0], ast.Tuple | ast.List):
            parts = call.args[0].elts
            arguments = {one.arg for one in self._method.args.args}
            return replace(flow, joined=len(parts)) if {getattr(one, "id", "") for one in parts} <= arguments else flow
        return flow if name in _KEEPING or name.endswith("_norm") else None

    def _take(self, takes: Takes, flow: _Flow) -> None:
        if self._found is not None:
            return
        if flow.joined > 1:
            takes = replace(takes, last=_shared(takes.last, flow.joined), channels=_shared(takes.channels, flow.joined))
        if flow.is_turned and takes.channels is not None and takes.axes == 1:
            takes = Takes(last=takes.channels, has_sequence=True)
        elif flow.is_turned and takes.last is not None:
            takes = Takes(channels=takes.last, axes=1)
        self._found = replace(takes, has_sequence=takes.has_sequence and not flow.is_flat, keeps=False)


def _shared(number: int | None, count: int) -> int | None:
    return number if number is None or number % count else number // count


def _of_method(flow: _Flow, name: str, call: ast.Call) -> _Flow | None:
    """What a method of the parameter gives."""
    if name in _KEEPING:
        return flow
    if name == "flatten":
        return replace(flow, is_flat=True)
    if name in _FLATTENING and len(call.args) == 2:
        return replace(flow, is_flat=True)
    if name in {"transpose", "swapaxes"}:
        axes = {_axis(one) for one in call.args}
        return _turned(flow) if axes in ({1, 2}, {-1, -2}, {1, -1}, {-1, 2}, {2, -2}) else flow
    if name == "permute" and [getattr(one, "value", None) for one in call.args] == [0, 2, 1]:
        return _turned(flow)
    return None


def _axis(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    return None


def _turned(flow: _Flow | None) -> _Flow | None:
    return None if flow is None else replace(flow, is_turned=not flow.is_turned)


def _keeps_axes(index: ast.expr) -> bool:
    """Whether a part is of as many axes as the whole."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value is ...) for part in parts)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """In the order in which they are run, both ways of each condition."""
    for statement in body:
        yield statement
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(statement, name, None)
            if isinstance(inner, list) and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from _statements(inner)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    match statement:
        case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Expr(value=value):
            yield value
        case ast.AnnAssign(value=ast.expr() as value) | ast.Return(value=ast.expr() as value):
            yield value
        case ast.For(iter=value) | ast.If(test=value) | ast.While(test=value) | ast.Assert(test=value):
            yield value
