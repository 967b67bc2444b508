"""``scipy.ndimage``: filters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native, window_cells

#: What NumPy calls the same way of going on beyond an edge.
_MODES: Final[Mapping[str, Any]] = {
    "reflect": "symmetric",
    "nearest": "edge",
    "mirror": "reflect",
    "wrap": "wrap",
    "constant": "constant",
}
_MOST_WIDTH: Final = 1_000
_TRUNCATED: Final = 4.0
#: Elements of lines that are filtered at a time, at most, and bytes of a number.
_BLOCK: Final = 30_000.0
_WIDE: Final = 8


def _gaussian_weights(sigma: float, order: int, truncate: float) -> Any:
    if order:
        raise Unsupported("a derivative of a Gaussian")
    half = int(truncate * sigma + 0.5)
    places = np.arange(-half, half + 1)
    weights = np.exp(-0.5 / (sigma * sigma) * places**2)
    return weights / weights.sum()


def _weighted(values: Any, weights: Any, axis: int, mode: Any, cval: Any) -> Any:
    """Along one axis."""
    length = len(weights)
    padded = _padded(values, axis, length // 2, (length - 1) // 2, mode, cval)
    return np.lib.stride_tricks.sliding_window_view(padded, length, axis=axis) @ weights


def _padded(values: Any, axis: int, before: int, behind: int, mode: Any, cval: Any) -> Any:
    if mode not in _MODES:
        raise ValueError("boundary mode not supported")
    wide = [(before, behind) if one == axis else (0, 0) for one in range(values.ndim)]
    if mode == "constant":
        return np.pad(values, wide, constant_values=cval)
    return np.pad(values, wide, mode=_MODES[mode])


def _kind(values: Any) -> Any:
    if values.dtype.kind == "c":
        raise Unsupported("complex numbers")
    return values.dtype


def _of_axes(value: Any, count: int) -> list[Any]:
    """One for each axis. Raises RuntimeError for another number of them."""
    found = list(value) if np.ndim(value) else [value] * count
    if len(found) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return found


def _gaussian(
    input: Any,
    sigma: Any,
    order: Any = 0,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    truncate: Any = _TRUNCATED,
) -> Any:
    values = np.asarray(input)
    _check_output(output)
    found = values.astype(np.float64)
    for axis, one in enumerate(_of_axes(sigma, values.ndim)):
        if one > 1e-15:
            found = _weighted(found, _gaussian_weights(float(one), order, truncate), axis, mode, cval)
    return found.astype(_kind(values))


def _gaussian_1d(
    input: Any,
    sigma: Any,
    axis: Any = -1,
    order: Any = 0,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    truncate: Any = _TRUNCATED,
) -> Any:
    values = np.asarray(input)
    _check_output(output)
    weights = _gaussian_weights(float(sigma), order, truncate)
    return _weighted(values.astype(np.float64), weights, int(axis) % values.ndim, mode, cval).astype(_kind(values))


def _uniform(
    input: Any, size: Any = 3, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:
    values = np.asarray(input)
    _check_output(output)
    if origin != 0:
        raise Unsupported("a window that is moved")
    found = values.astype(np.float64)
    for axis, one in enumerate(_of_axes(size, values.ndim)):
        found = _weighted(found, np.full(int(one), 1.0 / int(one)), axis, mode, cval)
    return found.astype(_kind(values))


def _uniform_1d(
    input: Any, size: Any, axis: Any = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:
    values = np.asarray(input)
    _check_output(output)
    if origin != 0:
        raise Unsupported("a window that is moved")
    weights = np.full(int(size), 1.0 / int(size))
    return _weighted(values.astype(np.float64), weights, int(axis) % values.ndim, mode, cval).astype(_kind(values))


def _check_output(output: Any) -> None:
    if output is not None:
        raise Unsupported("an output that is given")


def _ranked(name: str) -> Any:
    runs: dict[str, Any] = {"median_filter": _middle, "maximum_filter": np.max, "minimum_filter": np.min}

    def found(
        input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0
    ) -> Any:
        values = np.asarray(input)
        _check_output(output)
        if footprint is not None or size is None:
            raise Unsupported("a footprint")
        sizes = [int(one) for one in _of_axes(size, values.ndim)]
        padded = values
        for axis, one in enumerate(sizes):
            padded = _padded(padded, axis, one // 2, (one - 1) // 2, mode, cval)
        views = np.lib.stride_tricks.sliding_window_view(padded, sizes)
        return runs[name](views.reshape(*values.shape, -1), axis=-1).astype(_kind(values))

    return found


def _ranked_1d(name: str) -> Any:
    """The same along one axis alone."""
    of_all = _ranked(name)

    def found(
        input: Any,
        size: Any,
        axis: Any = -1,
        output: Any = None,
        mode: Any = "reflect",
        cval: Any = 0.0,
        origin: Any = 0,
    ) -> Any:
        values = np.asarray(input)
        if origin != 0:
            raise Unsupported("a window that is moved")
        sizes = [1] * values.ndim
        sizes[int(axis)] = int(size)
        return of_all(values, sizes, output=output, mode=mode, cval=cval)

    return found


def _middle(values: Any, axis: int) -> Any:
    """The upper one of two."""
    return np.sort(values, axis=axis)[..., values.shape[-1] // 2]


def _gaussian_steps(arguments: Arguments) -> float:
    sigmas = np.atleast_1d(np.asarray(arguments["sigma"], dtype=np.float64))
    values = np.asarray(arguments["input"])
    widths = 2.0 * np.abs(sigmas) * float(arguments["truncate"]) + 1.0
    times = 1.0 if len(sigmas) > 1 or "axis" in arguments else float(values.ndim)
    return float(values.size * widths.sum() * times) if widths.max() <= _MOST_WIDTH else math.inf


def _box_steps(arguments: Arguments) -> float:
    """Of sums that go along with the window. The closed world adds each anew."""
    sizes = np.atleast_1d(np.asarray(arguments["size"], dtype=np.float64))
    if sizes.min() < 1:
        raise RuntimeError("incorrect filter size")
    if sizes.max() > _MOST_WIDTH:
        return math.inf
    return float(np.size(arguments["input"]) * max(1, np.ndim(arguments["input"])))


def _lines(arguments: Arguments, machine: Machine) -> float:
    """Bytes of lines that are filtered at a time, and of what they become: a few in a block, one at least."""
    values = np.asarray(arguments["input"])
    block = min(_BLOCK**machine.share, float(values.size))
    return float(2.1 * _WIDE * max(float(max(values.shape, default=1)), block))


def _convolved(
    input: Any, weights: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:
    kernel = np.asarray(weights, dtype=np.float64)
    return _correlated(input, kernel[(slice(None, None, -1),) * kernel.ndim], output, mode, cval, origin, turned=True)


def _correlated(
    input: Any,
    weights: Any,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    turned: bool = False,
) -> Any:
    values, kernel = np.asarray(input), np.asarray(weights, dtype=np.float64)
    _check_output(output)
    if np.any(origin) or kernel.ndim != values.ndim:
        raise Unsupported("a window that is moved")
    padded = values.astype(np.float64)
    for axis, one in enumerate(kernel.shape):
        before, behind = (one // 2, (one - 1) // 2) if not turned else ((one - 1) // 2, one // 2)
        padded = _padded(padded, axis, before, behind, mode, cval)
    views = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape)
    return np.tensordot(views, kernel, axes=kernel.ndim).astype(_kind(values))


def _sloped(input: Any, axis: Any = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """As ``sobel``."""
    values = np.asarray(input)
    _check_output(output)
    along = int(axis) % max(1, values.ndim)
    found = _weighted(values.astype(np.float64), np.array([-1.0, 0.0, 1.0]), along, mode, cval)
    for other in range(values.ndim):
        if other != along:
            found = _weighted(found, np.array([1.0, 2.0, 1.0]), other, mode, cval)
    return found.astype(_kind(values))


def _bent(input: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """As ``laplace``."""
    values = np.asarray(input)
    _check_output(output)
    wide = values.astype(np.float64)
    found = sum(_weighted(wide, np.array([1.0, -2.0, 1.0]), axis, mode, cval) for axis in range(values.ndim))
    return np.asarray(found).astype(_kind(values))


def _steep(input: Any, sigma: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """As ``gaussian_gradient_magnitude``, nearly: slopes of what is smoothed."""
    smooth = _gaussian(input, sigma, 0, output, mode, cval)
    slopes = np.gradient(smooth.astype(np.float64))
    return np.sqrt(sum(one**2 for one in (slopes if isinstance(slopes, list | tuple) else [slopes]))).astype(
        smooth.dtype
    )


def _kernel_steps(arguments: Arguments) -> float:
    return float(np.size(arguments["input"]) * np.size(arguments["weights"]))


def _steep_steps(arguments: Arguments) -> float:
    return _gaussian_steps({**arguments, "truncate": _TRUNCATED})


def _window_steps(arguments: Arguments) -> float:
    size, values = arguments["size"], np.asarray(arguments["input"])
    if size is None:
        return float(values.size)
    return values.size * max(1.0, window_cells(size, values.ndim))


FUNCTIONS: Final[Mapping[str, Native]] = {
    "gaussian_filter": Native(_gaussian, _gaussian_steps, beside=_lines),
    "gaussian_filter1d": Native(_gaussian_1d, _gaussian_steps, beside=_lines),
    "gaussian_gradient_magnitude": Native(_steep, _steep_steps, here=8, beside=_lines),
    "uniform_filter": Native(_uniform, _box_steps, here=100, beside=_lines),
    "uniform_filter1d": Native(_uniform_1d, _box_steps, here=100, beside=_lines),
    "sobel": Native(_sloped, beside=_lines),
    "laplace": Native(_bent, beside=_lines),
    "convolve": Native(_convolved, _kernel_steps, here=8),
    "correlate": Native(_correlated, _kernel_steps, here=8),
    "median_filter": Native(_ranked("median_filter"), _window_steps, here=20),
    **{
        name: Native(_ranked(name), _window_steps, here=20, beside=_lines)
        for name in ("maximum_filter", "minimum_filter")
    },
    **{
        f"{name}1d": Native(_ranked_1d(name), _box_steps, here=20, beside=_lines)
        for name in ("maximum_filter", "minimum_filter")
    },
}
