"""Kernels of Inductor that are nearly the same are of one family, and so in one split.

What makes no difference is left out before they are compared: numbers, and the numbering of names. Families are joined
through their members, so no two kernels of different ones are as alike as that.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from model_export.corpus.sources import tokens
from model_export.corpus.splits import SIMILARITY, runs
from model_export.corpus.triton.inductor.kernels import shape
from perfcast.source import SourceFile

_NUMBERED: Final = re.compile(r"\b([A-Za-z_]\w*?)\d+\b")


def families_of(kernels: Sequence[tuple[str, str]]) -> list[str]:
    """The family of each kernel, given as (source of the module, name). A family is called by the least of its members'
    hashes, so it keeps its name when the corpus grows, unless it is joined with another."""
    compared = [_compared(source, unit) for source, unit in kernels]
    texts = sorted(set(compared))
    parents = list(range(len(texts)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    for one, other in _alike([runs(tokens(text)) for text in texts]):
        parents[root(one)] = root(other)
    names: dict[int, str] = {}
    for index, text in enumerate(texts):
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        names[root(index)] = min(names.get(root(index), digest), digest)
    found = {text: f"inductor/{names[root(index)]}" for index, text in enumerate(texts)}
    return [found[text] for text in compared]


def _compared(source: str, unit: str) -> str:
    """The kernel's normal form without its name, numbers and the numbering of names."""
    file = SourceFile.parse(source)
    text = file.normal_form(file.unit(unit)).replace(unit, "kernel")
    return _NUMBERED.sub(r"\1", shape(text))


def _alike(sets: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """All pairs whose Jaccard similarity is `SIMILARITY` or more.

    Two such sets share one of the rarest few of each, as many as may be missing and one more: only those are looked up.
    """
    frequencies = Counter(run for one in sets for run in one)
    holders: dict[str, list[int]] = defaultdict(list)
    for index, one in enumerate(sets):
        rarest = sorted(one, key=lambda run: (frequencies[run], run))
        rarest = rarest[: len(one) - math.ceil(SIMILARITY * len(one)) + 1]
        for other in sorted({holder for run in rarest for holder in holders[run]}):
            common = len(one & sets[other])
            if common >= SIMILARITY * (len(one) + len(sets[other]) - common):
                yield index, other
        for run in rarest:
            holders[run].append(index)
