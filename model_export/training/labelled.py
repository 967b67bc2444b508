"""The programs that are trained on and those that validate: functions and kernels, with the trees' guesses."""

from __future__ import annotations

import os
from pathlib import Path

from model_export.distillation.answers import read_answers
from model_export.distillation.unlabelled import read_unlabelled
from model_export.prior.files import FOLDER, GUESSES, KERNEL_GUESSES, Key, guessed, key_of, unseen_guesses
from model_export.prior.trials import tried
from model_export.training.dataset import Labelled, labelled_programs
from model_export.training.inputs import Corpora
from perfcast.prior import Guess, Prior

#: How often an epoch meets a kernel, of which there are a tenth as many as functions, each with more workloads, and a
#: unit of a project, which is what users have.
_KERNELS = 3
_UNITS = 3


def read_labelled(
    records: Path,
    data: Path,
    sources: Path | None,
    run: Path | None,
    answers: Path | None = None,
    units: Path | None = None,
    journal: Path | None = None,
) -> tuple[list[Labelled], list[Labelled]]:
    """Programs of the training split, kernels as often as an epoch meets them, and programs of the validation split.

    Args:
        records: folder of records.parquet and programs.parquet.
        data: folder of the public data files.
        sources: file of the programs that the command `sources` found.
        run: folder with the prior; without one nothing is guessed.
        answers: folder of what teachers answered, about these programs and about some without labels, which are
            trained on too.
        units: file of the units that the command `projects` found.
        journal: of trial runs; those of the validation split that it lacks are added.

    Raises:
        CorpusError: see `Corpora.load`.
    """
    answered = {} if answers is None else read_answers(answers)
    prior = None if run is None else Prior(run / FOLDER)
    training, validation = [], []
    if answers is not None:
        training += [program for program in labelled_programs(*read_unlabelled(answers), answered) if program.answers]
    corpora = Corpora.load(records, data, units, sources)
    if prior is not None:
        corpora = tried(corpora, ("validation",), journal, os.cpu_count() or 1)
    for corpus, kept, times in (
        *zip(corpora.of_python, (GUESSES, GUESSES), (1, _UNITS), strict=False),
        (corpora.kernels, KERNEL_GUESSES, _KERNELS),
    ):
        known, unseen = corpus.split("train"), corpus.split("validation")
        guesses: dict[Key, dict[str, Guess]] = {key_of(row): {} for row in known}
        of_unseen: dict[Key, dict[str, Guess]] = {key_of(row): {} for row in unseen}
        if run is not None and prior is not None:
            guesses = unseen_guesses(run / FOLDER / kept, prior, corpus.texts, known, corpus.places)
            of_unseen = guessed(prior, corpus.texts, unseen, corpus.places, corpus.trials)
        training += times * labelled_programs(known, corpus.texts, guesses, answered)
        validation += labelled_programs(unseen, corpus.texts, of_unseen)
    return training, validation
