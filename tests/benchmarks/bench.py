"""What a run of the benchmarks was asked for, and how anything is timed."""

from __future__ import annotations

import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import onnxruntime

from perfcast.measure import device_name
from perfcast.rlm.bundle import MANIFEST, PACKAGED, VOCABULARY
from perfcast.rlm.vocabulary import Vocabulary
from tests.e2e.session import ENVIRONMENT

THREADS = 2
"""Cores that the targets are meant for, and that both sides of a ratio may use."""


@dataclass(frozen=True)
class Bench:
    """One run.

    Attributes:
        out: folder of the table and the plots.
        state: an empty folder for what a server would remember of this machine.
        quick: few repeats of small sizes: to see that all runs, not to be believed.
        model: folder of a bundle in place of the packaged one.
        regress_lm: a checkout of google-deepmind/regress-lm.
        install: measure an installed package, too, which takes a download.
    """

    out: Path
    state: Path
    quick: bool = False
    model: Path | None = None
    regress_lm: Path | None = None
    install: bool = False

    @property
    def bundle(self) -> Path:
        return self.model or PACKAGED

    @cached_property
    def about_model(self) -> Mapping[str, Any]:
        """``model`` of the bundle's manifest, which is read without checking the bundle."""
        about: dict[str, Any] = json.loads((self.bundle / MANIFEST).read_text(encoding="utf-8"))["model"]
        return about

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.load(self.bundle / VOCABULARY)

    @property
    def settings(self) -> dict[str, Any]:
        """Of a server."""
        return {"modelPath": str(self.model)} if self.model else {}

    def environment(self) -> dict[str, str]:
        """Of a process that forecasts: it knows no measurements of this machine, and no answers but those of earlier
        processes with the same environment."""
        chosen = {"PERFCAST_MODEL": str(self.model)} if self.model else {}
        cache = tempfile.mkdtemp(dir=self.state)
        return {**ENVIRONMENT, "XDG_STATE_HOME": str(self.state), "XDG_CACHE_HOME": cache, **chosen}

    def count(self, full: int, quick: int = 3) -> int:
        """How many repeats, or of what size."""
        return min(full, quick) if self.quick else full

    def about(self) -> str:
        """Where, when and with what figures are taken, in a line."""
        model = self.about_model
        versions = f"Python {platform.python_version()}, ONNX Runtime {onnxruntime.__version__}"
        machine = f"{device_name()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
        warning = " Quick: these figures are not to be believed." if self.quick else ""
        moment = datetime.now(UTC).strftime("%Y-%m-%d")
        return f"{moment}; {machine}; {versions}; model {model['name']} {model['version']}.{warning}"


def seconds(action: Callable[[], object], repeats: int, warm_up: int = 1) -> list[float]:
    """Wall time of each of the repeats, in s."""
    for _ in range(warm_up):
        action()
    found = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        found.append(time.perf_counter() - start)
    return found


def side_by_side(
    first: Callable[[], object], second: Callable[[], object], rounds: int, rest: float = 0.05
) -> tuple[list[float], list[float]]:
    """Wall times of both in s, in turns: what slows the machine for a while slows both.

    Args:
        rest: in s, before each: threads that one leaves waiting have gone to sleep when the other begins.
    """
    found: tuple[list[float], list[float]] = ([], [])
    first(), second()
    for _ in range(rounds):
        for action, times in zip((first, second), found, strict=True):
            time.sleep(rest)
            times.extend(seconds(action, 1, warm_up=0))
    return found
