"""Loops that no size says anything of, up to a time or down to a tolerance, are told by fewer turns of them."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

#: Of the interpreted runs themselves, which end in the middle of a step.
_NEAR = 0.15


def _estimates(text: str, workload: str) -> dict[str, float]:
    found = dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))
    assert found["trial_runs"] > 2 and not found["trial_refused"], text
    return found


def _held(text: str, *given: Any) -> int:
    """Bytes that the function of a text holds at most."""
    names: dict[str, Any] = {}
    exec(text, names)
    tracemalloc.start()
    try:
        names["run"](*given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text",
    [
        "def run():\n    t, out = 0.0, []\n    while t < 200.0:\n        t += 0.001\n        out.append(t)\n"
        "    return out\n",
        "def run():\n    t, out = 0.0, []\n    while t <= T_END:\n        out.append((t, -t))\n        t += DT\n"
        "    return out\n\nT_END = 100.0\nDT = 0.0005\n",
        "def run(end=400.0, dt=0.002):\n    out = []\n    for i in range(int(end / dt)):\n        out.append(i * dt)\n"
        "    return out\n",
        "def run(periods=8, period=25.0, dt=0.001):\n    t, out = 0.0, []\n    while t < periods * period:\n"
        "        t += dt\n        out.append(t)\n    return out\n",
        "def run(left=100.0):\n    out = []\n    while left > 0 and len(out) >= 0:\n        left -= 0.0005\n"
        "        out.append(left)\n    return out\n",
        "def run():\n    t, out = 0.0, []\n    while True:\n        t += 0.0005\n        out.append(t)\n"
        "        if t >= 120.0:\n            break\n    return out\n",
        "def run():\n    x, out = 1.0, []\n    while x > 1e-6:\n        x *= 0.9999\n        out.append(x)\n"
        "    return out\n",
        "class World:\n    def __init__(self):\n        self.t, self.seen = 0.0, []\n    def step(self, dt):\n"
        "        self.t += dt\n        self.seen.append(self.t)\n\n"
        "def run():\n    world = World()\n    while world.t < 90.0:\n        world.step(0.001)\n"
        "    return world.seen\n",
        "def run():\n    return [x for x in steps(0.0)]\n\ndef steps(t):\n    while t < 90.0:\n        yield t\n"
        "        t += 0.0005\n",
        # Events, of which the first one to come says what time it is.
        "def run():\n    rng, events, out = random.Random(3), [0.0], []\n    while events:\n"
        "        t = heapq.heappop(events)\n        if t > 40_000.0:\n            break\n        out.append(t)\n"
        "        heapq.heappush(events, t + rng.expovariate(2.0))\n    return out\n\nimport heapq\nimport random\n",
        # CPython keeps the places of some tuples that are gone, not of as many as there are turns.
        "def run():\n    t, y, out = 0.0, (1.0, 0.5), []\n    while t < 60.0:\n        t += 0.0005\n"
        "        k = tuple(0.5 * a for a in y)\n        y = tuple(a + t * b for a, b in zip(y, k))\n"
        "        out.append(t)\n    return out\n",
        # Days within each of which there is much to do.
        "def run():\n    out = []\n    for day in range(365):\n        t = 0.0\n        while t < 1.0:\n"
        "            t += 0.001\n            out.append(t)\n    return out\n",
        "def run():\n    count = int(200.0 / 0.001)\n    xs = [0.0] * (count + 1)\n    for i in range(count):\n"
        "        xs[i + 1] = xs[i] + 0.5\n    return [x * 2.0 for x in xs]\n",
    ],
)
def test_what_grows_with_the_turns_is_told(text: str) -> None:
    # The unit comes first in a normal form; classes and functions that it needs follow.
    head, _, unit = text.rpartition("\n\ndef run") if text.startswith("class") else ("", "", "")
    normal = f"def run{unit}\n\n{head}\n" if head else text
    assert 2.0 ** _estimates(normal, "")["trial_peak"] == pytest.approx(_held(text), rel=_NEAR)


def test_steps_that_an_array_lists_are_as_many() -> None:
    text = (
        "def run(y):\n    out = []\n    for t in np.arange(0, 30.0, 0.0002):\n        y = y + 0.001 * t\n"
        "        out.append(float(y))\n    return out\n\nimport numpy as np\n"
    )
    # The array, and a list of numbers.
    found = 2.0 ** _estimates(text, "y: float = 1.0")["trial_peak"]
    assert found == pytest.approx(150_000 * (8 + 8.6 + 24), rel=_NEAR)


def test_sizes_count_beside_turns() -> None:
    text = (
        "def run(xs, dt=0.001):\n    t = 0.0\n    while t < 4.0:\n        xs = [x + dt * x for x in xs]\n"
        "        t += dt\n    return xs\n"
    )
    ten, thousand = (
        2.0 ** _estimates(text, f"xs: list[float] * {count}; dt = 0.001")["trial_time"] for count in (10, 1_000)
    )
    # Nanoseconds of an element in each turn.
    assert 15 < thousand / (1_000 * 4_000) < 80
    assert 20 < thousand / ten < 110


def test_a_larger_end_takes_as_much_longer() -> None:
    text = "def run(end, dt):\n    t = 0.0\n    while t < end:\n        t += dt\n    return t\n"
    short, long = (2.0 ** _estimates(text, f"end = {end}; dt = 0.001")["trial_time"] for end in (500.0, 4000.0))
    assert long / short == pytest.approx(8.0, rel=0.1)


def test_what_comes_to_its_end_unsteadily_is_not_told() -> None:
    text = (
        "def run():\n    y, v, out = 0.0, 60.0, []\n    while y >= 0.0:\n        v -= 0.0005\n        y += v * 0.0005\n"
        "        out.append(y)\n    return out\n"
    )
    found = dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
    assert found["trial_runs"] == 1 and found["trial_refused"]


def test_loops_that_may_be_left_have_as_many_turns_at_most() -> None:
    text = (
        "def run(xs):\n    x = 1.0\n    for _ in range(int(9e6 / 9)):\n        x = 0.5 * (x + 2.0 / x)\n"
        "        if x * x - 2.0 < 1e-9:\n            break\n    return x + sum(xs)\n"
    )
    assert _estimates(text, "xs: list[float] * 3000")["trial_time"] < 17.0


@pytest.mark.parametrize(
    "text",
    [
        # Numbers that no loop goes through keep what they mean.
        "def run():\n    best = random.Random(3).sample(range(1, 50_000 + K), 6)\n    t, out = 0.0, []\n"
        "    while t < 150.0:\n        t += 0.001\n        out.append(t)\n    return out, best\n\n"
        "K = 10\nimport random\n",
        "def run():\n    t, out = 0.0, []\n    palette = [0.0] * 256\n    red = int(256 * 0.999)\n"
        "    while t < 150.0:\n        t += 0.001\n        out.append(t)\n"
        "    return out, palette[red], palette[red - 254]\n",
        # Nothing of the machinery's own is an error of the unit's.
        "def run():\n    t, k, out = 0.0, 1, []\n    while k < 10 ** 320:\n        k *= 10 ** 10\n"
        "    while t < 150.0:\n        t += 0.001\n        out.append(t)\n        try:\n"
        "            k = k if len(out) in range(10 ** 30) else 0\n        except OverflowError:\n"
        "            k = [0.0] * 1000\n    return out\n",
        # Of loops within each other, the inner one counts more often now than then.
        "def run():\n    out = []\n    for i in range(int(0.6 / 0.001)):\n        for j in range(i):\n"
        "            out.append(i * 0.5)\n    return out\n",
        "def run(t_end=150.0, dt=0.001):\n    return [sum(x * dt for x in range(int(t_end / dt))), *range(9)]\n",
    ],
)
def test_what_ends_no_loop_is_left_as_it_is(text: str) -> None:
    assert 2.0 ** _estimates(text, "")["trial_peak"] == pytest.approx(_held(text), rel=_NEAR, abs=400)


@pytest.mark.parametrize(
    "text",
    [
        # The other side goes on.
        "def run():\n    t, x, out = 0.0, 0.0, []\n    while t < 60.0 or x < 600.0:\n        t += 0.0005\n"
        "        x += 0.0005\n        out.append(t)\n    return out\n",
        "def run():\n    t, x, out = 0.0, 0.0, []\n    while True:\n        t += 0.0005\n        x += 0.0005\n"
        "        out.append(t)\n        if t > 60.0 and x > 600.0:\n            break\n    return out\n",
        # What stops it seems to come first, and never does.
        "def run():\n    t, v, out = 0.0, 1.0, []\n    while t < 150.0:\n        t += 0.001\n        v -= 0.00001\n"
        "        if v < 0.0:\n            v = 1.0\n        if v < 0.0:\n            break\n        out.append(t)\n"
        "    return out\n",
        "def run():\n    t, v, out = 0.0, 9.0, []\n    while t < 600.0:\n        t += 0.0005\n"
        "        v = 9.0 - t * 0.1 if t < 60.0 else 3.0\n        if v < 0.0:\n            return None\n"
        "        out.append(t)\n    return out\n",
        "def run():\n    t, v, out = 0.0, 9.0, []\n    while True:\n        t += 0.001\n"
        "        v = 9.0 - t * 0.1 if t < 60.0 else 3.0 - (t - 60.0) * 0.01\n        if v < 0.0:\n            break\n"
        "        out.append(t)\n    return out\n",
        # Steps that adapt.
        "def run():\n    t, h, y, out = 0.0, 0.001, 1.0, []\n    while t < 400.0:\n        if h * h * y < 1e-6:\n"
        "            t += h\n            y += h * (0.3 - 0.01 * y)\n            out.append((t, y))\n"
        "            h = h * 1.01\n        else:\n            h = h * 0.5\n    return out\n",
        # They end in another way than by their test.
        "def run():\n    return len(sim())\n\ndef sim():\n    t, out = 0.0, []\n    while True:\n        t += 0.0005\n"
        "        out.append(t)\n        if t > 600.0:\n            return out\n",
        "def run():\n    t, out = 0.0, []\n    while t < 1000.0:\n        t += 0.0005\n        out.append(t)\n"
        "        if t > 600.0:\n            break\n    else:\n        return [x * 2.0 for x in out * 2]\n"
        "    return len(out)\n",
        # Whoever asks runs the unit's code.
        "def run():\n    clock = Clock()\n    while clock.t < 300.0:\n        pass\n    return clock\n\n"
        "class Clock:\n    def __init__(self):\n        self._t = 0.0\n    @property\n    def t(self):\n"
        "        self._t += 0.001\n        return self._t\n",
    ],
)
def test_loops_that_end_otherwise_are_not_left(text: str) -> None:
    found = dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
    assert found["trial_runs"] == 1 and found["trial_refused"]


def test_how_many_turns_there_are_may_be_told_by_what_is_given() -> None:
    text = (
        "def run(data):\n    bound = sum(data) % 400\n    return [(a, b) for a in list(range(1, bound))"
        " for b in range(a, bound) if a * a == b]\n"
    )
    found = dict(zip(NAMES, Trials(text).estimate(parse("data: list[int] * 971 in 0..300")), strict=True))
    # Of a few tens of thousands of pairs, nanoseconds.
    assert found["trial_time"] < 27.0


def test_numbers_without_end_are_none() -> None:
    text = (
        "def run(queue):\n    big = int(2 ** 2000 // 3)\n    while queue:\n        queue.append(1)\n"
        "        queue.pop()\n    return big\n"
    )
    found = dict(zip(NAMES, Trials(text).estimate(parse("queue: list[int] * 100")), strict=True))
    assert found["trial_runs"] <= 0


def test_asking_how_near_a_loop_is_to_its_end_costs_nothing() -> None:
    text = "def run():\n    t = 0.0\n    while t * 2.0 / 2.0 + 0.0 < {}:\n        t += 0.001\n    return t\n"
    units = [Trials(text.format(end)) for end in (1.0, 300.0)]
    whole, shortened = (2.0 ** unit.estimate(parse(""))[NAMES.index("trial_time")] for unit in units)
    assert shortened / 300.0 == pytest.approx(whole, rel=0.02)
