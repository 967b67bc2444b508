"""Records and sources -> token ids."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from model_export.training.renaming import bound_names, renamed, renamed_workload
from perfcast.prior import FLOORS, Guess
from perfcast.rlm import numerals
from perfcast.rlm.prompt import MAX_SOURCE, METRICS, TextEncoder, context_ids, scale_of
from perfcast.workload import Workload, parse

#: (program, workload, device) -> guesses of the trees by metric.
Guesses = Mapping[tuple[str, str, str], Mapping[str, Guess]]
#: (program, workload, device, metric) -> numerals of a teacher, equally likely: [answers, numerals.LENGTH], positions
#: in `numerals.TOKENS`, each in its scale (`perfcast.rlm.prompt.scale_of`).
Answers = Mapping[tuple[str, str, str, str], npt.NDArray[np.int8]]


@dataclass(frozen=True)
class Labelled:
    """One program with its records, as read from the corpus.

    Attributes:
        text: the normal form that the model reads.
        workloads: one a record.
        device: one a record.
        metrics: [records, len(METRICS)], NaN where not measured.
        guesses: one a record, by metric.
        answers: (record, position of the metric in METRICS) -> a teacher's, as in `Answers`.
    """

    program: str
    origin: str
    problem: str
    text: str
    workloads: list[Workload]
    devices: list[str]
    metrics: np.ndarray[Any, np.dtype[np.float64]]
    guesses: list[Mapping[str, Guess]]
    answers: Mapping[tuple[int, int], npt.NDArray[np.int8]] = field(default_factory=dict)


@dataclass
class Example:
    """A program in token ids, under its own names first and then under others.

    Attributes:
        sources: a list of ids a spelling.
        contexts: a list of ids a spelling and record.
        targets: [records, len(METRICS), numerals.LENGTH], positions in `numerals.TOKENS`; each in its scale, see
            `perfcast.rlm.prompt.scale_of`.
        present: [records, len(METRICS)].
        answers: as in `Labelled`.
        lengths: tokens of each of the sources.
        records: those that something is known of.
    """

    sources: list[list[int]]
    contexts: list[list[list[int]]]
    targets: np.ndarray[Any, np.dtype[np.int64]]
    present: np.ndarray[Any, np.dtype[np.bool_]]
    answers: Mapping[tuple[int, int], npt.NDArray[np.int8]] = field(default_factory=dict)
    lengths: list[int] = field(init=False)
    records: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.lengths = [len(source) for source in self.sources]
        self._known = self.present.copy()
        for row, column in self.answers:
            self._known[row, column] = True
        self.records = np.flatnonzero(self._known.any(axis=1)).tolist()

    def known(self, row: int) -> list[int]:
        """The metrics of a record that were measured or answered by a teacher, as positions in `METRICS`."""
        found: list[int] = np.flatnonzero(self._known[row]).tolist()
        return found


def labelled_programs(
    records: Sequence[Mapping[str, Any]],
    texts: Mapping[str, str],
    guesses: Guesses,
    answers: Answers | None = None,
) -> list[Labelled]:
    """Groups records by program; programs without a text in `texts` (program -> normal form) are left out."""
    answers = answers or {}
    by_program: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        if record["program"] in texts:
            by_program.setdefault(record["program"], []).append(record)
    found = []
    for program, rows in by_program.items():
        keys = [(program, row["workload"], row["device"]) for row in rows]
        values = np.array([[np.nan if row.get(m) is None else row[m] for m in METRICS] for row in rows])
        found.append(
            Labelled(
                program,
                rows[0]["origin"],
                rows[0]["problem"],
                texts[program],
                [parse(row["workload"]) for row in rows],
                [row["device"] for row in rows],
                values,
                [guesses[key] for key in keys],
                {
                    (row, column): answers[*key, metric]
                    for row, key in enumerate(keys)
                    for column, metric in enumerate(METRICS)
                    if (*key, metric) in answers
                },
            )
        )
    return found


def name_pool(programs: Sequence[Labelled]) -> list[str]:
    """Names that people gave, for the renaming of others."""
    pool: set[str] = set()
    for program in programs:
        pool |= bound_names(program.text)
    return sorted(pool)


def example(
    program: Labelled,
    vocabulary: TextEncoder,
    rng: random.Random,
    pool: Sequence[str],
    spellings: int,
    longest: int = MAX_SOURCE,
) -> Example:
    """Encodes a program under its own names and under `spellings` - 1 others, with `longest` tokens at most."""
    variants: list[tuple[str, dict[str, str]]] = [(program.text, {})]
    variants += [renamed(program.text, rng, pool) for _ in range(spellings - 1)]
    targets = np.zeros((len(program.workloads), len(METRICS), numerals.LENGTH), dtype=np.int64)
    present = ~np.isnan(program.metrics)
    for row, column in zip(*present.nonzero(), strict=True):
        cost = np.maximum(program.metrics[row, column], FLOORS.get(METRICS[column], 0.0))
        tokens = numerals.write(float(scale_of(METRICS[column], program.guesses[row]).answers(cost)))
        targets[row, column] = [numerals.TOKENS.index(token) for token in tokens]
    targets[~present] = [numerals.TOKENS.index(token) for token in numerals.write(1.0)]
    return Example(
        [vocabulary.encode(text)[:longest] for text, _ in variants],
        [
            [
                context_ids(renamed_workload(workload, mapping), guess, device, vocabulary)
                for workload, guess, device in zip(program.workloads, program.guesses, program.devices, strict=True)
            ]
            for _, mapping in variants
        ],
        targets,
        present,
        program.answers,
    )
