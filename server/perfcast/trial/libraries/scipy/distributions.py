"""Distributions of ``scipy.stats`` with location and scale only."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native, called, each, natives, plain
from perfcast.trial.libraries.scipy.prices import FROZEN
from perfcast.trial.libraries.scipy.special import normal_quantile, normal_share

_IN_PYTHON: Final = 700.0


class Standard(NamedTuple):
    """A distribution at nothing whose scale is one.

    Attributes:
        log_density, share, quantile: of an array of numbers.
        drawn: numbers of it, from a source and a shape.
        figures: mean, variance, median and entropy.
    """

    log_density: Callable[[Any], Any]
    share: Callable[[Any], Any]
    quantile: Callable[[Any], Any]
    drawn: Callable[[Any, Any], Any]
    figures: Mapping[str, float]


def _within(values: Any, inside: Any) -> Any:
    return np.where((values >= 0.0) & (values <= 1.0), inside, np.nan)


STANDARDS: Final[Mapping[str, Standard]] = {
    "norm": Standard(
        lambda x: -x * x / 2.0 - math.log(2.0 * math.pi) / 2.0,
        partial(each, normal_share),
        partial(each, normal_quantile),
        lambda source, size: source.standard_normal(size),
        {"mean": 0.0, "var": 1.0, "median": 0.0},
    ),
    "uniform": Standard(
        lambda x: np.where((x >= 0.0) & (x <= 1.0), 0.0, -np.inf),
        lambda x: np.clip(x, 0.0, 1.0),
        lambda q: _within(q, q),
        lambda source, size: source.uniform(size=size),
        {"mean": 0.5, "var": 1.0 / 12.0, "median": 0.5},
    ),
    "expon": Standard(
        lambda x: np.where(x >= 0.0, -x, -np.inf),
        lambda x: np.where(x > 0.0, -np.expm1(-x), 0.0),
        lambda q: _within(q, -np.log1p(-q)),
        lambda source, size: source.standard_exponential(size),
        {"mean": 1.0, "var": 1.0, "median": math.log(2.0)},
    ),
}


def _of_values(run: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """A function of values that are brought to nothing and one first."""

    def found(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
        values = (np.asarray(x, dtype=np.float64) - loc) / scale
        return plain(np.where(np.asarray(scale) > 0.0, run(values, scale), np.nan))

    return found


def _of_shares(run: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function of parts of the whole."""

    def found(q: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
        return plain(np.asarray(run(np.asarray(q, dtype=np.float64))) * scale + loc)

    return found


def _drawn(standard: Standard, loc: Any = 0.0, scale: Any = 1.0, size: Any = 1, random_state: Any = None) -> Any:
    if np.ndim(loc) or np.ndim(scale):
        raise Unsupported("draws of several distributions")
    found = standard.drawn(np.random.RandomState(0), size) * scale + loc
    return float(found[0]) if type(size) is int and size == 1 else found


def _count(arguments: Arguments) -> float:
    size = arguments["size"]
    return float(np.prod(np.abs(np.asarray(size if size is not None else 1, dtype=np.float64))))


def _figure(standard: Standard, name: str, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    if name == "std":
        return plain(np.sqrt(standard.figures["var"]) * np.asarray(scale, dtype=np.float64))
    if name == "var":
        return plain(standard.figures["var"] * np.asarray(scale, dtype=np.float64) ** 2)
    return plain(standard.figures[name] * np.asarray(scale, dtype=np.float64) + loc)


def _between(standard: Standard, confidence: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    outside = (1.0 - np.asarray(confidence, dtype=np.float64)) / 2.0
    ends = (standard.quantile(outside), standard.quantile(1.0 - outside))
    return tuple(plain(np.asarray(end) * scale + loc) for end in ends)


def _methods(of: Standard) -> dict[str, Native]:
    return {
        "pdf": Native(_of_values(lambda x, scale: np.exp(of.log_density(x)) / scale)),
        "logpdf": Native(_of_values(lambda x, scale: of.log_density(x) - np.log(scale))),
        "cdf": Native(_of_values(lambda x, _: of.share(x)), here=_IN_PYTHON),
        "logcdf": Native(_of_values(lambda x, _: np.log(of.share(x))), here=_IN_PYTHON),
        "sf": Native(_of_values(lambda x, _: _rest(of, x)), here=_IN_PYTHON),
        "logsf": Native(_of_values(lambda x, _: np.log(_rest(of, x))), here=_IN_PYTHON),
        "ppf": Native(_of_shares(of.quantile), here=_IN_PYTHON),
        "isf": Native(_of_shares(lambda q: of.quantile(1.0 - q)), here=_IN_PYTHON),
        "interval": Native(partial(_between, of), here=_IN_PYTHON),
        "rvs": Native(partial(_drawn, of), _count, here=20),
        **{name: Native(partial(_figure, of, name)) for name in ("mean", "var", "std", "median")},
    }


def _rest(of: Standard, values: Any) -> Any:
    """What lies above; exact far out where the distribution is the same on both sides."""
    return of.share(-values) if of.figures["mean"] == 0.0 else 1.0 - of.share(values)


_METHODS: Final = {name: _methods(standard) for name, standard in STANDARDS.items()}


def members(machine: Machine) -> dict[str, Any]:
    """The distributions, which may be called for a frozen one."""
    return {
        name: Guarded(partial(_frozen, machine, name), natives(machine, name, methods))
        for name, methods in _METHODS.items()
    }


def _frozen(machine: Machine, name: str, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """A distribution with a place and a scale."""
    machine.pay(FROZEN.call * 1e3)

    def method(key: str, native: Native) -> Guarded:
        def run(*args: Any, **kwargs: Any) -> Any:
            return called(machine, f"{name}.{key}", native, args, {**kwargs, "loc": loc, "scale": scale})

        return Guarded(run)

    found = Guarded(_uncalled, {key: method(key, one) for key, one in _METHODS[name].items()}, nbytes=int(FROZEN.aside))
    return machine.grown(found, int(FROZEN.aside))


def _uncalled(*_: Any, **__: Any) -> Any:
    raise TypeError("not callable")
