"""Candidates of a function -> the call that it is measured with: the first that returns and does some work.

Each function is tried once: what was found, and what was not, is kept in a file of facts (the function, the hash of its
text, its workload), so that a later build needs no search. The facts of this project's own search are kept with it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, Self

from model_export.corpus.collect import Journal
from model_export.corpus.origins.callers import caller
from model_export.corpus.origins.candidates import Candidate
from model_export.corpus.origins.drafts import Draft
from model_export.corpus.program import Program
from model_export.corpus.records import read_journal
from perfcast.measure import Job, Measurement, Sandbox
from perfcast.workload import parse

#: The first few suit most functions, and what is tried after them is tried less and less likely to.
_BATCHES: Final = (4, 12, 44)
#: A candidate that makes a function do so many times more is preferred to one that stands before it.
_MUCH_MORE: Final = 4.0
#: Lines that stand for a call too long to be traced.
_LONG: Final = 10_000.0


class Facts:
    """What is known of functions that were tried, in a journal that grows."""

    def __init__(self, path: Path) -> None:
        self._journal = Journal(path)
        self._known = {
            (row["program"], row["text"]): (row["workload"], row.get("call", "")) for row in read_journal(path)
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    def find(self, program: Program) -> tuple[str, str] | None:
        """Workload and call, the workload empty where nothing suited; None for what was not tried."""
        return self._known.get((program.key, _short_hash(program)))

    def add(self, program: Program, workload: str, call: str) -> None:
        row = {"program": program.key, "text": _short_hash(program), "workload": workload}
        if call:
            row["call"] = call
        self._known[program.key, row["text"]] = (workload, call)
        self._journal.append(row)


def searched(drafts: Iterable[Draft], facts: Facts, sandbox: Sandbox | None) -> Iterator[Program]:
    """The programs that can be called, each with a workload; without a sandbox, those that the facts know."""
    for draft in drafts:
        known = facts.find(draft.program)
        if known is None and sandbox is not None:
            found = _suiting(draft, sandbox)
            known = ("", "") if found is None else (str(found.workload), found.call)
            facts.add(draft.program, *known)
        if known is not None and known[0]:
            yield called(draft.program, *known)


def called(program: Program, workload: str, call: str) -> Program:
    """The program with a workload; where the function needs a caller, that is the unit."""
    if not call:
        return replace(program, workload=workload)
    names = [argument.name for argument in parse(workload).arguments if argument.name is not None]
    name = _caller_name(program)
    source = f"{program.source}\n\n{caller(name, call, names)}"
    return replace(program, source=source, name=name, workload=workload)


def _caller_name(program: Program) -> str:
    """As people name such functions, by turns: what is read first should not always be the same word."""
    patterns = ("{}_of", "use_{}", "run", "compute", "apply_{}", "main", "process", "get_{}", "result", "call_{}")
    number = int(_short_hash(program), 16)
    name = patterns[number % len(patterns)].format(program.name.strip("_"))
    return f"{name}_values" if re.search(rf"\b{name}\b", program.source) else name


def _suiting(draft: Draft, sandbox: Sandbox) -> Candidate | None:
    candidates = draft.candidates()
    start = 0
    for length in _BATCHES:
        batch = candidates[start : start + length]
        start += length
        best = _best((candidate, m) for candidate, m in _tried(draft.program, batch, sandbox) if m.error is None)
        if best is not None:
            return best
    return None


def _tried(program: Program, batch: list[Candidate], sandbox: Sandbox) -> Iterator[tuple[Candidate, Measurement]]:
    by_call: dict[str, list[Candidate]] = {}
    for candidate in batch:
        by_call.setdefault(candidate.call, []).append(candidate)
    for call, alike in by_call.items():
        run = called(program, str(alike[0].workload), call)
        workloads = tuple(str(candidate.workload) for candidate in alike)
        yield from zip(alike, sandbox.run(Job(run.key, run.source, run.name, workloads)), strict=True)


def _best(returned: Iterable[tuple[Candidate, Measurement]]) -> Candidate | None:
    best: Candidate | None = None
    most = 0.0
    for candidate, measurement in returned:
        work = measurement.metrics.get("work", _LONG)
        if best is None or work >= _MUCH_MORE * most:
            best, most = candidate, max(1.0, work)
    return best


def _short_hash(program: Program) -> str:
    return hashlib.sha256(f"{program.name}\n{program.source}".encode()).hexdigest()[:12]
