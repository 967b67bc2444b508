"""Element-wise functions, operators and comparisons."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled, with_number
from perfcast.trial.libraries.torch.dtypes import BOOL, FLOAT32, KINDS, Kind, of_array, of_number, together
from perfcast.trial.libraries.torch.prices import BROADCAST_ROW
from perfcast.trial.libraries.torch.shape_only import Hollow
from perfcast.trial.libraries.torch.values import Array, Tensor, check_broadcast

_HALF: Final = 0.5
_ROOT_OF_TWO: Final = 2.0**0.5
_NUMBERS: Final = (bool, int, float, complex, np.generic)
#: Coefficients of Abramowitz and Stegun, 7.1.26.
_ERROR_FUNCTION: Final = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)


def error_function(values: Array) -> Array:
    """Within 1.5e-7."""
    inverse = 1.0 / (1.0 + 0.3275911 * np.abs(values))
    total = np.zeros_like(values)
    for coefficient in _ERROR_FUNCTION:
        total = (total + coefficient) * inverse
    found: Array = np.sign(values) * (1.0 - total * np.exp(-values * values))
    return found


def inverse_error_function(values: Array) -> Array:
    """Within 0.005: S. Winitzki, A handy approximation for the error function and its inverse (2008)."""
    logarithm = np.log(1.0 - values * values)
    half = 2.0 / (np.pi * _WINITZKI) + logarithm / 2.0
    found: Array = np.sign(values) * np.sqrt(np.sqrt(half * half - logarithm / _WINITZKI) - half)
    return found


_WINITZKI: Final = 0.147


def sigmoid(values: Array) -> Array:
    found: Array = 1.0 / (1.0 + np.exp(-values))
    return found


def _elu(values: Array, alpha: float = 1.0) -> Array:
    found: Array = np.where(values > 0, values, alpha * np.expm1(np.minimum(values, 0)))
    return found


def _gelu(values: Array, approximate: Any = "none") -> Array:
    if approximate == "tanh":
        part = np.tanh(_ROOT * (values + 0.044715 * values**3))
    else:
        part = error_function(values / _ROOT_OF_TWO)
    found: Array = _HALF * values * (1.0 + part)
    return found


#: The root of two over pi.
_ROOT: Final = 0.7978845608


def _softplus(values: Array) -> Array:
    found: Array = np.logaddexp(values, 0)
    return found


#: They give numbers with a fraction, whatever they are given.
_TO_FRACTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{name: getattr(np, name) for name in ("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt")},
    **{name: getattr(np, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "deg2rad", "rad2deg")},
    **{"asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "arctan": np.arctan, "arcsin": np.arcsin},
    "rsqrt": lambda values: 1.0 / np.sqrt(values),
    "reciprocal": lambda values: 1.0 / values,
    "sigmoid": sigmoid,
    "silu": lambda values: values * sigmoid(values),
    "mish": lambda values: values * np.tanh(_softplus(values)),
    "gelu": _gelu,
    "softplus": _softplus,
    "logsigmoid": lambda values: -_softplus(-values),
    "erf": error_function,
    "erfinv": inverse_error_function,
    "erfc": lambda values: 1.0 - error_function(values),
    "elu": _elu,
    "celu": lambda values, alpha=1.0: np.where(values > 0, values, alpha * np.expm1(np.minimum(values, 0) / alpha)),
    "hardshrink": lambda values, lambd=0.5: np.where(np.abs(values) > lambd, values, 0),
    "softshrink": lambda values, lambd=0.5: np.sign(values) * np.maximum(np.abs(values) - lambd, 0),
    "leaky_relu": lambda values, negative_slope=0.01: np.where(values > 0, values, values * negative_slope),
    "hardswish": lambda values: values * np.clip(values / 6 + _HALF, 0, 1),
    "selu": lambda values: 1.0507 * _elu(values, 1.67326),
    "softsign": lambda values: values / (1.0 + np.abs(values)),
    "tanhshrink": lambda values: values - np.tanh(values),
    "logit": lambda values: np.log(values / (1.0 - values)),
    "hardsigmoid": lambda values: np.clip(values / 6 + _HALF, 0, 1),
}
#: They give what they are given.
_LIKE: Final[Mapping[str, Callable[..., Any]]] = {
    **{name: getattr(np, name) for name in ("abs", "floor", "ceil", "trunc", "sign", "square", "positive")},
    **{"neg": np.negative, "negative": np.negative, "absolute": np.abs, "bitwise_not": np.invert},
    "round": lambda values, decimals=0: np.round(values, _digits(decimals)),
    "relu": lambda values: np.maximum(values, 0),
    "relu6": lambda values: np.clip(values, 0, 6),
    "hardtanh": lambda values, min_val=-1.0, max_val=1.0: np.clip(values, min_val, max_val),
    "threshold": lambda values, threshold, value: np.where(values > threshold, values, value),
    "frac": lambda values: values - np.trunc(values),
    "nan_to_num": lambda values, nan=0.0: np.nan_to_num(values, nan=nan),
}
_TO_TRUTH: Final[Mapping[str, Callable[..., Any]]] = {
    "isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "logical_not": np.logical_not,
    "signbit": np.signbit,
}  # fmt: skip
_COMPARING: Final[Mapping[str, Callable[..., Any]]] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "greater": np.greater, "less": np.less, "not_equal": np.not_equal, "greater_equal": np.greater_equal,
    "less_equal": np.less_equal, "logical_and": np.logical_and, "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
}  # fmt: skip
_BINARY: Final[Mapping[str, Callable[..., Any]]] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "subtract": np.subtract, "multiply": np.multiply,
    "maximum": np.maximum, "minimum": np.minimum, "fmax": np.fmax, "fmin": np.fmin, "remainder": np.mod,
    "fmod": np.fmod, "pow": np.power, "floor_divide": np.floor_divide, "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor, "bitwise_left_shift": np.left_shift,
    "bitwise_right_shift": np.right_shift, "rsub": lambda left, right: right - left, "gcd": np.gcd,
    "copysign": np.copysign, "divide_to_zero": lambda left, right: np.trunc(left / right),
}  # fmt: skip
_BINARY_TO_FRACTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "div": np.divide, "divide": np.divide, "true_divide": np.divide, "atan2": np.arctan2, "hypot": np.hypot,
    "float_power": np.power, "logaddexp": np.logaddexp,
    "xlogy": lambda left, right: np.where(left == 0, 0, left * np.log(right)),
}  # fmt: skip


def of_one(name: str, tensor: Tensor, *args: Any, **named: Any) -> tuple[Any, Kind]:
    """Of a function of one tensor: elements, and their type. Raises Unsupported."""
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(tensor).__name__}")
    if not all(isinstance(value, int | float | str) for value in (*args, *named.values())):
        raise Unsupported(f"{name} with other arguments")
    if (args or named) and isinstance(_TO_FRACTIONS.get(name, _LIKE.get(name, _TO_TRUTH.get(name))), np.ufunc):
        raise Unsupported(f"{name} with other arguments")
    if name in _TO_TRUTH:
        return _TO_TRUTH[name](tensor.array, *args, **named), BOOL
    function = _TO_FRACTIONS.get(name) or _LIKE[name]
    kind = FLOAT32 if name in _TO_FRACTIONS and tensor.kind.category < 2 else tensor.kind
    if name == "abs" and kind.is_complex:
        return np.abs(tensor.array), KINDS["float32" if kind.itemsize == 8 else "float64"]
    if name in {"floor", "ceil", "trunc"} and kind.category < 2:
        return tensor.array.copy(), kind
    return function(tensor.array.astype(kind.held, copy=False), *args, **named), kind


def of_two(name: str, left: Any, right: Any) -> tuple[Any, Kind]:
    """Of an operator: elements, and their type. Raises Unsupported."""
    kind = common([left, right])
    if name in _BINARY_TO_FRACTIONS and kind.category < 2:
        kind = FLOAT32
    check_shapes(left, right)
    ours, theirs = as_array(left, kind), as_array(right, kind)
    if name in _COMPARING:
        return _COMPARING[name](ours, theirs), BOOL
    if kind.category == 1:
        _check_whole(name, theirs)
    function = _BINARY_TO_FRACTIONS.get(name) or _BINARY[name]
    return function(ours, theirs), kind


def _check_whole(name: str, right: Any) -> None:
    if name == "pow" and bool((np.asanyarray(right) < 0).any()):
        if np.ndim(right):
            raise Unsupported("whole numbers to negative powers")
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    if name in {"remainder", "fmod", "floor_divide"} and not (isinstance(right, Hollow) or np.asarray(right).all()):
        raise RuntimeError("ZeroDivisionError")


def common(operands: list[Any]) -> Kind:
    """The type that operands have together. Raises Unsupported for what is neither a tensor nor a number."""
    tensors = [one for one in operands if isinstance(one, Tensor)]
    return together(
        [one.kind for one in tensors if one.array.ndim],
        [one.kind for one in tensors if not one.array.ndim],
        [of_number(one) for one in operands if not isinstance(one, Tensor)],
    )


def as_array(value: Any, kind: Kind) -> Any:
    if isinstance(value, Tensor):
        return value.array.astype(kind.held, copy=False)
    of_number(value)
    if isinstance(value, int) and kind.category == 1:
        if not -(2**62) < value < 2**62:
            raise Unsupported("a number too large")
        return np.asarray(value).astype(kind.held)[()]
    return kind.held.type(value)


def check_shapes(*operands: Any) -> None:
    """Refuses what would broadcast to something huge. Raises RuntimeError where shapes do not fit."""
    check_broadcast(*[one.array.shape for one in operands if isinstance(one, Tensor)])


def _digits(decimals: Any) -> int:
    if not isinstance(decimals, int) or abs(decimals) > 30:
        raise Unsupported("so many digits")
    return decimals


def one(name: str) -> Callable[..., Any]:
    """A function or method of one tensor."""

    def run(tensor: Tensor, *args: Any, inplace: bool = False, **named: Any) -> Any:
        values, kind = of_one(name, tensor, *args, **named)
        if inplace:
            return stored(name, tensor, values, tensor)
        return settled(
            _ALIASES.get(name, name),
            Tensor(tensor.machine, np.asanyarray(values).astype(kind.held, copy=False), kind),
            [tensor],
        )

    return run


def two(name: str) -> Callable[..., Any]:
    """An operator of tensors, or of a tensor and a number."""

    def run(left: Any, right: Any, *, alpha: Any = 1, rounding_mode: Any = None) -> Any:
        if rounding_mode == "trunc":
            return operated("divide_to_zero", left, right)
        return operated("floor_divide" if rounding_mode else name, left, right, alpha)

    return run


def run_multiplied(value: Any, factor: Any) -> Any:
    """As many times of what is added, which is never there by itself: it is multiplied as it is added."""
    of_number(factor)
    if not isinstance(value, Tensor):
        of_number(value)
        return value * factor
    if value.needs_gradient and value.machine.keeps_steps:
        return operated("mul", value, factor)
    if not isinstance(factor, int | np.integer) and value.array.dtype.kind in "biu":
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    return Tensor(value.machine, np.asanyarray(value.array * factor).astype(value.kind.held, copy=False), value.kind)


def operated(name: str, left: Any, right: Any, alpha: Any = 1) -> Any:
    """What an operator gives of two values, one of which is a tensor; of so many times the right one."""
    values, kind = of_two(name, left, run_multiplied(right, alpha) if alpha != 1 else right)
    first = left if isinstance(left, Tensor) else right
    found = Tensor(first.machine, np.asanyarray(values).astype(kind.held, copy=False), kind)
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        return settled(_price(name, right), found, [left, right], work=_rows(left, right, found))
    return settled(_price(name, right), found, [left, right], call=with_number(found, sys.getsizeof(found)))


def _rows(left: Tensor, right: Tensor, found: Tensor) -> float:
    """Nanoseconds of the rows of two tensors each of which is repeated along an axis of the other."""
    if found.shape in {left.shape, right.shape} or not found.array.ndim:
        return 0.0
    return BROADCAST_ROW * found.elements / max(1, found.shape[-1])


def _price(name: str, right: Any) -> str:
    if name == "pow" and not isinstance(right, Tensor) and right in (2, 3, 0.5):
        return "root_power" if right == 0.5 else "square_power"
    return _ALIASES.get(name, name)


#: Other names of the same.
_ALIASES: Final = {
    "greater": "gt", "less": "lt", "greater_equal": "ge", "less_equal": "le", "not_equal": "ne",
    "divide_to_zero": "floor_divide", "absolute": "abs", "negative": "neg", "arcsin": "asin", "fmax": "maximum",
    "fmin": "minimum",
}  # fmt: skip


def stored(name: str, tensor: Tensor, values: Any, *operands: Any) -> Tensor:
    """Puts what an operation found into the tensor itself. Raises RuntimeError where it does not fit."""
    found = np.asanyarray(values)
    if found.shape != tensor.array.shape:
        try:
            found = np.broadcast_to(found, tensor.array.shape)
        except ValueError:
            raise RuntimeError("output with shape does not match the broadcast shape") from None
    check_changeable(tensor)
    tensor.array[...] = found
    return changed(name, tensor, *operands)


def check_changeable(tensor: Tensor) -> None:
    """Raises RuntimeError for what must not be changed in place."""
    if tensor.needs_gradient and tensor.step is None and tensor.machine.keeps_steps:
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if 0 in tensor.array.strides and tensor.elements > 1:
        raise RuntimeError("unsupported operation: more than one element of the written-to tensor refers to a place")


def changed(name: str, tensor: Tensor, *operands: Any) -> Tensor:
    """Pays for an operation in place."""
    call = with_number(tensor, 0) if any(isinstance(one, _NUMBERS) for one in operands) else 0.0
    found: Tensor = settled(name, tensor, [tensor, *operands], call=call)
    return found


def in_place(name: str) -> Callable[..., Any]:
    """The method of that name with a line behind it."""
    if name in _BINARY or name in _BINARY_TO_FRACTIONS or name in _COMPARING:

        def run(tensor: Tensor, other: Any, *, alpha: Any = 1) -> Any:
            values, kind = of_two(name, tensor, run_multiplied(other, alpha) if alpha != 1 else other)
            if kind.category > max(1, tensor.kind.category):
                raise RuntimeError(f"result type {kind} can't be cast to the desired output type {tensor.kind}")
            return stored(_price(name, other), tensor, values, other)

        return run

    def run_one(tensor: Tensor, *args: Any, **named: Any) -> Any:
        return stored(name, tensor, of_one(name, tensor, *args, **named)[0])

    return run_one


def augmented(name: str) -> Callable[[Any, Any], Any]:
    """An operator with an equals sign."""
    run = in_place(name)

    def operate(tensor: Any, other: Any) -> Any:
        return run(tensor, other) if isinstance(other, Tensor | bool | int | float | np.generic) else NotImplemented

    return operate


UNARY: Final = tuple({**_TO_FRACTIONS, **_LIKE, **_TO_TRUTH})
BINARY: Final = tuple({**_BINARY, **_BINARY_TO_FRACTIONS, **_COMPARING})
METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    **{name: one(name) for name in UNARY},
    **{name: two(name) for name in BINARY},
    **{f"{name}_": in_place(name) for name in (*UNARY, *BINARY) if name not in _TO_TRUTH},
}
#: Operators by the names of their special methods.
_OPERATORS: Final = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}  # fmt: skip
_COMPARISONS: Final = ("eq", "ne", "lt", "le", "gt", "ge")
_ALONE: Final = {"neg": "neg", "invert": "bitwise_not", "abs": "abs", "pos": "positive"}


def _special(name: str, *, reverse: bool = False) -> Callable[[Any, Any], Any]:
    def operate(left: Any, right: Any) -> Any:
        if isinstance(right, np.ndarray):
            right = Tensor(left.machine, right, of_array(right))
        if not isinstance(right, (Tensor, *_NUMBERS)):
            # As with None: told from everything else.
            return NotImplemented if name not in {"eq", "ne"} else name == "ne"
        return operated(name, right, left) if reverse else operated(name, left, right)

    return operate


def add_operators() -> None:
    """Gives tensors their operators, so that built-in functions find them too."""
    for special, name in _OPERATORS.items():
        setattr(Tensor, f"__{special}__", _special(name))
        setattr(Tensor, f"__r{special}__", _special(name, reverse=True))
        setattr(Tensor, f"__i{special}__", augmented(name))
    for name in _COMPARISONS:
        setattr(Tensor, f"__{name}__", _special(name))
    for special, name in _ALONE.items():
        setattr(Tensor, f"__{special}__", one(name))
    # Comparisons take it away.
    setattr(Tensor, "__hash__", object.__hash__)  # noqa: B010


add_operators()
