"""Recurrent layers of ``torch.nn``."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.prices import RECURRENT
from perfcast.trial.libraries.torch.products import products_time
from perfcast.trial.libraries.torch.values import Tensor, check_room, fresh
from perfcast.trial.libraries.torch.weights import drawn_weight


def recurrent(gates: int) -> Callable[..., Layer]:
    """As ``GRU`` and its like, with as many gates."""

    def make(
        machine: Machine,
        input_size: Any,
        hidden_size: Any,
        num_layers: Any = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: Any = 0.0,
        bidirectional: bool = False,
    ) -> Layer:
        if not 0 < int(num_layers) <= _MOST_LAYERS or int(hidden_size) < 1:
            raise Unsupported("a recurrent layer of another kind")
        size, weights, ways = int(hidden_size), {}, ("", "_reverse") if bidirectional else ("",)
        for place in range(int(num_layers)):
            inputs = int(input_size) if not place else size * len(ways)
            for way in ways:
                weights[f"weight_ih_l{place}{way}"] = drawn_weight(machine, gates * size, inputs)
                weights[f"weight_hh_l{place}{way}"] = drawn_weight(machine, gates * size, size)
                weights[f"bias_ih_l{place}{way}"] = drawn_weight(machine, gates * size)
                weights[f"bias_hh_l{place}{way}"] = drawn_weight(machine, gates * size)

        def forward(tensor: Tensor, hidden: Any = None) -> Any:
            if tensor.array.shape[-1] != int(input_size):
                raise RuntimeError("input.size(-1) must be equal to input_size")
            steps = tensor.array.shape[1 if batch_first and tensor.array.ndim > 2 else 0]
            width = size * len(ways)
            shape = (*tensor.array.shape[:-1], width)
            check_room(prod(shape))
            values = np.tanh(tensor.array[..., :1]) * np.ones(width)
            found = fresh(machine, values.reshape(shape), tensor.kind)
            batch = shape[:1] if batch_first and tensor.array.ndim > 2 else shape[1:-1]
            last_shape = (int(num_layers) * len(ways), *batch, size)
            last = fresh(machine, np.zeros(last_shape), tensor.kind)
            held = found.elements // len(ways)
            deeper = (int(num_layers) - 1) * (held + found.elements)
            products = float(len(ways)) * gates * size * (tensor.elements + held + deeper)
            result = (found, last if gates < 4 else (last, fresh(machine, np.zeros(last_shape), tensor.kind)))
            price = RECURRENT[gates][0 if machine.keeps_steps else 1]
            count = steps * int(num_layers) * len(ways)
            settled(
                "linear", result, [tensor, *weights.values()], elements=found.elements,
                work=products_time(products, tensor.kind), call=price.call + price.step * count,
            )  # fmt: skip
            kept = price.base + price.each * count + price.unit * found.elements * int(num_layers)
            machine.briefly(max(0, kept - result[0].storage.nbytes))
            return result

        options = {"hidden_size": size, "input_size": int(input_size), "num_layers": int(num_layers)}
        return Layer(machine, forward, weights, options=options | {"batch_first": bool(batch_first)})

    return make


def cell(gates: int) -> Callable[..., Layer]:
    """As ``GRUCell`` and its like: one step of a sequence."""

    def make(machine: Machine, input_size: Any, hidden_size: Any, bias: bool = True) -> Layer:
        size = int(hidden_size)
        weights = {
            "weight_ih": drawn_weight(machine, gates * size, input_size),
            "weight_hh": drawn_weight(machine, gates * size, size),
            "bias_ih": drawn_weight(machine, gates * size),
            "bias_hh": drawn_weight(machine, gates * size),
        }

        def forward(tensor: Tensor, hidden: Any = None) -> Any:
            if tensor.array.shape[-1] != int(input_size):
                raise RuntimeError("input has inconsistent input_size")
            shape = (*tensor.array.shape[:-1], size)
            found = [fresh(machine, np.zeros(shape), tensor.kind) for _ in range(2 if gates == _OF_LSTM else 1)]
            products = float(tensor.elements + found[0].elements) * gates * size
            result = tuple(found) if gates == _OF_LSTM else found[0]
            settled(
                "linear", result, [tensor, *weights.values()], elements=gates * found[0].elements,
                work=products_time(products, tensor.kind), call=_CELL,
            )  # fmt: skip
            return result

        return Layer(machine, forward, weights, options={"hidden_size": size, "input_size": int(input_size)})

    return make


#: Gates of an LSTM; nanoseconds of a step besides products.
_OF_LSTM: Final = 4
_CELL: Final = 12_000.0


_MOST_LAYERS: Final = 16
