import pytest

from perfcast.trial import NAMES
from perfcast.trial.libraries.numpy import temporaries
from perfcast.trial.runs.trials import Trials
from perfcast.workload import parse
from tests.unit.trial.peaks import peak


def _arrays(body: str, workload: str) -> float:
    """How many arrays like the argument a function holds at most."""
    found = dict(zip(NAMES, Trials(f"def f(x):\n    {body}\n").estimate(parse(workload)), strict=True))
    assert found["trial_raised"] == 0
    return float(2 ** found["trial_peak"]) / 8 / int(workload.split("[")[1].split("]", maxsplit=1)[0])


@pytest.mark.parametrize(
    ("body", "arrays"),
    [
        ("return ((x + 1) * 2 - 3) / 4", 1),
        ("return 2 * (x * 3) + x", 1),
        ("return x * 2 + x * 3", 2),
        ("return -(x + 1)", 1),
        ("return (x - 0.5) ** 2", 1),
        # What has a name, or is read by a power that is a function, stays.
        ("y = x + 1; return y * 2", 2),
        ("y = x + 1; return -y", 2),
        ("return (x - 0.5) ** 3", 2),
        ("return 3 - (x + 1)", 2),
        ("return x[1:] - 3", 1),
    ],
)
def test_results_take_the_place_of_large_arrays_that_nobody_holds(body: str, arrays: int) -> None:
    assert _arrays(body, "x: float64[100000]") == pytest.approx(arrays, rel=0.02)


@pytest.mark.parametrize(
    ("body", "arrays"),
    [
        # A mask, and the half of the elements that it names; three fields of bits.
        ("m = x < 0; x[m] = x[m] * 2", 0.625),
        ("m = x < 0.5; return m & (x > -0.5)", 0.25),
    ],
)
def test_a_part_of_a_large_array_is_compared_with_as_large_a_part(body: str, arrays: float) -> None:
    assert _arrays(body, "x: float64[400000] in -1..1") == pytest.approx(arrays, rel=0.15)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # Copied but where what is compared lies one behind the other.
        ("return x.argmax(axis=0)", 4_004_360),
        ("return x.argmin(0)", 4_004_296),
        ("return np.argmax(x, axis=1)", 8_200),
        ("return np.argmax(x)", 304),
        ("return x.T.argmax(axis=1)", 4_004_320),
        ("return x.T.argmax(axis=-2)", 8_320),
    ],
)
def test_what_places_are_found_in_is_copied_along_other_axes(body: str, measured: int) -> None:
    assert peak(body, "x: float64[1000, 500]", "import numpy as np\n") == pytest.approx(measured, rel=0.15, abs=1_000)


def test_small_arrays_are_not_written_over() -> None:
    assert _arrays("return (x + 1) * 2", "x: float64[20000]") == pytest.approx(2, rel=0.02)


def test_operands_that_nobody_holds_are_gone_when_the_result_is_used() -> None:
    source = "import numpy as np\ndef f(x):\n    return np.sqrt((x - 1) ** 2 + (x + 1) ** 2)\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("x: float64[100000]")), strict=True))
    assert 2 ** found["trial_peak"] / 800_000 == pytest.approx(2, rel=0.02)


def test_what_is_written_over_is_of_the_results_type() -> None:
    found = dict(
        zip(NAMES, Trials("def f(x):\n    return (x * 3) / 2\n").estimate(parse("x: int64[100000]")), strict=True)
    )
    assert 2 ** found["trial_peak"] > 1_500_000


@pytest.mark.parametrize(("kind", "arrays"), [("float32", 1.0), ("float64", 1.0)])
def test_narrow_arrays_are_not_written_over_with_a_number_of_eight_bytes(kind: str, arrays: float) -> None:
    assert _arrays("return (x + 2.5) * 3.5", f"x: {kind}[100000]") == pytest.approx(arrays, rel=0.02)


def test_nothing_is_written_over_where_numpy_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporaries, "_writes_over", lambda: False)
    assert _arrays("return ((x + 1) * 2 - 3) / 4", "x: float64[100000]") == pytest.approx(2, rel=0.02)
    assert _arrays("return -(x + 1)", "x: float64[100000]") == pytest.approx(2, rel=0.02)


@pytest.mark.parametrize(
    ("body", "side", "arrays"),
    [
        # The sum so far, what is added next, and what that is made of.
        ("return sum(np.roll(np.roll(b, i, 0), 1, 1) for i in range(5))", 300, 3.0),
        ("return sum(b * k for k in range(5))", 300, 2.0),
        ("return sum([b, b, b, b])", 300, 1.0),
        # Small ones are not written over.
        ("return sum(b * k for k in range(5))", 40, 3.0),
        ("return sum([b, b, b, b])", 40, 2.0),
    ],
)
def test_arrays_that_are_added_up(body: str, side: int, arrays: float) -> None:
    found = peak(body, f"b: float64[{side}, {side}]", "import numpy as np")
    assert found / (8 * side * side) == pytest.approx(arrays, abs=0.2)


def test_elements_of_several_axes_are_brought_together_for_their_middle() -> None:
    body = "return np.median(np.lib.stride_tricks.sliding_window_view(b, (3, 3)), axis=(2, 3))"
    found = peak(body, "b: float64[60, 60]", "import numpy as np")
    assert found / (8 * 9 * 58 * 58) == pytest.approx(2.1, abs=0.2)


@pytest.mark.parametrize(
    ("loop", "arrays"),
    [
        ("for _ in range(3):\n    y = np.sqrt(y)", 2.0),
        ("for _ in range(2):\n    y = np.append(y, 1.0)", 2.0),
        ("for _ in range(3):\n    y = np.concatenate([y, x])", 7.0),
        # What another name holds stays.
        ("z = y\ny = np.sqrt(y)\ny = np.sqrt(y)", 3.0),
    ],
)
def test_an_array_is_gone_once_its_name_holds_the_next_one(loop: str, arrays: float) -> None:
    found = peak(f"y = x + 1\n{loop}\nreturn y", "x: float64[100000]", "import numpy as np\n")
    assert found / 800_000 == pytest.approx(arrays, rel=0.02)
