"""What stands where there is nothing, be None something."""

from __future__ import annotations

from typing import Final

MISSING: Final = object()
