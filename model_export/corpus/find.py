"""``python -m model_export sources``: real code that nobody wrote for this project -> programs to measure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from tqdm import tqdm

from model_export.corpus.found import write_found
from model_export.corpus.origins.algorithms import algorithms
from model_export.corpus.origins.drafts import Draft
from model_export.corpus.origins.packages import packages
from model_export.corpus.origins.stdlib import stdlib
from model_export.corpus.search import Facts, searched
from perfcast.measure import Limits, Sandbox

_FACTS = Path(__file__).parent / "origins" / "facts.jsonl"
#: Seconds of one call that is tried.
_LIMIT = 0.25


def sources(
    out: Annotated[Path, typer.Option(help="Parquet file that the programs are written to, sources included.")],
    algorithms_folder: Annotated[
        Path | None, typer.Option("--algorithms", help="Checkout of TheAlgorithms/Python.")
    ] = None,
    facts: Annotated[Path, typer.Option(help="What earlier searches found; new finds are added.")] = _FACTS,
    search: Annotated[bool, typer.Option(help="Look for arguments of functions that the facts do not know.")] = True,
) -> None:
    """Finds functions of the standard library, of installed packages and of TheAlgorithms that can be called.

    Each is taken out of its module and tried in the sandbox with likely arguments. An interrupted search goes on.
    """
    # In this order a search cut short has tried a fair sample, and so has a measuring run.
    drafts = sorted(tqdm(_drafts(algorithms_folder), desc="reading", mininterval=5), key=_by_hash)
    with Facts(facts) as known, Sandbox(Limits(seconds=_LIMIT), timing=False) as sandbox:
        programs = list(searched(tqdm(drafts, desc="trying", mininterval=5), known, sandbox if search else None))
    write_found(out, programs)
    typer.echo(f"{len(programs)} programs of {len(drafts)} functions in {out}")


def _drafts(folder: Path | None) -> Iterator[Draft]:
    if folder is not None:
        yield from algorithms(folder)
    yield from stdlib()
    yield from packages()


def _by_hash(draft: Draft) -> bytes:
    return hashlib.sha256(draft.program.key.encode()).digest()
