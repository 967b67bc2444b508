"""Rows and columns that are chosen together by their labels, of a table that holds one value everywhere."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_TABLE = "import pandas as pd\ntable = pd.DataFrame(0, index=list('abcd'), columns=list('abcd'))\nsome = ['a', 'c']\n"


@pytest.mark.parametrize(
    "change",
    [
        "table.loc[some, some] += 1",
        "table.loc[some, ['b', 'd']] = 7",
        "table.loc[some, some] = table.loc[some, some] * 5 + 2",
    ],
)
def test_values_are_put_there(change: str) -> None:
    source = f"{_TABLE}{change}\nfound = table.to_dict('list')\n"
    assert interpreted(source) == run(source)


def test_what_has_other_labels_is_not_put_there() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_TABLE}table.loc[['b'], some] = table.loc[['a'], some]\nfound = 0\n")


def test_what_holds_them_is_copied() -> None:
    source = (
        "import pandas as pd\ndef f(n):\n    names = list(range(n))\n"
        "    table = pd.DataFrame(0, index=names, columns=names)\n    table.loc[names, names] += 1\n    return table\n"
    )
    # Measured: a table of 80 kB, and 309 kB beside it.
    assert 389_000 / 1.3 < peak_of(source, "n: int = 100") < 389_000 * 1.3
