"""Where the model that comes with the package lies, for whoever reads a part of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

MODEL: Final = Path(__file__).parent / "rlm" / "model"
#: Says what the model is, and the sums of its files.
MANIFEST: Final = "bundle.json"
