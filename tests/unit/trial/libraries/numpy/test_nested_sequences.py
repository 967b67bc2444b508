"""Arrays made of many lists or arrays: figures are memray's of CPython 3.11 and NumPy 2."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


@pytest.mark.parametrize(
    ("expression", "measured"),
    [
        ("np.array(rows)", 33_520),
        ("np.vstack(rows)", 126_552),
        ("np.hstack(rows)", 88_344),
        ("np.concatenate(rows)", 83_408),
        ("np.stack(rows)", 129_496),
        ("np.mean(rows)", 34_240),
        ("np.stack([np.zeros(10) for _ in rows])", 132_032),
        ("np.concatenate([np.zeros(10) for _ in rows])", 85_928),
        ("np.array([np.zeros(10) for _ in rows])", 92_984),
        ("np.mean([np.zeros(10) for _ in rows], axis=0)", 93_500),
    ],
)
def test_each_list_and_array_that_one_is_made_of_takes_its_part(expression: str, measured: int) -> None:
    source = f"def f(rows):\n    return {expression}\n\nimport numpy as np\n"
    found = Trials(source).estimate(parse("rows: list[list[float]] * 300 * 10"))
    by_name = dict(zip(NAMES, found, strict=True))
    assert by_name["trial_whole"] == 1
    assert 2.0 ** by_name["trial_peak"] == pytest.approx(measured, rel=0.03)


@pytest.mark.parametrize(
    "body",
    [
        "return a[np.array([0, 1, 2, 0]), np.array([False, True, False, False, False])]",
        "return a[np.array([[0], [1]]), np.array([1, 2, 3])]",
        "try:\n        a[[0, 1], [0, 1, 2]] = 1\n    except IndexError:\n        return 1",
    ],
)
def test_places_are_named_as_numpy_has_them(body: str) -> None:
    source = f"def f(n):\n    a = np.arange(20).reshape(4, 5)\n    {body}\n\nimport numpy as np\n"
    trials = Trials(source)
    trials.estimate(parse("n: int = 3"))
    assert not trials.error and not trials.stopped_at
