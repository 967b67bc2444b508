"""The model of a bundle: source and prompts in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.prior import KernelFeatures, Prior, SourceFeatures
from perfcast.prior.reach import NO_GUESS, Guess, named
from perfcast.rlm import bundle, calibration, numerals
from perfcast.rlm.allocator import give_back
from perfcast.rlm.bundle import Bundle
from perfcast.rlm.calibration import MetricCalibration
from perfcast.rlm.computing import begin
from perfcast.rlm.decode import Decoded, Policy, decode, greedy, inverse
from perfcast.rlm.errors import BundleError
from perfcast.rlm.graphs import CachedDecoder, Encoding, Graphs
from perfcast.rlm.prompt import MAX_SOURCE, Prompt, Scale, context_ids, question_ids, scale_of
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.source.locations.place import Place
from perfcast.triton.features import whole

Floats = npt.NDArray[np.float64]

#: By how much a range grows with each doubling of the cost beyond what was measured.
_WIDENING: Final = 0.1
#: Digits of a quantile that the model chooses; the third would move it by less than a hundredth of any range.
QUANTILE_DIGITS: Final = 2


@dataclass(frozen=True)
class Reading:
    """One source as the model has read it: what the decoder sees of it, and what its first guesses rest on."""

    encoding: Encoding
    features: SourceFeatures | KernelFeatures

    @property
    def nbytes(self) -> int:
        return self.encoding.nbytes + self.features.nbytes


@dataclass(frozen=True)
class Answers:
    """What the decoder says about workloads within reach (`Prior.within_reach`).

    Attributes:
        answers: [prompts, levels], in the metrics' units.
        beyond: [prompts], binary logarithms of how much more the prompts' own workloads cost.
        guesses: [prompts], the first guess of the metric that is asked for.
        bases: [prompts], what these rest on, see `perfcast.prior.reach.BASES`.
    """

    answers: Floats
    beyond: Floats
    guesses: Sequence[Guess]
    bases: Sequence[str]


@dataclass(frozen=True)
class _Reached:
    """A prompt about a workload within reach.

    Attributes:
        guesses: by metric.
        basis: what they rest on.
        beyond: binary logarithm of how much more the workload costs that this one stands for.
    """

    prompt: Prompt
    guesses: Mapping[str, Guess]
    basis: str
    beyond: float


class RegressionModel:
    """Answers prompts about sources. For one thread at a time; `cancel` may come from another.

    Attributes:
        metadata: see `Bundle.model`.
        trials: that the first guesses rest on.
    """

    def __init__(self, opened: Bundle, threads: int) -> None:
        """
        Raises:
            BundleError: a file has the right sum and still does not load.
        """
        self.metadata: Mapping[str, Any] = opened.model
        try:
            self._vocabulary = Vocabulary.load(opened.folder / bundle.VOCABULARY)
            self._calibrations = calibration.load(opened.folder / bundle.CALIBRATION)
            self._graphs = begin(Graphs, opened.folder, threads).result()
            self._prior = Prior(opened.folder)
        except Exception as error:
            # tokenizers and ONNX Runtime raise plain exceptions of many classes.
            raise BundleError(f"{opened.folder}: the bundle does not load: {error}") from error
        self.trials = self._prior.trials
        give_back()

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = 1) -> RegressionModel:
        """
        Args:
            folder: of the bundle; None for the packaged one.
            threads: that read a source. Two are slower than one up to some 300 tokens, and take a core from trial runs.

        Raises:
            BundleError: names the file and what to do.
        """
        return cls(Bundle.open(folder), threads)

    def read(self, text: str, place: Place | None = None) -> Reading:
        """Reads a normal form; what lies behind `MAX_SOURCE` tokens enters the first guesses alone.

        Args:
            place: of the file, for what it imports; without one it lies nowhere.
        """
        encoding = begin(self._graphs.encode, self._vocabulary.encode(text)[:MAX_SOURCE])
        features = self._prior.read(text, place)
        return Reading(encoding.result(), features)

    def quantiles(self, reading: Reading, prompts: Sequence[Prompt], levels: Sequence[float]) -> Floats:
        """Calibrated quantiles at `levels`, each in 0..1: [prompts, levels], in the metrics' units.

        Raises:
            Cancelled: see `cancel`.
        """
        asked = tuple(sorted({*levels, 0.5}))
        raw = self.uncalibrated(reading, prompts, asked)
        rows, middle = raw.answers, asked.index(0.5)
        for row, prompt in enumerate(prompts):
            calibration, basis, beyond = self._calibration(prompt.metric), raw.bases[row], raw.beyond[row]
            rows[row] = calibration.stacked(asked, rows[row], raw.guesses[row], prompt.metric, basis)
            rows[row] = calibration.adjusted(asked, rows[row], prompt.metric, basis, prompt.workload.size)
            if beyond:
                # The farther from what was measured, the less is known.
                rows[row] = rows[row, middle] * (rows[row] / rows[row, middle]) ** (1 + _WIDENING * beyond)
            rows[row] = whole(prompt.metric, rows[row])
        rows *= 2.0 ** raw.beyond[:, None]
        found: Floats = rows[:, [asked.index(level) for level in levels]]
        return found

    def uncalibrated(self, reading: Reading, prompts: Sequence[Prompt], levels: Sequence[float]) -> Answers:
        """The quantiles by the decoder alone, which calibrations are chosen for. Raises as `quantiles`."""
        return self._decode(reading, prompts, np.tile(levels, (len(prompts), 1)), inverse)

    def sample(self, reading: Reading, prompts: Sequence[Prompt], count: int, seed: int) -> Floats:
        """Draws from the model's distribution at the calibrated temperature: [prompts, count]."""
        levels = np.random.default_rng(seed).random((len(prompts), count))
        drawn = self._decode(reading, prompts, levels, inverse)
        found: Floats = drawn.answers * 2.0 ** drawn.beyond[:, None]
        return found

    def greedy(self, reading: Reading, prompts: Sequence[Prompt]) -> Floats:
        """The most probable token at every position: [prompts]."""
        levels = np.full((len(prompts), 1), 0.5)
        written = self._decode(reading, prompts, levels, greedy)
        found: Floats = written.answers[:, 0] * 2.0**written.beyond
        return found

    def cancel(self) -> None:
        """Makes the call under way raise `Cancelled`."""
        self._graphs.cancel()

    def _decode(self, reading: Reading, prompts: Sequence[Prompt], levels: Floats, policy: Policy) -> Answers:
        reached = self._within_reach(reading, prompts)
        temperatures = np.array([self._calibration(prompt.metric).temperature for prompt in prompts])
        digits = numerals.DIGITS if policy is greedy else QUANTILE_DIGITS

        def written() -> Decoded:
            return decode(self._asked(reading, reached), levels, policy, temperatures, digits)

        answers = begin(written).result().numbers().reshape(levels.shape)
        scales = Scale.of_rows([scale_of(one.prompt.metric, one.guesses) for one in reached])
        return Answers(
            scales.costs(answers),
            np.array([one.beyond for one in reached]),
            [one.guesses.get(one.prompt.metric, NO_GUESS) for one in reached],
            [one.basis for one in reached],
        )

    def _within_reach(self, reading: Reading, prompts: Sequence[Prompt]) -> list[_Reached]:
        found: dict[int, _Reached] = {}
        for device in dict.fromkeys(prompt.device for prompt in prompts):
            members = [index for index, prompt in enumerate(prompts) if prompt.device == device]
            workloads = {str(prompts[index].workload): prompts[index].workload for index in members}
            reached = self._prior.within_reach(reading.features, list(workloads.values()), device)
            place_of = {text: place for place, text in enumerate(workloads)}
            guesses = named(reached.metrics, reached.guesses, reached.doubts)
            for index in members:
                metric, place = prompts[index].metric, place_of[str(prompts[index].workload)]
                # What there is no guess for goes on as memory does.
                column = reached.metrics.index(metric) if metric in reached.metrics else 0
                prompt = replace(prompts[index], workload=reached.workloads[place])
                beyond = float(reached.beyond[place, column])
                found[index] = _Reached(prompt, guesses[place], reached.bases[place], beyond)
        return [found[index] for index in range(len(prompts))]

    def _asked(self, reading: Reading, reached: Sequence[_Reached]) -> CachedDecoder:
        """A decoder that has read the prompts; each pair of workload and device is read once for all its metrics."""
        contexts: dict[tuple[str, str], int] = {}
        rows: list[list[int]] = []
        owners = []
        for one in reached:
            key = (str(one.prompt.workload), one.prompt.device)
            if key not in contexts:
                contexts[key] = len(rows)
                rows.append(context_ids(one.prompt.workload, one.guesses, one.prompt.device, self._vocabulary))
            owners.append(contexts[key])
        decoder = self._graphs.decoder(reading.encoding, rows)
        decoder.select(np.array(owners, dtype=np.int64))
        decoder.read(np.array([question_ids(one.prompt.metric) for one in reached], dtype=np.int64))
        return decoder

    def _calibration(self, metric: str) -> MetricCalibration:
        return self._calibrations.get(metric, MetricCalibration())
