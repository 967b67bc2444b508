"""Held-out kernels that are copies of what is trained on, told by their text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from model_export.corpus.sources import tokens
from model_export.corpus.splits import runs

#: Jaccard similarity of token runs from which on a kernel is evidence of nothing.
SIMILARITY: Final = 0.5


def unlike(records: Sequence[dict[str, Any]], texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """The records without those of held-out kernels that are like a training one.

    Families are told apart by name, and files of others copy from each other under other names.

    Args:
        texts: kernel -> normal form, of every record.
    """
    splits = {record["program"]: record["split"] for record in records}
    seen = {program: runs(tokens(texts[program])) for program in splits}
    trained = [seen[program] for program, split in splits.items() if split == "train"]
    copies = {
        program
        for program, split in splits.items()
        if split != "train" and any(_jaccard(seen[program], other) >= SIMILARITY for other in trained)
    }
    return [record for record in records if record["program"] not in copies]


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """At most the ratio of the sizes, which is given where it is small enough to tell."""
    fewer, more = sorted((len(first), len(second)))
    if fewer < SIMILARITY * more:
        return fewer / more
    shared = len(first & second)
    return shared / (fewer + more - shared)
