"""What warnings and values that no member has hold for a moment: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

_UNITS = """
import enum
import warnings
from http import HTTPStatus

class Shade(enum.Enum):
    LIGHT = 1
    DARK = 2

class Gone(DeprecationWarning):
    pass
"""


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("warnings.warn('use another', Gone)\n    return n", 1_518),
        ("warnings.warn(Gone('use another'))\n    return n", 1_520),
        ("warnings.warn(DeprecationWarning('use another'))\n    return n", 1_520),
        ("warnings.warn(category=Gone, message='use another')\n    return n", 1_518),
        ("warnings.warn('use another', FutureWarning)\n    return n", 232),
        ("try:\n        return Shade(n)\n    except ValueError:\n        return n", 963),
    ],
)
def test_what_goes_wrong_on_the_way_is_held_for_a_moment(body: str, measured: int) -> None:
    assert peak_of(f"def f(n):\n    {body}\n{_UNITS}", "n: int = 9") == pytest.approx(measured, rel=0.2)
