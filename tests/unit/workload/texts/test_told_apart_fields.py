"""Fields of lines: texts that they are compared with, and names that they are given later."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default

TRADES = """
def f(lines):
    held = {}
    for line in lines:
        name, side, count = line.split(",")
        if side == "buy":
            held[name] = held.get(name, 0) + int(count)
        elif side == "sell":
            held[name] = held.get(name, 0) - int(count)
    return held
"""
ERRORS = """
def f(text):
    found = []
    for line in text.splitlines():
        parts = line.split()
        if len(parts) >= 3 and parts[1] == "ERROR":
            found.append(parts[2])
    return found
"""
PASSED_OVER = """
def f(lines):
    found = []
    for line in lines:
        kind, name = line.split(":")
        if kind == "total":
            continue
        found.append(name)
    return found
"""
COMMAND = """
def f(line: str):
    command, number = line.split(" ")
    if command == "add":
        return int(number)
    if command == "drop":
        return -int(number)
"""


MARKED = """
def f(text: str):
    words = text.split()
    if words[0] == "\b":
        words = words[1:]
    return words[1]
"""


@pytest.mark.parametrize(
    ("source", "like"),
    [
        (TRADES, r"aaaaaa,`buy`,000\naaaaaa,`sell`,000"),
        (ERRORS, r"aaaaaa `ERROR` aaaaaa\naaaaaa aaaaaa aaaaaa\n"),
        (PASSED_OVER, "aaaaaa:aaaaaa"),
        (COMMAND, "`add` 000"),
        # What cannot be written out stands in few texts.
        (MARKED, "aaaaaa aaaaaa"),
    ],
)
def test_fields_are_texts_that_they_are_compared_with(source: str, like: str) -> None:
    assert default(source).endswith(f"like '{like}'")


@pytest.mark.parametrize("parts", ['[one.strip() for one in line.split(";")]', 'list(map(str.strip, line.split(";")))'])
def test_fields_may_be_stripped_and_named_later(parts: str) -> None:
    source = f"def f(line: str):\n    parts = {parts}\n    name, price, count = parts\n    return name, int(count)\n"
    assert default(source).endswith("like 'aaaaaa;aaaaaa;000'")


def test_fields_that_are_counted_may_be_numbers() -> None:
    source = """
def f(text):
    sums = {}
    for line in text.splitlines():
        for place, field in enumerate(line.split(",")):
            sums[place] = sums.get(place, 0) + float(field)
    return sums
"""
    assert default(source).endswith(r"like '000,000,000\n'")
