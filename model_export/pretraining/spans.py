"""Span corruption (T5, Raffel et al. 2020, arXiv 1910.10683, sections 3.1.4 and 3.3.4).

Spans of a text are dropped, and written one after the other as what is to be told. T5 has a sentinel of its own for
each span. Here all are the one ``<mask>``, and their order says which is which::

    text    a b c d e f g h i
    source  a <mask> d e f <mask> i
    target  <mask> b c <mask> g h <mask>
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from perfcast.rlm.prompt import MAX_SOURCE, SPECIAL

MASK_ID: Final = SPECIAL.index("<mask>")
#: Share of a text's tokens that are dropped.
SHARE: Final = 0.15
#: Tokens of a span in the mean.
MEAN_SPAN: Final = 3


def corrupted(text: Sequence[int], rng: random.Random) -> tuple[list[int], list[int]]:
    """Source and target of a text's token ids.

    Args:
        text: 2 ids or more, none of them `MASK_ID`.

    Returns:
        Source, no longer than the text, and target, whose last ``<mask>`` says that the last span has ended.
    """
    dropped = max(1, round(SHARE * len(text)))
    spans = max(1, round(dropped / MEAN_SPAN))
    drops = _parts(dropped, spans, rng)
    # Something is kept between two spans; before the first and behind the last there may be nothing.
    keeps = _parts(len(text) - dropped + 2, spans + 1, rng)
    keeps[0] -= 1
    keeps[-1] -= 1
    source, target = list(text[: keeps[0]]), []
    place = keeps[0]
    for drop, keep in zip(drops, keeps[1:], strict=True):
        source += [MASK_ID, *text[place + drop : place + drop + keep]]
        target += [MASK_ID, *text[place : place + drop]]
        place += drop + keep
    return source, [*target, MASK_ID]


def window(text: Sequence[int], rng: random.Random) -> Sequence[int]:
    """As much of a text as the model reads, from anywhere in it."""
    start = rng.randrange(max(0, len(text) - MAX_SOURCE) + 1)
    return text[start : start + MAX_SOURCE]


def _parts(total: int, parts: int, rng: random.Random) -> list[int]:
    """`total` as a sum of that many positive numbers, every such sum equally likely."""
    cuts = [0, *sorted(rng.sample(range(1, total), parts - 1)), total]
    return [end - start for start, end in pairwise(cuts)]
