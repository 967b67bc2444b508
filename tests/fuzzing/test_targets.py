"""Every target over random bytes: what the fuzzer does for minutes is tried here without it."""

from __future__ import annotations

import random
from pathlib import Path
from types import ModuleType

import pytest

from tests.fuzzing import finder, protocol, resolver, trials, workloads
from tests.fuzzing.results import row, write


class RandomProvider:
    """Stands in for atheris' provider: its numbers are random until so many of its bytes are used up, then zero."""

    def __init__(self, seed: int, count: int) -> None:
        self._random = random.Random(seed)
        self._left = count

    def ConsumeBool(self) -> bool:
        return self.ConsumeIntInRange(0, 1) == 1

    def ConsumeIntInRange(self, low: int, high: int, /) -> int:
        return self._random.randint(low, high) if self._use(1) else low

    def ConsumeRegularFloat(self) -> float:
        return self._random.uniform(-1e9, 1e9) if self._use(8) else 0.0

    def ConsumeUnicode(self, count: int, /) -> str:
        ranges = ((0, 0x7F), (0, 0xFF), (0, 0xFFFF), (0, 0x10FFFF))
        return "".join(chr(self._random.randint(*self._random.choice(ranges))) for _ in range(self._use(count)))

    def ConsumeBytes(self, count: int, /) -> bytes:
        return self._random.randbytes(self._use(count))

    def remaining_bytes(self) -> int:
        return self._left

    def _use(self, count: int) -> int:
        used = min(count, self._left)
        self._left -= used
        return used


@pytest.mark.parametrize(
    ("target", "inputs"), [(finder, 300), (resolver, 200), (workloads, 400), (protocol, 100), (trials, 300)]
)
def test_a_target_holds_for_random_bytes(target: ModuleType, inputs: int) -> None:
    for seed in range(inputs):
        target.one_input(RandomProvider(seed, count=20 * (seed % 20)))


def test_a_row_takes_the_place_of_the_earlier_one_of_its_target(tmp_path: Path) -> None:
    said = "#7\tNEW    cov: 5 ft: 6\n#9\tDONE   cov: 1200 ft: 3400\nstat::number_of_executed_units: 98765\n"
    table = tmp_path / "RESULTS.md"
    write(table, row("trials", "", 0.0))
    write(table, row("finder", "Test unit written to /tmp/crash-1\n", 3.0))
    write(table, row("trials", said, 240.4))
    assert table.read_text(encoding="utf-8").splitlines()[-3:] == [
        "| :-- | --: | --: | --: | --: | --: |",
        "| finder | 0 | 3 | 0 | 0 | 1 |",
        "| trials | 98,765 | 240 | 1,200 | 3,400 | 0 |",
    ]
