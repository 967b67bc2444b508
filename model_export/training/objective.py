"""Batches for the decoder: one context and several metrics that do not see each other.

The questions about one workload (memory, time, ...) are branches behind a shared context: each attends to the context
and to itself alone. So every metric is learned as its own marginal distribution, from which exact quantiles can be
read, and all branches cost one pass.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from model_export.training.model import RegressionLanguageModel, numeral_ids
from perfcast.rlm import numerals
from perfcast.rlm.prompt import METRICS, SPECIAL

#: Tokens of a branch that are read: the metric, and the numeral without its last digit, which only comes out.
BRANCH = numerals.LENGTH
#: Weight of the exponent and of each digit: the last digits are mostly noise of measuring.
TOKEN_WEIGHTS = (1.0, 1.0, 0.5, 0.25)
_METRIC_IDS = torch.tensor([SPECIAL.index(f"<{metric}>") for metric in METRICS])
_FAR = -1e4


@dataclass(frozen=True)
class Batch:
    """B sources with G workloads each (R = B * G rows) and M metrics a row.

    Attributes:
        source_ids, source_mask: [B, S].
        context_ids: [R, P], padded at the end; context_lengths: [R].
        metrics: [R, M], positions in `METRICS`.
        numerals: [R, M, numerals.LENGTH], positions in `numerals.TOKENS`: what is read.
        targets: [R, M, numerals.LENGTH - 1, len(numerals.TOKENS)], distributions of what follows each beginning: the
            numeral's own token, or all that a teacher finds likely.
        weights: [R, M], 0 where the metric was not measured.
    """

    source_ids: Tensor
    source_mask: Tensor
    context_ids: Tensor
    context_lengths: Tensor
    metrics: Tensor
    numerals: Tensor
    targets: Tensor
    weights: Tensor

    def to(self, device: torch.device) -> Batch:
        return Batch(**{name: value.to(device) for name, value in vars(self).items()})


def branch_logits(model: RegressionLanguageModel, batch: Batch) -> Tensor:
    """Logits of exponent and digits under teacher forcing: [R, M, numerals.LENGTH - 1, len(numerals.TOKENS)]."""
    cross = model.encode(batch.source_ids, batch.source_mask)
    rows, metrics = batch.metrics.shape
    device = batch.source_ids.device
    branches = torch.cat(
        [_METRIC_IDS.to(device)[batch.metrics][..., None], numeral_ids(batch.numerals[..., :-1])], dim=-1
    )
    ids = torch.cat([batch.context_ids, branches.reshape(rows, metrics * BRANCH)], dim=1)
    logits, _, _ = model.decode(ids, *_layout(batch), cross, batch.source_mask)
    answers = logits[:, batch.context_ids.shape[1] :].reshape(rows, metrics, BRANCH, -1)
    return answers[:, :, 1:]


def loss(model: RegressionLanguageModel, batch: Batch) -> Tensor:
    """Mean cross-entropy of the numerals' tokens in nats, weighted by position and presence."""
    logits = branch_logits(model, batch).float()
    forbidden = ~torch.from_numpy(numerals.allowed()[1:]).to(logits.device)
    likelihoods = F.log_softmax(logits.masked_fill(forbidden, float("-inf")), dim=-1).masked_fill(forbidden, 0.0)
    per_token = -(batch.targets * likelihoods).sum(dim=-1)
    weights = batch.weights[..., None] * torch.tensor(TOKEN_WEIGHTS, device=logits.device)
    return (per_token * weights).sum() / weights.sum().clamp_min(1e-6)


def _layout(batch: Batch) -> tuple[Tensor, Tensor]:
    """Positions [R, T] and attention bias [R, 1, T, T] of contexts with branches behind them."""
    rows, metrics = batch.metrics.shape
    context = batch.context_ids.shape[1]
    device = batch.context_ids.device
    within = torch.arange(BRANCH, device=device).repeat(metrics)
    places = torch.arange(context, device=device)
    positions = torch.cat([places.expand(rows, context), batch.context_lengths[:, None] + within[None, :]], dim=1)
    branch = torch.cat(
        [torch.full((context,), -1, device=device), torch.arange(metrics, device=device).repeat_interleave(BRANCH)]
    )
    order = torch.arange(context + metrics * BRANCH, device=device)
    causal = order[:, None] >= order[None, :]
    own = (branch[None, :] == -1) | (branch[:, None] == branch[None, :])
    real = torch.cat(
        [
            places[None, :] < batch.context_lengths[:, None],
            torch.ones(rows, metrics * BRANCH, dtype=torch.bool, device=device),
        ],
        dim=1,
    )
    seen = (causal & own)[None] & real[:, None, :]
    # A padding token sees itself, so that no row of the attention is empty.
    seen = seen | torch.eye(len(order), dtype=torch.bool, device=device)
    return positions, (~seen).float()[:, None] * _FAR
