"""What functions that call SciPy's cost and hold in trial runs, beside what was measured of them."""

from __future__ import annotations

import math

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

_IMPORTS = """
import numpy as np
import scipy.sparse as sp
from scipy import integrate, ndimage, optimize, signal, spatial, stats
from scipy.interpolate import CubicSpline, RegularGridInterpolator
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import spsolve
"""
_LINE = """def fit(x, y):
    def loss(p):
        return np.sum((y - p[0] * x - p[1]) ** 2)
    return optimize.minimize(loss, [0.0, 0.0]).x
"""
_CORNERS = """def fit(x, y):
    def loss(p):
        a, b, c = p
        return np.mean((y - a * np.exp(-b * x) - c) ** 2)
    found = optimize.minimize(loss, x0=[1.0, 1.0, 0.0], method="Nelder-Mead")
    return found.x, found.fun
"""
_RISK = """def weights(spread):
    n = len(spread)
    spread = spread @ spread.T
    whole = {"type": "eq", "fun": lambda w: np.sum(w) - 1.0}
    return optimize.minimize(lambda w: w @ spread @ w, np.full(n, 1 / n), bounds=[(0, 1)] * n, constraints=[whole]).x
"""
_MODEL = """def fit(x, y):
    def model(t, a, b, c):
        return a * np.exp(-b * t) + c
    found, spread = optimize.curve_fit(model, x, y)
    return found, np.sqrt(np.diag(spread))
"""
_ROOTS = """def roots(n):
    return [optimize.brentq(lambda x: x**3 - x - i, 0, 10.0 * i) for i in range(1, n + 1)]
"""
_HUNTING = """def hunting(end):
    def slopes(t, z):
        x, y = z
        return [1.5 * x - x * y, -3 * y + x * y]
    found = integrate.solve_ivp(slopes, (0, end), [10.0, 5.0])
    return found.t, found.y
"""
_PLATE = """def plate(k):
    line = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(k, k))
    matrix = sp.kron(sp.eye(k), line) + sp.kron(line, sp.eye(k))
    return spsolve(matrix.tocsr(), np.ones(k * k))
"""
_POWERS = """def powers(rows, columns, values):
    n = max(rows.max(), columns.max()) + 1
    matrix, x = sp.csr_matrix((values, (rows, columns)), shape=(n, n)), np.ones(n)
    for _ in range(20):
        x = matrix @ x
        x = x / np.linalg.norm(x)
    return x
"""
_PARTS = """def parts(edges):
    n = edges.max() + 1
    graph = sp.csr_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n, n))
    return connected_components(graph, directed=False)
"""
_ONE_BY_ONE = """def one_by_one(n):
    found = sp.lil_matrix((n, n))
    for i in range(n):
        found[i, i] = 2.0
        if i > 0:
            found[i, i - 1] = -1.0
    return found.tocsr()
"""
_SMOOTH = """def smooth(picture):
    return ndimage.gaussian_filter(picture, sigma=2)
"""
_PASSING = """def passing(x):
    b, a = signal.butter(4, 0.1)
    return signal.filtfilt(b, a, x)
"""
_TOPS = """def tops(x):
    places, _ = signal.find_peaks(x, height=0.5, distance=5)
    return x[places]
"""
_COMPARED = """def compared(a, b):
    return stats.ttest_ind(a, b).pvalue, stats.mannwhitneyu(a, b).pvalue, stats.ks_2samp(a, b).pvalue
"""
_CURVE = """def curve(x, y):
    found, places = CubicSpline(x, y), np.linspace(x[0], x[-1], 200)
    return found(places), found(places, 1)
"""
_GRID = """def grid(z, places):
    x, y = np.linspace(0, 1, z.shape[0]), np.linspace(0, 1, z.shape[1])
    return RegularGridInterpolator((x, y), z)(places)
"""
_NEAREST = """def nearest(points, others):
    away, which = spatial.KDTree(points).query(others, k=3)
    return away.mean(), which
"""
_PAIRS = "rows: int64[1000] in 0..999; columns: int64[1000] in 0..999; values: float64[1000]"


