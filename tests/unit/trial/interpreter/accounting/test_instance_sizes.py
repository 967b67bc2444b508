"""Bytes of instances are those that the Python at hand allocates."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from typing import Any

import pytest

from perfcast.trial.interpreter.accounting.instance_sizes import shallow_instance
from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from tests.unit.trial.interpreting import interpreted, run

_MANY = 100
_CLASSES = {
    **{
        f"{number} attributes": "class Made:\n"
        "    def __init__(self):\n"
        "        pass\n" + "".join(f"        self.a{place} = None\n" for place in range(number))
        for number in (0, 1, 2, 7, 8, 14, 15, 29)
    },
    "put into its dictionary": "class Made:\n    def __init__(self):\n        self.__dict__.update(a=None, b=None)\n",
    "an error": "class Made(Exception):\n    pass\n",
    "an error with an attribute": "class Made(Exception):\n    def __init__(self):\n        self.code = None\n",
    "slots": "class Made:\n    __slots__ = ('a', 'b')\n    def __init__(self):\n        self.a = self.b = None\n",
}
_EXTENDING = {
    "bare": "class Made(list):\n    pass\n",
    "with an attribute": "class Made(list):\n    def __init__(self):\n        self.name = None\n",
}


@pytest.mark.parametrize("source", _CLASSES.values(), ids=_CLASSES)
def test_instances_take_what_python_allocates(source: str) -> None:
    assert shallow_instance(interpreted(f"{source}found = Made()")) == _allocated(source)


@pytest.mark.parametrize("source", _EXTENDING.values(), ids=_EXTENDING)
def test_those_that_extend_a_list_take_more_than_that(source: str) -> None:
    assert shallow_instance(interpreted(f"{source}found = Made()")) == _allocated(source) - sys.getsizeof([])


def test_a_function_takes_what_python_allocates() -> None:
    assert interpreted("found = lambda: None").nbytes == sys.getsizeof(lambda: None)


def _allocated(source: str) -> int:
    """Bytes of an instance, once there were so many that each has no more room than it needs."""
    made: Any = run(f"{source}found = Made")
    earlier = [made() for _ in range(_MANY)]
    # Nothing is left of what Python keeps of tables that are gone.
    gc.collect()
    gc.disable()
    tables = [{"name": None} for _ in range(_MANY)]
    tracemalloc.start()
    try:
        kept = [None] * _MANY
        before = tracemalloc.get_traced_memory()[0]
        for place in range(_MANY):
            kept[place] = made()
        # Whole words: a little is there but once.
        return int((tracemalloc.get_traced_memory()[0] - before) // _MANY // POINTER * POINTER)
    finally:
        tracemalloc.stop()
        gc.enable()
        del earlier, tables
