"""One number in place of a numeral: the rival that `squared error` names.

The head is the one that is there: its first row, read where the exponent would be written, is the answer's binary
logarithm.
"""

from __future__ import annotations

import torch
from torch import Tensor

from model_export.training.model import RegressionLanguageModel
from model_export.training.objective import Batch, branch_logits
from perfcast.rlm import numerals


def squared_error(model: RegressionLanguageModel, batch: Batch) -> Tensor:
    """Mean squared error of the binary logarithms, weighted by presence."""
    true = torch.from_numpy(numerals.read(batch.numerals.cpu().numpy())).clamp_min(1e-12).log2()
    errors = answered(model, batch) - true.to(batch.weights.device, torch.float32)
    return (errors**2 * batch.weights).sum() / batch.weights.sum().clamp_min(1e-6)


def answered(model: RegressionLanguageModel, batch: Batch) -> Tensor:
    """Binary logarithms of the answers: [R, M]."""
    return branch_logits(model, batch)[:, :, 0, 0].float()
