"""What SciPy's functions give, cost and hold in trial runs."""

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np
import pytest

from perfcast.forecast.refusals.outside import outside_reasons
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from perfcast.workload import parse
from perfcast.workload.arrays.ranks import rank
from tests.unit.trial.interpreting import interpreted, soon

_IMPORTS = """
import numpy as np
import scipy
import scipy.stats as st
from scipy import fft, linalg, ndimage, signal, special, stats
from scipy.interpolate import interp1d
from scipy.spatial import distance
from scipy.spatial.distance import cdist, pdist, squareform
a = np.arange(1.0, 9.0)
m = np.array([[2.0, 1.0], [1.0, 3.0]])
def error(call):
    try:
        call()
    except Exception as error:
        return type(error).__name__
"""


def _found(expression: str) -> Any:
    return interpreted(f"{_IMPORTS}found = {expression}\n")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # scipy.special
        ("special.expit([0.0, 2.0])", [0.5, 0.8807970779778823]),
        ("special.logit(0.75), special.expit(np.float32(0)).dtype == np.float32", [math.log(3), True]),
        ("special.erf(0.5), special.erfc(a)[0]", [math.erf(0.5), math.erfc(1)]),
        ("special.gamma(5), special.gammaln([3.0])[0]", [24.0, math.log(2)]),
        ("special.comb(5, 2), special.comb([4, 5], [2, 6])[1]", [10.0, 0.0]),
        ("special.comb(60, 30, exact=True), special.factorial(20, exact=True)",
         [math.comb(60, 30), math.factorial(20)]),
        ("special.factorial([0, 3, -1])", [1.0, 6.0, 0.0]),
        ("special.softmax([[0.0, 0.0]], axis=1)", [[0.5, 0.5]]),
        ("special.log_softmax([0.0, 0.0])", [-math.log(2)] * 2),
        ("special.logsumexp(m, axis=0).shape, special.logsumexp([1000.0, 1000.0])", [[2], 1000 + math.log(2)]),
        ("special.xlogy([0, 2], [0, 1])", [0.0, 0.0]),
        # scipy.linalg and scipy.fft
        ("linalg.inv(m)", [[0.6, -0.2], [-0.2, 0.4]]),
        ("linalg.det(m), linalg.norm([3.0, 4.0])", [5.0, 5.0]),
        ("linalg.solve(m, [1, 2]), linalg.lstsq(m, [1.0, 2.0])[0]", [[0.2, 0.6]] * 2),
        ("linalg.eig(m)[0].dtype == complex, linalg.eigh(m)[0].dtype == float", [True, True]),
        ("linalg.eigvalsh(m), linalg.eigh(m, eigvals_only=True)", [[1.381966, 3.618034]] * 2),
        ("[part.shape for part in linalg.svd(np.ones((4, 2)))]", [[4, 4], [2], [2, 2]]),
        ("[part.shape for part in linalg.qr(np.ones((4, 2)), mode='economic')]", [[4, 2], [2, 2]]),
        ("linalg.cholesky(m)[1, 0], linalg.cholesky(m, lower=True)[0, 1]", [0.0, 0.0]),
        ("linalg.expm(np.zeros((2, 2))), linalg.expm(np.diag([1.0, 2.0]))[1, 1]", [[[1, 0], [0, 1]], math.exp(2)]),
        ("linalg.toeplitz([1, 2, 3], [1, 5])", [[1, 5], [2, 1], [3, 2]]),
        ("linalg.block_diag([[1, 2]], 3)", [[1, 2, 0], [0, 0, 3]]),
        ("fft.ifft(fft.fft(a)).real, fft.irfft(fft.rfft(a))", [list(range(1, 9))] * 2),
        ("fft.fft(a, 4).shape, fft.rfft(np.zeros(8, np.float32)).dtype == np.complex64", [[4], True]),
        ("fft.fft2(m)[0, 0], fft.fftfreq(4, 0.5)[1], fft.fftshift([1, 2, 3, 4])", [7, 0.5, [3, 4, 1, 2]]),
        ("fft.fftn(m)[0, 0], fft.irfftn(fft.rfftn(m)), fft.ifftn(fft.fftn(m), axes=(0, 1)).real",
         [7, [[2, 1], [1, 3]], [[2, 1], [1, 3]]]),
        ("fft.fftn(m, axes=range(-2, 0))[0, 0]", 7),
        ("fft.next_fast_len(1021), fft.next_fast_len(11, real=True)", [1024, 12]),
        # scipy.spatial.distance
        ("cdist(m, m + 1)", [[math.sqrt(2), 3.0], [math.sqrt(5), math.sqrt(2)]]),
        ("cdist(m, np.ones((5, 2)), 'cityblock').shape, pdist(np.ones((5, 2))).shape", [[2, 5], [10]]),
        ("squareform([1.0, 2.0, 3.0]), squareform(squareform([1.0, 2.0, 3.0]))",
         [[[0, 1, 2], [1, 0, 3], [2, 3, 0]], [1, 2, 3]]),
        ("distance.euclidean([0, 0], [3, 4]), distance.sqeuclidean([0, 0], [3, 4])", [5.0, 25.0]),
        ("distance.cosine([1, 0], [1, 1]), distance.hamming([1, 0], [1, 1])", [1 - math.sqrt(0.5), 0.5]),
        ("distance.jaccard([1, 0, 1], [1, 1, 0]), distance.cityblock([1, 2], [3, 5])", [2 / 3, 5.0]),
        # scipy.stats
        ("stats.norm.pdf(0), st.norm.cdf(1.0), st.norm.sf([1.0])[0]", [0.3989423, 0.8413447, 0.1586553]),
        ("stats.norm.ppf(0.975), stats.norm(10, 2).cdf(12.0), stats.norm.logpdf(0)", [1.959964, 0.8413447, -0.9189385]),
        ("stats.uniform.cdf(3.0, loc=2, scale=4), stats.expon.sf(1.0)", [0.25, math.exp(-1)]),
        ("stats.norm.rvs(size=(2, 3)).shape, type(stats.norm.rvs()) is float", [[2, 3], True]),
        ("stats.norm.interval(0.95), stats.norm.std(scale=3)", [[-1.959964, 1.959964], 3.0]),
        ("stats.zscore([1.0, 3.0])", [-1.0, 1.0]),
        ("stats.pearsonr(a, a**2)", [0.97618706, 3.3158e-05]),
        ("stats.spearmanr(a, -(a**2)).statistic, stats.pearsonr(a, a).pvalue", [-1.0, 0.0]),
        ("stats.ttest_ind(a, a + 2)", [-1.632993, 0.1247504]),
        ("stats.ttest_ind([a, a], [a, a + 2], axis=1, equal_var=False).pvalue", [1.0, 0.1247504]),
        ("stats.linregress(a, 2 * a + 1)[:3], len(stats.linregress(a, a))", [[2.0, 1.0, 1.0], 5]),
        ("stats.mode([1, 2, 2]), stats.mode([[1, 2], [1, 3]]).mode", [[2, 2], [1, 2]]),
        ("stats.rankdata([3, 1, 1]), stats.rankdata([3, 1, 1], method='dense')", [[3.0, 1.5, 1.5], [2, 1, 1]]),
        ("stats.entropy([1, 1]), stats.entropy([1, 1], [1, 3], base=2)", [math.log(2), 0.2075187]),
        ("stats.skew(a**2), stats.kurtosis(a**2), stats.iqr(a)", [0.5464170, -1.0099080, 3.5]),
        # scipy.signal, scipy.interpolate and scipy.ndimage
        ("signal.convolve([1, 2, 3], [0, 1], mode='same'), signal.fftconvolve([1, 2], [1, 1])", [[0, 1, 2], [1, 3, 2]]),
        ("signal.correlate([1, 2, 3], [1, 2])", [2, 5, 8, 3]),
        ("signal.get_window('hann', 4), signal.get_window('boxcar', 2)", [[0, 0.5, 1, 0.5], [1, 1]]),
        ("signal.find_peaks([1, 3, 1, 4, 4, 0], height=3.5)[0]", [3]),
        ("signal.find_peaks([0, 3, 1, 4, 0], prominence=3)[1]['prominences']", [4.0]),
        ("signal.find_peaks([0, 3, 1, 4, 0], distance=3)[0]", [3]),
        ("signal.butter(1, 0.5), signal.butter(2, [0.1, 0.4], 'bandpass')[0].shape", [[[0.5, 0.5], [1.0, 0.0]], [5]]),
        ("signal.lfilter([1.0], [1, -0.5], [1.0, 0.0, 0.0])", [1.0, 0.5, 0.25]),
        ("signal.filtfilt([1.0], [1.0, -0.5], np.ones(20))[:2] / 4", [1.0, 1.0]),
        ("signal.savgol_filter(a**2, 5, 2)[[0, 4, 7]], signal.medfilt([1, 9, 1], 3)", [[1, 25, 64], [1, 1, 1]]),
        ("signal.savgol_filter(a**2, 4, 1)[[0, 3, 7]]", [0.0, 21.5, 63.0]),
        ("signal.savgol_filter(a**2, 4, 2, mode='nearest')[[0, 3, 7]]", [2.1875, 20.25, 64.9375]),
        ("signal.savgol_filter(np.ones(9, np.float32), 5, 2).dtype == np.float32", True),
        ("signal.savgol_coeffs(5, 2, deriv=1), signal.savgol_coeffs(3, 0)", [[0.2, 0.1, 0, -0.1, -0.2], [1 / 3] * 3]),
        ("signal.correlation_lags(3, 2), ndimage.sum(a, [1, 1, 2, 2, 0, 0, 0, 0], [1, 2])", [[-1, 0, 1, 2], [3, 7]]),
        ("interp1d(a, a**2)(2.5), interp1d(a, a, kind='nearest')([2.2])", [6.5, [2.0]]),
        ("interp1d(a, a, bounds_error=False, fill_value=0.0)([9.0])", [0.0]),
        ("ndimage.gaussian_filter(np.ones((3, 4)), 1).shape, ndimage.uniform_filter([0.0, 3.0, 0.0])",
         [[3, 4], [1, 1, 1]]),
        ("ndimage.median_filter([5, 1, 2], size=3)", [5, 2, 2]),
        # What is wrong is the error that it is.
        ("error(lambda: linalg.inv(np.ones((2, 3)))), error(lambda: linalg.inv(np.zeros((2, 2))))",
         ["ValueError", "LinAlgError"]),
        ("error(lambda: cdist([1.0], [1.0])), error(lambda: cdist([[1.0]], [[1.0, 2.0]]))", ["ValueError"] * 2),
        ("error(lambda: interp1d(a, a)(9.0)), error(lambda: stats.pearsonr([1, 2], [1]))", ["ValueError"] * 2),
        ("error(lambda: signal.filtfilt([1.0], [1.0, -0.5], [1.0])), error(lambda: signal.butter(1, 2.0))",
         ["ValueError"] * 2),
    ],
)  # fmt: skip
def test_values(expression: str, value: Any) -> None:
    found = _found(expression)
    _check(found, value)


