"""What the baselines say of the test split: they learn from the training split, and ranges from what is held out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from model_export.corpus.sources import tokens
from model_export.corpus.splits import is_sampled
from model_export.evaluation.baselines import Table, conformal_width, constant, nearest, size_alone
from model_export.prior.files import Key, guessed, key_of
from model_export.prior.fit import TreeRecipe, fit
from model_export.prior.table import log_costs, syntax_table
from model_export.prior.trials import ONE_IN
from model_export.training.inputs import Corpus
from perfcast.prior import METRICS, Guess, Prior
from perfcast.prior.syntax import common_names
from perfcast.workload import parse

Floats = npt.NDArray[np.float64]

COVERAGE: Final = 0.8
#: Of the trees that know counts of syntax and sizes alone.
_RECIPE: Final = TreeRecipe(500, 127, rate=0.06)
_NAMES: Final = 320


@dataclass(frozen=True)
class Rival:
    """A baseline.

    Attributes:
        name: in the card.
        forecasts: metric -> [test records that have it], log2 of the cost.
        widths: metric -> half the width of the range with `COVERAGE`, log2; none of a baseline that gives no ranges.
    """

    name: str
    forecasts: Mapping[str, Floats]
    widths: Mapping[str, float]


def plain_rivals(corpus: Corpus) -> list[Rival]:
    """A constant, the size alone and the nearest source."""
    texts = {program: frozenset(tokens(text)) for program, text in corpus.texts.items()}
    rows = (corpus.split("train"), corpus.calibrating, corpus.split("test"))
    train, calibration, test = (_tables(corpus, texts, part) for part in rows)
    rivals = []
    for name, baseline in (("constant", constant), ("size alone", size_alone)):
        errors = {m: baseline(train[m], calibration[m]) - calibration[m].log_costs for m in METRICS}
        widths = {m: conformal_width(errors[m], COVERAGE) for m in METRICS}
        rivals.append(Rival(name, {m: baseline(train[m], test[m]) for m in METRICS}, widths))
    return [*rivals, Rival("nearest source", {m: nearest(train[m], test[m]) for m in METRICS}, {})]


def tree_rivals(corpus: Corpus, prior: Prior, guesses: Mapping[Key, Mapping[str, Guess]]) -> list[Rival]:
    """Trees that know counts of syntax and sizes alone, and those of the bundle, whose guess the model reads.

    The latter are shown so that everybody sees what the model adds to its own first guess. The one width of their
    ranges is chosen on a sample of the programs that the model's are calibrated on.

    Args:
        prior: the bundle's trees.
        guesses: of these, of the test split.
    """
    sample = [row for row in corpus.calibrating if is_sampled(row["program"], ONE_IN)] or corpus.calibrating
    calibrating = guessed(prior, corpus.texts, sample, corpus.places, corpus.trials)
    widths = {}
    for metric in METRICS:
        rows = [row for row in sample if row[metric] is not None]
        widths[metric] = conformal_width(_logs(calibrating, rows, metric) - log_costs(metric, rows), COVERAGE)
    test = corpus.split("test")
    boosted = {m: _logs(guesses, [row for row in test if row[m] is not None], m) for m in METRICS}
    return [Rival("boosted trees on syntax", _on_syntax(corpus), {}), Rival("boosted trees", boosted, widths)]


def _tables(corpus: Corpus, texts: Mapping[str, frozenset[str]], rows: list[dict[str, Any]]) -> dict[str, Table]:
    """By metric, of the records that have it.

    Args:
        texts: the tokens of every program.
    """
    sizes = np.log2([float(parse(row["workload"]).size) for row in rows])
    found = {}
    for metric in METRICS:
        costs = log_costs(metric, rows)
        kept = np.flatnonzero(~np.isnan(costs))
        found[metric] = Table(costs[kept], sizes[kept], [texts[rows[index]["program"]] for index in kept])
    return found


def _on_syntax(corpus: Corpus) -> dict[str, Floats]:
    """As `Rival.forecasts`, by trees like the bundle's that are fitted to counts of syntax and sizes alone."""
    train, test = corpus.split("train"), corpus.split("test")
    names = common_names((corpus.texts[key] for key in {row["program"] for row in train}), _NAMES)
    learned, asked = (syntax_table(names, corpus.texts, rows) for rows in (train, test))
    found = {}
    for metric in METRICS:
        model = fit(learned, log_costs(metric, train), _RECIPE, threads=os.cpu_count() or 1)
        found[metric] = np.asarray(model.predict(asked[[row[metric] is not None for row in test]]))
    return found


def _logs(guesses: Mapping[Key, Mapping[str, Guess]], rows: Sequence[Mapping[str, Any]], metric: str) -> Floats:
    """[records], log2."""
    return np.log2([guesses[key_of(row)][metric].cost for row in rows])
