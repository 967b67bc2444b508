"""What the decoder reads before it writes a number: workload, first guesses, device, metric.

A prompt is ``<workload> ... <prior> ... <device> ... <metric>`` followed by the plus of the numeral. The workload is
its canonical text with every number written as a numeral, so that ten times the size is the next exponent and not
another spelling. The guesses of the boosted trees (`perfcast.prior`) stand as an exponent and two digits each, behind
each an exponent and a digit of what it is expected to be off by, where that is known.

The numeral that answers counts from the guess where there is one, in what it is expected to be off by (`scale_of`): the
model says how the trees err beside what they take themselves for, so that what it learns adds to what they know, and a
model that has learned nothing yet errs as they do.

Functions and Triton kernels are asked about alike. A kernel's workload is a launch, whose constexpr values, grid, warps
and stages come first: they decide most, and what is too long is cut at the end.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from perfcast.prior import KERNEL_METRICS, Guess
from perfcast.rlm import numerals
from perfcast.workload import Argument, Workload
from perfcast.workload.language.workload import CONSTEXPR, LAUNCH

Floats = npt.NDArray[np.float64]

#: Raised by every change to prompts, numerals, special tokens, graphs, calibration or the features that guesses rest
#: on, which makes bundles made before unreadable.
FORMAT: Final = 15
#: Of functions, then of kernels.
METRICS: Final = (
    *("peak_memory", "cpu_time", "result_size", "allocations", "allocated_bytes", "work"),
    *("registers", "shared_memory", "gpu_time", "spills"),
)
PAD: Final = "<pad>"
WORKLOAD: Final = "<workload>"
PRIOR: Final = "<prior>"
DEVICE: Final = "<device>"
#: Tokens that text never becomes, in the order of their ids, from 0 on.
SPECIAL: Final = (PAD, "<mask>", WORKLOAD, PRIOR, DEVICE, *(f"<{metric}>" for metric in METRICS), *numerals.TOKENS)
FIRST_NUMERAL: Final = SPECIAL.index(numerals.TOKENS[0])
#: Longest prompt that is read, in tokens; longer ones lose arguments from the end of the workload.
MAX_PROMPT: Final = 96
#: Longest source that is read, in tokens.
MAX_SOURCE: Final = 512

#: Digits of a guess and of its doubt: they are not so exact that more would say anything.
_GUESS_DIGITS: Final = 2
_DOUBT_DIGITS: Final = 1
#: Binary orders of magnitude that guesses are taken to be off by, at least and at most: so no answer is beyond floats.
_DOUBTS: Final = (1 / 64, 8.0)
#: Puts a guess that is right into the middle of a decade, away from where the exponent changes.
_MIDDLE: Final = math.sqrt(10)
_NUMBER: Final = re.compile(r"(?<![\w'])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w'])")


class TextEncoder(Protocol):
    """Text -> token ids, as `tokenizers.Tokenizer` wrapped in `perfcast.rlm.vocabulary.Vocabulary` does it."""

    def encode(self, text: str) -> list[int]: ...


@dataclass(frozen=True)
class Prompt:
    """One question to the model about one source.

    Attributes:
        workload: what the unit is called with.
        device: name of the CPU or GPU that a time is to hold for.
        metric: one of `METRICS`.
    """

    workload: Workload
    device: str
    metric: str


@dataclass(frozen=True)
class Scale:
    """What answering numerals count in.

    Attributes:
        cost, middle: the answer of `middle` means this cost, in the metric's unit.
        power: an answer is so many orders of magnitude from the middle as its cost is from `cost`, times this.
    """

    cost: float | Floats
    middle: float | Floats
    power: float | Floats

    @classmethod
    def of_rows(cls, scales: Sequence[Scale]) -> Scale:
        """For answers and costs of [rows, n], a scale each row."""
        cost, middle, power = np.array([(one.cost, one.middle, one.power) for one in scales]).reshape(-1, 3).T
        return cls(cost[:, None], middle[:, None], power[:, None])

    def answers(self, costs: Floats) -> Floats:
        """Costs in the metric's unit, of any shape, as the model is to answer them."""
        return _raised(costs / self.cost, self.power) * self.middle

    def costs(self, answers: Floats) -> Floats:
        """What the model's answers, of any shape, mean."""
        return _raised(answers / self.middle, 1 / self.power) * self.cost


