"""Journal lines and earlier records -> the records of the corpus, with a split for every program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model_export.corpus.found import FOUND_ORIGINS
from model_export.corpus.origins.hand_written import HAND_WRITTEN
from model_export.corpus.program import Program
from model_export.corpus.records import OWN_ORIGINS, CorpusError, read, read_programs, rows, write
from model_export.corpus.sources import normal_forms, tokens
from model_export.corpus.splits import assign


@dataclass(frozen=True)
class Packed:
    """The records, and the programs among them whose sources are kept with them."""

    records: list[dict[str, Any]]
    own: list[Program]

    @classmethod
    def load(cls, folder: Path) -> Packed:
        """What is in a folder; nothing where there is none yet. Raises CorpusError."""
        if not (folder / "records.parquet").exists():
            return cls([], [])
        return cls(read(folder / "records.parquet"), read_programs(folder / "programs.parquet"))

    def programs(self) -> set[str]:
        """Keys of the programs that there are records of."""
        return {record["program"] for record in self.records}

    def joined(self, lines: Iterable[Mapping[str, Any]], public: Sequence[Program], seed: int) -> Packed:
        """These records and those of a journal's lines, split anew.

        Args:
            public: programs whose sources are not kept; records of others are dropped, as they cannot be joined.

        Raises:
            CorpusError: the journal measured another version of a public program.
        """
        known = {program.key: program for program in [*public, *self.own]}
        records = list(self.records)
        before = self.programs()
        for line in lines:
            if "own" in line:
                known.setdefault(line["program"], Program(**line["own"]))
            program = known.get(line["program"])
            if program is None or program.key in before:
                continue
            if program.source_sha256 != line["source_sha256"]:
                raise CorpusError(f"the journal holds another version of {program.key}; start a new one")
            records.extend(rows(program, line["outcomes"], seed=seed, device=line["device"], split=""))
        splits = _splits([known[key] for key in {record["program"] for record in records} if key in known])
        kept = [{**row, "split": splits[row["program"]]} for row in records if row["program"] in splits]
        used = {row["program"] for row in kept}
        own = [program for key, program in known.items() if program.origin in OWN_ORIGINS and key in used]
        return Packed(kept, own)

    def write(self, folder: Path) -> None:
        write(folder, self.records, self.own)


def _splits(programs: Sequence[Program]) -> dict[str, str]:
    """Program -> split, of those that have a normal form."""
    texts = normal_forms(sorted(programs, key=lambda program: program.key))
    problems = {program.key: program.problem for program in programs if program.key in texts}
    found = {program.key for program in programs if program.origin in FOUND_ORIGINS}
    written = {program.key for program in programs if program.origin == HAND_WRITTEN}
    return assign(problems, {key: tokens(text) for key, text in texts.items()}, found, written)
