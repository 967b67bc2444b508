"""Batches as an encoder-decoder without branches reads them: a row for every question."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from model_export.teacher.vocabulary import BorrowedVocabulary
from model_export.training.model import PAD_ID, numeral_ids
from model_export.training.objective import BRANCH, TOKEN_WEIGHTS, Batch
from perfcast.rlm import numerals
from perfcast.rlm.prompt import METRICS, SPECIAL

_METRIC_IDS = torch.tensor([SPECIAL.index(f"<{metric}>") for metric in METRICS])
_FORBIDDEN = ~torch.from_numpy(numerals.allowed()[1:])


@dataclass(frozen=True)
class Rows:
    """Q questions about B sources, in the tokenizer's ids.

    Attributes:
        source_ids, source_mask: [B, S].
        source_of: [Q], which source a question is about.
        ids, mask: [Q, T], prompts and numerals without the last digit, padded at the end.
        places: [Q, numerals.LENGTH - 1], of the tokens that exponent and digits come after.
        targets: [Q, numerals.LENGTH - 1], positions in `numerals.TOKENS`.
        weights: [Q].
    """

    source_ids: Tensor
    source_mask: Tensor
    source_of: Tensor
    ids: Tensor
    mask: Tensor
    places: Tensor
    targets: Tensor
    weights: Tensor

    def to(self, device: torch.device) -> Rows:
        return Rows(**{name: value.to(device) for name, value in vars(self).items()})


def rows_of(batch: Batch, vocabulary: BorrowedVocabulary) -> Rows:
    """The questions of a batch that count."""
    asked = batch.weights > 0
    if not asked.any():
        # One without weight, so that all processes have something to compute.
        asked[0, 0] = True
    row, column = asked.nonzero(as_tuple=True)
    lengths = 1 + batch.context_lengths[row]
    numeral = batch.numerals[row, column]
    branches = torch.cat([_METRIC_IDS[batch.metrics[row, column]][:, None], numeral_ids(numeral[:, :-1])], dim=1)
    ids = F.pad(F.pad(batch.context_ids[row], (1, 0), value=vocabulary.start), (0, BRANCH), value=PAD_ID)
    places = lengths[:, None] + torch.arange(BRANCH)
    ids = ids.scatter(1, places, branches)
    return Rows(
        vocabulary.own_ids(batch.source_ids),
        batch.source_mask,
        row // (len(batch.context_ids) // len(batch.source_ids)),
        vocabulary.own_ids(ids),
        (torch.arange(ids.shape[1]) <= places[:, -1:]).long(),
        places[:, 1:],
        numeral[:, 1:],
        batch.weights[row, column],
    )


def summed_loss(logits: Tensor, rows: Rows) -> tuple[Tensor, Tensor]:
    """Cross-entropy of the numerals' tokens in nats, weighted by position and question, and the sum of the weights.

    Args:
        logits: [Q, numerals.LENGTH - 1, len(numerals.TOKENS)].
    """
    logits = logits.float().masked_fill(_FORBIDDEN.to(logits.device), float("-inf"))
    per_token = F.cross_entropy(logits.flatten(0, 1), rows.targets.flatten(), reduction="none")
    weights = rows.weights[:, None] * torch.tensor(TOKEN_WEIGHTS, device=logits.device)
    return (per_token * weights.flatten()).sum(), weights.sum()
