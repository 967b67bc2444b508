"""The decode loop: one loop, three policies.

A numeral is chosen digit by digit, and every policy is a rule that maps the distribution of the next token to a token:
greedy takes the most probable, sampled the one whose cumulative probability interval holds a random number, quantiles
the one whose interval holds a given level. Since numerals sort like numbers, rescaling the level inside the chosen
interval and going on gives the exact quantile of the model's distribution in a single decode, and a random level gives
an exact sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from perfcast.rlm import numerals

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
#: (probabilities [rows, tokens], levels [rows]) -> (tokens [rows], levels inside the chosen intervals [rows])
Policy = Callable[[Floats, Floats], tuple[Integers, Floats]]

_ALLOWED: Final = numerals.allowed()
#: Positions at which there is a choice; the others are written without asking the model.
_CHOICES: Final = tuple(position for position in range(numerals.LENGTH) if _ALLOWED[position].sum() > 1)


class Decoder(Protocol):
    """A model that has read its prompts and now reads one token a step.

    Rows can be repeated and dropped between steps by `select`.
    """

    def logits(self) -> npt.NDArray[np.float32]:
        """[rows, len(numerals.TOKENS)]: of the token that comes next."""

    def step(self, tokens: Integers) -> None:
        """Reads the next token of every row, as positions in `numerals.TOKENS`."""

    def select(self, rows: Integers) -> None:
        """Goes on with these rows, each as often as it is named."""


@dataclass(frozen=True)
class Decoded:
    """Numerals that the loop wrote.

    Attributes:
        tokens: [rows, 2 + digits], positions in `numerals.TOKENS`.
        within: [rows], the level that is left inside the interval of numbers that begin as the tokens do.
    """

    tokens: Integers
    within: Floats

    def numbers(self) -> Floats:
        """[rows]: the numbers, continuous within that interval."""
        return numerals.read(self.tokens, self.within)


def greedy(probabilities: Floats, levels: Floats) -> tuple[Integers, Floats]:
    """The most probable token; the level plays no part."""
    return probabilities.argmax(axis=1), levels


def inverse(probabilities: Floats, levels: Floats) -> tuple[Integers, Floats]:
    """The token whose cumulative probability interval holds the level, and the level inside that interval.

    With random levels this samples, with given ones it finds quantiles.
    """
    cumulative = probabilities.cumsum(axis=1)
    cumulative /= cumulative[:, -1:]
    tokens = (cumulative <= levels[:, None]).sum(axis=1)
    # A level of 1 lies behind the last interval of some probability.
    last = probabilities.shape[1] - 1 - (probabilities[:, ::-1] > 0).argmax(axis=1)
    tokens = np.minimum(tokens, last)
    rows = np.arange(len(tokens))
    width = probabilities[rows, tokens] / probabilities.sum(axis=1)
    start = cumulative[rows, tokens] - width
    inside = np.clip((levels - start) / np.maximum(width, np.finfo(np.float64).tiny), 0.0, 1.0)
    return tokens.astype(np.int64), inside


def decode(
    decoder: Decoder,
    levels: Floats,
    policy: Policy,
    temperatures: Floats | None = None,
    digits: int = numerals.DIGITS,
) -> Decoded:
    """Writes one numeral for every prompt and level.

    Rows of one prompt that have chosen the same tokens so far share their state, so many levels cost little more than
    few: the model runs on the distinct prefixes alone.

    Args:
        decoder: has read the prompts, one row each, up to and with the numeral's sign.
        levels: [prompts, count], each in 0..1.
        policy: `greedy` or `inverse`.
        temperatures: [prompts], by which logits are divided; 1 if not given.
        digits: that are written. Each has the model run on more prefixes than the one before.

    Returns:
        `prompts * count` rows, the levels of the first prompt first.
    """
    prompts, count = levels.shape
    remaining = levels.reshape(-1).astype(np.float64)
    scale = np.ones(prompts) if temperatures is None else temperatures
    choices = _CHOICES[: 1 + digits]
    tokens = np.zeros((prompts * count, 2 + digits), dtype=np.int64)
    tokens[:, 0] = numerals.TOKENS.index(numerals.PLUS)
    # state_of[row] is the decoder's row that holds the prefix of `row`; owner[state] is its prompt.
    state_of = np.repeat(np.arange(prompts), count)
    owner = np.arange(prompts)
    for position in choices:
        probabilities = _probabilities(decoder.logits(), _ALLOWED[position], scale[owner])
        chosen, remaining = policy(probabilities[state_of], remaining)
        tokens[:, position] = chosen
        if position == choices[-1]:
            break
        prefixes, state_of = np.unique(state_of * len(numerals.TOKENS) + chosen, return_inverse=True)
        parents = prefixes // len(numerals.TOKENS)
        decoder.select(parents)
        decoder.step(prefixes % len(numerals.TOKENS))
        owner = owner[parents]
    within = remaining if policy is inverse else np.full(len(remaining), 0.5)
    return Decoded(tokens, within)


def _probabilities(logits: npt.NDArray[np.float32], allowed: npt.NDArray[np.bool_], scale: Floats) -> Floats:
    """Softmax over the allowed tokens, zero for all others: [rows, tokens]."""
    scaled = np.where(allowed, logits.astype(np.float64) / scale[:, None], -np.inf)
    scaled -= scaled.max(axis=1, keepdims=True)
    weights = np.exp(scaled)
    found: Floats = weights / weights.sum(axis=1, keepdims=True)
    return found
