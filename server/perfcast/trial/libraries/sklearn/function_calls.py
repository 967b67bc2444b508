"""How functions and methods of scikit-learn's are called: NumPy computes the values, the prices are scikit-learn's."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.numpy.array_bytes import allocated
from perfcast.trial.libraries.numpy.random_numbers import Legacy
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.values import Column, Labels, Table, Tabular
from perfcast.trial.libraries.scipy.sparse.values import Sparse, dense_of
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.prices import COLUMN, LIST, LISTED, PRICES, TABLE
from perfcast.trial.libraries.sklearn.sparse import rows_of

#: Nanoseconds of a microsecond.
_MICRO: Final = 1_000.0
#: What a call takes of the allowance, and an element that it is given: NumPy goes through these many times as fast as
#: the interpreter through statements.
_CALL: Final = 300.0
_HERE: Final = 0.15
#: Steps of what is computed here.
MOST_STEPS: Final = 8_000_000.0
#: How many times as long an element takes that is held with its place.
_ENTRY: Final = 3.0
_NUMBERS: Final = "biuf"
_MATRIX: Final = 2
#: Characters of the longest label.
_LONGEST: Final = 200
#: The largest seed, and one more.
_SEEDS: Final = 2**32


class Call:
    """A call: takes what is given, pays, and notes what is made.

    Attributes:
        operands: arrays and others that it was given.
        filled: the part of a table that is not nothing, where it is held without the rest.
    """

    def __init__(self, machine: Machine, *operands: Any) -> None:
        self.machine = machine
        self.operands: list[Any] = list(operands)
        self._converted = 0
        self.filled = 1.0
        self._looked_at = 0

    def table(self, given: Any, *, has_missing: bool = False) -> Array:
        """A table of numbers as an array of two dimensions.

        Raises:
            ValueError: it is another thing, or lacks numbers, unless it may.
            Unsupported: it is not known.
        """
        found = self._array(given)
        if found.dtype.kind not in _NUMBERS:
            raise Unsupported("a table of other than numbers")
        if found.ndim != _MATRIX:
            raise ValueError(f"Expected 2D array, got {found.ndim}D array instead")
        _check_rows(found)
        if not found.shape[1]:
            raise ValueError("Found array with 0 feature(s) while a minimum of 1 is required.")
        if found.dtype.kind != "f" or found.itemsize == 2:
            found = self._as(found, np.float64)
        _check_finite(found, has_missing=has_missing)
        return found

    def column(self, given: Any, *, has_several: bool = False) -> Array:
        """A target, or labels. Raises ValueError as scikit-learn does, Unsupported for what is not known.

        Args:
            has_several: whether the library takes several columns, too.
        """
        found = self._array(given)
        if found.ndim == _MATRIX and found.shape[1] == 1:
            found = found[:, 0]
        if has_several and found.ndim == _MATRIX:
            raise Unsupported("several columns of labels")
        if found.ndim != 1:
            raise ValueError(f"y should be a 1d array, got an array of shape {found.shape} instead.")
        if found.dtype.kind in "OUS":
            _check_texts(found)
        elif found.dtype.kind not in _NUMBERS:
            raise Unsupported("labels of another kind")
        _check_rows(found)
        _check_finite(found)
        return found

    def numbers(self, given: Any) -> Array:
        """A target of numbers, of one column or several."""
        found = self._array(given)
        if found.dtype.kind not in _NUMBERS or found.ndim not in (1, _MATRIX):
            raise Unsupported("a target of other than numbers")
        _check_rows(found)
        _check_finite(found)
        return found

    def cells(self, given: Any) -> Array:
        """A table of values of any kind."""
        found = self._array(given)
        if found.ndim != _MATRIX:
            raise ValueError(f"Expected 2D array, got {found.ndim}D array instead")
        if found.dtype.kind in "OUS":
            _check_texts(found.ravel())
        elif found.dtype.kind not in _NUMBERS:
            raise Unsupported("a table of another kind")
        _check_rows(found)
        return found

    def _array(self, given: Any) -> Array:
        if isinstance(given, np.ndarray):
            if given.size > MOST_CELLS:
                raise Unsupported("arrays too large")
            self.operands.append(given)
            return given
        if isinstance(given, Tabular):
            return self._of_pandas(given)
        if isinstance(given, Sparse):
            self.operands.append(given)
            found: Array = dense_of(given)
            self.fills(given, found)
            return found
        if isinstance(given, list | tuple):
            check_nesting(given)
            if any(isinstance(part, Instance | Tabular) for part in given):
                raise Unsupported("a list of other things")
            found = np.asarray(given)
            if found.size > MOST_CELLS:
                raise Unsupported("arrays too large")
            self.pay(LIST, LISTED * found.size, found.size)
            self._converts(found)
            return found
        if given is None or isinstance(given, str | int | float):
            raise ValueError(f"Expected 2D array, got scalar array instead: {type(given).__name__}")
        raise Unsupported(f"{type(given).__name__} given to a function of scikit-learn's")

    def fills(self, given: Sparse, found: Array) -> None:
        """Notes as what table a matrix is looked at."""
        self._looked_at = max(1, found.size)
        self.filled = given.count / self._looked_at

    def _of_pandas(self, given: Tabular) -> Array:
        if not isinstance(given, Table | Column | Labels):
            raise Unsupported("other things of pandas'")
        found: Array = np.asarray(unwrapped(given))
        self.operands.append(given)
        self.pay(TABLE if isinstance(given, Table) else COLUMN, 0.0, 0)
        if isinstance(given, Table) and found.base is None:
            self._converts(found)
        return found

    def _as(self, found: Array, kind: Any) -> Array:
        made = found.astype(kind)
        self._converts(made)
        return made

    def _converts(self, made: Array) -> None:
        self._converted += allocated(made)

    @property
    def entries(self) -> float:
        """How many numbers are held of a table that is held without those that are nothing."""
        return self.filled * self._looked_at

    @property
    def is_shrunk(self) -> bool:
        """Whether the run is of smaller data than the workload's, which may be too few for what is asked for."""
        return self.machine.share < 1.0

    def at_most(self, count: int, most: int, text: str) -> int:
        """How many there can be of what is asked for. Raises ValueError where they are too few, if they are all."""
        if count > most and not self.is_shrunk:
            raise ValueError(text)
        return min(count, most)

    def counts(self, cells: int, here: float = _HERE) -> None:
        """Spends on an array that is made here. Raises TooLarge where that has too many elements."""
        if cells > MOST_CELLS:
            raise TooLarge("arrays too large")
        self.allows(cells, here)

    def pay(self, micros: float, work: float, elements: float) -> None:
        """Pays for microseconds of a call, and nanoseconds of so many elements."""
        self.machine.array(int(elements), _MICRO * micros, work)

    def allows(self, steps: float, here: float = _HERE) -> None:
        """Spends on what is computed here. Raises Unsupported where that is too much."""
        if not steps <= MOST_STEPS:
            raise Unsupported("arrays too large")
        self.machine.allows(_CALL + here * steps)

    def pays(self, name: str, cells: float, steps: float = 0.0, aside: float = 0.0) -> None:
        """Pays the price of that name, and notes what it takes for a moment.

        Args:
            cells: elements; steps: see `Price.step`.
            aside: bytes that it takes for a moment, besides those that the price tells.
        """
        self._pays(name, cells, steps, aside)

    def _pays(self, name: str, cells: float, steps: float, made: float) -> None:
        price = PRICES[name]
        self.allows(cells)
        work = price.cell if self.filled == 1.0 else _ENTRY * price.cell * self.filled
        self.pay(price.call, work * cells + price.step * steps, cells)
        buffer = price.buffered * self.machine.buffered(int(cells))
        self.takes(made + price.base + price.aside * cells * self.filled + buffer)

    def takes(self, nbytes: float) -> None:
        """Notes bytes that it takes for a moment, besides what it has converted."""
        self.machine.briefly(int(nbytes) + self._converted)

    def gives(self, name: str, found: Any, cells: float, steps: float = 0.0, aside: float = 0.0) -> Any:
        """What was found, after paying, see `pays`."""
        made = sum(_size(part) for part in (found if isinstance(found, tuple | list) else (found,)))
        self._pays(name, cells, steps, made + aside)
        if isinstance(found, Sparse):
            # It was noted when it was made.
            return found
        if isinstance(found, np.ndarray | tuple | list | Tabular | Instance):
            return self.machine.made_of(found, self.operands)
        return self.machine.made(found)


