"""Expressions of a file that launches kernels -> their values, with nothing run."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from perfcast.source import FunctionNode
from perfcast.triton.host_code import tensors
from perfcast.triton.host_code.values import (
    UNKNOWN,
    Applied,
    Context,
    Function,
    Gridded,
    JitKernel,
    Met,
    Partial,
    Unknown,
)
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.launch import Tensor
from perfcast.triton.kernels.names import TritonNames
from perfcast.triton.kernels.signatures import LANGUAGE_DTYPES
from perfcast.workload.code.evaluation import COMPARISONS, Abstract, Evaluator, UnknownValueError
from perfcast.workload.language.workload import Argument

#: Containers that a configuration list or a loop over sizes may reach.
_MOST_ITEMS: Final = 4096
_MOST_BITS: Final = 64


def cdiv(left: int, right: int) -> int:
    """``triton.cdiv``: how often `right` fits in `left`, the last time perhaps in part."""
    return -(-left // right)


def next_power_of_2(number: int) -> int:
    """``triton.next_power_of_2``."""
    return 1 << max(number - 1, 0).bit_length() if number.bit_length() <= _MOST_BITS else 0


_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "triton.cdiv": cdiv,
    "triton.language.cdiv": cdiv,
    "triton.next_power_of_2": next_power_of_2,
    "triton.language.next_power_of_2": next_power_of_2,
    "cdiv": cdiv,
    "next_power_of_2": next_power_of_2,
    "math.ceil": math.ceil,
    "math.floor": math.floor,
    "math.sqrt": math.sqrt,
    "math.log2": math.log2,
    "math.log": math.log,
    "math.exp": math.exp,
    "math.prod": math.prod,
    "itertools.product": lambda *parts: _taken(itertools.product(*map(_iterated, parts))),
    "zip": lambda *parts: list(zip(*map(_iterated, parts), strict=False)),
    "enumerate": lambda items, start=0: list(enumerate(_iterated(items), start)),
    "any": lambda items: any(_iterated(items)),
    "all": lambda items: all(_iterated(items)),
    "reversed": lambda items: _iterated(items)[::-1],
    "dict": dict,
    "divmod": divmod,
    "isinstance": lambda *_: _unknown(),
}


class StaticEvaluator(Evaluator):
    """Evaluates what the plain evaluator does, and tensors, configurations, conditions and lambdas.

    Attributes:
        met: the launches of kernels that were evaluated so far.
    """

    max_steps = 200_000
    max_depth = 80

    def __init__(self, names: TritonNames) -> None:
        super().__init__(self)
        self.triton = names
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
        if isinstance(function.node, ast.Lambda):
            before = self.enter({**function.surroundings, **self.parameters(function, values, keywords)})
            try:
                return self.value(function.node.body)
            finally:
                self.enter(before)
        raise UnknownValueError

    def parameters(
        self, function: Function, values: Sequence[object], keywords: Mapping[str, object]
    ) -> dict[str, object]:
        """The function's parameters and what a call gives them; `UNKNOWN` where nothing does."""
        arguments = function.node.args
        positional = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)]
        keyword_only = [parameter.arg for parameter in arguments.kwonlyargs]
        names: dict[str, object] = dict.fromkeys([*positional, *keyword_only], UNKNOWN)
        before = self.enter(dict(function.surroundings))
        with_default = positional[len(positional) - len(arguments.defaults) :]
        names.update(zip(with_default, map(self.known, arguments.defaults), strict=True))
        for name, default in zip(keyword_only, arguments.kw_defaults, strict=True):
            names[name] = UNKNOWN if default is None else self.known(default)
        self.enter(before)
        names.update(zip(positional, values, strict=False))
        names.update({name: value for name, value in keywords.items() if name in names})
        if arguments.vararg is not None:
            names[arguments.vararg.arg] = tuple(values[len(positional) :])
        if arguments.kwarg is not None:
            names[arguments.kwarg.arg] = {name: value for name, value in keywords.items() if name not in names}
        return names

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
        return _told(super()._value(node))

    def _name(self, name: str, line: int) -> object:
        value = self._bound.get(name, UNKNOWN)
        if value is UNKNOWN:
            raise UnknownValueError
        return value

    def _items(self, nodes: Sequence[ast.expr]) -> list[object]:
        items: list[object] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items.extend(_iterated(self.value(node.value)))
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
        for item in _iterated(self.value(first.iter)):
            self._bound = dict(before)
            bind(self._bound, first.target, item)
            try:
                # A condition that cannot be told leaves nothing out: what is too much is found to be so later.
                if all(self.known(test) for test in first.ifs):
                    results += self._rounds(rest, each)
            finally:
                self._bound = before
            if len(results) > _MOST_ITEMS:
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
            return getattr(owner, node.attr) if node.attr in {"num_warps", "num_stages", "num_ctas"} else _unknown()
        if isinstance(owner, dict) and node.attr in owner:
            # A class of the file: its functions by name.
            return owner[node.attr]
        if isinstance(owner, dict) and node.attr == "apply" and isinstance(owner.get("forward"), Function):
            return Applied(owner)
        dotted = self.triton.meaning(node)
        if tensors.dtype_name(dotted) is not None and dotted.startswith("torch."):
            return dotted
        if node.attr in LANGUAGE_DTYPES and self.triton.operation(node):
            return LANGUAGE_DTYPES[node.attr]
        raise UnknownValueError

    def _item(self, container: object, index: ast.expr) -> object:
        if isinstance(container, JitKernel):
            return Gridded(container, self.known(index))
        if isinstance(index, ast.Slice):
            parts = (index.lower, index.upper, index.step)
            bounds: list[Any] = [None if part is None else self.value(part) for part in parts]
            if isinstance(container, list | tuple | str):
                return container[slice(*bounds)]
            raise UnknownValueError
        key = self.value(index)
        if isinstance(container, Tensor):
            if isinstance(key, int) and len(container.shape) > 1:
                return Tensor(container.dtype, container.shape[1:])
            raise UnknownValueError
        if isinstance(container, dict | list | tuple | str | range):
            return container[key]  # type: ignore[index, call-overload]
        raise UnknownValueError

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

    def _call(self, node: ast.Call) -> object:
        if self._is_launch(node):
            return None
        values, keywords = self._arguments(node)
        if isinstance(node.func, ast.Attribute):
            owner = self.known(node.func.value)
            if isinstance(owner, Tensor):
                return tensors.method(owner, node.func.attr, values, keywords)
            if isinstance(owner, Context):
                owner.call(node.func.attr, values)
                return None
            if (
                isinstance(owner, dict | list)
                and (found := _container_method(owner, node.func.attr, values)) is not None
            ):
                return found
        return self._call_value(self.known(node.func), node, values, keywords)

    def _is_launch(self, node: ast.Call) -> bool:
        """Whether it launches a kernel, of which note is taken."""
        if isinstance(node.func, ast.Attribute):
            kernel = self.known(node.func.value) if node.func.attr in {"run", "warmup"} else UNKNOWN
            grid = next((self.known(one.value) for one in node.keywords if one.arg == "grid"), UNKNOWN)
        else:
            named = self.known(node.func) if isinstance(node.func, ast.Name | ast.Subscript) else UNKNOWN
            kernel, grid = (named.kernel, named.grid) if isinstance(named, Gridded) else (UNKNOWN, UNKNOWN)
        if isinstance(kernel, JitKernel):
            self._meet(kernel, node, grid)
        return isinstance(kernel, JitKernel)

    def _call_value(
        self, function: object, node: ast.Call, values: list[object], keywords: dict[str, object]
    ) -> object:
        if isinstance(function, Function):
            return self.call_function(function, values, keywords)
        if isinstance(function, Applied):
            return self._applied(function, values)
        if isinstance(function, Partial):
            whole, by_name = [*function.values, *values], {**function.keywords, **keywords}
            if function.function is not None:
                return self.call_function(function.function, whole, by_name)
            return self._made_by_torch(function.named, whole, by_name)
        return self._called_by_name(node, values, keywords)

    def _applied(self, function: Applied, values: list[object]) -> object:
        """The forward pass, and behind it the backward pass on gradients that are as large as what it gave."""
        context = Context()
        forward, backward, setup = (function.methods.get(name) for name in ("forward", "backward", "setup_context"))
        assert isinstance(forward, Function)
        apart = isinstance(setup, Function)
        try:
            given = self.call_function(forward, values if apart else [context, *values], {})
        except UnknownValueError:
            given = UNKNOWN
        with suppress(UnknownValueError):
            if isinstance(setup, Function):
                self.call_function(setup, [context, tuple(values), given], {})
            if isinstance(backward, Function):
                self.call_function(backward, [context, *(given if isinstance(given, tuple) else [given])], {})
        if given is UNKNOWN:
            raise UnknownValueError
        return given

    @staticmethod
    def _made_by_torch(dotted: str, values: list[object], keywords: dict[str, object]) -> Tensor:
        return tensors.made_by(dotted.rpartition(".")[2], _all_known(values), keywords)

    def _called_by_name(self, node: ast.Call, values: list[object], keywords: dict[str, object]) -> object:  # noqa: PLR0911
        dotted = self.triton.meaning(node.func) or (node.func.id if isinstance(node.func, ast.Name) else "")
        if dotted == "triton.Config":
            return _config(values, keywords)
        if self.triton.operation(node.func) == "constexpr" and len(values) == 1:
            return values[0]
        if len(values) == 1 and not keywords and (kernel := _wrapped(dotted, values[0])) is not None:
            return kernel
        if dotted == "functools.partial" and node.args:
            function = values[0] if isinstance(values[0], Function) else None
            if function is None and not self._is_torch(self.triton.meaning(node.args[0])):
                raise UnknownValueError
            return Partial(self.triton.meaning(node.args[0]), function, tuple(values[1:]), keywords)
        if self._is_torch(dotted) or dotted.rpartition(".")[2] in tensors.INDUCTOR:
            return self._made_by_torch(dotted, values, keywords)
        if dotted == "filter" and len(values) == 2:
            return self._filtered(values[0], values[1])
        if dotted in _FUNCTIONS:
            return _FUNCTIONS[dotted](*_all_known(values), **keywords)
        return _told(super()._call(node))

    @staticmethod
    def _is_torch(dotted: str) -> bool:
        return dotted.partition(".")[0] == "torch"

    def _filtered(self, function: object, items: object) -> list[object]:
        kept = []
        for item in _iterated(items):
            try:
                keep = self.call_function(function, [item], {}) if isinstance(function, Function) else True
            except UnknownValueError:
                keep = True
            kept += [item] if keep else []
        return kept

    def _arguments(self, node: ast.Call) -> tuple[list[object], dict[str, object]]:
        values: list[object] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                values.extend(_iterated(self.value(argument.value)))
            else:
                values.append(self.known(argument))
        keywords: dict[str, object] = {}
        for keyword in node.keywords:
            if keyword.arg is not None:
                keywords[keyword.arg] = self.known(keyword.value)
            else:
                given = self.known(keyword.value)
                keywords.update(given if isinstance(given, dict) else {})
        return values, keywords

    def _meet(self, kernel: JitKernel, node: ast.Call, grid: object) -> None:
        """Takes note of a launch, and of what can be told of its arguments."""
        complete = True
        values: list[object] = []
        for argument in node.args:
            if not isinstance(argument, ast.Starred):
                values.append(self.known(argument))
                continue
            try:
                values += _iterated(self.value(argument.value))
            except UnknownValueError:
                # How many there are is not known: what comes behind may be of any parameter.
                complete = False
                break
        keywords: dict[str, object] = {}
        for keyword in node.keywords:
            given = self.known(keyword.value)
            if keyword.arg is not None:
                keywords[keyword.arg] = given
            elif isinstance(given, dict):
                keywords.update(given)
            else:
                complete = False
        self.met.append(Met(kernel, node.lineno, tuple(values), keywords, grid, complete))


