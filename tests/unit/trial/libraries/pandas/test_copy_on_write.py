"""What pandas copies only when it is written into is written into alone."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, peak_of, run
from tests.unit.trial.libraries.pandas.test_data_frames import SETUP, plain

#: Tables and columns that share values with ``df``.
DERIVED = (
    "df.clip(-9, 99)",
    "df.rename(columns={'a': 'x'})",
    "df.add_prefix('p_')",
    "df.dropna(subset=['b'])",
    "df.copy(deep=False)",
    "df.rename_axis('i')",
    "df.set_axis(['x', 'b', 'z'], axis=1)",
    "df.set_axis([3, 1, 2, 0, 4, 5])",
    "df.reindex(df.index)",
    "df.squeeze()",
    "df.iloc[:3]",
    "df.assign(z=1)",
    "df.reset_index(drop=True)",
    "pd.DataFrame(df)",
    "df['b']",
    "df['b'].clip(-9, 99)",
    "df['b'].rename('q')",
    "df['b'].dropna()",
    "df['b'].rename_axis('i')",
)
WRITES = ("df.at[0, 'b'] = 50", "df.iloc[1, 1] = 60", "df['n'] = 1", "df.loc[df['b'] > 1, 'b'] = 4", "y.iloc[0] = 7")


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("derived", DERIVED)
def test_what_is_written_into_one_is_not_seen_in_the_other(derived: str, write: str) -> None:
    source = f"{SETUP}\ny = {derived}\n{write}\nfound = df, y"
    assert plain(interpreted(source)) == plain(run(source))


_ROWS = 20_000


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        # The column that is written into is copied, once, and only if something has its values besides.
        ("y = df.rename(columns={})\n    df.at[0, 'x'] = 1.0\n    df.at[1, 'x'] = 2.0\n    return y", 160_000, 185_000),
        ("y = df['key']\n    df.at[0, 'x'] = 1.0\n    return y", 160_000, 185_000),
        ("df.rename(columns={'x': 'z'})\n    df.at[0, 'x'] = 1.0", 0, 20_000),
        ("df['x'].sum()\n    df.at[0, 'x'] = 1.0", 0, 40_000),
    ],
)  # fmt: skip
def test_a_column_is_copied_as_it_is_written_into(body: str, least: int, most: int) -> None:
    """Measured with tracemalloc: 169,971 and 166,520 bytes, 6,878 and 23,988."""
    source = f"def f(df):\n    df['key'], df['x']\n    {body}\n"
    assert least < peak_of(source, f"df: DataFrame[{_ROWS}, 3]") < most