@pytest.mark.parametrize(
    ("source", "workload", "microseconds", "peak"),
    [
        (_LINE, "x: float64[1000]; y: float64[1000]", 870, 31_700),
        (_CORNERS, "x: float64[1000]; y: float64[1000]", 2_060, 29_100),
        (_RISK, "spread: float64[20, 20]", 2_700, 68_400),
        (_MODEL, "x: float64[100]; y: float64[100]", 3_400, 13_000),
        (_MODEL, "x: float64[20000]; y: float64[20000]", 21_000, 1_070_000),
        (_ROOTS, "n = 200", 4_600, None),
        (_HUNTING, "end = 10.0", 1_700, 15_400),
        (_PLATE, "k = 10", 835, 440_000),
        (_POWERS, _PAIRS, 206, 34_000),
        (_PARTS, "edges: int64[500, 2] in 0..199", 112, 16_700),
        (_PARTS, "edges: int64[20000, 2] in 0..4999", 715, 570_000),
        (_ONE_BY_ONE, "n = 200", 579, 54_100),
        (_SMOOTH, "picture: float64[64, 64]", 62, 105_000),
        (_PASSING, "x: float64[1000]", 224, 38_500),
        (_PASSING, "x: float64[100000]", 2_630, 2_300_000),
        (_TOPS, "x: float64[1000]", 25, 26_800),
        (_COMPARED, "a: float64[1000]; b: float64[1000]", 1_670, 153_000),
        (_CURVE, "x: float64[1000] sorted; y: float64[1000]", 173, 139_000),
        (_GRID, "z: float64[50, 50]; places: float64[1000, 2]", 96, 49_900),
        (_NEAREST, "points: float64[500, 2]; others: float64[500, 2]", 203, 51_500),
    ],
)
def test_it_takes_and_holds_about_what_was_measured(
    source: str, workload: str, microseconds: float, peak: float | None
) -> None:
    found = dict(zip(NAMES, Trials(source + _IMPORTS).estimate(parse(workload)), strict=True))
    assert found["trial_runs"] > 0 and not found["trial_refused"]
    assert abs(found["trial_time"] - math.log2(1e3 * microseconds)) < math.log2(1.9)
    if peak is not None:
        assert abs(found["trial_peak"] - math.log2(peak)) < math.log2(1.4)


@pytest.mark.parametrize(("size", "microseconds", "peak"), [(60, 17.6, 2_540), (1_000, 47_000, 131_000)])
def test_exact_choices_take_as_long_as_their_factors(size: int, microseconds: float, peak: float) -> None:
    source = (
        "def f(n):\n    return [special.comb(n, k, exact=True) for k in range(n + 1)]\n\nfrom scipy import special\n"
    )
    test_it_takes_and_holds_about_what_was_measured(source, f"n = {size}", microseconds, peak)


@pytest.mark.parametrize("size", [10, 1000])
def test_choices_hold_arrays_of_one_number(size: int) -> None:
    found = peak_of("def f(n):\n    return special.comb(n, 3)\n\nfrom scipy import special\n", f"n: int = {size}")
    assert found == pytest.approx(336, rel=0.1)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return 1 - stats.norm.cdf(x)", 8_190),
        ("return stats.norm.pdf(x)", 10_900),
        ("return stats.expon.ppf(x)", 14_100),
        ("return stats.uniform.mean(x)", 11_600),
        ("return integrate.quad(lambda y: y * x, 0, 1)[0]", 816),
        ("with np.errstate(divide='ignore'):\n        return 1 / x", 656),
    ],
)
def test_what_is_told_of_a_single_number_takes_memory_too(body: str, measured: float) -> None:
    source = f"def f(x):\n    {body}\n\nimport numpy as np\nfrom scipy import integrate, stats\n"
    assert peak_of(source, "x: float = 0.3") == pytest.approx(measured, rel=0.15)


def test_what_is_told_of_many_numbers_takes_no_more_than_these_do() -> None:
    source = "def f(x):\n    return stats.norm.cdf(x)\n\nfrom scipy import stats\n"
    assert peak_of(source, "x: float64[10000]") == pytest.approx(488_000, rel=0.1)
