"""Two units compared at one workload and over sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.forecast.comparing.comparison import SAME, Ratio, compare
from perfcast.forecast.forecast import LEVELS, Forecast
from perfcast.forecast.metrics import METRICS
from perfcast.forecast.predictor import Predictor
from perfcast.forecast.presentation.markdown import code_span, escaped
from perfcast.forecast.presentation.text import count_text, number_text, origin_phrase
from perfcast.forecast.probability import probability_text
from perfcast.forecast.questions import given
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.workload import Workload, resized
from perfcast.workload.language.workload import ITEMS
from perfcast.workload.origins.resolution import DEFAULT_SIZE, Resolved, completed, parameter_names, unknown_names

#: Of two that cannot differ.
SAME_CODE: Final = "Both are the same code: what one costs, the other does"
SIZES = (10**2, 10**3, 10**4, 10**5, 10**6)


@dataclass(frozen=True)
class Side:
    """One of the two: a unit, its file, and what to call it."""

    file: SourceFile
    unit: Unit
    label: str


@dataclass(frozen=True)
class Compared:
    """One metric of both, at one workload.

    Attributes:
        a, b: their forecasts.
        ratio: A's cost over B's.
    """

    a: Forecast
    b: Forecast
    ratio: Ratio

    @classmethod
    def of(cls, a: Forecast, b: Forecast) -> Compared:
        return cls(a, b, compare(a, b))


@dataclass(frozen=True)
class PairComparison:
    """How two units compare.

    Attributes:
        a, b: their labels.
        workload: that both were given, in the words of A's parameters, and what B alone takes; `origin` as in
            `Resolved`.
        metrics: both at that workload, by metric.
        sizes: the same at other sizes, ascending; empty for a workload that nothing lets grow.
        outside: by label, why there are no grounds for a side's forecasts.
        is_same: both are the same code, called with the same: what one costs, the other does.
    """

    a: str
    b: str
    workload: str
    origin: str
    device: str
    metrics: Mapping[str, Compared]
    sizes: Sequence[tuple[int, Mapping[str, Compared]]]
    outside: Mapping[str, tuple[str, ...]]
    is_same: bool


def compare_units(
    predictor: Predictor,
    a: Side,
    b: Side,
    workload: Workload | None = None,
    sizes: Sequence[int] = SIZES,
    device: str | None = None,
    default_size: int = DEFAULT_SIZE,
) -> PairComparison:
    """Compare two units at a workload that both share.

    Args:
        predictor: of both.
        a, b: the two.
        workload: without one, the better founded of those that the two files give.
        sizes: to compare at as well.
        device: the model's default without one.
        default_size: of a workload that nothing but the default gives.

    Raises:
        SourceError: a unit is nested too deeply to be read, or a kernel, or lacks a parameter that the other one has.
        UnknownDeviceError: the model has no such device.
        Cancelled: the predictor was told to stop.
    """
    known_device = predictor.devices.named(device)
    for side in (a, b):
        if side.unit.kind == "kernel":
            raise SourceError(f"{side.unit.name} is a Triton kernel: kernels are compared with kernels")
    if workload is None:
        shared = _shared(predictor, a, b, default_size)
    else:
        shared = given(_named(workload, a), a.unit, a.file, default_size)
    of = [_of_side(predictor, shared.workload, side, default_size) for side in (a, b)]
    is_fixed = any(predictor.calls.is_fixed(side.file, side.unit, own) for side, own in zip((a, b), of, strict=True))
    whole = [predictor.grounds.growing(side.file, side.unit, own) for side, own in zip((a, b), of, strict=True)]
    grows = all(len({str(resized(own, size)) for size in sizes}) == len(sizes) for own in whole)
    grown = sizes if grows and not is_fixed else ()
    asked = [[own, *(resized(larger, size) for size in grown)] for own, larger in zip(of, whole, strict=True)]
    for side, workloads in zip((a, b), asked, strict=True):
        # Trial runs of one go on beside those of the other.
        predictor.expect(side.file, side.unit, workloads, known_device)
    forecasts = [
        predictor.sweep(side.file, side.unit, workloads, known_device)
        for side, workloads in zip((a, b), asked, strict=True)
    ]
    is_same = asked[0] == asked[1] and predictor.is_same(a.file, a.unit, b.file, b.unit)
    together = partial(Compared, ratio=SAME) if is_same else Compared.of
    compared = [
        {metric: together(of_a[metric], of_b[metric]) for metric in METRICS}
        for of_a, of_b in zip(*forecasts, strict=True)
    ]
    outside = {
        side.label: predictor.grounds.missing(side.file, side.unit, replace(shared, workload=own, ways=None))
        for side, own in zip((a, b), of, strict=True)
    }
    of_b_alone = of[1].arguments[len(of[0].arguments) :]
    return PairComparison(
        a.label,
        b.label,
        str(Workload((*of[0].arguments, *of_b_alone))),
        shared.origin,
        known_device,
        compared[0],
        list(zip(grown, compared[1:], strict=True)),
        {label: reasons for label, reasons in outside.items() if reasons},
        is_same,
    )


def _shared(predictor: Predictor, a: Side, b: Side, default_size: int) -> Resolved:
    """What somebody wrote goes before what was guessed; A's before B's."""
    order = ("comment", "call", "doctest", "default")
    found = [predictor.resolve(side.file, side.unit, default_size) for side in (a, b)]
    return min(found, key=lambda resolved: order.index(resolved.origin.partition(" ")[0]))


def _of_side(predictor: Predictor, shared: Workload, side: Side, default_size: int) -> Workload:
    """The workload as a side is given it, with defaults for what it takes besides. Raises SourceError where it lacks a
    parameter."""
    own = _named(shared, side)
    unknown = unknown_names(side.unit, side.file, own)
    if unknown:
        raise SourceError(f"{side.label} has no parameter {', '.join(unknown)}")
    # A call that was seen is repeated with what no workload describes.
    is_seen = predictor.calls.of(side.file, side.unit) is not None
    return own if is_seen else completed(own, side.unit, side.file, default_size)


def _named(workload: Workload, side: Side) -> Workload:
    """The workload in the words of a side's parameters: of the same names, and the others in their order."""
    names = parameter_names(side.unit, side.file)
    known = {argument.name for argument in workload.arguments}
    free = iter([name for name in names if name not in known])
    return Workload(
        tuple(
            one if one.name in names or one.type.name == ITEMS else replace(one, name=next(free, one.name))
            for one in workload.arguments
        )
    )


