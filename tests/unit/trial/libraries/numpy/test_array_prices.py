"""What NumPy costs in trial runs: by function, by type, and one of an array's numbers less than an array."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import time_of


def _costs(body: str, workload: str) -> dict[str, float]:
    """Of a function with that body, whose parameters are those of the workload."""
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    text = f"def run({names}):\n    {body}\n\nimport numpy as np\n"
    return dict(zip(NAMES, Trials(text).estimate(parsed), strict=True))


def _time(body: str, workload: str) -> float:
    """In nanoseconds."""
    found = _costs(body, workload)
    assert found["trial_time"] > 0 and not found["trial_refused"], body
    return float(2.0 ** found["trial_time"])


def test_numbers_of_an_array_cost_far_less_than_arrays() -> None:
    numbers = _time("return [x * 2.0 + 1.0 for x in a]", "a: float64[1000]")
    rows = _time("return [row * 2.0 + 1.0 for row in a]", "a: float64[1000, 2]")
    assert 50_000 < numbers < rows / 4


def test_a_power_takes_as_many_products_as_its_bits_say() -> None:
    # 14 squares, and 4 products of them: measured 23.5 microseconds.
    assert 23_500 / 1.5 < _time("return np.linalg.matrix_power(a, 20000)", "a: float64[10, 10]") < 23_500 * 1.5


@pytest.mark.parametrize(
    ("drawn", "rows", "times"),
    [
        ("laplace(size=n)", 1, 10),
        ("standard_t(3, n)", 1, 25),
        ("multinomial(20, [0.1] * 10, n)", 10, 25),
        ("dirichlet([0.5] * 10, n)", 10, 25),
        ("multivariate_normal(np.zeros(10), np.eye(10), n)", 10, 10),
        ("choice(10, n, p=[0.1] * 10)", 1, 21.5),
    ],
)
def test_what_is_drawn_by_chance(drawn: str, rows: int, times: float) -> None:
    costs = _costs(f"return np.random.{drawn}", "n: int = 10000")
    assert not costs["trial_refused"]
    assert 0.7 < 2.0 ** costs["trial_time"] / (times * rows * 10_000) < 1.5
    assert 2.0 ** costs["trial_peak"] > 8 * rows * 10_000


@pytest.mark.parametrize(
    ("dear", "cheap", "times"),
    [
        # What places are named by becomes an array first.
        ("a[[0] * 1000]", "a[:1] + 1", 10),
        ("np.sort(a)", "a.copy()", 20),
        ("np.sin(a)", "a + 1", 10),
        ("a % 3.0", "a * 3.0", 10),
        ("a.tolist()", "a.copy()", 20),
        ("np.cumsum(a)", "np.sum(a)", 5),
        ("a ** 3", "a ** 2", 4),
        ("np.array([x for x in a.tolist()])", "a.tolist()", 2),
        ("a[a > 0.5]", "a > 0.5", 3),
        # What a mask names in turns nobody foresees.
        ("a[a > 0.5]", "a[a > -1]", 2),
        ("np.cumsum(a)", "np.cumsum(a.astype(int))", 1.5),
    ],
)
def test_functions_cost_what_they_do(dear: str, cheap: str, times: float) -> None:
    one, other = (_time(f"return {code}", "a: float64[100000] in 0..1") for code in (dear, cheap))
    assert one > times * other


def test_adding_where_one_array_says_is_cheaper_than_where_several_do() -> None:
    workload = "a: float64[30, 30]; i: int64[1000] in 0..29; b: float64[900]"
    several, one = (_time(f"np.add.at({into}, 1.0)", workload) for into in ("a, (i, i)", "b, i"))
    assert several > 3 * one


def test_adding_at_places_takes_as_long_whatever_it_is_added_to() -> None:
    large, small = (
        _time("np.add.at(a, (i, i), 1.0)", f"a: float64[{n}, {n}]; i: int64[90] in 0..29") for n in (300, 30)
    )
    assert large < 2 * small


def test_changing_what_a_mask_names_takes_it_out_and_puts_it_back() -> None:
    changed, taken = (_time(body, "a: float64[1000] in -1..1") for body in ("a[a < 0] += 1", "return a[a < 0]"))
    assert changed > 1.6 * taken


def test_what_lies_wholly_within_another_is_multiplied_less_often() -> None:
    full, valid = (_time(f"return np.convolve(a, a, {mode!r})", "a: float64[1000]") for mode in ("full", "valid"))
    assert full > 20 * valid


def test_deviations_are_reckoned_with_fractions() -> None:
    text = "def run(v):\n    return statistics.stdev(v)\n\nimport statistics\n"
    found = dict(zip(NAMES, Trials(text).estimate(parse("v: list[int] * 1000")), strict=True))
    assert 100_000 < 2 ** found["trial_time"] < 800_000
    assert _time("return np.std(a)", "a: float64[1000]") < 50_000


def test_small_arrays_cost_what_calling_costs() -> None:
    small = "a: float64[4]"
    assert _time("return np.percentile(a, 50)", small) > 5 * _time("return np.sum(a)", small)
    assert _time("return np.sum(a)", small) > _time("return a.sum()", small) > _time("return a + a", small)


@pytest.mark.parametrize(
    ("expression", "element"),
    [("a + a", 0.18), ("a ** 2", 0.2), ("a > 0.5", 0.11), ("a / 3.0", 0.33), ("np.clip(a, 0.2, 0.8)", 0.26),
     ("a.astype(np.float32)", 0.13), ("np.exp(a)", 0.8), ("np.histogram(a, bins=20)[0]", 6.9),
     ("np.sin(a.astype(np.float32))", 0.65)],
)  # fmt: skip
def test_elements_cost_what_they_do_in_a_cache(expression: str, element: float) -> None:
    """Nanoseconds as measured, in which a processor has room for the bytes of what is made."""
    assert 0.6 * element < _time(f"return {expression}", "a: float64[50000] in 0..1") / 50_000 < 2.2 * element


def test_records_are_put_in_order_by_calls() -> None:
    records = "t = np.zeros(len(a), dtype=[('id', 'i4'), ('value', 'f8')])\n    t['value'] = a"
    ordered = _time(f"{records}\n    return np.sort(t, order='value')", "a: float64[100000]")
    assert 0.7 < ordered / (1e5 * 16.6 * 60) < 1.4


def test_narrow_types_are_cheaper_but_for_halves() -> None:
    half, single, double = (_time("return a * 2", f"a: float{bits}[100000]") for bits in (16, 32, 64))
    assert single < double < half


def test_powers_of_what_is_below_nothing_are_dear() -> None:
    above, below = (_time("return a ** 3", f"a: float64[10000] in {low}..3") for low in (1, -3))
    assert below > 5 * above


def test_short_rows_cost_the_turns_of_the_outer_loop() -> None:
    long, short = (_time("return a.sum(axis=1)", f"a: float64[{shape}]") for shape in ("8, 8000", "16000, 4"))
    assert short > 5 * long


def test_sums_of_arrays_cost_additions() -> None:
    once, often = (_time(f"return sum(a for _ in range({times}))", "a: float64[10000]") for times in (1, 50))
    assert often > 15 * once


def test_what_a_dictionary_is_given_by_name_is_not_gone_through() -> None:
    assert _time("return dict(a=a)", "a: float64[100000]") < 5_000


def test_reshaping_costs_where_it_copies() -> None:
    view, copy = (_time(f"return {code}.reshape(-1)", "a: float64[500, 500]") for code in ("a", "a.T"))
    assert copy > 20 * view


def test_rows_are_added_up_one_by_one() -> None:
    # Of a thousand measured calls 300 ns a row.
    assert 150.0 < _time("return sum(a)", "a: float64[1000, 1]") / 1000 < 600.0
    assert _time("return sum(a)", "a: float64[1000]") / 1000 < 100.0


def test_sums_of_products_cost_their_indices() -> None:
    rows = _time("return np.einsum('ij,ij->i', a, a)", "a: float64[100, 100]")
    product = _time("return np.einsum('ij,jk->ik', a, a)", "a: float64[100, 100]")
    assert product > 30 * rows


@pytest.mark.parametrize(
    "code",
    [
        "np.c_[a, a]",
        "np.r_[a, 1.0, a]",
        "np.r_[0:5, 7]",
        "np.mgrid[0:4, 0:4]",
        "np.bincount(np.arange(1000), minlength=256)",
        "np.histogram(a, 256, (0, 256))",
        "np.concatenate([np.zeros((2000, 2)), np.zeros((3000, 2))])",
        "np.random.default_rng(0).choice(np.zeros(1500), 1500)",
    ],
)
def test_supported_is(code: str) -> None:
    found = _costs(f"return {code}", "a: float64[1000]")
    assert found["trial_time"] > 0 and found["trial_whole"] and not found["trial_refused"]


def test_bins_are_counted_with_memory_aside() -> None:
    found = _costs("return np.histogram(a)", "a: float64[2000]")
    assert 2.0 ** found["trial_peak"] > 10 * 2_000


def test_what_is_taken_aside_counts() -> None:
    aside, nothing = (_costs(f"return np.{name}(a, a)", "a: float64[2000]") for name in ("allclose", "array_equal"))
    assert 2.0 ** aside["trial_peak"] > 2.0 ** nothing["trial_peak"] + 20 * 2_000


@pytest.mark.parametrize(
    ("code", "workload", "measured"),
    [
        # A value is looked up in so many steps as halve the array.
        ("np.searchsorted(a, 0.4)", "a: float64[100000]", 1_240),
        ("np.digitize(a, np.linspace(0, 1, 20))", "a: float64[100000] in 0..1", 2_440_000),
        ("np.sort(a, axis=1)", "a: float64[1000, 100]", 210_000),
        ("np.sort(a, axis=0)", "a: float64[1000, 100]", 1_485_000),
        ("np.argsort(a, axis=1)", "a: float64[1000, 100]", 633_000),
        ("np.sort(a)", "a: uint8[100000]", 2_852_000),
        ("sorted(a)", "a: float64[10000]", 2_880_000),
        ("list(a)", "a: float64[100000]", 1_736_000),
        ("a @ a", "a: float64[500, 500]", 5_026_000),
        ("np.matmul(a, a)", "a: float64[200, 200]", 313_000),
        ("a @ a[0]", "a: float64[1000, 1000]", 108_000),
        ("np.dot(a, [0.299, 0.587, 0.114])", "a: uint8[200, 300, 3]", 670_000),
        ("a @ b", "a: int64[300, 300]; b: float64[300, 300]", 1_075_000),
        ("np.isin(a, [1, 2, 3])", "a: int64[100000]", 80_600),
        ("np.isin(a, [0.1, 0.2, 0.3])", "a: float64[10000]", 9_700),
        ("np.isin(a, b)", "a: float64[10000]; b: float64[10000]", 883_000),
        ("np.linalg.norm(a)", "a: float64[20]", 1_265),
        ("np.linalg.norm(a, 2)", "a: float64[100, 100]", 430_000),
        *[
            (f"np.linalg.{call}", f"a: float64[{rows}, {rows}]", measured)
            for call, *times in (
                ("det(a)", 16_200, 292_000, 1_681_000),
                ("solve(a, a[0])", 18_900, 301_000, 1_755_000),
                ("inv(a)", 51_100, 1_165_000, 7_218_000),
                ("qr(a)", 54_300, 1_508_000, 8_502_000),
                ("eigh(a)", 178_000, 3_100_000, 15_870_000),
                ("eigvalsh(a)", 79_700, 1_240_000, 5_760_000),
                ("eig(a)", 641_000, 14_738_000),
                ("svd(a)", 282_000, 5_795_000),
            )
            for rows, measured in zip((50, 200, 400), times, strict=False)
        ],
        ("np.linalg.svd(a, full_matrices=False)", "a: float64[1000, 100]", 4_395_000),
        ("np.linalg.svd(a, full_matrices=False)", "a: float64[1000, 10]", 103_000),
        ("np.linalg.svd(a, compute_uv=False)", "a: float64[200, 200]", 2_032_000),
        ("np.linalg.lstsq(a, a[0], rcond=None)", "a: float64[200, 200]", 3_801_000),
        ("np.repeat(a, 10)", "a: int64[100000]", 249_000),
        ("np.repeat(a, 4, axis=0)", "a: float64[1000, 10]", 13_500),
        ("np.partition(a, 3)", "a: float64[3000, 20]", 161_000),
        ("np.argpartition(a, 3, axis=1)", "a: float64[3000, 20]", 384_000),
        ("np.unique(a)", "a: int64[100000] in 0..10", 1_270_000),
        ("np.unique(a, return_counts=True)", "a: int64[100000] in 0..10", 1_430_000),
        ("np.fft.fft(a, axis=1)", "a: float64[100, 64]", 20_500),
        ("np.searchsorted(np.arange(1000.0), np.arange(100000.0))", "a: float64[3]", 1_150_000),
        ("np.isin(a, np.arange(1000))", "a: int64[100000] in 0..1000", 230_000),
        ("np.triu_indices(len(a), 1)", "a: float64[20, 2]", 12_000),
        ("np.histogram(a, 256, (0, 256))", "a: uint8[6000]", 70_000),
        ("np.interp(a, np.arange(256.0), np.arange(256.0))", "a: float64[6561] in 0..256", 210_000),
        ("np.interp(np.sort(a), np.arange(256.0), np.arange(256.0))", "a: float64[6561] in 0..256", 160_000),
        ("np.interp(a, b, b)", "a: float64[6561] in 0..256; b: float64[6561] in 0..256", 26_000),
        # All of them lie in one place.
        ("np.interp(a / 256, np.arange(256.0), np.arange(256.0))", "a: float64[20000] in 0..256", 68_000),
        ("np.interp(a, np.arange(256.0), np.arange(256.0))", "a: float64[20000] in 0..256", 951_000),
        # What is learnt by the processor is cheap.
        ("np.searchsorted(np.arange(1000.0), a)", "a: float64[1000] in 0..1000", 14_122),
        ("np.searchsorted(np.arange(1000.0), a)", "a: float64[100000] in 0..1000", 6_167_856),
        ("np.sort(a)", "a: float32[1000]", 6_370),
        ("np.median(a, axis=0)", "a: float64[200, 100]", 78_757),
        ("np.unique(a)", "a: int64[10]", 2_373),
        ("np.union1d(a, a)", "a: int64[100000]", 6_248_505),
        ("np.histogram(a, np.linspace(0, 1, 11))", "a: float64[10]", 15_485),
        ("np.bincount(a)", "a: uint8[1000]", 1_990),
        # A length with a large prime factor becomes another one.
        ("np.fft.fft(a)", "a: float64[1009]", 49_831),
        ("np.fft.fft2(a)", "a: float64[61, 61]", 131_656),
        ("np.fft.fft2(a)", "a: float64[8, 8]", 14_016),
        ("np.convolve(a, a)", "a: int64[1000]", 552_491),
        ("np.matmul(a, a)", "a: float64[10, 50, 50]", 47_879),
        ("np.linalg.solve(a, a)", "a: float64[200, 200]", 1_181_256),
        ("np.linalg.det(a)", "a: float64[1000, 3, 3]", 103_764),
        ("np.linalg.norm(a, axis=1)", "a: float64[10000, 3]", 171_385),
        ("np.cov(a, a)", "a: float64[100000]", 324_122),
        ("np.cumsum(a)", "a: int64[1000]", 2_255),
        ("a.tolist()", "a: bool[1000]", 4_415),
        ("np.trace(a)", "a: float64[300, 300]", 1_945),
        ("np.take(a, [1, 2, 3])", "a: float64[100000]", 1_428),
        ("np.random.default_rng(0).choice(a, 100)", "a: float64[100000]", 17_748),
        ("np.vander(np.arange(500))", "a: float64[3]", 260_507),
        ("np.diff(a)", "a: float64[100000]", 22_433),
        ("np.fromiter(a, dtype=float)", "a: list[float] * 1000", 12_889),
        # By the corpus' machine, where elements are scattered, or chosen by what nobody foresees.
        ("np.tan(a)", "a: float64[64, 256]", 28_200),
        ("np.sqrt(a)", "a: float64[1024, 512] in 0.01..3", 601_000),
        ("a.T.copy()", "a: float64[64, 256]", 34_700),
        ("a.T.copy()", "a: float64[1024, 512]", 1_710_000),
        ("np.ascontiguousarray(a.T)", "a: float64[64, 256]", 35_000),
        ("a.T.reshape(-1)", "a: float64[1024, 512]", 1_565_000),
        ("np.nonzero(a > 0)", "a: float64[64, 256] in -3..3", 54_100),
        ("np.where(a > 0, a, 1.0)", "a: float64[1024, 512] in -3..3", 1_900_000),
        ("np.median(a)", "a: float64[1024, 512] in -3..3", 5_430_000),
        ("np.fft.fft(a)", "a: float64[64, 256]", 52_700),
    ],
)
def test_calls_take_what_they_were_measured_to(code: str, workload: str, measured: float) -> None:
    # Larger ones are carried on to.
    assert measured / 2.1 < 2.0 ** _costs(f"return {code}", workload)["trial_time"] < measured * 2.1


def test_the_middle_of_many_elements_takes_as_long_for_each_as_that_of_fewer() -> None:
    fewer, many = (_time("return np.median(a)", f"a: float64[{size}]") for size in (300_000, 3_000_000))
    # Measured: 13.2 and 14.4 nanoseconds an element.
    assert many == pytest.approx(10 * fewer, rel=0.2)


def test_few_elements_are_soon_left_out_of_many() -> None:
    without, distinct = (
        _time(f"return {code}", "a: float64[10000]") for code in ("np.setdiff1d(a, a[:10])", "np.unique(a)")
    )
    assert distinct < without < 1.7 * distinct


def test_pieces_along_an_axis_are_repeated_at_once() -> None:
    pieces, elements = (_time(f"return np.repeat(a, 3, axis={axis})", "a: float64[1000, 100]") for axis in (0, 1))
    assert elements > 1.4 * pieces


def test_elements_are_put_by_the_method_too() -> None:
    body = "b = np.zeros(len(a))\n    [b.__setitem__(i, a[i] * 2) for i in range(len(a))]\n    return b"
    assert 90_000 < _time(body, "a: float64[1000]") < 360_000


@pytest.mark.parametrize(
    ("code", "workload", "measured"),
    [
        # The array that is made of a list is there meanwhile, and what is made of that.
        ("np.mean(x)", "x: list[float] * 10000", 81_680),
        ("np.std(x)", "x: list[float] * 10000", 162_096),
        ("np.median(x)", "x: list[float] * 10000", 163_776),
        ("np.sqrt(x)", "x: list[float] * 10000", 160_096),
        ("np.dot(x, y)", "x: list[float] * 10000; y: list[float] * 10000", 160_208),
        ("np.array(x)", "x: list[float] * 10000", 80_096),
        # An element as an object, besides its place in the list.
        ("list(x)", "x: float64[10000]", 320_161),
        ("list(x)", "x: int64[10000]", 320_161),
        ("[e * 2 for e in x]", "x: float64[10000]", 325_457),
        ("[x[i, j] for i in range(len(x)) for j in range(len(x[0]))]", "x: float64[100, 100]", 325_368),
        ("np.linalg.qr(x)", "x: float64[200, 200]", 1_335_960),
        ("np.linalg.eigh(x)", "x: float64[200, 200]", 1_303_074),
        ("np.linalg.eig(x)", "x: float64[200, 200]", 2_140_576),
        ("np.linalg.svd(x, full_matrices=False)", "x: float64[1000, 100]", 2_895_552),
        ("np.dot(x, [0.299, 0.587, 0.114])", "x: uint8[200, 300, 3]", 1_925_656),
        ("x @ y", "x: int64[300, 300]; y: float64[300, 300]", 1_440_512),
        ("np.unique(x)", "x: float64[10000]", 170_856),
        ("np.unique(x, return_counts=True)", "x: float64[10000]", 331_576),
        ("np.fft.fft(x)", "x: float64[10000]", 641_664),
        ("np.fft.rfft(x)", "x: float64[10000]", 241_832),
        ("np.cross(x, x)", "x: float64[3]", 6_888),
        ("np.where(x > 0)", "x: float64[20]", 328),
        # Whole numbers go into a table, be they few or many.
        ("np.unique(x)", "x: int64[100000] in 0..10", 809_000),
        ("np.isin(x, np.arange(1000))", "x: int64[100000] in 0..1000", 1_900_000),
        # Places that were made for this alone.
        ("x[np.argsort(x)[::-1]]", "x: float64[10000]", 160_600),
        ("np.fft.fft(x, axis=1)", "x: float64[100, 64]", 212_000),
        ("np.isin(x, [1, 2, 3])", "x: int64[10000]", 41_384),
        ("np.array_equal(x, x)", "x: float64[100000]", 100_985),
        # What is made on the way, beside what is given.
        ("np.median(x)", "x: float64[1000]", 11_680),
        ("np.roll(x, 3)", "x: float64[1000]", 15_984),
        ("np.interp(x, np.arange(256.0), np.arange(256.0))", "x: float64[20000] in 0..256", 166_200),
        ("np.interp(x, np.arange(256.0), np.arange(256.0))", "x: float32[20000] in 0..256", 326_300),
        ("np.corrcoef(x, x)", "x: float64[1000]", 34_328),
        ("np.unwrap(x)", "x: float64[1000]", 49_235),
        ("np.nanpercentile(x, 50)", "x: float64[1000]", 14_148),
        ("np.setdiff1d(x, x)", "x: float64[1000]", 71_100),
        ("np.setdiff1d(x, x[:10])", "x: float64[10000]", 171_120),
        ("np.intersect1d(x, x[:100])", "x: float64[20000]", 343_627),
        ("np.setxor1d(x, x[:100])", "x: float64[20000]", 522_161),
        ("np.union1d(x, x[:100])", "x: float64[20000]", 502_916),
        ("np.intersect1d(x, x)", "x: int64[20000] in 0..300", 180_856),
        ("np.setxor1d(x, x + 5)", "x: int64[20000] in 0..1000000", 1_423_528),
        ("np.histogram(x, np.linspace(0, 1, 11))", "x: float64[1000]", 11_752),
        ("np.fft.fftfreq(len(x))", "x: float64[1000]", 32_540),
        ("np.mgrid[0:100, 0:100]", "x: float64[3]", 321_336),
        ("np.lexsort((x, x))", "x: float64[1000]", 19_840),
        ("np.linalg.norm(x, ord=1)", "x: float64[1000]", 9_080),
        ("np.random.default_rng(0).choice(x, 100)", "x: float64[1000]", 2_832),
        # What is of another type than it is reckoned with, or turned round, or repeated along an axis.
        ("np.bincount(x)", "x: uint8[1000]", 10_096),
        ("np.searchsorted(np.arange(1000.0), x)", "x: int64[100000] in 0..1000", 1_608_776),
        ("np.convolve(x, np.ones(5), mode='valid')", "x: int64[1000]", 16_392),
        ("np.linalg.inv(x)", "x: float32[100, 100]", 322_064),
        ("np.fft.rfft(x)", "x: float32[1000]", 38_080),
        ("np.fft.rfft2(x)", "x: float64[64, 64]", 75_880),
        ("np.fft.fft(x)", "x: float64[1009]", 164_960),
        ("np.outer(x, x)", "x: float64[100]", 210_960),
        ("np.kron(x, np.eye(2))", "x: float64[50, 50]", 210_008),
        # Of several matrices one at a time is copied.
        ("np.linalg.det(x)", "x: float64[1000, 3, 3]", 8_528),
        ("np.linalg.inv(x)", "x: float64[1000, 3, 3]", 73_440),
        # Elements at uneven distances are gathered; what is given already is not made.
        ("x[:200, :200].sum()", "x: float64[300, 300]", 65_088),
        ("x[::2].max()", "x: float64[300, 300]", 65_832),
        ("x[:, ::2].mean()", "x: float64[300, 300]", 1_088),
        ("x.T.sum()", "x: float64[300, 300]", 928),
        ("x[:, :1].sum()", "x: float64[3000, 3]", 928),
        ("np.asarray(x).sum()", "x: float64[3000]", 792),
        # Calls themselves.
        ("x.sort()", "x: float64[10]", 2_488),
        ("x.argsort()", "x: float64[10]", 5_216),
        ("np.partition(x, 3)", "x: float64[10]", 2_824),
        ("np.eye(len(x))", "x: float64[10]", 5_432),
        ("np.trace(x)", "x: float64[10, 10]", 1_071),
        ("np.meshgrid(x, x)", "x: float64[10]", 7_168),
        ("np.dot(x, x)", "x: int64[10]", 5_280),
        ("np.dot(x, 3)", "x: int64[10]", 280),
        ("x @ x", "x: float64[4, 4]", 416),
        # Few elements come from a cache.
        ("x @ x", "x: float64[11, 11]", 416),
        ("x @ y", "x: float64[10, 10, 3]; y: float64[3]", 416),
        ("x @ y", "x: float64[200, 3]; y: float64[3]", 1_968),
        ("np.linalg.lstsq(x, x[:, 0], rcond=None)", "x: float64[10, 3]", 10_296),
        ("np.random.RandomState(0).rand(10)", "x: float64[3]", 6_981),
    ],
)
def test_what_is_held_meanwhile_is_what_was_measured(code: str, workload: str, measured: int) -> None:
    found = 2.0 ** _costs(f"return {code}", workload)["trial_peak"]
    assert found == pytest.approx(measured, rel=0.35, abs=200)


@pytest.mark.parametrize(
    ("by_name", "by_place"),
    [
        ("np.digitize(x=a, bins=b)", "np.digitize(a, b)"),
        ("np.convolve(a, v=b)", "np.convolve(a, b)"),
        ("np.polyval(p=b, x=a)", "np.polyval(b, a)"),
        ("np.isin(element=a, test_elements=b)", "np.isin(a, b)"),
        ("np.repeat(np.ones((500, 100)), 3, axis=0)", "np.repeat(np.ones((500, 100)), 3, 0)"),
    ],
)
def test_operands_may_be_named(by_name: str, by_place: str) -> None:
    times = [_time(f"b = np.arange(9.0)\n    return {one}", "a: float64[5000]") for one in (by_name, by_place)]
    assert max(times) < 1.1 * min(times)


def test_factors_of_smaller_lengths_that_are_tried_say_nothing_of_the_workloads() -> None:
    source = "def f(x):\n    return np.fft.rfft(x)\n\nimport numpy as np\n"
    # Measured: 27 ms.
    assert 9e6 < time_of(source, "x: float64[256, 20000]") < 80e6


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # Times making an array of as many floats.
        ("return np.array(a)", 3.3),
        ("b = np.array(a); return np.char.upper(b), np.char.lower(b)", 3.3 + 7.8 + 7.8),
        ("b = np.array(a); return [np.char.strip(b) for _ in range(10)]", 3.3 + 10 * 0.36),
        ("b = np.array(a); return [b.tolist() for _ in range(3)]", 3.3 + 3 * 1.0),
    ],
)
def test_texts_take_longer_than_numbers(body: str, measured: float) -> None:
    numbers = _time("return np.array(a)", "a: list[float] * 2000")
    texts = _time(body, "a: list[str] * 2000 * 8 in 'a'..'z'")
    assert texts / numbers == pytest.approx(measured, rel=0.3)
