"""Against regress-lm (github.com/google-deepmind/regress-lm), from a checkout of it, side by side on the same cores.

Both have the same width, layers, feed-forward width, vocabulary and source, and write numerals of as many tokens. The
reference's weights are random, which its time does not depend on; it has eight heads of half the width, which comes
to the same operations. It samples 64 numbers to know quantiles by; this model decodes 19 exact quantiles.
"""

from __future__ import annotations

import gc
import importlib
import itertools
import statistics
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from perfcast.forecast.forecast import LEVELS
from perfcast.rlm import Prompt, RegressionModel, numerals
from perfcast.rlm.prompt import MAX_SOURCE, PAD, SPECIAL
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.source import SourceFile
from perfcast.workload import parse
from tests.benchmarks.bench import THREADS, Bench, side_by_side
from tests.benchmarks.plots import draw_bars
from tests.benchmarks.rows import Row
from tests.benchmarks.sources import MODULUS, distinct, statements

Floats = npt.NDArray[np.float64]

SAMPLES = 64
_PADDED = 2048
"""What the reference pads all sources to unless told otherwise."""
_MEDIAN_TOKENS = 120
_TARGET = 60.0
_LEAST = 1e-9
"""Bytes or seconds: the model may say 0, which has no logarithm."""
_METRICS = ("peak_memory", "cpu_time")


class EncoderVocabulary:
    """This model's tokens in the form that the reference asks a vocabulary for."""

    pad_id = SPECIAL.index(PAD)

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def __len__(self) -> int:
        return len(self._vocabulary)

    def to_token_ids(self, text: str) -> list[int]:
        return self._vocabulary.encode(text)


def measure(bench: Bench) -> Iterator[Row]:
    """Ratios of times, and what 64 samples make of quantiles."""
    model = RegressionModel.load(bench.model, THREADS)
    yield _sampling_error(bench, model)
    what = "Times as fast as regress-lm"
    if bench.regress_lm is None:
        yield Row.missing(what, "only with --regress-lm CHECKOUT")
        return
    sys.path.insert(0, str(bench.regress_lm))
    try:
        importlib.import_module("regress_lm.rlm")
    except ImportError as error:
        yield Row.missing(what, f"the checkout cannot be imported: {error}")
        return
    long, short = _source(bench, MAX_SOURCE), _source(bench, _MEDIAN_TOKENS)
    rounds = bench.count(5, 1)
    cases = (
        (f"{MAX_SOURCE} tokens, padded to {_PADDED} as is its default", long, _PADDED, 1),
        (f"{MAX_SOURCE} tokens, no padding", long, MAX_SOURCE, 1),
        (f"{MAX_SOURCE} tokens, no padding, both metrics", long, MAX_SOURCE, 2),
        (f"{_MEDIAN_TOKENS} tokens, no padding", short, _MEDIAN_TOKENS, 1),
    )
    bars: dict[str, float] = {}
    for label, source, length, metrics in cases:
        reference = _reference(bench, source, length, metrics)
        theirs, ours = side_by_side(reference, _forecast(bench, model, source, metrics), rounds)
        yield Row.of(f"regress-lm, {SAMPLES} samples: {label}", "s", theirs)
        yield Row.of(f"Perfcast, {len(LEVELS)} quantiles: the same", "s", ours, note="trial runs and trees included")
        ratios = [one / other for one, other in zip(theirs, ours, strict=True)]
        yield Row.of(f"{what}: {label}", "x", ratios, _TARGET, at_least=True)
        bars[label] = statistics.median(ratios)
        del reference
        gc.collect()
    theirs, ours = side_by_side(_reference(bench, long, MAX_SOURCE, 1), _samples(bench, model, long), rounds)
    ratios = [one / other for one, other in zip(theirs, ours, strict=True)]
    label = f"{MAX_SOURCE} tokens, no padding, {SAMPLES} samples from both"
    yield Row.of(f"{what}: {label}", "x", ratios, _TARGET, at_least=True)
    bars[label] = statistics.median(ratios)
    draw_bars(bench.out / "plots" / "reference.png", "times as fast as regress-lm", bars)


