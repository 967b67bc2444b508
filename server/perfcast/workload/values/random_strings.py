"""Texts of characters drawn at random."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def drawn_texts(generator: np.random.Generator, characters: npt.NDArray[np.str_], size: int, count: int) -> list[str]:
    """`count` texts of `size` of the characters, cut from one draw."""
    drawn = "".join(characters[generator.integers(0, len(characters), size * count)].tolist())
    return [drawn[start : start + size] for start in range(0, size * count, size)] if size else [""] * count
