"""The long runs: ``python -m tests.endurance [edits|endings|large|hours|faults ...] [--share 1.0]``.

Their tables are written into RESULTS.md beside this file. They take hours on an otherwise idle machine; their short
versions are ordinary tests.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from perfcast import __version__
from perfcast.measure import device_name
from tests.e2e.session import ENVIRONMENT
from tests.endurance.edits import edits
from tests.endurance.endings import endings
from tests.endurance.faults import faults
from tests.endurance.hours import hours
from tests.endurance.large import large
from tests.endurance.report import Row, table
from tests.endurance.servers import PACKAGED

RESULTS = Path(__file__).parent / "RESULTS.md"


def _share(count: int, share: float) -> int:
    return max(1, round(count * share))


async def _faults(_: float) -> AsyncIterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        async for row in faults(Path(folder)):
            yield row


RUNS: dict[str, tuple[str, Callable[[float], AsyncIterator[Row]]]] = {
    "edits": ("Random edits", lambda share: edits(PACKAGED, _share(10_000, share))),
    "endings": ("Endings", lambda share: endings(PACKAGED, _share(20, share))),
    "large": ("Large files", lambda share: large(PACKAGED, max(40, _share(5000, share)))),
    "hours": ("Hours of edits", lambda share: hours(PACKAGED, _share(8, share))),
    "faults": ("Faults", _faults),
}


async def _collect(name: str, share: float) -> tuple[list[Row], float]:
    start = time.monotonic()
    rows = []
    try:
        async for row in RUNS[name][1](share):
            sys.stderr.write(f"{name}: {row.what}: {row.found}\n")
            rows.append(row)
    except Exception as error:
        # One run that breaks off is a result, too, and keeps no other from being made.
        rows.append(Row(f"{name} broke off", f"{type(error).__name__}: {error}", False))
    return rows, time.monotonic() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="*", choices=[*RUNS, []], help="all of them without any")
    parser.add_argument("--share", type=float, default=1.0, help="of the whole length of each run")
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    # No measurement or forecast of this machine's user counts, and none is added to.
    with tempfile.TemporaryDirectory() as state:
        ENVIRONMENT["XDG_STATE_HOME"] = ENVIRONMENT["XDG_CACHE_HOME"] = state
        sections = []
        holds = True
        for name in options.runs or RUNS:
            rows, seconds = asyncio.run(_collect(name, options.share))
            holds = holds and all(row.holds for row in rows)
            sections.append(f"## {RUNS[name][0]}\n\n{table(rows)}\n\nTook {seconds / 60:.1f} minutes.")
    about = f"perfcast {__version__}, Python {platform.python_version()}, {device_name()}, {os.cpu_count()} cores."
    share = "" if options.share == 1.0 else f" These are runs of {options.share:g} of the whole length."
    head = f"# Endurance\n\nMade by `python -m tests.endurance`: {about}{share}"
    options.results.write_text("\n\n".join([head, *sections]) + "\n", encoding="utf-8")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
