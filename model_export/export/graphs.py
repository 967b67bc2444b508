"""The two graphs of a bundle as optimum exports them: encoder and decoder apart.

Axes: B sources, S source tokens, C contexts (a multiple of B), P tokens of a context, R rows (a multiple of C), T new
tokens, O tokens in a row's own cache, L decoder layers, H heads, D width of a head.

=======  ===========  =============================================================================================
graph    input        shape and meaning
=======  ===========  =============================================================================================
encoder  source_ids   [B, S] int64
decoder  ids          [R, T] int64
decoder  positions    [R, T] int64, of each token in its own prompt
decoder  past_keys, past_values    [L, R, H, O, D] fp32, O may be 0
decoder  shared_keys, shared_values  [L, C, H, P, D] fp32, P at least 1
decoder  shared_mask  [C, P] int64, 1 where the context has a token
decoder  cross_keys, cross_values  [L, B, H, S, D] fp32, from the encoder
=======  ===========  =============================================================================================

The encoder gives cross_keys and cross_values; the decoder gives logits [R, T, numeral tokens], keys and values
[L, R, H, O + T, D]. Rows of one context lie together, R / C each, and share its keys and values. New tokens see the
context, the row's own cache and, among themselves, what stands before them. Sources have no padding: those that are
read together are of one length.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, cast

import torch
from optimum.exporters.onnx import export
from optimum.exporters.onnx.base import OnnxConfig
from optimum.utils import NormalizedConfig
from torch import Tensor
from transformers import PretrainedConfig, PreTrainedModel

from model_export.export.fused import fused_attention
from model_export.training.model import EncoderLayer, RegressionLanguageModel, Shape

OPSET = 20
_FAR = -1e4


class RegressionConfig(PretrainedConfig):  # type: ignore[misc]
    """The model's shape in the form that optimum asks for."""

    model_type = "perfcast"


class EncoderGraph(PreTrainedModel):  # type: ignore[misc]
    """Sources -> cross keys and values."""

    config_class = RegressionConfig

    def __init__(self, model: RegressionLanguageModel) -> None:
        super().__init__(RegressionConfig())
        self.model = copy.deepcopy(model)
        for layer in self.model.encoder:
            cast(EncoderLayer, layer).attention = fused_attention

    def forward(self, source_ids: Tensor) -> tuple[Tensor, Tensor]:
        return self.model.encode(source_ids, None)


