"""The predictor: what it computes, and what it need not."""

import math
import threading
import time
from dataclasses import replace

import pytest

from perfcast.forecast import Predictor, UnknownDeviceError
from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.comparing.pair import Side, compare_units
from perfcast.forecast.growth import growth, orders
from perfcast.forecast.measurements.recalibration import Residual
from perfcast.forecast.measurements.store import Measured, MeasurementStore
from perfcast.rlm import Cancelled
from perfcast.source import SourceError, SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial.process.worker import Followed
from perfcast.workload import WorkloadError, parse
from perfcast.workload.origins.resolution import resolve
from tests.engine import DEVICE, OTHER_DEVICE, StandInEncoding, StandInModel

SOURCE = """\
def total(nums: list[int]) -> int:
    return sum(nums)

def double(nums: list[int]) -> list[int]:
    return [2 * n for n in nums]
"""


def test_every_unit_of_a_file(predictor):
    total, double = predictor.forecast_file(SourceFile.parse(SOURCE))
    assert (total.unit.name, total.workload_origin, total.default_size) == ("total", "default", 1000)
    assert total.device == DEVICE
    assert total.forecasts["peak_memory"].p50 == pytest.approx(8000)
    assert double.forecasts["peak_memory"].p50 == pytest.approx(16000)


def test_unchanged_units_cost_nothing(predictor, model):
    predictor.forecast_file(SourceFile.parse(SOURCE))
    assert (len(model.encoded), len(model.asked)) == (2, 4)
    moved = "import os\n# a comment\n\n" + SOURCE.replace("sum(nums)", "sum(nums)  # of all")
    predictor.forecast_file(SourceFile.parse(moved))
    assert (len(model.encoded), len(model.asked)) == (2, 4)
    predictor.forecast_file(SourceFile.parse(SOURCE.replace("2 * n", "3 * n")))
    assert (len(model.encoded), len(model.asked)) == (3, 6)


def test_forecasts_say_the_same_wherever_a_unit_lies_but_not_of_one_of_another_name(predictor):
    (forecast,) = predictor.forecast_file(SourceFile.parse("def f(xs: list[int]):\n    return xs\n"))
    assert replace(forecast, unit=replace(forecast.unit, line=9)).says_the_same_as(forecast)
    assert not replace(forecast, unit=replace(forecast.unit, name="g")).says_the_same_as(forecast)


def test_another_workload_or_device_reuses_the_encoding(predictor, model):
    file = SourceFile.parse(SOURCE)
    for size in (10, 100, 10):
        predictor.forecast_file(file, names=["total"], size=size)
    predictor.forecast_file(file, names=["total"], size=10, device=OTHER_DEVICE)
    assert (len(model.encoded), len(model.asked)) == (1, 6)


NETWORK = """
import torch.nn as nn
class Net(nn.Module):
    def forward(self, x):
        return x
"""


def test_what_a_module_takes_is_tried_once(predictor, model):
    file = SourceFile.parse(NETWORK)
    unit = file.unit("Net.forward")
    ways = resolve(unit, file).ways
    assert ways is not None
    model.trials.fits = 2
    for _ in range(2):
        resolved = predictor.resolve(file, unit)
        assert (resolved.workload, resolved.ways, resolved.origin) == (ways.own[2], None, "default")
        assert predictor.forecast_file(file)[0].workload == str(ways.own[2])
    assert len(model.trials.fitted_for) == 1
    # Another size, and another text, are asked about anew.
    predictor.resolve(file, unit, 2000)
    changed = SourceFile.parse(NETWORK.replace("return x", "return x + 1"), file)
    predictor.resolve(changed, changed.unit("Net.forward"))
    assert len(model.trials.fitted_for) == 3
    for comment in ("ignore", "time < 1 ms"):
        noted = SourceFile.parse(NETWORK.replace("    def", f"    # perfcast: {comment}\n    def"))
        assert predictor.resolve(noted, noted.unit("Net.forward")).directives
    model.trials.fits = None
    assert predictor.forecast_file(file, size=3000)[0].outside == ("takes what could not be found out",)
    # What somebody says holds.
    said = SourceFile.parse(NETWORK.replace("    def", "    # perfcast: x: torch.float32[7, 7]\n    def"))
    assert str(predictor.resolve(said, said.unit("Net.forward")).workload) == "x: torch.float32[7, 7]"
    assert predictor.forecast_file(said)[0].outside == ()
    assert len(model.trials.fitted_for) == 4


