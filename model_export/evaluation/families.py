"""How much each of many records counts, of families of which some have many and most have few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def root_weights(families: Sequence[str]) -> npt.NDArray[np.float64]:
    """[records]: a family counts by the root of how many it has.

    What all of a family share, one more of it does not tell anew; but one alone tells it less surely than a hundred.
    """
    counts = Counter(families)
    return np.array([counts[family] ** -0.5 for family in families], dtype=np.float64)
