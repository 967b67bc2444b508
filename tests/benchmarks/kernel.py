"""How close the encoder is to what the machine can do: one large INT8 matrix product beside it."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

from perfcast.rlm.bundle import ENCODER
from perfcast.rlm.graphs import session_options
from tests.benchmarks.bench import THREADS, Bench, side_by_side
from tests.benchmarks.operations import encoder_operations
from tests.benchmarks.rows import Row

TOKENS = (128, 512)
_SIDE = 2048


def measure(bench: Bench) -> Iterator[Row]:
    """The product, the encoder at both lengths, and the ratio of both."""
    shape = bench.about_model["shape"]
    product = _product()
    left = np.random.default_rng(0).integers(0, 255, (_SIDE, _SIDE), dtype=np.uint8)
    encoder = ort.InferenceSession(
        str(bench.bundle / ENCODER), session_options(THREADS), providers=["CPUExecutionProvider"]
    )
    for tokens in TOKENS:
        ids = np.random.default_rng(1).integers(100, shape["vocabulary"], (1, tokens))
        given = {"source_ids": ids}
        alone, encoding = side_by_side(
            lambda: product.run(None, {"left": left}),
            lambda: encoder.run(None, given),  # noqa: B023
            bench.count(40, 3),
        )
        reached = [2 * _SIDE**3 / time / 1e9 for time in alone]
        useful = [encoder_operations(shape, tokens) / time / 1e9 for time in encoding]
        if tokens == TOKENS[0]:
            yield Row.of(f"`MatMulInteger` of {_SIDE} x {_SIDE} by {_SIDE} x {_SIDE}", "GOP/s", reached)
        yield Row.of(f"Encoder at {tokens} tokens", "s", encoding)
        yield Row.of(f"Encoder at {tokens} tokens, useful operations", "GOP/s", useful)
        yield Row(
            f"Encoder at {tokens} tokens over the large product",
            "x",
            statistics.median(one / other for one, other in zip(useful, reached, strict=True)),
            repeats=len(useful),
            target=0.5 if tokens == 512 else None,
            at_least=True,
            note="side by side",
        )


def _product() -> ort.InferenceSession:
    """left [2048, 2048] uint8 times constant INT8 weights, such as those of the model."""
    weights = np.random.default_rng(2).integers(-127, 127, (_SIDE, _SIDE), dtype=np.int8)
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["left", "right"], ["out"])],
        "product",
        [helper.make_tensor_value_info("left", TensorProto.UINT8, [_SIDE, _SIDE])],
        [helper.make_tensor_value_info("out", TensorProto.INT32, [_SIDE, _SIDE])],
        [numpy_helper.from_array(weights, "right")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    return ort.InferenceSession(model.SerializeToString(), session_options(THREADS), providers=["CPUExecutionProvider"])
