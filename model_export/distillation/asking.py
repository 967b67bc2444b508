"""Questions about one program -> the answers of several teachers as one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from model_export.distillation.answers import Asked, levels
from model_export.prior.files import key_of
from model_export.teacher.answering import Question, Teacher
from model_export.training.dataset import Guesses
from perfcast.workload import parse


def ask(
    teachers: Sequence[Teacher], text: str, rows: Sequence[Mapping[str, Any]], guesses: Guesses, count: int
) -> tuple[list[Asked], npt.NDArray[np.int64]]:
    """What all teachers answer about a program, with equal weights.

    Args:
        text: the program's normal form.
        rows: its records; of each the metrics are asked that the trees guess.
        count: numerals a question and teacher.

    Returns:
        What was asked, and [questions, teachers * count, numerals.LENGTH], positions in `numerals.TOKENS`.
    """
    asked: list[Asked] = []
    questions = []
    for row in rows:
        key = key_of(row)
        for metric in guesses[key]:
            asked.append((*key, metric))
            questions.append(Question(parse(row["workload"]), row["device"], metric, guesses[key]))
    wanted = np.tile(levels(count), (len(questions), 1))
    return asked, np.concatenate([teacher.numerals(text, questions, wanted) for teacher in teachers], axis=1)


def drawn(rows: Sequence[Mapping[str, Any]], most: int, seed: int) -> dict[str, list[Mapping[str, Any]]]:
    """Program -> at most so many of its records; the programs come in an order by chance."""
    by_program: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_program.setdefault(row["program"], []).append(row)
    programs = sorted(by_program)
    random.Random(seed).shuffle(programs)
    return {
        program: random.Random(f"{seed}:{program}").sample(by_program[program], min(most, len(by_program[program])))
        for program in programs
    }
