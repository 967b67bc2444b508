"""Forecasts as a small picture: a histogram over logarithms for each, its range emphasised."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from perfcast.forecast.metrics import METRICS
from perfcast.forecast.presentation.text import amount_text, histogram

if TYPE_CHECKING:
    from perfcast.forecast.forecast import Forecast

_BARS = 32
_WIDTH, _ROW, _HEIGHT = 320, 52, 26
_TEXT = 'font-family="sans-serif" font-size="10" fill="#808080"'


def picture(forecasts: Sequence[Forecast], interval: float) -> str:
    """An SVG document, a row a forecast: a histogram with the central range in colour, both ends and the median named.

    Its colours are readable on light and on dark ground.

    Args:
        forecasts: of one unit.
        interval: the coverage of the range.
    """
    rows = "".join(
        f'<g transform="translate(0 {_ROW * index})">{_row(one, interval)}</g>' for index, one in enumerate(forecasts)
    )
    height = _ROW * len(forecasts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}">'
        f"{rows}</svg>"
    )


def _row(forecast: Forecast, interval: float) -> str:
    heights = histogram(forecast, _BARS)
    low, high = forecast.interval(interval)
    first, last = forecast.quantile(0.01), forecast.quantile(0.99)
    breadth = _WIDTH / len(heights)
    names = (
        f'<text x="0" y="10" {_TEXT}>{escape(METRICS[forecast.metric].title)}</text>'
        f'<text x="{_WIDTH}" y="10" text-anchor="end" {_TEXT}>'
        f"{escape(' · '.join(amount_text(amount, forecast.unit) for amount in (low, forecast.p50, high)))}</text>"
    )
    return names + "".join(_bars(heights, breadth, _share(low, first, last), _share(high, first, last)))


def _bars(heights: Sequence[float], breadth: float, low: float, high: float) -> Iterator[str]:
    for index, height in enumerate(heights):
        middle = (index + 0.5) / len(heights)
        colour = "#3794ff" if low <= middle <= high else "#80808080"
        tall = max(height * _HEIGHT, 0.5)
        yield (
            f'<rect x="{index * breadth:.1f}" y="{_ROW - 8 - tall:.1f}" width="{max(breadth - 1, 1):.1f}" '
            f'height="{tall:.1f}" fill="{colour}"/>'
        )


def _share(amount: float, first: float, last: float) -> float:
    """Where an amount lies between two others, over logarithms."""
    return math.log(amount / first) / math.log(last / first) if last > first * 1.0001 else 0.5
