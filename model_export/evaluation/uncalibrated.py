"""What the model answers about records before its ranges are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Uncalibrated:
    """What calibrations are chosen on.

    Attributes:
        quantiles: [metrics, records, levels].
        guesses: [metrics, records], what the decoder read; NaN where there is none.
        doubts: [metrics, records], binary orders that these are off by; NaN where nobody knows.
        bases: what the first guess for each record rests on.
        sizes: [records], of their workloads.
    """

    quantiles: Floats
    guesses: Floats
    doubts: Floats
    bases: list[str]
    sizes: Floats

    @classmethod
    def together(cls, parts: Sequence[Uncalibrated]) -> Uncalibrated:
        """The records of all parts, one part after the other."""
        return cls(
            np.concatenate([part.quantiles for part in parts], axis=1),
            np.concatenate([part.guesses for part in parts], axis=1),
            np.concatenate([part.doubts for part in parts], axis=1),
            [basis for part in parts for basis in part.bases],
            np.concatenate([part.sizes for part in parts]),
        )

    def some(self, places: Sequence[int]) -> Uncalibrated:
        """Those of the records at these places."""
        bases = [self.bases[place] for place in places]
        return Uncalibrated(
            self.quantiles[:, places], self.guesses[:, places], self.doubts[:, places], bases, self.sizes[places]
        )
