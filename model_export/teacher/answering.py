"""What a teacher is asked, and how its distribution over numerals is read from a decoder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from perfcast.prior import Guess
from perfcast.rlm import numerals
from perfcast.rlm.decode import Decoder, decode, inverse
from perfcast.rlm.prompt import TextEncoder, context_ids, question_ids
from perfcast.workload import Workload

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Question:
    """What one metric of a program is at a workload.

    Attributes:
        device: name of the CPU or GPU that a time is to hold for.
        metric: one of `perfcast.rlm.prompt.METRICS`.
        guesses: of the trees by metric, in the order of training.
    """

    workload: Workload
    device: str
    metric: str
    guesses: Mapping[str, Guess]


class Teacher(Protocol):
    """A network that has learned to answer."""

    def numerals(self, text: str, questions: Sequence[Question], levels: Floats) -> Integers:
        """Quantiles of the answers to questions about one program.

        Args:
            text: the program's normal form.
            levels: [questions, count], each in 0..1.

        Returns:
            [questions, count, numerals.LENGTH], positions in `numerals.TOKENS`; the numerals count in
            `perfcast.rlm.prompt.scale_of`.
        """


def prompt_ids(question: Question, vocabulary: TextEncoder) -> list[int]:
    """The whole prompt, up to and with the numeral's plus."""
    context = context_ids(question.workload, question.guesses, question.device, vocabulary)
    return context + question_ids(question.metric)


def quantiles(
    questions: Sequence[Question], levels: Floats, at_once: int, reading: Callable[[Sequence[Question]], Decoder]
) -> Integers:
    """As `Teacher.numerals`.

    Args:
        at_once: numerals that are written together at most, which bounds the memory of a decoder's rows.
        reading: makes a decoder that has read these questions, a row each.
    """
    step = max(1, at_once // levels.shape[1])
    parts = [np.zeros((0, numerals.LENGTH), dtype=np.int64)]
    for start in range(0, len(questions), step):
        part = slice(start, start + step)
        parts.append(decode(reading(questions[part]), levels[part], inverse).tokens)
    return np.concatenate(parts).reshape(*levels.shape, numerals.LENGTH)
