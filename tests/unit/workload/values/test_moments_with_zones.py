"""Texts of moments are such as are read by the format that says them."""

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
