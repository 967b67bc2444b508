"""Checks that the graphs compute what the model computes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import onnxruntime as ort
import torch

from model_export.export.graphs import DecoderGraph, EncoderGraph
from model_export.training.batches import padded
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
        sources: token ids, all read in one padded batch.
        prompts: token ids.
    """
    encoder, decoder = (
        ort.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"])
        for name in ("encoder.onnx", "decoder.onnx")
    )
    names = [given.name for given in decoder.get_inputs()]
    source_ids, source_mask = padded(sources)
    exact = copy.deepcopy(model).double().eval()
    exact_cross = EncoderGraph(exact)(source_ids, source_mask)
    cross = encoder.run(None, {"source_ids": source_ids.numpy(), "source_mask": source_mask.numpy()})

    def exact_step(given: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        outputs: Sequence[torch.Tensor] = DecoderGraph(exact)(*given, *exact_cross, source_mask)
        return outputs

    def step(given: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        inputs = [*(tensor.numpy() for tensor in given), *cross, source_mask.numpy()]
        return [torch.from_numpy(output) for output in decoder.run(None, dict(zip(names, inputs, strict=True)))]

    shape = model.shape
    count, head = len(sources), shape.width // shape.heads
    nothing, hidden = (torch.zeros(shape.decoder_layers, count, shape.heads, tokens, head) for tokens in (0, 1))
    worst = 0.0
    for prompt in prompts:
        ids, last = torch.tensor([prompt] * count), len(prompt) - 1
        context = [*_tokens(ids, 0, last), torch.zeros(count, 1, dtype=torch.int64)]
        question = [*_tokens(ids, last, last + 1), torch.ones(count, last, dtype=torch.int64)]
        _, *exact_shared = exact_step([*context, *[nothing.double()] * 2, *[hidden.double()] * 2])
        expected = exact_step([*question, *[nothing.double()] * 2, *exact_shared])[0]
        _, *shared = step([*context, *[nothing] * 2, *[hidden] * 2])
        found = step([*question, *[nothing] * 2, *shared])[0]
        worst = max(worst, float((expected - found).abs().max()))
    return worst


def _tokens(ids: torch.Tensor, start: int, end: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Tokens `start` to `end` of every row, and their positions."""
    return ids[:, start:end], torch.arange(start, end).expand(len(ids), -1)
