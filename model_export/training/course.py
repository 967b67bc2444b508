"""The way of a run through its examples, as every loop goes that learns from them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model_export.training.batches import epoch
from model_export.training.dataset import Example
from model_export.training.objective import Batch
from model_export.training.processes import Processes
from model_export.training.standing import Standing


@dataclass(frozen=True)
class Course:
    """What is drawn of the examples, and when a run ends.

    Attributes:
        epochs: passes over the training programs at most; the learning rate ends its course with them, with the time or
            with the steps.
        seconds: time at most, resumed runs added up; None for no limit.
        steps: at most; None for no limit.
        tokens: source tokens a batch and process, padding included.
        group: workloads a program and batch.
        auxiliary: metrics asked besides those that users are shown.
        labels: how often a question that a teacher answered is learned from its label all the same.
    """

    epochs: float = 10
    seconds: float | None = None
    steps: int | None = None
    tokens: int = 3072
    group: int = 4
    auxiliary: int = 1
    labels: float = 0.5
    seed: int = 0

    def batches(
        self, run: Standing, examples: Sequence[Example], processes: Processes, began: float
    ) -> Iterator[tuple[Batch, float]]:
        """This process's batches from where the run stands, each with the progress through the course.

        Args:
            began: when the run would have begun without stops, by the monotonic clock.
        """
        total = max(1, sum(item.lengths[0] for item in examples))
        while run.epochs < self.epochs:
            rng = random.Random(f"{self.seed}:{run.epochs}")
            drawn = epoch(
                examples,
                rng,
                tokens=self.tokens,
                group=self.group,
                auxiliary=self.auxiliary,
                labels=self.labels,
            )
            for number, batch in enumerate(processes.share(drawn)):
                if number < run.batches_in_epoch:
                    continue
                share = min(0.999, number * processes.count * self.tokens / total)
                through_epochs = (run.epochs + share) / self.epochs
                through_time = (time.monotonic() - began) / self.seconds if self.seconds else 0.0
                through_steps = run.steps / self.steps if self.steps else 0.0
                # Clocks differ, and the learning rate must not.
                progress = processes.agreed(max(through_epochs, through_time, through_steps))
                if progress >= 1:
                    return
                yield batch, progress
            run.epochs += 1
            run.batches_in_epoch = 0

    def under_own_names(self, examples: Sequence[Example]) -> Iterator[Batch]:
        """The batches that a run is validated on, always the same: without renaming or auxiliary metrics."""
        own = [Example(e.sources[:1], e.contexts[:1], e.targets, e.present) for e in examples]
        return epoch(own, random.Random(0), tokens=self.tokens, group=self.group, auxiliary=0)
