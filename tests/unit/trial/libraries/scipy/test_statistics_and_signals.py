"""Tests of samples, spectra of signals and parts of pictures, as SciPy finds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted

_BEGIN = """
import numpy as np
from scipy import ndimage, signal, stats
from scipy.signal.windows import hann
i = np.arange(60.0)
x = np.sin(i * 1.7) + 0.01 * i
y = np.cos(i * 2.3) * 1.3 + 0.2
z = np.sin(i * 0.7) ** 3
table = np.array([[10, 20, 30], [6, 9, 17]])
long = np.sin(np.arange(600.0) ** 1.2) + np.arange(600.0) / 6000
picture = np.sin(np.arange(48.0) ** 1.3).reshape(6, 8)
mask = picture > 0.2
kernel = np.arange(9.0).reshape(3, 3)
def two(found): return [found[0], found[1]]
"""


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ('[stats.ks_2samp(x, y).statistic, stats.kstest(x, "norm").statistic]', [0.2, 0.185176]),
        ("[two(stats.mannwhitneyu(x, y)), two(stats.wilcoxon(x, y))]", [1910, 0.565477, 892, 0.865547]),
        (
            "[two(stats.mannwhitneyu([1, 2, 3], [4, 5, 6])), two(stats.wilcoxon([1, 2, 3, 4, 9], [2, 4, 6, 8, 3]))]",
            [0, 0.1, 5, 0.625],
        ),
        ("[stats.mannwhitneyu([1, 2], [3, 4], alternative=one).pvalue for one in ('less', 'greater')]", [1 / 6, 1]),
        ("stats.mannwhitneyu(x, y, alternative='less').pvalue", [0.719097]),
        (
            "[two(stats.ks_2samp([1, 2, 3], [4, 5, 6])), two(stats.ks_2samp([1, 2, 3], [2.5, 5, 6, 7]))]",
            [1, 0.1, 0.75, 0.228571],
        ),
        ("[stats.ks_2samp(x, y).pvalue, stats.wilcoxon(x[1:40]).pvalue]", [0.182057, 0.08484960912392125]),
        (
            "[two(stats.f_oneway(x, y, z)), two(stats.levene(x, y, z)), two(stats.bartlett(x, y, "
            "z)), two(stats.kruskal(x, y, z))]",
            [1.88873, 0.1543, 18.7413, 4.1443e-08, 15.1412, 0.000515388, 2.93439, 0.230571],
        ),
        (
            "[two(stats.kendalltau(x, y)), two(stats.normaltest(x)), two(stats.jarque_bera(x))]",
            [-0.0429379, 0.627873, 30.0456, 2.99011e-07, 4.58932, 0.100796],
        ),
        ("stats.chi2_contingency(table)[:3]", [0.271575, 0.873028, 2]),
        ("stats.chi2_contingency([[10, 20], [30, 5]])[:3]", [16.5785, 4.66776e-05, 1]),
        (
            "[two(stats.chisquare([16, 18, 16, 14, 12, 12])), two(stats.fisher_exact([[8, 2], [1, 5]]))]",
            [2, 0.849145, 20, 0.034965],
        ),
        (
            "[stats.describe(x).variance, stats.describe(x).skewness, stats.trim_mean(x, 0.1), "
            "stats.median_abs_deviation(x)]",
            [0.520849, 0.00844566, 0.292531, 0.643443],
        ),
        (
            "[stats.variation(y), stats.moment(x, 3), stats.percentileofscore(x, 0.5), "
            "stats.wasserstein_distance(x, y)]",
            [4.62474, 0.00309565, 58.3333, 0.202043],
        ),
        (
            '[stats.binned_statistic(x, y, how, bins=3).statistic for how in ("mean", "count", "median")]',
            [0.248753, -0.0213403, 0.309985, 22, 16, 22, 0.278043, -0.0859247, 0.85757],
        ),
        (
            "[stats.t.ppf(0.975, 10), stats.t.cdf(1.5, df=5), stats.t.sf(1.5, 5), stats.t.pdf(0.3, 5)]",
            [2.22814, 0.903048, 0.0969518, 0.359824],
        ),
        ("stats.t.interval(0.95, 10, loc=2, scale=3)", [-4.68442, 8.68442]),
        (
            "[stats.chi2.sf(3.0, 3), stats.chi2.ppf(0.95, 3), stats.f.sf(3.2, 2, 10), stats.f.pdf(1.2, 4, 9)]",
            [0.391625, 7.81473, 0.0842909, 0.364547],
        ),
        (
            "[stats.gamma.pdf(1.5, 2.0, scale=2), stats.gamma.cdf(1.5, 2.0), stats.beta.ppf(0.3, "
            "2, 3), stats.lognorm.cdf(2.0, 0.7)]",
            [0.177137, 0.442175, 0.272384, 0.838964],
        ),
        (
            "[stats.binom.pmf([0, 2, 7], 5, 0.3), stats.binom.cdf(2, 5, 0.3), stats.binom.ppf(0.5, 20, 0.3)]",
            [0.16807, 0.3087, 0, 0.83692, 6],
        ),
        (
            "[stats.poisson.pmf(3, 2.5), stats.poisson(2.5).cdf([0, 4]), stats.poisson.ppf(0.9, "
            "3.3), stats.binom.mean(10, 0.2)]",
            [0.213763, 0.082085, 0.891178, 6, 2],
        ),
        (
            "[two(stats.ttest_ind(x, y, alternative=one)) for one in ('less', 'greater')]",
            [0.61968, 0.731668, 0.61968, 0.268332],
        ),
        (
            "[stats.ttest_rel(x, z, alternative='less').pvalue, stats.ttest_1samp(x, 0.1, "
            "alternative='greater').pvalue]",
            [0.986313, 0.0212003],
        ),
        (
            "[stats.pearsonr(x, y, alternative='greater').pvalue, stats.spearmanr(x, y, alternative='less').pvalue]",
            [0.671908, 0.321789],
        ),
        (
            "[stats.zscore(x, ddof=1, nan_policy='omit')[:2], stats.skew(x, nan_policy='raise'), "
            "stats.sem(y, nan_policy='propagate')]",
            [-0.406384, 0.981543, 0.00844566, 0.119924],
        ),
        (
            "[stats.nct.cdf([-1.0, 0.5, 4.0], 19, 2.2), stats.nct.sf(2.0, 7, -0.5), stats.nct.pdf([0.0, "
            "1.2], 9, 1.5), stats.nct.ppf(0.4, 9, 1.5)]",
            [0.000823774, 0.044472, 0.929799, 0.0149908, 0.125976, 0.361448, 1.27154],
        ),
        (
            "[stats.ncf.cdf([0.5, 3.0], 3, 20, 5.5), stats.ncf.sf(2.0, 2, 11, 40.0), stats.ncf.pdf(1.5, "
            "3, 20, 5.5), stats.ncf.ppf(0.4, 3, 20, 5.5)]",
            [0.0428621, 0.579223, 0.99998, 0.239664, 2.13551],
        ),
        (
            "[stats.ncx2.cdf([0.5, 9.0], 3, 5.5), stats.ncx2.pdf(2.5, 3, 5.5), stats.ncx2.mean(3, 5.5), "
            "stats.nct.var(9, 1.5)]",
            [0.00671059, 0.606413, 0.0634843, 8.5, 1.4845],
        ),
        ("[*stats.pearsonr(0 * x, y), *stats.spearmanr(x, 0 * y, alternative='less')]", [np.nan] * 4),
        ("stats.gaussian_kde(x)([0.0, 1.0])", [0.387879, 0.418657]),
        ('signal.butter(4, 0.2, output="sos").shape', [2, 6]),
        (
            'signal.sosfilt(signal.butter(4, 0.2, output="sos"), long)[::100]',
            [0, 0.015996, 0.0326557, 0.0494178, 0.0658397, 0.0816162],
        ),
        (
            'signal.sosfiltfilt(signal.butter(3, [0.1, 0.4], "bandpass", output="sos"), long)[::100]',
            [0.0180724, 7.34335e-07, -6.65632e-07, 2.40819e-05, -1.03773e-05, -0.00122082],
        ),
        ("signal.welch(long)[1][:4]", [0.000774789, 0.00924059, 0.000437189, 2.73164e-05]),
        ("signal.welch(long, fs=100.0, nperseg=128)[0][:3]", [0, 0.78125, 1.5625]),
        ("signal.periodogram(long, 10.0)[1][1:4]", [0.0303802, 0.00758305, 0.00336146]),
        ("signal.spectrogram(long, 10.0)[2][1]", [0.00237706, 0.00237404]),
        ("signal.stft(long, 10.0, nperseg=64)[1][:3]", [0, 3.2, 6.4]),
        ("signal.resample(long, 300)[:4]", [0.227568, 0.404018, -0.415986, 0.341937]),
        ("abs(signal.freqz(*signal.butter(3, 0.2))[1][:3])", [1, 1, 1]),
        ("signal.firwin(5, 0.3)", [0.0201037, 0.230867, 0.498059, 0.230867, 0.0201037]),
        ("signal.firwin(5, [0.2, 0.5], pass_zero=False)", [-0.0319868, 0.187164, 0.792456, 0.187164, -0.0319868]),
        ("signal.argrelmax(x, order=2)[0][:5]", [1, 5, 8, 12, 16]),
        ("hann(5)", [0, 0.5, 1, 0.5, 0]),
        (
            "ndimage.convolve(picture, kernel)[1]",
            [5.97223, 11.141, 3.7591, -0.491263, -3.18385, -0.255609, 4.49139, -4.77844],
        ),
        (
            'ndimage.correlate(picture, kernel, mode="constant")[0]',
            [1.18492, 10.9154, -3.4299, 0.0521071, 0.818149, -2.05783, 3.13662, -0.460953],
        ),
        (
            "[ndimage.sobel(picture)[2, 3], ndimage.sobel(picture, axis=0)[2, 3], ndimage.laplace(picture)[2, 3]]",
            [-0.0802002, 0.0661543, -6.35987],
        ),
        ("[ndimage.label(mask)[1], ndimage.label(mask, structure=np.ones((3, 3)))[1]]", [11, 1]),
        ("ndimage.label(mask)[0][4]", [9, 0, 0, 10, 0, 11, 0, 0]),
        (
            "[ndimage.binary_dilation(mask)[0], ndimage.binary_erosion(mask)[4], "
            "ndimage.binary_fill_holes(mask).sum()]",
            [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 23],
        ),
        (
            "[ndimage.binary_opening(mask).sum(), ndimage.binary_closing(mask).sum(), ndimage.center_of_mass(mask)]",
            [0, 23, 2.52381, 3.38095],
        ),
        ("ndimage.distance_transform_edt(mask)[2]", [0, 1, 0, 1, 0, 1, 0, 1]),
        (
            "[ndimage.zoom(picture, 2, order=1)[3, 5], ndimage.shift(picture, 1.5, order=1)[3, 3]]",
            [0.150928, -0.0333292],
        ),
        ("ndimage.rotate(picture, 30, order=1)[4, 4:7]", [0.535205, 0.232467, -0.366398]),
        ("ndimage.map_coordinates(picture, [[1.5, 2.0], [3.2, 4.0]], order=1)", [0.0685626, -0.907108]),
        ("ndimage.maximum_filter1d(picture, 3)[0, :3]", [0.841471, 0.841471, 0.841471]),
        ("ndimage.minimum_filter1d(picture, 4, axis=0)[1, :3]", [-0.808009, -0.992823, -0.909394]),
        ("ndimage.maximum(picture, ndimage.label(mask)[0], [1, 2])", [0.892594, 0.969085]),
    ],
)
def test_values(expression: str, values: list[float]) -> None:
    found = _flat(interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9))
    assert np.allclose(found, values, rtol=2e-4, atol=1e-6, equal_nan=True)


@pytest.mark.parametrize("asked", ["nct.cdf(40.0, 50, 40.0)", "ncx2.cdf(5e3, 3, 5e3)", "ncf.pdf(500.0, 3, 20, 1.5e3)"])
def test_sums_of_too_many_terms_are_refused_rather_than_cut_off(asked: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"from scipy import stats\nfound = stats.{asked}\n", 1e9)


def _flat(found: Any) -> list[float]:
    if isinstance(found, list | tuple):
        return [one for part in found for one in _flat(part)]
    return [float(one) for one in np.ravel(found)]
