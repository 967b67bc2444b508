"""The model of a bundle: source and prompts in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from perfcast.rlm import bundle, calibration
from perfcast.rlm.bundle import Bundle, BundleError
from perfcast.rlm.calibration import MetricCalibration
from perfcast.rlm.decode import Decoded, Policy, decode, greedy, inverse
from perfcast.rlm.graphs import CachedDecoder, Encoding, Graphs
from perfcast.rlm.prompt import MAX_SOURCE, Prompt, context_ids, question_ids
from perfcast.rlm.vocabulary import Vocabulary

Floats = npt.NDArray[np.float64]


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

    def encode(self, text: str) -> Encoding:
        """Reads a normal form; what lies behind `MAX_SOURCE` tokens is not read."""
        return self._graphs.encode(self._vocabulary.encode(text)[:MAX_SOURCE])

    def quantiles(self, encoding: Encoding, prompts: Sequence[Prompt], levels: Sequence[float]) -> Floats:
        """Calibrated quantiles at `levels`, each in 0..1: [prompts, levels], in the metrics' units.

        Raises:
            Cancelled: see `cancel`.
        """
        asked = sorted({*levels, 0.5})
        raw = self._decode(encoding, prompts, np.tile(asked, (len(prompts), 1)), inverse).numbers()
        raw = raw.reshape(len(prompts), len(asked))
        for row, prompt in enumerate(prompts):
            adjusted = self._calibration(prompt.metric).adjusted(asked, raw[[row]], prompt.metric)
            raw[row] = adjusted[0]
        found: Floats = raw[:, [asked.index(level) for level in levels]]
        return found

    def sample(self, encoding: Encoding, prompts: Sequence[Prompt], count: int, seed: int) -> Floats:
        """Draws from the model's distribution at the calibrated temperature: [prompts, count]."""
        levels = np.random.default_rng(seed).random((len(prompts), count))
        return self._decode(encoding, prompts, levels, inverse).numbers().reshape(len(prompts), count)

    def greedy(self, encoding: Encoding, prompts: Sequence[Prompt]) -> Floats:
        """The most probable token at every position: [prompts]."""
        return self._decode(encoding, prompts, np.full((len(prompts), 1), 0.5), greedy).numbers()

    def cancel(self) -> None:
        """Makes the call under way raise `Cancelled`."""
        self._graphs.cancel()

    def _decode(self, encoding: Encoding, prompts: Sequence[Prompt], levels: Floats, policy: Policy) -> Decoded:
        decoder = self._asked(encoding, prompts)
        temperatures = np.array([self._calibration(prompt.metric).temperature for prompt in prompts])
        return decode(decoder, levels, policy, temperatures)

    def _asked(self, encoding: Encoding, prompts: Sequence[Prompt]) -> CachedDecoder:
        """A decoder that has read the prompts; each pair of workload and device is read once for all its metrics."""
        contexts: dict[tuple[str, str], int] = {}
        rows: list[list[int]] = []
        owners = []
        for prompt in prompts:
            key = (str(prompt.workload), prompt.device)
            if key not in contexts:
                contexts[key] = len(rows)
                rows.append(context_ids(prompt.workload, prompt.device, self._vocabulary))
            owners.append(contexts[key])
        decoder = self._graphs.decoder(encoding)
        decoder.read(rows)
        decoder.select(np.array(owners, dtype=np.int64))
        decoder.read([question_ids(prompt.metric) for prompt in prompts])
        return decoder

    def _calibration(self, metric: str) -> MetricCalibration:
        return self._calibrations.get(metric, MetricCalibration())
