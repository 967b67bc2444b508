"""Texts whose brackets close what was opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

#: Brackets that open, each with that which closes it.
BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}


def balanced_text(generator: np.random.Generator, characters: Sequence[str], size: int) -> str:
    """A text of these characters, of which each bracket closes the last one that is open; one shorter where nothing
    but brackets is there and the size is odd."""
    pairs = {one: BRACKETS[one] for one in characters if BRACKETS.get(one) in characters}
    closing = set(pairs.values())
    opening, others = list(pairs), [one for one in characters if one not in pairs and one not in closing]
    drawn = generator.integers(0, len(characters), size).tolist()
    found: list[str] = []
    waiting: list[str] = []
    for place, which in enumerate(drawn):
        one, left = characters[which], size - place
        if len(waiting) >= left or (one in closing and waiting):
            one = waiting.pop()
        elif one in closing or one in pairs:
            one = opening[which % len(opening)] if one in closing else one
            # What is opened last has to be closed, too.
            if len(waiting) + 2 > left:
                if not others:
                    continue
                one = others[which % len(others)]
            else:
                waiting.append(pairs[one])
        found.append(one)
    return "".join(found)