class DecoderGraph(PreTrainedModel):  # type: ignore[misc]
    """One step of the decoder over any number of new tokens."""

    config_class = RegressionConfig

    def __init__(self, model: RegressionLanguageModel) -> None:
        super().__init__(RegressionConfig())
        self.model = model

    def forward(
        self,
        ids: Tensor,
        positions: Tensor,
        shared_mask: Tensor,
        past_keys: Tensor,
        past_values: Tensor,
        shared_keys: Tensor,
        shared_values: Tensor,
        cross_keys: Tensor,
        cross_values: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        return self.model.decode(
            ids,
            positions,
            step_bias(ids, past_keys),
            (cross_keys, cross_values),
            None,
            past=(past_keys, past_values),
            shared=(shared_keys, shared_values, shared_mask),
        )


def step_bias(ids: Tensor, past_keys: Tensor) -> Tensor:
    """[1, 1, T, O + T]: a row's own cache, and the new tokens up to one's own."""
    places = torch.arange(ids.shape[1], device=ids.device)
    causal = (places[None, :] > places[:, None]).to(torch.float32) * _FAR
    cached = torch.zeros(ids.shape[1], past_keys.shape[3], device=ids.device)
    return torch.cat([cached, causal], dim=-1)[None, None]


class _GraphConfig(OnnxConfig):  # type: ignore[misc]
    """Names and dynamic axes; dummy inputs come from the shape, so optimum's generators are not used."""

    NORMALIZED_CONFIG_CLASS = NormalizedConfig
    DUMMY_INPUT_GENERATOR_CLASSES = ()

    def __init__(self, config: PretrainedConfig, shape: Shape) -> None:
        super().__init__(config)
        self.shape = shape


class EncoderOnnxConfig(_GraphConfig):
    @property
    def inputs(self) -> dict[str, dict[int, str]]:
        return {"source_ids": {0: "B", 1: "S"}}

    @property
    def outputs(self) -> dict[str, dict[int, str]]:
        return {"cross_keys": {1: "B", 3: "S"}, "cross_values": {1: "B", 3: "S"}}

    def generate_dummy_inputs(self, framework: str = "pt", **_: Any) -> dict[str, Any]:
        return _for(framework, encoder_inputs(self.shape, sources=2, length=7))


class DecoderOnnxConfig(_GraphConfig):
    @property
    def inputs(self) -> dict[str, dict[int, str]]:
        return {
            "ids": {0: "R", 1: "T"},
            "positions": {0: "R", 1: "T"},
            "shared_mask": {0: "C", 1: "P"},
            "past_keys": {1: "R", 3: "O"},
            "past_values": {1: "R", 3: "O"},
            "shared_keys": {1: "C", 3: "P"},
            "shared_values": {1: "C", 3: "P"},
            "cross_keys": {1: "B", 3: "S"},
            "cross_values": {1: "B", 3: "S"},
        }

    @property
    def outputs(self) -> dict[str, dict[int, str]]:
        return {"logits": {0: "R", 1: "T"}, "keys": {1: "R", 3: "O+T"}, "values": {1: "R", 3: "O+T"}}

    def generate_dummy_inputs(self, framework: str = "pt", **_: Any) -> dict[str, Any]:
        return _for(framework, decoder_inputs(self.shape, sources=2, length=7, contexts=4, rows=8, new=3))


def _for(framework: str, tensors: dict[str, Tensor]) -> dict[str, Any]:
    """optimum exports from torch's tensors and checks axes with NumPy's arrays."""
    return {name: tensor.numpy() if framework == "np" else tensor for name, tensor in tensors.items()}


def encoder_inputs(shape: Shape, *, sources: int, length: int) -> dict[str, Tensor]:
    """Random inputs of the encoder graph."""
    return {"source_ids": torch.randint(0, shape.vocabulary, (sources, length))}


def decoder_inputs(shape: Shape, *, sources: int, length: int, contexts: int, rows: int, new: int) -> dict[str, Tensor]:
    """Random inputs of the decoder graph, with two tokens in the rows' own cache; the last context is short."""
    head = shape.width // shape.heads
    shared_mask = torch.ones(contexts, 5, dtype=torch.int64)
    shared_mask[-1, 3:] = 0
    starts = shared_mask.sum(dim=1).repeat_interleave(rows // contexts) + 2

    def random(count: int, tokens: int) -> Tensor:
        return torch.randn(shape.decoder_layers, count, shape.heads, tokens, head)

    return {
        "ids": torch.randint(0, shape.vocabulary, (rows, new)),
        "positions": starts[:, None] + torch.arange(new)[None, :],
        "shared_mask": shared_mask,
        "past_keys": random(rows, 2),
        "past_values": random(rows, 2),
        "shared_keys": random(contexts, 5),
        "shared_values": random(contexts, 5),
        "cross_keys": random(sources, length),
        "cross_values": random(sources, length),
    }


def export_graphs(model: RegressionLanguageModel, folder: Path) -> tuple[Path, Path]:
    """Writes ``encoder.onnx`` and ``decoder.onnx`` in fp32; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    encoder, decoder = folder / "encoder.onnx", folder / "decoder.onnx"
    model = model.float().eval()
    encoder_graph, decoder_graph = EncoderGraph(model), DecoderGraph(model)
    export(encoder_graph, EncoderOnnxConfig(encoder_graph.config, model.shape), encoder, opset=OPSET)
    export(decoder_graph, DecoderOnnxConfig(decoder_graph.config, model.shape), decoder, opset=OPSET)
    return encoder, decoder
