"""Checks that the graphs compute what the model computes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime as ort
import torch
from numpy.typing import NDArray

from model_export.export.graphs import DecoderGraph
from model_export.training.model import RegressionLanguageModel

#: Largest difference of a logit between ONNX fp32 and PyTorch that counts as equal.
TOLERANCE = 1e-4


@torch.no_grad()
def largest_difference(
    model: RegressionLanguageModel, folder: Path, sources: Sequence[Sequence[int]], prompts: Sequence[Sequence[int]]
) -> float:
    """Of the logits that answer a prompt, with the fp32 graphs in `folder`.

    PyTorch computes in fp64, since its own fp32 is further from that than ONNX Runtime's on long sources. Every prompt
    is asked about every source, in two steps as at run time: all tokens but one as a context, then the last one.

    Args:
        sources: token ids.
        prompts: token ids.
    """
    encoder, decoder = (
        ort.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"])
        for name in ("encoder.onnx", "decoder.onnx")
    )
    names = [given.name for given in decoder.get_inputs()]
    exact = copy.deepcopy(model).double().eval()
    graph = DecoderGraph(exact)

    def step(cross: Sequence[NDArray[np.float32]], given: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        inputs = [*(tensor.numpy() for tensor in given), *cross]
        return [torch.from_numpy(output) for output in decoder.run(None, dict(zip(names, inputs, strict=True)))]

    shape = model.shape
    head = shape.width // shape.heads
    nothing, hidden = (torch.zeros(shape.decoder_layers, 1, shape.heads, tokens, head) for tokens in (0, 1))
    worst = 0.0
    for source in sources:
        source_ids = torch.tensor([source])
        exact_cross = exact.encode(source_ids, None)
        cross = encoder.run(None, {"source_ids": source_ids.numpy()})
        for prompt in prompts:
            ids, last = torch.tensor([prompt]), len(prompt) - 1
            context = [*_tokens(ids, 0, last), torch.zeros(1, 1, dtype=torch.int64)]
            question = [*_tokens(ids, last, last + 1), torch.ones(1, last, dtype=torch.int64)]
            _, *exact_shared = graph(*context, *[nothing.double()] * 2, *[hidden.double()] * 2, *exact_cross)
            expected = graph(*question, *[nothing.double()] * 2, *exact_shared, *exact_cross)[0]
            _, *shared = step(cross, [*context, *[nothing] * 2, *[hidden] * 2])
            found = step(cross, [*question, *[nothing] * 2, *shared])[0]
            worst = max(worst, float((expected - found).abs().max()))
    return worst


def _tokens(ids: torch.Tensor, start: int, end: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Tokens `start` to `end` of every row, and their positions."""
    return ids[:, start:end], torch.arange(start, end).expand(len(ids), -1)