def _raised(ratios: Floats, power: float | Floats) -> Floats:
    """To a power, as far as numerals reach; nothing stays nothing."""
    with np.errstate(divide="ignore"):
        logs = np.clip(power * np.log10(ratios), numerals.LOWEST, numerals.HIGHEST + 1)
    found: Floats = np.where(ratios > 0, 10.0**logs, 0.0)
    return found


def context_ids(workload: Workload, guesses: Mapping[str, Guess], device: str, vocabulary: TextEncoder) -> list[int]:
    """The part of a prompt that all metrics share, at most `MAX_PROMPT` - 2 tokens.

    Args:
        guesses: by metric; always in the same order.
    """
    tail = [SPECIAL.index(PRIOR)]
    for metric, guess in guesses.items():
        tail += _shortened(guess.cost, _GUESS_DIGITS)
        if _is_doubted(metric, guess):
            tail += _shortened(guess.doubt, _DOUBT_DIGITS)
    tail += [SPECIAL.index(DEVICE), *vocabulary.encode(device)]
    head = [SPECIAL.index(WORKLOAD)]
    for piece in _pieces(str(_launch_first(workload))):
        head.extend(vocabulary.encode(piece) if isinstance(piece, str) else _numeral_ids(piece))
    return head[: MAX_PROMPT - 2 - len(tail)] + tail


def question_ids(metric: str) -> list[int]:
    """What follows the context: the metric, and the numeral's plus, which is certain."""
    return [SPECIAL.index(f"<{metric}>"), SPECIAL.index(numerals.PLUS)]


def scale_of(metric: str, guesses: Mapping[str, Guess]) -> Scale:
    """What the answering numeral counts in: costs themselves where there is no guess, multiples of it where its doubt
    is not told, and doubts otherwise, of which each doubles the answer.

    Args:
        guesses: as in `context_ids`, each cost more than 0.
    """
    if metric not in guesses:
        return Scale(1.0, 1.0, 1.0)
    guess = guesses[metric]
    power = 1 / min(max(guess.doubt, _DOUBTS[0]), _DOUBTS[1]) if _is_doubted(metric, guess) else 1.0
    return Scale(guess.cost, _MIDDLE, power)


def _is_doubted(metric: str, guess: Guess) -> bool:
    """Whether the model is told a doubt: it has learned guesses of kernels without, which calibration alone uses."""
    return metric not in KERNEL_METRICS and not math.isnan(guess.doubt)


def _launch_first(workload: Workload) -> Workload:
    """The launch's options and constexpr values before the other arguments; what a function is called with stays."""

    def rank(argument: Argument) -> int:
        return (LAUNCH, CONSTEXPR).index(argument.type.name) if argument.type.name in (LAUNCH, CONSTEXPR) else 2

    return Workload(tuple(sorted(workload.arguments, key=rank)))


def _shortened(number: float, digits: int) -> list[int]:
    """A numeral of so many digits, without its sign."""
    return [SPECIAL.index(token) for token in numerals.write(number)[1 : 2 + digits]]


def _numeral_ids(number: float) -> list[int]:
    return [SPECIAL.index(token) for token in numerals.write_short(number)]


def _pieces(text: str) -> Iterator[str | float]:
    """Text and numbers in turn; digits inside names and quotes are text."""
    end = 0
    for match in _NUMBER.finditer(text):
        if match.start() > end:
            yield text[end : match.start()]
        yield float(match[0])
        end = match.end()
    if end < len(text):
        yield text[end:]
