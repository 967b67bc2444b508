"""Who is cheaper, and how sure."""

import pytest

from perfcast.forecast import compare
from perfcast.forecast.comparing.pair import ratio_text
from tests.unit.forecast.test_forecast import log_normal


def test_the_ratio_of_log_normals():
    ratio = compare(log_normal(400, 2.0), log_normal(100, 2.0))
    assert ratio.p50 == pytest.approx(4.0, rel=1e-3)
    # Spreads add in squares: 2 ** (1.2816 * sqrt 2).
    assert ratio.p90 / ratio.p50 == pytest.approx(2 ** (1.28155 * 2**0.5), rel=0.02)
    # ln 4 / (sqrt 2 ln 2) = 1.414 standard deviations above equal.
    assert ratio.probability_a_less == pytest.approx(0.0786, abs=0.002)


def test_swapping_gives_the_other_side():
    a, b = log_normal(3, 1.5), log_normal(5, 3.0)
    forth, back = compare(a, b), compare(b, a)
    assert forth.probability_a_less + back.probability_a_less == pytest.approx(1)
    assert forth.p10 * back.p90 == pytest.approx(1)


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (1, "1"), (0.2249, "0.22"), (31.2, "31"), (99.9, "100"), (812, "810"), (12_345, "12k"), (3e6, "3M"),
        (0.01, "0.01"), (0.0099, "1/100"), (0.004, "1/250"), (8e-5, "1/12k"), (4e-7, "1/2.5M"),
    ],
)  # fmt: skip
def test_ratios_are_told_without_exponents(ratio, text):
    assert ratio_text(ratio) == text


def test_alike_is_even():
    a = log_normal(100, 2.0)
    assert compare(a, a).probability_a_less == pytest.approx(0.5)
    assert compare(a, a).p50 == pytest.approx(1)


def test_metrics_do_not_mix():
    with pytest.raises(ValueError, match="cpu_time"):
        compare(log_normal(1, 2, "cpu_time"), log_normal(1, 2, "peak_memory"))
