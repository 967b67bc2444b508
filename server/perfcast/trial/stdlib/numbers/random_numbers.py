"""``random``, always with the same seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.limits import whole
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import FLOAT, POINTER
from perfcast.trial.interpreter.accounting.prices import (
    DRAWING,
    DRAWN,
    DRAWN_BY_WEIGHT,
    DRAWN_ELSEWHERE,
    SEEDED,
    SEEDED_ANEW,
    WEIGHED,
)
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

_NAMES: Final = (
    *("random", "randint", "randrange", "choice", "choices", "shuffle", "sample", "uniform", "gauss", "getrandbits"),
    *("expovariate", "betavariate", "normalvariate", "triangular", "paretovariate", "lognormvariate", "gammavariate"),
    *("vonmisesvariate", "weibullvariate"),
)
#: Functions that are told how many to draw, and those that take at most so many.
_DRAWING_MANY: Final = frozenset({"sample", "choices"})
_LIMITED: Final = frozenset({"sample", "choices", "getrandbits"})
#: They look at what they draw alone.
_AT_PLACES: Final = frozenset({"choice", "choices", "sample"})
_MOST: Final = 10_000
#: Elements that are copied however few are drawn, and how many are few.
_LEAST_POOL: Final = 21
_FEW: Final = 5
#: Bytes of what draws many, besides their list.
_DRAWING: Final = 560
#: Bytes of a generator.
_GENERATOR: Final = 2_500


class Generator(Guarded):
    """A generator of random numbers."""

    __slots__ = ()

    def __init__(self, machine: Machine, run: Callable[..., Any]) -> None:
        source = random.Random(0)
        drawing = {name: Guarded(_drawing(machine, getattr(source, name))) for name in _NAMES}
        super().__init__(run, drawing | {"seed": Guarded(partial(_seed, machine))}, nbytes=_GENERATOR)


class GeneratorKind(Guarded):
    """The class of them, for calling it and for asking for it."""

    __slots__ = ()
    kind: Final = Generator


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def make(*args: Any) -> Any:
        _seed(machine, *args)
        return machine.grown(Generator(machine, _uncallable), _GENERATOR)

    shared = Generator(machine, _uncallable)
    return {**shared.attributes, "_inst": shared, "Random": GeneratorKind(make)}


def _seed(machine: Machine, a: Any = None, version: int = 2) -> None:
    machine.pay(SEEDED_ANEW if a is None else SEEDED)


def _uncallable(*_: Any, **__: Any) -> Any:
    raise TypeError("not callable")


def _drawing(machine: Machine, function: Any) -> Callable[..., Any]:
    """Of ranges whole: what draws from them does not go through them."""
    name = function.__name__
    drawn, drawing = DRAWN[name], DRAWING.get(name, 0.0)

    def run(*args: Any, **kwargs: Any) -> Any:
        times = next((value for value in (*args[1:], *kwargs.values()) if type(value) is int), 1)
        length = len(args[0]) if name == "shuffle" and args else 1
        if name == "choices":
            _weigh(machine, [*args[1:2], *(kwargs[key] for key in ("weights", "cum_weights") if key in kwargs)], times)
        machine.counts.native += drawing + drawn * (times if name in _DRAWING_MANY else length)
        if name == "sample" and args and not isinstance(args[0], list | tuple | str):
            machine.counts.native += DRAWN_ELSEWHERE * times
        for value in (*args, *kwargs.values()):
            if name not in _AT_PLACES:
                machine.pass_over(len(value) if isinstance(value, list | str | tuple) else 0)
            if name in _LIMITED and whole(value) > _MOST:
                raise Unsupported("a large sample")
        if name == "sample" and args and isinstance(args[0], list | str | tuple) and len(args[0]) <= _pool(times):
            machine.briefly(POINTER * len(args[0]) + POINTER * times)
        aside = _DRAWING if name in _DRAWING_MANY else 0
        machine.put_aside(aside)
        try:
            return noted(machine, function(*args, **kwargs))
        finally:
            machine.aside -= aside

    return run


def _weigh(machine: Machine, weights: list[Any], times: int) -> None:
    """What drawing by weights takes besides; they are added up in a list."""
    for given in weights:
        if isinstance(given, list | tuple) and given:
            machine.pay(WEIGHED * len(given) + DRAWN_BY_WEIGHT * times * math.log2(len(given) + 1))
            machine.briefly((POINTER + FLOAT) * len(given) + POINTER * times)


def _pool(times: int) -> float:
    """Up to how many elements they are copied to draw so many; of more it remembers which were drawn."""
    return _LEAST_POOL + (4.0 ** math.ceil(math.log(3 * times, 4)) if times > _FEW else 0)
