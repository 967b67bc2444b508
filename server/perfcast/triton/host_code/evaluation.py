"""Expressions of a file that launches kernels -> their values, with nothing run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from perfcast.triton.gpus.devices import Device
from perfcast.triton.host_code import instances, tensors
from perfcast.triton.host_code.binding import bind
from perfcast.triton.host_code.device_figures import DeviceProperties
from perfcast.triton.host_code.known_functions import MOST_ITEMS, iterated
from perfcast.triton.host_code.values import (
    UNKNOWN,
    Applied,
    Class,
    Compiled,
    Context,
    Function,
    Gridded,
    Instance,
    JitKernel,
    Met,
)
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.launch import Tensor
from perfcast.triton.kernels.names import TritonNames
from perfcast.triton.kernels.signatures import LANGUAGE_DTYPES
from perfcast.workload.code.evaluation import COMPARISONS, Abstract, Evaluator, UnknownValueError
from perfcast.workload.language.workload import Argument


class Expressions(Evaluator):
    """Evaluates what the plain evaluator does, and tensors, configurations, conditions and lambdas.

    Args:
        names: of the file.
        device: that the code is taken to run on; None where its figures are to stay unknown.

    Attributes:
        met: the launches of kernels that were evaluated so far.
        asks_device: whether something would be known with a device that is not known without one.
    """

    max_steps = 200_000
    max_depth = 80

    def __init__(self, names: TritonNames, device: Device | None = None) -> None:
        super().__init__(self)
        self.triton = names
        self.device = device
        self.asks_device = False
        self.met: list[Met] = []

    def assigned(self, name: str, line: int) -> ast.expr | None:
        """Names are bound while the file is followed: what is not bound then is not known."""
        return None

    @property
    def bound(self) -> dict[str, object]:
        """What names stand for where the file is being followed."""
        return self._bound

    def enter(self, bound: dict[str, object]) -> dict[str, object]:
        """Take other names; the names before are given back."""
        before = self._bound
        self._bound = bound
        return before

    def known(self, node: ast.expr) -> object:
        """The value, `UNKNOWN` where it cannot be told."""
        try:
            return self.value(node)
        except UnknownValueError:
            return UNKNOWN

    def call_function(self, function: Function, values: Sequence[object], keywords: Mapping[str, object]) -> object:
        """The value of a call. Raises UnknownValueError where it cannot be told."""
        raise UnknownValueError

    def _value(self, node: ast.expr) -> object:  # noqa: PLR0911, PLR0912
        match node:
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript(value=container, slice=index):
                return self._item(self.value(container), index)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.value(test) else orelse)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self._compared(left, ops, comparators)
            case ast.BoolOp(op=op, values=values):
                return self._either(values) if isinstance(op, ast.Or) else self._every(values)
            case ast.Lambda():
                return Function(node, dict(self._bound))
            case ast.JoinedStr():
                raise UnknownValueError
            case ast.List(elts=items):
                return self._items(items)
            case ast.Tuple(elts=items):
                return tuple(self._items(items))
            case ast.Dict(keys=keys, values=values):
                return self._dictionary(keys, values)
            case ast.ListComp() | ast.GeneratorExp():
                return self._rounds(node.generators, lambda: self.value(node.elt))
            case ast.SetComp():
                return set(self._rounds(node.generators, lambda: self.value(node.elt)))
            case ast.DictComp(key=key, value=value, generators=generators):
                return dict(self._rounds(generators, lambda: (self.value(key), self.value(value))))
        return described(super()._value(node))

    def _name(self, name: str, line: int) -> object:
        value = self._bound.get(name, UNKNOWN)
        if value is UNKNOWN:
            raise UnknownValueError
        return value

    def _items(self, nodes: Sequence[ast.expr]) -> list[object]:
        items: list[object] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items.extend(iterated(self.value(node.value)))
            else:
                items.append(self.value(node))
        return items

    def _dictionary(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> dict[object, object]:
        whole: dict[object, object] = {}
        for key, value in zip(keys, values, strict=True):
            known = self.value(value)
            if key is not None:
                whole[self.value(key)] = known
            elif isinstance(known, dict):
                whole.update(known)
            else:
                raise UnknownValueError
        return whole

    def _rounds(self, generators: Sequence[ast.comprehension], each: Callable[[], Any]) -> list[Any]:
        if not generators:
            return [each()]
        first, *rest = generators
        results: list[Any] = []
        before = self._bound
        for item in iterated(self.value(first.iter)):
            self._bound = dict(before)
            bind(self._bound, first.target, item)
            try:
                # A condition that cannot be told leaves nothing out: what is too much is found to be so later.
                if all(self.known(test) for test in first.ifs):
                    results += self._rounds(rest, each)
            finally:
                self._bound = before
            if len(results) > MOST_ITEMS:
                raise UnknownValueError
        return results

    def _compared(self, left: ast.expr, ops: Sequence[ast.cmpop], comparators: Sequence[ast.expr]) -> bool:
        value = self.value(left)
        for op, node in zip(ops, comparators, strict=True):
            other = self.value(node)
            if not COMPARISONS[type(op)](value, other):
                return False
            value = other
        return True

    def _either(self, nodes: Sequence[ast.expr]) -> object:
        some_unknown = False
        value: object = False
        for node in nodes:
            value = self.known(node)
            if value is UNKNOWN:
                some_unknown = True
            elif value:
                return value
        if some_unknown:
            raise UnknownValueError
        return value

    def _every(self, nodes: Sequence[ast.expr]) -> object:
        some_unknown = False
        value: object = True
        for node in nodes:
            value = self.known(node)
            if value is UNKNOWN:
                some_unknown = True
            elif not value:
                return value
        if some_unknown:
            raise UnknownValueError
        return value

    def _attribute(self, node: ast.Attribute) -> object:  # noqa: PLR0911
        owner = self.known(node.value)
        if isinstance(owner, Tensor):
            return tensors.attribute(owner, node.attr)
        if isinstance(owner, Context):
            return owner.kept.get(node.attr, UNKNOWN)
        if isinstance(owner, Config):
            if node.attr == "kwargs":
                return owner.constants
            if node.attr in {"num_warps", "num_stages", "num_ctas"}:
                return getattr(owner, node.attr)
            raise UnknownValueError
        if isinstance(owner, Instance):
            return instances.attribute(owner, node.attr, self.call_function)
        if isinstance(owner, DeviceProperties):
            return owner.figure(node.attr)
        if isinstance(owner, Class) and node.attr in owner.names:
            return instances.of_class(owner, node.attr)
        if isinstance(owner, Class) and node.attr == "apply" and isinstance(owner.names.get("forward"), Function):
            return Applied(owner.names)
        dotted = self.triton.meaning(node)
        if tensors.dtype_name(dotted) is not None and dotted.startswith("torch."):
            return dotted
        if node.attr in LANGUAGE_DTYPES and self.triton.operation(node):
            return LANGUAGE_DTYPES[node.attr]
        raise UnknownValueError

    def _item(self, container: object, index: ast.expr) -> object:
        if isinstance(container, JitKernel | Compiled):
            return Gridded(container, self.known(index))
        key = self._key(index)
        if isinstance(container, Tensor):
            return tensors.item(container, key)
        if isinstance(container, DeviceProperties) and isinstance(key, str):
            return container.figure(key)
        if isinstance(container, dict | list | tuple | str | range):
            return container[key]  # type: ignore[index, call-overload]
        raise UnknownValueError

    def _key(self, index: ast.expr) -> object:
        match index:
            case ast.Slice(lower=lower, upper=upper, step=step):
                bounds: list[Any] = [None if part is None else self.value(part) for part in (lower, upper, step)]
                return slice(*bounds)
            case ast.Tuple(elts=parts):
                return tuple(map(self._key, parts))
            case ast.Constant(value=value) if value is Ellipsis:
                return value
        return self.value(index)

    def _combined(self, op: ast.operator, left: object, right: object) -> object:
        if isinstance(left, Tensor) or isinstance(right, Tensor):
            for first, second in ((left, right), (right, left)):
                if isinstance(first, Tensor) and (isinstance(second, int | float) or second == first):
                    return first
            raise UnknownValueError
        if isinstance(op, ast.BitOr) and isinstance(left, dict) and isinstance(right, dict):
            return {**left, **right}
        if isinstance(op, ast.BitOr | ast.BitAnd) and isinstance(left, int) and isinstance(right, int):
            return left | right if isinstance(op, ast.BitOr) else left & right
        return super()._combined(op, left, right)


def described(value: object) -> object:
    """Arrays that the plain evaluator describes are tensors here; of other abstract values nothing is known."""
    if isinstance(value, Abstract):
        return _as_tensor(value.argument)
    return value


def _as_tensor(argument: Argument) -> Tensor:
    """Raises UnknownValueError for an argument that is no array."""
    dtype = tensors.dtype_name(argument.type.name)
    if dtype is None or not argument.type.shape:
        raise UnknownValueError
    return Tensor(dtype, argument.type.shape)
