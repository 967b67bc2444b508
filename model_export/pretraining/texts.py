"""What is pretrained on: functions of the standard library and of all installed packages, as the model reads them.

They are found once a run and kept in its folder, in ``texts.parquet``: the column ``text``, strings.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import re
import sysconfig
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
from tqdm import tqdm

from model_export.corpus.parquet import write_whole
from model_export.corpus.reserved import ReservedPrograms
from perfcast.source import SourceError, SourceFile, Unit, decode_source

#: Tests, and what lies in the standard library's folder without being of it.
_LEFT_OUT: Final = frozenset({"site-packages", "dist-packages", "tests", "testing", "idle_test", "conftest"})
#: Bytes of a file; the few that are larger are mostly tables.
_LARGEST: Final = 200_000
#: Characters of a text that are kept, about twice what the model reads: what follows are callees, texts of their own.
_KEPT: Final = 4096
#: Characters of a text with something to tell.
_SHORTEST: Final = 64
#: One text in so many is for validation.
_VALIDATION: Final = 50
_LITERAL: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|\d+")
_SCHEMA: Final = pa.schema([("text", pa.string())])


def training_texts(cache: Path, reserved: Path, processes: int) -> list[str]:
    """The texts of everything installed, read from the file `cache`, which is written where it is not there yet.

    Args:
        reserved: list of programs kept for testing, see `model_export.corpus.reserved`.
        processes: that read files.
    """
    if not cache.exists():
        found = texts(list(source_files(*installed())), ReservedPrograms.load(reserved), processes)
        write_whole(cache, pa.table({"text": found}, schema=_SCHEMA))
    kept: list[str] = pq.read_table(cache)["text"].to_pylist()
    return kept


def split(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Training and validation texts, told apart by hash: 2 % are for validation."""
    training: list[str] = []
    validation: list[str] = []
    for text in texts:
        is_kept = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % _VALIDATION == 0
        (validation if is_kept else training).append(text)
    return training, validation


def installed() -> list[Path]:
    """Folders of the standard library and of installed packages."""
    return list(dict.fromkeys(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")))


def source_files(*roots: Path) -> Iterator[Path]:
    """Python files below the folders, in an order that does not depend on the file system."""
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if _LEFT_OUT & set(parts) or any(part == "test" or part.startswith("test_") for part in parts):
                continue
            if path.is_file() and path.stat().st_size <= _LARGEST:
                yield path


def texts(files: Sequence[Path], reserved: ReservedPrograms, processes: int = 1) -> list[str]:
    """The texts of the files' functions; of those that only differ in a name or in literals, the first."""
    seen: set[bytes] = set()
    found = []
    with multiprocessing.Pool(processes, _reserve, (reserved,)) as pool:
        for batch in tqdm(pool.imap(_texts, files, 8), desc="reading", total=len(files), mininterval=5, unit=" files"):
            for likeness, text in batch:
                if likeness not in seen:
                    seen.add(likeness)
                    found.append(text)
    return found


class _Worker:
    """What a reading process knows."""

    reserved: ReservedPrograms


def _reserve(reserved: ReservedPrograms) -> None:
    _Worker.reserved = reserved


def _texts(path: Path) -> list[tuple[bytes, str]]:
    """Hash and text of each function of a file; none where it does not parse or holds a reserved program."""
    try:
        source = decode_source(path.read_bytes())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            file = SourceFile.parse(source)
            # The text of any function of the file could hold a reserved one as a callee.
            if _Worker.reserved.holds_part_of(source):
                return []
            return [found for unit in file.units if (found := _text(file, unit)) is not None]
    except (SourceError, SyntaxError, ValueError, RecursionError, OSError):
        return []


def _text(file: SourceFile, unit: Unit) -> tuple[bytes, str] | None:
    try:
        text = file.normal_form(unit)[:_KEPT]
    except SourceError:
        return None
    if len(text) < _SHORTEST:
        return None
    names = "|".join(map(re.escape, unit.name.split(".")))
    likeness = re.sub(rf"\b(?:{names})\b", "_", _LITERAL.sub("0", text))
    return hashlib.sha256(likeness.encode()).digest()[:16], text
