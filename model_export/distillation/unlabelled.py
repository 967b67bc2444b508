"""Real functions at made-up workloads: nobody measured them, and a teacher can be asked about them all the same."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from model_export.corpus.origins.drafts import Draft
from model_export.corpus.reserved import ReservedPrograms
from model_export.prior.files import Key, guessed, key_of
from perfcast.prior import METRICS, Guess, Prior
from perfcast.source import SourceError, SourceFile
from perfcast.workload.language.resizing import resized
from perfcast.workload.origins.resolution import resolve

#: Origin of their records.
UNLABELLED = "unlabelled"
_FILE = "unlabelled.parquet"
#: Before the names of metrics.
_GUESS, _DOUBT = "guess_", "doubt_"
#: Sizes are drawn evenly between these powers of ten.
_POWERS = (1.0, 6.0)
_LONGEST = 4_000


def made_up(
    drafts: Iterable[Draft],
    known: Collection[str],
    reserved: ReservedPrograms,
    device: str,
    functions: int,
    workloads: int,
    seed: int,
) -> Iterator[tuple[dict[str, Any], str]]:
    """Records without labels with their normal forms.

    Args:
        known: normal forms that are left out, since they have labels or are judged by.
        reserved: programs that are left out too.
        functions: at most, drawn by chance.
        workloads: at most of each.
    """
    met = set(known)
    by_chance = list(drafts)
    random.Random(seed).shuffle(by_chance)
    for draft in by_chance:
        try:
            file = SourceFile.parse(draft.program.source)
            unit = file.unit(draft.program.name)
            text = file.normal_form(unit)
            if text in met or len(text) > _LONGEST or reserved.holds(text):
                continue
            if len(met) - len(known) == functions:
                return
            met.add(text)
            typical = resolve(unit, file).workload
        except (SourceError, SyntaxError):
            continue
        rng = random.Random(f"{seed}:{draft.program.key}")
        sizes = [round(10 ** rng.uniform(*_POWERS)) for _ in range(workloads)]
        for workload in dict.fromkeys(str(resized(typical, size)) for size in sizes):
            program = f"{UNLABELLED}/{draft.program.key}"
            yield {"program": program, "workload": workload, "device": device}, text


def write_unlabelled(folder: Path, found: Iterable[tuple[dict[str, Any], str]], prior: Prior) -> None:
    """Writes the records with their texts and the trees' guesses; the trees have seen none of them."""
    rows, texts = [], {}
    for row, text in found:
        rows.append(row)
        texts[row["program"]] = text
    guesses = guessed(prior, texts, rows)
    columns: dict[str, Sequence[Any]] = {
        name: [row[name] for row in rows] for name in ("program", "workload", "device")
    }
    columns["text"] = [texts[row["program"]] for row in rows]
    for metric in METRICS:
        costs, doubts = zip(*(guesses[key_of(row)][metric] for row in rows), strict=True)
        columns |= {_GUESS + metric: costs, _DOUBT + metric: doubts}
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), folder / _FILE)


def read_unlabelled(folder: Path) -> tuple[list[dict[str, Any]], dict[str, str], dict[Key, dict[str, Guess]]]:
    """Records, program -> normal form, and guesses; nothing where there is no such file."""
    path = folder / _FILE
    if not path.exists():
        return [], {}, {}
    rows = pq.read_table(path).to_pylist()
    texts = {row["program"]: row.pop("text") for row in rows}
    guesses = {
        key_of(row): {metric: Guess(row.pop(_GUESS + metric), row.pop(_DOUBT + metric)) for metric in METRICS}
        for row in rows
    }
    return [{**row, "origin": UNLABELLED, "problem": row["program"]} for row in rows], texts, guesses
