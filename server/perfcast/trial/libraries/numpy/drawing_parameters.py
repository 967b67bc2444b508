"""Random numbers that are drawn by parameters of their own: by arrays, which are spread over each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

#: Functions that numbers or arrays may be the parameters of.
BY_PARAMETERS: Final = (
    *("normal", "uniform", "lognormal", "laplace", "logistic", "gumbel", "weibull", "exponential", "rayleigh", "gamma"),
    *("beta", "chisquare", "standard_t", "triangular", "poisson", "binomial", "geometric", "negative_binomial"),
)
#: Nanoseconds of spreading them, of each array, and of a number that is drawn.
_SPREAD: Final = 3_500.0
_SPREAD_ARRAY: Final = 1_200.0
_SPREAD_NUMBER: Final = 6.0
#: Bytes of the iterator that does, of one array, and of each more.
_ITERATOR: Final = 6_650
_ITERATOR_ARRAY: Final = 8_450


def spreading_time(name: str, args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]) -> float:
    """Nanoseconds that it takes more than numbers that are all drawn alike."""
    arrays = _arrays(name, args, options)
    drawn = sum(int(np.size(part)) for part in made)
    return _SPREAD + _SPREAD_ARRAY * arrays + _SPREAD_NUMBER * drawn if arrays else 0.0


def spreading_bytes(name: str, args: Sequence[Any], options: Mapping[str, Any]) -> int:
    """Bytes while it is done."""
    arrays = _arrays(name, args, options)
    return _ITERATOR + _ITERATOR_ARRAY * (arrays - 1) if arrays else 0


def _arrays(name: str, args: Sequence[Any], options: Mapping[str, Any]) -> int:
    if name not in BY_PARAMETERS:
        return 0
    return sum(isinstance(value, np.ndarray) and value.ndim > 0 for value in (*args, *options.values()))
