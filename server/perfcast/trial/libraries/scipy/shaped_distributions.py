"""``scipy.stats``: distributions with shape parameters, discrete ones, kernel density estimates."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy import noncentral
from perfcast.trial.libraries.scipy.function_calls import Native, called, natives, plain, taken
from perfcast.trial.libraries.scipy.incomplete_beta import incomplete_beta, incomplete_gamma
from perfcast.trial.libraries.scipy.prices import FROZEN
from perfcast.trial.libraries.scipy.roots import by_curves
from perfcast.trial.libraries.scipy.special import normal_share

#: What an element takes here, and where it is looked for; how near a number is found, in how many turns at most.
_IN_PYTHON: Final = 3_000.0
_LOOKED_FOR: Final = 50_000.0
#: Terms of a noncentral distribution, about.
_SUMMED: Final = 40
_NEAR: Final = 1e-12
_MOST: Final = 200
#: Nanoseconds of making an estimate of a density, and of each number of the sample; of a pair of such a one with a
#: place that is asked for; of asking.
_ESTIMATE: Final = 75_000.0
_ESTIMATE_NUMBER: Final = 2.6
_ASKED: Final = 31_000.0
_PAIR: Final = 6.6
_ESTIMATE_BYTES: Final = 4_000
_MOST_PAIRS: Final = 4_000_000


class _Shape(NamedTuple):
    """A distribution at nothing whose scale is one.

    Attributes:
        names: of its shapes.
        density, share: of a number and the shapes: how likely it is, and what lies below.
        figures: mean and variance, of the shapes.
        drawn: numbers of it, of a source, the shapes and how many.
        is_whole: whether it is of whole numbers.
        terms: of which a number is the sum here.
    """

    names: tuple[str, ...]
    density: Callable[..., float]
    share: Callable[..., float]
    figures: Callable[..., tuple[float, float]]
    drawn: Callable[..., Any]
    is_whole: bool = False
    terms: int = 1


def _student_density(x: float, df: float) -> float:
    front = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - 0.5 * math.log(df * math.pi)
    return math.exp(front - (df + 1) / 2 * math.log1p(x * x / df))


def _student_share(x: float, df: float) -> float:
    tail = 0.5 * incomplete_beta(df / 2.0, 0.5, df / (df + x * x))
    return 1.0 - tail if x > 0 else tail


def _gamma_density(x: float, a: float) -> float:
    return math.exp((a - 1) * math.log(x) - x - math.lgamma(a)) if x > 0 else 0.0


def _beta_density(x: float, a: float, b: float) -> float:
    if not 0.0 < x < 1.0:
        return 0.0
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(front + (a - 1) * math.log(x) + (b - 1) * math.log1p(-x))


def _ratio_density(x: float, dfn: float, dfd: float) -> float:
    if x <= 0.0:
        return 0.0
    front = math.lgamma((dfn + dfd) / 2) - math.lgamma(dfn / 2) - math.lgamma(dfd / 2)
    log = dfn / 2 * math.log(dfn) + dfd / 2 * math.log(dfd) + (dfn / 2 - 1) * math.log(x)
    return math.exp(front + log - (dfn + dfd) / 2 * math.log(dfd + dfn * x))


def _noncentral_ratio_share(x: float, dfn: float, dfd: float, nc: float) -> float:
    part = dfn * x / (dfn * x + dfd) if x > 0 else 0.0
    return noncentral.mixed(nc, lambda k: incomplete_beta(dfn / 2 + k, dfd / 2, part)) if x > 0 else 0.0


def _noncentral_ratio_density(x: float, dfn: float, dfd: float, nc: float) -> float:
    if x <= 0.0:
        return 0.0
    front, part = dfn * dfd / (dfn * x + dfd) ** 2, dfn * x / (dfn * x + dfd)
    return front * noncentral.mixed(nc, lambda k: _beta_density(part, dfn / 2 + k, dfd / 2))


def _chosen_density(k: float, n: float, p: float) -> float:
    if not 0 <= k <= n or k != int(k):
        return 0.0
    if p in {0.0, 1.0}:
        return float(k == n * p)
    front = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(front + k * math.log(p) + (n - k) * math.log1p(-p))


def _chosen_share(k: float, n: float, p: float) -> float:
    k = math.floor(k)
    return 0.0 if k < 0 else 1.0 if k >= n else incomplete_beta(n - k, k + 1, 1.0 - p)


def _rare_density(k: float, mu: float) -> float:
    return math.exp(k * math.log(mu) - mu - math.lgamma(k + 1)) if k >= 0 and k == int(k) else 0.0


def _log_normal_density(x: float, s: float) -> float:
    return math.exp(-((math.log(x) / s) ** 2) / 2) / (x * s * math.sqrt(2 * math.pi)) if x > 0 else 0.0


_SHAPES: Final[Mapping[str, _Shape]] = {
    "t": _Shape(
        ("df",), _student_density, _student_share,
        lambda df: (0.0 if df > 1 else math.nan, df / (df - 2) if df > 2 else math.inf),
        lambda source, size, df: source.standard_t(df, size),
    ),
    "chi2": _Shape(
        ("df",), lambda x, df: _gamma_density(x / 2, df / 2) / 2, lambda x, df: incomplete_gamma(df / 2, x / 2),
        lambda df: (df, 2 * df), lambda source, size, df: source.chisquare(df, size),
    ),
    "f": _Shape(
        ("dfn", "dfd"), _ratio_density,
        lambda x, dfn, dfd: incomplete_beta(dfn / 2, dfd / 2, dfn * x / (dfn * x + dfd)) if x > 0 else 0.0,
        lambda dfn, dfd: (
            dfd / (dfd - 2) if dfd > 2 else math.inf,
            2 * dfd**2 * (dfn + dfd - 2) / (dfn * (dfd - 2) ** 2 * (dfd - 4)) if dfd > 4 else math.inf,
        ),
        lambda source, size, dfn, dfd: source.f(dfn, dfd, size),
    ),
    "gamma": _Shape(
        ("a",), _gamma_density, lambda x, a: incomplete_gamma(a, x), lambda a: (a, a),
        lambda source, size, a: source.gamma(a, size=size),
    ),
    "beta": _Shape(
        ("a", "b"), _beta_density, lambda x, a, b: incomplete_beta(a, b, x),
        lambda a, b: (a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))),
        lambda source, size, a, b: source.beta(a, b, size),
    ),
    "lognorm": _Shape(
        ("s",), _log_normal_density, lambda x, s: normal_share(math.log(x) / s) if x > 0 else 0.0,
        lambda s: (math.exp(s * s / 2), (math.exp(s * s) - 1) * math.exp(s * s)),
        lambda source, size, s: source.lognormal(0.0, s, size),
    ),
    "binom": _Shape(
        ("n", "p"), _chosen_density, _chosen_share, lambda n, p: (n * p, n * p * (1 - p)),
        lambda source, size, n, p: source.binomial(int(n), p, size), is_whole=True,
    ),
    "poisson": _Shape(
        ("mu",), _rare_density, lambda k, mu: 1.0 - incomplete_gamma(math.floor(k) + 1, mu) if k >= 0 else 0.0,
        lambda mu: (mu, mu), lambda source, size, mu: source.poisson(mu, size), is_whole=True,
    ),
    "nct": _Shape(
        ("df", "nc"), noncentral.student_density, noncentral.student_share, noncentral.student_figures,
        lambda source, size, df, nc: (source.standard_normal(size) + nc) / np.sqrt(source.chisquare(df, size) / df),
        terms=_SUMMED,
    ),
    "ncf": _Shape(
        ("dfn", "dfd", "nc"), _noncentral_ratio_density, _noncentral_ratio_share, noncentral.ratio_figures,
        lambda source, size, dfn, dfd, nc: source.noncentral_f(dfn, dfd, nc, size), terms=_SUMMED,
    ),
    "ncx2": _Shape(
        ("df", "nc"),
        lambda x, df, nc: noncentral.mixed(nc, lambda k: _gamma_density(x / 2, df / 2 + k) / 2),
        lambda x, df, nc: noncentral.mixed(nc, lambda k: incomplete_gamma(df / 2 + k, x / 2)) if x > 0 else 0.0,
        lambda df, nc: (df + nc, 2 * (df + 2 * nc)),
        lambda source, size, df, nc: source.noncentral_chisquare(df, nc, size), terms=_SUMMED,
    ),
}  # fmt: skip


def _told(of: _Shape, given: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[list[float], float, float]:
    """Shapes, place and scale. Raises Unsupported for several of them."""
    names = (*of.names, "loc") if of.is_whole else (*of.names, "loc", "scale")
    told = {"loc": 0.0, "scale": 1.0, **dict(zip(names, given, strict=False)), **named}
    if len(given) > len(names) or told.keys() - {*of.names, "loc", "scale"}:
        raise Unsupported("a distribution that is told more")
    if any(np.ndim(one) for one in told.values()) or not told.keys() >= set(of.names):
        raise Unsupported("several distributions at once")
    return [float(told[name]) for name in of.names], float(told["loc"]), float(told["scale"])


def _each(run: Callable[[float], float], values: Any) -> Any:
    array = np.asarray(values, dtype=np.float64)
    if array.size > 20_000:
        raise Unsupported("many numbers of a distribution")
    return plain(np.fromiter(map(run, array.ravel().tolist()), np.float64, array.size).reshape(array.shape))


def _density(of: _Shape, x: Any, *given: Any, **named: Any) -> Any:
    shapes, loc, scale = _told(of, given, named)
    return _each(lambda one: of.density((one - loc) / scale, *shapes) / scale, x)


def _share(of: _Shape, x: Any, *given: Any, **named: Any) -> Any:
    shapes, loc, scale = _told(of, given, named)
    return _each(lambda one: of.share((one - loc) / scale, *shapes), x)


def _quantile(of: _Shape, q: Any, *given: Any, **named: Any) -> Any:
    shapes, loc, scale = _told(of, given, named)

    def found(share: float) -> float:
        if not 0.0 < share < 1.0:
            return math.copysign(math.inf, share - 0.5) if share in {0.0, 1.0} else math.nan
        low, high = (-1.0, 1.0) if of.share(-1.0, *shapes) > 0.0 else (0.0, 1.0)
        while of.share(high, *shapes) < share:
            low, high = high, 2.0 * high
        while low < 0.0 and of.share(low, *shapes) > share:
            low *= 2.0
        if of.is_whole:
            high = _halved(lambda middle: of.share(middle, *shapes) < share, math.floor(low) - 1, math.ceil(high))
            return high * scale + loc
        ends = (of.share(low, *shapes) - share, of.share(high, *shapes) - share)
        return by_curves(lambda x: of.share(x, *shapes) - share, low, high, *ends, _NEAR, _NEAR, _MOST) * scale + loc

    return _each(found, q)


def _halved(is_below: Callable[[float], bool], low: int, high: int) -> int:
    """The first whole number that is not below."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return high


