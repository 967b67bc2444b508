"""What code finds in pydantic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.pydantic import field_parts, hints
from perfcast.trial.libraries.pydantic.adapters import adapters
from perfcast.trial.libraries.pydantic.methods import methods
from perfcast.trial.libraries.pydantic.models import base_model
from perfcast.trial.libraries.pydantic.validation_errors import ValidationError


def members(machine: Machine, deep_copy: Callable[[Any], Any]) -> dict[str, Any]:
    """
    Args:
        deep_copy: of any value.
    """
    base = base_model(machine)
    base.attributes |= methods(machine, deep_copy)
    return {
        **field_parts.MEMBERS,
        **hints.members(),
        "BaseModel": base,
        "ValidationError": ValidationError,
        "TypeAdapter": adapters(machine),
    }
