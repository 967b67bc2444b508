"""Pillow's pictures in the closed world."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted

_IMPORTS = "import io\nimport numpy as np\nfrom PIL import Image, ImageFilter, ImageOps\n"
_PICTURE = "image = Image.fromarray(np.arange(24, dtype=np.uint8).reshape(2, 4, 3))\n"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("(image.size, image.width, image.mode)", ((4, 2), 4, "RGB")),
        ("image.getpixel((3, 1))", (21, 22, 23)),
        ("image.load()[1, 0]", (3, 4, 5)),
        ("image.convert('L').getpixel((0, 0))", 1),
        ("image.transpose(Image.FLIP_LEFT_RIGHT).getpixel((0, 0))", (9, 10, 11)),
        ("image.rotate(90, expand=True).size", (2, 4)),
        ("image.crop((1, 0, 3, 1)).size", (2, 1)),
        ("image.resize((2, 1)).size", (2, 1)),
        ("[band.mode for band in image.split()]", ["L", "L", "L"]),
        ("np.asarray(image).shape", (2, 4, 3)),
        ("ImageOps.invert(image).getpixel((0, 0))", (255, 254, 253)),
        ("Image.new('RGB', (2, 2), 'red').getpixel((1, 1))", (255, 0, 0)),
        ("list(image.convert('L').getdata())[:2]", [1, 4]),
        ("image.filter(ImageFilter.GaussianBlur(1)).size", (4, 2)),
        ("isinstance(image, Image.Image)", True),
    ],
)
def test_pictures_answer_as_pillows_do(source: str, found: Any) -> None:
    assert interpreted(f"{_IMPORTS}{_PICTURE}found = {source}\n", 1e9) == found


def test_what_is_saved_can_be_opened() -> None:
    source = "out = io.BytesIO()\nimage.save(out, 'JPEG')\nfound = Image.open(io.BytesIO(out.getvalue())).size\n"
    assert interpreted(_IMPORTS + _PICTURE + source, 1e9) == (4, 2)


def test_a_picture_takes_four_bytes_a_pixel() -> None:
    found = Trials(f"{_IMPORTS}def f(img):\n    return img.copy()\n").estimate(parse("img: Image[640, 480]"))
    told = dict(zip(NAMES, found, strict=True))
    assert 1.1e6 < 2 ** told["trial_peak_by_power"] < 1.4e6
    # As measured with Pillow 13.
    assert 0.6 * 37_000 < 2 ** told["trial_time_by_power"] < 1.6 * 37_000