def _check(found: Any, value: Any) -> None:
    if isinstance(value, list):
        assert len(found) == len(value)
        for one, other in zip(found, value, strict=True):
            _check(one, other)
    else:
        assert found == value if isinstance(value, str) else np.isclose(complex(found), value, rtol=1e-4, atol=1e-9)


@pytest.mark.parametrize(
    "expression",
    [
        "special.jv(1, 2.0)",
        "scipy.io.loadmat('a')",
        "special.expit(a, out=a)",
        "special.expit(object())",
        "special.expit(np.array([None]))",
        "special.comb(100000, 50000, exact=True)",
        "special.factorial(10**6, exact=True)",
        "linalg.inv(np.ones((2, 2, 2)))",
        "linalg.expm(m * 1e300)",
        "linalg.toeplitz(np.ones(10_000))",
        "linalg.block_diag(*[np.ones((1_000, 1))] * 3_000)",
        "fft.fft(a, 10**9)",
        "fft.fftfreq(10**9)",
        "fft.next_fast_len(10**12)",
        "cdist(np.ones((9_000, 3)), np.ones((9_000, 3)))",
        "cdist(m, m, lambda x, y: 0.0)",
        "squareform(np.ones(900_000)).shape and squareform(np.ones(999_999_999))",
        "stats.norm.rvs(size=10**9)",
        "stats.norm.rvs(size=(10**5, 10**5))",
        "stats.norm.fit(a)",
        "stats.spearmanr(m, m)",
        "stats.wilcoxon([1, 2, 3, 4], [2, 2, 5, 7])",
        "stats.mannwhitneyu(a, a, method='exact') if len(a) > 8 else stats.spearmanr(m, m)",
        "signal.convolve(np.ones(900_000), np.ones(900_000))",
        "signal.get_window(('kaiser', 8.0), 10)",
        "signal.get_window('hann', 10**9)",
        "signal.butter(3, 0.2, output='zpk')",
        "signal.butter(10**6, 0.2)",
        "signal.correlation_lags(4, 2, mode='same')",
        "special.comb(10**400, 2, exact=True)",
        "signal.medfilt(a, 10**7 + 1)",
        "interp1d(a, a, kind='quadratic')",
        "ndimage.gaussian_filter(a, 1e9)",
        "ndimage.uniform_filter(a, 10**9)",
        "ndimage.median_filter(np.ones((900, 900)), 101)",
    ],
)
def test_what_is_not_known_or_too_large_is_refused(expression: str) -> None:
    with soon(), pytest.raises((Unsupported, OutOfSteps)):
        _found(expression)


