"""Texts that are filled in have places for what they are filled with."""

from __future__ import annotations

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

_KEYS = "{name: label, title: label, amount: label}"


@pytest.mark.parametrize(
    ("values", "filling", "told"),
    [
        ("values: dict[str, str]", "text.format(**values)", _KEYS),
        ("values: dict[str, str]", "text.format_map(values)", _KEYS),
        ("values: dict[str, str]", "text.format_map(defaultdict(str, values))", _KEYS),
        ("values: dict[str, float]", "text % values", "{name: float, title: float, amount: float}"),
        ("values: dict[str, str]", "Template(text).safe_substitute(values)", _KEYS),
        ("values", "string.Template(text).substitute(**values)", _KEYS),
        ("values: list[dict[str, str]]", "[text.format(**one) for one in values]", f"list[{_KEYS}] * 1000"),
        ("values", "[text.format(**one) for one in values if one['price'] > 0]", "list[{price: float}] * 1000"),
    ],
)
def test_a_text_has_places_for_the_keys(values: str, filling: str, told: str) -> None:
    source = f"def f(text: str, {values}):\n    return {filling}\n"
    workload = default(source)
    assert workload.rpartition("; values: ")[2] == told
    # And is filled without an error.
    given = build(parse(workload), seed=1)[1]
    namespace: dict[str, object] = {}
    exec(f"import string\nfrom string import Template\nfrom collections import defaultdict\n{source}", namespace)
    found = namespace["f"](**given)  # type: ignore[operator]
    result = found if isinstance(found, str) else found[0]
    first = given["values"] if isinstance(given["values"], dict) else given["values"][0]
    assert all(str(one) in result for one in first.values())


@pytest.mark.parametrize(
    "source",
    [
        "def f(text: str, count: int):\n    return text % count\n",
        "def f(text: str, values: dict[str, list[int]]):\n    return text.format(**values)\n",
        "def f(number: int, values: dict[str, int]):\n    return number % values['a']\n",
    ],
)
def test_what_fills_no_places_by_keys_stays(source: str) -> None:
    assert "`" not in default(source)
