"""Modules whose source is interpreted: each name's statements are run when it is asked for, and no others."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.locations.place import ModuleFile, absolute, is_installed
from perfcast.trial.interpreter.builtin_functions import OWN
from perfcast.trial.interpreter.imports.made_loggers import maker_of_logger
from perfcast.trial.interpreter.imports.sources import source_of
from perfcast.trial.interpreter.imports.toplevel import TopLevel
from perfcast.trial.interpreter.objects.classes import Class, mangled
from perfcast.trial.interpreter.objects.frames import Frame, Names
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Stop, Unsupported
from perfcast.trial.stdlib.system.loggers import logging

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.closures import Statement
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: What may be spent on making what one name of a module stands for, as if it were run; it happens once.
_MAKING: Final = 3_000_000.0


class Globals(Names):
    """A module's names.

    Attributes:
        package: that the module's relative imports start from.
        members: all of the module's, where they are made as they are asked for.
        mapping: what ``globals()`` gives, once it was asked for.
    """

    __slots__ = ("_absent", "_around", "_is_part", "_stars", "mapping", "members", "package")

    def __init__(self, builtins: Names | None, package: str = "", *, is_part: bool = False) -> None:
        """
        Args:
            is_part: the module has names besides, of which nothing is known.
        """
        super().__init__(builtins)
        self.package = package
        self.members: Followed | None = None
        self.mapping: Instance | None = None
        self._is_part = is_part
        self._stars: list[Module] = []
        self._absent: set[str] = set()
        self._around: Callable[[str], Any] = lambda name: MISSING

    def look_around(self, around: Callable[[str], Any]) -> None:
        """Asks for what nothing else binds; it gives `MISSING` for what it lacks, too."""
        self._around = around
        self.later = self._of_stars

    def take_all(self, module: Module) -> None:
        """As ``from module import *``: its names are there from now on, the last module's first."""
        self._stars.insert(0, module)
        self._absent.clear()
        self.later = self._of_stars

    def own(self, name: Any) -> Any:
        """What the module itself binds the name to, `MISSING` where it does not.

        Raises Unsupported where nobody knows, or it cannot be made.
        """
        if type(name) is not str:
            return MISSING
        if name in self or name == "__name__":
            return self[name]
        if self.members is not None:
            if name not in self.members:
                return MISSING
            return self.members[name]
        found = self._of_stars(name)
        if found is MISSING and self._is_part:
            raise Unsupported(f"{name} of a module that is not wholly known")
        return found

    def all_own(self) -> list[str]:
        """Names that the module itself binds. Raises Unsupported where not all are known."""
        if self._is_part or self._stars:
            raise Unsupported("the names of a module that is not wholly known")
        return list(self) if self.members is None else self.members.listed()

    def drop(self, name: str) -> None:
        """Unbinds a name. Raises Unsupported for one that would be there again."""
        if self.members is not None or self._stars:
            raise Unsupported("deleting a name of a module")
        del self[name]

    def _of_stars(self, name: str) -> Any:
        if name in self._absent:
            return MISSING
        for module in self._stars:
            if exports(module, name, set()):
                found = self[name] = module.get(name)
                return found
        found = self._around(name)
        if found is MISSING:
            self._absent.add(name)
        return found


