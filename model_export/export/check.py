"""Checks that the graphs compute what the model computes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime as ort
import torch

from model_export.export.graphs import DecoderGraph, EncoderGraph
from model_export.training.dataset import padded
from model_export.training.model import RegressionLanguageModel

Array = npt.NDArray[np.float32]
#: Largest difference of a logit between ONNX fp32 and PyTorch that counts as equal.
TOLERANCE = 1e-4


@torch.no_grad()
def largest_difference(
    model: RegressionLanguageModel, folder: Path, sources: Sequence[Sequence[int]], prompts: Sequence[Sequence[int]]
) -> float:
    """Of the logits that answer a prompt, with the fp32 graphs in `folder`.

    PyTorch computes in fp64, since its own fp32 is further from that than ONNX Runtime's on long sources. Every prompt
    is asked about every source, in two steps as at run time: all tokens but one, then the last one with the cache.

    Args:
        sources: token ids, all read in one padded batch.
        prompts: token ids.
    """
    encoder, decoder = (
        ort.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"])
        for name in ("encoder.onnx", "decoder.onnx")
    )
    source_ids, source_mask = padded(sources)
    exact = copy.deepcopy(model).double().eval()
    exact_cross = EncoderGraph(exact)(source_ids, source_mask)
    cross = encoder.run(None, {"source_ids": source_ids.numpy(), "source_mask": source_mask.numpy()})

    def exact_step(given: dict[str, torch.Tensor], past: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        outputs: Sequence[torch.Tensor] = DecoderGraph(exact)(*given.values(), *past, *exact_cross, source_mask)
        return outputs

    def step(given: dict[str, torch.Tensor], past: Sequence[Array]) -> Sequence[Array]:
        state = dict(zip(("past_keys", "past_values", "cross_keys", "cross_values"), (*past, *cross), strict=True))
        inputs = {name: tensor.numpy() for name, tensor in given.items()}
        outputs: Sequence[Array] = decoder.run(None, inputs | state | {"source_mask": source_mask.numpy()})
        return outputs

    shape = model.shape
    empty = torch.zeros(shape.decoder_layers, len(sources), shape.heads, 0, shape.width // shape.heads)
    worst = 0.0
    for prompt in prompts:
        ids = torch.tensor([prompt] * len(sources))
        first, second = _inputs(ids, 0, len(prompt) - 1), _inputs(ids, len(prompt) - 1, len(prompt))
        expected = exact_step(second, exact_step(first, (empty.double(), empty.double()))[1:])
        found = step(second, step(first, (empty.numpy(), empty.numpy()))[1:])
        worst = max(worst, float(np.abs(expected[0].numpy() - found[0]).max()))
    return worst


def _inputs(ids: torch.Tensor, start: int, end: int) -> dict[str, torch.Tensor]:
    """Tokens `start` to `end` of every row, with those before them in the cache."""
    return {
        "ids": ids[:, start:end],
        "positions": torch.arange(start, end).expand(len(ids), -1),
        "past_mask": torch.ones(len(ids), start, dtype=torch.int64),
    }
