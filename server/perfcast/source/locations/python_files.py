"""The Python files below a folder that somebody wrote there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from .globs import matches

#: What is left out by default, and what a user may choose otherwise.
EXCLUDED: Final = ("**/.venv/**", "**/site-packages/**", "**/node_modules/**")
#: Folders of copies: those that builds make lie directly below the root.
_COPIES: Final = frozenset({"__pycache__"})
_COPIES_OF_BUILDS: Final = frozenset({"build", "dist"})
#: A folder that holds this is a Python environment: what is in it was installed.
_ENVIRONMENT: Final = "pyvenv.cfg"


def is_excluded_by_default(path: str) -> bool:
    """Whether a path from a folder on, with '/' behind folders, matches one of `EXCLUDED`."""
    return any(matches(pattern, path) for pattern in EXCLUDED)


def walked(
    root: str | Path, is_excluded: Callable[[str], bool] = is_excluded_by_default
) -> Iterator[tuple[Path, list[str]]]:
    """Each folder with the names of its Python files, in the order of their names.

    Left out are Python environments, hidden folders, those that builds make, and links to folders.

    Args:
        is_excluded: of a path from the root on, with '/' between its parts and behind folders.
    """
    for place, folders, names in os.walk(root):
        if _ENVIRONMENT in names:
            folders.clear()
            continue
        below = Path(place).relative_to(root).as_posix()
        prefix = "" if below == "." else f"{below}/"
        copies = _COPIES if prefix else _COPIES | _COPIES_OF_BUILDS
        folders[:] = sorted(
            name for name in folders if not (name.startswith(".") or name in copies or is_excluded(f"{prefix}{name}/"))
        )
        yield (
            Path(place),
            [name for name in sorted(names) if name.endswith(".py") and not is_excluded(f"{prefix}{name}")],
        )