def test_a_sweep_is_one_run(predictor, model):
    file = SourceFile.parse(SOURCE)
    workloads = [parse(f"nums: list[int] * {size}") for size in (10, 100, 1000)]
    forecasts = predictor.sweep(file, file.unit("total"), workloads, DEVICE)
    assert [forecast["peak_memory"].p50 for forecast in forecasts] == pytest.approx([80, 800, 8000])
    assert len(model.encoded) == 1


def test_the_api(predictor):
    forecasts = predictor.forecast(SOURCE, "total", "nums: list[int] * 5", OTHER_DEVICE)
    assert set(forecasts) == {"peak_memory", "cpu_time"}
    assert forecasts["peak_memory"].p50 == pytest.approx(40)
    assert forecasts["cpu_time"].p50 == pytest.approx(5 * 3e-8)
    assert predictor.forecast(SOURCE)["peak_memory"].p50 == pytest.approx(16000), "the last unit where none is named"
    assert predictor.model["name"] == "stand-in"
    assert predictor.devices.names == [DEVICE, OTHER_DEVICE]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("def f(:",), SourceError, "line 1"),
        (("x = 1",), SourceError, "no function"),
        ((SOURCE, "totl"), SourceError, "did you mean 'total'"),
        ((SOURCE, "total", "nums: list["), WorkloadError, "column"),
        ((SOURCE, "total", None, "Abacus"), UnknownDeviceError, "Abacus"),
    ],
)
def test_bad_questions(predictor, arguments, error, message):
    with pytest.raises(error, match=message):
        predictor.forecast(*arguments)


def test_a_bad_comment_is_noted_and_the_next_origin_used(predictor):
    [forecast] = predictor.forecast_file(SourceFile.parse("# perfcast: nums: list[int\ndef f(nums): return nums\n"))
    assert forecast.workload_origin == "default"
    assert list(map(str, forecast.notes)) == ["line 1, column 27: ']' is expected, not 'the end'"]


def test_measurements_correct_what_is_forecast_for_this_machine(model, tmp_path):
    store = MeasurementStore("This CPU", tmp_path / "measurements.sqlite")
    predictor = Predictor(model, store)
    file = SourceFile.parse(SOURCE)
    assert predictor.devices.names == [DEVICE, OTHER_DEVICE]
    for size in range(10, 20):
        workload = f"nums: list[int] * {size}"
        forecast = predictor.forecast(SOURCE, "total", workload)["cpu_time"]
        value = 3 * forecast.p50
        residual = Residual.of(value, forecast)
        digest = file.digest(file.unit("total"))
        # What is allocated does not depend on the machine, however far off its forecasts are.
        for metric in ("cpu_time", "peak_memory") if size < 15 else ("cpu_time",):
            store.add([Measured(digest, workload, metric, value, "0" * 64, residual)])
    predictor.devices.read_measurements()
    assert predictor.devices.names == ["This CPU", DEVICE, OTHER_DEVICE]
    [total] = predictor.forecast_file(file, names=["total"], workload="nums: list[int] * 1000")
    assert total.device == "This CPU"
    assert total.forecasts["cpu_time"].p50 == pytest.approx(3e-5, rel=0.05)
    assert total.forecasts["peak_memory"].p50 == pytest.approx(8000)
    assert total.measured == {}
    assert predictor.forecast(SOURCE, "total", "nums: list[int] * 1000", DEVICE)["cpu_time"].p50 == pytest.approx(1e-5)
    [measured] = predictor.forecast_file(file, names=["total"], workload="nums: list[int] * 17")
    assert measured.measured == {"cpu_time": pytest.approx(3 * 17e-8)}


