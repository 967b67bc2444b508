"""TheAlgorithms/Python (MIT): textbook algorithms with examples, from a checkout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from model_export.corpus.origins.drafts import Draft, drafts

ORIGIN: Final = "algorithms"
#: Solutions that read files, draw or ask the network.
_LEFT_OUT: Final = frozenset({"web_programming", "docs", "scripts", "computer_vision", "file_transfer"})


def algorithms(folder: Path) -> Iterator[Draft]:
    """The functions of a checkout; the problem is the file."""
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder)
        if place.parts[0] not in _LEFT_OUT and not place.name.startswith(("__", "test_")):
            package = ".".join(place.parts[:-1])
            yield from drafts(path, ORIGIN, place.with_suffix("").as_posix(), "MIT", package)
