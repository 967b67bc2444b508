"""Forecasts as short text: amounts, ranges, the hint at the end of a `def` line."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from perfcast.forecast.metrics import CPU_TIME, GPU_TIME, METRICS, PEAK_MEMORY, REGISTERS, SHARED_MEMORY
from perfcast.forecast.refusals.outside import HELPER, NO_BODY
from perfcast.forecast.refusals.unguessed import ADVICE, CANNOT_GUESS

if TYPE_CHECKING:
    from perfcast.forecast.budgets import Budget
    from perfcast.forecast.forecast import Forecast
    from perfcast.forecast.predictor import Predictor
from perfcast.forecast.unit_forecast import UnitForecast

MAX_HINT = 25
"""Characters of a whole hint: editors show about 43 a line, all extensions together."""

# The space between a number and its unit.
_UNIT = re.compile(r"(?<=\d) (?=[A-Za-zµ])")
# Bytes of shared memory below which a hint leaves it out.
_LEAST_SHARED = 1024.0
# A range wider than this is told by its upper end where only one number fits: its middle would mislead.
_WIDE = 4.0
# One wider than this tells nothing that is worth a place beside the code; whoever asks for details still reads it.
_TELLS_NOTHING = 1000.0
# Less than this is next to nothing, whether it is one or some hundred bytes or nanoseconds.
_NEXT_TO_NOTHING = {"B": 1024.0, "s": 1e-6}
#: After the time of functions whose call takes longer than the processor works.
AND_SLEEP: Final = " + sleep"
#: The same as a sentence.
SLEEP_NOT_COUNTED: Final = "What it sleeps is not counted"
# Two machines that differ by less are of one speed.
_AS_FAST = 1.05

_SCALES: dict[str, tuple[tuple[str, float], ...]] = {
    "B": (("B", 1), ("KiB", 2**10), ("MiB", 2**20), ("GiB", 2**30), ("TiB", 2**40)),
    "s": (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("min", 60), ("h", 3600)),
    "regs": (("regs", 1),),
}
# Registers are 255 at most.
_DIGITS = {"regs": 3}
# There are no parts of these.
_COUNTED = frozenset({"regs", "B"})
# Where the next unit begins, in multiples of this one: 60 s is a minute, 1,000 KiB is said as 0.98 MiB.
_LIMITS = {"s": 60.0, "min": 60.0}

#: Texts that are remembered: hints of the same forecasts are shown again and again.
_MOST_TEXTS: Final = 4_096


def number_text(value: float, digits: int = 2) -> str:
    """A positive number to `digits` significant digits, plainly written, trailing zeros of a fraction dropped."""
    if value <= 0:
        return "0"
    rounded = float(f"{value:.{digits - 1}e}")
    decimals = digits - 1 - math.floor(math.log10(rounded))
    text = f"{rounded:.{max(decimals, 0)}f}"
    return text.rstrip("0").rstrip(".") if decimals > 0 else text


def _scale(value: float, unit: str, digits: int | None = None) -> tuple[str, float]:
    """The unit to tell `value` in, and its size in `unit`."""
    scales = _SCALES[unit]
    digits = digits or _DIGITS.get(unit, 2)
    for name, size in scales:
        rounded = float(f"{value / size:.{digits - 1}e}")
        if rounded < _LIMITS.get(name, 1000):
            return name, size
    return scales[-1]


@lru_cache(_MOST_TEXTS)
def amount_text(value: float, unit: str, digits: int | None = None) -> str:
    """An amount with its unit, such as '12 MiB' or '35 ms'."""
    digits = digits or _DIGITS.get(unit, 2)
    if unit in _COUNTED:
        value = round(value)
    name, size = _scale(value, unit, digits)
    scaled = value / size
    return f">999 {name}" if scaled >= 1000 else f"{number_text(scaled, digits)} {name}"


def time_text(seconds: float) -> str:
    """A time."""
    return amount_text(seconds, "s")


@lru_cache(_MOST_TEXTS)
def range_text(low: float, high: float, unit: str) -> str:
    """A range, such as '8–20 MiB' or '56 B–1.2 KiB'; one number after '≈' where both ends round to it."""
    high_text = amount_text(high, unit)
    if amount_text(low, unit) == high_text:
        return f"≈{high_text}"
    name, size = _scale(high, unit)
    digits = _DIGITS.get(unit, 2)
    if unit in _COUNTED:
        low, high = round(low), round(high)
    # Within a tenth of the greater end's unit both ends share it: '0.96–1.2 MiB' rather than '980 KiB–1.2 MiB'.
    if low / size >= 0.095 and high / size < 1000:
        low_number, high_number = number_text(low / size, digits), number_text(high / size, digits)
        return f"≈{high_text}" if low_number == high_number else f"{low_number}–{high_number} {name}"
    return f"{amount_text(low, unit)}–{high_text}"


def device_text(device: str, slowness: float | None, other: str) -> str:
    """A device, and how it compares with the model's where that is known: "X, 1.4 times as fast as the model's Y"."""
    if slowness is None or device == other:
        return device
    if max(slowness, 1 / slowness) < _AS_FAST:
        return f"{device}, about as fast as the model's {other}"
    times = f"{number_text(1 / slowness)} times as fast" if slowness < 1 else f"{number_text(slowness)} times as slow"
    return f"{device}, {times} as the model's {other}"