def test_times_are_those_of_this_machine_once_its_slowness_is_known(model, tmp_path):
    store = MeasurementStore("This CPU", tmp_path / "measurements.sqlite")
    predictor = Predictor(model, store)
    model_time = predictor.forecast(SOURCE, "total")["cpu_time"]
    store.keep_slowness(math.log(0.5))
    predictor.devices.read_measurements()
    assert predictor.devices.names == ["This CPU", DEVICE, OTHER_DEVICE]
    assert (predictor.devices.slowness("This CPU"), predictor.devices.slowness(DEVICE)) == (pytest.approx(0.5), None)
    found = predictor.forecast(SOURCE, "total")
    assert found["cpu_time"].p50 == pytest.approx(0.5 * model_time.p50)
    assert found["peak_memory"].p50 == pytest.approx(8000)


def test_nothing_is_kept_of_forecasts_with_trial_runs_once_none_are_made(predictor, model):
    file = SourceFile.parse(SOURCE)
    predictor.forecast_file(file)
    predictor.set_trial_runs(True)
    predictor.forecast_file(file)
    assert len(model.encoded) == 2
    predictor.set_trial_runs(False)
    predictor.forecast_file(file)
    assert (model.trials.enabled, len(model.encoded)) == (False, 4)


def test_cancelling_stops_the_run_under_way(predictor, model):
    model.seconds = 600

    def cancel() -> None:
        while not model.runs:
            time.sleep(0.01)
        predictor.cancel()

    threading.Thread(target=cancel).start()
    with pytest.raises(Cancelled):
        predictor.forecast(SOURCE, "total")
    model.seconds = 0
    assert predictor.forecast(SOURCE, "total")["peak_memory"].p50 == pytest.approx(8000)


def test_the_cache_is_bounded_by_weight_and_forgets_the_least_recent():
    cache: BoundedCache[str, bytes] = BoundedCache(10, len)
    for key in "abc":
        cache.put(key, b"xxx")
    assert cache.get("a") == b"xxx"
    cache.put("d", b"xxxx")
    assert [cache.get(key) for key in "abcd"] == [b"xxx", None, b"xxx", b"xxxx"]
    cache.put("d", b"x" * 50)
    assert len(cache) == 1 and cache.get("d") == b"x" * 50


def test_what_comes_next_is_begun_before_a_forecast_is_made() -> None:
    class Watching(StandInModel):
        def read(self, text: str, place: Place | None = None) -> StandInEncoding:
            begun.append((text.split("(", maxsplit=1)[0], [one.split("(")[0] for one in self.trials.expected]))
            return super().read(text, place)

    begun: list[tuple[str, list[str]]] = []
    file = SourceFile.parse("def a(n):\n    return n\n\ndef b(n):\n    return 2 * n\n\ndef c(n):\n    return 3 * n\n")
    Predictor(Watching()).forecast_file(file)
    assert [name for name, _ in begun] == ["def a", "def b", "def c"]
    for (_, asked), following in zip(begun, ["def b", "def c"], strict=False):
        assert following in asked


@pytest.mark.parametrize(("ahead", "begun"), [(1, "ab"), (3, "abcd"), (9, "abcde")])
def test_as_much_is_begun_ahead_as_there_are_processes_for(ahead: int, begun: str) -> None:
    model = StandInModel()
    predictor = Predictor(model, ahead=ahead)
    file = SourceFile.parse("".join(f"def {name}(n):\n    return n\n\n" for name in "abcde"))
    asked = predictor.expecting(file, ((unit, predictor.resolve(file, unit)) for unit in file.units), DEVICE)
    unit, _ = next(asked)
    assert unit.name == "a"
    assert [text[len("def ")] for text in model.trials.expected] == list(begun)
    assert [unit.name for unit, _ in asked] == list("bcde")


