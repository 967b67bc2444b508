"""NumPy of the closed world: real arrays, small ones, and of its functions those that only compute.

Here is what code may call, and calling it. Each call is looked at before it is made (`size_limits`), and paid for
after:

- its time by `operation_costs`, which knows each function and leaves some of them to `linear_algebra`, `fourier` and
  `sorting`; the numbers are in `prices`;
- its memory by `array_bytes`: the call itself, temporary arrays (`temporary_bytes`), and what is converted or aligned
  (`buffers`).

What is no function stands apart: types and switches (`dtypes`), objects that are indexed (`index_objects`), random
numbers (`random_numbers`).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.free_lists import bytes_of
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LIST, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Elementwise, Guarded, Kind
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Members, Module
from perfcast.trial.interpreter.stops import Lacking, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS, as_operand, check_cells, digit_runs
from perfcast.trial.libraries.numpy import dtypes as array_kinds
from perfcast.trial.libraries.numpy import index_objects as array_indices
from perfcast.trial.libraries.numpy import masked
from perfcast.trial.libraries.numpy import random_numbers as array_drawing
from perfcast.trial.libraries.numpy.array_bytes import allocated, besides
from perfcast.trial.libraries.numpy.buffers import operating, picking, storing
from perfcast.trial.libraries.numpy.index_objects import SPANNING, Indexed
from perfcast.trial.libraries.numpy.inner_loops import inner_loops
from perfcast.trial.libraries.numpy.linear_algebra import LINALG
from perfcast.trial.libraries.numpy.module_names import WRITTEN
from perfcast.trial.libraries.numpy.named_rows import time_of_rows
from perfcast.trial.libraries.numpy.nested_sequences import of_sequences
from perfcast.trial.libraries.numpy.operation_costs import (
    conversion,
    converted_arrays,
    function_work,
    operator_work,
    priced_as,
)
from perfcast.trial.libraries.numpy.prices import (
    ATTRIBUTE,
    ELEMENT,
    FOUND_NUMBER,
    INDEXED,
    LOOKED_AT,
    LOOPED_NUMBER,
    MASKED,
    NUMBER_OPERATOR,
    OF_ROWS,
    PART_OF_ROW,
    PICKING,
    STORED_NUMBER,
    TURNED,
    VIEW,
)
from perfcast.trial.libraries.numpy.rendering import array_written
from perfcast.trial.libraries.numpy.size_limits import check_room, flat
from perfcast.trial.libraries.numpy.stand_ins import stand_in
from perfcast.trial.libraries.numpy.strided import as_strided
from perfcast.trial.libraries.numpy.temporaries import fits
from perfcast.trial.libraries.pandas.elementwise import has_tables, unwrapped, wrapped
from perfcast.trial.libraries.torch.values import Tensor, as_array

_FUNCTIONS: Final = (
    *("abs", "absolute", "add", "all", "allclose", "amax", "amin", "any", "append", "arange", "arccos", "arcsin"),
    *("arctan", "arctan2", "argmax", "argmin", "argsort", "argwhere", "array", "array_equal", "array_split"),
    *("asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "average", "bincount", "bitwise_and"),
    *("bitwise_or", "bitwise_xor", "broadcast_to", "ceil", "clip", "column_stack", "compress", "concatenate"),
    *("convolve", "copy", "copysign", "copyto", "corrcoef", "correlate", "cos", "cosh", "count_nonzero", "cov"),
    *("cross", "cumprod", "cumsum", "deg2rad", "delete", "diag", "diagonal", "diff", "digitize", "divide", "dot"),
    *("dstack", "ediff1d", "einsum", "empty", "empty_like", "equal", "exp", "expand_dims", "expm1", "eye"),
    *("fabs", "fill_diagonal", "flatnonzero", "flip", "fliplr", "flipud", "floor", "floor_divide", "fmax"),
    *("fromiter", "fmin", "fmod", "full", "full_like", "gcd", "gradient", "greater", "greater_equal", "hanning"),
    *("heaviside", "histogram", "histogram2d", "hsplit", "hstack", "hypot", "identity", "in1d", "inner", "insert"),
    *("interp", "intersect1d", "invert", "isclose", "isfinite", "isin", "isinf", "isnan", "kron", "left_shift"),
    *("lexsort", "less", "less_equal", "linspace", "log", "log10", "log1p", "log2", "logaddexp", "logical_and"),
    *("logical_not", "logical_or", "logical_xor", "logspace", "matmul", "max", "maximum", "mean", "median"),
    *("argpartition", "degrees", "nanargmax", "nanargmin", "nanvar", "radians", "setxor1d", "float_power"),
    *("meshgrid", "min", "minimum", "mod", "moveaxis", "multiply", "nan_to_num", "nanmax", "nanmean"),
    *("nanmedian", "nanmin", "nanpercentile", "nanstd", "nansum", "ndim", "negative", "nonzero", "not_equal"),
    *("ones", "ones_like", "outer", "packbits", "pad", "partition", "percentile", "piecewise", "polyfit"),
    *("polyval", "positive", "power", "prod", "ptp", "quantile", "rad2deg", "real", "imag", "ravel"),
    *("reciprocal", "remainder", "repeat", "reshape", "right_shift", "rint", "roll", "rollaxis", "rot90"),
    *("round", "searchsorted", "select", "setdiff1d", "shape", "sign", "sin", "sinh", "size", "sort", "split"),
    *("sqrt", "square", "squeeze", "stack", "std", "subtract", "sum", "swapaxes", "take", "take_along_axis"),
    *("tan", "tanh", "tensordot", "tile", "trace", "transpose", "trapezoid", "tri", "tril", "tril_indices"),
    *("triu", "triu_indices", "true_divide", "trunc", "union1d", "unique", "unwrap", "vander", "var", "vdot"),
    *("vsplit", "vstack", "where", "zeros", "zeros_like"),
    *("angle", "apply_along_axis", "bartlett", "blackman", "broadcast_arrays", "cbrt", "choose", "conj", "conjugate"),
    *("asanyarray", "around", "arcsinh", "arccosh", "arctanh", "atleast_3d", "iscomplexobj", "nextafter", "spacing"),
    *(
        "asfortranarray",
        "can_cast",
        "diag_indices",
        "diag_indices_from",
        "divmod",
        "isfortran",
        "isrealobj",
        "ix_",
        "min_scalar_type",
        "modf",
    ),
    *("promote_types", "put_along_axis", "ravel_multi_index", "real_if_close", "require", "result_type"),
    *("tril_indices_from", "triu_indices_from", "unravel_index", "frombuffer", "broadcast_shapes"),
    *("exp2", "extract", "fromfunction", "hamming", "indices", "iscomplex", "isneginf", "isposinf", "isreal"),
    *("nancumsum", "nanprod", "place", "put", "resize", "signbit", "sinc", "sort_complex", "trim_zeros", "unpackbits"),
    *(
        "block",
        "diagflat",
        "fix",
        "lcm",
        "geomspace",
        "histogram_bin_edges",
        "i0",
        "kaiser",
        "nanquantile",
        "nancumprod",
    ),
    *("dsplit", "array_equiv", "may_share_memory", "shares_memory", "frexp", "ldexp", "logaddexp2", "bitwise_count"),
)
#: Other names of some of them.
_ALIASES: Final = frozenset(
    {"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "concat", "pow", "permute_dims"}
    | {"bitwise_left_shift", "bitwise_right_shift", "bitwise_invert"}
)
#: Modules that it holds.
_MODULES: Final = ("linalg", "fft", "random", "ma", "lib", "testing", "polynomial", "char", "strings", "version")
_VERSIONS: Final = ("version", "full_version", "short_version", "release")
#: They make the text of an array.
_SHOWING: Final = ("array2string", "array_repr", "array_str")
_OF_TEXTS_OF_ARRAYS: Final = frozenset({"precision", "separator", "suppress_small", "max_line_width", "prefix"})
#: Those that the installed NumPy has.
_HELD: Final = tuple(name for name in (*_FUNCTIONS, *_ALIASES) if hasattr(np, name))
#: Constants and types of numbers.
_KINDS: Final[Mapping[str, Any]] = (
    {name: getattr(np, name) for name in ("inf", "nan", "pi", "e", "newaxis", "ndarray", "_NoValue")}
    | {kind.__name__: kind for kind in np.sctypeDict.values() if issubclass(kind, np.number | np.bool_)}
    | {**array_kinds.KINDS}
)
_UFUNC_METHODS: Final = ("reduce", "accumulate", "outer", "at", "reduceat")
#: They call what they are given.
_CALLING: Final = frozenset({"apply_along_axis", "piecewise", "fromfunction"})
#: Names of operands of functions that tell them apart.
_OPERANDS: Final = frozenset({"a", "p", "v", "x", "element", "test_elements"})
_FFT: Final = (
    *("fft", "ifft", "rfft", "irfft", "fftfreq", "rfftfreq", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn"),
    *("fftshift", "ifftshift"),
)
#: Of arrays of texts: those that make no longer ones, but of what they put together.
_OF_TEXTS: Final = (
    *("add", "capitalize", "count", "endswith", "find", "isalnum", "isalpha", "isdecimal", "isdigit", "islower"),
    *("isnumeric", "isspace", "istitle", "isupper", "lower", "lstrip", "rfind", "rstrip", "startswith", "str_len"),
    *("strip", "swapcase", "title", "upper"),
)
_ATTRIBUTES: Final = frozenset({"shape", "size", "T", "dtype", "ndim", "real", "imag", "nbytes", "itemsize", "strides"})
#: The same of matrices alone, which sparse ones of SciPy's give.
_OF_MATRICES: Final = frozenset({"A", "A1"})
#: What an array of objects may be asked for.
_OF_OBJECTS: Final = frozenset({"shape", "size", "ndim", "dtype", "__getitem__"})
_METHODS: Final = frozenset(
    {"sum", "mean", "std", "var", "min", "max", "argmin", "argmax", "sort", "argsort", "cumsum", "cumprod", "astype"}
    | {"copy", "reshape", "ravel", "flatten", "tolist", "clip", "dot", "transpose", "round", "any", "all", "nonzero"}
    | {"take", "swapaxes", "diagonal", "trace", "prod", "squeeze", "conj", "ptp", "searchsorted", "item", "fill"}
    | {"repeat", "partition", "argpartition", "choose", "compress", "conjugate", "bit_length", "tobytes", "is_integer"}
    | {"__len__", "view"}
)
#: How often an argument of a function of NumPy's is referred to that nobody else has; the same beside what is given by
#: name, when Python hands on references of its own; and the receiver of a method.
_ONLY_ARGUMENT: Final = counted(5, lent=4)
_ONLY_BESIDE_NAMES: Final = counted(7, lent=6)
_ONLY_RECEIVER: Final = counted(4, lent=3)
#: Digits of a number in a text, which may be a data type's width.
_MOST_DIGITS: Final = 3


def refuse_objects(*values: Any) -> None:
    """What NumPy makes of objects takes as long as they please. Raises Unsupported."""
    if any(isinstance(value, np.ndarray) and value.dtype.hasobject for value in values):
        raise Unsupported("an array of objects")


def array_attribute(machine: Machine, value: Any, name: str) -> Any:
    """What stands behind an array's dot.

    Raises:
        Lacking: arrays, or numbers of theirs, have no such thing.
        Unsupported: it is not known.
    """
    if name == "tolist" and value.dtype.hasobject:
        return Guarded(lambda: machine.made(value.tolist()))
    if name not in _OF_OBJECTS:
        refuse_objects(value)
    if (
        name in _ATTRIBUTES
        or (name in _OF_MATRICES and isinstance(value, np.matrix))
        or (name == "flat" and isinstance(value, np.ndarray) and value.flags.c_contiguous)
    ):
        machine.counts.native += ATTRIBUTE
        # What is done with elements in a row is done with those of a view that has them so.
        return value.reshape(-1) if name == "flat" else getattr(value, name)
    if name in _OPERATORS:
        return Guarded(partial(_OPERATORS[name], machine, value))
    if name == "flags":
        return array_kinds.flags_of(machine, value)
    if not hasattr(value, name):
        raise Lacking(f"'{type(value).__module__}.{type(value).__name__}' object has no attribute '{name}'")
    if name not in _METHODS:
        raise Unsupported(f"ndarray.{name}")
    method = getattr(value, name)
    return Guarded(lambda *args, **kwargs: array_call(machine, method, args, kwargs, name, value))


def _divided(machine: Machine, value: Any, other: Any) -> Any:
    """As the operator's method, by which NumPy's own code divides."""
    if not isinstance(other, np.ndarray | np.number | int | float):
        raise Unsupported("ndarray.__truediv__")
    return array_call(machine, np.true_divide, (value, other), {}, "true_divide")


def picked(machine: Machine, array: Any, place: Any) -> Any:
    """What an index gives: a view, or a copy of the elements that a mask or other array names."""
    parts = place if isinstance(place, tuple) else (place,)
    named = [part for part in parts if isinstance(part, np.ndarray | list)]
    if named and max(map(np.size, named)) * (array.size // max(1, len(array)) if array.ndim else 1) > MOST_CELLS:
        raise Unsupported("an array too large")
    found = array[place]
    if not isinstance(found, np.ndarray):
        machine.scalar(FOUND_NUMBER)
        return machine.made(found)
    if not named:
        machine.array(0, VIEW, 0.0)
        return found
    # Of each row some: they are copied one by one.
    axes = [part for part in parts if part is not None and part is not ...]
    by_columns = len(axes) == array.ndim > len(named) and axes[-1] is named[-1]
    rows = time_of_rows(array, parts, found.size) + (OF_ROWS * found.size if by_columns else 0.0)
    machine.array(found.size, PICKING, _picking(named, found.size) + rows)
    machine.briefly(allocated(found) + picking(array, place, machine.buffered))
    # Places that were made for this alone are there until it is done.
    return machine.made_of(found, (array, *(part for part in named if isinstance(part, np.ndarray))))


def _picking(named: list[Any], found: int) -> float:
    """Nanoseconds of going through what names places, and copying `found` elements there."""
    longest = max(named, key=np.size)
    if getattr(longest, "dtype", None) == np.bool_:
        places = float(np.count_nonzero(longest))
        flat = np.ravel(longest)
        turns = float(np.count_nonzero(flat[1:] != flat[:-1]))
        looked_at = LOOKED_AT * longest.size + TURNED * turns
        return float(looked_at + MASKED * places + ELEMENT * max(0.0, found - places))
    converted = sum(map(conversion, named))
    return float(converted + INDEXED * _places_named(named) * len(named) + ELEMENT * found)


def _places_named(named: list[Any]) -> int:
    """How many places several arrays name together, masks among them; those of the largest where they do not fit."""
    shapes = [np.shape(np.nonzero(one)[0] if getattr(one, "dtype", None) == np.bool_ else one) for one in named]
    try:
        return prod(np.broadcast_shapes(*shapes))
    except ValueError:
        return int(max(map(np.size, named)))


def elements_of(machine: Machine, array: Any) -> Iterator[Any]:
    """An array's elements, or its rows, one by one."""
    for item in array:
        if isinstance(item, np.ndarray):
            machine.array(0, VIEW, 0.0)
        else:
            machine.scalar(LOOPED_NUMBER)
        yield item


