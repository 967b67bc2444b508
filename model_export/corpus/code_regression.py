"""``python -m model_export import-code-regression``: rows of the public Code-Regression data set -> records.

The data set published with arXiv 2509.26476 is one table with a row a program (columns as its users read them):

=========  =======  ==============================================================================================
space      string   ``APPS``, ``CDSS`` (Project CodeNet) or ``KBSS`` (Triton kernels of KernelBook)
input      string   the source
target     float64  peak memory of the process in bytes (APPS, CDSS), latency in milliseconds on an A6000 (KBSS)
metadata   string   a Python literal: problem and language of a CDSS row (``p_id``, ``language``), ...
=========  =======  ==============================================================================================

Its memory is that of a whole process at the inputs of one test, and no row says what those were. Such labels are of
another device than ours, named after their space, and the workloads are empty: they never mix with what we measure.
Scripts become functions, as a forecast is of one.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import typer

from model_export.corpus.command import admitted
from model_export.corpus.found import write_found
from model_export.corpus.program import Program
from model_export.corpus.records import CorpusError, rows, write
from model_export.corpus.reserved import ReservedPrograms
from model_export.corpus.sources import normal_forms, tokens
from model_export.corpus.splits import assign
from model_export.corpus.triton.records import record, write_kernels, write_shards
from perfcast.source import SourceError, SourceFile

_COLUMNS: Final = {"space": pa.string(), "input": pa.string(), "target": pa.float64(), "metadata": pa.string()}
#: Spaces of programs, and what stands for the device that they were measured on.
_DEVICES: Final = {"APPS": "Code-Regression APPS", "CDSS": "Code-Regression CodeNet"}
_KERNELS: Final = "KBSS"
_KERNEL_DEVICE: Final = "RTX A6000"
_MILLISECOND: Final = 1e-3
_MAIN: Final = "main"
_BATCH: Final = 1024


@dataclass(frozen=True)
class Row:
    """A row of the data set that can be read.

    Attributes:
        number: of the row in its file, which names it.
        about: what ``metadata`` says.
    """

    number: int
    space: str
    source: str
    target: float
    about: Mapping[str, Any]

    @property
    def key(self) -> str:
        return f"code-regression-{self.space.lower()}-{self.number}"

    @property
    def problem(self) -> str:
        """Rows that solve the same problem share it."""
        problem = self.about.get("p_id", self.about.get("problem_id"))
        return self.key if problem is None else f"{self.space.lower()}-{problem}"


def import_code_regression(
    files: Annotated[list[Path], typer.Argument(help="Parquet files of the data set.")],
    data: Annotated[Path, typer.Option(help="Folder with reserved.json.")],
    out: Annotated[Path, typer.Option(help="Folder for records.parquet, sources.parquet and triton/.")],
    licence: Annotated[str, typer.Option(help="SPDX identifier that the data set's card gives for these rows.")],
    spaces: Annotated[list[str] | None, typer.Option("--space", help="Only rows of these spaces.")] = None,
    limit: Annotated[int | None, typer.Option(help="Rows at most.")] = None,
) -> None:
    """Turns rows of the Code-Regression data set into records that can be trained on.

    Other languages than Python, sources that do not parse and reserved programs are left out.
    """
    wanted = set(spaces or [*_DEVICES, _KERNELS])
    programs: dict[str, tuple[Program, Row]] = {}
    kernels: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for row in _limited((row for path in files for row in read_rows(path) if row.space in wanted), limit):
        if row.space == _KERNELS:
            kernels.extend(_kernel(row, licence))
        elif (program := _program(row, licence)) is not None:
            programs[program.key] = program, row
    kept = list(admitted([program for program, _ in programs.values()], ReservedPrograms.load(data / "reserved.json")))
    texts = normal_forms(kept)
    splits = assign({p.key: p.problem for p in kept if p.key in texts}, {k: tokens(text) for k, text in texts.items()})
    records = [one for program in kept if program.key in splits for one in _records(*programs[program.key], splits)]
    write(out, records, [])
    write_found(out / "sources.parquet", kept)
    if kernels:
        write_kernels(out / "triton", [kernel for kernel, _ in kernels])
        write_shards(out / "triton", "code-regression", [label for _, label in kernels])
    typer.echo(f"{len(records)} records of programs and {len(kernels)} of kernels in {out}")


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of one file; those without a source or a target are left out.

    Raises:
        CorpusError: a column is missing or of another type.
    """
    try:
        file = pq.ParquetFile(path)
        number = -1
        for batch in file.iter_batches(_BATCH, columns=list(_COLUMNS)):
            table = pa.Table.from_batches([batch]).select(list(_COLUMNS)).cast(pa.schema(list(_COLUMNS.items())))
            for found in table.to_pylist():
                number += 1
                target = found["target"]
                if found["input"] and found["space"] and target is not None and 0 <= target < math.inf:
                    yield Row(number, found["space"], found["input"], target, _about(found["metadata"]))
    except (pa.ArrowException, KeyError, OSError) as error:
        raise CorpusError(f"{path}: not a file of the Code-Regression data set: {error}") from error


def _about(text: str | None) -> Mapping[str, Any]:
    try:
        found = ast.literal_eval(text or "{}")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _limited(found: Iterable[Row], limit: int | None) -> Iterator[Row]:
    for count, row in enumerate(found):
        if limit is not None and count >= limit:
            return
        yield row


def _program(row: Row, licence: str) -> Program | None:
    if row.about.get("language", "Python") != "Python":
        return None
    try:
        source = as_function(row.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return Program(f"code-regression/{row.space.lower()}", row.problem, row.key, source, _MAIN, "", licence)


def as_function(script: str) -> str:
    """A script as a module with one function, in which all of it stands but the imports.

    Raises:
        SyntaxError: the script does not parse.
    """
    tree = ast.parse(script)
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    body = [node for node in tree.body if node not in imports] or [ast.Pass()]
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    main = ast.FunctionDef(_MAIN, none, body, [], None, None)
    return ast.unparse(ast.fix_missing_locations(ast.Module([*imports, main], [])))


def _records(program: Program, row: Row, splits: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    outcome = {"workload": "", "error": None, "metrics": {"peak_memory": row.target}}
    return rows(program, [outcome], seed=0, device=_DEVICES[row.space], split=splits[program.key])


def _kernel(row: Row, licence: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The kernel of a row and its record; nothing where the source holds none, or several."""
    try:
        units = [unit for unit in SourceFile.parse(row.source).units if unit.kind == "kernel"]
    except SourceError:
        return
    if len(units) != 1:
        return
    named = Program(
        f"code-regression/{row.space.lower()}", row.problem, row.key, row.source, units[0].name, "", licence
    )
    same = {
        "kernel": named.key,
        "origin": named.origin,
        "family": named.problem,
        "source_sha256": named.source_sha256,
        "unit": named.name,
        "licence": licence,
    }
    label = record(**same, workload="", device=_KERNEL_DEVICE, gpu_time=row.target * _MILLISECOND)
    yield same | {"source": row.source}, label
