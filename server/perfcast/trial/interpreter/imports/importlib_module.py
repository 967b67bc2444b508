"""``importlib``: whether modules are there, versions of libraries, and modules by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError
from typing import Any, Final, Protocol

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported

NAMES: Final = ("importlib", "importlib.util", "importlib.metadata")
#: Nanoseconds of looking for a module, of reading what says a version, and of a module that is there already.
_LOOKED_FOR: Final = 40_000.0
_READ: Final = 240_000.0
_THERE: Final = 400.0
#: Characters of the longest name.
_LONGEST: Final = 200


class _World(Protocol):
    def module(self, name: str) -> Module: ...

    def followed(self, name: str) -> Module | None: ...

    def is_there(self, name: str) -> bool: ...


def members(machine: Machine, name: str, world: _World) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`."""
    found: Mapping[str, Mapping[str, Callable[..., Any]]] = {
        "importlib": {"import_module": _imported},
        "importlib.util": {"find_spec": _specified},
        "importlib.metadata": {"version": _version},
    }
    parts = {one.rpartition(".")[2]: world.module(one) for one in NAMES if one.rpartition(".")[0] == name}
    errors = {"PackageNotFoundError": PackageNotFoundError} if name == "importlib.metadata" else {}
    return {one: Guarded(partial(run, machine, world)) for one, run in found[name].items()} | parts | errors


def _specified(machine: Machine, world: _World, name: Any, package: Any = None) -> Instance | None:
    machine.pay(_LOOKED_FOR)
    whole = _whole(name, package)
    if not _is_there(world, whole):
        return None
    found = Instance(Class("ModuleSpec", [], None))
    found.of.lose_track()
    found.attributes["name"] = whole
    return found


def _imported(machine: Machine, world: _World, name: Any, package: Any = None) -> Module:
    machine.pay(_THERE)
    whole = _whole(name, package)
    if not _is_there(world, whole):
        raise ModuleNotFoundError(f"No module named {whole!r}")
    return world.module(whole)


def import_(
    machine: Machine,
    world: _World,
    name: Any,
    _globals: Any = None,
    _locals: Any = None,
    fromlist: Any = (),
    level: int = 0,
) -> Module:
    """As ``__import__``: the outermost package, or the module itself where something is to be taken of it."""
    if level:
        raise Unsupported("a relative import by a function")
    found = _imported(machine, world, name)
    return found if fromlist else world.module(found.name.partition(".")[0])


def _version(machine: Machine, world: _World, name: Any) -> str:
    machine.pay(_READ)
    whole = _whole(name, None)
    if not world.is_there(whole):
        raise PackageNotFoundError(whole)
    found = world.module(whole).members.get("__version__")
    if not isinstance(found, str):
        raise Unsupported(f"the version of {whole}")
    return found


def _is_there(world: _World, name: str) -> bool:
    """Raises Unsupported for a part of a library of which nobody knows whether it is there."""
    if not world.is_there(name):
        return False
    if "." in name and world.followed(name) is None and not world.module(name).members:
        raise Unsupported(f"whether {name} is there")
    return True


def _whole(name: Any, package: Any) -> str:
    """The dotted name of a module. Raises Unsupported for what is none."""
    if not isinstance(name, str) or len(name) > _LONGEST:
        raise Unsupported("a module of another name")
    if name.startswith("."):
        parts = package.split(".") if isinstance(package, str) and len(package) <= _LONGEST else []
        rest = name.lstrip(".")
        above = len(name) - len(rest) - 1
        whole = ".".join([*parts[: len(parts) - above], *([rest] if rest else [])]) if above < len(parts) else ""
    else:
        whole = name
    if not all(part.isidentifier() for part in whole.split(".")):
        raise Unsupported("a module of another name")
    return whole
