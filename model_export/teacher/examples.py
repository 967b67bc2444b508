"""Labelled programs in the ids of a borrowed vocabulary."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from tqdm import tqdm

from model_export.teacher.vocabulary import BorrowedVocabulary
from model_export.training.dataset import Example, Labelled, example
from model_export.training.renaming import renamed, renamed_workload


def examples(
    programs: Sequence[Labelled],
    vocabulary: BorrowedVocabulary,
    source_tokens: int,
    spellings: int,
    seed: int,
    pool: Sequence[str],
) -> list[Example]:
    """The programs under their own names, and under `spellings` - 1 others drawn from `pool`."""
    rng = random.Random(seed)
    found = []
    for program in tqdm(programs, desc="encoding", mininterval=5):
        named = [program, *(_respelled(program, rng, pool) for _ in range(spellings - 1))]
        encoded = [example(one, vocabulary, rng, pool, 1) for one in named]
        found.append(
            replace(
                encoded[0],
                sources=[vocabulary.encode_source(one.text, source_tokens) for one in named],
                contexts=[one.contexts[0] for one in encoded],
            )
        )
    return found


def _respelled(program: Labelled, rng: random.Random, pool: Sequence[str]) -> Labelled:
    text, mapping = renamed(program.text, rng, pool)
    return replace(program, text=text, workloads=[renamed_workload(one, mapping) for one in program.workloads])
