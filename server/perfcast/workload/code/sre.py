"""The parser that the library's own compiler of regular expressions uses; it has no public name."""

from __future__ import annotations

import importlib
from typing import Any

parser: Any = importlib.import_module("re._parser")
constants: Any = importlib.import_module("re._constants")
