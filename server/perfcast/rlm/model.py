"""The model of a bundle: source and prompts in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from perfcast import prior
from perfcast.prior import Prior, SourceFeatures
from perfcast.rlm import bundle, calibration
from perfcast.rlm.bundle import Bundle, BundleError
from perfcast.rlm.calibration import MetricCalibration
from perfcast.rlm.decode import Decoded, Policy, decode, greedy, inverse
from perfcast.rlm.graphs import CachedDecoder, Encoding, Graphs
from perfcast.rlm.prompt import MAX_SOURCE, Prompt, context_ids, question_ids
from perfcast.rlm.vocabulary import Vocabulary

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Reading:
    """One source as the model has read it: what the decoder sees of it, and what its first guesses rest on."""

    encoding: Encoding
    features: SourceFeatures

    @property
    def nbytes(self) -> int:
        return self.encoding.nbytes


class RegressionModel:
    """Answers prompts about sources. For one thread at a time; `cancel` may come from another.

    Attributes:
        metadata: see `Bundle.model`.
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
            self._graphs = Graphs(opened.folder, threads)
            self._prior = Prior(opened.folder)
        except Exception as error:
            # tokenizers and ONNX Runtime raise plain exceptions of many classes.
            raise BundleError(f"{opened.folder}: the bundle does not load: {error}") from error

    @classmethod
    def load(cls, folder: Path | None = None, threads: int = 2) -> RegressionModel:
        """
        Args:
            folder: of the bundle; None for the packaged one.
            threads: cores that a forecast may use.

        Raises:
            BundleError: names the file and what to do.
        """
        return cls(Bundle.open(folder), threads)

    def read(self, text: str) -> Reading:
        """Reads a normal form; what lies behind `MAX_SOURCE` tokens enters the first guesses alone."""
        return Reading(self._graphs.encode(self._vocabulary.encode(text)[:MAX_SOURCE]), self._prior.read(text))

    def quantiles(self, reading: Reading, prompts: Sequence[Prompt], levels: Sequence[float]) -> Floats:
        """Calibrated quantiles at `levels`, each in 0..1: [prompts, levels], in the metrics' units.

        Raises:
            Cancelled: see `cancel`.
        """
        asked = sorted({*levels, 0.5})
        guesses = self._guesses(reading, prompts)
        raw = self._decode(reading, prompts, guesses, np.tile(asked, (len(prompts), 1)), inverse).numbers()
        raw = raw.reshape(len(prompts), len(asked))
        for row, prompt in enumerate(prompts):
            guess = guesses[row, prior.METRICS.index(prompt.metric)] if prompt.metric in prior.METRICS else None
            raw[row] = self._calibration(prompt.metric).adjusted(asked, raw[[row]], prompt.metric, guess)[0]
        found: Floats = raw[:, [asked.index(level) for level in levels]]
        return found

    def sample(self, reading: Reading, prompts: Sequence[Prompt], count: int, seed: int) -> Floats:
        """Draws from the model's distribution at the calibrated temperature: [prompts, count]."""
        levels = np.random.default_rng(seed).random((len(prompts), count))
        drawn = self._decode(reading, prompts, self._guesses(reading, prompts), levels, inverse)
        return drawn.numbers().reshape(len(prompts), count)

    def greedy(self, reading: Reading, prompts: Sequence[Prompt]) -> Floats:
        """The most probable token at every position: [prompts]."""
        levels = np.full((len(prompts), 1), 0.5)
        return self._decode(reading, prompts, self._guesses(reading, prompts), levels, greedy).numbers()

    def cancel(self) -> None:
        """Makes the call under way raise `Cancelled`."""
        self._graphs.cancel()

    def _guesses(self, reading: Reading, prompts: Sequence[Prompt]) -> Floats:
        """[prompts, prior.METRICS]: the trees' costs; each workload is looked at once."""
        workloads = {str(prompt.workload): prompt.workload for prompt in prompts}
        costs = self._prior.costs(reading.features, list(workloads.values()))
        places = {text: place for place, text in enumerate(workloads)}
        found: Floats = costs[[places[str(prompt.workload)] for prompt in prompts]]
        return found

    def _decode(
        self, reading: Reading, prompts: Sequence[Prompt], guesses: Floats, levels: Floats, policy: Policy
    ) -> Decoded:
        decoder = self._asked(reading, prompts, guesses)
        temperatures = np.array([self._calibration(prompt.metric).temperature for prompt in prompts])
        return decode(decoder, levels, policy, temperatures)

    def _asked(self, reading: Reading, prompts: Sequence[Prompt], guesses: Floats) -> CachedDecoder:
        """A decoder that has read the prompts; each pair of workload and device is read once for all its metrics."""
        contexts: dict[tuple[str, str], int] = {}
        rows: list[list[int]] = []
        owners = []
        for prompt, guess in zip(prompts, guesses.tolist(), strict=True):
            key = (str(prompt.workload), prompt.device)
            if key not in contexts:
                contexts[key] = len(rows)
                rows.append(context_ids(prompt.workload, guess, prompt.device, self._vocabulary))
            owners.append(contexts[key])
        decoder = self._graphs.decoder(reading.encoding)
        decoder.read(rows)
        decoder.select(np.array(owners, dtype=np.int64))
        decoder.read([question_ids(prompt.metric) for prompt in prompts])
        return decoder

    def _calibration(self, metric: str) -> MetricCalibration:
        return self._calibrations.get(metric, MetricCalibration())