def device_phrase(predictor: Predictor, device: str) -> str:
    """A CPU as `device_text` has it, as far as the predictor knows it."""
    return device_text(device, predictor.devices.slowness(device), predictor.devices.of_corpus)


def count_text(count: int) -> str:
    """A size of input: 1000 -> '1k', 20_000_000 -> '20M', 123_456 -> '123k'."""
    for suffix, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if count >= size:
            return f"{number_text(count / size, 3)}{suffix}"
    return str(count)


@dataclass(frozen=True)
class HintStyle:
    """What a hint shows.

    Attributes:
        memory, time: which metrics.
        minimum_memory, minimum_time: bytes and seconds; a metric whose median is below its minimum is left out.
        points: medians in place of ranges.
        interval: the coverage of the ranges.
    """

    memory: bool = True
    time: bool = True
    minimum_memory: float = 0.0
    minimum_time: float = 0.0
    points: bool = False
    interval: float = 0.8

    def shown(self, forecasts: Sequence[Forecast]) -> list[Forecast]:
        """Those of the forecasts that this style shows, in their order."""
        wanted = {PEAK_MEMORY.name: self.memory, CPU_TIME.name: self.time}
        minimum = {PEAK_MEMORY.name: self.minimum_memory, CPU_TIME.name: self.minimum_time}
        return [
            forecast
            for forecast in forecasts
            if wanted.get(forecast.metric, False) and forecast.p50 >= minimum[forecast.metric]
        ]


def hint(unit_forecast: UnitForecast, style: HintStyle | None = None) -> str:
    """The text after a `def` line, MAX_HINT characters at most; '' where the style shows nothing of it."""
    style = style or HintStyle()
    if unit_forecast.ignored:
        return ""
    if unit_forecast.measured:
        return _measured_hint(unit_forecast, style)
    if unit_forecast.outside:
        # A protocol's method and a helper of kernels have no cost to speak of; saying so at each would be noise.
        if unit_forecast.outside[0] in (NO_BODY, HELPER) or not (style.memory or style.time):
            return ""
        reason = unit_forecast.outside[0].partition(ADVICE)[0]
        texts = [f"no forecast: {reason}", "no forecast"]
        if reason.startswith(CANNOT_GUESS) and reason.count(" ") == CANNOT_GUESS.count(" "):
            texts.insert(1, f"no forecast: {reason.removeprefix(CANNOT_GUESS)}?")
        return next(text for text in texts if len(text) <= MAX_HINT)
    is_kernel = unit_forecast.unit.kind == "kernel"
    candidates = _kernel_hints(unit_forecast, style) if is_kernel else _function_hints(unit_forecast, style)
    return next((text for text in candidates if len(text) <= MAX_HINT), candidates[-1].replace(" ", ""))


