"""Tables read from texts of separated values, and written to such, as pandas has them."""

from __future__ import annotations

import pytest

from perfcast.trial import Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of, run

SETUP = """
import io
import pandas as pd
text = "day,n,x,name,ok\\n2024-01-02,1,0.5,a,True\\n2024-01-03,2,,\\"b, c\\",False\\n2024-01-04,3,NA,,True\\n"
df = pd.read_csv(io.StringIO(text), parse_dates=["day"])
made = pd.DataFrame({"n": [1, 2], "x": [0.25, None], "t": ["a", "b,c"]})
"""
READ = (
    "df.n.tolist(), df.x.isna().tolist(), df.name.isna().tolist(), df.ok.tolist(), df.day.dt.day.tolist()",
    "list(pd.read_csv(io.StringIO('a;b\\n1;2\\n'), sep=';').columns)",
    "pd.read_csv(io.StringIO('1,2\\n3,4\\n'), header=None)[1].tolist()",
    "pd.read_csv(io.StringIO('1,2\\n3,4\\n'), names=['p', 'q']).q.tolist()",
    "pd.read_csv(io.StringIO(text), usecols=['n', 'x'], nrows=2).shape",
    "pd.read_csv(io.StringIO(text), index_col='n')['x'].fillna(0).to_dict()",
    "pd.read_csv(io.StringIO(text), dtype={'n': float}).n.tolist()",
    "pd.read_csv(io.StringIO('a,a,b\\n1,2,-\\n'), na_values=['-']).columns.tolist()",
    "pd.read_csv(io.StringIO('x\\n# 7\\n1\\n'), skiprows=1).shape",
    "pd.read_csv(io.BytesIO(text.encode())).shape",
)
WRITTEN = (
    "made.to_csv(index=False)",
    "made.to_csv()",
    "made.to_csv(sep=';', na_rep='-', columns=['x', 't'], header=['p', 'q'])",
    "made.to_csv(float_format='%.3f', header=False)",
    "made['n'].to_csv()",
    "df[['day', 'n']].to_csv(index=False)",
)
#: Bodies -> bytes measured at 20,000 rows.
MEASURED = {
    "return pd.read_csv(io.StringIO('a,b,c\\n' + '\\n'.join(f'{i},{i * 0.5},x{i % 7}' for i in range(n))))": 12.0e6,
    "return pd.DataFrame({'a': np.arange(n), 'b': np.arange(n) * 0.37, 'c': ['x'] * n}).to_csv(index=False)": 4.9e6,
}


@pytest.mark.parametrize("expression", READ + WRITTEN)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("body", MEASURED)
def test_texts_take_what_was_measured(body: str) -> None:
    text = f"def f(n):\n    {body}\n\nimport io\nimport numpy as np\nimport pandas as pd\n"
    assert MEASURED[body] / 1.4 < peak_of(text, "n: int = 20000") < 1.4 * MEASURED[body]


def test_a_file_is_not_read() -> None:
    trials = Trials("def f(path):\n    return pd.read_csv(path)\n\nimport pandas as pd\n")
    trials.estimate(parse("path: str = 'x.csv'"))
    assert trials.stopped_at == "pandas.read_csv"
