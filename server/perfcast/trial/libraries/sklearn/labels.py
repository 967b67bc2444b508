"""Targets that are class labels."""

from __future__ import annotations

from typing import Any

from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call


def labels_of(call: Call, target: Any, *, has_several: bool = False) -> Array:
    """The labels. Raises ValueError where they are numbers with fractions, else as `Call.column`."""
    labels = call.column(target, has_several=has_several)
    if labels.dtype.kind == "f" and (labels % 1).any():
        raise unknown("continuous")
    return labels


def unknown(kind: str) -> ValueError:
    """What is raised for targets of a kind that no labels are."""
    return ValueError(f"Unknown label type: {kind}. Maybe you are trying to fit a classifier.")