def _reference(bench: Bench, source: str, length: int, metrics: int) -> Callable[[], Any]:
    """One call of the reference: the source read, 64 samples of so many numbers each."""
    import torch

    core, rlm, tokenizers, vocabs = (
        importlib.import_module(f"regress_lm.{name}") for name in ("core", "rlm", "tokenizers", "vocabs")
    )
    torch.set_num_threads(THREADS)
    shape = bench.about_model["shape"]
    numbers = tokenizers.P10Tokenizer(num_digits=numerals.DIGITS, exponent_range=numerals.HIGHEST)
    theirs = rlm.RegressLM.from_scratch(
        d_model=shape["width"],
        num_encoder_layers=shape["encoder_layers"],
        num_decoder_layers=shape["decoder_layers"],
        encoder_vocab=EncoderVocabulary(bench.vocabulary),
        decoder_vocab=vocabs.DecoderVocab(numbers),
        max_input_len=length,
        max_num_objs=metrics,
    )
    theirs.model.eval()

    def sample() -> Any:
        with torch.inference_mode():
            return theirs.sample([core.ExampleInput(x=source)], SAMPLES)

    return sample


def _forecast(bench: Bench, model: RegressionModel, source: str, metrics: int) -> Callable[[], Any]:
    """Everything that a forecast takes once there is a normal form."""
    prompts, fresh = _prompts(bench, metrics), _variants(source)
    return lambda: model.quantiles(model.read(next(fresh)), prompts, LEVELS)


def _samples(bench: Bench, model: RegressionModel, source: str) -> Callable[[], Any]:
    prompts, fresh = _prompts(bench, 1), _variants(source)
    return lambda: model.sample(model.read(next(fresh)), prompts, SAMPLES, seed=0)


def _variants(source: str) -> Iterator[str]:
    """The source with another number in it each time, of as many tokens: trial runs of one source are remembered."""
    if str(MODULUS) not in source:
        raise ValueError(f"there is no {MODULUS} in the source")
    return (source.replace(str(MODULUS), str(number)) for number in itertools.count(MODULUS))


def _prompts(bench: Bench, metrics: int) -> list[Prompt]:
    workload, device = parse("values: list[int] * 1000"), str(bench.about_model["devices"][0])
    return [Prompt(workload, device, metric) for metric in _METRICS[:metrics]]


def _source(bench: Bench, tokens: int) -> str:
    """The longest source of whole statements that has no more than so many tokens, and comments up to exactly as many.

    Comments, since both models read any text: what is measured is their time.
    """
    count = 1
    while len(bench.vocabulary.encode(_normal_form(count + 1))) <= tokens:
        count += 1
    text = _normal_form(count)
    while len(bench.vocabulary.encode(text)) < tokens:
        text += "\n#" if len(bench.vocabulary.encode(text + "\n#")) <= tokens else "#"
    return text


def _normal_form(count: int) -> str:
    file = SourceFile.parse(statements(count))
    return file.normal_form(file.units[0])


def _sampling_error(bench: Bench, model: RegressionModel) -> Row:
    """How far the ends of an 80 % range by 64 samples are from the exact ones, over functions; the decode's are 0."""
    errors = []
    for seed, part in enumerate(distinct(bench.count(50, 3))):
        file = SourceFile.parse(part.source)
        reading = model.read(file.normal_form(file.units[-1]))
        prompts = _prompts(bench, 2)
        exact = _ends(model.sample(reading, prompts, 8192, seed=10**6))
        drawn = _ends(model.sample(reading, prompts, SAMPLES, seed=seed))
        errors.extend(np.abs(drawn - exact).ravel().tolist())
    what = f"Error of both ends of an 80 % range by {SAMPLES} samples of this model"
    return Row.of(what, "log2", errors, note="exact quantiles, as Perfcast decodes them, have none")


def _ends(costs: Floats) -> Floats:
    """log2 of both ends of the 80 % range of each row of samples: [2, rows]."""
    found: Floats = np.quantile(np.log2(np.maximum(costs, _LEAST)), (0.1, 0.9), axis=1)
    return found
