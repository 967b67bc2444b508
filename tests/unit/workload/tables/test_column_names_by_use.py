"""Parameters that tables are asked by are names of columns, and what is asked for by these is a table."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(df, by, value):\n    return df.groupby(by)[value].mean()",
            "df: DataFrame[1000, 3]; by: str = 'by'; value: str = 'value'",
        ),
        (
            "def f(sales, who, amount):\n    return sales.groupby(who)[[amount]].sum()",
            "sales: DataFrame[1000, 3]; who: str = 'who'; amount: str = 'amount'",
        ),
        (
            "def f(frame: pd.DataFrame, what):\n    return frame[what] - frame[what].mean()",
            "frame: DataFrame[1000, 3]; what: str = 'what'",
        ),
        (
            "def f(df, num, den):\n    return df[num] / df[den]",
            "df: DataFrame[1000, 3]; num: str = 'num'; den: str = 'den'",
        ),
        (
            "def f(df, who, score):\n    return df.pivot_table(index=who, values=score)",
            "df: DataFrame[1000, 3]; who: str = 'who'; score: str = 'score'",
        ),
    ],
)
def test_tables_are_asked_by_names_of_columns(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    "source",
    [
        "def f(df, mask):\n    return df[mask].mean()",
        "def f(df, late):\n    late = late & (df['due'] > 0)\n    return df[late]",
        "def f(df, late):\n    return df[late].mean(), df[~late].mean()",
        "def f(df, row_idx):\n    return df[row_idx]",
        "def f(xs, limit):\n    return [k for k, _ in itertools.groupby(limit)]",
    ],
)
def test_other_parameters_are_none(source: str) -> None:
    assert "str = " not in default(source)


@pytest.mark.parametrize(
    ("body", "is_table"),
    [("train[col], valid[col].map(means)", True), ("train[col], valid[col]", False), ("valid[col].map(means)", False)],
)
def test_what_is_asked_for_a_column_as_a_table_is_one_too(body: str, *, is_table: bool) -> None:
    source = f"def f(train, valid, col):\n    means = train.groupby(col).mean()\n    return {body}"
    assert ("valid: DataFrame[1000, 3]" in default(source)) is is_table


@pytest.mark.parametrize("body", ["today - df['day'].max()", "df.groupby('who')['day'].max() - today"])
def test_what_moments_are_counted_from_is_one(body: str) -> None:
    assert default(f"def f(df, today):\n    return ({body}).dt.days") == "df: DataFrame[1000, 3]; today: datetime"
