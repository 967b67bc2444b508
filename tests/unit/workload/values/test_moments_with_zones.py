"""Moments and their texts are such as code takes that is given them."""

from __future__ import annotations

from datetime import datetime

import pytest

from perfcast.workload import build, parse


@pytest.mark.parametrize("form", ["%d/%b/%Y:%H:%M:%S %z", "%Y-%m-%d %H:%M:%S %Z", "%Y-%m-%dT%H:%M:%S"])
def test_zones_are_there_where_a_format_has_them(form: str) -> None:
    _, given = build(parse(f"times: list[timestamp] * 50 like {form!r}"), 1)
    read = [datetime.strptime(one, form) for one in given["times"]]
    assert len(set(read)) > 30
    assert all((one.tzinfo is not None) is ("%z" in form) for one in read)


@pytest.mark.parametrize("text", ["datetime", "datetime over 30 days", "datetime in UTC", "date"])
def test_what_is_there_lies_before_the_present(text: str) -> None:
    kind, _, said = text.partition(" ")
    _, given = build(parse(f"times: list[{kind}] * 500 {said}; now: {text}"), 1)
    assert max(given["times"]) <= given["now"]
    assert type(given["now"]) is type(given["times"][0])
