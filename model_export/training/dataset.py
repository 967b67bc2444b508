"""Records and sources -> token ids, and token ids -> batches."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from model_export.training.model import PAD_ID
from model_export.training.objective import Batch
from model_export.training.renaming import bound_names, renamed, renamed_workload
from perfcast.prior import FLOORS
from perfcast.rlm import numerals
from perfcast.rlm.prompt import MAX_SOURCE, METRICS, context_ids, unit_of
from perfcast.rlm.vocabulary import Vocabulary
from perfcast.workload import Workload, parse

#: (program, workload, device) -> guesses of the trees by metric.
Guesses = Mapping[tuple[str, str, str], Mapping[str, float]]
#: What users are shown, two of which are asked for at a time; of the others one is drawn.
_SHOWN = frozenset({"peak_memory", "cpu_time", "registers", "shared_memory", "gpu_time"})
_ASKED = 2


@dataclass(frozen=True)
class Labelled:
    """One program with its records, as read from the corpus.

    Attributes:
        text: the normal form that the model reads.
        workloads: one a record.
        device: one a record.
        metrics: [records, len(METRICS)], NaN where not measured.
        guesses: one a record, by metric, in the metrics' units.
    """

    program: str
    origin: str
    problem: str
    text: str
    workloads: list[Workload]
    devices: list[str]
    metrics: np.ndarray[Any, np.dtype[np.float64]]
    guesses: list[Mapping[str, float]]


@dataclass
class Example:
    """A program in token ids, under its own names first and then under others.

    Attributes:
        sources: a list of ids a spelling.
        contexts: a list of ids a spelling and record.
        targets: [records, len(METRICS), numerals.LENGTH], positions in `numerals.TOKENS`; each counts in its unit, see
            `perfcast.rlm.prompt.unit_of`.
        present: [records, len(METRICS)].
    """

    sources: list[list[int]]
    contexts: list[list[list[int]]]
    targets: np.ndarray[Any, np.dtype[np.int64]]
    present: np.ndarray[Any, np.dtype[np.bool_]]
    lengths: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.lengths = [len(source) for source in self.sources]


def labelled_programs(
    records: Sequence[Mapping[str, Any]], texts: Mapping[str, str], guesses: Guesses
) -> list[Labelled]:
    """Groups records by program; programs without a text in `texts` (program -> normal form) are left out."""
    by_program: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        if record["program"] in texts:
            by_program.setdefault(record["program"], []).append(record)
    found = []
    for program, rows in by_program.items():
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
                [guesses[program, row["workload"], row["device"]] for row in rows],
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
    program: Labelled, vocabulary: Vocabulary, rng: random.Random, pool: Sequence[str], spellings: int
) -> Example:
    """Encodes a program under its own names and under `spellings` - 1 others."""
    variants: list[tuple[str, dict[str, str]]] = [(program.text, {})]
    variants += [renamed(program.text, rng, pool) for _ in range(spellings - 1)]
    targets = np.zeros((len(program.workloads), len(METRICS), numerals.LENGTH), dtype=np.int64)
    present = ~np.isnan(program.metrics)
    for row, column in zip(*present.nonzero(), strict=True):
        cost = max(program.metrics[row, column], FLOORS.get(METRICS[column], 0.0))
        tokens = numerals.write(cost / unit_of(METRICS[column], program.guesses[row]))
        targets[row, column] = [numerals.TOKENS.index(token) for token in tokens]
    targets[~present] = [numerals.TOKENS.index(token) for token in numerals.write(1.0)]
    return Example(
        [vocabulary.encode(text)[:MAX_SOURCE] for text, _ in variants],
        [
            [
                context_ids(renamed_workload(workload, mapping), guess, device, vocabulary)
                for workload, guess, device in zip(program.workloads, program.guesses, program.devices, strict=True)
            ]
            for _, mapping in variants
        ],
        targets,
        present,
    )


def epoch(
    examples: Sequence[Example], rng: random.Random, *, tokens: int, group: int, auxiliary: int
) -> Iterator[Batch]:
    """One pass over the programs in batches of similar length.

    Args:
        tokens: source tokens a batch, padding included.
        group: workloads drawn a program.
        auxiliary: metrics drawn a workload besides peak memory and time.
    """
    # Sorting by jittered lengths mixes the batches from epoch to epoch.
    picks = [(item, rng.randrange(len(item.sources))) for item in examples]
    picks.sort(key=lambda pick: pick[0].lengths[pick[1]] * rng.uniform(0.9, 1.1))
    batches: list[list[tuple[Example, int]]] = [[]]
    longest = 0
    for pick in picks:
        longest = max(longest, pick[0].lengths[pick[1]])
        if batches[-1] and longest * (len(batches[-1]) + 1) > tokens:
            batches.append([])
            longest = pick[0].lengths[pick[1]]
        batches[-1].append(pick)
    rng.shuffle(batches)
    for picked in batches:
        yield _batch(picked, rng, group, auxiliary)


def _batch(picked: Sequence[tuple[Example, int]], rng: random.Random, group: int, auxiliary: int) -> Batch:
    sources = [item.sources[spelling] for item, spelling in picked]
    contexts, metrics, targets, weights = [], [], [], []
    for item, spelling in picked:
        records = len(item.targets)
        rows = rng.sample(range(records), min(group, records))
        drawn = [*rows, *rng.choices(range(records), k=group - len(rows))]
        for position, row in enumerate(drawn):
            shown, others = _columns(item.present[row], rng)
            asked = [*shown, *(rng.choice(others) for _ in range(auxiliary))]
            contexts.append(item.contexts[spelling][row])
            metrics.append(asked)
            targets.append(item.targets[row, asked])
            is_new = 1.0 if position < len(rows) else 0.0
            emphasis = np.array([*[1.0] * _ASKED, *[0.5] * auxiliary])
            repeated = np.array([column in asked[:place] for place, column in enumerate(asked)])
            weights.append(item.present[row, asked] * ~repeated * emphasis * is_new)
    source_ids, source_mask = padded(sources)
    ids, _ = padded(contexts)
    return Batch(
        source_ids,
        source_mask,
        ids,
        torch.tensor([len(context) for context in contexts]),
        torch.tensor(metrics),
        torch.from_numpy(np.stack(targets)),
        torch.from_numpy(np.stack(weights)).float(),
    )


def _columns(present: np.ndarray[Any, np.dtype[np.bool_]], rng: random.Random) -> tuple[list[int], list[int]]:
    """Two of the metrics that users are shown, the only one twice, and the others that were measured."""
    known = present.nonzero()[0].tolist()
    shown = [column for column in known if METRICS[column] in _SHOWN] or known[:1]
    chosen = sorted(rng.sample(shown, min(len(shown), _ASKED)))
    return (chosen + chosen[-1:])[:_ASKED], [column for column in known if column not in shown] or chosen[-1:]


def padded(sequences: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and mask, [sequences, longest]."""
    longest = max(map(len, sequences))
    ids = torch.full((len(sequences), longest), PAD_ID, dtype=torch.int64)
    mask = torch.zeros((len(sequences), longest), dtype=torch.int64)
    for row, sequence in enumerate(sequences):
        ids[row, : len(sequence)] = torch.tensor(sequence)
        mask[row, : len(sequence)] = 1
    return ids, mask
