"""Texts that values are read from before they are checked."""

from __future__ import annotations

import json
from typing import Any

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.prices import READ, READ_CONTAINER, READ_FLOAT, READ_KEY, READ_TEXT
from perfcast.trial.libraries.pydantic.validation_errors import invalid


def read(machine: Machine, text: Any) -> Any:
    """What a text of JSON says. Raises Invalid where it is none."""
    if not isinstance(text, str | bytes | bytearray):
        raise invalid("json_type", (), "JSON input should be string, bytes or bytearray", text)
    check_length(len(text))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        if isinstance(error, RecursionError):
            raise Unsupported("JSON nested too deeply") from None
        told = f"{error}".partition(":")[0]
        raise invalid("json_invalid", (), f"Invalid JSON: {told}", text, error=told) from None
    pay(machine, _time(found))
    return found


def _time(value: Any) -> float:
    if isinstance(value, dict):
        return READ_CONTAINER + READ_KEY * len(value) + sum(map(_time, value.values()))
    if isinstance(value, list):
        return READ_CONTAINER + sum(map(_time, value))
    return READ_TEXT if isinstance(value, str) else READ_FLOAT if type(value) is float else READ
