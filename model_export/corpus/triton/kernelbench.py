"""KernelBench's baseline timings: PyTorch modules, eager and compiled, on several named GPUs.

These are no Triton kernels of a source that we have: the record says problem, mode and GPU, and carries no source.
They serve as a check of one GPU against another, not as labels of a kernel.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from model_export.corpus.triton.records import record

LICENCE: Final = "MIT"
_PREFIX: Final = "baseline_time_torch"


def records(folder: Path) -> Iterator[dict[str, Any]]:
    """A record a problem, mode and GPU of `timing/`; earlier runs, in `timing/old/`, are left out.

    Times are means of 100 trials in milliseconds, of the wall clock: kernels of a few microseconds are overstated.
    """
    for path in sorted((folder / "timing").glob("*/*.json")):
        if path.parent.name == "old":
            continue
        mode = path.stem.removeprefix(_PREFIX).strip("_") or "eager"
        levels = json.loads(path.read_text(encoding="utf-8"))
        for level, problems in sorted(levels.items()):
            for problem, figures in sorted(problems.items()):
                if not isinstance(figures, dict) or not figures.get("mean", 0) > 0:
                    continue
                name = f"{level}/{Path(problem).stem.strip('_')}"
                yield record(
                    kernel=f"kernelbench-{name}-{mode}",
                    origin="kernelbench",
                    family=f"kernelbench/{name}",
                    unit="Model.forward",
                    workload="",
                    device=figures["hardware"],
                    gpu_time=figures["mean"] / 1e3,
                    licence=LICENCE,
                )
