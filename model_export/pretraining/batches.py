"""Texts in token ids -> the batches of an epoch, any of which can be made without those before it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model_export.pretraining.objective import Batch
from model_export.pretraining.spans import corrupted, window
from model_export.training.model import PAD_ID
from perfcast.rlm.prompt import MAX_SOURCE

#: A text's token ids; arrays, since lists of as many numbers would not fit in memory.
Ids = npt.NDArray[np.int32]


def planned(texts: Sequence[npt.NDArray[Any]], rng: random.Random, tokens: int) -> list[list[int]]:
    """The positions of all texts in batches of similar length, in random order.

    Args:
        tokens: of a batch's windows at most, padding included.
    """
    lengths = [min(len(text), MAX_SOURCE) for text in texts]
    # Sorting by jittered lengths mixes the batches from epoch to epoch.
    order = sorted(range(len(texts)), key=lambda position: lengths[position] * rng.uniform(0.9, 1.1))
    batches: list[list[int]] = []
    longest = 0
    for position in order:
        longest = max(longest, lengths[position])
        if not batches or longest * (len(batches[-1]) + 1) > tokens:
            batches.append([])
            longest = lengths[position]
        batches[-1].append(position)
    rng.shuffle(batches)
    return batches


def batch(texts: Iterable[Ids], rng: random.Random) -> Batch:
    """A window of each text, corrupted anew."""
    pairs = [corrupted(window(text.tolist(), rng), rng) for text in texts]
    source_ids = _padded([source for source, _ in pairs])
    return Batch(source_ids, (source_ids != PAD_ID).long(), _padded([target for _, target in pairs]))


def _padded(sequences: Iterable[Sequence[int]]) -> Tensor:
    """[sequences, longest]."""
    return pad_sequence([torch.tensor(ids) for ids in sequences], batch_first=True, padding_value=PAD_ID)
