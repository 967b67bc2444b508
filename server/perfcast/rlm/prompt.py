"""What the decoder reads before it writes a number: workload, first guesses, device, metric.

A prompt is ``<workload> ... <prior> ... <device> ... <metric>`` followed by the plus of the numeral. The workload is
its canonical text with every number written as a numeral, so that ten times the size is the next exponent and not
another spelling. The guesses of the boosted trees (`perfcast.prior`) stand as an exponent and two digits each.

The numeral that answers counts in the guess where there is one (`unit_of`): the model says by how much the trees err,
so that what it learns adds to what they know, and a model that has learned nothing yet errs as they do.

Functions and Triton kernels are asked about alike. A kernel's workload is a launch, whose constexpr values, grid, warps
and stages come first: they decide most, and what is too long is cut at the end.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from perfcast.rlm import numerals
from perfcast.workload import Argument, Workload
from perfcast.workload.language import CONSTEXPR, LAUNCH

#: Raised by every change to prompts, numerals, special tokens, graphs, calibration or the features that guesses rest
#: on, which makes bundles made before unreadable.
FORMAT: Final = 13
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

#: Digits of a guess: it is not so exact that more would say anything.
_GUESS_DIGITS: Final = 2
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


def context_ids(workload: Workload, guesses: Mapping[str, float], device: str, vocabulary: TextEncoder) -> list[int]:
    """The part of a prompt that all metrics share, at most `MAX_PROMPT` - 2 tokens.

    Args:
        guesses: by metric, in the metrics' units; always in the same order.
    """
    tail = [SPECIAL.index(PRIOR)]
    for guess in guesses.values():
        tail.extend(SPECIAL.index(token) for token in numerals.write(guess)[1 : 2 + _GUESS_DIGITS])
    tail += [SPECIAL.index(DEVICE), *vocabulary.encode(device)]
    head = [SPECIAL.index(WORKLOAD)]
    for piece in _pieces(str(_launch_first(workload))):
        head.extend(vocabulary.encode(piece) if isinstance(piece, str) else _numeral_ids(piece))
    return head[: MAX_PROMPT - 2 - len(tail)] + tail


def question_ids(metric: str) -> list[int]:
    """What follows the context: the metric, and the numeral's plus, which is certain."""
    return [SPECIAL.index(f"<{metric}>"), SPECIAL.index(numerals.PLUS)]


def unit_of(metric: str, guesses: Mapping[str, float]) -> float:
    """What the answering numeral counts in: an answer of 1 means a cost of that much.

    Args:
        guesses: as in `context_ids`, each more than 0.
    """
    return guesses[metric] / _MIDDLE if metric in guesses else 1.0


def _launch_first(workload: Workload) -> Workload:
    """The launch's options and constexpr values before the other arguments; what a function is called with stays."""

    def rank(argument: Argument) -> int:
        return (LAUNCH, CONSTEXPR).index(argument.type.name) if argument.type.name in (LAUNCH, CONSTEXPR) else 2

    return Workload(tuple(sorted(workload.arguments, key=rank)))


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
