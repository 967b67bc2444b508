"""Folders that are replaced whole, so that a stop at any moment leaves the old one or the new one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path


def replace_folder(folder: Path, write: Callable[[Path], None]) -> None:
    """Puts what `write` writes into a new folder in the place of `folder`."""
    partial, old = _beside(folder, "partial"), _beside(folder, "old")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    write(partial)
    if folder.exists():
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
    partial.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def recover_folder(folder: Path) -> None:
    """Takes the old folder back after a stop between the two renamings."""
    old = _beside(folder, "old")
    if old.exists() and not folder.exists():
        old.rename(folder)


def _beside(folder: Path, what: str) -> Path:
    return folder.with_name(f"{folder.name}.{what}")
