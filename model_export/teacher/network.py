"""A run of `train` as a teacher: the network in torch, in fp32, with its caches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from model_export.teacher.answering import Floats, Integers, Question, prompt_ids, quantiles
from model_export.training.model import RegressionLanguageModel, numeral_ids
from model_export.training.train import load_model
from perfcast.rlm.prompt import MAX_SOURCE, PAD, SPECIAL
from perfcast.rlm.vocabulary import Vocabulary

_FAR = -1e4
#: Numerals that are written together.
_AT_ONCE = 2048


class NetworkTeacher:
    """A `model_export.teacher.answering.Teacher`."""

    def __init__(self, model: RegressionLanguageModel, vocabulary: Vocabulary) -> None:
        self._model = model.eval()
        self._vocabulary = vocabulary

    @classmethod
    def load(cls, run: Path, device: torch.device) -> NetworkTeacher:
        """The weights of least validation loss of a run."""
        return cls(load_model(run / "best.pt").to(device), Vocabulary.load(run / "vocabulary.json"))

    @torch.inference_mode()
    def numerals(self, text: str, questions: Sequence[Question], levels: Floats) -> Integers:
        cross, mask = encoded(self._model, self._vocabulary.encode(text)[:MAX_SOURCE])

        def reading(asked: Sequence[Question]) -> PromptRows:
            return PromptRows(self._model, cross, mask, [prompt_ids(question, self._vocabulary) for question in asked])

        return quantiles(questions, levels, _AT_ONCE, reading)


def encoded(model: RegressionLanguageModel, source: Sequence[int]) -> tuple[tuple[Tensor, Tensor], Tensor]:
    """Cross keys and values of one source in token ids, and its mask."""
    ids = torch.tensor([list(source) or [SPECIAL.index(PAD)]], device=model.embedding.weight.device)
    mask = torch.ones_like(ids)
    return model.encode(ids, mask), mask


class PromptRows:
    """Rows that go on from prompts about one source; a `perfcast.rlm.decode.Decoder`.

    Prompts are padded at the end, where their own tokens do not look; the tokens after them count their positions from
    the prompt's own end, and look past the padding.
    """

    def __init__(
        self,
        model: RegressionLanguageModel,
        cross: tuple[Tensor, Tensor],
        source_mask: Tensor,
        prompts: Sequence[Sequence[int]],
    ) -> None:
        self._model, self._cross, self._source_mask = model, cross, source_mask
        self._device = source_mask.device
        longest = max(map(len, prompts))
        pad = SPECIAL.index(PAD)
        ids = torch.tensor([[*prompt, *[pad] * (longest - len(prompt))] for prompt in prompts], device=self._device)
        lengths = torch.tensor([len(prompt) for prompt in prompts], device=self._device)
        places = torch.arange(longest, device=self._device)
        later = (places[None, :] > places[:, None]).float() * _FAR
        logits, *self._cache = model.decode(ids, places.expand_as(ids), later[None, None], cross, source_mask)
        self._logits = logits[torch.arange(len(prompts), device=self._device), lengths - 1]
        #: [rows], of the token that comes next; and [rows, tokens so far], 0 where a row may look.
        self._position = lengths
        self._bias = (places[None, :] >= lengths[:, None]).float() * _FAR

    def logits(self) -> npt.NDArray[np.float32]:
        found: npt.NDArray[np.float32] = self._logits.float().cpu().numpy()
        return found

    def step(self, tokens: Integers) -> None:
        ids = numeral_ids(torch.from_numpy(tokens).to(self._device))[:, None]
        self._bias = torch.nn.functional.pad(self._bias, (0, 1))
        keys, values = self._cache
        logits, *self._cache = self._model.decode(
            ids, self._position[:, None], self._bias[:, None, None], self._cross, self._source_mask, (keys, values)
        )
        self._logits = logits[:, -1]
        self._position = self._position + 1

    def select(self, rows: Integers) -> None:
        chosen = torch.from_numpy(rows).to(self._device)
        self._cache = [part[:, chosen] for part in self._cache]
        self._bias, self._position, self._logits = self._bias[chosen], self._position[chosen], self._logits[chosen]
