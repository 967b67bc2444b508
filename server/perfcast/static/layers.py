"""Layers of neural networks: their parameters, what a call of one gives and what it needs meanwhile."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.values import UNKNOWN, Array, Collection, Layer, Number, Value, element_of, length_of

#: Lines' worth of making a layer, and of calling it.
_MAKING: Final = 1500.0
_CALLING: Final = 400.0
_GATES: Final = {"LSTM": 4.0, "GRU": 3.0, "RNN": 1.0}
#: Tensors as large as the output that a recurrent layer holds at its peak.
_STATES: Final = {"LSTM": 9.0, "GRU": 4.0, "RNN": 3.0}
#: Bytes that the first steps into a kernel take, whatever the size.
_GELU: Final = 12_000.0


def layer(machine: Machine, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value | None:
    """``nn.Linear(3, 4)``; None where the name is no layer that is known."""
    numbers = [value.mean if isinstance(value, Number) else 1.0 for value in arguments]
    named = {key: value.mean for key, value in keywords.items() if isinstance(value, Number)}
    parts: tuple[Value, ...] = ()
    first, second = (*numbers, 1.0, 1.0)[:2]
    match name:
        case "Linear":
            parameters = first * second + second
        case "Bilinear":
            parameters = first * second * (*numbers, 1.0, 1.0, 1.0)[2]
        case "Embedding":
            parameters = first * second
        case "Conv1d" | "Conv2d":
            kernel = named.get("kernel_size", (*numbers, 1.0, 1.0, 1.0)[2])
            parameters = first * second * kernel ** float(name[4]) + second
        case "LayerNorm" | "BatchNorm1d" | "BatchNorm2d" | "GroupNorm" | "RMSNorm":
            parameters = 2.0 * (second if name == "GroupNorm" else first)
        case "MultiheadAttention":
            parameters = 4.0 * first * first + 4.0 * first
        case "LSTM" | "GRU" | "RNN" | "LSTMCell" | "GRUCell" | "RNNCell":
            layers = named.get("num_layers", (*numbers, 1.0, 1.0, 1.0)[2]) if not name.endswith("Cell") else 1.0
            parameters = layers * _GATES[name.removesuffix("Cell")] * second * (first + second + 2.0)
        case "TransformerEncoderLayer":
            parameters = 4.0 * first * first + 2.0 * first * named.get("dim_feedforward", 2048.0)
        case "Sequential" | "ModuleList":
            parts = _parts(arguments)
            parameters = 0.0
        case _ if name in _SHAPELESS:
            parameters = 0.0
        case _:
            return None
    made = Layer(name, tuple(numbers), max(0.0, parameters), parts)
    machine.compute(2.0 * parameters, _MAKING if parameters else 100.0)
    machine.allocate(2500.0 + 4.0 * parameters)
    return made


def _parts(arguments: list[Value]) -> tuple[Value, ...]:
    parts: list[Value] = []
    for value in arguments:
        if isinstance(value, Collection):
            many = [element_of(value)] * int(min(length_of(value) or 0.0, 50.0))
            parts.extend(many if value.items is None else value.items)
        else:
            parts.append(value)
    return tuple(parts)


def forward(machine: Machine, of: Layer, arguments: list[Value], keywords: dict[str, Value]) -> Value:  # noqa: PLR0911, PLR0912
    """A call of a layer on a tensor."""
    source = arguments[0] if arguments else UNKNOWN
    if of.name == "Sequential":
        for part in of.parts:
            source = machine.call(part, [source])
        return source
    if not isinstance(source, Array) or not source.shape:
        machine.guess()
        return UNKNOWN
    shape, sizes = source.shape, of.sizes
    rows = source.count / max(1.0, shape[-1])
    out = sizes[1] if len(sizes) > 1 else shape[-1]
    match of.name:
        case "Linear":
            return _made(machine, source, (*shape[:-1], out), rows * of.parameters)
        case "Embedding":
            return _made(machine, replace(source, item=4.0, kind="f"), (*shape, out), source.count * out)
        case "Conv1d" | "Conv2d":
            result = _made(machine, source, (*shape[: -int(of.name[4]) - 1], out, *shape[-int(of.name[4]) :]),
                           rows * shape[-1] / max(1.0, sizes[0]) * of.parameters)  # fmt: skip
            machine.in_passing(35_000.0)
            return result
        case "MultiheadAttention":
            return _attention(machine, of, source, keywords)
        case "LSTM" | "GRU" | "RNN":
            steps = shape[-2] if len(shape) > 1 else 1.0
            result = _made(machine, source, (*shape[:-1], out), 2.0 * rows * of.parameters)
            machine.compute(0.0, 2000.0 + 300.0 * steps)
            machine.in_passing(_STATES[of.name] * 4.0 * rows * out + 20_000.0)
            state = machine.make(Array((1.0, *shape[:-2], out), source.item, source.kind, "torch"))
            return Collection("tuple", 2.0, result, items=(result, state))
        case "LSTMCell" | "GRUCell" | "RNNCell":
            result = _made(machine, source, (*shape[:-1], out), 2.0 * rows * of.parameters)
            machine.in_passing(_GATES[of.name.removesuffix("Cell")] * 8.0 * rows * out)
            return Collection("tuple", 2.0, result, items=(result, result)) if of.name == "LSTMCell" else result
        case "TransformerEncoderLayer":
            machine.in_passing(8.0 * rows * 2048.0)
            return _made(machine, source, shape, rows * of.parameters)
        case "MaxPool1d" | "AvgPool1d" | "MaxPool2d" | "AvgPool2d":
            window = max(1.0, sizes[0] if sizes else 2.0)
            axes = int(of.name[-2])
            return _made(machine, source, (*shape[:-axes], *(length / window for length in shape[-axes:])), 0.0)
        case "Identity" | "Flatten":
            flat = (shape[0], source.count / max(1.0, shape[0]))
            return replace(source, shape=flat if of.name == "Flatten" else shape, fresh=False)
        case "GELU":
            machine.in_passing(_GELU)
        case "Dropout":
            machine.in_passing(source.size)
    return _made(machine, source, shape, 4.0 * source.count)


def _attention(machine: Machine, of: Layer, source: Array, keywords: dict[str, Value]) -> Value:
    shape = source.shape
    heads = max(1.0, of.sizes[1] if len(of.sizes) > 1 else 1.0)
    length, width = (shape[-2] if len(shape) > 1 else 1.0), max(1.0, shape[-1])
    batch = source.count / max(1.0, length * width)
    scores = batch * heads * length * length
    wanted = keywords.get("need_weights")
    weighted = not (isinstance(wanted, Number) and wanted.known and not wanted.mean)
    result = _made(machine, source, shape, batch * length * of.parameters + 2.0 * scores * width / heads)
    machine.compute(4.0 * scores, 3 * _CALLING)
    machine.in_passing((2.0 * source.size + 8.0 * scores if weighted else 5.0 * source.size) + 6000.0)
    weights: Value = UNKNOWN
    if weighted:
        weights = machine.make(Array((batch, length, length), source.item, "f", "torch"))
    return Collection("tuple", 2.0, result, items=(result, weights))


def _made(machine: Machine, source: Array, shape: tuple[float, ...], multiplications: float) -> Array:
    result = Array(shape, source.item, source.kind, "torch")
    machine.compute(multiplications / 8.0 + math.prod(shape), _CALLING)
    machine.make(result)
    return result


_SHAPELESS: Final = frozenset(
    {
        *("ReLU", "GELU", "Tanh", "Sigmoid", "SiLU", "ELU", "LeakyReLU", "Softmax", "LogSoftmax", "Softplus"),
        *("Dropout", "Identity", "Flatten", "MaxPool1d", "AvgPool1d", "MaxPool2d", "AvgPool2d"),
    }
)
