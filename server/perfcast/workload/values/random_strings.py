"""Texts of characters drawn at random."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt


def drawn_texts(generator: np.random.Generator, characters: npt.NDArray[np.str_], size: int, count: int) -> list[str]:
    """`count` texts of `size` of the characters, cut from one draw."""
    drawn = "".join(characters[generator.integers(0, len(characters), size * count)].tolist())
    return [drawn[start : start + size] for start in range(0, size * count, size)] if size else [""] * count


@lru_cache(maxsize=16)
def characters_of(alphabet: tuple[str, str] | str | None) -> np.ndarray[Any, Any]:
    """Those that texts are of, small letters where nothing says; nobody may change the array."""
    if alphabet is None:
        alphabet = ("a", "z")
    if isinstance(alphabet, tuple):
        points = range(ord(alphabet[0]), ord(alphabet[1]) + 1)
        # Surrogates are no characters.
        alphabet = "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)
    return np.array(list(alphabet))