class Followed(MutableMapping[str, Any]):
    """What a module holds that is written in Python."""

    def __init__(self, found: ModuleFile, compiler: Compiler, own: Mapping[str, Any]) -> None:
        """
        Args:
            compiler: for this module alone; own: what is taken in the place of what it holds.
        """
        self._found, self._compiler = found, compiler
        self._frame = Frame(None, builtins=compiler.world.builtins)
        self._frame.names = self._names = Globals(compiler.world.builtins, found.package)
        self._names.later, self._names.members = self._looked_up, self
        self._names.update(own, __name__=found.name, __file__=found.path, __doc__="", __package__=found.package)
        self._done: set[int] = set()
        self._pending: dict[int, ast.stmt] = {}
        self._under_way: set[str] = set()
        self._failed: set[str] = set()
        self._asked: dict[str, set[str]] = {}
        self._stars: list[Module] | None = None

    @property
    def path(self) -> str:
        """Of its file."""
        return self._found.path

    @property
    def name(self) -> str:
        """Dotted."""
        return self._found.name

    @cached_property
    def _top(self) -> TopLevel:
        return source_of(self._found).top

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._names or self._binds(name) or self._inner(name) is not None)

    def __getitem__(self, name: str) -> Any:
        """Raises Unsupported for what is not there or cannot be made."""
        found = self._names.get(name, MISSING)
        if found is MISSING:
            found = self._make(name)
        if found is MISSING:
            found = self._inner(name)
            if found is None:
                raise Unsupported(f"{self._found.name}.{name}")
        return found

    def __setitem__(self, name: str, value: Any) -> None:
        self._names[name] = value

    def __delitem__(self, name: str) -> None:
        del self._names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._top.names | self._names.keys()))

    def __len__(self) -> int:
        return len(self._top.names | self._names.keys())

    def listed(self) -> list[str]:
        """All names. Raises Unsupported where it has taken all of another module's."""
        if self._top.stars:
            raise Unsupported("the names of a module that is not wholly known")
        return list(self)

    def may_hold(self, name: str) -> bool:
        """Whether a module of that name may lie in this one, be it not written in Python."""
        return self._found.is_package and is_installed(name, [str(Path(self._found.path).parent)])

    def _inner(self, name: str) -> Any:
        """The module of that name that lies in this one; what is known of it goes before how it is written."""
        world, whole = self._compiler.world, f"{self._found.name}.{name}"
        return world.module(whole) if self._found.is_package and world.followed(whole) is not None else None

    def _binds(self, name: str) -> bool:
        return self._top.binds(name) or self._star_of(name, set()) is not None

    def _star_of(self, name: str, seen: set[str]) -> Module | None:
        """The module that ``import *`` takes it from.

        Args:
            seen: names of modules that were asked already: they may take all of one another.
        """
        if self._stars is None:
            world, package = self._compiler.world, self._found.package
            self._stars = [world.module(absolute(node, package)) for node in self._top.stars]
        return next((one for one in self._stars if exports(one, name, seen)), None)

    def _taken(self, name: str) -> Any:
        """What ``import *`` gives; `MISSING` where no module does.

        A module that takes the name from here in turn has it from those that are imported before it.
        """
        asked = self._asked.setdefault(name, set())
        star = self._star_of(name, set(asked))
        if star is None:
            return MISSING
        asked.add(star.name)
        try:
            found = self._names[name] = star.get(name)
        finally:
            asked.discard(star.name)
        return found

    def own_frame(self) -> Frame:
        """Of a function of the module."""
        return Frame(self._frame)

    def compiled(self, statement: ast.stmt, within: str = "") -> Statement:
        """What runs a statement in such a frame. Raises Unsupported for what is not of the closed world.

        Args:
            within: name of the class that the function is a method of; empty where it is none.
        """
        self._compiler.within = within
        try:
            return self._compiler.statements.compile(statement)
        finally:
            self._compiler.within = ""

    def of_class(self, name: str, member: str) -> Any:
        """The value that a class assigns to one of its names, made without the class.

        Raises:
            Unsupported: it assigns none, or none that is of the closed world.
            Exception: as making it does.
        """
        value = self._top.of_class(name, member)
        if value is None:
            raise Unsupported(f"{self._found.name}.{name}.{member}")
        machine = self._compiler.machine
        with machine.apart(_MAKING):
            made = self._compiler.expressions.compile(value)(self.own_frame())
        machine.before.knows(made)
        return made

    def method_of(self, name: str, method: str) -> Any:
        """What a class defines a method as, made without the rest of the class; `MISSING` where it defines none.

        Raises:
            Unsupported: it is not of the closed world.
            Exception: as making it does.
        """
        parts = self._top.methods_of(name, method)
        if not parts:
            return MISSING
        alone = ast.copy_location(ast.ClassDef(name, [], [], list(parts), []), parts[0])
        frame = self.own_frame()
        with self._compiler.machine.apart(_MAKING):
            self.compiled(alone)(frame)
        # What the method calls by the class's name is the whole class.
        return frame.names.pop(name).attributes[mangled(method, name)]

    def exports(self, name: str, seen: set[str]) -> bool:
        """Whether ``import *`` takes the name from here; see `_star_of`."""
        if self._found.name in seen or not source_of(self._found).may_bind(name):
            return False
        seen.add(self._found.name)
        listed = self._top.listed
        if name.startswith("_") if listed is None else name not in listed:
            return False
        return self._top.binds(name) or self._star_of(name, seen) is not None

    def _looked_up(self, name: str) -> Any:
        """As `_make`, for the module's own code. Raises NameError for what is nobody's, Unsupported for what is written
        in C."""
        made = self._make(name)
        if made is MISSING and any(self._is_replaced(name, node) for node in self._top.replaced_by):
            raise Unsupported(f"{self._found.name}.{name}")
        is_known = hasattr(builtins, name) or name in self._compiler.world.builtins
        if made is MISSING and not self._top.stars and not is_known:
            raise NameError(name)
        return made

    def _make(self, name: str) -> Any:
        """Runs the statements that bind the name; `MISSING` where none does."""
        if not self._top.binds(name):
            return self._taken(name)
        if name in self._under_way:
            # A package that imports a module of its own by that name.
            return MISSING
        if name in self._failed or any(self._is_replaced(name, node) for node in self._top.replaced_by):
            raise Unsupported(f"{self._found.name}.{name}")
        self._under_way.add(name)
        machine = self._compiler.machine
        try:
            with machine.apart(_MAKING), machine.without_files(is_importing=True):
                for statement in self._top.of(name):
                    self._run(statement, name)
                self._pending |= self._top.entering(name)
                while self._pending and len(self._under_way) == 1:
                    # Once nothing else waits, in the order in which they stand.
                    waiting = self._pending.pop(min(self._pending))
                    self._run(waiting, _noted_about(waiting) or name)
                self._enter_by_package(name)
        except (Stop, Exception) as reason:
            if self._is_logger(name):
                self._names[name] = logging(machine)["root"]
                return self._names[name]
            self._failed.add(name)
            self._names.pop(name, None)
            raise Unsupported(f"{self._found.name}.{name}: {reason}") from None
        finally:
            self._under_way.discard(name)
        value = self._names.get(name, MISSING)
        if isinstance(value, Class) and value.making_subclasses is None:
            value.making_subclasses = partial(self.subclasses_of, name)
        if value is not MISSING:
            machine.before.knows(value)
        return value

    def subclasses_of(self, name: str) -> list[str]:
        """Makes the module's classes that extend one of its classes, and gives their names in order. Raises Unsupported
        where one of them cannot be made."""
        found = self._top.extending(name)
        for one in found:
            self[one]
        return found

    def fill(self, name: str, value: Any, made: Container[str]) -> None:
        """Runs the statements that put something into a value of the module's that was made elsewhere.

        Args:
            made: names of definitions that were run where the value was made.

        Raises:
            Unsupported: one of them is not of the closed world.
            Exception: as they do.
        """
        self._names[name] = value
        machine = self._compiler.machine
        with machine.apart(_MAKING), machine.without_files(is_importing=True):
            for statement in self._top.filling(name).values():
                if getattr(statement, "name", None) not in made:
                    self._run(statement, "")

    def _enter_by_package(self, name: str) -> None:
        """Runs what the package around does to the name's value when it is imported, before the module is used: it
        calls functions of the module that may put something into it."""
        package = self._found.name.rpartition(".")[0]
        ways = self._top.changed_by(name) if package and not self._found.is_package else frozenset()
        around = self._compiler.world.followed(package) if ways else None
        if around is None or not isinstance(around.members, Followed):
            return
        # Containers are of no use when they are filled but in part; loggers and the like are.
        to_end = isinstance(self._names.get(name), dict | list | set)
        around.members.call_for(ways - {name}, self, to_end=to_end)

    def call_for(self, functions: Iterable[str], module: Followed, *, to_end: bool) -> None:
        """Runs the statements that only call functions of another module's, in the order in which they stand.

        Raises:
            Unsupported: one of them cannot be run `to_end`, as it has to be.
            Exception: as the functions do.
        """
        source = source_of(self._found)
        called = [function for function in functions if source.may_call(function)]
        for function, statement in self._top.calls_of(called) if called else ():
            if self[function] is module[function]:
                self._run(statement, "" if to_end else function)

    def _is_logger(self, name: str) -> bool:
        """Whether a function of somebody's project makes it, which could not be followed."""
        maker = maker_of_logger(self._top.of(name)[-1])
        with suppress(Stop, Exception):
            return bool(maker) and isinstance(self[maker], Function)
        return False

    def _is_replaced(self, name: str, node: ast.ImportFrom) -> bool:
        """Whether ``import *`` within ``try`` may give it, too. Raises Unsupported where nobody knows."""
        world, whole = self._compiler.world, absolute(node, self._found.package)
        if world.followed(whole) is not None:
            return exports(world.module(whole), name, set())
        return name in _names_of(whole)

    def _run(self, statement: ast.stmt, name: str) -> None:
        """Runs a statement for the sake of a name, each but once: it may enter something into a register."""
        if isinstance(statement, ast.Import | ast.ImportFrom):
            wanted = [one for one in statement.names if (one.asname or one.name.partition(".")[0]) == name]
            self._compiler.statements.compile(_with_names(statement, wanted))(self._frame)
            return
        if id(statement) in self._done:
            return
        made = self._names.get(name, MISSING)
        is_own = isinstance(made, OWN) and not isinstance(made, Instance)
        if is_own and len(self._under_way) > 1 and self._notes_too_early(statement):
            # That may be made of what waits for the name.
            self._pending[self._top.place(statement)] = statement
            return
        self._done.add(id(statement))
        run = self._compiler.statements.compile(statement)
        if is_own:
            # What is noted about a function or a class afterwards is hardly ever used.
            with suppress(Unsupported, AttributeError):
                run(self._frame)
        else:
            run(self._frame)

    def _notes_too_early(self, statement: ast.stmt) -> bool:
        """Whether it gives a class or function an attribute of a name that nobody has asked for yet, or one after such
        a statement that waits: it may ask for what that gives."""
        of = _noted_about(statement)
        if not of:
            return False
        match statement:
            case ast.Assign(value=ast.Name(other)) if other not in self._names:
                return True
        return any(_noted_about(waiting) == of for waiting in self._pending.values())


