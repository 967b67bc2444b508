"""A trained network's forecasts of the validation split, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from tqdm import tqdm

from model_export.evaluation.figures import cases_of, figures
from model_export.teacher.network import PromptRows, encoded
from model_export.training.dataset import Example, Labelled
from model_export.training.model import RegressionLanguageModel
from perfcast.prior import Guess
from perfcast.rlm.decode import Decoder, Policy, decode, greedy, inverse
from perfcast.rlm.prompt import METRICS, Scale, question_ids, scale_of

Floats = npt.NDArray[np.float64]
#: (network, example) -> answers [records, JUDGED], each in its scale.
Answering = Callable[[RegressionLanguageModel, Example], Floats]

JUDGED: Final = ("peak_memory", "cpu_time")
_COLUMNS: Final = [METRICS.index(metric) for metric in JUDGED]


def medians(network: RegressionLanguageModel, example: Example) -> Floats:
    """The middle of the distribution over numerals, exactly."""
    return _decoded(network, example, inverse, np.full((_questions(example), 1), 0.5))[..., 0]


def most_probable(network: RegressionLanguageModel, example: Example) -> Floats:
    """The most probable token at each position."""
    return _decoded(network, example, greedy, np.full((_questions(example), 1), 0.5))[..., 0]


def sampled(count: int) -> Answering:
    """The median of so many samples."""

    def answer(network: RegressionLanguageModel, example: Example) -> Floats:
        levels = np.random.default_rng(len(example.sources[0])).random((_questions(example), count))
        found: Floats = np.median(_decoded(network, example, inverse, levels), axis=-1)
        return found

    return answer


def single_numbers(network: RegressionLanguageModel, example: Example) -> Floats:
    """Of a network trained by `squared_error`."""
    found: Floats = 2.0 ** _asked(network, example).logits()[:, 0].astype(np.float64)
    return found.reshape(-1, len(JUDGED))


def guesses_alone(network: RegressionLanguageModel, example: Example) -> Floats:
    """The answer that the cost is what was guessed, whatever the network says."""
    right = scale_of(JUDGED[0], {JUDGED[0]: Guess(1.0)}).answers(np.ones(1))
    return np.full((len(example.targets), len(JUDGED)), right)


def judge(
    network: RegressionLanguageModel,
    programs: Sequence[Labelled],
    examples: Sequence[Example],
    answering: Answering,
) -> dict[str, dict[str, float]]:
    """Metric -> figures of forecasts.

    Args:
        programs: with at least one of the metrics measured.
        examples: of the programs, in their order: one a program or one a record.
    """
    with torch.inference_mode():
        answers = np.concatenate([answering(network, one) for one in tqdm(examples, desc="judging", mininterval=5)])
    rows: list[dict[str, Any]] = []
    scales = []
    for program in programs:
        for record, workload in enumerate(program.workloads):
            costs = {metric: program.metrics[record, column] for metric, column in zip(JUDGED, _COLUMNS, strict=True)}
            known = {metric: None if np.isnan(cost) else cost for metric, cost in costs.items()}
            named = {"program": program.program, "problem": program.problem, "origin": program.origin}
            rows.append({**named, "workload": str(workload), **known})
            scales += [scale_of(metric, program.guesses[record]) for metric in JUDGED]
    predicted = Scale.of_rows(scales).costs(answers.reshape(-1, 1)).reshape(answers.shape)
    sizes = [workload.size for program in programs for workload in program.workloads]
    found = {}
    for number, metric in enumerate(JUDGED):
        cases, kept = cases_of(metric, rows, sizes)
        found[metric] = figures(cases, predicted[kept, number])
    return found


def is_judged(program: Labelled) -> bool:
    """Whether it is a function that something was measured of."""
    return not np.isnan(program.metrics[:, _COLUMNS]).all()


def _decoded(network: RegressionLanguageModel, example: Example, policy: Policy, levels: Floats) -> Floats:
    """[records, JUDGED, levels]."""
    return decode(_asked(network, example), levels, policy).numbers().reshape(-1, len(JUDGED), levels.shape[1])


def _asked(network: RegressionLanguageModel, example: Example) -> Decoder:
    """A row for each of the metrics of each record."""
    prompts = [context + question_ids(metric) for context in example.contexts[0] for metric in JUDGED]
    return PromptRows(network, *encoded(network, example.sources[0]), prompts)


def _questions(example: Example) -> int:
    return len(example.targets) * len(JUDGED)
