"""What was there before the call, which comes after others: figures are memray's of CPython 3.11, of a warm call."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def peak(source: str, workload: str) -> float:
    wanted = parse(workload)
    found = Trials(textwrap.dedent(source), here()).estimate(wanted)
    return float(2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] - 1)


@pytest.mark.parametrize(
    ("source", "workload", "measured"),
    [
        (
            """
            class Holder:
                def name_of(self, key):
                    return self.names.get(key)
                def __init__(self):
                    self.names = {str(n): [n] for n in range(100)}
            """,
            "key: int = 3",
            0,
        ),
        (
            """
            class Holder:
                tables = tuple(frozenset((n, str(n) * 20)) for n in range(50))
                def last(self, key):
                    for table in self.tables:
                        if key in table:
                            return table
                    return None
            """,
            "key: int = 3",
            0,
        ),
        (
            """
            class Settings:
                def __init__(self, rate=0.125, share=0.25):
                    self.rate = rate
                    self.share = share
                    self.left = 1.5
            """,
            "rate: float = 0.125",
            0,
        ),
        (
            """
            class Settings:
                def __init__(self, rate):
                    self.rate = rate
                    self.seen = []
                    self.names = []
            """,
            "rate: int = 3",
            112,
        ),
        (
            """
            class Missing(Exception):
                def __init__(self, key):
                    super().__init__(f"Key {key} does not exist")
            """,
            "key: str = 'abcdefgh'",
            124,
        ),
        (
            """
            def register(name):
                entries[name] = name
            entries = {}
            """,
            "name: str = 'plain'",
            0,
        ),
        (
            """
            class Only:
                _one = None
                @classmethod
                def get(cls, key):
                    if cls._one is None:
                        cls._one = cls()
                    return cls._one
                def __init__(self):
                    self.names = {str(n): [n] for n in range(100)}
            """,
            "key: int = 3",
            0,
        ),
    ],
    ids=[
        *("what stands before the dot", "what a class holds", "what a header says", "what it is given"),
        *("what an error says", "an entry that is there", "the only instance"),
    ],
)
def test_the_peak_of_a_warm_call(source: str, workload: str, measured: int) -> None:
    assert peak(source, workload) == pytest.approx(measured, abs=10)


@pytest.mark.parametrize(
    ("source", "measured"),
    [
        ("def once(n):\n    yield n", 40),
        ("def sums(n, m=3, k=4):\n    for a in range(n):\n        b = a + m\n        yield k + b", 184),
        ("def given(n): return sums(n)\ndef sums(n, m=3):\n    for a in range(n):\n        yield a + m", 216),
    ],
    ids=["without a loop", "with one", "given back"],
)
def test_a_generator_is_as_large_as_its_functions_frame(source: str, measured: int) -> None:
    assert peak(source, "n: int = 50") == pytest.approx(measured, abs=16)