def bind(names: dict[str, object], target: ast.expr, value: object) -> None:
    """What an assignment to the target does; parts of what cannot be told are `UNKNOWN`."""
    if isinstance(target, ast.Name):
        names[target.id] = value
    elif isinstance(target, ast.Starred):
        bind(names, target.value, UNKNOWN)
    elif isinstance(target, ast.Tuple | ast.List):
        parts: list[object] = list(value) if isinstance(value, list | tuple) else []
        fits = len(parts) == len(target.elts) and not any(isinstance(one, ast.Starred) for one in target.elts)
        for index, one in enumerate(target.elts):
            bind(names, one, parts[index] if fits else UNKNOWN)
    elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        container = names.get(target.value.id)
        if isinstance(container, dict) and isinstance(target.slice, ast.Constant):
            container[target.slice.value] = value
    elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        owner = names.get(target.value.id)
        if isinstance(owner, Context):
            owner.kept[target.attr] = value


def _wrapped(function: str, value: object) -> JitKernel | None:
    """``triton.jit(f)``, and what takes a kernel and gives one: torch's wrap_triton and the like."""
    if isinstance(value, Function) and isinstance(value.node, FunctionNode) and function == "triton.jit":
        return JitKernel(value.node)
    return value if isinstance(value, JitKernel) else None


