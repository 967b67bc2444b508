"""Folders below a project's that its packages lie in, as the configuration says that builds and tests go by."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from configparser import ConfigParser, Error
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

#: Tables below ``tool`` in ``pyproject.toml`` whose last key names folders that packages lie in.
_HOLDING: Final = (
    ("setuptools", "packages", "find", "where"),
    ("hatch", "build", "sources"),
    ("hatch", "build", "targets", "wheel", "sources"),
    ("pdm", "build", "package-dir"),
    ("uv", "build-backend", "module-root"),
    ("maturin", "python-source"),
    ("pytest", "ini_options", "pythonpath"),
)
#: The same of those that name the packages' own folders.
_PACKAGES: Final = (("hatch", "build", "packages"), ("hatch", "build", "targets", "wheel", "packages"))
_PYPROJECT: Final = "pyproject.toml"
_SETUP: Final = "setup.cfg"
#: How far above a file its project's configuration is looked for.
_HIGHEST: Final = 8


def configured_above(folder: Path) -> Path | None:
    """The nearest folder, itself or above, that is a configured project's; None where none is."""
    near = (folder, *folder.parents)[:_HIGHEST]
    return next((one for one in near if (one / _PYPROJECT).is_file() or (one / _SETUP).is_file()), None)


def package_folders(project: Path) -> tuple[Path, ...]:
    """Those that there are, in the order in which they are named; none outside the project."""
    named = dict.fromkeys((*_of_pyproject(_text(project / _PYPROJECT)), *_of_setup(_text(project / _SETUP))))
    inside = (name for name in named if not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts)
    return tuple(folder for name in inside if (folder := project / name).is_dir())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


@lru_cache(maxsize=64)
def _of_pyproject(text: str) -> tuple[str, ...]:
    try:
        tools = tomllib.loads(text).get("tool")
    except (tomllib.TOMLDecodeError, RecursionError):
        return ()
    setuptools = _within(tools, ("setuptools", "package-dir"))
    poetry = _within(tools, ("poetry", "packages"))
    folders = [name for keys in _HOLDING for name in _texts(_within(tools, keys))]
    folders += [_above(name) for keys in _PACKAGES for name in _texts(_within(tools, keys))]
    folders += [
        one["from"]
        for one in (poetry if isinstance(poetry, list) else ())
        if isinstance(one, Mapping) and isinstance(one.get("from"), str)
    ]
    if isinstance(setuptools, Mapping):
        folders += _of_packages({name: place for name, place in setuptools.items() if isinstance(place, str)})
    return tuple(folders)


@lru_cache(maxsize=64)
def _of_setup(text: str) -> tuple[str, ...]:
    said = ConfigParser(interpolation=None)
    try:
        said.read_string(text)
    except Error:
        return ()
    pairs = (line.partition("=") for line in said.get("options", "package_dir", fallback="").splitlines() if line)
    places = {name.strip(): place.strip() for name, _, place in pairs}
    where = said.get("options.packages.find", "where", fallback="")
    return (*(line.strip() for line in where.splitlines() if line.strip()), *_of_packages(places))


def _of_packages(places: Mapping[str, str]) -> Iterator[str]:
    """Of packages by name, '' for all others: what holds them, where that gives them their names."""
    for name, place in places.items():
        parts = tuple(name.split(".")) if name else ()
        folder = PurePosixPath(place)
        if folder.parts[len(folder.parts) - len(parts) :] == parts:
            yield str(PurePosixPath(*folder.parts[: len(folder.parts) - len(parts)]))


def _above(name: str) -> str:
    return str(PurePosixPath(name).parent)


def _within(table: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        table = table.get(key) if isinstance(table, Mapping) else None
    return table


def _texts(said: Any) -> list[str]:
    """What is said as one text, or as a list of such."""
    several = said if isinstance(said, list) else [said]
    return [one for one in several if isinstance(one, str)]
