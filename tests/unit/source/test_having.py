"""Which classes of a project have what a value is asked for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from perfcast.source.locations.place import Place, are_unchanged
from perfcast.source.projects import structural_types
from perfcast.source.projects.structural_types import having

_FILE = "from shop.goods import parts\n\nclass Own:\n    def weighed(self): ...\n"
_PARTS = "class Part:\n    weighed = None\n\nclass Other:\n    def priced(self): ...\n"
_BOTH = "class Both:\n    def __init__(self):\n        self.weighed = self.priced = 1\n"


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structural_types, "_SECONDS", 10.0)


def _found(folder: Path, attribute: str, *others: str) -> list[str]:
    path = folder / "shop" / "main.py"
    return having(Place.of(path), ast.parse(path.read_text()), attribute, others, {})


def _project(folder: Path) -> None:
    for name, text in (("main.py", _FILE), ("goods/parts.py", _PARTS), ("stock.py", _BOTH), ("test_it.py", _PARTS)):
        path = folder / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(text)


def test_own_ones_come_first_and_those_that_have_more_before_them(tmp_path: Path) -> None:
    _project(tmp_path)
    assert _found(tmp_path, "weighed") == ["Own", "shop.goods.parts.Part", "shop.stock.Both"]
    assert _found(tmp_path, "weighed", "priced")[0] == "shop.stock.Both"
    assert _found(tmp_path, "priced") == ["shop.goods.parts.Other", "shop.stock.Both"]


def test_the_files_that_were_looked_into_are_told(tmp_path: Path) -> None:
    _project(tmp_path)
    path, read = tmp_path / "shop" / "main.py", {}
    having(Place.of(path), ast.parse(_FILE), "nobody", (), read)
    assert {"parts.py", "stock.py"} <= {Path(one).name for one in read}
    assert are_unchanged(read)
    (tmp_path / "shop" / "stock.py").write_text(_PARTS.replace("weighed", "nobody"))
    assert not are_unchanged(read)


def test_what_nothing_or_too_much_has_tells_nothing(tmp_path: Path) -> None:
    _project(tmp_path)
    (tmp_path / "shop" / "many.py").write_text("".join(f"class C{n}:\n    def get(self): ...\n" for n in range(20)))
    assert _found(tmp_path, "get") == []
    assert _found(tmp_path, "nobody") == []
    assert _found(tmp_path, "__len__") == []


def test_what_imported_modules_import_comes_last(tmp_path: Path) -> None:
    _project(tmp_path)
    (tmp_path / "shop" / "main.py").write_text(_FILE.replace("shop.goods import parts", "shop.goods.parts import Part"))
    (tmp_path / "shop" / "goods" / "parts.py").write_text("from far.away import Far\n\nclass Part(Far): ...\n")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "__init__.py").touch()
    (tmp_path / "far" / "away.py").write_text("class Far:\n    def weighed(self): ...\n")
    assert _found(tmp_path, "weighed") == ["Own", "shop.stock.Both", "far.away.Far"]
