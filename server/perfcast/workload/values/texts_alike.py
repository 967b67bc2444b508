"""Texts of a pattern."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfcast.workload.language.workload import BETWEEN, read_pattern


def texts_alike(generator: np.random.Generator, pattern: str, size: int, count: int, *, are_lines: bool) -> list[Any]:
    """Texts of a pattern, which is there as a whole, as often as fits.

    Args:
        are_lines: of a pattern of several lines, each text is one of them.
    """
    if are_lines and _is_of_lines(pattern):
        lines = [texts_alike(generator, line, 0, count, are_lines=True) for line in pattern.split("\n")]
        chosen = generator.integers(0, len(lines), count).tolist()
        return [lines[which][place] for place, which in enumerate(chosen)]
    once, standing = read_pattern(pattern)
    times = max(1, size // max(1, len(once)))
    repeated, stands = np.array(list(once * times)), np.array(standing * times)
    texts = np.broadcast_to(repeated, (count, len(repeated))).copy()
    for characters in ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"):
        places = np.isin(repeated, list(characters)) & stands
        drawn = generator.integers(0, len(characters), (count, int(places.sum())))
        texts[:, places] = np.array(list(characters))[drawn]
    found = ["".join(row) for row in texts.tolist()]
    return [text.removesuffix(pattern[-1]) for text in found] if pattern[-1:] in BETWEEN else found


def _is_of_lines(pattern: str) -> bool:
    """Whether it says several lines, and nothing behind the last one, where it would begin anew."""
    return "\n" in pattern and pattern[-1] not in BETWEEN
