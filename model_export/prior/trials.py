"""The trial runs of records, kept: they take longer than all that is fitted to them or judged by them, again and again.

One line of the journal a program. Runs that were made by another version of the trial runs are of no use: begin another
journal when these have changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tqdm import tqdm

from model_export.corpus.collect import Journal
from model_export.corpus.records import read_journal
from model_export.corpus.splits import is_sampled
from model_export.training.inputs import Corpora, Corpus, KeptTrials
from perfcast.prior import KernelFeatures, SourceFeatures
from perfcast.source.locations.place import Place, here
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import Workload, parse

#: Programs that a process is given at a time.
_CHUNK: Final = 8
#: Digits of what is kept; trees tell apart 255 values.
_DIGITS: Final = 6
#: What ranges are chosen on, and what is judged.
CALIBRATING: Final = ("validation", "calibration")
HELD_OUT: Final = (*CALIBRATING, "test")
#: One in so many programs of the former are enough to choose the one width of trees' ranges on.
ONE_IN: Final = 4


def tried(
    corpora: Corpora, splits: Sequence[str], journal: Path | None, processes: int, *, sampled: Sequence[str] = ()
) -> Corpora:
    """The same with the trial runs of their functions' records, made where the journal lacks them.

    Args:
        journal: as of `make_trials`; without one they are made anew.
        sampled: splits besides, of which one in `ONE_IN` programs is tried.
    """
    with TemporaryDirectory() as scratch:
        path = journal or Path(scratch) / "trials.jsonl"
        make_trials(corpora.of_python, splits, path, processes, sampled=sampled)
        kept = read_trials(path, corpora.of_python)
    functions = replace(corpora.functions, trials=kept)
    projects = None if corpora.projects is None else replace(corpora.projects, trials=kept)
    return replace(corpora, functions=functions, projects=projects)


def recalled(
    features: SourceFeatures | KernelFeatures, program: str, kept: KeptTrials
) -> SourceFeatures | KernelFeatures:
    """The same, whose trial runs are those that were kept, where all that are asked for were."""
    if isinstance(features, KernelFeatures) or features.tried is None:
        return features
    make = features.tried

    def recall(workloads: Sequence[Workload]) -> Sequence[Sequence[float]]:
        known = [kept[key] for workload in workloads if (key := (program, str(workload))) in kept]
        return known if len(known) == len(workloads) else make(workloads)

    return replace(features, tried=recall)


def make_trials(
    corpora: Sequence[Corpus], splits: Sequence[str], journal: Path, processes: int, *, sampled: Sequence[str] = ()
) -> None:
    """Makes those of all records of these splits that the journal lacks.

    Args:
        sampled: as of `tried`.
    """
    log = Journal(journal)
    jobs = [
        (program, corpus.texts[program], workloads, corpus.places.get(program))
        for corpus in corpora
        for program, workloads in _by_program(corpus, splits, sampled).items()
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


def _by_program(corpus: Corpus, splits: Sequence[str], sampled: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    of_sample = (row for split in sampled for row in corpus.split(split) if is_sampled(row["program"], ONE_IN))
    for row in (*(row for split in splits for row in corpus.split(split)), *of_sample):
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