def test_both_of_a_comparison_are_begun_before_either_is_read() -> None:
    class Watching(StandInModel):
        def read(self, text: str, place: Place | None = None) -> StandInEncoding:
            begun.append([one.split("(")[0] for one in self.trials.expected])
            return super().read(text, place)

    begun: list[list[str]] = []
    file = SourceFile.parse("def a(xs):\n    return sum(xs)\n\ndef b(xs):\n    return max(xs)\n")
    sides = [Side(file, file.unit(name), name) for name in "ab"]
    predictor = Predictor(Watching())
    compare_units(predictor, *sides)
    assert begun[0][:2] == ["def a", "def b"]
    assert len(begun) == 2
    begun.clear()
    compare_units(predictor, *sides)
    assert not begun


def test_what_is_known_is_not_begun_again() -> None:
    model = StandInModel()
    predictor = Predictor(model)
    predictor.forecast_file(SourceFile.parse(SOURCE))
    before = list(model.trials.expected)
    predictor.forecast_file(SourceFile.parse(SOURCE + "\n# a comment\n"))
    assert model.trials.expected == before


IMPORTING = "from helpers import pairs\n\ndef use(nums: list[int]) -> int:\n    return len(pairs(nums))\n"


def test_a_forecast_holds_as_long_as_what_it_imports_does(predictor, model, tmp_path):
    helpers = tmp_path / "helpers.py"
    helpers.write_text("def pairs(xs): return xs\n")
    file = SourceFile.parse_tolerant(IMPORTING, home=Place.of(tmp_path / "main.py"))
    use = file.unit("use")
    model.trials.follows = (str(helpers),)
    [forecast] = predictor.forecast_file(file)
    assert forecast.outside == ()
    predictor.forecast_file(file)
    assert len(model.asked) == 2
    assert predictor.is_current(file, use)
    helpers.write_text("def pairs(xs): return [(x, x) for x in xs]\n")
    assert not predictor.is_current(file, use)
    predictor.forecast_file(file)
    assert (len(model.encoded), len(model.asked)) == (1, 4)
    assert predictor.is_current(file, use)


def test_what_could_not_be_followed_is_said(predictor, model, tmp_path):
    file = SourceFile.parse_tolerant(IMPORTING, home=Place.of(tmp_path / "main.py"))
    assert predictor.forecast_file(file)[0].outside == ("uses helpers",)
    assert predictor.is_current(file, file.unit("use"))


def test_the_same_text_elsewhere_is_another_question(predictor, model, tmp_path):
    for folder in ("a", "b", "a"):
        (tmp_path / folder).mkdir(exist_ok=True)
        file = SourceFile.parse_tolerant(IMPORTING, home=Place.of(tmp_path / folder / "main.py"))
        predictor.forecast_file(file)
    assert len(model.encoded) == 2
    for folder in ("a", "b"):
        predictor.forecast_file(SourceFile.parse_tolerant(SOURCE, home=Place.of(tmp_path / folder / "main.py")))
    assert len(model.encoded) == 4


_RAISED = Followed(False, True, {}, "KeyError 'price'")
_ON_SMALL = "raises KeyError 'price' on small inputs like these"


