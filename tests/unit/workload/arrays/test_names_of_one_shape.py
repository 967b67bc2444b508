"""Names of what is reckoned of an array element by element."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.arrays.element_by_element import names_of_one_shape


def _names(body: str) -> list[str]:
    [node] = ast.parse(f"def f(x, y):\n    {body}").body
    assert isinstance(node, ast.FunctionDef)
    return names_of_one_shape(node, "x")


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("z = (x / 255 - 0.5).astype(np.float32)\n    w = np.exp(z)", ["x", "z", "w"]),
        ("z = x.sum(axis=0)", ["x"]),
        ("z = x @ y", ["x"]),
        ("z = x + 1\n    z = y", ["x"]),
    ],
)
def test_they_are_bound_to_nothing_else(body: str, names: list[str]) -> None:
    assert _names(body) == names


def test_they_are_few_however_many_steps_there_are() -> None:
    steps = "\n    ".join(f"x{place + 1} = x{place} + 1" for place in range(100))
    assert len(_names(f"x0 = x\n    {steps}")) == 20
