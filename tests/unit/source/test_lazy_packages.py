"""Units that a package hands on by loading them lazily."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.source.projects.imported_names import imported_unit


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


def test_a_stub_is_read_once_for_all_its_names_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lazily").mkdir()
    for name, text in {
        "__init__.py": "import lazy_loader as lazy\n__getattr__, *_ = lazy.attach_stub(__name__, __file__)\n",
        "__init__.pyi": "from .parts import one, two\n",
        "parts.py": "def one(n): return n\ndef two(n): return n\ndef three(n): return n\n",
    }.items():
        (tmp_path / "lazily" / name).write_text(text)
    user = tmp_path / "user.py"
    user.write_text("from lazily import one, two, three\n")
    file = SourceFile.parse_tolerant(user.read_text(), home=Place.of(user))
    read: list[str] = []
    reading = Path.read_bytes

    def noting(path: Path) -> bytes:
        read.append(path.name)
        return reading(path)

    monkeypatch.setattr(Path, "read_bytes", noting)
    found = [imported_unit(file, name) is not None for name in ("one", "two", "three")]
    assert found == [True, True, False]
    assert read.count("__init__.pyi") == 1
    (tmp_path / "lazily" / "__init__.pyi").write_text("from .parts import one, two, three\n")
    assert imported_unit(file, "three") is not None
