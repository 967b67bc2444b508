"""What teachers answered, kept in files: numerals that are equally likely, of every question that was asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from model_export.corpus.parquet import write_whole
from model_export.corpus.records import CorpusError
from model_export.training.dataset import Answers
from perfcast.rlm import numerals

_KEY = ("program", "workload", "device", "metric")
Asked = tuple[str, str, str, str]


def levels(count: int) -> npt.NDArray[np.float64]:
    """The middles of `count` equally likely parts of a distribution."""
    found: npt.NDArray[np.float64] = (np.arange(count) + 0.5) / count
    return found


def answered_programs(folder: Path) -> set[str]:
    """The programs whose questions need not be asked again."""
    return {program for part in _parts(folder) for program in pq.read_table(part, columns=["program"])[0].to_pylist()}


def write_answers(folder: Path, asked: Sequence[Asked], answers: npt.NDArray[np.int64]) -> None:
    """Adds a part, complete or not at all.

    Args:
        asked: program, workload, device and metric of each question.
        answers: [questions, answers, numerals.LENGTH], positions in `numerals.TOKENS`.
    """
    columns = {name: [key[place] for key in asked] for place, name in enumerate(_KEY)}
    flat = [row.tobytes() for row in answers.astype(np.int8)]
    write_whole(folder / f"part-{len(list(_parts(folder))):05}.parquet", pa.table(columns | {"numerals": flat}))


def read_answers(folder: Path) -> Answers:
    """All parts of a folder; see `Answers`.

    Raises:
        CorpusError: there are none.
    """
    found = {}
    for part in _parts(folder):
        table = pq.read_table(part)
        keys = zip(*(table[name].to_pylist() for name in _KEY), strict=True)
        for key, flat in zip(keys, table["numerals"].to_pylist(), strict=True):
            found[key] = np.frombuffer(flat, dtype=np.int8).reshape(-1, numerals.LENGTH)
    if not found:
        raise CorpusError(f"{folder}: no answers of the command `answers` are there")
    return found


def _parts(folder: Path) -> Iterable[Path]:
    return sorted(folder.glob("part-*.parquet"))
