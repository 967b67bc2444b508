"""The decode loop against a plain reference that enumerates the whole distribution of a tiny model."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from perfcast.rlm import numerals
from perfcast.rlm.decode import decode, greedy, inverse

TOKENS = len(numerals.TOKENS)
MASK = numerals.allowed()
#: Exponents and digits that the tiny model gives any probability, so that all numerals can be enumerated.
EXPONENTS = ("<E0->", "<E2>", "<E3>", "<E5>")
DIGITS = ("<D1>", "<D4>", "<D9>")


class TinyModel:
    """Logits that depend on everything read so far, by a seeded table of prefixes; no network."""

    def __init__(self, prompts: int, seed: int) -> None:
        self.seed = seed
        self.prefixes: list[tuple[int, ...]] = [(prompt,) for prompt in range(prompts)]
        self.steps = 0

    def logits(self) -> np.ndarray:
        return np.stack([self.row(prefix) for prefix in self.prefixes])

    def row(self, prefix: tuple[int, ...]) -> np.ndarray:
        values = np.random.default_rng([self.seed, *prefix]).normal(0, 2, TOKENS).astype(np.float32)
        live = EXPONENTS if len(prefix) == 1 else DIGITS
        return np.where(np.isin(numerals.TOKENS, live), values, -1e9).astype(np.float32)

    def step(self, tokens: np.ndarray) -> None:
        self.steps += 1
        self.prefixes = [(*prefix, int(token)) for prefix, token in zip(self.prefixes, tokens, strict=True)]

    def select(self, rows: np.ndarray) -> None:
        self.prefixes = [self.prefixes[row] for row in rows]


def reference(prompt: int, seed: int, temperature: float = 1.0) -> list[tuple[tuple[int, ...], float]]:
    """All numerals with their probabilities, in the order of their numbers."""
    model = TinyModel(1, seed)
    choices = [[numerals.TOKENS.index(token) for token in EXPONENTS]]
    choices += [[numerals.TOKENS.index(token) for token in DIGITS]] * numerals.DIGITS
    found = []
    for chosen in itertools.product(*choices):
        probability = 1.0
        for position, token in enumerate(chosen):
            logits = model.row((prompt, *chosen[:position])).astype(np.float64) / temperature
            logits[~MASK[position + 1]] = -np.inf
            weights = np.exp(logits - logits.max())
            probability *= weights[token] / weights.sum()
        found.append(((numerals.TOKENS.index("<+>"), *chosen), probability))
    return sorted(found)


def test_greedy_takes_the_most_probable_token_at_every_position() -> None:
    decoded = decode(TinyModel(3, seed=1), np.full((3, 1), 0.5), greedy)
    for prompt in range(3):
        prefix: tuple[int, ...] = (prompt,)
        for position in range(1, numerals.LENGTH):
            logits = np.where(MASK[position], TinyModel(1, seed=1).row(prefix), -np.inf)
            prefix = (*prefix, int(logits.argmax()))
        assert tuple(decoded.tokens[prompt, 1:]) == prefix[1:]


@pytest.mark.parametrize("temperature", [0.7, 1.0, 1.8])
def test_quantiles_are_those_of_the_enumerated_distribution(temperature: float) -> None:
    levels = np.linspace(0.01, 0.99, 50)
    decoded = decode(TinyModel(2, seed=5), np.tile(levels, (2, 1)), inverse, np.full(2, temperature))
    for prompt in range(2):
        numerals_, probabilities = zip(*reference(prompt, 5, temperature), strict=True)
        cumulative = np.cumsum(probabilities)
        assert cumulative[-1] == pytest.approx(1)
        for index, level in enumerate(levels):
            place = int(np.searchsorted(cumulative, level, side="right"))
            row = prompt * len(levels) + index
            assert tuple(decoded.tokens[row]) == numerals_[place]
            before = cumulative[place] - probabilities[place]
            assert decoded.within[row] == pytest.approx((level - before) / probabilities[place], abs=1e-6)


def test_with_fewer_digits_the_same_numerals_are_begun() -> None:
    levels = np.linspace(0.01, 0.99, 50)[None, :]
    whole = decode(TinyModel(1, seed=5), levels, inverse)
    begun = decode(TinyModel(1, seed=5), levels, inverse, digits=2)
    assert (begun.tokens == whole.tokens[:, :4]).all()
    # Two digits leave a tenth of a number that begins with 1 open at most.
    assert begun.numbers() == pytest.approx(whole.numbers(), rel=0.1)


def test_samples_have_the_enumerated_probabilities() -> None:
    count = 40_000
    decoded = decode(TinyModel(1, seed=9), np.random.default_rng(0).random((1, count)), inverse)
    found, counts = np.unique(decoded.tokens, axis=0, return_counts=True)
    expected = dict(reference(0, 9))
    assert sum(expected.values()) == pytest.approx(1)
    for tokens, times in zip(found, counts, strict=True):
        probability = expected[tuple(int(token) for token in tokens)]
        assert times / count == pytest.approx(probability, abs=4 * np.sqrt(probability / count) + 1e-4)


def test_every_output_is_a_valid_numeral_whatever_the_logits() -> None:
    class Anything(TinyModel):
        def row(self, prefix: tuple[int, ...]) -> np.ndarray:
            return np.random.default_rng([self.seed, *prefix]).normal(0, 30, TOKENS).astype(np.float32)

    for policy in (greedy, inverse):
        levels = np.random.default_rng(3).random((4, 64))
        levels[:, 0], levels[:, 1] = 0.0, 1.0
        tokens = decode(Anything(4, seed=2), levels, policy).tokens
        assert MASK[np.arange(numerals.LENGTH), tokens].all()


def test_quantiles_ascend_with_the_level() -> None:
    levels = np.linspace(0, 1, 101)
    numbers = decode(TinyModel(1, seed=4), levels[None, :], inverse).numbers()
    assert (np.diff(numbers) >= 0).all()


def test_certain_tokens_are_not_asked_for_and_equal_prefixes_run_once() -> None:
    model = TinyModel(1, seed=7)
    decode(model, np.linspace(0.1, 0.9, 9)[None, :], inverse)
    # Exponent from the prompt itself, then one step before each digit; the sign never.
    assert model.steps == numerals.DIGITS
    assert len(model.prefixes) == len(set(model.prefixes))
