"""How fast this machine runs Python, against the one that the corpus was measured on."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

#: Seconds of one call of each probe where the corpus was measured (an AMD EPYC whose model its machine hides). Taken on
#: a machine on which 150 of the corpus' training records took 0.72 times as long in the median, and divided by that.
REFERENCE: Final = {
    "arithmetic": 2.84e-05,
    "floats": 1.51e-05,
    "methods": 9.68e-06,
    "containers": 3.64e-05,
    "comprehensions": 1.44e-05,
    "objects": 2.04e-05,
    "sorting": 4.7e-05,
    "texts": 2.64e-05,
    "patterns": 8.16e-06,
    "json": 4e-05,
    "copies": 2.09e-05,
}
_SCRIPT: Final = Path(__file__).with_name("probes.py")
#: Seconds after which probing is given up: the machine is too busy to tell anything.
_PATIENCE: Final = 5.0


class Probing:
    """Probes at work, in a process of their own: an interpreter whose threads are busy would tell of these."""

    def __init__(self) -> None:
        """Starts them; where that fails there is no result."""
        self._process: subprocess.Popen[str] | None = None
        if not sys.executable or getattr(sys, "frozen", False):
            return
        # Neither the user's site packages nor the environment have a say.
        command = [sys.executable, "-I", "-S", str(_SCRIPT)]
        with suppress(OSError):
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                # On Windows, none of its own.
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )

    def stop(self) -> None:
        """Nobody waits for them any more."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def result(self) -> float | None:
        """What `log_slowness` makes of it; None where it did not work out. Waits some tenths of a second."""
        if self._process is None:
            return None
        try:
            said, _ = self._process.communicate(timeout=_PATIENCE)
            return log_slowness({str(name): float(seconds) for name, seconds in json.loads(said).items()})
        except (subprocess.TimeoutExpired, OSError, ValueError, AttributeError, TypeError):
            self.stop()
            return None


def log_slowness(seconds: dict[str, float]) -> float:
    """The natural logarithm of how many times as long calls take here as on the reference, in the median of the probes.

    Raises:
        ValueError: these are the seconds of no probe, or no times.
    """
    found = [math.log(seconds[name] / reference) for name, reference in REFERENCE.items() if name in seconds]
    if not found:
        raise ValueError("no probe was timed")
    return statistics.median(found)
