"""What is compared with now, or taken from it, is a moment."""

from __future__ import annotations

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    "body",
    [
        "return [x for x in xs if x['at'] < datetime.now()]",
        "now = datetime.utcnow()\n    return [(now - x['at']).days for x in xs]",
        "since = datetime.now() - timedelta(days=7)\n    return [x for x in xs if since <= x['at']]",
        "now = datetime.now()\n    return [x for x in xs if x['at'] - now > timedelta(1)]",
    ],
)
def test_parts_beside_a_moment_are_moments(body: str) -> None:
    source = f"def f(xs):\n    {body}\n"
    workload = default(source, 20)
    assert workload == "xs: list[{at: datetime}] * 20"
    namespace: dict[str, object] = {}
    exec(f"from datetime import datetime, timedelta\n{source}", namespace)
    called = namespace["f"]
    assert callable(called)
    called(**build(parse(workload), 1)[1])


@pytest.mark.parametrize("body", ["return at < datetime.now()", "return datetime.now() - at"])
def test_a_parameter_beside_a_moment_is_one(body: str) -> None:
    assert default(f"def f(at):\n    {body}\n") == "at: datetime"


def test_what_a_moment_is_put_off_by_is_none() -> None:
    assert default("def f(span):\n    return datetime.now() + span\n") != "span: datetime"
