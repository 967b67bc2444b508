"""Places that loops and operators take for a moment and leave: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("loop", "measured"),
    [
        # A list that is repeated is there until the new one is.
        ("for v in a:\n        k[0] = v", 416),
        # One pair has the elements, and another one what the function is given.
        ("for i, v in enumerate(a):\n        n = max(n, v)", 592),
        ("for u, v in zip(a, a):\n        n = max(u, v)", 688),
        # Nothing is in the first pair then.
        ("for v in a:\n        n = max(n, v)", 464),
        # The name has one of them while the next one is made.
        ("for p in enumerate(a):\n        n = p", 544),
    ],
)
def test_what_loops_have_beside_a_list_of_fifty(loop: str, measured: int) -> None:
    source = f"def run(a):\n    k = [0] * 50\n    n = 0\n    {loop}\n    return None\n"
    assert peak_of(source, "a: list[int] * 200 in 1..100") == pytest.approx(measured, abs=8)


@OF_PYTHON_3_11
def test_a_list_with_a_name_leaves_no_place_where_it_is_repeated() -> None:
    source = "def run(a):\n    k = [0]\n    k = k * 50\n    return len(k)\n"
    assert peak_of(source, "a: list[int] * 200 in 1..100") == pytest.approx(376, abs=8)
