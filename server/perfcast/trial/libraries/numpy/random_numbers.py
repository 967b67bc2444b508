"""``numpy.random``: generators of both kinds, always from the same seed unless they are given one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.drawing_parameters import BY_PARAMETERS
from perfcast.trial.libraries.numpy.prices import CALLS

_BOTH: Final = (
    *BY_PARAMETERS,
    *("random", "standard_normal", "standard_exponential", "standard_cauchy", "choice", "permutation", "shuffle"),
    *("multinomial", "dirichlet", "multivariate_normal"),
)
_LEGACY: Final = (*_BOTH, "rand", "randn", "randint")
_MODERN: Final = (*_BOTH, "integers")
#: Bytes of a generator: the words that the older one keeps are many.
_LEGACY_BYTES: Final = 3_050
#: While one is made.
_LEGACY_ASIDE: Final = 6_600
_MODERN_ASIDE: Final = 1_500
_MODERN_BYTES: Final = 850
#: Words of its state; nanoseconds of asking the one that is shared for that, and of setting it.
_WORDS: Final = 624
_STATE_TOLD: Final = 36_000.0
_STATE_SET: Final = 39_000.0
#: The largest seed, and one more.
_SEEDS: Final = 2**32


class Legacy(Guarded):
    """As ``numpy.random.RandomState``."""

    __slots__ = ()


class Modern(Guarded):
    """As ``numpy.random.Generator``."""

    __slots__ = ()


def members(machine: Machine, functions: Callable[[Any, tuple[str, ...]], Mapping[str, Any]]) -> dict[str, Any]:
    """What the module ``numpy.random`` holds.

    Args:
        functions: those of an object, by their names.
    """

    def legacy(seed: Any = None) -> Any:
        machine.array(0, CALLS["RandomState"], 0.0)
        machine.briefly(_LEGACY_ASIDE)
        return machine.grown(Legacy(_uncallable, _of_legacy(functions, seed), nbytes=_LEGACY_BYTES), _LEGACY_BYTES)

    def modern(seed: Any = None) -> Any:
        if isinstance(seed, Modern):
            return seed
        machine.array(0, CALLS["default_rng"], 0.0)
        machine.briefly(_MODERN_ASIDE)
        found = dict(functions(np.random.default_rng(_seed(seed)), _MODERN))
        # They are but made when they are asked for.
        machine.outside.add(list(found.values()))
        return machine.grown(Modern(_uncallable, found, nbytes=_MODERN_BYTES), _MODERN_BYTES)

    def seed(seed: Any = None) -> None:
        machine.array(0, CALLS["seed"], 0.0)

    def state(legacy: bool = True) -> tuple[Any, ...]:
        machine.array(0, _STATE_TOLD, 0.0)
        words = machine.made(np.arange(_WORDS, dtype=np.uint32))
        return "MT19937", words, _WORDS, 0, 0.0

    shared = Legacy(_uncallable, _of_legacy(functions, None), nbytes=_LEGACY_BYTES)
    return {
        **shared.attributes,
        "seed": Guarded(seed),
        "mtrand": Guarded(_uncallable, {"_rand": shared}),
        "RandomState": Kind(Legacy, legacy),
        "Generator": Kind(Modern, _uncallable),
        "default_rng": Guarded(modern),
        "get_state": Guarded(state),
        "set_state": Guarded(lambda _: machine.array(0, _STATE_SET, 0.0)),
    }


def _of_legacy(functions: Callable[[Any, tuple[str, ...]], Mapping[str, Any]], seed: Any) -> dict[str, Any]:
    found = dict(functions(np.random.RandomState(_seed(seed)), _LEGACY))
    return found | {"random_sample": found["random"], "seed": Guarded(lambda *_: None)}


def _seed(seed: Any) -> int:
    """Raises ValueError, TypeError as NumPy does; Unsupported for seeds of other kinds."""
    if seed is None:
        return 0
    if isinstance(seed, str | float):
        raise TypeError("a seed is a whole number")
    if not isinstance(seed, int | np.integer):
        raise Unsupported("a seed of many numbers")
    if not 0 <= seed < _SEEDS:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    return int(seed)


def _uncallable(*_: Any, **__: Any) -> Any:
    raise TypeError("not callable")
