"""The two sources of chance of a program: what it computes, and how that is spelled."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Dice:
    """`task` names the seed of all choices that change what is computed: programs that share it solve one problem.

    `spelling` is a running source for choices that leave the problem as it is.
    """

    task: str
    spelling: random.Random

    def of_task(self, label: str) -> random.Random:
        """A source that depends on the task and the label only, whatever was drawn before."""
        return random.Random(f"{self.task}/{label}")

    def part(self, label: str) -> "Dice":
        """Dice for a part of the program, whose task choices are its own."""
        return Dice(f"{self.task}/{label}", self.spelling)

    def settled(self) -> "Dice":
        """Dice whose choices of spelling depend on the task too: for what all spellings must share."""
        return Dice(self.task, self.of_task("settled"))

    def chance(self, probability: float) -> bool:
        return self.spelling.random() < probability

    def pick(self, options: Sequence[T]) -> T:
        return self.spelling.choice(options)
