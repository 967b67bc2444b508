"""Many small modules, each with tensors that it is called with: what Inductor writes kernels for.

Half of them are pieces that networks are made of, in turn; the others are chains of a few operations drawn by lot.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from model_export.corpus.triton.inductor import chains, pieces
from model_export.corpus.triton.inductor.tensors import Tensors

#: Of the modules, in parts of one: their backward pass is wanted as well; the lengths of their axes are left open.
_TRAINED: Final = 0.4
_OPEN: Final = 0.2


@dataclass(frozen=True)
class Sample:
    """One module.

    Attributes:
        key: unique, the same in each run.
        make: gives the module and what it is called with, without data; called while tensors have none.
        trains: its backward pass is wanted too.
        dynamic: the lengths of axes are left open.
    """

    key: str
    make: Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]
    trains: bool
    dynamic: bool


def sample(number: int, seed: int) -> Sample:
    """The module of that number: pieces of networks and chains in turn."""
    known = tuple(pieces.PIECES)
    rng = random.Random(f"{seed}/{number}")
    name = "chain" if number % 2 else known[number // 2 % len(known)]
    trains, dynamic = rng.random() < _TRAINED, rng.random() < _OPEN
    chosen = rng.getrandbits(32)

    def make() -> tuple[Callable[..., Any], tuple[Any, ...]]:
        drawn = random.Random(chosen)
        tensors = Tensors(drawn)
        return chains.chain(tensors, drawn) if name == "chain" else pieces.PIECES[name](tensors)

    return Sample(f"{seed}-{number:05}-{name}", make, trains and name not in pieces.INFERENCE, dynamic)
