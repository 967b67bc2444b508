"""By which factors costs come closest to what was measured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

Floats = npt.NDArray[np.float64]

#: Errors, in binary orders of magnitude, beyond which they count by their size alone, not by its square.
_SMALL_ERROR: Final = 0.3
#: What it takes to move a factor by `_SCALE` of its natural logarithm: as much as it takes to be right about so many
#: records more.
_STIFFNESS: Final = 2.0
_SCALE: Final = 0.5
#: Times that a factor is off at most, in `_SCALE`.
_FARTHEST: Final = 3.0
#: Nanoseconds that the least call takes.
_LEAST: Final = 10.0
_STEPS: Final = 300


@dataclass(frozen=True)
class Paid:
    """A call that was measured.

    Attributes:
        program: whose call it is; seconds: that were measured; total: nanoseconds that it costs; costs: those of it by
            what they are paid for.
    """

    program: str
    seconds: float
    total: float
    costs: Mapping[str, float]


@dataclass(frozen=True)
class Factor:
    """
    Attributes:
        of: what is paid for; factor: by which it would be dearer; programs: that pay for it; share: of the time that a
            call costs, the mean over all.
    """

    of: str
    factor: float
    programs: int
    share: float


class Table:
    """Costs of calls by what they are paid for.

    Args:
        least: programs that have to pay for something, or its price stays as it is.
    """

    def __init__(self, calls: Sequence[Paid], least: int) -> None:
        self.programs: dict[str, set[str]] = defaultdict(set)
        for call in calls:
            for key in call.costs:
                self.programs[key].add(call.program)
        self.keys = sorted(key for key, programs in self.programs.items() if len(programs) >= least)
        place = {key: number for number, key in enumerate(self.keys)}
        entries = [
            (row, place[key], cost)
            for row, call in enumerate(calls)
            for key, cost in call.costs.items()
            if cost and key in place
        ]
        rows, columns, costs = zip(*entries, strict=True) if entries else ((), (), ())
        self.totals = np.array([call.total for call in calls])
        self.costs = csr_matrix((costs, (rows, columns)), shape=(len(calls), len(self.keys)))
        self.rest = self.totals - np.asarray(self.costs.sum(axis=1)).ravel()
        self.measured = np.log2([1e9 * call.seconds for call in calls])

    def errors(self, factors: Floats, rows: npt.NDArray[Any]) -> Floats:
        """In binary orders of magnitude, of these calls."""
        found = self.costs[rows] @ factors + self.rest[rows]
        return np.asarray(np.log2(np.maximum(found, _LEAST)) - self.measured[rows])

    def fitted(self, rows: npt.NDArray[Any]) -> Floats:
        """Factors by which these calls come closest to what was measured."""
        costs, rest, measured = self.costs[rows], self.rest[rows], self.measured[rows]
        across = costs.T.tocsr()

        def loss(moved: Floats) -> tuple[float, Floats]:
            factors = np.exp(_SCALE * moved)
            found = costs @ factors + rest
            errors = (np.log2(np.maximum(found, _LEAST)) - measured) / _SMALL_ERROR
            heights = np.sqrt(1.0 + errors**2)
            slopes = np.where(found > _LEAST, errors / heights / (np.maximum(found, _LEAST) * np.log(2.0)), 0.0)
            value = _SMALL_ERROR * (heights - 1.0).sum() + _STIFFNESS / 2.0 * (moved**2).sum()
            return value, (across @ slopes) * _SCALE * factors + _STIFFNESS * moved

        found = minimize(
            loss,
            np.zeros(len(self.keys)),
            jac=True,
            method="L-BFGS-B",
            bounds=[(-_FARTHEST, _FARTHEST)] * len(self.keys),
            options={"maxiter": _STEPS},
        )
        return np.asarray(np.exp(_SCALE * found.x))

    def factors(self, fitted: Floats) -> list[Factor]:
        """Those that matter most come first."""
        shares = np.asarray(csr_matrix(self.costs.multiply(1.0 / self.totals[:, None])).mean(axis=0)).ravel()
        found = [
            Factor(key, float(factor), len(self.programs[key]), float(share))
            for key, factor, share in zip(self.keys, fitted, shares, strict=True)
        ]
        return sorted(found, key=lambda one: -one.share * abs(np.log(one.factor)))