@pytest.mark.parametrize(
    ("source", "ran", "reasons"),
    [
        (
            "def f(tree):\n    return tree.grow()\n",
            Followed(False, False, {}),
            ("takes what could not be found out: tree",),
        ),
        (
            "def f(tree, n: int, other: Unheard):\n    return tree.grow(other)\n",
            Followed(False, False, {}),
            ("takes what could not be found out: tree, other",),
        ),
        ("def f(tree):\n    return tree.grow()\n", Followed(True, False, {}), ()),
        ("def f(tree):\n    return tree.grow()\n", None, ()),
        ("def f(n: int):\n    return n.height\n", Followed(False, False, {}), ()),
        (
            "def f(n: int):\n    return n.height\n",
            Followed(False, True, {}),
            ("cannot guess its arguments; say them in a comment, as # perfcast: n: int = 1000",),
        ),
        ("def f():\n    raise OSError\n", Followed(False, True, {}), ("raises",)),
        (
            "def f(n: int, order):\n    return order[n]['price']\n",
            _RAISED,
            ("cannot guess order; say it in a comment: # perfcast: order: ...",),
        ),
        ("def f():\n    raise OSError\n", _RAISED, ("raises KeyError 'price'",)),
        # Somebody says what it takes.
        ("# perfcast: n: int = 3\ndef f(n):\n    return n.height\n", Followed(False, False, {}), ()),
        ("# perfcast: n: int = 3\ndef f(n):\n    return n.height\n", Followed(True, False, {}), ()),
        (
            "# perfcast: n: int = 3\ndef f(n):\n    return n\n",
            _RAISED,
            (_ON_SMALL,),
        ),
        ("def f(n):\n    return n\nf(3)\n", _RAISED, (_ON_SMALL,)),
        # What a comment says of another function is passed over.
        (
            "# perfcast: m: int = 3\ndef f(n=0):\n    return n\n",
            _RAISED,
            ("cannot guess its arguments; say them in a comment, as # perfcast: n: int = 0",),
        ),
        # Nobody says what it is a method of.
        (
            "class A:\n    # perfcast: n: int = 3\n    def f(self, n):\n        return n\n",
            _RAISED,
            ("cannot guess an instance of A; a call in the file or in a test shows it",),
        ),
        (
            "def f(tree):\n    return open(tree.path())\n",
            Followed(False, False, {}),
            ("opens files", "takes what could not be found out: tree"),
        ),
        ("def f(given: Unheard): given.x\n", Followed(False, False, {}, "", "os.chdir"), ("opens files",)),
    ],
)
def test_what_no_trial_run_could_be_given_has_no_forecast(model, predictor, source, ran, reasons):
    model.trials.ran = ran
    assert predictor.forecast_file(SourceFile.parse(source))[0].outside == reasons


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("def f(order):\n    return order['price']\n", "raises KeyError 'price' on what was made up"),
        # The reason says it all.
        ("# perfcast: n: int = 3\ndef f(n):\n    return n\n", ""),
        ("def f():\n    raise OSError\n", ""),
    ],
)
def test_the_error_is_the_detail_of_what_cannot_be_guessed(model, predictor, source, detail):
    model.trials.ran = _RAISED
    assert predictor.forecast_file(SourceFile.parse(source))[0].detail == detail
    model.trials.ran = Followed(True, False, {})
    other = SourceFile.parse(source.replace("def f", "def ended"))
    assert predictor.forecast_file(other)[0].detail == ""


@pytest.mark.parametrize(
    ("ran", "reasons"),
    [
        (Followed(False, False, {}, "", "os.getppid"), ("stops at os.getppid", "opens files")),
        (Followed(False, False, {}, "", "PosixPath.exists"), ("opens files",)),
        (Followed(False, False, {}, "", "subprocess.Popen"), ("starts processes", "opens files")),
        (Followed(False, False, {}), ("uses a, tried in vain", "uses b, tried in vain", "opens files")),
        (_RAISED, ("opens files", "raises KeyError 'price'")),
        (Followed(True, False, {}), ()),
    ],
)
def test_where_trial_runs_stopped_is_told_instead_of_what_they_followed(model, predictor, tmp_path, ran, reasons):
    for name in "ab":
        (tmp_path / f"{name}.py").write_text("def made(): pass\n")
    model.trials.ran = ran
    source = "import a, b\ndef f():\n    return a.made(), b.made(), open('x')\n"
    file = SourceFile.parse_tolerant(source, home=Place.of(tmp_path / "main.py"))
    assert predictor.forecast_file(file)[0].outside == reasons


@pytest.mark.parametrize(
    ("stopped_at", "reasons"),
    [
        ("calling bought.inner.run", ("uses bought.inner.run, which is not modelled",)),
        ("arguments of bought.run", ("uses bought.run with arguments that are not modelled",)),
        ("multiprocessing.Process", ("starts processes",)),
        ("a way of another kind", ("stops at a way of another kind", "uses bought")),
        ("", ("uses bought",)),
    ],
)
def test_what_of_a_library_is_not_modelled_is_told(model, predictor, stopped_at, reasons):
    model.trials.ran = Followed(False, False, {}, "", stopped_at)
    source = SourceFile.parse("import bought\ndef f():\n    return bought.run()\n")
    assert predictor.forecast_file(source)[0].outside == reasons


