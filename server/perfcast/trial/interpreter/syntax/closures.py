"""What syntax is compiled to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfcast.trial.interpreter.objects.types import Frame

Expression = Callable[[Frame], Any]