def _size(part: Any) -> int:
    if isinstance(part, np.ndarray):
        return allocated(part)
    if isinstance(part, Table | Column):
        held = [*part.attributes.values(), *part.labels.attributes.values()]
        return sum(int(one.nbytes) for one in held if isinstance(one, np.ndarray))
    return 0


def _check_rows(found: Array) -> None:
    if not len(found):
        raise ValueError("Found array with 0 sample(s) while a minimum of 1 is required.")


def _check_finite(found: Array, *, has_missing: bool = False) -> None:
    if found.dtype.kind != "f":
        return
    if np.isinf(found).any():
        raise ValueError("Input contains infinity or a value too large.")
    if not has_missing and np.isnan(found).any():
        raise ValueError("Input contains NaN.")


def _check_texts(found: Array) -> None:
    """Raises Unsupported for others than short texts."""
    if found.dtype.kind == "O" and not all(type(value) is str and len(value) <= _LONGEST for value in found):
        raise Unsupported("labels of another kind")


def check_lengths(*arrays: Any) -> None:
    """Raises ValueError where they are not as long as one another."""
    if len({rows_of(array) for array in arrays}) > 1:
        raise ValueError("Found input variables with inconsistent numbers of samples")


def source_of(seed: Any) -> np.random.RandomState:
    """What draws as told by ``random_state``. Raises ValueError, Unsupported."""
    if seed is None or isinstance(seed, Legacy):
        return np.random.RandomState(0)
    if not isinstance(seed, int | np.integer):
        raise Unsupported("a seed of another kind")
    if not 0 <= seed < _SEEDS:
        raise ValueError("Seed must be between 0 and 2**32 - 1")
    return np.random.RandomState(int(seed))


