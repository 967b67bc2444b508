"""How fast a machine is, and its name."""

from __future__ import annotations

import math
from platform import machine

import pytest

from perfcast.measure import speed
from perfcast.measure.device import named
from perfcast.measure.probes import PROBES
from perfcast.measure.speed import REFERENCE, Probing, log_slowness


def test_every_probe_has_its_reference() -> None:
    assert set(PROBES) == set(REFERENCE)


def test_probes_tell_a_slowness_that_machines_have(monkeypatch) -> None:
    monkeypatch.setattr(speed, "_PATIENCE", 120.0)
    found = Probing().result()
    assert found is not None
    assert abs(found) < math.log(20)


def test_slowness_is_that_of_most_probes() -> None:
    twice = {name: 2 * seconds for name, seconds in REFERENCE.items()}
    assert log_slowness(twice) == pytest.approx(math.log(2))
    assert log_slowness(twice | {next(iter(twice)): 1.0}) == pytest.approx(math.log(2))


@pytest.mark.parametrize("script", ["print('no JSON')", "print('{}')", "raise SystemExit(1)", "print('[1]')"])
def test_probes_that_fail_tell_nothing(tmp_path, monkeypatch, script) -> None:
    (tmp_path / "probes.py").write_text(script)
    monkeypatch.setattr(speed, "_SCRIPT", tmp_path / "probes.py")
    assert Probing().result() is None


def test_a_machine_that_is_too_busy_tells_nothing(tmp_path, monkeypatch) -> None:
    (tmp_path / "probes.py").write_text("import time\ntime.sleep(60)")
    monkeypatch.setattr(speed, "_SCRIPT", tmp_path / "probes.py")
    monkeypatch.setattr(speed, "_PATIENCE", 0.1)
    assert Probing().result() is None


@pytest.mark.parametrize(
    ("cpuinfo", "name"),
    [
        ({"model name": "AMD EPYC 7B13", "cpu family": "25", "model": "1"}, "AMD EPYC 7B13"),
        ({"model name": "AMD EPYC", "cpu family": "25", "model": "1"}, "AMD EPYC (family 25, model 1)"),
        ({"model name": "AMD EPYC"}, "AMD EPYC"),
        (
            {"model name": "Intel(R) Xeon(R) CPU @ 2.20GHz", "cpu family": "6", "model": "85"},
            "Intel(R) Xeon(R) CPU @ 2.20GHz (family 6, model 85)",
        ),
        ({"CPU implementer": "0x41", "CPU part": "0xd0c"}, f"{machine()} (implementer 0x41, part 0xd0c)"),
        ({"Model": "Raspberry Pi 4"}, "Raspberry Pi 4"),
        ({}, ""),
    ],
)
def test_a_name_tells_generations_apart(cpuinfo, name) -> None:
    assert named(cpuinfo) == name
