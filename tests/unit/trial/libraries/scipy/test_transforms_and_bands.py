"""Fourier and cosine transforms, equations with bands, and fits of numbers above 0: values and costs of SciPy's."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, soon, time_of

_IMPORTS = "import numpy as np\nfrom scipy import fft, linalg, optimize, signal, spatial\n"
_BANDS = "np.array([[0.0, 1, 2, 3], [5, 6, 7, 8], [1, 2, 3, 0]])"


def _time(body: str, workload: str) -> float:
    return time_of(f"def f(x):\n    return {body}\n\n{_IMPORTS}", workload)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("fft.dct([1.0, 3.0, -2.0])", [4.0, 5.196152, -7.0]),
        ("fft.dct([1.0, 3.0, -2.0], norm='ortho')", [1.154701, 2.121320, -2.857738]),
        ("fft.dst([1.0, 3.0, -2.0])", [5.0, 5.196152, -8.0]),
        ("fft.idct(fft.dct([1.0, 3.0, -2.0, 4.0]))", [1.0, 3.0, -2.0, 4.0]),
        ("fft.idst(fft.dst([1.0, 3.0, -2.0], norm='ortho'), norm='ortho')", [1.0, 3.0, -2.0]),
        ("fft.idctn(fft.dctn(np.eye(3)))[1]", [0.0, 1.0, 0.0]),
        ("fft.idctn(fft.dctn(np.eye(3), axes=[0, 1]), axes=[-2, -1])[1]", [0.0, 1.0, 0.0]),
        ("fft.fft2(np.eye(2), axes=[0, 1]).real[0]", [2.0, 0.0]),
        (f"linalg.solve_banded((1, 1), {_BANDS}, [7.0, 19, 37, 41])", [1.0, 2, 3, 4]),
        ("linalg.solveh_banded([[0.0, 1, 2], [5, 6, 7]], [7.0, 19, 25])", [1.0, 2, 3]),
        ("linalg.solveh_banded([[5.0, 6, 7], [1, 2, 0]], [7.0, 19, 25], lower=True)", [1.0, 2, 3]),
        ("optimize.nnls([[1.0, 0], [1, 0], [0, 1]], [2.0, 1, -1])[0]", [1.5, 0.0]),
        ("optimize.nnls([[1.0, 0], [1, 0], [0, 1]], [2.0, 1, -1])[1:]", [1.224745]),
        ("optimize.rosen_der(np.array([1.0, 2.0, 3.0]))", [-400.0, 1002.0, -200.0]),
        ("[optimize.rosen(np.array([1.0, 2.0, 3.0])), *np.diag(optimize.rosen_hess([1.0, 2.0, 3.0]))]",
         [201.0, 402.0, 3802.0, 200.0]),
        ("optimize.minimize(optimize.rosen, [-1.0, 2.0], method='BFGS', jac=optimize.rosen_der).x", [1.0, 1.0]),
        ("signal.decimate(np.ones(100), 4)", [1.0] * 25),
    ],
)  # fmt: skip
def test_values(expression: str, value: list[float]) -> None:
    found = interpreted(f"{_IMPORTS}found = {expression}\n")
    assert list(found) == pytest.approx(value, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(
    "expression",
    [
        "fft.dct(np.ones(8), type=1)",
        "fft.dct(np.ones(8) * 1j)",
        "fft.fft(np.ones(8), 10**9)",
        "linalg.solve_banded((1, 1), np.zeros((3, 4)), np.ones(4))",
        "linalg.solve_banded((1, 1), np.ones((3, 1_000_000)), np.ones(1_000_000))",
        "linalg.solveh_banded([[5.0, 6, 7], [1, 2, 0]], [7.0, 19, 25], True)",
        "optimize.nnls(np.full((3, 2), np.nan), np.ones(3))",
        "signal.decimate(np.ones(100), 4, ftype='fir')",
    ],
)
def test_others_are_refused(expression: str) -> None:
    with soon(), pytest.raises((Unsupported, OutOfSteps)):
        interpreted(f"{_IMPORTS}found = {expression}\n")


def test_diagonals_that_are_not_there_are_the_error_that_they_are() -> None:
    with pytest.raises(ValueError, match="number of lower and upper"):
        interpreted(f"{_IMPORTS}found = linalg.solve_banded((2, 1), np.ones((3, 4)), np.ones(4))\n")


def test_a_long_prime_factor_makes_a_transform_longer() -> None:
    quick, prime = (_time("fft.fft(x)", f"x: float64[{size}]") for size in (10_000, 10_007))
    # Measured: 6.0 times.
    assert 6.0 / 1.5 < prime / quick < 6.0 * 1.5


def test_a_transform_of_a_prime_length_takes_room_for_its_convolution() -> None:
    source = f"def f(x):\n    return fft.fft(x)\n\n{_IMPORTS}"
    # Measured by memray: 1.05 MB.
    assert 0.9 < peak_of(source, "x: float64[10007]") / 1.05e6 < 1.1


def test_bands_take_as_long_as_there_are_rows() -> None:
    few, many = (
        _time("linalg.solve_banded((1, 1), x + np.array([[0.0], [5.0], [0.0]]), x[0])", f"x: float64[3, {rows}]")
        for rows in (1_000, 10_000)
    )
    # Measured: 6 times, of which adding is a part.
    assert 6 / 1.6 < many / few < 6 * 1.6


def test_pairs_are_as_many_as_the_whole_workload_has() -> None:
    few, many = (_time("spatial.KDTree(x).query_pairs(0.05)", f"x: float64[{rows}, 2]") for rows in (200, 2_000))
    # Measured: 120 times; pairs grow as the square, points alone take 12 times.
    assert 50 < many / few < 250
