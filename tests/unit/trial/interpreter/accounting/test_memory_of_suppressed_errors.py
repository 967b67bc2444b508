"""What is held while errors are suppressed, and what decorators ask of NumPy's functions: bytes are memray's."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of

_SUPPRESSING = """
def unit(n: int):
    with suppress(ValueError, KeyError):
        return n + 1

from contextlib import suppress
"""
_NAMED = """
def unit(fun, n: int):
    return getattr(fun, "__name__", "no name")
"""


def test_what_suppresses_errors_is_held_while_it_is_open() -> None:
    assert peak_of(_SUPPRESSING, "n: int = 3") == pytest.approx(120, abs=1)


@pytest.mark.parametrize(
    ("function", "is_elementwise"), [("np.add", True), ("np.sum", False), ("len", False), ("lambda x: x", False)]
)
def test_code_may_ask_whether_a_function_is_elementwise(function: str, is_elementwise: bool) -> None:
    assert interpreted(f"import numpy as np\nfound = isinstance({function}, np.ufunc)\n") is is_elementwise


def test_code_may_ask_for_operators_of_arrays() -> None:
    source = "import numpy as np\nfound = hasattr(np.add, '__call__') and np.add.__call__(1, 2) == 3\n"
    assert interpreted(source)
    source = "import numpy as np\nfound = getattr(int, '__array_ufunc__', None) in (None, np.ndarray.__array_ufunc__)\n"
    assert interpreted(source) is True


def test_what_is_made_up_for_any_object_has_no_name() -> None:
    found = Trials(_NAMED).estimate(parse("fun: object; n: int = 3"))
    assert found[NAMES.index("trial_whole")] == 1
