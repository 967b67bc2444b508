"""How often Triton's sorting network compares each element of a block with another one (Batcher 1968)."""

from __future__ import annotations


def merging_passes(length: int) -> int:
    """Of a merge of two halves that are sorted in opposite order: one pass for each doubling of the distance."""
    return (length - 1).bit_length()


def sorting_passes(length: int) -> int:
    """Of ``tl.sort``: a merge at every power of two up to the length, log2(n) (log2(n) + 1) / 2 in all."""
    stages = merging_passes(length)
    return stages * (stages + 1) // 2


def topk_passes(length: int, k: int) -> float:
    """Of ``tl.topk``, in passes over the whole block.

    Runs of `k` are sorted, then pairs of them give the higher half of each two, which is merged, until one is left.
    """
    whole, left = float(sorting_passes(min(k, length))), length
    while left > k:
        whole += left / length
        left //= 2
        whole += left / length * merging_passes(k)
    return whole
