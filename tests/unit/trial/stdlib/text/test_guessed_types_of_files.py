"""Memory of guessing what a file is by its name: memray's of CPython 3.11, in warm calls."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of


@pytest.mark.parametrize("name", ["name", "name + '.png'"])
def test_a_name_is_taken_apart_as_an_address_is(name: str) -> None:
    found = peak_of(f"import mimetypes\ndef kind(name: str): return mimetypes.guess_type({name})\n", "name = 'picture'")
    assert found == pytest.approx(982, rel=0.15)
