"""Functions written by hand for the evaluation alone, in `model_export.corpus.origins.field`.

They are what people write and ask about, in no one's style, at sizes that they would name in a comment. No program like
them is trained on: their split is always the test, and programs near to them follow (`model_export.corpus.splits`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from model_export.corpus.program import Program
from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve

HAND_WRITTEN: Final = "hand-written"
_FOLDER: Final = Path(__file__).parent / "field"
_LICENCE: Final = "Apache-2.0"


def hand_written() -> Iterator[Program]:
    """Every function that a comment gives a workload."""
    for path in sorted(_FOLDER.glob("[!_]*.py")):
        source = path.read_text(encoding="utf-8")
        file = SourceFile.parse(source)
        for unit in file.units:
            resolved = resolve(unit, file)
            if resolved.origin == "comment":
                key = f"{HAND_WRITTEN}-{path.stem}-{unit.name}"
                yield Program(HAND_WRITTEN, key, key, source, unit.name, str(resolved.workload), _LICENCE)
