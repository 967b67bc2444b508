"""Arrays with masks: made and filled as NumPy does, and nothing else."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run, time_of

_BEGIN = "import numpy as np\nx = np.arange(6.0)\na = np.ma.masked_array(x, mask=x > 2)\n"
_FILLING = "def f(x):\n    return np.ma.masked_array(x, mask=x > 0.5).filled(0)\n\nimport numpy as np\n"


@pytest.mark.parametrize(
    "expression",
    [
        "a.filled(7).tolist(), x.tolist(), np.ma.masked_array(x, mask=~(x > 2), fill_value=-1).filled().tolist()",
        "a.shape, a.size, a.data.tolist(), a.mask.tolist(), isinstance(a, np.ma.MaskedArray), np.ma.isMA(x)",
        "isinstance(a, np.ndarray), isinstance(a, (int, np.ndarray)), isinstance(a, list), isinstance(a, object)",
        "a.filled().tolist(), np.ma.masked_array(np.arange(2), mask=np.arange(2) > 0).filled().tolist()",
        "np.ma.masked_array(np.arange(2, dtype=np.uint8), mask=np.arange(2) > 0).filled().tolist()",
        "np.ma.masked_array([1, 2], [True, False]).filled().tolist()",
        "np.ma.masked_array([1.5], mask=[0]).mask.tolist()",
        "float(a.mean()), float(a.sum()), float(a.min()), float(a.max()), float(a.std())",
        "float(a.var()), int(a.count())",
        "a.compressed().tolist(), np.ma.masked_where(x > 2, x).compressed().tolist()",
        "np.ma.array(x.reshape(2, 3), mask=(x > 2).reshape(2, 3)).mean(axis=0).filled(-1).tolist()",
        "np.ma.array(x.reshape(2, 3), mask=(x > 2).reshape(2, 3)).sum(axis=1).filled(-1).tolist()",
        "float(np.ma.masked_greater(x, 2).sum()), float(np.ma.masked_equal(x, 3).mean())",
        "float(np.ma.masked_invalid(np.array([1.0, np.nan])).sum()), np.ma.masked_less(x, 2).mask.tolist()",
    ],
)
def test_it_is_as_in_numpy(expression: str) -> None:
    source = f"{_BEGIN}found = repr(({expression},))"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    [
        "a + 1",
        "x + a",
        "a.mean(axis=0)",
        "a[0]",
        "np.ma.masked_where(x > -1, x).mean()",
        "len(a)",
        "np.ma.masked_array([1.0], mask=[1, 0])",
        "np.shape(a)",
    ],
)
def test_what_is_not_known_ends_the_run(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}found = {expression}")


def test_the_copy_and_the_mask_are_held() -> None:
    assert peak_of(_FILLING, "x: float64[2000]") == pytest.approx(9 * 2_000 + 1_300, rel=0.05)


def test_figures_along_an_axis_hold_a_copy_on_the_way() -> None:
    source = "def f(x):\n    return np.ma.array(x, mask=x > 0.5).mean(axis=0).filled(0)\n\nimport numpy as np\n"
    # Measured: 204 kB.
    assert peak_of(source, "x: float64[141, 141]") == pytest.approx(183_000, rel=0.15)


@pytest.mark.parametrize(("figure", "measured"), [("sum", 542_000), ("mean", 1_149_000), ("max", 542_000)])
def test_figures_of_many_rows_are_there_beside_the_copy(figure: str, measured: int) -> None:
    source = f"def f(x):\n    return np.ma.array(x, mask=x > 0.5).{figure}(axis=1)\n\nimport numpy as np\n"
    assert peak_of(source, "x: float64[20000, 2]") == pytest.approx(measured, rel=0.1)
    short, long = (time_of(source, f"x: float64[{shape}]") for shape in ("20000, 2", "200, 200"))
    # Measured: from six to nine times as long, for as many numbers.
    assert 4 < short / long < 12