def _function_hints(unit_forecast: UnitForecast, style: HintStyle) -> list[str]:
    """Memory and time of a call, from the longest text to the shortest."""
    wanted = style.shown([unit_forecast.forecasts[name] for name in METRICS if name in unit_forecast.forecasts])
    shown = [forecast for forecast in wanted if _tells(forecast, style.interval)]
    if not shown:
        return ["no forecast: uncertain" if wanted else ""]
    sleep = AND_SLEEP if unit_forecast.sleeps and shown[-1].metric == CPU_TIME.name else ""
    end = sleep + ("" if unit_forecast.default_size is None else f" @{count_text(unit_forecast.default_size)}")
    if style.points:
        numbers = [amount_text(forecast.p50, forecast.unit) for forecast in shown]
        texts, alone = [f"≈{' · '.join(numbers)}{end}"], f"≈{numbers[-1]}{end}"
    else:
        ranges = " · ".join(range_text(*forecast.interval(style.interval), forecast.unit) for forecast in shown)
        numbers = [_one_number(forecast, style.interval) for forecast in shown]
        texts = [f"{ranges}{end}", f"{ranges}{end}".replace(" ", ""), f"{' · '.join(numbers)}{end}"]
        alone = f"{numbers[-1]}{end}"
    # Where both are too long with the sleep, the time alone: it is not told without.
    return [*texts, texts[-1].replace(" ", ""), alone] if sleep else texts


def _kernel_hints(unit_forecast: UnitForecast, style: HintStyle) -> list[str]:
    """Time, registers and shared memory of a launch, as '≥21 µs H100 · 60–72 regs', from the longest text to none.

    The least time stands where no time is forecast.
    """
    forecasts, bound = unit_forecast.forecasts, unit_forecast.bound
    timed = forecasts.get(GPU_TIME.name)
    time = ""
    if timed is not None:
        time = _one(timed, style)
    elif bound is not None:
        time = f"≥{amount_text(bound, GPU_TIME.unit)}"
    size = "" if unit_forecast.default_size is None else f" @{unit_forecast.default_size}"
    # 'A100' for 'A100-80GB'.
    first = f"{time} {unit_forecast.device.partition('-')[0]}" if time and style.time else ""
    held = [forecasts[m.name] for m in (REGISTERS, SHARED_MEMORY) if m.name in forecasts and style.memory]
    # What a few warps hand each other is not worth a place.
    held = [one for one in held if one.metric != SHARED_MEMORY.name or one.p50 >= _LEAST_SHARED]
    parts = [[part for part in (first, *(_one(one, style) for one in held[:count])) if part]
             for count in range(len(held), -1, -1)]  # fmt: skip
    texts = [" · ".join(some) + size for some in parts if some]
    # A device of a long name is left to the tooltip.
    return [*(shown for text in texts for shown in (text, _UNIT.sub("", text))), time if style.time else ""]


def _one(forecast: Forecast, style: HintStyle) -> str:
    """One forecast as the style has it."""
    if style.points:
        return f"≈{amount_text(forecast.p50, forecast.unit)}"
    return range_text(*forecast.interval(style.interval), forecast.unit)


def _measured_hint(unit_forecast: UnitForecast, style: HintStyle) -> str:
    measured = unit_forecast.measured
    wanted = {PEAK_MEMORY.name: style.memory, CPU_TIME.name: style.time}
    amounts = [amount_text(measured[name], METRICS[name].unit) for name in METRICS if wanted[name] and name in measured]
    is_timed = wanted[CPU_TIME.name] and CPU_TIME.name in measured
    text = " · ".join(amounts) + (AND_SLEEP if unit_forecast.sleeps and is_timed else "")
    shown = text if len(f"✓ {text}") <= MAX_HINT else text.replace(" ", "")
    return f"✓ {shown}" if text else ""


def _tells(forecast: Forecast, interval: float) -> bool:
    low, high = forecast.interval(interval)
    return high <= _TELLS_NOTHING * max(low, _NEXT_TO_NOTHING.get(forecast.unit, 0.0))


