"""``einsum`` that may choose its order: operands are multiplied two at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.libraries.numpy import prices
from perfcast.trial.libraries.numpy.index_sums import letters_of

_TWO: Final = 2


class Contracted(NamedTuple):
    """Nanoseconds of it, its steps, and bytes beside the result."""

    time: float
    steps: float
    aside: int


def contracted(args: Sequence[Any], options: Mapping[str, Any]) -> Contracted | None:
    """None where it goes through all operands at once."""
    letters = letters_of(args)
    if letters is None or len(letters.inputs) < _TWO or options.get("optimize", False) is False:
        return None
    operands = [np.asarray(one) for one in args[1:]]
    sizes = {
        letter: size
        for said, operand in zip(letters.inputs, operands, strict=True)
        for letter, size in zip(said, operand.shape, strict=True)
    }
    wide = np.result_type(*operands).itemsize
    time, steps, most = prices.CONTRACTION_CHOSEN if len(operands) > _TWO else 0.0, 0.0, 0
    # Letters of what is left to multiply, and bytes of what of it was made on the way.
    terms = [(one, 0) for one in letters.inputs]
    optimize = options["optimize"]
    # An order that is said has not to be looked for.
    ordered = _path if isinstance(optimize, list) else _found_path
    path = ordered(args[0], tuple(operand.shape for operand in operands), optimize)
    for number, places in enumerate(path):
        taken = [terms.pop(place) for place in sorted(places, reverse=True)]
        kept = set(letters.output).union(*(one for one, _ in terms))
        summed = "".join(dict.fromkeys("".join(one for one, _ in taken)))
        found = "".join(letter for letter in summed if letter in kept)
        each = float(prod(sizes[letter] for letter in summed))
        is_product = _is_product(taken, kept)
        time += prices.CONTRACTION + each * (prices.PRODUCT if is_product else prices.INDEXED_PRODUCT)
        steps += each
        size = wide * prod(sizes[letter] for letter in found)
        turned = [one for one, _ in taken if is_product and _is_turned(one, kept)]
        is_last = number == len(path) - 1
        copies = sum(wide * prod(sizes[letter] for letter in one) for one in turned)
        most = max(most, sum(held for _, held in (*terms, *taken)) + copies + (0 if is_last else size))
        terms.append((found, size))
    return Contracted(time, steps, most)


def _path(told: str, shapes: tuple[tuple[int, ...], ...], optimize: Any) -> list[tuple[int, ...]]:
    """Places of the operands that are multiplied, one step after the other."""
    operands = [np.broadcast_to(0.0, shape) for shape in shapes]
    found: list[tuple[int, ...]] = np.einsum_path(told, *operands, optimize=optimize)[0][1:]
    return found


#: A call's limits, its time and its bytes are asked for one by one, and rest on the same order.
_found_path: Final = lru_cache(maxsize=256, typed=True)(_path)


def _is_product(taken: Sequence[tuple[str, int]], kept: set[str]) -> bool:
    """Whether the linear algebra library multiplies them: what both have is summed."""
    if len(taken) != _TWO:
        return False
    common = set(taken[0][0]) & set(taken[1][0])
    return bool(common) and not common & kept


def _is_turned(letters: str, kept: set[str]) -> bool:
    """Whether it is copied to be multiplied as a matrix: what is summed stands neither before nor behind the rest."""
    marks = [letter in kept for letter in letters]
    return sum(one is not other for one, other in pairwise(marks)) > 1
