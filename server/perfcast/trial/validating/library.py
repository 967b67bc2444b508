"""What code finds in pydantic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.validating import hints, parts
from perfcast.trial.validating.adapters import adapters
from perfcast.trial.validating.failing import ValidationError
from perfcast.trial.validating.methods import methods
from perfcast.trial.validating.models import base_model


def members(machine: Machine, deep_copy: Callable[[Any], Any]) -> dict[str, Any]:
    """
    Args:
        deep_copy: of any value.
    """
    base = base_model(machine)
    base.attributes |= methods(machine, deep_copy)
    return {
        **parts.MEMBERS,
        **hints.members(),
        "BaseModel": base,
        "ValidationError": ValidationError,
        "TypeAdapter": adapters(machine),
    }