def _config(values: Sequence[object], keywords: Mapping[str, object]) -> Config:
    meta = values[0] if values else keywords.get("kwargs")
    if not isinstance(meta, dict):
        raise UnknownValueError
    constants = {}
    for name, value in meta.items():
        if not (value is None or isinstance(value, int | float | bool | str)):
            raise UnknownValueError
        constants[str(name)] = value
    options: dict[str, int | None] = {}
    for position, option in enumerate(("num_warps", "num_stages", "num_ctas", "maxnreg"), 1):
        value = keywords.get(option, values[position] if len(values) > position else None)
        if isinstance(value, Unknown) or not (value is None or isinstance(value, int)):
            raise UnknownValueError
        options[option] = value
    return Config.of(constants, options)


def _container_method(owner: dict[Any, Any] | list[Any], name: str, values: Sequence[object]) -> object:
    """What a method of a dict or list gives; None where it is no such method."""
    if isinstance(owner, dict):
        views: dict[str, Callable[[], object]] = {
            "items": lambda: [tuple(item) for item in owner.items()],
            "keys": lambda: list(owner),
            "values": lambda: list(owner.values()),
            "copy": lambda: dict(owner),
            "get": lambda: owner.get(values[0], values[1] if len(values) > 1 else None),
        }
        if name == "update" and values and isinstance(values[0], dict):
            owner.update(values[0])
            return owner
        return views[name]() if name in views else None
    if name == "append" and len(values) == 1:
        owner.append(values[0])
    elif name == "extend" and len(values) == 1:
        owner.extend(_iterated(values[0]))
    else:
        return None
    return owner


def _iterated(value: object) -> list[Any]:
    if isinstance(value, dict):
        return list(value)
    if not isinstance(value, list | tuple | range | set | str) or len(value) > _MOST_ITEMS:
        raise UnknownValueError
    return list(value)


def _taken(items: Iterable[Any]) -> list[Any]:
    """Raises UnknownValueError where they are too many."""
    found = list(itertools.islice(items, _MOST_ITEMS + 1))
    if len(found) > _MOST_ITEMS:
        raise UnknownValueError
    return found


def _all_known(values: Iterable[object]) -> list[object]:
    known = list(values)
    if any(value is UNKNOWN for value in known):
        raise UnknownValueError
    return known


def _told(value: object) -> object:
    """Arrays that the plain evaluator describes are tensors here; of other abstract values nothing is known."""
    if isinstance(value, Abstract):
        return as_tensor(value.argument)
    return value


def as_tensor(argument: Argument) -> Tensor:
    """Raises UnknownValueError for an argument that is no array."""
    dtype = tensors.dtype_name(argument.type.name)
    if dtype is None or not argument.type.shape:
        raise UnknownValueError
    return Tensor(dtype, argument.type.shape)


def _unknown() -> Any:
    raise UnknownValueError
