"""The trial runs of records, kept: they take longer than all that is fitted to them, which is fitted again and again.

One line of the journal a program. Runs that were made by another version of the trial runs are of no use: begin another
journal when these have changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.training.inputs import Corpus
from perfcast.source.place import Place, here
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import parse

#: Programs that a process is given at a time.
_CHUNK: Final = 8
#: Digits of what is kept; trees tell apart 255 values.
_DIGITS: Final = 6

#: (program, workload) -> a row of `perfcast.trial.NAMES`.
KeptTrials = Mapping[tuple[str, str], Sequence[float]]


def make_trials(corpora: Sequence[Corpus], journal: Path, processes: int) -> None:
    """Makes those of all training records that the journal lacks."""
    log = Journal(journal)
    jobs = [
        (program, corpus.texts[program], workloads, corpus.places.get(program))
        for corpus in corpora
        for program, workloads in _by_program(corpus).items()
        if program not in log.done
    ]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        made = pool.map(_made, *zip(*jobs, strict=True), chunksize=_CHUNK) if jobs else iter(())
        for line in tqdm(made, total=len(jobs), desc="trial runs", mininterval=5):
            log.append(line)
    log.close()


def read_trials(journal: Path, corpora: Sequence[Corpus]) -> KeptTrials:
    """Those of programs whose text is what it was."""
    found: dict[tuple[str, str], Sequence[float]] = {}
    texts = {program: digest for corpus in corpora for program, digest in _digests(corpus)}
    for line in read_journal(journal):
        if texts.get(line["program"]) == line["text"]:
            found.update({(line["program"], workload): row for workload, row in line["rows"].items()})
    return found


def _by_program(corpus: Corpus) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in corpus.split("train"):
        found.setdefault(row["program"], []).append(row["workload"])
    return found


def _digests(corpus: Corpus) -> Iterator[tuple[str, str]]:
    return ((program, _digest(text)) for program, text in corpus.texts.items())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


#: One of every process that shares in the work.
_process = cache(TrialProcess)


def _made(program: str, text: str, workloads: list[str], place: Place | None) -> dict[str, Any]:
    rows = _process().estimate(text, [parse(workload) for workload in workloads], place or here())
    short = [[float(f"{number:.{_DIGITS}g}") for number in row] for row in rows]
    return {"program": program, "text": _digest(text), "rows": dict(zip(workloads, short, strict=True))}