def _drawn(of: _Shape, *given: Any, size: Any = 1, random_state: Any = None, **named: Any) -> Any:
    count = len(of.names) + 2 - of.is_whole
    if len(given) > count:
        given, size = given[:count], given[count]
    shapes, loc, scale = _told(of, given, named)
    if float(np.prod(np.abs(np.asarray(size, dtype=np.float64)))) > 1_000_000:
        raise Unsupported("arrays too large")
    found = of.drawn(np.random.RandomState(0), size, *shapes)
    found = found + int(loc) if of.is_whole else found * scale + loc
    return found[0] if type(size) is int and size == 1 else found


def _figure(of: _Shape, name: str, *given: Any, **named: Any) -> Any:
    shapes, loc, scale = _told(of, given, named)
    mean, variance = of.figures(*shapes)
    if name == "mean":
        return np.float64(mean * scale + loc)
    return np.float64(variance * scale**2 if name == "var" else math.sqrt(variance) * scale)


def _middle_of(of: _Shape, confidence: Any, *given: Any, **named: Any) -> Any:
    outside = (1.0 - float(confidence)) / 2.0
    return tuple(_quantile(of, one, *given, **named) for one in (outside, 1.0 - outside))


def _methods(of: _Shape) -> dict[str, Native]:
    density = "pmf" if of.is_whole else "pdf"
    here, looked_for = of.terms * _IN_PYTHON, of.terms * _LOOKED_FOR
    return {
        density: Native(partial(_density, of), here=here),
        f"log{density}": Native(lambda x, *a, **k: np.log(_density(of, x, *a, **k)), here=here),
        "cdf": Native(partial(_share, of), here=here),
        "sf": Native(lambda x, *a, **k: plain(1.0 - np.asarray(_share(of, x, *a, **k))), here=here),
        "ppf": Native(partial(_quantile, of), here=looked_for),
        "isf": Native(lambda q, *a, **k: _quantile(of, 1.0 - np.asarray(q), *a, **k), here=looked_for),
        "interval": Native(partial(_middle_of, of), here=looked_for),
        "rvs": Native(partial(_drawn, of), here=40),
        **{name: Native(partial(_figure, of, name)) for name in ("mean", "var", "std")},
    }


