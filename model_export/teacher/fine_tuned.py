"""A run of `teacher` as a teacher: T5Gemma with its caches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from torch import Tensor

from model_export.teacher.answering import Floats, Integers, Question, prompt_ids, quantiles
from model_export.teacher.finetune import BEST
from model_export.teacher.t5gemma import T5GemmaNetwork
from model_export.training.batches import padded
from model_export.training.model import numeral_ids

#: Numerals that are written together: every row keeps keys and values of the whole source.
_AT_ONCE = 256


class FineTunedTeacher:
    """A `model_export.teacher.answering.Teacher`."""

    def __init__(self, network: T5GemmaNetwork) -> None:
        self._network = network.eval()

    @classmethod
    def load(cls, run: Path, device: torch.device) -> FineTunedTeacher:
        """The weights of least validation loss of a run."""
        return cls(T5GemmaNetwork.load(run / BEST).to(device))

    @torch.inference_mode()
    def numerals(self, text: str, questions: Sequence[Question], levels: Floats) -> Integers:
        network, vocabulary = self._network, self._network.vocabulary
        device = next(network.parameters()).device
        # As in training, and in fp32 on a CPU.
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            source = vocabulary.encode_source(text, network.source_tokens) or [vocabulary.start]
            ids = vocabulary.own_ids(torch.tensor([source], device=device))
            memory = network.encode(ids, torch.ones_like(ids))

            def reading(asked: Sequence[Question]) -> _Rows:
                prompts = [[vocabulary.start, *prompt_ids(question, vocabulary)] for question in asked]
                return _Rows(network, memory, prompts)

            return quantiles(questions, levels, _AT_ONCE, reading)


class _Rows:
    """Rows that go on from prompts about one source; a `perfcast.rlm.decode.Decoder`.

    Prompts are padded at the end, which a mask hides from the tokens after them; these count their positions from the
    prompt's own end.
    """

    def __init__(self, network: T5GemmaNetwork, memory: Tensor, prompts: Sequence[Sequence[int]]) -> None:
        """
        Args:
            memory: [1, S, width].
            prompts: in ids of the borrowed vocabulary.
        """
        self._network, self._memory = network, memory
        device = memory.device
        ids, mask = padded(prompts)
        self._mask = mask.to(device)
        self._position = self._mask.sum(dim=1)
        places = torch.arange(ids.shape[1], device=device).expand_as(self._mask)
        states = self._read(ids.to(device), places, None)
        self._logits = network.numeral_logits(states[torch.arange(len(prompts), device=device), self._position - 1])

    def logits(self) -> npt.NDArray[np.float32]:
        found: npt.NDArray[np.float32] = self._logits.cpu().numpy()
        return found

    def step(self, tokens: Integers) -> None:
        ids = numeral_ids(torch.from_numpy(tokens).to(self._memory.device))[:, None]
        self._mask = F.pad(self._mask, (0, 1), value=1)
        states = self._read(ids, self._position[:, None], self._cache)
        self._logits = self._network.numeral_logits(states[:, -1])
        self._position = self._position + 1

    def select(self, rows: Integers) -> None:
        chosen = torch.from_numpy(rows).to(self._memory.device)
        self._cache.reorder_cache(chosen)
        self._mask, self._position, self._logits = self._mask[chosen], self._position[chosen], self._logits[chosen]

    def _read(self, ids: Tensor, positions: Tensor, cache: object) -> Tensor:
        memory = self._memory.expand(len(ids), -1, -1)
        source_mask = torch.ones(memory.shape[:2], dtype=torch.int64, device=memory.device)
        states, self._cache = self._network.decode(
            self._network.vocabulary.own_ids(ids), self._mask, positions, memory, source_mask, cache, keep=True
        )
        return states
