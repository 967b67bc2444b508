"""Deep sizes of results."""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass

import numpy as np
import pandas as pd

from perfcast.measure.result_size import result_size


@dataclass(slots=True)
class Slotted:
    payload: bytes


class Plain:
    def __init__(self) -> None:
        self.payload = bytes(10_000)


class Liar:
    def __sizeof__(self) -> int:
        raise RuntimeError("no")


def test_counts_each_object_once() -> None:
    shared = "x" * 10_000
    assert result_size([shared] * 5) == sys.getsizeof([0] * 5) + sys.getsizeof(shared)


def test_follows_containers_attributes_slots_keys_and_cycles() -> None:
    cycle: list[object] = [bytes(10_000)]
    cycle.append(cycle)
    for holder in (
        {"key": bytes(10_000)},
        {bytes(10_000): 1},
        deque([bytes(10_000)]),
        {bytes(10_000)},
        Slotted(bytes(10_000)),
        Plain(),
        ((bytes(10_000),),),
        cycle,
    ):
        size = result_size(holder)
        assert size is not None
        assert 10_000 < size < 12_500, holder


def test_arrays_and_tables_tell_their_own() -> None:
    assert result_size(np.zeros(1000)) == 8000
    frame = result_size(pd.DataFrame({"a": np.zeros(1000)}))
    assert frame is not None
    assert 8000 <= frame < 9000
    assert result_size(pd.Series(np.zeros(1000))) == frame


def test_gives_up_on_many_objects_and_on_those_that_do_not_tell() -> None:
    assert result_size([object() for _ in range(99_000)]) is not None
    assert result_size([object() for _ in range(101_000)]) is None
    assert result_size(Liar()) is None


def test_does_not_go_into_code() -> None:
    size = result_size([np, Plain, len, test_does_not_go_into_code])
    assert size is not None
    assert size < 5000