_METHODS: Final = {name: _methods(of) for name, of in _SHAPES.items()}


def members(machine: Machine) -> dict[str, Any]:
    """The distributions, which may be called for a frozen one, and the estimate of a density."""
    found: dict[str, Any] = {
        name: Guarded(partial(_frozen, machine, name), natives(machine, name, methods))
        for name, methods in _METHODS.items()
    }
    return found | {"gaussian_kde": Guarded(partial(_estimated, machine))}


def _frozen(machine: Machine, name: str, *given: Any, **named: Any) -> Any:
    """A distribution with its shapes, a place and a scale."""
    machine.pay(FROZEN.call * 1e3)
    shapes, loc, scale = _told(_SHAPES[name], given, named)
    told = dict(zip(_SHAPES[name].names, shapes, strict=True)) | {"loc": loc, "scale": scale}

    def method(key: str, native: Native) -> Guarded:
        return Guarded(lambda *args, **kwargs: called(machine, f"{name}.{key}", native, args, {**kwargs, **told}))

    held = int(FROZEN.aside)
    found = Guarded(_uncalled, {key: method(key, one) for key, one in _METHODS[name].items()}, nbytes=held)
    return machine.grown(found, held)


def _uncalled(*_: Any, **__: Any) -> Any:
    raise TypeError("not callable")


