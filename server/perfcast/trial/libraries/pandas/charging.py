"""How operations of data frames are charged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.pandas.prices import (
    BASE,
    COLUMN,
    NUMBERED,
    ORDERED,
    ORDERED_BY_SEVERAL,
    OTHER,
    RANKED,
    RANKED_ALIKE,
    TEXT_COLUMN,
    Price,
)
from perfcast.trial.libraries.pandas.values import Column, Table, Tabular, are_texts, check_calls
from perfcast.trial.scaling import FEW, shrunk_number

#: Nanoseconds on the corpus' machine for a microsecond on the one that the prices of calls were taken on.
_MICRO: Final = 1_150.0
#: What an operation takes of the allowance, besides what it goes through.
_OPERATION: Final = 250.0
#: Bytes of a whole number that values are counted by.
_WHOLE: Final = 8
#: Bytes that stay of each view of a table's block, up to so many, see ``BlockValuesRefs`` of pandas.
_NOTED: Final = 180
_MOST_NOTED: Final = 490


def settled(
    prices: Mapping[str, Price],
    name: str,
    found: Any,
    *operands: Any,
    cells: int | None = None,
    aside: float | None = None,
) -> Any:
    """What was found, paid for as the operation of that name on these operands, the first of which is a table's.

    Args:
        cells: values that it goes through, where that are not all of the largest operand, or of the result.
        aside: bytes that it takes besides its result, where the price does not say it by how many values there are.
    """
    machine = found.machine if isinstance(found, Tabular) else operands[0].machine
    price = prices.get(name, OTHER)
    if prices is COLUMN and name in TEXT_COLUMN and _are_texts(operands[:1]):
        price = TEXT_COLUMN[name]
    machine.allows(_OPERATION)
    if isinstance(found, Table):
        check_calls(machine, len(found.data) // 4)
    if cells is None:
        cells = max(map(cells_of, (found, *operands)))
    machine.array(cells, _MICRO * machine.recent.takes(price, price.call), price.cell * cells)
    if isinstance(found, Tabular | np.ndarray | list | dict | str):
        machine.made_of(found, [part for part in operands if isinstance(part, Tabular | np.ndarray)])
        if isinstance(found, Tabular):
            machine.counts.allocated -= _there_before(machine, found)
    else:
        machine.made(found)
    counted = _WHOLE * machine.buffered(cells) if price.counts else 0
    take(machine, price, int(price.aside * cells if aside is None else aside) + counted)
    return found


def _there_before(machine: Machine, found: Tabular) -> int:
    """Bytes of arrays that tables or columns made before hold, too."""
    found_before = 0
    for block in found.attributes.values():
        if isinstance(block, np.ndarray) and block.base is None:
            if id(block) in machine.blocks or machine.outside.holds(block):
                found_before += block.nbytes
            else:
                machine.blocks[id(block)] = block
    return found_before


def take(machine: Machine, price: Price, aside: int) -> None:
    """Notes what an operation takes for a moment, and what of it stays.

    Args:
        aside: bytes that go with its values.
    """
    size = int(BASE * price.base)
    found, stays = machine.remains.shared(price, size)
    machine.briefly(size - found + aside)
    if stays or price.left:
        # That these stay at the workload's own sizes is no reason to make its runs anew: notes are small.
        machine.put_aside(stays + machine.remains.noted(price.left, _most_noted(machine.share_aside) / _MOST_NOTED))


def _most_noted(share: float) -> int:
    """How many views an object notes before it looks for those that are gone: fewer as the run's sizes are smaller."""
    return shrunk_number(_MOST_NOTED, share)


def pay(receiver: Tabular, micros: float, work: float = 0.0) -> None:
    """Pays for what is no whole operation, in microseconds and nanoseconds of elements."""
    receiver.machine.array(0, _MICRO * micros, work)


def note_views(table: Table, count: int = 1) -> None:
    """A table's block notes what refers to it, and looks for what is gone when it has noted many."""
    machine = table.machine
    table.views += count
    noted = table.views if table.views <= FEW else min(table.views, _most_noted(machine.share))
    machine.briefly(_NOTED * noted)


def pay_for_order(receiver: Tabular, keys: Any) -> None:
    """Pays for putting rows in order, where they are not in that of the keys. Texts are left to what else is paid."""
    if _is_disordered(keys):
        pay(receiver, 0.0, ORDERED * len(keys) * log2(len(keys) + 1))


def pay_for_orders(receiver: Tabular, several: Iterable[Any]) -> None:
    """The same by several keys; moments are numbered by which there are first."""
    for keys in several:
        if _is_disordered(keys) and _is_disordered(keys[::-1]):
            distinct = len(np.unique(keys))
            numbering = NUMBERED * distinct if keys.dtype.kind in "mM" else 0.0
            pay(receiver, 0.0, ORDERED_BY_SEVERAL * len(keys) * log2(distinct + 1) + numbering)


def pay_for_ranks(receiver: Tabular, several: Iterable[Any]) -> None:
    """Pays for ranking values, told their ranks: the fewer of them are different, the sooner they are in order."""
    for ranks in several:
        levels = min(log2(len(ranks) + 1), log2(len(np.unique(ranks)) + 1) + RANKED_ALIKE)
        pay(receiver, 0.0, RANKED * len(ranks) * levels**3)


def _is_disordered(keys: Any) -> bool:
    return keys.dtype.kind in "biufmM" and bool((keys[1:] < keys[:-1]).any())


def _are_texts(operands: tuple[Any, ...]) -> bool:
    return bool(operands) and isinstance(operands[0], Column) and are_texts(operands[0].values)


def cells_of(value: Any) -> int:
    if isinstance(value, Tabular):
        return value.cells
    return int(np.size(value)) if isinstance(value, np.ndarray) else 1
