"""Texts that look like what they are called."""

from __future__ import annotations

import ipaddress

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

MAIL = "aaaaaa@aaaaaa.aaa"
WEB = "`https`://aaaaaa.aaa/aaaaaa"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def run(email): return email.count('@') == 1", f"email: str * 17 like '{MAIL}'"),
        ("def run(emails): return [one.split('@') for one in emails]", f"emails: list[str] * 1000 like '{MAIL}'"),
        ("def run(url: str): return url.split('://')[1]", f"url: str * 25 like '{WEB}'"),
        ("def run(base_url: str): return base_url.rstrip('/')", f"base_url: str * 25 like '{WEB}'"),
        ("def run(urls: list[str]): return len(urls)", f"urls: list[str] * 1000 like '{WEB}'"),
        ("def run(version): return version.split('.')", "version: str * 5 like '1.1.1'"),
        ("def run(url): return url.partition('?')[2]", f"url: str * 25 like '{WEB}'"),
        ("def run(url):\n a, _, b = url.partition('?')\n return b", f"url: str * 32 like '{WEB}?aaaaaa'"),
        ("def run(token):\n a, b = token.rsplit('.', 1)\n return b", "token: str * 13 like 'aaaaaa.aaaaaa'"),
        ("def run(client_ip): return client_ip.split('.')", "client_ip: str * 11 like '`1`0.`1`0.`1`0.`1`0'"),
        ("def run(host):\n host, _, n = host.rpartition(':')\n return int(n)", "host: str * 10 like 'aaaaaa:000'"),
        (
            "def run(method):\n if found := re.search('[\\t]', method): raise ValueError(found.group())",
            "method: str * 10 in 'a'..'z'",
        ),
        # What is asked for in it is not in what it is called.
        ("def run(ips): return [one.split('-') for one in ips]", "ips: list[str] * 1000 * 40 in 'abcdefgh-'"),
        # One of those that it is compared with.
        ("def run(color): return 1 if color == 'red' else 2 if color == 'blue' else 0", "color: str = 'red'"),
        ("def run(name): return name.title()", "name: str * 10 in 'a'..'z'"),
    ],
)  # fmt: skip
def test_a_text_looks_like_what_it_is_called(source: str, workload: str) -> None:
    assert str(default(source)) == workload


def test_a_network_is_one_of_addresses() -> None:
    _, given = build(parse(default("def f(cidr: str): return cidr.split('/')")), 7)
    assert ipaddress.ip_network(given["cidr"]).num_addresses > 1