def _one_number(forecast: Forecast, interval: float) -> str:
    low, high = forecast.interval(interval)
    if high > _WIDE * low:
        return f"≤{amount_text(high, forecast.unit)}"
    return f"≈{amount_text(forecast.p50, forecast.unit)}"


_BARS = "▁▂▃▄▅▆▇█"
_BAR_COUNT = 12


def histogram(forecast: Forecast, bars: int) -> list[float]:
    """The shape of a distribution over logarithms, between its 1 % and 99 % quantiles.

    Returns:
        The bars' heights, the highest 1; a single one where the distribution is a point.
    """
    low, high = forecast.quantile(0.01), forecast.quantile(0.99)
    if high <= low * 1.0001:
        return [1.0]
    edges = [low * (high / low) ** (index / bars) for index in range(bars + 1)]
    below = [forecast.probability_below(edge) for edge in edges]
    shares = [max(right - left, 0.0) for left, right in pairwise(below)]
    highest = max(shares) or 1.0
    return [share / highest for share in shares]


def histogram_text(forecast: Forecast) -> str:
    """The histogram as bars of text."""
    return "".join(_BARS[round(height * (len(_BARS) - 1))] for height in histogram(forecast, _BAR_COUNT))


_AS_CALLED = "default as "
_OTHERWISE = re.compile("default (?=with |corrected)")
_ORIGINS = {"comment": "from its comment", "doctest": "from its doctest", "default": "by default", "given": "as given"}


def workload_text(unit_forecast: UnitForecast) -> str:
    """What a unit is called with, and for which instance where that is made up."""
    return called_with(unit_forecast.receiver, unit_forecast.workload)


def called_with(receiver: str, workload: str) -> str:
    """The same, of an instance and a workload."""
    return "; ".join(filter(None, (receiver, workload))) or "no arguments"


def origin_text(unit_forecast: UnitForecast) -> str:
    """Where the workload came from, as the end of a sentence."""
    return origin_phrase(unit_forecast.workload_origin)


def assumption_text(unit_forecast: UnitForecast) -> str:
    """What a unit is called with, and that it is assumed where nobody says so."""
    is_assumed = unit_forecast.workload_origin.startswith("default")
    return workload_text(unit_forecast) + (f", {origin_text(unit_forecast)}" if is_assumed else "")


def reason_text(unit_forecast: UnitForecast) -> str:
    """Why there is no forecast, with the error that says so, as the end of a sentence."""
    detail = f" ({unit_forecast.detail})" if unit_forecast.detail else ""
    return f"{', '.join(unit_forecast.outside)}{detail}"


def unchecked_text(unit_forecast: UnitForecast) -> str:
    """Why a unit is not held to its budget."""
    return f"budget not checked: no forecast: {', '.join(unit_forecast.outside)}"


def sleep_text(budgets: Sequence[Budget]) -> str:
    """What these budgets, of the time of a unit that sleeps, leave out; '' where there are none."""
    told = ", ".join(f"'{budget.text}'" for budget in budgets)
    return f"{told} is of CPU time: what it sleeps is not counted" if told else ""


def origin_phrase(origin: str) -> str:
    """The origin of a workload as the end of a sentence."""
    if origin.startswith(_AS_CALLED):
        return f"by default, as in the {origin.removeprefix(_AS_CALLED)}"
    if _OTHERWISE.match(origin):
        return _OTHERWISE.sub("by default, ", origin, count=1)
    return _ORIGINS.get(origin, f"from the {origin}")


def bracketed_text(forecast: Forecast) -> str:
    """The median and the 80 % range in its unit, such as '12.4 MiB [8.1-20]'."""
    name, size = _scale(forecast.p50, forecast.unit, 3)
    digits = _DIGITS.get(forecast.unit, 2)
    amounts = [round(a) if forecast.unit in _COUNTED else a for a in (forecast.p50, forecast.p10, forecast.p90)]
    middle, low, high = (number_text(a / size, d) for a, d in zip(amounts, (3, digits, digits), strict=True))
    return f"{middle} {name} [{low}-{high}]"
