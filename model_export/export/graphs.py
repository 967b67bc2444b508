"""The two graphs of a bundle as optimum exports them: encoder and decoder apart.

Axes: B sources, S source tokens, R rows (a multiple of B), T new tokens, P tokens in the cache, L decoder layers, H
heads, D width of a head.

=======  ===========  =============================================================================================
graph    input        shape and meaning
=======  ===========  =============================================================================================
encoder  source_ids   [B, S] int64
encoder  source_mask  [B, S] int64, 1 where a token is
decoder  ids          [R, T] int64
decoder  positions    [R, T] int64, of each token in its own prompt
decoder  past_mask    [R, P] int64, 1 where the cache holds a token
decoder  past_keys, past_values    [L, R, H, P, D] fp32, P may be 0
decoder  cross_keys, cross_values  [L, B, H, S, D] fp32, from the encoder
decoder  source_mask  [B, S] int64
=======  ===========  =============================================================================================

The encoder gives cross_keys and cross_values; the decoder gives logits [R, T, numeral tokens], keys and values
[L, R, H, P + T, D]. New tokens see the cache and, among themselves, what stands before them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from optimum.exporters.onnx import export
from optimum.exporters.onnx.base import OnnxConfig
from optimum.utils import NormalizedConfig
from torch import Tensor
from transformers import PretrainedConfig, PreTrainedModel

from model_export.training.model import RegressionLanguageModel, Shape

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
        self.model = model

    def forward(self, source_ids: Tensor, source_mask: Tensor) -> tuple[Tensor, Tensor]:
        return self.model.encode(source_ids, source_mask)


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
        past_mask: Tensor,
        past_keys: Tensor,
        past_values: Tensor,
        cross_keys: Tensor,
        cross_values: Tensor,
        source_mask: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        bias = step_bias(ids, past_mask)
        return self.model.decode(
            ids, positions, bias, (cross_keys, cross_values), source_mask, past=(past_keys, past_values)
        )


def step_bias(ids: Tensor, past_mask: Tensor) -> Tensor:
    """[R, 1, T, P + T]: the cache where it holds tokens, and the new tokens up to one's own."""
    rows, new = ids.shape
    places = torch.arange(new, device=ids.device)
    causal = (places[None, :] > places[:, None]).to(torch.float32) * _FAR
    past = (1.0 - past_mask.to(torch.float32)) * _FAR
    return torch.cat(
        [past[:, None, None, :].expand(rows, 1, new, past_mask.shape[1]), causal[None, None].expand(rows, 1, new, new)],
        dim=-1,
    )


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
        return {"source_ids": {0: "B", 1: "S"}, "source_mask": {0: "B", 1: "S"}}

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
            "past_mask": {0: "R", 1: "P"},
            "past_keys": {1: "R", 3: "P"},
            "past_values": {1: "R", 3: "P"},
            "cross_keys": {1: "B", 3: "S"},
            "cross_values": {1: "B", 3: "S"},
            "source_mask": {0: "B", 1: "S"},
        }

    @property
    def outputs(self) -> dict[str, dict[int, str]]:
        return {"logits": {0: "R", 1: "T"}, "keys": {1: "R", 3: "P+T"}, "values": {1: "R", 3: "P+T"}}

    def generate_dummy_inputs(self, framework: str = "pt", **_: Any) -> dict[str, Any]:
        return _for(framework, decoder_inputs(self.shape, sources=2, length=7, rows=6, past=5, new=3))


def _for(framework: str, tensors: dict[str, Tensor]) -> dict[str, Any]:
    """optimum exports from torch's tensors and checks axes with NumPy's arrays."""
    return {name: tensor.numpy() if framework == "np" else tensor for name, tensor in tensors.items()}


def encoder_inputs(shape: Shape, *, sources: int, length: int) -> dict[str, Tensor]:
    """Random inputs of the encoder graph; the last source is shorter than the others."""
    mask = torch.ones(sources, length, dtype=torch.int64)
    mask[-1, length // 2 + 1 :] = 0
    return {"source_ids": torch.randint(0, shape.vocabulary, (sources, length)), "source_mask": mask}


def decoder_inputs(shape: Shape, *, sources: int, length: int, rows: int, past: int, new: int) -> dict[str, Tensor]:
    """Random inputs of the decoder graph; the last row's cache is shorter than the others'."""
    head = shape.width // shape.heads
    past_mask = torch.ones(rows, past, dtype=torch.int64)
    past_mask[-1, past // 2 + 1 :] = 0
    starts = past_mask.sum(dim=1)
    source_mask = encoder_inputs(shape, sources=sources, length=length)["source_mask"]
    return {
        "ids": torch.randint(0, shape.vocabulary, (rows, new)),
        "positions": starts[:, None] + torch.arange(new)[None, :],
        "past_mask": past_mask,
        "past_keys": torch.randn(shape.decoder_layers, rows, shape.heads, past, head),
        "past_values": torch.randn(shape.decoder_layers, rows, shape.heads, past, head),
        "cross_keys": torch.randn(shape.decoder_layers, sources, shape.heads, length, head),
        "cross_values": torch.randn(shape.decoder_layers, sources, shape.heads, length, head),
        "source_mask": source_mask,
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
