"""Columns that a unit asks for by texts that it puts together of what it is called with."""

from __future__ import annotations

import ast

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from perfcast.workload.tables.columns import NamedColumns

_RUNS, _RAISED = NAMES.index("trial_runs"), NAMES.index("trial_raised")


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return df[f'{name}_mean'] / df[f'{name}_std']", {"name_mean", "name_std"}),
        ("return df[name] - df[f'mean of {name}']", {"name", "mean of name"}),
        ("for one in names:\n        df[f'{one}_of'] = df[f'{one}_in']", {"names_1_in", "names_2_in"}),
        ("return [df[f'{one}_{other}'] for one in ('a', 'b') for other in ('c', 'd')]", {"a_c", "a_d", "b_c", "b_d"}),
        ("df[f'{name}_of'] = 1\n    return df[f'{name}_of']", set()),
        ("return df[f'{name!r}_mean'], df[f'{name:>5}'], df[f'{len(df)}'], df[f'{other}']", set()),
    ],
)
def test_they_are_told_by_what_is_put_into_the_texts(body: str, names: set[str]) -> None:
    columns = NamedColumns(ast.parse(f"def f(df, other, name: str, names: list[str]):\n    {body}"))
    assert columns.of("df", ["df"]).keys() == names


def test_they_follow_what_a_parameter_is_said_to_be() -> None:
    columns = NamedColumns(ast.parse("def f(df, col: str):\n    return df[col] - df[f'{col}_column']"))
    assert columns.of("df", ["df"], {"col": "open"}).keys() == {"open", "open_column"}


@pytest.mark.parametrize("name", ["name", "open"])
def test_trial_runs_find_them(name: str) -> None:
    text = "def f(df, name: str):\n    return (df[name] - df[f'{name}_mean']) / df[f'{name}_std']\n\nimport pandas\n"
    found = Trials(text).estimate(parse(f"df: DataFrame[100, 3]; name: str = {name!r}"))
    assert found[_RUNS] > 0
    assert found[_RAISED] == 0