def _costs(body: str, workload: str) -> dict[str, float]:
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    imports = "\n".join(line for line in _IMPORTS.splitlines() if "import" in line)
    text = f"def run({names}):\n    return {body}\n\n{imports}\n"
    found = dict(zip(NAMES, Trials(text).estimate(parsed), strict=True))
    assert found["trial_runs"] > 0 and not found["trial_refused"], body
    return found


@pytest.mark.parametrize(
    ("body", "small", "large", "times"),
    [
        ("special.erf(a)", "a: float64[1000]", "a: float64[100000]", 20),
        ("linalg.eigh(a @ a.T)", "a: float64[20, 20]", "a: float64[100, 100]", 10),
        ("cdist(a, a)", "a: float64[100, 3]", "a: float64[1000, 3]", 50),
        ("pdist(a)", "a: float64[100, 3]", "a: float64[1000, 3]", 30),
        ("stats.norm.cdf(a)", "a: float64[10]", "a: float64[100000]", 10),
        ("stats.rankdata(a)", "a: float64[100]", "a: float64[100000]", 50),
        ("signal.lfilter([1.0], [1.0, -0.5], a)", "a: float64[100]", "a: float64[100000]", 20),
        ("fft.fft(a)", "a: float64[1024]", "a: float64[131072]", 50),
        ("interp1d(a, a)", "a: float64[100]", "a: float64[100000]", 5),
        ("ndimage.median_filter(a, 3)", "a: float64[10, 10]", "a: float64[300, 300]", 100),
    ],
)
def test_prices_rise_with_the_size(body: str, small: str, large: str, times: float) -> None:
    few, many = (_costs(body, workload) for workload in (small, large))
    assert many["trial_time"] - few["trial_time"] > math.log2(times)
    assert many["trial_peak"] > few["trial_peak"] + 1


