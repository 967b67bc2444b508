"""A checkout -> units of it, with what the tool would forecast them for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from model_export.corpus.program import Program
from model_export.corpus.projects.table import Project
from perfcast.forecast.predictor import Predictor
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.source.locations.place import Place

ORIGIN: Final = "projects"
#: Units of one project and of one file, and files that are looked into.
_MOST: Final = 70
_MOST_OF_FILE: Final = 8
_MOST_FILES: Final = 40
#: Beginnings of the names of files and folders that are about a project and not of it.
_BESIDE: Final = ("test", "conftest", "doc", "example", "bench", "script", "setup", "build", "_version")


def units_of(folder: Path, project: Project, predictor: Predictor) -> Iterator[Program]:
    """A sample of a project's units: files and units in the order of their hashes.

    Args:
        folder: of the checkout.
    """
    files = [path for path in folder.rglob("*.py") if not _is_beside(path.relative_to(folder))]
    count = 0
    for path in sorted(files, key=lambda path: _hash(path.relative_to(folder).as_posix()))[:_MOST_FILES]:
        for program in _of_file(folder, path, project, predictor):
            yield program
            count += 1
            if count == _MOST:
                return


def _of_file(folder: Path, path: Path, project: Project, predictor: Predictor) -> Iterator[Program]:
    try:
        file = SourceFile.parse_tolerant(path.read_text(encoding="utf-8"), home=Place.of(path, [folder]))
    except (OSError, ValueError, SourceError):
        return
    named = {unit.name: unit for unit in file.units if unit.kind != "kernel"}
    predictor.observe_project_calls(file)
    count = 0
    for name in sorted(named, key=_hash):
        program = _program(folder, file, named[name], project, predictor)
        if program is not None:
            yield program
            count += 1
            if count == _MOST_OF_FILE:
                return


def _program(folder: Path, file: SourceFile, unit: Unit, project: Project, predictor: Predictor) -> Program | None:
    """None for what the tool would say nothing of."""
    forecast = predictor.forecast_file(file, names=[unit.name])[0]
    if forecast.outside or file.home is None:
        return None
    key = f"{project.name}/{Path(file.home.file).relative_to(folder).as_posix()}::{unit.name}"
    seen = predictor.calls.of(file, unit)
    return Program(
        ORIGIN,
        project.name,
        key,
        file.text,
        unit.name,
        forecast.workload,
        project.licence,
        predictor.calls.place(file, unit),
        "" if seen is None else seen.workload,
    )


def _is_beside(path: Path) -> bool:
    return any(part.lower().startswith(_BESIDE) for part in path.parts)


def _hash(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()
