"""Where a file lies: what its imports start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source.locations.place import Place, find_module, here, stamp_of


def made(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")


def test_a_module_of_a_package(tmp_path: Path) -> None:
    made(tmp_path, "shop/__init__.py", "shop/cart/__init__.py", "shop/cart/items.py")
    place = Place.of(tmp_path / "shop/cart/items.py")
    assert (place.own, place.package) == ((str(tmp_path),), "shop.cart")
    assert Place.of(tmp_path / "shop/cart/__init__.py").package == "shop.cart"


def test_a_script_among_others(tmp_path: Path) -> None:
    made(tmp_path, "tools/run.py", "src/shop/__init__.py")
    place = Place.of(tmp_path / "tools/run.py", [tmp_path])
    assert place.own == (str(tmp_path / "tools"), str(tmp_path), str(tmp_path / "src"))
    assert place.package == ""


def test_what_has_no_name_that_can_be_imported_is_no_package(tmp_path: Path) -> None:
    made(tmp_path, "code-python3/__init__.py", "code-python3/run.py", "code-python3/shop/items.py")
    assert Place.of(tmp_path / "code-python3/run.py", [tmp_path]).own[0] == str(tmp_path / "code-python3")
    place = Place.of(tmp_path / "code-python3/shop/items.py")
    assert (place.own[0], place.package) == (str(tmp_path / "code-python3"), "shop")


def test_a_projects_own_environment_comes_before_this_ones(tmp_path: Path) -> None:
    made(tmp_path, "run.py")
    assert Place.of(tmp_path / "run.py", [tmp_path]).installed == here().installed
    made(tmp_path, "app/run.py", "app/.venv/lib/python3.12/site-packages/lib.py", "app/.venv/pyvenv.cfg")
    library, own, *others = Place.of(tmp_path / "app/run.py", [tmp_path / "app"]).installed
    assert (library, *others) == here().installed
    assert own == str(tmp_path / "app/.venv/lib/python3.12/site-packages")


def test_places_are_told_apart_by_what_imports_mean(tmp_path: Path) -> None:
    made(tmp_path, "a/__init__.py", "a/one.py", "a/two.py", "b/__init__.py", "b/one.py")
    one, two, other = (Place.of(tmp_path / name) for name in ("a/one.py", "a/two.py", "b/one.py"))
    assert one.key == two.key != other.key


def test_stamps_change_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    assert stamp_of(str(file)) is None
    file.write_text("x = 1\n")
    before = stamp_of(str(file))
    file.write_text("x = 12\n")
    assert before != stamp_of(str(file)) is not None


def test_modules_in_folders(tmp_path: Path) -> None:
    made(tmp_path, "a/tools/run.py", "b/tools/__init__.py", "b/tools/more.py", "a/.venv/pyvenv.cfg", "b/one.py")
    folders = [str(tmp_path / "a"), str(tmp_path / "b")]
    names = ("tools", "tools.run", "tools.more", "tools.nothing", "one", "one.two", "nothing", "tools.run.deep")
    found = {name: module.path for name in names if (module := find_module(name, folders)) is not None}
    assert found == {
        "tools": f"{folders[1]}/tools/__init__.py",
        "tools.run": f"{folders[0]}/tools/run.py",
        "tools.more": f"{folders[1]}/tools/more.py",
        "one": f"{folders[1]}/one.py",
    }


def test_an_environment_in_the_project_is_not_the_users_own(tmp_path: Path) -> None:
    made(tmp_path, "run.py", ".venv/lib/python3.12/site-packages/lib.py", ".venv/pyvenv.cfg")
    place = Place.of(tmp_path / "run.py", [tmp_path])
    assert place.is_own(str(tmp_path / "run.py"))
    assert not place.is_own(str(tmp_path / ".venv/lib/python3.12/site-packages/lib.py"))
    assert not place.is_own("/elsewhere/lib.py")


def test_a_folder_within_a_package_is_part_of_it(tmp_path: Path) -> None:
    made(tmp_path, "shop/__init__.py", "shop/plain/items.py")
    place = Place.of(tmp_path / "shop/plain/items.py")
    assert place.package == "shop.plain"
    assert place.own == (str(tmp_path), str(tmp_path / "shop/plain")), "what lies beside it may be imported by its name"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[tool.setuptools]\npackage-dir = { parts = "lib/parts" }\n'),
        ("pyproject.toml", '[tool.setuptools]\npackage-dir = { "" = "lib" }\n'),
        ("pyproject.toml", '[tool.setuptools.packages.find]\nwhere = [".", "lib"]\n'),
        ("pyproject.toml", '[tool.poetry]\npackages = [{ include = "shop" }, { include = "parts", from = "lib" }]\n'),
        ("pyproject.toml", '[tool.hatch.build.targets.wheel]\npackages = ["lib/parts"]\n'),
        ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = "lib"\n'),
        ("setup.cfg", "[options]\npackage_dir =\n    =lib\n"),
        ("setup.cfg", "[options.packages.find]\nwhere = lib\n"),
    ],
)
def test_packages_lie_where_the_configuration_says(tmp_path: Path, name: str, text: str) -> None:
    # What holds the packages may be one itself, as far as its files tell.
    made(tmp_path, "shop/__init__.py", "shop/cart.py", "lib/__init__.py", "lib/parts/__init__.py", "lib/parts/bolt.py")
    (tmp_path / name).write_text(text)
    found = find_module("parts.bolt", Place.of(tmp_path / "shop/cart.py", [tmp_path]).own)
    assert found is not None
    assert Place.of(Path(found.path)).module == found.name
    assert Place.of(tmp_path / "shop/cart.py").module == "shop.cart"


def test_a_package_that_is_spread_is_told_by_the_configuration(tmp_path: Path) -> None:
    made(tmp_path, "lib/shop/cart/__init__.py", "lib/shop/cart/items.py", "lib/a-b/run.py")
    (tmp_path / "pyproject.toml").write_text('[tool.setuptools.packages.find]\nwhere = ["lib"]\n')
    assert Place.of(tmp_path / "lib/shop/cart/items.py").module == "shop.cart.items"
    assert Place.of(tmp_path / "lib/a-b/run.py").module == "run", "no package has that name"


def test_a_configured_package_has_its_name_where_its_own_modules_are_asked_for(tmp_path: Path) -> None:
    made(tmp_path, "app/__init__.py", "app/main.py", "app/parts/__init__.py", "app/parts/bolt.py")
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["app"]\n')
    place = Place.of(tmp_path / "app/main.py")
    assert (place.module, place.package) == ("app.main", "app"), "from . import means the package"
    assert str(tmp_path / "app") in place.own
    assert Place.of(tmp_path / "app/parts/bolt.py").module == "parts.bolt"


@pytest.mark.parametrize(
    "text",
    [
        "[tool",
        pytest.param("x = " + "[" * 5000, id="nested too deeply"),
        "tool = 1",
        "[tool.poetry]\npackages = [1]",
        '[tool.setuptools.packages.find]\nwhere = ["../x", "/", "no"]',
    ],
)
def test_what_a_configuration_says_may_mean_nothing(tmp_path: Path, text: str) -> None:
    made(tmp_path, "x/__init__.py", "a/shop/__init__.py")
    (tmp_path / "a/pyproject.toml").write_text(text)
    assert Place.of(tmp_path / "a/shop/__init__.py", [tmp_path / "a"]).own == (str(tmp_path / "a"),)
