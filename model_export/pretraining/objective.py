"""What pretraining is scored by: the dropped spans, read against the embeddings."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from model_export.training.model import PAD_ID, RegressionLanguageModel

_FAR = -1e4


@dataclass(frozen=True)
class Batch:
    """B texts.

    Attributes:
        source_ids, source_mask: [B, S], see `RegressionLanguageModel.encode`.
        target_ids: [B, T], padded at the end; the first is always ``<mask>``.
    """

    source_ids: Tensor
    source_mask: Tensor
    target_ids: Tensor

    def to(self, device: torch.device) -> Batch:
        return Batch(**{name: value.to(device) for name, value in vars(self).items()})


def loss(model: RegressionLanguageModel, batch: Batch) -> Tensor:
    """Mean cross-entropy of the target's tokens behind its first, in nats.

    The decoder's states are read against the input embeddings, so that nothing is learned that training throws away.
    """
    ids, answers = batch.target_ids[:, :-1], batch.target_ids[:, 1:]
    places = torch.arange(ids.shape[1], device=ids.device)
    unseen = (places[None, :] > places[:, None]).float()[None, None] * _FAR
    cross = model.encode(batch.source_ids, batch.source_mask)
    states, _, _ = model.decoder_states(ids, places.expand(ids.shape), unseen, cross, batch.source_mask)
    # Padding is left out before the wide product.
    is_real = answers != PAD_ID
    logits = F.linear(states[is_real], model.embedding.weight)
    return F.cross_entropy(logits.float(), answers[is_real])
