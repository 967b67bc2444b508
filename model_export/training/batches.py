"""Examples in token ids -> the batches of an epoch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from model_export.training.dataset import Example
from model_export.training.model import PAD_ID
from model_export.training.objective import Batch
from perfcast.rlm import numerals
from perfcast.rlm.prompt import METRICS

#: What users are shown, two of which are asked for at a time; of the others one is drawn.
SHOWN = frozenset({"peak_memory", "cpu_time", "registers", "shared_memory", "gpu_time"})
_ASKED = 2


def epoch(
    examples: Sequence[Example],
    rng: random.Random,
    *,
    tokens: int,
    group: int,
    auxiliary: int,
    labels: float = 1.0,
) -> Iterator[Batch]:
    """One pass over the programs in batches of similar length.

    Args:
        tokens: source tokens a batch, padding included.
        group: workloads drawn a program.
        auxiliary: metrics drawn a workload besides peak memory and time.
        labels: how often a question is learned from its label, where a teacher has answered it too.
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
    for picked in filter(None, batches):
        yield _batch(picked, rng, group, auxiliary, labels)


def _batch(
    picked: Sequence[tuple[Example, int]], rng: random.Random, group: int, auxiliary: int, labels: float
) -> Batch:
    sources = [item.sources[spelling] for item, spelling in picked]
    contexts, metrics, targets, distributions, weights = [], [], [], [], []
    for item, spelling in picked:
        rows = rng.sample(item.records, min(group, len(item.records)))
        drawn = [*rows, *rng.choices(item.records, k=group - len(rows))]
        for position, row in enumerate(drawn):
            known = item.known(row)
            shown, others = _columns(known, rng)
            asked = [*shown, *(rng.choice(others) for _ in range(auxiliary))]
            contexts.append(item.contexts[spelling][row])
            metrics.append(asked)
            learned = [_learned(item, row, column, labels, rng) for column in asked]
            targets.append(np.stack([numeral for numeral, _ in learned]))
            distributions.append(np.stack([distribution for _, distribution in learned]))
            is_new = 1.0 if position < len(rows) else 0.0
            emphasis = np.array([*[1.0] * _ASKED, *[0.5] * auxiliary])
            repeated = np.array([column in asked[:place] for place, column in enumerate(asked)])
            weights.append(np.isin(asked, known) * ~repeated * emphasis * is_new)
    source_ids, source_mask = padded(sources)
    ids, _ = padded(contexts)
    return Batch(
        source_ids,
        source_mask,
        ids,
        torch.tensor([len(context) for context in contexts]),
        torch.tensor(metrics),
        torch.from_numpy(np.stack(targets)),
        torch.from_numpy(np.stack(distributions)),
        torch.from_numpy(np.stack(weights)).float(),
    )


def _learned(
    item: Example, row: int, column: int, labels: float, rng: random.Random
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The numeral that is read, and what is to come after each of its beginnings."""
    answers = item.answers.get((row, column))
    if answers is None or (item.present[row, column] and rng.random() < labels):
        return item.targets[row, column], following(item.targets[row, column], item.targets[row, [column]])
    drawn = answers[rng.randrange(len(answers))].astype(np.int64)
    return drawn, following(drawn, answers)


def following(numeral: npt.NDArray[Any], answers: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """How often each token follows the beginnings of a numeral among equally likely answers, one of which it is.

    Args:
        numeral: [numerals.LENGTH], positions in `numerals.TOKENS`.
        answers: [answers, numerals.LENGTH].

    Returns:
        [numerals.LENGTH - 1, len(numerals.TOKENS)]: distributions of exponent and digits.
    """
    found = np.zeros((numerals.LENGTH - 1, len(numerals.TOKENS)), dtype=np.float32)
    begin_so = np.ones(len(answers), dtype=np.bool_)
    for position in range(1, numerals.LENGTH):
        begin_so &= answers[:, position - 1] == numeral[position - 1]
        tokens, counts = np.unique(answers[begin_so, position], return_counts=True)
        found[position - 1, tokens] = counts / counts.sum()
    return found


def _columns(known: list[int], rng: random.Random) -> tuple[list[int], list[int]]:
    """Two of the metrics that users are shown, the only one twice, and the others that are known."""
    shown = [column for column in known if METRICS[column] in SHOWN] or known[:1]
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
