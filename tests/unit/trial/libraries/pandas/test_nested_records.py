"""Tables of records that hold others, the nearest rows of groups, and models that keep all that they are given."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

SETUP = """
import pandas as pd
from pydantic import BaseModel, ConfigDict
records = [{"id": 1, "user": {"name": "a", "at": {"x": 2}}}, {"id": 2, "user": {"name": "b"}}]
orders = [{"id": 1, "rows": [{"n": 3}, {"n": 4}]}, {"id": 2, "rows": [{"n": 5}]}]
left = pd.DataFrame({"t": [1, 5, 10, 12], "g": ["a", "b", "a", "c"], "x": [1.0, 2.0, 3.0, 4.0]})
right = pd.DataFrame({"t": [1, 4, 6, 9], "g": ["a", "b", "b", "a"], "y": [10.0, 20.0, 30.0, 40.0]})
class Item(BaseModel):
    model_config = ConfigDict(extra="allow")
    id: int
item = Item(id="3", tag="x", size=2)
"""
EXPRESSIONS = (
    "pd.json_normalize(records).columns.tolist()",
    "pd.json_normalize(records, sep='_')['user_name'].tolist()",
    "pd.json_normalize(records, max_level=0).columns.tolist()",
    "pd.json_normalize(records[0])['user.at.x'].tolist()",
    "pd.json_normalize(orders, 'rows', ['id']).to_dict('list')",
    "pd.json_normalize(orders, record_path='rows', record_prefix='r.').columns.tolist()",
    "pd.merge_asof(left, right, on='t', by='g').fillna(-1).to_dict('list')",
    "pd.merge_asof(left, right, on='t', by='g', direction='nearest', tolerance=1)['y'].fillna(-1).tolist()",
    "pd.merge_asof(left, right[['t', 'y']], on='t', direction='forward')['y'].fillna(-1).tolist()",
    "pd.merge_asof(left, right[['t', 'y']], on='t', allow_exact_matches=False)['y'].fillna(-1).tolist()",
    "(item.tag, item.id, item.model_extra, sorted(item.model_fields_set), repr(item))",
    "(item.model_dump(), item.model_dump(exclude={'tag'}), item.model_dump_json(), dict(item))",
    "item == Item(id=3, tag='x', size=2), item == Item(id=3, tag='x')",
)
#: Bodies -> bytes measured at 5,000 rows.
MEASURED = {
    "return pd.json_normalize([{'id': i, 'user': {'name': 'u', 'age': i}} for i in range(n)])": 4.0e6,
    "return [Item(id=i, price=i * 0.5, tag='x') for i in range(n)]": 3.47e6,
}
MODEL = """
class Item(BaseModel):
    model_config = ConfigDict(extra="allow")
    id: int
    price: float = 0.0

import pandas as pd
from pydantic import BaseModel, ConfigDict
"""


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_the_libraries_give(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@OF_PYTHON_3_11
@pytest.mark.parametrize("body", MEASURED)
def test_records_take_what_was_measured(body: str) -> None:
    peak = peak_of(f"def f(n):\n    {body}\n{MODEL}", "n: int = 5000")
    assert MEASURED[body] / 1.3 < peak < 1.3 * MEASURED[body]
