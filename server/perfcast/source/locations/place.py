"""Where a file lies among others: what its imports may mean."""

from __future__ import annotations

import ast
import hashlib
import os
import stat
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from .lazy_packages import stub_of
from .package_folders import configured_above, package_folders

#: Below a project's folder: sources, and environments that libraries are installed in.
_SOURCES = ("", "src")
_ENVIRONMENTS = (".venv", "venv", "env")
_LIBRARIES = ("lib/python3*/site-packages", "Lib/site-packages")


@dataclass(frozen=True)
class Caller:
    """A call of a unit that trial runs have seen, see `perfcast.trial.observing`; by it the call can be seen again.

    Attributes:
        file: path of the code that leads to it; script: what of that file, as `Script.name`.
        unit: its name in its own file.
        step: of the script, see `perfcast.trial.observing.script_runner`; number: of the unit's calls in that, from 0.
        version: another one when the code has changed, where it lies in the unit's own file.
    """

    file: str
    script: str
    unit: str
    step: int
    number: int
    version: str = ""

    @classmethod
    def from_json(cls, said: Mapping[str, Any] | None) -> Caller | None:
        """What `asdict` gave of one, or None, after JSON."""
        return None if said is None else cls(**said)


@dataclass(frozen=True)
class Place:
    """Where the modules are looked for that a file imports; the first folder that has one counts.

    Attributes:
        own: folders of the user's own code.
        installed: folders of libraries.
        package: dotted name that relative imports start from.
        file: the file's path; empty where it has none.
        caller: that shows what a unit of it is called with.
    """

    own: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    package: str = ""
    file: str = ""
    caller: Caller | None = None

    @property
    def folders(self) -> tuple[str, ...]:
        return self.own + self.installed

    @property
    def module(self) -> str:
        """The dotted name by which the file is imported; empty where it has none."""
        return ".".join(part for part in (self.package, Path(self.file).stem) if part and part != "__init__")

    def is_own(self, path: str) -> bool:
        """Whether a file is the user's: an environment may lie in the project."""
        return _lies_in(path, self.own) and not self.is_library(path)

    def is_library(self, path: str) -> bool:
        """Whether a file was installed, be it into an environment in the project."""
        return _lies_in(path, self.installed)

    @cached_property
    def key(self) -> str:
        """Short, and equal for places where the same imports mean the same, and the same call is looked at."""
        called = () if self.caller is None else (self.file, *map(str, astuple(self.caller)))
        whole = "\n".join((*self.own, "", *self.installed, "", self.package, *called))
        return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()

    @classmethod
    def of(cls, path: Path, projects: Sequence[Path] = ()) -> Place:
        """Of a file.

        Args:
            projects: folders that the user works in; the file's own one comes before them.
        """
        beside = folder = path.absolute().parent
        configured = _configured(beside, projects)
        parts: list[str] = []
        # What lies right in such a folder that is a package, too, may ask for what is beside it by a dot.
        while _is_package(folder) and (folder not in configured or folder == beside):
            parts.insert(0, folder.name)
            folder = folder.parent
        # Packages that are spread over several folders have no file of their own that tells.
        holding = max((one for one in configured if one in folder.parents), default=folder)
        if all(map(str.isidentifier, (spread := folder.relative_to(holding).parts))):
            parts[:0], folder = spread, holding
        is_script = not (beside / "__init__.py").is_file() or not beside.name.isidentifier()
        # What lies beside a script may be imported by its name alone.
        sources = [*(project / part for project in projects for part in _SOURCES), *configured]
        own = [folder, *([beside] if is_script else []), *sources]
        roots = [folder, folder.parent, *projects]
        environments = [found for root in roots if (found := _environment(root)) is not None]
        known = [name for place in own if (name := str(place)) and place.is_dir()]
        libraries = [*here().installed[:1], *environments[:1], *here().installed[1:]]
        own_folders = tuple(dict.fromkeys(known))
        return cls(own_folders, tuple(dict.fromkeys(libraries)), ".".join(parts), str(path.absolute()))

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Place:
        """What `asdict` gave, after JSON."""
        caller = Caller.from_json(said["caller"])
        return cls(tuple(said["own"]), tuple(said["installed"]), said["package"], said["file"], caller)