def test_what_would_not_end_at_the_default_size_is_forecast_for_few_elements(model, predictor, monkeypatch):
    file = SourceFile.parse("def f(xs: list[int]):\n    return len(xs)\n")
    monkeypatch.setattr(model, "median", lambda text, prompt: 1e20 if "1000 in" in str(prompt.workload) else 1.0)
    [found] = predictor.forecast_file(file)
    assert (found.workload, found.default_size, found.outside) == ("xs: list[int] * 10 in 0..1000", 10, ())
    resolved = predictor.resolve(file, found.unit)
    assert str(predictor.forecast_workload(file, found.unit, resolved, found.device).workload) == found.workload
    [asked] = predictor.forecast_file(file, resize=1000)
    assert (asked.workload, asked.outside) == ("xs: list[int] * 1000 in 0..1000", ("would not end",))


def test_what_would_never_end_or_could_be_anything_is_not_told(model, predictor, monkeypatch):
    file = SourceFile.parse("def f(n):\n    return n\n# perfcast: n: int = 3\ndef g(n):\n    return n\n")
    monkeypatch.setattr(model, "median", lambda text, prompt: 1e20)
    assert [one.outside for one in predictor.forecast_file(file)] == [("would not end",), ()]
    predictor = Predictor(model)
    monkeypatch.setattr(model, "median", lambda text, prompt: 1e-3)
    monkeypatch.setattr("tests.engine._SPREAD", 100.0)
    assert [one.outside for one in predictor.forecast_file(file)] == [("could cost anything",), ()]


def test_names_that_no_parameter_has_are_told(predictor):
    file = SourceFile.parse("def f(text):\n    return text\ndef g(text, **more):\n    return text\n")
    found = predictor.forecast_file(file, workload="txt: str * 10")
    assert [one.outside for one in found] == [("has no parameter txt",), ()]


def test_types_that_nobody_knows_are_told(predictor):
    file = SourceFile.parse("class Word: pass\ndef f(text):\n    return text\n")
    for said, outside in [("strr", ("there is no type 'strr'; did you mean 'str'?",)), ("Word", ())]:
        assert predictor.forecast_file(file, workload=f"text: list[{said}]")[0].outside == outside


def test_growth_ends_where_nobody_can_follow(model, predictor, monkeypatch):
    file = SourceFile.parse(SOURCE)
    unit, workload = file.unit("total"), parse("nums: list[int] * 1000")
    whole = growth(predictor, file, unit, workload, DEVICE)
    assert whole.sizes == (10**2, 10**3, 10**4, 10**5, 10**6, 10**7)
    monkeypatch.setattr(model, "median", lambda text, prompt: 1e-9 * prompt.workload.arguments[0].count ** 4)
    assert growth(Predictor(model), file, unit, workload, DEVICE).sizes == (10**2, 10**3)
    monkeypatch.setattr(model, "median", lambda text, prompt: 2.0**100)
    assert growth(Predictor(model), file, unit, workload, DEVICE) is None


def test_the_order_of_growth_is_that_of_great_inputs(model, monkeypatch):
    file = SourceFile.parse(SOURCE)
    # A table's operations take a while whatever its size.
    monkeypatch.setattr(model, "median", lambda text, prompt: 3e-4 + 1e-8 * prompt.workload.arguments[0].count)
    found = growth(Predictor(model), file, file.unit("total"), parse("nums: list[int] * 1000"), DEVICE)
    assert orders(found)["cpu_time"] == "n"


def test_how_other_workloads_of_a_unit_went_says_nothing_of_this_one(model, predictor):
    file = SourceFile.parse("def f(n: int):\n    return open('x') if n > 100 else n\n")
    model.trials.ran = Followed(True, False, {})
    assert predictor.forecast_file(file)[0].outside == ()
    model.trials.ran = Followed(False, True, {})
    predictor.sweep(file, file.unit("f"), [parse("n: int = 1000")], DEVICE)
    assert predictor.forecast_file(file)[0].outside == ()


