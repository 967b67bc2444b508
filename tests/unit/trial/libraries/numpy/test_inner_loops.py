"""How often NumPy begins its innermost loop, and what that takes."""

from __future__ import annotations

import numpy as np
import pytest

from perfcast.trial.libraries.numpy.inner_loops import inner_loops
from tests.unit.trial.interpreting import time_of

_A = np.zeros((200, 10))
_POINTS = np.zeros((100, 3))


@pytest.mark.parametrize(
    ("operands", "shape", "loops"),
    [
        ((_A, _A), (200, 10), 1),
        ((_A.T, _A.T, np.zeros((200, 10)).T), (10, 200), 1),
        ((_A[:, :2], np.zeros((200, 2))), (200, 2), 200),
        ((_A[::2],), (100, 10), 100),
        ((_A, _A[0]), (200, 10), 200),
        ((_A[:, 0],), (200,), 1),
        # Coordinates are within, whichever operand is spread.
        ((_POINTS[:, None], _POINTS[None], np.zeros((100, 100, 3))), (100, 100, 3), 10_000),
        ((_A[1:-1, 1:-1],), (198, 8), 198),
    ],
)
def test_axes_that_go_on_in_equal_steps_are_one(
    operands: tuple[np.ndarray, ...], shape: tuple[int, ...], loops: int
) -> None:
    assert inner_loops(operands, shape) == loops


@pytest.mark.parametrize(
    ("body", "whole", "times"),
    [
        # Measured: so many times what as many elements of whole rows take, on one core.
        ("return a[:, :2] * 2.0", "return a[:400] * 2.0", 7.5),
        ("return a[:, 1:4].copy()", "return a[:600].copy()", 7.0),
        ("a[:, :2] = a[:, 3:5]", "a[:400] = a[400:800]", 6.5),
    ],
)
def test_parts_of_rows_take_longer_than_whole_ones(body: str, whole: str, times: float) -> None:
    head, workload = "import numpy as np\ndef f(a):\n    ", "a: float64[2000, 10]"
    assert times / 2 < time_of(head + body, workload) / time_of(head + whole, workload) < times * 2


@pytest.mark.parametrize(
    ("body", "flat", "times"),
    [
        ("return a[places]", "return a[:, 0][places]", 6.0),
        ("a[places] = a[0]", "a[:, 0][places] = 0.5", 6.0),
        ("return a.reshape(2000, 5, 2)[:, [0, 2, 4]]", "return a.ravel()[np.arange(6000)]", 3.5),
    ],
)
def test_rows_that_are_named_take_longer_than_elements(body: str, flat: str, times: float) -> None:
    head = "import numpy as np\ndef f(a):\n    places = np.arange(0, 2000, 2)\n    "
    workload = "a: float64[2000, 10]"
    nothing = time_of(head + "return places", workload)
    assert (
        times / 2 < (time_of(head + body, workload) - nothing) / (time_of(head + flat, workload) - nothing) < times * 2
    )