def pair_payload(found: PairComparison) -> dict[str, Any]:
    """The comparison as JSON, alike for the CLI and for editors.

    ::

        {"a": LABEL, "b": LABEL,
         "workload": {"text": TEXT, "origin": ORIGIN},
         "device": NAME,
         "metrics": {"peak_memory": METRIC, "cpu_time": METRIC},
         "sizes": [{"size": 100, "metrics": {"peak_memory": METRIC, ...}}, ...],
         "outside": {LABEL: [REASON, ...]},
         "same": false}

    where METRIC is ::

        {"ratio": {"p10": 0.2, "p50": 0.5, "p90": 1.0},
         "probability_a_less": 0.89,
         "a": {"levels": [0.025, ..., 0.975], "values": [...]},
         "b": {"levels": [0.025, ..., 0.975], "values": [...]}}

    The ratio is A's cost over B's, 1 throughout where both are the same code. Of each side stand the quantiles at
    ascending levels, in bytes for memory and in seconds for times, so that both distributions can be drawn over each
    other.
    """
    return {
        "a": found.a,
        "b": found.b,
        "workload": {"text": found.workload, "origin": found.origin},
        "device": found.device,
        "metrics": metrics_payload(found.metrics),
        "sizes": [{"size": size, "metrics": metrics_payload(metrics)} for size, metrics in found.sizes],
        "outside": {label: list(reasons) for label, reasons in found.outside.items()},
        "same": found.is_same,
    }


def metrics_payload(metrics: Mapping[str, Compared]) -> dict[str, Any]:
    """By metric, a METRIC of `pair_payload`."""
    return {
        metric: {
            "ratio": {"p10": one.ratio.p10, "p50": one.ratio.p50, "p90": one.ratio.p90},
            "probability_a_less": one.ratio.probability_a_less,
            "a": _quantiles_payload(one.a),
            "b": _quantiles_payload(one.b),
        }
        for metric, one in metrics.items()
    }


def _quantiles_payload(forecast: Forecast) -> dict[str, Any]:
    return {"levels": list(LEVELS), "values": forecast.quantiles(np.array(LEVELS)).tolist()}


def no_grounds(found: PairComparison) -> Iterator[tuple[str, str]]:
    """Labels of sides that have no forecasts, each with why; there is nothing to compare then."""
    return ((label, ", ".join(reasons)) for label, reasons in found.outside.items())


def pair_rows(found: PairComparison) -> list[list[str]]:
    """The comparison as rows of a table, the header first: a row a size, a column a metric and its odds."""
    rows = [["n", *(cell for metric in METRICS.values() for cell in (f"{metric.label} A/B", "A cheaper"))]]
    for size, metrics in [("-", found.metrics), *((count_text(size), metrics) for size, metrics in found.sizes)]:
        rows.append([size, *(cell for metric in METRICS for cell in _cells(metrics[metric].ratio))])
    return rows


def pair_markdown(found: PairComparison) -> str:
    """The comparison for any editor that shows Markdown."""
    header, *rows = pair_rows(found)
    table = [header, [":--", *["--:"] * (len(header) - 1)], *rows]
    workload, origin = code_span(found.workload or "no arguments"), escaped(origin_phrase(found.origin))
    paragraphs = [
        f"A = {code_span(found.a)}, B = {code_span(found.b)}",
        *([] if found.outside else ["\n".join(f"| {' | '.join(row)} |" for row in table)]),
        f"For {workload}, {origin}, on {found.device}.",
        *([f"{SAME_CODE}."] if found.is_same else []),
    ]
    paragraphs += [
        f"No grounds for a forecast of {code_span(label)}: {escaped(reasons)}." for label, reasons in no_grounds(found)
    ]
    return "\n\n".join(paragraphs)


def _cells(ratio: Ratio) -> tuple[str, str]:
    if ratio == SAME:
        return "1", "-"
    return (
        f"{ratio_text(ratio.p50)} [{ratio_text(ratio.p10)}-{ratio_text(ratio.p90)}]",
        probability_text(ratio.probability_a_less),
    )


def ratio_text(ratio: float) -> str:
    """A ratio as readers say it: '0.22', '3.1', '1/120' or '12k'; exponents are hard to compare."""
    if ratio < 0.01:
        return f"1/{ratio_text(1 / ratio)}"
    return number_text(ratio) if ratio < 100 else count_text(round(float(f"{ratio:.1e}")))
