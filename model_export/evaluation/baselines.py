"""What a sceptic would ask for first: forecasts that read no code, or only count it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_array

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """Records as arrays, one row a record.

    Attributes:
        log_costs: [records], log2 of the cost.
        log_sizes: [records], log2 of the elements of the largest argument.
        tokens: [records], the set of tokens of the source that the record belongs to.
    """

    log_costs: Floats
    log_sizes: Floats
    tokens: Sequence[frozenset[str]]


def constant(train: Table, test: Table) -> Floats:
    """The median of all training costs: [records], log2."""
    return np.full(len(test.log_sizes), np.median(train.log_costs))


def size_alone(train: Table, test: Table) -> Floats:
    """A straight line through log cost against log size, fitted by least absolute differences: [records], log2."""

    def misfit(line: Floats) -> float:
        return float(np.abs(train.log_costs - line[0] - line[1] * train.log_sizes).mean())

    start = np.polynomial.polynomial.polyfit(train.log_sizes, train.log_costs, 1)
    intercept, slope = minimize(misfit, start, method="Nelder-Mead").x
    line: Floats = intercept + slope * test.log_sizes
    return line


def nearest(train: Table, test: Table) -> Floats:
    """The cost of the record of the most alike source (Jaccard of tokens) at the nearest size: [records], log2."""
    rows_of = _by_source(train.tokens)
    asked = list(_by_source(test.tokens))
    alike = _jaccard(asked, list(rows_of))
    found = {source: list(rows_of.values())[int(row.argmax())] for source, row in zip(asked, alike, strict=True)}
    forecast = np.empty(len(test.log_sizes))
    for index, source in enumerate(test.tokens):
        rows = found[source]
        closest = int(np.abs(train.log_sizes[rows] - test.log_sizes[index]).argmin())
        forecast[index] = train.log_costs[rows[closest]]
    return forecast


def _by_source(tokens: Sequence[frozenset[str]]) -> dict[frozenset[str], list[int]]:
    rows: dict[frozenset[str], list[int]] = {}
    for index, source in enumerate(tokens):
        rows.setdefault(source, []).append(index)
    return rows


def _jaccard(some: Sequence[frozenset[str]], others: Sequence[frozenset[str]]) -> Floats:
    """Tokens in common over tokens in all: [some, others]."""
    columns = {token: column for column, token in enumerate(frozenset().union(*some, *others))}

    def matrix(sources: Sequence[frozenset[str]]) -> csr_array:
        rows = np.repeat(np.arange(len(sources)), [len(source) for source in sources])
        places = [columns[token] for source in sources for token in source]
        return csr_array((np.ones(len(places)), (rows, places)), shape=(len(sources), len(columns)))

    common = (matrix(some) @ matrix(others).T).toarray()
    sizes = np.add.outer([len(source) for source in some], [len(source) for source in others])
    found: Floats = common / np.maximum(sizes - common, 1)
    return found


def conformal_width(residuals: Floats, coverage: float, weights: Floats | None = None) -> float:
    """Half the width of a range around a point forecast that holds the truth so often (split conformal).

    Args:
        weights: how much each residual counts; all the same without.
    """
    level = min(1.0, np.ceil((len(residuals) + 1) * coverage) / len(residuals))
    if weights is None:
        return float(np.quantile(np.abs(residuals), level))
    return float(np.quantile(np.abs(residuals), level, weights=weights, method="inverted_cdf"))