#: Of a file: when it was changed, how many bytes it has.
Stamp = tuple[int, int]
#: Where nothing can be imported from.
NOWHERE: Final = Place()


@lru_cache(maxsize=1)
def here() -> Place:
    """Of text that lies nowhere: this Python's own library, and what is installed beside it."""
    names = ("stdlib", "purelib", "platlib")
    return Place(installed=tuple(dict.fromkeys(sysconfig.get_path(name) for name in names)))


def _is_package(folder: Path) -> bool:
    """Whether its modules are those of a package: it says so itself, or lies in one that does, and can be imported."""
    is_told = any((place / "__init__.py").is_file() for place in (folder, folder.parent))
    return is_told and folder.name.isidentifier()


def _configured(folder: Path, projects: Sequence[Path]) -> tuple[Path, ...]:
    """Folders that packages are taken from, by the configuration of projects, or of the one that a folder lies in; none
    of them is a project's own, of which nothing need be said."""
    above = configured_above(folder)
    whole = [project.absolute() for project in (*projects, *([] if above is None else [above]))]
    found = dict.fromkeys(one.absolute() for project in whole for one in package_folders(project))
    return tuple(one for one in found if one not in whole)


def _environment(project: Path) -> str | None:
    """Where a project's own environment holds libraries; None where it has none."""
    for name in _ENVIRONMENTS:
        # Unlike `Path.exists`, this raises nothing where the folder may not be read.
        if not os.path.exists(project / name / "pyvenv.cfg"):  # noqa: PTH110
            continue
        for pattern in _LIBRARIES:
            found = next((project / name).glob(pattern), None)
            if found is not None:
                return str(found)
    return None


@dataclass(frozen=True)
class ModuleFile:
    """A module written in Python.

    Attributes:
        name: dotted; is_package: whether others lie in it.
        stamp: another one when the file has changed; stub: the same of a package's stub, if it has one.
    """

    name: str
    path: str
    is_package: bool
    stamp: Stamp
    stub: Stamp | None = None

    @property
    def package(self) -> str:
        """What its relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


def find_module(name: str, folders: Sequence[str]) -> ModuleFile | None:
    """The module of a dotted name; None where no folder has it."""
    top, *parts = name.split(".")
    for folder in folders:
        path = f"{folder}/{top}"
        found = _module_at(name, path)
        # A folder without a file of its own holds modules too, unless a later folder has the name as a package.
        if found is None and not (parts and Path(path).is_dir()):
            continue
        for part in parts:
            path = f"{path}/{part}"
            found = _module_at(name, path) if found is None or found.is_package else None
            if found is None and not Path(path).is_dir():
                break
        if found is not None:
            return found
    return None


def is_installed(top: str, folders: Sequence[str]) -> bool:
    """Whether any folder has something by the name that could be imported, be it not written in Python."""
    for folder in folders:
        place = Path(folder)
        if (place / top).is_dir() or (place / f"{top}.py").exists() or any(place.glob(f"{top}.*.so")):
            return True
    return False


def _module_at(name: str, path: str) -> ModuleFile | None:
    for file, is_package in ((f"{path}/__init__.py", True), (f"{path}.py", False)):
        stamp = stamp_of(file)
        if stamp is not None:
            return ModuleFile(name, file, is_package, stamp, stamp_of(stub_of(file)) if is_package else None)
    return None


def absolute(node: ast.ImportFrom, package: str) -> str:
    """The dotted name of the module that is imported from, told the package of the file."""
    if not node.level:
        return node.module or ""
    parts = package.split(".") if package else []
    base = parts[: len(parts) - node.level + 1] if node.level <= len(parts) else []
    return ".".join([*base, *([node.module] if node.module else [])])


def _lies_in(path: str, folders: tuple[str, ...]) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in folders))


def stamp_of(path: str) -> Stamp | None:
    """Another one when the file has changed; None where there is no regular file."""
    try:
        # A hundred files are looked for where all of a large package is imported.
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def are_unchanged(stamps: Mapping[str, Stamp | None]) -> bool:
    """Whether files are what they were, those that were not there still are not."""
    return all(stamp_of(path) == stamp for path, stamp in stamps.items())
