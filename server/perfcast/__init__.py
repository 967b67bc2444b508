"""Predicted peak memory and latency of Python functions, as ranges; the code is never imported or run by Python.

>>> import perfcast
>>> perfcast.describe([3, 1, 2], k=6)
'list[int] * 3 in 1..3; k: int = 6'
>>> forecast = perfcast.load().forecast("def f(n): return list(range(n))", workload="n: int = 1000")
>>> forecast["peak_memory"].unit
'B'
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perfcast.forecast import Predictor

# ONNX Runtime's wheels note what they are used for and upload it, unless this is set before they are imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__version__ = "0.1.0"
__all__ = ["__version__", "describe", "load"]


def describe(*args: object, **kwargs: object) -> str:
    """The workload text of a call with these values: their types, sizes and ranges."""
    from perfcast.workload import describe as described

    return str(described(*args, **kwargs))


def load(bundle: Path | None = None, threads: int = 1) -> Predictor:
    """A predictor with the packaged model, or the one of a bundle's folder.

    Sources are read by `threads` threads; more than one helps with those of some 300 tokens and more, where trial runs
    leave another core free.

    Raises:
        perfcast.rlm.BundleError: what is wrong with the bundle, and what to do.
    """
    from perfcast.forecast import load as loaded

    return loaded(bundle, threads)
