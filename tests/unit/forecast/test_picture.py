"""Forecasts drawn."""

from xml.etree import ElementTree

import pytest

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.presentation.picture import picture
from tests.unit.forecast.test_forecast import log_normal

SVG = "{http://www.w3.org/2000/svg}"


def rectangles(drawn: str) -> list[dict[str, str]]:
    return [rectangle.attrib for rectangle in ElementTree.fromstring(drawn).iter(f"{SVG}rect")]


def coloured(drawn: str) -> int:
    return sum(len(rectangle["fill"]) == 7 for rectangle in rectangles(drawn))


def test_the_range_is_in_colour_and_its_amounts_are_named():
    drawn = picture([log_normal(1e6, 2.0)], 0.8)
    texts = [text.text for text in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    assert texts == ["Peak memory", "400 KiB · 980 KiB · 2.3 MiB"]
    # 80 % of a normal distribution are 55 % of the way from its 1 % to its 99 % quantile.
    assert coloured(drawn) / len(rectangles(drawn)) == pytest.approx(0.55, abs=0.05)
    assert coloured(picture([log_normal(1e6, 2.0)], 0.5)) < coloured(drawn)


def test_the_middle_is_the_highest_and_the_picture_symmetric():
    heights = [float(rectangle["height"]) for rectangle in rectangles(picture([log_normal(1e6, 2.0)], 0.8))]
    assert heights == pytest.approx(heights[::-1], abs=0.2)
    assert max(heights) in heights[len(heights) // 2 - 1 : len(heights) // 2 + 1]


def test_a_row_each():
    one, two = picture([log_normal(1e6, 2.0)], 0.8), picture([log_normal(1e6, 2.0)] * 2, 0.8)
    assert len(rectangles(two)) == 2 * len(rectangles(one))
    assert float(ElementTree.fromstring(two).attrib["height"]) == 2 * float(
        ElementTree.fromstring(one).attrib["height"]
    )


def test_a_certain_amount_is_one_bar():
    [bar] = rectangles(picture([Forecast("cpu_time", (0.1, 0.9), (1e-3, 1e-3))], 0.8))
    assert float(bar["width"]) > 300
