"""What splits addresses remembers the last 128 of them, which nothing says in the unit's text."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_BODY = "return sum(len(urlsplit(url).netloc) for url in urls)"
_IMPORTS = "from urllib.parse import urljoin, urlparse, urlsplit\n"
_LIKE = "like '`https`://aaaaaaa.aaa/aaaaa/aaaa'"


@pytest.mark.parametrize("number", [20, 60])
@pytest.mark.parametrize("call", ["urlsplit(url)", "urlparse(url)"])
def test_addresses_that_were_split_stay(number: int, call: str) -> None:
    body = _BODY.replace("urlsplit(url)", call)
    one = peak(body, f"urls: list[str] * {number} {_LIKE}", _IMPORTS)
    two = peak(body, f"urls: list[str] * {2 * number} {_LIKE}", _IMPORTS)
    assert 300 < (two - one) / number < 600


def test_no_more_of_them_than_it_remembers() -> None:
    some = peak(_BODY, f"urls: list[str] * 130 {_LIKE}", _IMPORTS)
    many = peak(_BODY, f"urls: list[str] * 20_000 {_LIKE}", _IMPORTS)
    assert some / 1.5 < many < 1.5 * some
