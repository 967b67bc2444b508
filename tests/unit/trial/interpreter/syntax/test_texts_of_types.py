"""Types, those of elements and the unit's own classes are written into texts by every way of formatting."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

MADE = "import numpy as np\nclass K: pass\n"
TEXTS = {
    "a type by %": "'%s' % type(1)",
    "a type by format": "'{}, {}'.format(type([]), 1)",
    "a type of elements by %": "'must be whole, found %s' % np.zeros(2).dtype",
    "a type of elements by format": "'{!r}'.format(np.arange(2).dtype)",
    "a class by %": "'%s and %r' % (K, type(K()))",
    "a class by format": "'{}'.format(K)",
    "a class by an f-string": "f'{K!r} {type(1)}'",
    "a class within a list": "'%s' % [K, int]",
    "a class by str": "str(K) + repr([K])",
}


@pytest.mark.parametrize("written", TEXTS.values(), ids=TEXTS)
def test_they_are_written_as_by_python(written: str) -> None:
    source = f"{MADE}found = {written}"
    assert interpreted(source) == run(source)
