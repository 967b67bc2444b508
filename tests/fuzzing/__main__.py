"""Fuzzing by coverage: ``python -m tests.fuzzing TARGET [--seconds N] [--corpus FOLDER]``.

It needs the extra ``fuzz``. The figures are written into RESULTS.md beside this file; an input that crashes is left in
the corpus, so that the next run with it begins there.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzzing.results import row, write

TARGETS = ("finder", "resolver", "workloads", "protocol", "trials")
RESULTS = Path(__file__).parent / "RESULTS.md"
_LONGEST = 1500
_SEEDS = 100
_SECONDS_AN_INPUT = 60


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=240, help="of the run")
    parser.add_argument("--corpus", type=Path, help="inputs of earlier runs; those of this run are added")
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = options.corpus or Path(folder, "corpus")
        seeds = Path(folder, "seeds")
        corpus.mkdir(parents=True, exist_ok=True)
        _sow(seeds)
        began = time.monotonic()
        code, said = _fuzz(options.target, options.seconds, corpus, seeds)
        found = row(options.target, said, time.monotonic() - began)
    write(options.results, found)
    print(found)
    return code


def _sow(folder: Path) -> None:
    """Some inputs to begin with: libFuzzer itself begins with a few bytes, of which no program is made."""
    folder.mkdir()
    source = random.Random(0)
    for number in range(_SEEDS):
        Path(folder, str(number)).write_bytes(source.randbytes(source.randint(50, _LONGEST)))


def _fuzz(target: str, seconds: int, corpus: Path, seeds: Path) -> tuple[int, str]:
    """Runs libFuzzer, which ends its process; returns the exit code and what was said, which is shown as well."""
    command = [sys.executable, "-m", "tests.fuzzing.child", target, f"-max_total_time={seconds}"]
    command += [f"-max_len={_LONGEST}", f"-timeout={_SECONDS_AN_INPUT}", "-print_final_stats=1"]
    command += [f"-artifact_prefix={corpus}/", str(corpus), str(seeds)]
    said = []
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace") as process:
        assert process.stderr is not None
        for line in process.stderr:
            sys.stderr.write(line)
            said.append(line)
    return process.returncode, "".join(said)


if __name__ == "__main__":
    sys.exit(main())
