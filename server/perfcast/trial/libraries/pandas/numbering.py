"""``factorize``: values numbered by the order in which they are met, and which there are."""

from __future__ import annotations

import numpy as np

from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.hash_tables import telling_apart
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, is_missing, of_objects


def numbered(column: Column, sort: bool = False) -> tuple[Array, Labels]:
    """As a series' ``factorize``: what is missing is no value, and its number is -1."""
    codes, there = numbered_values(column, sort=sort)
    return codes, column.machine.made(Labels(column.machine, there))


def numbered_values(column: Column, *, sort: bool) -> tuple[Array, Array]:
    values, machine = column.values.tolist(), column.machine
    missing = is_missing(column.values).tolist()
    met = list(dict.fromkeys(value for value, is_absent in zip(values, missing, strict=True) if not is_absent))
    there = sorted(met) if sort else met
    places = {value: place for place, value in enumerate(there)}
    codes = np.array(
        [-1 if is_absent else places[value] for value, is_absent in zip(values, missing, strict=True)], dtype=np.int64
    )
    is_of_objects = column.values.dtype.kind == "O"
    # The values that are met become those that are given back.
    aside = None if is_of_objects else telling_apart(machine, len(column), len(there))
    settled(COLUMN, "factorize", codes, column, aside=aside)
    found = of_objects(there) if is_of_objects else np.array(there, dtype=column.values.dtype)
    return codes, machine.made(found)
