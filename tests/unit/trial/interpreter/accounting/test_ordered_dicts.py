"""Ordered dictionaries beside plain ones: how many times as long they take, in CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _time(kind: str, body: str) -> float:
    lines = f"d = {kind}(zip(ks, ks))\n{body}".replace("\n", "\n    ")
    source = f"from collections import OrderedDict\n\ndef run(ks):\n    {lines}\n"
    found = Trials(source).estimate(parse("ks: list[int] * 1000 in 0..1000000 distinct"))
    return float(2.0 ** dict(zip(NAMES, found, strict=True))["trial_time"])


def _times_as_long(body: str) -> float:
    ordered, plain = (_time(kind, body) - _time(kind, "return d") for kind in ("OrderedDict", "dict"))
    return ordered / plain


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("for k, v in d.items():\n    x = v", 2.4),
        ("for v in d.values():\n    x = v", 3.1),
        ("for k in d:\n    x = k", 2.3),
        ("return list(d.values())", 7.0),
        ("for k in ks:\n    d.get(k)", 1.5),
        ("for k in ks:\n    d[k] = 2", 1.5),
        ("for k in ks:\n    d.setdefault(k, 2)", 1.3),
        ("for k in ks:\n    d.pop(k)", 1.7),
        ("while d:\n    d.popitem()", 1.6),
    ],
)
def test_what_is_linked_takes_longer(body: str, measured: float) -> None:
    assert measured / 1.35 < _times_as_long(body) < 1.35 * measured


def test_entries_that_a_loop_leaves_out_are_not_paid_for() -> None:
    early = "for k in d:\n    break"
    assert _time("OrderedDict", early) < 1.05 * _time("OrderedDict", "return d")


@pytest.mark.parametrize("given", ["", ", 0"])
def test_keys_alone_make_as_much_as_pairs(given: str) -> None:
    text = "from collections import OrderedDict\n\ndef run(ks):\n    return OrderedDict{}\n"
    workload = parse("ks: list[int] * 1000 in 0..1000000 distinct")
    keys, pairs = (Trials(text.format(way)) for way in (f".fromkeys(ks{given})", "(zip(ks, ks))"))
    one, other = (dict(zip(NAMES, trials.estimate(workload), strict=True)) for trials in (keys, pairs))
    assert keys.error == ""
    assert one["trial_peak"] == pytest.approx(other["trial_peak"], abs=0.1)
    assert one["trial_time"] == pytest.approx(other["trial_time"], abs=0.5)
