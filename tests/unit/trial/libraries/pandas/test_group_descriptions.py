"""What tells of each group: of numbers alone, and of groups in which nothing is there."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_BEGIN = (
    "import pandas as pd\ntable = pd.DataFrame({'key': [1, 1, 2], 'text': ['x', 'y', 'z'], 'flag': [True, False, True],"
    " 'number': [1.0, 2.0, float('nan')]})\n"
)


@pytest.mark.parametrize("groups", ["table.groupby('key')", "table.groupby('key')['number']"])
def test_texts_are_left_out_and_nothing_has_no_figures(groups: str) -> None:
    source = f"{_BEGIN}told = {groups}.describe()\nfound = repr((list(told.columns), told.to_numpy().tolist()))"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    [
        "table.groupby('key').describe(percentiles=[0.1])",
        "table.groupby('key')['number'].describe(percentiles=[0.1])",
        "table.groupby('key')['text'].describe()",
        "table[['key', 'text']].groupby('key').describe()",
    ],
)
def test_other_descriptions_end_the_run(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}found = {expression}")
