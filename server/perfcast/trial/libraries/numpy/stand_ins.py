"""What stands for functions of NumPy's that are not modelled: they may be named, as in a table, and not called."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.system.platform_facts import refused


def stand_in(name: str) -> Any:
    """What the module has by a name: a number or a text as it is.

    Raises Unsupported for what is neither that nor a function.
    """
    value = vars(np).get(name)
    if type(value) in (bool, int, float, str):
        return value
    if isinstance(value, type) or not callable(value):
        raise Unsupported(f"numpy.{name}")
    return Guarded(partial(refused, f"numpy.{name}"))
