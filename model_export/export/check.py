"""Checks that a graph computes what the model computes, and what INT8 changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import torch

from model_export.export.graphs import DecoderGraph, EncoderGraph, decoder_inputs, encoder_inputs
from model_export.training.model import RegressionLanguageModel

#: Largest difference between ONNX fp32 and PyTorch that counts as equal.
TOLERANCE = 1e-4


@torch.no_grad()
def largest_difference(model: RegressionLanguageModel, folder: Path) -> float:
    """Between PyTorch and the fp32 graphs in `folder`, over all outputs at several shapes."""
    torch.manual_seed(0)
    shape = model.shape
    encoder, decoder = EncoderGraph(model), DecoderGraph(model)
    trials: list[tuple[EncoderGraph | DecoderGraph, str, dict[str, torch.Tensor]]] = [
        (encoder, "encoder.onnx", encoder_inputs(shape, sources=1, length=40)),
        (encoder, "encoder.onnx", encoder_inputs(shape, sources=3, length=130)),
        (decoder, "decoder.onnx", decoder_inputs(shape, sources=1, length=40, rows=5, past=0, new=30)),
        (decoder, "decoder.onnx", decoder_inputs(shape, sources=3, length=64, rows=9, past=31, new=1)),
    ]
    worst = 0.0
    for graph, name, inputs in trials:
        session = ort.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"])
        given = {key: tensor.numpy() for key, tensor in inputs.items()}
        for expected, found in zip(graph(**inputs), session.run(None, given), strict=True):
            worst = max(worst, float(np.abs(expected.numpy() - found).max()))
    return worst
