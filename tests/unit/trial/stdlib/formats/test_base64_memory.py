"""What is held while bytes are written to the base of 64 and read: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of


@pytest.mark.parametrize(
    ("given", "peak"),
    [
        # The place of what is made is as long as that may become.
        ("b64encode(s.encode())", 1_124),
        ("b64decode(s)", 622),
        ("urlsafe_b64encode(s.encode()).decode()", 1_427),
    ],
)
def test_places_are_as_long_as_what_is_made_may_become(given: str, peak: int) -> None:
    unit = f"def unit(s: str):\n    return base64.{given}\n\nimport base64\n"
    assert peak_of(unit, "s: str * 400 in 'a'..'d'") == pytest.approx(peak, rel=0.05)
