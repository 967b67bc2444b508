"""Figures as pictures, with the data beside them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt
from matplotlib.ticker import LogLocator, NullFormatter

Series = Mapping[str, tuple[Sequence[float], Sequence[float]]]
"""By label: x and y of the points."""


def draw_lines(picture: Path, x: str, y: str, series: Series, *, logarithmic: bool = True) -> None:
    """Lines, as PNG, and the points as CSV.

    Args:
        x, y: what the axes show, with units.
        logarithmic: both axes, so that a power is a slope; else both begin at 0.
    """
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for label, (places, heights) in series.items():
        axes.plot(places, heights, marker="o" if logarithmic else None, label=label)
    axes.set(xlabel=x, ylabel=y)
    if logarithmic:
        _make_logarithmic(axes, both=True)
    else:
        axes.set(xlim=(0, None), ylim=(0, None))
    _save(picture, figure, axes)
    points = [(label, *point) for label, line in series.items() for point in zip(*line, strict=True)]
    _write(picture.with_suffix(".csv"), ("line", x, y), points)


def draw_shares(picture: Path, x: str, series: Mapping[str, Sequence[float]], marks: Mapping[str, float]) -> None:
    """What share of the values each value is not exceeded by, as PNG, and the values as CSV.

    Args:
        x: what the values are, with their unit.
        marks: places of lines upwards, by label.
    """
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for label, values in series.items():
        axes.step(sorted(values), [(i + 1) / len(values) for i in range(len(values))], where="post", label=label)
    for label, place in marks.items():
        axes.axvline(place, color="grey", linestyle=":", label=label)
    axes.set(xlabel=x, ylabel="share of the repeats", ylim=(0, 1))
    _make_logarithmic(axes, both=False)
    _save(picture, figure, axes)
    points = [(label, value) for label, values in series.items() for value in values]
    _write(picture.with_suffix(".csv"), ("line", x), points)


def draw_bars(picture: Path, x: str, values: Mapping[str, float]) -> None:
    """A bar for each value, the first on top, as PNG, and the values as CSV."""
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.barh(list(values), list(values.values()))
    axes.invert_yaxis()
    axes.set(xlabel=x)
    _save(picture, figure, None)
    _write(picture.with_suffix(".csv"), ("part", x), list(values.items()))


def _make_logarithmic(axes: plt.Axes, *, both: bool) -> None:
    """With plain numbers, more than one a decade: many pictures span no more than that."""
    axes.set_xscale("log")
    if both:
        axes.set_yscale("log")
    for axis in (axes.xaxis, axes.yaxis)[: 1 + both]:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter(NullFormatter())


def _save(picture: Path, figure: plt.Figure, axes: plt.Axes | None) -> None:
    if axes is not None:
        figure.legend(loc="outside upper left", ncols=3)
    picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture, dpi=110)
    plt.close(figure)


def _write(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row] for row in rows)
