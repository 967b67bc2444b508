"""Why no values can be made."""

from __future__ import annotations

import importlib
from typing import Any


class BuildError(ValueError):
    """No value can be made as the workload says: of a class of the user's, out of a range that the type lacks."""


def imported(name: str) -> Any:
    """Only the process that measures needs it, so the server never imports it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BuildError(f"the workload needs {name}, which is not installed") from error
