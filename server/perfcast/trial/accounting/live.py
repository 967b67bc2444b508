"""What tensors tell of themselves, so that nobody need look for them."""

from __future__ import annotations


class Live:
    """Bytes of the tensors that are there, as they tell themselves."""

    __slots__ = ("nbytes",)

    def __init__(self) -> None:
        self.nbytes = 0
