"""What stands beside a neural network that a unit is given: what it is called with has as many features as it takes,
what its answers are held against are classes or values of theirs, batches hold both, and it is trained by a loss and by
an optimiser of its own weights."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.arrays.tensors import TENSOR, WHOLE, holds_classes, is_tensor
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import (
    DEVICE,
    LOSS,
    NETWORK,
    NETWORK_WIDTH,
    OPTIMISER,
    Argument,
    TypeExpression,
)
from perfcast.workload.naming.names import FUNCTION, STR, last_word
from perfcast.workload.uses.name_uses import is_name

#: Rows of a batch, and batches.
_ROWS: Final = 32
_BATCHES: Final = 10
_FEATURES: Final = TypeExpression(TENSOR, shape=(_ROWS, NETWORK_WIDTH))
_CLASSES: Final = TypeExpression(WHOLE, shape=(_ROWS,))
_LOADER: Final = "DataLoader"
#: Functions that give what they are given, one by one.
_SHOWING: Final = frozenset({"enumerate", "tqdm", "track"})
#: Methods that give the same tensor elsewhere, or of other numbers.
_SAME: Final = frozenset({"to", "cuda", "cpu", "float", "half", "double", "detach", "contiguous"})
#: Last words of names of networks, and what is called where something is one.
_NETWORKS: Final = frozenset({"model", "net", "network"})
_CRITERIA: Final = frozenset({"criterion", "loss", "objective"})
_OPTIMISERS: Final = frozenset({"optimizer", "optimiser", "optim", "opt"})
_LEARNING: Final = frozenset({"backward", "no_grad", "cross_entropy", "nll_loss", "inference_mode"})
#: Losses that hold a tensor against another one of its shape.
_LOSSES: Final = frozenset(
    {"mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div", "binary_cross_entropy_with_logits"}
)


def with_batches(
    node: FunctionNode, arguments: list[Argument], made_up: set[str], annotated: set[str]
) -> list[Argument]:
    """Arguments that fit a network among them, see `perfcast.workload.language.workload.NETWORK`.

    Args:
        made_up: names of those whose values nobody says; annotated: of which an annotation says the type.
    """
    types = {one.name or "": one.type for one in arguments if one.name in made_up}
    losses = {
        name
        for name, type_ in types.items()
        if last_word(name) in _CRITERIA and (type_.name == NETWORK or (type_ == FUNCTION and name not in annotated))
    }
    networks = {name for name, type_ in types.items() if _is_network(node, name, type_, annotated)} - losses
    if not networks:
        return arguments
    beside = _Beside(node, networks, losses)
    # Of what an annotation names, only tensors and loaders are open, and what is told where they lie.
    open_ = {
        name
        for name, type_ in types.items()
        if name not in annotated or is_tensor(type_) or type_.name in {_LOADER, STR.name, NETWORK}
    }
    return [beside.fitting(one) if one.name in open_ else one for one in arguments]


def _is_network(node: FunctionNode, name: str, type_: TypeExpression, annotated: set[str]) -> bool:
    if type_.name == NETWORK:
        # Optimisers are asked to forget gradients, too.
        return name in annotated or last_word(name) not in _OPTIMISERS
    return type_ == FUNCTION and name not in annotated and last_word(name) in _NETWORKS and _learns(node)


class _Beside:
    """What stands beside networks.

    Args:
        networks, losses: names of parameters.
    """

    def __init__(self, node: FunctionNode, networks: set[str], losses: set[str]) -> None:
        self._node, self._networks, self._losses = node, networks, losses
        calls = list(parts_of(node, ast.Call))
        self._fed = {name for call in calls if _is_call_of(call, networks) for name in _given(call.args[:1])}
        functions = [call for call in calls if last_name(call.func) in _LOSSES]
        self._compared = {
            name for call in functions for name in _given([*call.args, *(k.value for k in call.keywords)])
        }
        self._classes = {name for call in calls if is_name(call.func, *losses) for name in _given(call.args[1:2])}
        self._batches = dict(_batches(node, self._fed))

    def fitting(self, one: Argument) -> Argument:
        """The argument, or what fits."""
        name = one.name or ""
        if last_word(name) == DEVICE and one.type == STR:
            return Argument(name, STR, value="cpu", has_value=True)
        if (handed := self._handed(name)) is not None:
            return Argument(name, TypeExpression(handed))
        if name in self._classes or holds_classes(self._node, name):
            return Argument(name, _CLASSES, low=0, high=NETWORK_WIDTH - 1)
        if name in self._fed | self._compared:
            return Argument(name, _FEATURES, kept=(1,))
        if name not in self._batches:
            return one
        pair = (_FEATURES, _FEATURES if self._batches[name] in self._compared else _CLASSES)
        batches = TypeExpression("list", (TypeExpression("tuple", pair),))
        return Argument(name, batches, (_BATCHES,), low=0, high=NETWORK_WIDTH - 1)

    def _handed(self, name: str) -> str | None:
        """Which of `perfcast.workload.language.workload.HANDED`, if any."""
        if name in self._networks | self._losses:
            return NETWORK if name in self._networks else LOSS
        return OPTIMISER if last_word(name) in _OPTIMISERS else DEVICE if last_word(name) == DEVICE else None


def _batches(node: FunctionNode, fed: set[str]) -> Iterator[tuple[str, str]]:
    """What is gone through for pairs of what a network is given and something else, and the name of the latter."""
    for loop in parts_of(node, ast.For):
        over, target = loop.iter, loop.target
        if isinstance(over, ast.Call) and last_name(over.func) in _SHOWING and over.args:
            if last_name(over.func) == "enumerate" and isinstance(target, ast.Tuple):
                target = target.elts[-1]
            over = over.args[0]
        match target:
            case ast.Tuple(elts=[ast.Name(id=features), ast.Name(id=other)]) if features in fed:
                if isinstance(over, ast.Name):
                    yield over.id, other


def _learns(node: FunctionNode) -> bool:
    """Whether it asks for what nothing but a network's answers have: a gradient, a loss, that there be none."""
    return any(last_name(call.func) in _LEARNING | _LOSSES for call in parts_of(node, ast.Call))


def _is_call_of(call: ast.Call, networks: set[str]) -> bool:
    """Whether it calls one of them, or its ``forward``."""
    of = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "forward" else call.func
    return is_name(of, *networks)


def _given(values: list[ast.expr]) -> Iterator[str]:
    """Names among what is given."""
    for value in values:
        while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _SAME:
            value = value.func.value  # noqa: PLW2901
        if isinstance(value, ast.Name):
            yield value.id
