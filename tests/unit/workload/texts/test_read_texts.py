"""Texts that functions of the standard library read."""

from __future__ import annotations

import ipaddress
import uuid
from urllib.parse import parse_qs, urlsplit

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default


def _made(source: str) -> object:
    """What the function of a source is given."""
    _, given = build(parse(default(source)), 7)
    (value,) = given.values()
    return value


@pytest.mark.parametrize(
    "source",
    [
        "def f(url): return {key: found[0] for key, found in parse_qs(urlparse(url).query).items()}",
        "def f(link: str): return dict(parse_qsl(urlsplit(link.strip()).query))",
        "def f(address):\n    parts = urlparse(address)\n    return parts.netloc, parts.query",
    ],
)
def test_urls_ask_for_something_where_that_is_read(source: str) -> None:
    assert len(parse_qs(urlsplit(str(_made(source))).query)) > 1


def test_a_url_whose_host_alone_is_read_asks_for_nothing() -> None:
    assert not urlsplit(str(_made("def f(link): return urlparse(link).netloc"))).query


def test_queries_are_pairs() -> None:
    assert len(parse_qs(str(_made("def f(query): return parse_qs(query)")))) > 1


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("def f(address): return ipaddress.ip_address(address).is_private", ipaddress.ip_address),
        ("def f(cidr): return [str(one) for one in ip_network(cidr).hosts()]", ipaddress.ip_network),
        ("def f(block: str): return IPv4Network(block).num_addresses", ipaddress.ip_network),
        ("def f(key): return uuid.UUID(key).hex", uuid.UUID),
    ],
)
def test_texts_are_as_the_function_reads_them(source: str, read: type) -> None:
    assert str(read(_made(source))) == _made(source)


def test_each_of_several_is_as_the_function_reads_it() -> None:
    made = _made("def f(peers): return sorted(ip_address(one) for one in peers)")
    assert isinstance(made, list)
    assert len({ipaddress.ip_address(one) for one in made}) > 1
