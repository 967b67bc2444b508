"""``python -m model_export answers``: teachers and questions -> their answers, for `train --answers`."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from tqdm import tqdm

from model_export.corpus.origins.packages import packages
from model_export.corpus.origins.stdlib import stdlib
from model_export.corpus.reserved import ReservedPrograms
from model_export.distillation.answers import answered_programs, write_answers
from model_export.distillation.asking import ask, drawn
from model_export.distillation.unlabelled import made_up, read_unlabelled, write_unlabelled
from model_export.prior.files import FOLDER, GUESSES, KERNEL_GUESSES, unseen_guesses
from model_export.teacher.loading import load_teacher
from model_export.training.inputs import Corpus
from perfcast.prior import Prior

#: Programs that are kept together, and lost together when a run is stopped.
_PART = 100


def answers(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    run: Annotated[Path, typer.Option(help="Folder of the student's run, with the prior.")],
    teacher: Annotated[
        list[Path], typer.Option(help="Folder of a run of `train` or `teacher`; several answer as one.")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the answers; an interrupted run goes on there.")],
    sources: Annotated[Path | None, typer.Option(help="Programs that the command `sources` found.")] = None,
    unlabelled: Annotated[int, typer.Option(help="Real functions without labels that are asked about too.")] = 5000,
    workloads: Annotated[int, typer.Option(help="Workloads a function, at most.")] = 4,
    count: Annotated[int, typer.Option(help="Numerals a question and teacher.")] = 32,
    time_budget: Annotated[float | None, typer.Option(help="Seconds, at most.")] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(help="CPU threads.")] = torch.get_num_threads(),
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Asks teachers about training programs, and about real functions that nobody measured."""
    torch.set_num_threads(threads)
    began = time.monotonic()
    prior = Prior(run / FOLDER)
    corpus, kernels = Corpus.load(records, data, sources), Corpus.of_kernels(records, data)
    if unlabelled and not read_unlabelled(out)[0]:
        reserved = ReservedPrograms.load(data / "reserved.json")
        asked_for = corpus.split("train")[0]["device"]
        functions = itertools.chain(stdlib(), packages())
        known = set(corpus.texts.values())
        write_unlabelled(out, made_up(functions, known, reserved, asked_for, unlabelled, workloads, seed), prior)
    rows, texts, guesses = read_unlabelled(out)
    texts |= {**corpus.texts, **kernels.texts}
    for part, kept in ((corpus, GUESSES), (kernels, KERNEL_GUESSES)):
        labelled = part.split("train")
        guesses |= unseen_guesses(run / FOLDER / kept, prior, part.texts, labelled)
        rows += labelled
    teachers = [load_teacher(folder, torch.device(device)) for folder in teacher]
    done = answered_programs(out)
    left = [(program, asked) for program, asked in drawn(rows, workloads, seed).items() if program not in done]
    with tqdm(total=len(left), desc="asking", unit=" programs", mininterval=5) as bar:
        for start in range(0, len(left), _PART):
            if time_budget is not None and time.monotonic() - began > time_budget:
                break
            some = left[start : start + _PART]
            answered = [ask(teachers, texts[program], asked, guesses, count) for program, asked in some]
            write_answers(out, [key for keys, _ in answered for key in keys], np.concatenate([a for _, a in answered]))
            bar.update(len(some))