class _Estimate(Foreign, Guarded):  # type: ignore[misc]
    """As ``gaussian_kde`` of numbers in a row."""

    def __init__(self, machine: Machine, sample: Any, factor: float) -> None:
        Foreign.__init__(self, {"dataset": sample[None, :], "factor": factor}, _ESTIMATE_BYTES)
        self._machine, self._sample = machine, sample
        self._width = factor * float(sample.std(ddof=1))
        self.run = self._asked

    def member(self, name: str) -> Any:
        if name in {"evaluate", "pdf"}:
            return Guarded(self._asked)
        told = {"n": len(self._sample), "d": 1}
        return told[name] if name in told else super().member(name)

    def _asked(self, points: Any) -> Any:
        machine, sample = self._machine, self._sample
        places = np.atleast_1d(np.asarray(taken(machine, points), dtype=np.float64)).ravel()
        if len(places) * len(sample) > _MOST_PAIRS:
            raise Unsupported("many pairs")
        machine.array(len(places), _ASKED, _PAIR * len(places) * len(sample))
        machine.allows(8.0 * len(places) * len(sample))
        away = (places[:, None] - sample[None, :]) / self._width
        found = np.exp(-away * away / 2.0).sum(axis=1) / (len(sample) * self._width * math.sqrt(2.0 * math.pi))
        machine.briefly(6_500 + 8 * (len(places) + len(sample)))
        return machine.made_of(found, (places,))


def _estimated(machine: Machine, dataset: Any, bw_method: Any = None, weights: Any = None) -> _Estimate:
    sample = np.asarray(taken(machine, dataset), dtype=np.float64)
    if sample.ndim != 1 or weights is not None or len(sample) < 2:
        raise Unsupported("an estimate of another kind")
    if bw_method is None or bw_method == "scott":
        factor = len(sample) ** (-1.0 / 5.0)
    elif bw_method == "silverman":
        factor = (len(sample) * 3.0 / 4.0) ** (-1.0 / 5.0)
    elif isinstance(bw_method, int | float):
        factor = float(bw_method)
    else:
        raise Unsupported("an estimate of another kind")
    machine.array(len(sample), _ESTIMATE, _ESTIMATE_NUMBER * len(sample))
    machine.briefly(_ESTIMATE_BYTES + 24 * len(sample))
    found = _Estimate(machine, sample, factor)
    return machine.grown(found, _ESTIMATE_BYTES)  # type: ignore[no-any-return]
