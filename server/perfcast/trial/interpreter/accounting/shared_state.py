"""What runs of a unit share with one another, and with what is run apart from them."""

from __future__ import annotations

import decimal
import weakref
from dataclasses import dataclass, field
from typing import Any, Final

from perfcast.trial.interpreter.accounting.preexisting import Before
from perfcast.trial.interpreter.accounting.shortened_loops import Turns

#: Place among shrunk caps of how many elements what a method is called on is made with; those of loops lie below.
RECEIVER: Final = -1


@dataclass(eq=False)
class SharedState:
    """The part of the machine that `Machine.apart` leaves as it is; all else is put back after it."""

    #: Of functions that remember their results, in the order in which they were made.
    tables: list[dict[Any, Any]] = field(default_factory=list)
    #: Kind of tuple with named fields -> what its class has besides them, by name.
    records: dict[type, dict[str, Any]] = field(default_factory=dict)
    #: As `tables` and `records`, of what was made apart from runs.
    lasting_tables: list[dict[Any, Any]] = field(default_factory=list)
    lasting_records: dict[type, dict[str, Any]] = field(default_factory=dict)
    #: Of the unit's text, which are there before it is called.
    constants: list[Any] = field(default_factory=list)
    #: Operands and arguments that wait for the others, and what comprehensions have so far.
    waiting: list[Any] = field(default_factory=list)
    #: What was there before the call.
    before: Before = field(default_factory=Before)
    #: How many results functions remember, which may be among the caps.
    cache_maxsizes: set[int] = field(default_factory=set)
    #: Of a loop that small runs may leave earlier, see `Machine.new_place`.
    _last_place: int = RECEIVER
    #: By place, turns of loops that small runs leave earlier.
    turns: dict[int, Turns] = field(default_factory=dict)
    #: What decimal numbers are rounded by.
    decimals: decimal.Context = field(default_factory=decimal.Context)
    #: Tables and columns that are there, by identity, see `perfcast.trial.libraries.pandas.copy_on_write`.
    sharing: weakref.WeakValueDictionary[int, Any] = field(default_factory=weakref.WeakValueDictionary)
    #: Arrays of theirs that are counted as made.
    blocks: weakref.WeakValueDictionary[int, Any] = field(default_factory=weakref.WeakValueDictionary)
    #: Sizes of tuples that CPython keeps the places of.
    _kept: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        #: All that was there before the call.
        self.outside = self.before.outside
