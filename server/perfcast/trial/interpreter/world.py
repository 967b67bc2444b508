"""The names and modules that interpreted code finds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from perfcast.source.locations.lazy_packages import stub_of
from perfcast.source.locations.place import ModuleFile, Stamp, is_installed, stamp_of
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.imports import importlib_module, known_modules
from perfcast.trial.interpreter.imports.followed_modules import Followed
from perfcast.trial.interpreter.imports.sources import find
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Names
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Unbound
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Stop, Unsupported
from perfcast.trial.libraries.six import MOVED
from perfcast.trial.stdlib.language import builtins_module

#: How files of modules end.
_MODULES: Final = (".py", "/__init__.py")
#: Numbers, which are known as those of arguments are, and what code calls rather than to keep it: going through all of
#: these would take longer than most runs.
_SELDOM_KEPT: Final = (int, float, bool, Guarded, Class)
_ABSTRACT_MODULE: Final = "_collections_abc"


class World:
    """What interpreted code of one unit finds.

    Attributes:
        builtins: names that stand in every module.
        read: files of modules that were followed, with their stamps; None for those that are not there.
        watch: told each function that is made, the path of its file and the line where it is defined.
    """

    watch: Callable[[Function, str, int], None] | None = None

    def __init__(
        self,
        machine: Machine,
        folders: Sequence[str],
        follow: Callable[[ModuleFile], Followed],
        projects: Sequence[str] = (),
    ) -> None:
        """
        Args:
            folders: where modules are looked for that are followed; follow: gives the members of such a one.
            projects: folders of the user's own projects.
        """
        self._machine = machine
        self._folders, self._follow = tuple(folders), follow
        machine.folders = tuple(dict.fromkeys((*projects, *folders)))
        machine.abstract = self.abstract
        self._followed: dict[str, Module | None] = {}
        self.read: dict[str, Stamp | None] = {}
        self._modules: dict[str, Module] = {}
        self.builtins = Names(None)
        self.builtins.update(builtins_module.members(machine, self._standard_output))
        self.builtins["__import__"] = Unbound(partial(importlib_module.import_, machine, self))
        self.builtins["__builtins__"] = builtins_module.table(self.builtins)

    def _standard_output(self) -> Any:
        """What ``sys.stdout`` is; None as long as nobody has asked for that module."""
        loaded = self._modules.get("sys")
        return None if loaded is None else loaded.members["stdout"]

    def look_in(self, folders: Sequence[str]) -> None:
        """Looks for modules there too, before others."""
        self._folders = tuple(dict.fromkeys((*folders, *self._folders)))
        self._machine.folders = tuple(dict.fromkeys((*folders, *self._machine.folders)))

    def module(self, name: str) -> Module:
        """A module, with nothing in it where the closed world lacks it."""
        name = MOVED.get(name, name)
        if name not in self._modules:
            members = known_modules.members(self._machine, self, name)
            if name in sys.stdlib_module_names:
                # What a call takes of it was there before.
                self._machine.before.knows([one for one in members.values() if type(one) not in _SELDOM_KEPT])
            followed = None if members else self.followed(name)
            self._modules[name] = followed or Module(name, members, partial(self.followed, name))
        return self._modules[name]

    def followed(self, name: str) -> Module | None:
        """A module that is interpreted as the unit is; None where its source is not at hand."""
        if name not in self._followed:
            found = find(name, self._folders)
            if found is not None:
                self.read[found.path] = found.stamp
                if found.stub is not None:
                    self.read[stub_of(found.path)] = found.stub
            elif self._folders and name.partition(".")[0] not in sys.stdlib_module_names:
                # It may be written yet, or be there and not to be followed.
                path = name.replace(".", "/")
                paths = [f"{folder}/{path}{end}" for folder in self._folders for end in _MODULES]
                self.read |= {one: stamp_of(one) for one in paths}
            self._followed[name] = None if found is None else Module(name, self._follow(found))
        return self._followed[name]

    def take(self, members: Followed) -> None:
        """From now on that is what is imported by its name, unless another one has been already."""
        if self._followed.get(members.name) is None:
            self._followed[members.name] = self._modules[members.name] = Module(members.name, members)

    def told(self, name: str) -> Any:
        """What a module that is interpreted has, or one of Python's own, by a dotted name; None where that cannot be
        followed."""
        module, _, last = name.rpartition(".")
        with suppress(Stop, Exception):
            found = self.module(module) if module in sys.stdlib_module_names else self.followed(module)
            return None if found is None else found.get(last)
        return None

    def lacks(self, name: str) -> bool:
        """Whether a module is surely not there where the unit lies: neither known, nor Python's own, nor found, nor an
        extension that was built."""
        top, *parts = name.split(".")
        if not self._folders or not top or top in sys.stdlib_module_names:
            return False
        if self.module(top).members:
            package = self.followed(name.rpartition(".")[0]) if parts else None
            held = None if package is None else package.members
            return isinstance(held, Followed) and self.followed(name) is None and not held.may_hold(parts[-1])
        return not is_installed(top, self._folders)

    def is_there(self, name: str) -> bool:
        """Whether a module, as one whose name code has made up, could be imported where the unit lies; of where that is
        unknown nothing is there but what the closed world has."""
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or self.module(top).members:
            return True
        return bool(self._folders) and not self.lacks(top)

    def abstract(self, kind: type) -> Class | None:
        """An abstract class of ``collections.abc`` as it is written; None where that is not at hand."""
        module = self.followed(_ABSTRACT_MODULE)
        with suppress(Unsupported):
            if module is not None and module.has(kind.__name__):
                found = module.get(kind.__name__)
                if isinstance(found, Class):
                    found.abstract = kind
                    return found
        return None

    def member(self, module: Module, name: str) -> Any:
        """What is imported from a module; using what is not there is unsupported, importing it is not."""
        with suppress(Unsupported):
            if module.has(name):
                return module.get(name)
        return Module(f"{module.name}.{name}", {})
