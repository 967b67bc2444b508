"""What a forecast costs: ``python -m tests.benchmarks [--out FOLDER] [--only NAME ...] [--regress-lm CHECKOUT]``.

Writes RESULTS.md and plots/ beside this file, or into a folder. Parts that are not run keep what the table says of
them. Nothing is asserted: machines differ, and what does not is held by the tests in this folder.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.bench import Bench
from tests.benchmarks.rows import Row, table
from tests.e2e.session import ENVIRONMENT

PARTS = {
    "editor": "In the editor",
    "counts": "What is computed",
    "text": "Text",
    "breakdown": "Where the time goes",
    "bulk": "In bulk",
    "configurations": "Configurations of kernels",
    "start": "Start and rest",
    "kernel": "Close to the limit",
    "growth": "Growth",
    "reference": "Against regress-lm",
}
"""Module of a part -> its title."""
_HEAD = """# Benchmarks

Made by `python -m tests.benchmarks`. Times are wall time, and medians of repeats; ratios are of times taken in turns.
"""

_REFERENCE = "of google-deepmind/regress-lm; besides torch and transformers it needs ordered-set and sentencepiece"


def main() -> int:
    """Runs the parts that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder of RESULTS.md and plots/")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="NAME", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="few repeats of small sizes, to see that all runs")
    parser.add_argument("--model", type=Path, help="folder of a bundle in place of the packaged one")
    parser.add_argument("--regress-lm", type=Path, metavar="CHECKOUT", help=_REFERENCE)
    parser.add_argument("--install", action="store_true", help="measure an installed package, too; downloads it")
    options = parser.parse_args()
    results: Path = options.out / "RESULTS.md"
    options.out.mkdir(parents=True, exist_ok=True)
    sections = read_sections(results.read_text(encoding="utf-8")) if results.exists() else {}
    broken = False
    with tempfile.TemporaryDirectory() as state:
        ENVIRONMENT["XDG_STATE_HOME"] = state
        model = options.model.resolve() if options.model else None
        bench = Bench(options.out, Path(state), options.quick, model, options.regress_lm, options.install)
        for name in options.only or PARTS:
            section, whole = _section(bench, name)
            broken = broken or not whole
            sections[PARTS[name]] = section
            ordered = [f"## {title}\n\n{sections[title]}" for title in PARTS.values() if title in sections]
            results.write_text("\n\n".join([_HEAD.strip(), *ordered]) + "\n", encoding="utf-8")
    return int(broken)


def read_sections(text: str) -> dict[str, str]:
    """What a table of an earlier run says, by title."""
    _, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return {title.strip(): body.strip() for title, _, body in (part.partition("\n") for part in parts)}


def _section(bench: Bench, name: str) -> tuple[str, bool]:
    """The section of one part, and whether the part came to its end."""
    about, start = bench.about(), time.monotonic()
    rows: list[Row] = []
    whole = True
    try:
        for row in importlib.import_module(f"tests.benchmarks.{name}").measure(bench):
            sys.stderr.write(f"{name}: {' | '.join(row.cells())}\n")
            rows.append(row)
    except Exception as error:
        # One part that breaks off keeps no other from being measured, and is seen in the table.
        rows.append(Row.missing(f"{name} broke off", f"{type(error).__name__}: {error}"))
        sys.stderr.write(f"{name} broke off: {type(error).__name__}: {error}\n")
        whole = False
    return f"{about}\n\n{table(rows)}\n\nTook {(time.monotonic() - start) / 60:.1f} minutes.", whole


if __name__ == "__main__":
    sys.exit(main())
