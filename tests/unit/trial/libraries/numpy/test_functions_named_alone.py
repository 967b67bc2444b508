"""Functions of NumPy's that are not modelled may be named, and not called; its numbers and versions are as they are."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_TABLE = """
import numpy as np
TABLE = {"cos": np.cos, "days": np.busday_count}
NAMES = [name for name in ("sin", "busday_count", "no_such_function") if hasattr(np, name)]
"""


def test_others_of_a_table_are_called() -> None:
    source = f"{_TABLE}found = float(TABLE['cos'](0.0)), list(TABLE), NAMES"
    assert interpreted(source) == run(source)


def test_they_are_not_called() -> None:
    with pytest.raises(Unsupported, match=r"numpy\.busday_count"):
        interpreted(f"{_TABLE}found = TABLE['days']('2026-01-01', '2026-02-01')")


def test_what_there_is_not_is_an_error() -> None:
    with pytest.raises(AttributeError):
        interpreted(f"{_TABLE}found = np.no_such_function")


def test_classes_that_are_not_modelled_have_no_stand_in() -> None:
    with pytest.raises(Unsupported, match=r"numpy\.busdaycalendar"):
        interpreted(f"{_TABLE}found = np.busdaycalendar")


@pytest.mark.parametrize("expression", ["np.little_endian", "np.version.version.split('.', 2)", "np.version.release"])
def test_facts_are_told(expression: str) -> None:
    source = f"import numpy as np\nfound = {expression}"
    assert interpreted(source) == run(source)
