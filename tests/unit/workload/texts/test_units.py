"""Numbers that are read from before a unit, or before other words, are followed by one."""

from __future__ import annotations

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

_LINES = """
def f(lines: list[str]) -> float:
    total = 0.0
    for line in lines:
        {reads}
    return total
"""


@pytest.mark.parametrize(
    ("reads", "pattern"),
    [
        ("total += float(line.rsplit('took ', 1)[1].rstrip('ms\\n'))", "aaaaaa`took `000`ms`"),
        ("total += float(line.split('took ')[1].removesuffix('%'))", "aaaaaa`took `000%"),
        ("total += int(line.split(': ')[1].replace('kB', ''))", "aaaaaa: 000`kB`"),
        ("total += int(line.split(': ')[1].strip().split()[0])", "aaaaaa: 000 aaaaaa"),
        ("total += int(line.split('=')[1].split(';')[0])", "aaaaaa=000;"),
        ("total += float(line.split(': ')[1][:-2])", "aaaaaa: 000aa"),
        ("total += float(line.split(' ')[-1])", "aaaaaa 000"),
        ("value = line.split('=')[1]\n        total += float(value)", "aaaaaa=000"),
        ("last = line.split('=')[-1]\n        total += float(last[:-1])", "aaaaaa=000a"),
        ("name, took = line.split(': ')\n        total += float(took.rstrip('s'))", "aaaaaa: 000`s`"),
    ],
)
def test_lines_have_the_units_that_are_cut_off(reads: str, pattern: str) -> None:
    source = _LINES.format(reads=reads)
    workload = default(source, 20)
    assert workload == f"lines: list[str] * 20 like {pattern!r}"
    namespace: dict[str, object] = {}
    exec(source, namespace)
    read = namespace["f"]
    assert callable(read)
    assert read(**build(parse(workload), 1)[1]) > 0


_SUFFIXES = """
    for suffix, factor in {pairs}:
        if text.endswith(suffix):
            return float(text[:-len(suffix)]) * factor
    raise ValueError(text)
"""


@pytest.mark.parametrize(
    ("body", "like"),
    [
        ("return float(text.removesuffix('kg'))", "000`kg`"),
        ("if not text.endswith('%'):\n        raise ValueError(text)\n    return float(text[:-1])", "000%"),
        (_SUFFIXES.format(pairs="(('KB', 1 << 10), ('MB', 1 << 20), ('B', 1))").strip(), "000`B`"),
        (_SUFFIXES.format(pairs="{'K': 1000, 'M': 10**6}.items()").strip(), "000`K`"),
        (
            "if text.endswith('s'):\n        return float(text[:-1])\n"
            "    if not text.endswith('min'):\n        raise ValueError(text)\n    return float(text[:-3]) * 60",
            "000`s`",
        ),
        ("return int(text[:-1]) * table[text[-1]]", "000`s`"),
        ("number, unit = text[:-2], text[-2:]\n    return int(number) * other[unit.upper()]", "000`KB`"),
        ("unit = text[-1].lower()\n    return float(text[:-1]) * table.get(unit, 60)", "000`s`"),
    ],
)
def test_texts_have_one_of_the_units_that_they_are_asked_for(body: str, like: str) -> None:
    tables = "table = {'s': 1, 'm': 60}\n    other = {'KB': 1024, 'MB': 1024**2}\n    "
    source = f"def f(text: str) -> float:\n    {tables if 'table' in body or 'other' in body else ''}{body}\n"
    workload = default(source)
    assert workload.endswith(f" like {like!r}")
    namespace: dict[str, object] = {}
    exec(source, namespace)
    read = namespace["f"]
    assert callable(read)
    assert read(**build(parse(workload), 1)[1]) > 0


def test_fields_of_texts_that_are_split_are_no_units() -> None:
    source = "def f(at: str) -> int:\n    return 60 * int(at.split(':')[0]) + int(at.split(':')[1])\n"
    assert default(source).endswith(" like '000:000'")


@pytest.mark.parametrize(
    "body",
    [
        "return int(text.removesuffix('{long}'))",
        "return int(text.split('{long}')[0])",
        "return int(text[:-1]) if text.endswith('{long}') else 0",
    ],
)
def test_long_texts_are_no_units(body: str) -> None:
    long = "x" * 200_000
    assert long not in default(f"def f(text: str) -> int:\n    {body.format(long=long)}\n")
