"""Workloads of code that is nested deeper, or writes larger numbers, than most."""

from __future__ import annotations

import pytest

from perfcast.forecast.receiver import made_up_receiver
from perfcast.source import SourceFile
from perfcast.workload import parse
from perfcast.workload.origins.resolution import resolve

_BRANCHES = "".join(f"        elif text == 'a{number}': return {number}\n" for number in range(300))
_CHAIN = f"        if text == '': return 0\n{_BRANCHES}"


@pytest.mark.parametrize(
    "methods",
    [
        f"    T = re.compile('a+')\n    def f(self, text: str):\n{_CHAIN}        return self.T.match(text)\n",
        f"    def __init__(self, weights: np.ndarray, labels):\n        self.w = weights\n"
        f"    def f(self, text: str):\n{_CHAIN}        return np.bincount(self.w)\n",
        f"    def __init__(self, rows):\n        self.rows = rows\n    def add(self, row):\n"
        f"        self.rows.append(row)\n"
        f"    def f(self, text: str):\n{_CHAIN}        return [row.x for row in self.rows]\n",
    ],
)
def test_long_chains_of_branches_are_no_error(methods: str) -> None:
    file = SourceFile.parse(f"import re\nimport numpy as np\nclass A:\n{methods}")
    unit = file.unit("A.f")
    workload = resolve(unit, file).workload
    assert [one.name for one in workload.arguments if one.name == "text"] == ["text"]
    made_up_receiver(file, unit, workload)


@pytest.mark.parametrize(
    "body",
    [
        "[r for r in rows if r['age'] > {n}]",
        "[r for r in rows if r['age'] == -{n}]",
        "{{r['age'] - {n} for r in rows}}",
    ],
)
def test_numbers_beyond_all_workloads_are_left_out(body: str) -> None:
    file = SourceFile.parse(f"def f(rows):\n    return {body.format(n=10**400)}\n")
    text = str(resolve(file.unit("f"), file).workload)
    assert str(parse(text)) == text
    assert "000000000" not in text


def test_so_are_those_of_patterns() -> None:
    source = f"def f(event):\n    match event:\n        case {{'n': {10**400}}}:\n            return 1\n"
    file = SourceFile.parse(source)
    text = str(resolve(file.unit("f"), file).workload)
    assert str(parse(text)) == text
    assert "000000000" not in text
