"""Dictionaries that are asked for keys which a list holds, and values that are compared with what they hold."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve


def default(source: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.units[-1], file).workload)


@pytest.mark.parametrize(
    "source",
    [
        "def f(config):\n    for key in ('host', 'user'):\n        config[key] = config[key].strip()",
        "def f(config):\n    needed = ['host', 'user']\n    for key in needed:\n        if key not in config:\n"
        "            raise KeyError(key)\n    return config['host'] + '!'",
        "NEEDED = ('host', 'user')\ndef f(config):\n    if [k for k in NEEDED if k not in config]:\n"
        "        raise KeyError\n    return config['host'] + '!'",
    ],
)
def test_keys_that_are_gone_through_are_there(source: str) -> None:
    assert default(source) == "config: {host: str, user: str}"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(rows):\n    return [sum(row['marks']) / len(row['marks']) for row in rows]",
            "rows: list[{marks: list[float]}] * 1000",
        ),
        (
            "def f(rows, dept):\n    return sum(row['salary'] for row in rows if row['dept'] == dept)",
            "rows: list[{dept: label, salary: float}] * 1000; dept: label",
        ),
        (
            "def f(rows, most):\n    return [row['name'] for row in rows if row['price'] <= most]",
            "rows: list[{price: float, name: label}] * 1000; most: float = 0.5",
        ),
        ("def f(values):\n    return range(values['workers'])", "values: {workers: int}"),
        (
            "def f(table, x):\n    return [y0 for (x0, y0), (x1, y1) in zip(table, table[1:]) if x0 <= x <= x1]",
            "table: list[list[int]] * 1000 * 2 in 0..1000; x: int = 10",
        ),
        ("def f(value):\n    return value.lower() in ('yes', 'on')", "value: str = 'yes'"),
        (
            "def f(bits):\n    for b in bits:\n        if b not in '01':\n            raise ValueError(b)",
            "bits: str * 1000 in '01'",
        ),
        (
            "def f(text):\n    for c in text:\n        if c.isdigit():\n            n()\n        elif c in '+-':\n"
            "            m()\n        else:\n            raise ValueError(c)",
            "text: str * 1000 in '0123456789+-'",
        ),
    ],
)
def test_uses_say_what_values_are(source: str, workload: str) -> None:
    assert default(source) == workload


def test_what_is_asked_for_beside_a_key_is_one() -> None:
    source = "def f(rows, key, value):\n    for r in rows:\n        out[r[key]] = out.get(r[key], 0) + r[value]"
    assert default(source) == ("rows: list[{key: label, value: float}] * 1000; key: str = 'key'; value: str = 'value'")
    source = (
        "def f(records, row, col):\n    for one in records:\n        table.setdefault(one[row], []).append(one[col])"
    )
    assert default(source).endswith("row: str = 'row'; col: str = 'col'")


def test_what_is_called_a_place_is_a_key_beside_two_others() -> None:
    source = (
        "def f(rows, index, column, value):\n    for row in rows:\n        out[row[index]][row[column]] = row[value]\n"
    )
    assert default(source) == (
        "rows: list[{value: int, index: label, column: label}] * 1000; "
        "index: str = 'index'; column: str = 'column'; value: str = 'value'"
    )


@pytest.mark.parametrize("written", ["writer.writerows(rows)", "for row in rows: writer.writerow(row)"])
def test_rows_that_are_written_have_the_keys_that_are_written_down(written: str) -> None:
    source = f"def f(rows):\n    writer = csv.DictWriter(out, fieldnames=['id', 'name'])\n    {written}\n"
    assert default(source) == "rows: list[{id: int, name: label}] * 1000"


def test_places_by_which_rows_are_asked_are_numbers() -> None:
    source = (
        "def f(matrix, left, right):\n    for row in matrix:\n        row[left], row[right] = row[right], row[left]"
    )
    assert "int" in default(source)
    assert "str" not in default(source)