@pytest.mark.parametrize(
    ("dear", "cheap", "times"),
    [
        ("stats.ttest_ind(a, a).pvalue", "stats.zscore(a)", 2),
        ("stats.zscore(a)", "special.expit(a)", 20),
        ("stats.norm(0, 1).pdf(a)", "stats.norm.pdf(a)", 3),
        ("linalg.eig(a[:, None] * a)", "linalg.det(a[:, None] * a)", 2),
    ],
)
def test_functions_of_statistics_are_dear(dear: str, cheap: str, times: float) -> None:
    one, other = (_costs(body, "a: float64[10]")["trial_time"] for body in (dear, cheap))
    assert one - other > math.log2(times)


@pytest.mark.parametrize(("has_ended", "reasons"), [(True, ()), (False, ("uses scipy",)), (None, ("uses scipy",))])
def test_what_uses_scipy_has_grounds_where_its_trial_ended(has_ended: bool | None, reasons: tuple[str, ...]) -> None:
    text = "def f(a):\n    return special.expit(a)\n\nfrom scipy import special\n"
    assert outside_reasons(text, has_ended=has_ended) == reasons


def test_points_lie_in_rows() -> None:
    node = ast.parse("def f(points, others, x):\n    return cdist(points, others), x[0]\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert [rank(node, name) for name in ("points", "others", "x")] == [2, 2, 1]


@pytest.mark.parametrize(
    "kind",
    [
        "signal.butter(4, 0.1)",
        "signal.butter(2, 0.3, 'high')",
        "signal.butter(3, [0.2, 0.4], 'band')",
        "(np.ones(320), [1.0])",
    ],
)
def test_a_long_signal_is_filtered_as_its_parts_one_after_the_other_are(kind: str) -> None:
    found = interpreted(
        f"{_IMPORTS}"
        f"b, taps = {kind}\n"
        "x = np.sin(np.arange(310.0) ** 1.3)\n"
        "zi = signal.lfilter_zi(b, taps)\n"
        "whole, end = signal.lfilter(b, taps, x, zi=zi)\n"
        "first, between = signal.lfilter(b, taps, x[:200], zi=zi)\n"
        "second, last = signal.lfilter(b, taps, x[200:], zi=between)\n"
        "found = np.allclose(whole, np.concatenate([first, second])) and np.allclose(end, last)\n"
    )
    assert found


@pytest.mark.parametrize(
    ("taps", "expected"),
    [
        ("[1.0], [1.0, -1.0]", "np.cumsum(x, axis=0)"),
        ("[1.0, -1.0], [1.0, -2.0, 1.0]", "np.cumsum(x, axis=0)"),
        ("[1.0], [1.0, -0.9999]", "slowly(x)"),
    ],
)
@pytest.mark.parametrize("shape", ["400", "6_000", "(400, 3)", "(900, 2)", "(30, 2)"])
def test_a_filter_that_never_forgets_is_followed_too(taps: str, expected: str, shape: str) -> None:
    found = interpreted(
        f"{_IMPORTS}"
        "def slowly(x):\n"
        "    held, found = 0.0, []\n"
        "    for one in x:\n"
        "        held = held * 0.9999 + one\n"
        "        found.append(held)\n"
        "    return np.array(found)\n"
        f"x = np.sin(np.arange(float(np.prod({shape}))) ** 1.3).reshape({shape})\n"
        f"found = np.allclose(signal.lfilter({taps}, x, axis=0), {expected}, rtol=1e-6, atol=1e-7)\n"
    )
    assert found


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("function", ["lfilter", "filtfilt"])
def test_signals_side_by_side_are_filtered_as_each_is(function: str, axis: int) -> None:
    found = interpreted(
        f"{_IMPORTS}"
        "b, taps = signal.butter(3, 0.1)\n"
        "x = np.sin(np.arange(9_000.0) ** 1.3).reshape(300, 30)\n"
        f"together = np.moveaxis(signal.{function}(b, taps, x, axis={axis}), {axis}, 0)\n"
        f"one = signal.{function}(b, taps, np.moveaxis(x, {axis}, 0)[:, 7])\n"
        "found = np.allclose(together[:, 7], one)\n"
    )
    assert found


def test_a_filter_of_complex_numbers_is_that_of_both_parts() -> None:
    found = interpreted(
        f"{_IMPORTS}"
        "b, taps = signal.butter(2, 0.2)\n"
        "x = np.sin(np.arange(900.0) ** 1.3)\n"
        "found = np.allclose(signal.lfilter(b, taps, x + 2j * x), signal.lfilter(b, taps, x) * (1 + 2j))\n"
    )
    assert found


@pytest.mark.parametrize("taps", ["[1.0], [1.0, -2.0]", "[1.0], np.append(np.eye(200)[0], -0.5)"])
def test_filters_that_are_not_followed_for_long(taps: str) -> None:
    with soon(), pytest.raises(Unsupported):
        _found(f"signal.lfilter({taps}, np.ones(1000))")
