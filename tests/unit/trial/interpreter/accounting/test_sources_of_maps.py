"""What a `map` alone goes through is held beside all that is made of it."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import OF_PYTHON_3_11
from tests.unit.trial.peaks import peak

pytestmark = OF_PYTHON_3_11

_WORDS = "words: list[str] * 1000 * 8 in 'a'..'z'"


# Measured by peaks of the same functions.
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return list(map(str.capitalize, ' '.join(words).split()))", 131_600),
        ("return tuple(map(str.upper, ' '.join(words).split()))", 131_400),
        ("return ' '.join(map(str.capitalize, ' '.join(words).split()))", 131_600),
        ("return ''.join(map(str.upper, [word + 'a' for word in words]))", 133_800),
        ("return sorted(map(str.capitalize, ' '.join(words).split()))", 131_600),
        ("return set(map(str.capitalize, ' '.join(words).split()))", 156_000),
        # Of what is given on as it is there is nothing twice.
        ("return list(map(str.strip, ' '.join(words).split()))", 74_800),
        # What others hold, too, was there before.
        ("return list(map(str.upper, words))", 65_900),
    ],
)
def test_memory_is_as_measured(body: str, measured: float) -> None:
    assert peak(body, _WORDS, "") == pytest.approx(measured, rel=0.05)


def test_words_are_capitalized_as_the_library_does() -> None:
    body = "return string.capwords(' '.join(words))"
    assert peak(body, _WORDS, "import string", here()) == pytest.approx(141_000, rel=0.08)
