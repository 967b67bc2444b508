"""Shapes, texts, palettes and enhanced pictures of Pillow's in the closed world."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted

_IMPORTS = "import numpy as np\nfrom PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFont\n"
_BLANK = "image = Image.new('L', (20, 10))\ndraw = ImageDraw.Draw(image)\n"
_COUNT = "found = int((np.asarray(image) > 0).sum())\n"


@pytest.mark.parametrize(
    ("drawn", "count"),
    [
        ("draw.rectangle((2, 2, 5, 4), fill=9)", 12),
        ("draw.rectangle([(2, 2), (5, 4)], outline=9)", 10),
        ("draw.rectangle((2, 2, 100, 4), fill=9)", 54),
        ("draw.line([(0, 0), (9, 0)], fill=9)", 10),
        ("draw.line((0, 5, 9, 5), fill=9, width=3)", 30),
        ("draw.point([(1, 1), (2, 2), (40, 2)], fill=9)", 2),
        ("draw.ellipse((2, 2, 6, 6), fill=9)", 21),
        ("draw.polygon([(0, 0), (8, 0), (8, 8)], fill=9)", 45),
    ],
)
def test_shapes_cover_about_what_they_cover_in_pillow(drawn: str, count: int) -> None:
    found = interpreted(_IMPORTS + _BLANK + f"{drawn}\n" + _COUNT, 1e9)
    assert 0.8 * count <= found <= 1.2 * count


def test_a_rectangle_the_wrong_way_round_is_refused() -> None:
    source = "try:\n    draw.rectangle((5, 2, 2, 4), fill=9)\nexcept ValueError as e:\n    found = str(e)\n"
    assert interpreted(_IMPORTS + _BLANK + source, 1e9) == "x1 must be greater than or equal to x0"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("ImageEnhance.Brightness(image).enhance(0.5).getpixel((0, 0))", (50, 25, 10)),
        ("ImageEnhance.Color(image).enhance(1.0).getpixel((0, 0))", (100, 50, 20)),
        ("image.quantize(4).mode", "P"),
        ("image.quantize(4).convert('RGB').getpixel((0, 0))", (100, 50, 20)),
        ("image.quantize(4).getpalette()[:3]", [100, 50, 20]),
        ("image.quantize(4).getcolors()", [(8, 0)]),
        ("image.getchannel('G').getpixel((1, 1))", 50),
        ("ImageChops.lighter(image, ImageChops.invert(image)).getpixel((0, 0))", (155, 205, 235)),
    ],
)
def test_pictures_are_changed_as_pillow_changes_them(source: str, found: Any) -> None:
    made = "image = Image.new('RGB', (4, 2), (100, 50, 20))\n"
    assert interpreted(f"{_IMPORTS}{made}found = {source}\n", 1e9) == found


def test_what_is_clear_lets_the_picture_below_be_seen() -> None:
    source = """
below = Image.new('RGBA', (2, 1), (10, 20, 30, 255))
above = Image.new('RGBA', (2, 1), (0, 0, 0, 0))
above.putpixel((1, 0), (200, 100, 0, 255))
mixed = Image.alpha_composite(below, above)
found = mixed.getpixel((0, 0)), mixed.getpixel((1, 0))
"""
    assert interpreted(_IMPORTS + source, 1e9) == ((10, 20, 30, 255), (200, 100, 0, 255))


def test_a_text_is_as_long_as_in_the_default_font() -> None:
    source = _BLANK + "found = draw.textlength('hello world'), draw.textbbox((3, 4), 'hello')[0]\n"
    length, left = interpreted(_IMPORTS + source, 1e9)
    assert 0.7 * 49 < length < 1.3 * 49
    assert left == 3


@pytest.mark.parametrize(
    ("body", "time", "peak"),
    [
        # As measured with Pillow 13.
        ("draw = ImageDraw.Draw(img)\n    draw.rectangle((0, 0, 639, 479), fill=(1, 2, 3))", 90e3, 400),
        ("return ImageEnhance.Contrast(img).enhance(0.8)", 800e3, 2.46e6),
        ("ImageDraw.Draw(img).text((2, 2), 'hello wor!', fill='red')", 140e3, 51e3),
        ("return img.convert('RGB').convert('RGB')", 66e3, 2.46e6),
    ],
)
def test_costs_are_those_of_pillow(body: str, time: float, peak: float) -> None:
    found = Trials(f"{_IMPORTS}def f(img):\n    {body}\n").estimate(parse("img: Image[640, 480]"))
    told = dict(zip(NAMES, found, strict=True))
    assert 0.6 * time < 2 ** told["trial_time_by_power"] < 1.6 * time
    assert 0.7 * peak < 2 ** told["trial_peak_by_power"] < 1.4 * peak
