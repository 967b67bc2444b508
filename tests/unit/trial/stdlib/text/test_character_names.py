"""``unicodedata``: what it tells of characters, and where there is nothing to tell."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run


@pytest.mark.parametrize(
    "expression",
    [
        "data.name('é'), data.name('\\x00', None), data.lookup('GREEK SMALL LETTER ALPHA')",
        "data.decimal('7'), data.digit('²'), data.numeric('½'), data.numeric('a', -1)",
        "data.bidirectional('א'), data.east_asian_width('漢'), data.mirrored('('), data.decomposition('é')",
        "data.is_normalized('NFC', 'é')",
    ],
)
def test_they_are_as_python_tells_them(expression: str) -> None:
    source = f"import unicodedata as data\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("expression", ["data.name('\\x00')", "data.numeric('a')"])
def test_what_a_character_lacks_is_an_error(expression: str) -> None:
    source = f"import unicodedata as data\ntry:\n    found = {expression}\nexcept ValueError as error:\n"
    source += "    found = str(error)"
    assert interpreted(source) == run(source)