def functions(machine: Machine, runs: Mapping[str, Callable[..., Any]]) -> dict[str, Guarded]:
    """The functions of a module as interpreted code calls them; each is told a `Call` first."""
    return {name: _guarded(machine, run) for name, run in runs.items()}


def _guarded(machine: Machine, run: Callable[..., Any]) -> Guarded:
    return Guarded(lambda *args, **kwargs: called(machine, run, (), args, kwargs))


def called(
    machine: Machine, run: Callable[..., Any], own: tuple[Any, ...], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Calls a function or, of an instance, a method.

    Args:
        own: the instance, if any.

    Raises:
        Unsupported: it is given what its like here does not take.
    """
    try:
        _signature(run).bind(None, *own, *args, **kwargs)
    except TypeError as error:
        raise Unsupported(f"a function of scikit-learn's with other arguments: {error}") from None
    return while_there(machine, (*own, *args), lambda: run(Call(machine, *own), *own, *args, **kwargs))


@cache
def _signature(run: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(run)


def while_there(machine: Machine, given: Iterable[Any], run: Callable[[], Any]) -> Any:
    """What a call gives, during which what it is given is there, though nobody else may have it."""
    before = len(machine.waiting)
    machine.waiting.extend(one for one in given if isinstance(one, np.ndarray | Tabular | Instance))
    if len(machine.waiting) > before:
        machine.look()
    try:
        return run()
    finally:
        del machine.waiting[before:]
