"""Fits the trees, and guesses the costs of the records that they are fitted to as if they had not seen them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import lightgbm
import numpy as np
import numpy.typing as npt

from model_export.corpus.splits import stem

Floats = npt.NDArray[np.float64]

FOLDS = 4


@dataclass(frozen=True)
class TreeRecipe:
    """By what trees are fitted.

    Attributes:
        leaves: of a tree.
        rate: what part of the error that is left a tree mends.
        least: records of a leaf.
        share: of the features, for each tree another.
        loss: absolute or squared error, as LightGBM names them.
    """

    trees: int
    leaves: int
    rate: float
    least: int = 30
    share: float = 0.7
    loss: str = "l1"


#: Of functions' costs over what trial runs say. Chosen on calibration records, by the median and the mean of
#: |log2(guess / cost)|, of projects and of the corpus:
#:
#:     trees, leaves, rate, least, share     memory                      time
#:     nothing corrected                     .12 .53      .11 .39        .36 .67      .30 .54
#:     600, 255, 0.05, 30, 0.7               .21 .52      .12 .35        .35 .59      .24 .46
#:     300, 255, 0.03, 100, 0.3              .15 .48      .10 .36        .30 .56      .23 .46
#:     300, 127, 0.03, 100, 0.3              .13 .47      .10 .36        .31 .56      .23 .46
#:     150, 31, 0.05, 100, 0.5               .12 .48      .10 .37        .30 .57      .25 .48
#:
#: The first trees were chosen when trial runs said less: fitted closely, trees made what these say of unseen projects
#: worse. Huber's error instead of the absolute one gave no better mean, and a worse median.
#: These were of all records, those without trial runs a second time. Trees of trial runs alone, of 127 leaves, are as
#: good: .13 .48, .10 .37 of memory, .29 .55, .23 .47 of time.
COSTS = TreeRecipe(300, 127, rate=0.03, least=100, share=0.3)
#: Of their costs over the static estimate, where no trial run tells; the same of calibration records without them:
#:
#:     trees, leaves, rate, least, share     memory                      time
#:     with those of trial runs              1.07 1.56    .75 1.38       .89 1.46     .91 1.47
#:     300, 127, 0.05, 50, 0.5               .81 1.38     .61 1.21       .83 1.35     .68 1.25
#:     300, 255, 0.05, 30, 0.5               .87 1.36     .61 1.19       .78 1.34     .69 1.23
#:     300, 127, 0.03, 100, 0.3              .81 1.39     .61 1.25       .76 1.35     .71 1.27
ESTIMATES = TreeRecipe(300, 127, rate=0.05, least=50, share=0.5)
#: Of how far off the guesses of costs are, out of fold: log2 of the binary orders and a little. By how often the 80 %
#: range holds that is this wide at calibration records, its width in the median and in the geometric mean, and the
#: interval score, which is better where it is less (`model_export.evaluation.calibrate`), with factors by what a guess
#: rests on:
#:
#:     ranges as wide as                   memory                    time
#:     each other                          .79  .50  .65  2.12       .80  .80  1.03  3.00
#:     the network takes them for          .79  .59  .60  2.10       .80  .96  1.01  2.98
#:     these trees do                      .79  .40  .42  1.86       .80  .86  0.95  2.62
DOUBTS = TreeRecipe(200, 63, rate=0.05, least=100, share=0.3, loss="l2")
#: The same of kernels' launches, chosen by families of training, validation and calibration; the factor of each half of
#: them chosen on the other. How often the 80 % range of times holds, in the worst and the best decile of size, its
#: width in the median and the interval score:
#:
#:     each as wide as the others          .78  .55 - .98  0.94  2.04
#:     100, 15, 0.05, 100, 0.3             .79  .67 - .93  0.77  1.81
#:     200, 15, 0.05, 50, 0.5              .80  .67 - .93  0.78  1.82
#:     200, 63, 0.05, 100, 0.3             .80  .67 - .92  0.82  1.83
DOUBTS_OF_LAUNCHES = TreeRecipe(100, 15, rate=0.05, least=100, share=0.3, loss="l2")
#: What is added to an error before its logarithm is taken, binary orders: exact guesses are not told apart.
LEAST_DOUBT = 0.01
#: Of the registers and the shared memory of kernels' launches.
LAUNCHES = TreeRecipe(400, 63, rate=0.075)
#: Of their times, chosen on training, validation and calibration families, each left out in turn: rank correlation
#: over all and within one kernel at one workload, median and 90th percentile of |log2(guess / time)|.
#:
#:     nothing corrected              .919  .48   .207  .96
#:     400, 63, 0.075, 30, 0.7        .936  .55   .164  .81
#:     300, 31, 0.05, 20, 0.4         .936  .55   .162  .80
#:     300, 15, 0.05, 20, 0.3         .937  .54   .164  .81
#:     500, 31, 0.03, 20, 0.3         .938  .56   .158  .79
#:
#: Over the roofline's bound in place of `perfcast.triton.bounds.pace`, with the first: .917, .49, .196, .98.
TIMES = TreeRecipe(500, 31, rate=0.03, least=20, share=0.3)


def fit(
    features: Floats,
    targets: Floats,
    recipe: TreeRecipe,
    *,
    weights: Floats | None = None,
    threads: int,
    seed: int = 0,
) -> lightgbm.LGBMRegressor:
    """Trees with least error.

    Args:
        features: [records, features].
        targets: [records], log2 of the cost over what was counted; records with NaN are left out.
        weights: [records], how much each counts; all the same without.
    """
    known = ~np.isnan(targets)
    model = lightgbm.LGBMRegressor(
        objective=recipe.loss,
        n_estimators=recipe.trees,
        learning_rate=recipe.rate,
        num_leaves=recipe.leaves,
        min_child_samples=recipe.least,
        subsample=0.8,
        subsample_freq=1,
        colsample_bytree=recipe.share,
        max_bin=255,
        random_state=seed,
        n_jobs=threads,
        deterministic=True,
        force_col_wise=True,
        verbose=-1,
    )
    return model.fit(features[known], targets[known], sample_weight=None if weights is None else weights[known])


def fit_without_folds(
    features: Floats,
    targets: Floats,
    problems: Sequence[str],
    recipe: TreeRecipe,
    *,
    weights: Floats | None = None,
    threads: int,
) -> list[lightgbm.LGBMRegressor]:
    """As `fit`, once for each fold, without the records of the problems that belong to it."""
    folds = np.array([fold(problem) for problem in problems])
    found = []
    for number in range(FOLDS):
        seen = folds != number
        kept = None if weights is None else weights[seen]
        found.append(fit(features[seen], targets[seen], recipe, weights=kept, threads=threads, seed=number))
    return found


def unseen_guesses(models: Sequence[lightgbm.LGBMRegressor], features: Floats, problems: Sequence[str]) -> Floats:
    """[records], log2 over what was counted: each by trees that were fitted without its problem.

    A model that learns from a guess has to meet it as wrong as it will be on code that the trees do not know.

    Args:
        models: those of `fit_without_folds`.
    """
    folds = np.array([fold(problem) for problem in problems])
    guesses = np.empty(len(features))
    for number, model in enumerate(models):
        inside = folds == number
        if inside.any():
            guesses[inside] = model.predict(features[inside])
    return guesses


def fold(problem: str) -> int:
    """The part of the programs that a problem belongs to, 0 to `FOLDS` - 1."""
    return hashlib.sha256(b"fold/" + stem(problem).encode()).digest()[0] % FOLDS
