"""Tables and columns of dictionaries whose keys are dates or have several parts; which category each value is of."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_BEGIN = "import datetime\nimport pandas as pd\nday = datetime.date(2024, 1, 1)\n"


@pytest.mark.parametrize(
    "expression",
    [
        "pd.Series({(1, 2): 3, (1, 4): 5, (2, 2): 7}).unstack(fill_value=0).to_numpy().tolist()",
        "pd.DataFrame({'mean': {day: 2.0, day + datetime.timedelta(days=1): 3.0}})['mean'].tolist()",
        "pd.DataFrame({'a': {1: 2, 3: 4}, 'b': {1: 5, 3: 6}}).to_numpy().tolist()",
        "pd.Series(['b', 'a', 'b']).astype('category').cat.codes.tolist()",
        "pd.DataFrame.from_dict({(1, 2): (3, 4), (1, 5): (6, 7)}, orient='index', columns=['a', 'b']).to_dict('list')",
        "pd.DataFrame.from_dict({'x': {'a': 1}, 'y': {'a': 2}}, orient='index').index.tolist()",
        "pd.DataFrame.from_dict({'a': [1, 2]}).to_dict('list')",
        "str(pd.Series(['b', 'a', 'b']).astype('category').cat.codes.dtype)",
    ],
)
def test_they_are_as_in_pandas(expression: str) -> None:
    source = f"{_BEGIN}found = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("expression", ["pd.Series(['b']).cat", "pd.DataFrame({'a': {1: 2}, 'b': {3: 4}})"])
def test_what_is_not_known_ends_the_run(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}found = {expression}")


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("str(kinds.dtype)", "the data type of categories"),
        ("list(kinds.cat.categories)", r"CategoricalAccessor\.categories"),
        ("pd.DataFrame({'a': kinds})['a'].cat.codes", r"Series\.cat"),
    ],
)
def test_the_reason_says_what_of_categories_is_not_known(expression: str, reason: str) -> None:
    with pytest.raises(Unsupported, match=reason):
        interpreted(f"{_BEGIN}kinds = pd.Series(['b', 'a']).astype('category')\nfound = {expression}")


def test_groups_are_described_as_in_pandas() -> None:
    source = (
        f"{_BEGIN}df = pd.DataFrame({{'k': [1, 1, 2, 2], 'a': [1.0, 2.0, 3.0, 5.0], 'b': [4.0, 6.0, 8.0, 8.0]}})\n"
        "found = df.groupby('k')[['a', 'b']].describe().to_numpy().tolist()\n"
    )
    assert interpreted(source) == run(source)
