"""Forecasts in few characters."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfcast.forecast import Forecast, UnitForecast
from perfcast.forecast.forecast import LEVELS
from perfcast.forecast.presentation.payload import unit_payload
from perfcast.forecast.presentation.text import (
    HintStyle,
    amount_text,
    assumption_text,
    bracketed_text,
    count_text,
    device_text,
    hint,
    number_text,
    range_text,
    reason_text,
    unchecked_text,
    workload_text,
)
from perfcast.source import SourceFile
from tests.unit.forecast.test_forecast import log_normal

KiB, MiB, GiB = 2**10, 2**20, 2**30
UNIT = SourceFile.parse("def f(): pass").units[0]


def between(metric: str, low: float, high: float) -> Forecast:
    """A forecast whose 80 % range is low..high."""
    return log_normal((low * high) ** 0.5, (high / low) ** (1 / 2.5631031311), metric)


def unit_forecast(memory: Forecast, time: Forecast, **more) -> UnitForecast:
    return UnitForecast(UNIT, "", "comment", "CPU", {"peak_memory": memory, "cpu_time": time}, **more)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (0.04567, "0.046"), (0.9961, "1"), (0.994, "0.99"), (1, "1"), (8.04, "8"), (9.96, "10"), (12.4, "12"),
        (996, "1000"), (123456, "120000"),
    ],
)  # fmt: skip
def test_two_significant_digits(value, text):
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (56, "B", "56 B"), (999, "B", "0.98 KiB"), (1000, "B", "0.98 KiB"), (1024, "B", "1 KiB"),
        (12.4 * MiB, "B", "12 MiB"), (1010 * MiB, "B", "0.99 GiB"), (3 * 2**40, "B", "3 TiB"),
        (2**60, "B", ">999 TiB"), (3.4e-8, "s", "34 ns"), (9.996e-7, "s", "1 µs"), (0.035, "s", "35 ms"),
        (59.4, "s", "59 s"), (59.9, "s", "1 min"), (90, "s", "1.5 min"), (7200, "s", "2 h"), (1e9, "s", ">999 h"),
    ],
)  # fmt: skip
def test_amounts(value, unit, text):
    assert amount_text(value, unit) == text


@pytest.mark.parametrize(
    ("low", "high", "unit", "text"),
    [
        (8 * MiB, 20 * MiB, "B", "8–20 MiB"),
        (0.02, 0.061, "s", "20–61 ms"),
        (980 * KiB, 1.2 * MiB, "B", "0.96–1.2 MiB"),
        (56, 3 * KiB, "B", "56 B–3 KiB"),
        (3e-8, 0.0012, "s", "30 ns–1.2 ms"),
        (8.01 * MiB, 8.04 * MiB, "B", "≈8 MiB"),
        (64, 64, "B", "≈64 B"),
        (0.9, 75, "s", "900 ms–1.2 min"),
    ],
)
def test_ranges(low, high, unit, text):
    assert range_text(low, high, unit) == text


@pytest.mark.parametrize(
    ("count", "text"), [(10, "10"), (1000, "1k"), (1500, "1.5k"), (123_456, "123k"), (10**7, "10M")]
)
def test_counts(count, text):
    assert count_text(count) == text


def test_hints_as_the_design_has_them():
    forecast = unit_forecast(between("peak_memory", 8 * MiB, 20 * MiB), between("cpu_time", 0.02, 0.061))
    assert hint(forecast) == "8–20 MiB · 20–61 ms"
    assert hint(forecast, HintStyle(points=True)) == "≈13 MiB · 35 ms"
    assert hint(forecast, HintStyle(time=False)) == "8–20 MiB"
    assert hint(forecast, HintStyle(memory=False)) == "20–61 ms"
    assert hint(forecast, HintStyle(memory=False, time=False)) == ""


def test_a_hint_that_rests_on_the_default_shows_its_size():
    forecast = unit_forecast(
        between("peak_memory", 8 * MiB, 20 * MiB), between("cpu_time", 0.02, 0.061), default_size=1000
    )
    assert hint(forecast) == "8–20 MiB · 20–61 ms @1k"


def test_a_hint_says_that_sleep_comes_on_top():
    memory, time = between("peak_memory", 8 * KiB, 9 * KiB), between("cpu_time", 2e-6, 3e-6)
    sleeping = unit_forecast(memory, time, sleeps=True)
    assert hint(sleeping) == "8–9 KiB · 2–3 µs + sleep"
    assert hint(sleeping, HintStyle(points=True)) == "≈8.5 KiB · 2.4 µs + sleep"
    assert hint(sleeping, HintStyle(time=False)) == "8–9 KiB", "no time, nothing beside it"
    assert hint(unit_forecast(memory, time, sleeps=True, default_size=1000)) == "8–9KiB·2–3µs+sleep@1k"
    memory, time = between("peak_memory", 980, 1010), between("cpu_time", 0.54, 0.56)
    longer = unit_forecast(memory, time, sleeps=True, default_size=12300)
    assert hint(longer) == "≈550 ms + sleep @12.3k"
    assert hint(longer, HintStyle(points=True)) == "≈550 ms + sleep @12.3k"


def test_what_was_measured_of_a_function_does_not_count_its_sleep_either():
    ranges = between("peak_memory", 8, 20), between("cpu_time", 0.02, 0.061)
    measured = {"peak_memory": 12 * MiB, "cpu_time": 0.035}
    assert hint(unit_forecast(*ranges, measured=measured, sleeps=True)) == "✓ 12 MiB · 35 ms + sleep"
    assert hint(unit_forecast(*ranges, measured=measured, sleeps=True), HintStyle(time=False)) == "✓ 12 MiB"
    measured = {"peak_memory": 980 * KiB, "cpu_time": 0.355}
    assert hint(unit_forecast(*ranges, measured=measured, sleeps=True)) == "✓ 980KiB·360ms+sleep"


def test_minimums_hide_each_kind():
    forecast = unit_forecast(between("peak_memory", 8 * MiB, 20 * MiB), between("cpu_time", 0.02, 0.061))
    assert hint(forecast, HintStyle(minimum_memory=13 * MiB)) == "20–61 ms"
    assert hint(forecast, HintStyle(minimum_memory=12 * MiB, minimum_time=0.05)) == "8–20 MiB"
    assert hint(forecast, HintStyle(minimum_memory=GiB, minimum_time=60)) == ""


def test_no_grounds_no_number():
    memory, time = between("peak_memory", 8, 20), between("cpu_time", 0.02, 0.061)
    assert hint(unit_forecast(memory, time, outside=("opens files",))) == "no forecast: opens files"
    assert hint(unit_forecast(memory, time, outside=("uses some_long_library",))) == "no forecast"
    assert hint(unit_forecast(memory, time, outside=("has no body",))) == ""


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("cannot guess client; say it in a comment: # perfcast: client: ...", "no forecast: client?"),
        ("cannot guess a_client_of_a_long_name; say it in a comment: ...", "no forecast"),
        ("cannot guess an instance of Shop; a call in the file or in a test shows it", "no forecast"),
    ],
)
def test_what_cannot_be_guessed_is_asked_for(reason, text):
    assert hint(UnitForecast(UNIT, "", "default", "CPU", {}, outside=(reason,))) == text


def test_a_reason_comes_with_its_detail():
    forecast = UnitForecast(UNIT, "", "default", "CPU", {}, outside=("cannot guess a",), detail="raises KeyError 'x'")
    assert reason_text(forecast) == "cannot guess a (raises KeyError 'x')"
    assert unit_payload(forecast)["detail"] == "raises KeyError 'x'"


def test_there_are_no_parts_of_bytes():
    assert (amount_text(63.34, "B", 3), amount_text(0.4, "B"), amount_text(1100, "B", 3)) == ("63 B", "0 B", "1.07 KiB")
    assert range_text(62.2, 64.9, "B") == "62–65 B"


def test_what_was_measured_is_shown_as_such():
    forecast = unit_forecast(
        between("peak_memory", 8, 20),
        between("cpu_time", 0.02, 0.061),
        measured={"peak_memory": 12 * MiB, "cpu_time": 0.035},
        outside=("opens files",),
        default_size=1000,
    )
    assert hint(forecast) == "✓ 12 MiB · 35 ms"
    assert hint(forecast, HintStyle(memory=False)) == "✓ 35 ms"
    assert hint(forecast, HintStyle(memory=False, time=False)) == ""


def test_what_is_to_be_ignored_has_no_hint():
    assert hint(unit_forecast(between("peak_memory", 8, 20), between("cpu_time", 0.02, 0.061), ignored=True)) == ""


def test_long_ranges_shrink_to_what_is_true():
    wide = unit_forecast(between("peak_memory", 560, 120 * KiB), between("cpu_time", 56e-6, 0.05), default_size=12_345)
    assert hint(wide) == "≤120 KiB · ≤50 ms @12.3k"
    close = unit_forecast(
        between("peak_memory", 980 * KiB, 1.2 * MiB), between("cpu_time", 0.98e-3, 1.2e-3), default_size=1000
    )
    assert hint(close) == "0.96–1.2MiB·0.98–1.2ms@1k"
    tight = unit_forecast(between("peak_memory", 980 * KiB, 1.2 * MiB), between("cpu_time", 98e-6, 0.12e-3))
    assert hint(tight) == "0.96–1.2 MiB · 98–120 µs"


def test_a_range_that_tells_nothing_has_no_place_in_a_hint():
    memory, time = between("peak_memory", 8 * MiB, 20 * MiB), between("cpu_time", 1e-9, 1200)
    assert hint(unit_forecast(memory, time, default_size=64)) == "8–20 MiB @64"
    assert hint(unit_forecast(memory, time), HintStyle(points=True)) == "≈13 MiB"
    assert hint(unit_forecast(memory, time), HintStyle(memory=False)) == "no forecast: uncertain"
    assert hint(unit_forecast(memory, time), HintStyle(memory=False, time=False)) == ""
    assert hint(unit_forecast(between("peak_memory", 1, 1.5 * KiB), time)) == "1 B–1.5 KiB"


@pytest.mark.parametrize(
    ("slowness", "text"),
    [
        (None, "X"),
        (1.02, "X, about as fast as the model's Y"),
        (0.5, "X, 2 times as fast as the model's Y"),
        (1.42, "X, 1.4 times as slow as the model's Y"),
    ],
)
def test_a_machine_beside_the_models(slowness, text):
    assert device_text("X", slowness, "Y") == text
    assert device_text("Y", slowness, "Y") == "Y"


amounts = st.floats(-1, 14).map(lambda exponent: 10.0**exponent)
times = st.floats(-10, 8).map(lambda exponent: 10.0**exponent)
widths = st.floats(0, 2.9).map(lambda exponent: 10.0**exponent)


@given(amounts, widths, times, widths, st.none() | st.integers(1, 10**7), st.booleans())
def test_a_hint_is_short_and_its_numbers_have_units(memory, wide, time, long, size, points):
    forecast = unit_forecast(
        Forecast("peak_memory", LEVELS, [memory] * 9 + [memory * wide] * 10),
        Forecast("cpu_time", LEVELS, [time] * 9 + [time * long] * 10),
        default_size=size,
    )
    text = hint(forecast, HintStyle(points=points))
    assert 0 < len(text) <= 25
    memory, _, time = text.partition("·")
    assert re.search(r"\d ?([KMGT]i)?B ?$", memory)
    assert re.search(r"\d ?(ns|µs|ms|s|min|h)( ?@[\d.]+[kM]?)?$", time)


def test_the_line_of_the_cli():
    assert bracketed_text(between("peak_memory", 8.1 * MiB, 20 * MiB)) == "12.7 MiB [8.1-20]"
    assert bracketed_text(between("cpu_time", 0.02, 0.061)) == "34.9 ms [20-61]"


@pytest.mark.parametrize(
    ("workload", "origin", "receiver", "called_with", "assumed"),
    [
        ("", "given", "", "no arguments", "no arguments"),
        ("", "default", "self: A()", "self: A()", "self: A(), by default"),
        ("n: int = 3", "comment", "self: A made up", "self: A made up; n: int = 3", "self: A made up; n: int = 3"),
        (
            "n: int = 3",
            "default as call in a.py:4",
            "",
            "n: int = 3",
            "n: int = 3, by default, as in the call in a.py:4",
        ),
    ],
)
def test_what_is_called_and_who_says_so(workload, origin, receiver, called_with, assumed):
    forecast = UnitForecast(UNIT, workload, origin, "CPU", {}, receiver=receiver)
    assert (workload_text(forecast), assumption_text(forecast)) == (called_with, assumed)


def test_why_a_budget_is_not_checked():
    forecast = UnitForecast(UNIT, "", "comment", "CPU", {}, outside=("opens files", "raises KeyError 'x'"))
    assert unchecked_text(forecast) == "budget not checked: no forecast: opens files, raises KeyError 'x'"
