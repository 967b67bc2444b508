"""The environment of processes in which code of the user's is run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_ONE_THREAD: Final = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "OPENCV_FOR_THREADS_NUM",
)


def child_environment() -> dict[str, str]:
    """This process's, so that the same packages are found, with one thread for numeric libraries."""
    paths = [str(Path(__file__).parents[2])]
    paths += [str(Path(path).resolve()) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    return {
        **os.environ,
        **dict.fromkeys(_ONE_THREAD, "1"),
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
