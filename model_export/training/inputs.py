"""What every stage after the corpus starts from: records joined with the texts that they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model_export.corpus.projects.found import read_units
from model_export.corpus.projects.records import joined
from model_export.corpus.records import CorpusError, read
from model_export.corpus.redraws import read_redraws
from model_export.corpus.sources import joined_programs, normal_forms
from model_export.corpus.triton.joined import kernel_records, kernel_texts
from model_export.corpus.triton.likeness import unlike
from perfcast.source.locations.place import Place

#: (program, workload) -> a row of `perfcast.trial.NAMES`.
KeptTrials = Mapping[tuple[str, str], Sequence[float]]


@dataclass(frozen=True)
class Corpus:
    """Records whose source was found, and the normal forms.

    Attributes:
        labels: rows of `model_export.corpus.records`, those without a source too.
        records: those of them that have one.
        texts: program -> normal form.
        places: program -> where it lies, of those that were not taken out of their files.
        redrawn: what other values of held-out workloads cost, see `read_redraws`.
        trials: trial runs of records that need not be made again (`model_export.prior.trials`).
    """

    labels: list[dict[str, Any]]
    records: list[dict[str, Any]]
    texts: Mapping[str, str]
    places: Mapping[str, Place] = field(default_factory=dict)
    redrawn: Mapping[str, Any] = field(default_factory=dict)
    trials: KeptTrials = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path, data: Path, sources: Path | None = None) -> Corpus:
        """Joins `folder`/records.parquet with own sources beside it and public ones at `data`, by key and hash.

        Those of the file `sources` are trained on only: without it, their records are left out.

        Raises:
            CorpusError: a file is not what it should be, or no source of any record was found.
        """
        records = read(folder / "records.parquet")
        hashes = {record["program"]: record["source_sha256"] for record in records}
        programs = [p for p in joined_programs(folder, data, sources) if hashes.get(p.key) == p.source_sha256]
        texts = normal_forms(programs)
        found = [record for record in records if record["program"] in texts]
        if not found:
            raise CorpusError(f"{folder}: no source of its {len(records)} records was found there or in {data}")
        return cls(records, found, texts, redrawn=read_redraws(folder))

    @classmethod
    def of_kernels(cls, folder: Path, data: Path) -> Corpus:
        """As `load`, of the kernels that lie beside the records; their metrics are others.

        Held-out kernels that are copies of training ones are left out.

        Raises:
            CorpusError: no source of any record was found.
        """
        records, texts = kernel_records(folder), kernel_texts(folder, data)
        found = unlike([record for record in records if record["program"] in texts], texts)
        if not found:
            raise CorpusError(f"{folder}: no source of its {len(records)} records of kernels was found")
        return cls(found, found, texts)

    @classmethod
    def of_projects(cls, folder: Path, units: Path) -> Corpus:
        """As `load`, of units of projects, which are at hand where the projects are.

        Args:
            units: file that the command `projects` wrote.

        Raises:
            CorpusError: no unit of any record was found.
        """
        records, found = joined(folder, read_units(units))
        texts = normal_forms(found.values())
        known = [record for record in records if record["program"] in texts]
        if not known:
            raise CorpusError(f"{folder}: no unit of its records of projects was found in {units}")
        places = {key: unit.place for key, unit in found.items() if unit.place is not None}
        return cls(records, known, texts, places)

    def split(self, name: str) -> list[dict[str, Any]]:
        """The records of one split."""
        return [record for record in self.records if record["split"] == name]

    @property
    def calibrating(self) -> list[dict[str, Any]]:
        """The records that ranges are calibrated on: the calibration split, and the validation split beside it.

        To the latter no weights are fitted, though it chooses which of a run's are kept. The more problems, the less of
        the ranges' width is chance.
        """
        return [*self.split("calibration"), *self.split("validation")]


@dataclass(frozen=True)
class Corpora:
    """All that there is to learn from or to be judged by.

    Attributes:
        functions: whose records are joined with public and own sources.
        kernels: their metrics are others.
        projects: units of projects; None where these are not at hand.
    """

    functions: Corpus
    kernels: Corpus
    projects: Corpus | None

    @classmethod
    def load(cls, folder: Path, data: Path, units: Path | None, sources: Path | None = None) -> Corpora:
        """Arguments and errors as those of the three ways to get a `Corpus`."""
        return cls(
            Corpus.load(folder, data, sources),
            Corpus.of_kernels(folder, data),
            None if units is None else Corpus.of_projects(folder, units),
        )

    @property
    def of_python(self) -> list[Corpus]:
        """Those of `functions` and of `projects`."""
        return [self.functions, *(() if self.projects is None else (self.projects,))]
