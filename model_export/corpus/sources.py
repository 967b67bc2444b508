"""Programs from all origins, and the text of each as the model reads it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from model_export.corpus.found import read_found
from model_export.corpus.origins import leetcode, mbpp
from model_export.corpus.program import Program
from model_export.corpus.records import read_programs
from perfcast.source import SourceError, SourceFile

_TOKEN = re.compile(r"\w+|[^\w\s]")


def public_programs(data: Path) -> list[Program]:
    """Programs whose sources stay in the data files at `data`.

    They come in an order of hashes of their problems: a part of them is a fair sample, with both implementations of a
    problem in it.
    """
    found = [*leetcode.programs(data / "leetcode"), *mbpp.programs(data / "mbxp")]
    return sorted(found, key=lambda program: hashlib.sha256(program.problem.encode()).digest())


def joined_programs(folder: Path, data: Path, sources: Path | None = None) -> list[Program]:
    """The programs that the records in `folder` are about: own sources from there, the others from `data`.

    Those that are for training only are in the file `sources`, and left out where there is none.
    """
    return [*read_programs(folder / "programs.parquet"), *public_programs(data), *read_found(sources)]


def normal_forms(programs: Iterable[Program]) -> dict[str, str]:
    """Program -> normal form of its unit; programs that the unit finder refuses are left out."""
    found = {}
    for program in programs:
        try:
            file = SourceFile.parse(program.source)
            found[program.key] = file.normal_form(file.unit(program.name))
        except SourceError:
            continue
    return found


def tokens(text: str) -> list[str]:
    """Words and marks, by which texts are compared."""
    return _TOKEN.findall(text)


def in_turn(*origins: Iterable[Program]) -> Iterator[Program]:
    """One program of each origin, and again, so that a run cut short holds some of each."""
    iterators = [iter(origin) for origin in origins]
    while iterators:
        for iterator in list(iterators):
            program = next(iterator, None)
            if program is None:
                iterators.remove(iterator)
            else:
                yield program