def test_what_a_given_workload_raises_is_told(model, predictor):
    model.trials.ran = _RAISED
    [found] = predictor.forecast_file(SourceFile.parse("def f(n):\n    return n\n"), workload="n: int = 3")
    assert found.outside == (_ON_SMALL,)


@pytest.mark.parametrize(
    ("head", "method", "receiver"),
    [
        ("class A:", "def f(self): pass", "self: A()"),
        ("class A:\n    def __init__(self, n=1): pass", "def f(self): pass", "self: A()"),
        ("class A:\n    def __init__(self, n): pass", "def f(self): pass", "self: A made up"),
        ("@dataclass\nclass A:\n    n: int", "def f(self): pass", "self: A made up"),
        ("@dataclass\nclass A:\n    n: int = 1", "def f(self): pass", "self: A()"),
        ("class A(B):", "def f(self): pass", "self: A made up"),
        ("class A:\n    def __init__(self, of: list[int]): pass", "def f(self): pass", "self: A made up with 100 of"),
        (
            "class A:\n    def __init__(self, of: list[int], by: dict[str, int], name: str): pass",
            "def f(self, more: list[int]): pass",
            "self: A made up with 1000 of and 1000 by",
        ),
        (
            "class A:\n    def __init__(self): self.of = []\n    def add(self, n): self.of.append(n)",
            "def f(self): pass",
            "self: A() with 100 add(int)",
        ),
        (
            "class A:\n    def __init__(self, size): self.of = []\n    def push(self, n): self.of.append(n)",
            "def f(self, of: list[int]): pass",
            "self: A made up with up to 1000 push(int)",
        ),
        (
            "@dataclass\nclass A:\n    of: dict[str, set[str]] = field(default_factory=dict)\n"
            "    def add_edge(self, a: str, b: str): self.of.setdefault(a, set()).add(b)",
            "def f(self, start: str): return [one for one in self.of[start]]",
            "self: A made up with 200 add_edge(str, str)",
        ),
        (
            "class A:\n    def __init__(self): self.of = []\n    def add(self, text: str): self.of.append(text)",
            "def f(self, text: str): return [one for one in text.split()]",
            "self: A() with 100 add(str)",
        ),
        ("class A:", "def __init__(self): pass", ""),
        ("class A:", "@classmethod\n    def f(cls): pass", ""),
        ("class A:", "@staticmethod\n    def f(n): pass", ""),
    ],
)
def test_an_instance_that_is_made_up_is_told(predictor, head, method, receiver):
    file = SourceFile.parse(f"{head}\n    {method}\n")
    assert predictor.forecast_file(file)[-1].receiver == receiver


@pytest.mark.parametrize(
    ("inner", "receiver"),
    [
        ("def f(n): return n + start", "within: outer made up"),
        ("def f():\n        nonlocal start\n        start = 1", "within: outer made up"),
        ("def f(start): return start", ""),
        ("def f(n): return n + len([])", ""),
    ],
)
def test_a_function_around_the_unit_that_is_made_up_is_told(predictor, inner, receiver):
    file = SourceFile.parse(f"def outer(start):\n    {inner}\n    return f\n")
    assert predictor.forecast_file(file)[-1].receiver == receiver


def test_an_instance_that_a_call_was_seen_of_is_not_made_up(predictor, tmp_path):
    (tmp_path / "shop.py").write_text("class A:\n    def f(self):\n        return 1\n")
    (tmp_path / "test_shop.py").write_text("from shop import A\n\ndef test_it():\n    assert A().f() == 1\n")
    path = tmp_path / "shop.py"
    file = SourceFile.parse_tolerant(path.read_text(), home=Place.of(path, [tmp_path]))
    predictor.observe_project_calls(file)
    [found] = predictor.forecast_file(file)
    assert (found.receiver, found.workload_origin) == ("", "call in test_shop.py:3")
