"""The regression language model at run time: reads code as text, writes numbers digit by digit. Needs no torch."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from perfcast.rlm.errors import BundleError, Cancelled

if TYPE_CHECKING:
    from perfcast.rlm.model import Reading, RegressionModel
    from perfcast.rlm.prompt import Prompt

__all__ = ["BundleError", "Cancelled", "Prompt", "Reading", "RegressionModel"]

_HOMES = {"Prompt": "perfcast.rlm.prompt", "Reading": "perfcast.rlm.model", "RegressionModel": "perfcast.rlm.model"}


def __getattr__(name: str) -> Any:
    """Imports the model when it is first asked for: an editor's first answer does not wait for ONNX Runtime."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
