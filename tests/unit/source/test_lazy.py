"""Units that a package hands on by loading them lazily."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.imported import imported_unit
from perfcast.source.place import Place


@pytest.mark.parametrize(
    "loading",
    [
        "lazy.attach_stub(__name__, __file__)",
        "lazy.attach(__name__, ['parts'], {'parts': ['doubled']})",
        "lazy.attach(__name__, submod_attrs={'parts': ('doubled', 3), 4: None})",
    ],
)
def test_units_of_packages_that_load_lazily(tmp_path: Path, loading: str) -> None:
    (tmp_path / "lazily").mkdir()
    for name, text in {
        "__init__.py": f"import lazy_loader as lazy\n__getattr__, __dir__, __all__ = {loading}\n",
        "__init__.pyi": "from .parts import doubled as doubled\n",
        "parts.py": "def doubled(n):\n    return 2 * n\n",
    }.items():
        (tmp_path / "lazily" / name).write_text(text)
    user = tmp_path / "user.py"
    user.write_text("from lazily import doubled\n")
    found = imported_unit(SourceFile.parse_tolerant(user.read_text(), home=Place.of(user)), "doubled")
    assert found is not None
    assert (found.unit.name, found.module) == ("doubled", "lazily.parts")