def _storing(array: Any, place: Any, value: Any) -> tuple[int, float, float]:
    """Of an assignment to a place of an array: elements, nanoseconds of the call and of the elements."""
    parts = place if isinstance(place, tuple) else (place,)
    named = [part for part in parts if isinstance(part, np.ndarray | list)]
    if named:
        rows = max(1, len(array)) if array.ndim else 1
        stored = max(map(np.size, named)) * max(1, array.size // rows if not isinstance(place, tuple) else 1)
        is_mask = not isinstance(place, tuple) and getattr(named[0], "dtype", None) == np.bool_
        copied = int(np.count_nonzero(place)) * (array.size // max(1, np.size(place))) if is_mask else stored
        whole_rows = time_of_rows(array, parts, min(copied, array.size))
        return stored, PICKING, _picking(named, min(stored, array.size)) + whole_rows
    into = array[place]
    stored = int(np.size(into))
    if stored == 1:
        return 1, 0.0, STORED_NUMBER
    of = [value] if isinstance(value, np.ndarray) and value.ndim <= into.ndim else []
    turns = inner_loops([into, *of], into.shape) - 1.0 if stored else 0.0
    return stored, 2 * VIEW, ELEMENT * stored + PART_OF_ROW * turns


def put_into(machine: Machine, array: Any, place: Any, value: Any) -> None:
    """Pays for an assignment to a place of an array."""
    elements, call, work = _storing(array, place, value)
    machine.array(elements, call, work + conversion(value))
    machine.briefly(storing(array, place, value, machine.buffered) if call else 0)


def _put(machine: Machine, array: Any, place: Any, value: Any) -> None:
    """What ``array.__setitem__`` does."""
    value = _argument(machine, value)
    refuse_objects(value)
    put_into(machine, array, place, value)
    machine.changes(array)
    array[place] = value


def compared(machine: Machine, compare: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """A comparison with an array, or with one of its numbers."""
    if not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray):
        machine.scalar(NUMBER_OPERATOR)
        return compare(left, right)
    left, right = as_operand(machine, left), as_operand(machine, right)
    refuse_objects(left, right)
    check_cells(left, right)
    found = compare(left, right)
    machine.array(int(np.size(found)), *operator_work(ast.Gt, left, right, found))
    if isinstance(found, np.ndarray):
        machine.briefly(allocated(found) + operating((left, right), found, machine.buffered))
    are_alone = (
        sys.getrefcount(left) <= _COMPARED + machine.references(left),
        sys.getrefcount(right) <= _COMPARED + machine.references(right),
    )
    machine.made_of(found, (left, right))
    for operand, is_alone in zip((left, right), are_alone, strict=True):
        if is_alone and isinstance(operand, np.ndarray):
            # It is gone before the result is used.
            machine.aside_of(operand, allocated(operand))
    return found


#: Functions that pass on what they are given by name to an array's method.
_PASSING_ON: Final = frozenset(
    {"round", "around", "clip", "cumsum", "cumprod", "argsort", "argpartition", "argmax", "argmin", "repeat", "tile"}
    | {"searchsorted", "take", "compress", "choose", "pad", "median", "roll"}
)
#: Places that functions leave behind which are written in Python, and those that call methods: of tuples of what they
#: are given, and dictionaries of what they are given by name.
_GIVEN_ON: Final = (TABLE, TABLE, 1)
_REDUCING: Final = frozenset({"sum", "prod", "max", "min", "amax", "amin", "any", "all", "mean"})
_LEAVING: Final[dict[str, tuple[int, ...]]] = {
    **dict.fromkeys(("ravel", "copy", "empty_like", "squeeze", "shape", "size", "ndim", "where"), (1,)),
    **dict.fromkeys(("nonzero", "swapaxes"), _GIVEN_ON),
    **dict.fromkeys(("zeros_like", "full_like", "ones_like"), (TABLE, 1, 1)),
    **{"transpose": (*_GIVEN_ON, 1), "reshape": (*_GIVEN_ON, 1, KEYS, KEYS), "expand_dims": (*_GIVEN_ON, 1)},
    **dict.fromkeys(_REDUCING, (*_GIVEN_ON, KEYS, KEYS, 4)),
    **{"flip": (1, 1), "atleast_1d": (1, 1), "atleast_2d": (1, 1, LIST), "atleast_3d": (1, 1, LIST)},
}
#: References to an operand that only the expression holds, where it is compared, and where its sign is changed.
_COMPARED: Final = counted(3, lent=2)
_NEGATED: Final = counted(3, lent=1)


def negated(machine: Machine, run: Callable[[Any], Any], array: Any) -> Any:
    """An operator with one array as its only operand."""
    refuse_objects(array)
    found = run(array)
    if not isinstance(found, np.ndarray):
        return found
    machine.array(found.size, *operator_work(ast.USub, array, None, found))
    if sys.getrefcount(array) <= _NEGATED + machine.references(array) and fits(machine, array, found):
        return machine.made_over(found, ())
    machine.briefly(allocated(found) + operating((array,), found, machine.buffered))
    is_alone = sys.getrefcount(array) <= _NEGATED + machine.references(array)
    machine.made_of(found, (array,))
    if is_alone:
        machine.aside_of(array, allocated(array))
    return found


def array_call(
    machine: Machine,
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    name: str,
    receiver: Any = None,
) -> Any:
    """Calls one of NumPy's functions, or a method of the array `receiver`.

    Raises:
        Unsupported: what it would make is too large, or is not made of numbers.
    """
    # What was made for this call alone is gone after it.
    only = _ONLY_BESIDE_NAMES if kwargs else _ONLY_ARGUMENT
    alone = [
        value
        for value in args
        if type(value) is np.ndarray and sys.getrefcount(value) <= only + machine.references(value)
    ]
    if type(receiver) is np.ndarray and sys.getrefcount(receiver) <= _ONLY_RECEIVER + machine.references(receiver):
        alone.append(receiver)
    for value in (*args, *kwargs.values()):
        if isinstance(value, list | tuple):
            check_nesting(value)
    if has_tables((*args, *kwargs.values())):
        plain = {key: unwrapped(value) for key, value in kwargs.items()}
        result = array_call(machine, function, tuple(map(unwrapped, args)), plain, name, receiver)
        return wrapped(result, args) if isinstance(function, np.ufunc) else result
    if any(isinstance(value, Tensor) for value in flat((*args, *kwargs.values()))):
        args = (_of_tensor(name, args),)
    arrays = [value for value in flat((receiver, *args, *kwargs.values())) if isinstance(value, np.ndarray)]
    refuse_objects(*arrays)
    taken = args if receiver is None else (receiver, *args)
    check_room(name, taken, kwargs, arrays, elementwise=isinstance(function, np.ufunc))
    _check_texts((*args, *kwargs.values()))
    if name in _CALLING:
        args = tuple([_called(machine, value) for value in args])
        kwargs = {key: value if key == "dtype" else _called(machine, value) for key, value in kwargs.items()}
    given = [_argument(machine, arg) for arg in args]
    found = function(*given, **{key: _argument(machine, value) for key, value in kwargs.items()})
    parts = found if isinstance(found, tuple | list) else (found,)
    for part in parts:
        if isinstance(part, np.ndarray) and (part.dtype.hasobject or part.size > MOST_CELLS):
            raise Unsupported("an array of objects, or too large a one")
    elements = sum(array.size for array in arrays) + sum(int(np.size(part)) for part in parts[:8])
    # Prices look for operands by their places.
    given += [_argument(machine, value) for key, value in kwargs.items() if key in _OPERANDS]
    is_method = receiver is not None
    same = priced_as(name, given, kwargs)
    converted = converted_arrays(name, given)
    operands = [*arrays, *converted]
    work = function_work(
        same,
        operands,
        given,
        kwargs,
        parts,
        elementwise=isinstance(function, np.ufunc),
        method=is_method,
        whole=machine.whole,
    )
    aside = sum(map(allocated, converted))
    # Some functions give what they are given.
    new = [part for part in parts if isinstance(part, np.ndarray) and all(part is not one for one in operands)]
    held = sum(allocated(part, [*operands, *new[:place]]) for place, part in enumerate(new))
    with_call = besides(
        same,
        operands,
        given,
        kwargs,
        parts,
        method=is_method,
        elementwise=isinstance(function, np.ufunc),
        buffered=machine.buffered,
    )
    leaving = () if is_method else (1,) if _is_of_one(function) else _LEAVING.get(name, ())
    if name in _REDUCING:
        # They are among what such a call takes besides.
        machine.passes(*leaving)
        with_call = max(0, with_call - bytes_of(leaving))
    # Tuples that become records with names are their elements.
    are_records = any(isinstance(part, np.ndarray) and part.dtype.names for part in parts)
    machine.briefly(aside + held + with_call + (0 if are_records else of_sequences(same, given)))
    if not arrays and not isinstance(found, np.ndarray | tuple | list):
        machine.counts.native += sum(work)
        return machine.made(found)
    machine.array(elements, *work)
    machine.made_of(found, arrays)
    if not is_method and same in _PASSING_ON:
        machine.spares_names()
    machine.passes(*leaving)
    _let_go(machine, alone, parts)
    return found


def _let_go(machine: Machine, alone: Sequence[Any], parts: Sequence[Any]) -> None:
    """Notes that arrays are gone that were made for a call alone, but for those that its results are views of."""
    for value in alone:
        if not any(isinstance(part, np.ndarray) and np.may_share_memory(part, value) for part in parts):
            # Elements of small arrays were not counted, see `CACHED`.
            machine.aside_of(value, allocated(value))


def _is_of_one(function: Any) -> bool:
    """Whether it is one of the functions of all elements that take one array, in a tuple."""
    return isinstance(function, np.ufunc) and function.nin == 1


def _of_tensor(name: str, args: tuple[Any, ...]) -> Any:
    """The elements of the only argument; of others NumPy would not know how large what they say is."""
    if name not in {"array", "asarray", "asanyarray"} or len(args) != 1 or not isinstance(args[0], Tensor):
        raise Unsupported("a tensor among arrays")
    return as_array(args[0])


def _called(machine: Machine, value: Any) -> Any:
    return [guarded(machine, one) for one in value] if isinstance(value, list | tuple) else guarded(machine, value)


def _argument(machine: Machine, value: Any) -> Any:
    if isinstance(value, Iterator):
        return list(machine.counted(value))
    if isinstance(value, range):
        machine.pass_over(len(value))
        return value
    if isinstance(value, Foreign):
        return value.as_array()
    if isinstance(value, Instance | Class):
        raise Unsupported("an array of objects")
    return value


def _check_texts(values: tuple[Any, ...]) -> None:
    """A data type may be given as a text or a tuple, and may be wide."""
    for value in values:
        if isinstance(value, str) and any(len(run) > _MOST_DIGITS for run in digit_runs(value)):
            raise Unsupported("a wide data type")
        if isinstance(value, tuple) and any(isinstance(part, type | str) for part in value):
            raise Unsupported("a data type with parts")


def members(machine: Machine, module: Callable[[str], Module]) -> Members:
    """What the module ``numpy`` holds.

    Args:
        module: gives a module by its name.
    """
    others: dict[str, Callable[[], Any]] = {
        **{name: partial(module, f"numpy.{name}") for name in _MODULES},
        **{name: partial(_followed, module, name) for name in WRITTEN},
        **{name: partial(_writing, machine, name) for name in _SHOWING},
        "vectorize": lambda: Guarded(
            lambda function, **_: Guarded(
                lambda *args: array_call(machine, np.vectorize(guarded(machine, function)), args, {}, "vectorize")
            )
        ),
        "typecodes": lambda: dict(np.typecodes),
        "ufunc": lambda: Kind(Elementwise, _not_made),
        **{name: partial(Indexed, machine, name) for name in SPANNING},
        **array_indices.members(machine),
        **array_kinds.members(machine),
    }

    def made(name: str) -> Any:
        if name in others:
            return others[name]()
        if name in _KINDS:
            return _KINDS[name]
        function = getattr(np, name)
        return _function(machine, function, function.__name__ if name in _ALIASES else name)

    return Members([*others, *_KINDS, *_HELD], made, partial(hasattr, np), stand_in)


def _followed(module: Callable[[str], Module], name: str) -> Any:
    """Raises Unsupported where NumPy's source is not at hand."""
    return module(WRITTEN[name]).get(name)


def _writing(machine: Machine, name: str) -> Guarded:
    """What makes an array's text, by plain options alone."""
    function = getattr(np, name)

    def write(array: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(array, np.ndarray) or args or not kwargs.keys() <= _OF_TEXTS_OF_ARRAYS:
            raise Unsupported(f"numpy.{name} as it is called")
        writing = array_written(array)
        machine.schedules(writing.time)
        text: str = function(array, *args, **kwargs)
        machine.briefly(int(writing.beside) + sys.getsizeof(text))
        machine.copies(text)
        return machine.made(text)

    return Guarded(write)


def _guarded(machine: Machine, owner: Any, names: Collection[str]) -> Members:
    return Members(names, lambda name: _function(machine, getattr(owner, name), name))


def _not_made(*_: Any, **__: Any) -> Any:
    raise Unsupported("numpy.ufunc")


def _function(machine: Machine, function: Any, name: str) -> Guarded:
    def call(*args: Any, **kwargs: Any) -> Any:
        return array_call(machine, function, args, kwargs, name)

    if isinstance(function, np.ufunc):
        return Elementwise(call, _guarded(machine, function, _UFUNC_METHODS))
    return Guarded(call)


def _linalg(machine: Machine) -> MutableMapping[str, Any]:
    return {**_guarded(machine, np.linalg, LINALG), "LinAlgError": np.linalg.LinAlgError}


#: Operators that may be called by their methods' names.
_OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {
    "__getitem__": picked,
    "__setitem__": _put,
    "__truediv__": _divided,
}
#: What makes the members of the modules that NumPy has in turn, by their whole names.
MODULES: Final[Mapping[str, Callable[[Machine], MutableMapping[str, Any]]]] = {
    "numpy.linalg": _linalg,
    "numpy.fft": lambda machine: _guarded(machine, np.fft, _FFT),
    "numpy.random": lambda machine: array_drawing.members(machine, partial(_guarded, machine)),
    **dict.fromkeys(("numpy.char", "numpy.strings"), lambda machine: _guarded(machine, np.char, _OF_TEXTS)),
    "numpy.version": lambda _: {name: getattr(np.version, name) for name in _VERSIONS},
    "numpy.ma": lambda machine: masked.members(machine, array_call),
    "numpy.lib.stride_tricks": lambda machine: {
        **_guarded(machine, np.lib.stride_tricks, ("sliding_window_view",)),
        "as_strided": Guarded(partial(as_strided, machine)),
    },
}
