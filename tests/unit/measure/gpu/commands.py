"""What starts measuring processes that need no GPU."""

from __future__ import annotations

import sys
from pathlib import Path

COMPILE_ONLY = (sys.executable, str(Path(__file__).with_name("compile_only.py")))
"""Compiles for compute capability 9.0; every launch fails."""


def interpreted(name: str = "NVIDIA H100 80GB HBM3", architecture: str = "sm_90") -> tuple[str, ...]:
    """Takes Triton's interpreter for a GPU of that name; every launch takes 1.5 ms, 40 registers and 1 KiB."""
    return sys.executable, str(Path(__file__).with_name("stand_in.py")), name, architecture
