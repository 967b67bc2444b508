"""Tensors of sizes and types drawn by lot."""

from __future__ import annotations

import random
from typing import Any, Final

_ROWS: Final = (1, 7, 32, 64, 100, 512, 1024, 4096, 16384)
_COLUMNS: Final = (16, 48, 64, 100, 128, 256, 333, 512, 768, 1000, 1024, 2048, 4096, 5000, 8192)
_DTYPES: Final = ("float32", "float16", "bfloat16")
#: Of floating point types, how often each is drawn.
_WEIGHTS: Final = (5, 3, 3)
_MOST_ELEMENTS: Final = 1 << 25


class Tensors:
    """Makes tensors; one of these makes all of one module, of the same floating point type.

    Attributes:
        dtype: the type.
    """

    def __init__(self, rng: random.Random) -> None:
        import torch

        self._rng = rng
        self.dtype: Any = getattr(torch, rng.choices(_DTYPES, _WEIGHTS)[0])

    def one_of(self, *values: Any) -> Any:
        """Any of them."""
        return self._rng.choice(values)

    def rows(self) -> tuple[int, int]:
        """Lengths of a matrix."""
        columns = self._rng.choice(_COLUMNS)
        return self._rng.choice([rows for rows in _ROWS if rows * columns <= _MOST_ELEMENTS]), columns

    def image(self) -> tuple[int, int, int, int]:
        """Batch, channels, height and width."""
        side = self._rng.choice((7, 14, 28, 32, 56, 64, 112))
        return self._rng.choice((1, 4, 16)), self._rng.choice((3, 16, 32, 64, 96)), side, side

    def sequence(self) -> tuple[int, int, int]:
        """Batch, length, and width of one position, a multiple of 16."""
        width = self._rng.choice((64, 128, 256, 384, 512, 768, 1024))
        return self._rng.choice((1, 2, 8)), self._rng.choice((17, 128, 512, 1000)), width

    def real(self, *shape: int) -> Any:
        """Of the floating point type."""
        import torch

        return torch.randn(shape, dtype=self.dtype)

    def indices(self, *shape: int) -> Any:
        """Of whole numbers of 64 bits."""
        import torch

        return torch.zeros(shape, dtype=torch.int64)

    def truths(self, *shape: int) -> Any:
        """Of truth values."""
        import torch

        return torch.zeros(shape, dtype=torch.bool)
