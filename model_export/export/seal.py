"""Closes a bundle over its files as they are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from perfcast.rlm import bundle


def seal(folder: Path, out: Path) -> None:
    """Copies a bundle to `out`, if that is elsewhere, and writes its manifest anew over the files as they are."""
    model = json.loads((folder / bundle.MANIFEST).read_text())["model"]
    if out != folder:
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(folder, out)
    bundle.write_manifest(out, model)
