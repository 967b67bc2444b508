"""A stand-in for the regression model: known costs, in no time or in as much as a test asks for.

Memory is 8 bytes and time 10 ns an element of the workload, times the number of loops in the source plus one; every
quantile is that median spread by a factor of 1.5 a standard deviation. Every launch of a kernel takes 64 registers,
8 KiB of shared memory and 20 µs, where the device is one of `KERNEL_DEVICES`.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from perfcast.rlm import BundleError, Cancelled, Prompt
from perfcast.source.locations.place import Place, stamp_of
from perfcast.trial.process.worker import Followed
from perfcast.workload import Workload

DEVICE = "Test CPU"
OTHER_DEVICE = "Other CPU"
KERNEL_DEVICES = {"registers": ["sm_80", "sm_90"], "shared_memory": ["sm_80", "sm_90"], "gpu_time": ["A100-80GB"]}
_PER_ELEMENT = {"peak_memory": 8.0, "cpu_time": 1e-8}
_OF_A_LAUNCH = {"registers": 64.0, "shared_memory": 8192.0, "gpu_time": 2e-5}
_SPREAD = 1.5


@dataclass(frozen=True)
class StandInEncoding:
    text: str

    @property
    def nbytes(self) -> int:
        return len(self.text)


@dataclass
class StandInTrials:
    """Obeys the interface of `perfcast.prior.trial_runs.TrialRuns`.

    Attributes:
        expected: what was asked ahead for.
        enabled: whether it was told to make trial runs.
        follows: the files that texts with an import are said to have been followed into.
        ran: what trial runs of texts without one are said to have come to.
        fits: the place of the way in which methods are said to come to an end; fitted_for: texts that was asked for.
    """

    expected: list[str] = field(default_factory=list)
    enabled: bool = True
    follows: tuple[str, ...] | None = None
    ran: Followed | None = None
    fits: int | None = 0
    fitted_for: list[str] = field(default_factory=list)

    def expect(self, text: str, workloads: Sequence[Workload], place: Place | None = None) -> None:
        self.expected.append(text)

    def fitted(
        self, text: str, own: Sequence[Workload], outer: Sequence[Workload], place: Place | None = None
    ) -> int | Workload | None:
        self.fitted_for.append(text)
        return self.fits

    def followed(self, text: str, place: Place | None = None) -> Followed | None:
        if "import " not in text or self.follows is None:
            return self.ran
        return Followed(was_tried=True, has_raised=False, files={path: stamp_of(path) for path in self.follows})


@dataclass
class StandInModel:
    """Obeys the interface of `perfcast.rlm.RegressionModel`.

    Attributes:
        seconds: how long each run takes; `cancel` and `finish` end it at once.
        trials: what is said of trial runs.
        encoded, asked: what has been answered so far.
        runs: how many runs have begun.
    """

    seconds: float = 0.0
    trials: StandInTrials = field(default_factory=StandInTrials)
    encoded: list[str] = field(default_factory=list)
    asked: list[Prompt] = field(default_factory=list)
    runs: int = 0
    _slow: str = ""
    _is_cancelled: bool = False
    _ended: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def load(cls, bundle: Path | None = None, threads: int = 2) -> StandInModel:
        if bundle is not None and not (bundle / "config.json").exists():
            raise BundleError(f"{bundle}: config.json is missing; install perfcast again")
        return cls()

    @property
    def metadata(self) -> Mapping[str, object]:
        return {
            "name": "stand-in",
            "version": "1",
            "devices": [DEVICE, OTHER_DEVICE],
            "metrics": list(_PER_ELEMENT),
            "kernel_devices": KERNEL_DEVICES,
            "sha256": "0" * 64,
        }

    def read(self, text: str, place: Place | None = None) -> StandInEncoding:
        self.encoded.append(text)
        return StandInEncoding(text)

    def quantiles(
        self, encoding: StandInEncoding, prompts: Sequence[Prompt], levels: Sequence[float]
    ) -> NDArray[np.float64]:
        self._is_cancelled = False
        self._ended.clear()
        self.runs += 1
        self._ended.wait(self.seconds if self._slow in encoding.text else 0.0)
        if self._is_cancelled:
            raise Cancelled
        self.asked.extend(prompts)
        scores = np.array([NormalDist().inv_cdf(level) for level in levels])
        medians = np.array([self.median(encoding.text, prompt) for prompt in prompts])
        return medians[:, None] * _SPREAD ** scores[None, :]

    @staticmethod
    def median(text: str, prompt: Prompt) -> float:
        if prompt.metric in _OF_A_LAUNCH:
            return _OF_A_LAUNCH[prompt.metric]
        elements = sum(argument.count for argument in prompt.workload.arguments) or 1
        slowness = 3.0 if prompt.device == OTHER_DEVICE and prompt.metric == "cpu_time" else 1.0
        return _PER_ELEMENT[prompt.metric] * elements * (1 + text.count("for ")) * slowness

    def cancel(self) -> None:
        self._is_cancelled = True
        self._ended.set()

    def finish(self, but: str | None = None) -> None:
        """Let the run under way end well; those after it take no time, but for those of texts with `but`."""
        if but is None:
            self.seconds = 0.0
        else:
            self._slow = but
        self._ended.set()
