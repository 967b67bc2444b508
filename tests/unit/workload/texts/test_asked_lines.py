"""Some lines have what a function looks for in them."""

from __future__ import annotations

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

_WORDS = "aaaaaa aaaaaa aaaaaa"
_OTHERS = f"{_WORDS}\\n{_WORDS}"


@pytest.mark.parametrize(
    ("body", "like"),
    [
        ("return [one for one in lines if 'ERROR' in one]", f"{_OTHERS}\\naaaaaa `ERROR` aaaaaa"),
        ("return sum(' ERROR ' in one for one in lines)", f"{_OTHERS}\\naaaaaa` ERROR `aaaaaa"),
        (
            "for one in lines:\n  if one.startswith(('WARN', '#')): yield one",
            f"{_OTHERS}\\n`WARN` aaaaaa aaaaaa\\n# aaaaaa aaaaaa",
        ),
        ("for one in lines:\n  if one.strip().endswith('done'): yield one", f"{_OTHERS}\\naaaaaa aaaaaa `done`"),
        ("for one in lines:\n  if one == 'end': break\n  use(one)", f"{_OTHERS}\\n`end`"),
        (
            "for one in lines:\n  if 'ERROR' in one:\n   when, level, text = one.split(' - ')\n   use(text)",
            "aaaaaa - aaaaaa - aaaaaa\\naaaaaa - aaaaaa - aaaaaa\\naaaaaa - `ERROR` - aaaaaa",
        ),
        # What is between its parts each of them has.
        ("for one in lines:\n  if '=' in one:\n   key, value = one.split('=')\n   use(key)", "aaaaaa=aaaaaa"),
    ],
)
def test_lines_have_what_is_looked_for(body: str, like: str) -> None:
    assert default(f"def f(lines: list[str]):\n {body}") == f"lines: list[str] * 1000 like '{like}'"


@pytest.mark.parametrize(
    ("body", "like"),
    [
        ("return [one for one in names if one.endswith('.py')]", "aaaaaa\\naaaaaa\\naaaaaa`.py`"),
        ("return [one for one in names if one.startswith('/usr')]", "aaaaaa\\naaaaaa\\n`/usr`aaaaaa"),
        ("return [stack.pop() if one == 'pop' else stack.append(int(one)) for one in names]", "000\\n000\\n`pop`"),
    ],
)
def test_names_and_numbers_are_no_lines(body: str, like: str) -> None:
    assert default(f"def f(names: list[str]):\n {body}") == f"names: list[str] * 1000 like '{like}'"


def test_what_lines_end_with_is_a_part_of_them() -> None:
    found = default("def f(lines: list[str]): return [one for one in lines if one.endswith(',')]")
    assert found == f"lines: list[str] * 1000 like '{_OTHERS}\\naaaaaa aaaaaa`,`'"
    lines = build(parse(found), 1)[1]["lines"]
    assert 200 < sum(one.endswith(",") for one in lines) < 500
    assert not any("\n" in one for one in lines)


def test_texts_have_such_lines() -> None:
    found = default("def f(text):\n for one in text.splitlines():\n  if 'ERROR' in one: yield one")
    assert found == f"text: str * 1000 like '{_OTHERS}\\naaaaaa `ERROR` aaaaaa\\n'"


def test_what_asks_for_nothing_gets_words() -> None:
    assert default("def f(lines: list[str]): return [one.upper() for one in lines]") == (
        "lines: list[str] * 1000 * 8 in 'a'..'z'"
    )


def test_texts_in_containers_are_each_a_line_of_a_pattern() -> None:
    found = build(parse("lines: list[str] * 900 like 'aaa\\naaa\\n`ERROR` 00'; text: str * 30 like 'aaa\\n00\\n'"), 1)[
        1
    ]
    assert 200 < sum(one.startswith("ERROR ") for one in found["lines"]) < 400
    assert not any("\n" in one for one in found["lines"])
    assert len({*found["lines"]}) > 500
    assert found["text"].count("\n") > 6


def test_lines_have_what_regular_expressions_find() -> None:
    source = "def f(lines): return [re.findall('[0-9]+(?:[.][0-9]+){3}', line) for line in lines]"
    assert default(source) == "lines: list[str] * 1000 like 'aaaaaa aaaaaa 000.000.000.000'"