def _noted_about(statement: ast.stmt) -> str:
    """The name of what a statement gives an attribute; '' for others."""
    match statement:
        case ast.Assign([ast.Attribute(ast.Name(of))]):
            return of
    return ""


@lru_cache(maxsize=64)
def _names_of(module: str) -> frozenset[str]:
    """Of a module of the standard library that is written in C. Raises Unsupported for others."""
    if not module.startswith("_") or module not in sys.stdlib_module_names:
        raise Unsupported(module)
    try:
        return frozenset(dir(import_module(module)))
    except ImportError:
        return frozenset()


def exports(module: Module, name: str, seen: set[str]) -> bool:
    """Whether ``import *`` takes a name from a module; see `Followed.exports`."""
    if isinstance(module.members, Followed):
        return module.members.exports(name, seen)
    if name in module.members:
        return not name.startswith("_")
    source = module.source
    return source is not None and exports(source, name, seen)


def package_of(frame: Frame) -> str:
    """Of the file that the code of a frame stands in."""
    while frame.outer is not None:
        frame = frame.outer
    return frame.names.package if isinstance(frame.names, Globals) else ""


def _with_names(node: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
    if isinstance(node, ast.Import):
        return ast.copy_location(ast.Import(names), node)
    return ast.copy_location(ast.ImportFrom(node.module, names, node.level), node)
