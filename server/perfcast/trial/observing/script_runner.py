"""Runs scripts, and records the calls that they make of a file's functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import GeneratorType
from typing import Any, Final

from perfcast.source.locations.place import ModuleFile, Place, stamp_of
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.imports.followed_modules import Followed
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Left, OutOfSteps, Stop
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.trial.interpreter.syntax.repeated_iterations import cut_short
from perfcast.trial.observing.scripts import (
    FUNCTIONS,
    SETTING_UP,
    Script,
    assigned,
    first_step,
    fixtures_used,
    without_asserting,
)
from perfcast.trial.stdlib.concurrency.coroutines import AsynchronousGenerator, Coroutine
from perfcast.trial.stdlib.concurrency.tasks import finished
from perfcast.trial.stdlib.testing.library import CASES, FIXTURE, Fixture, built_in, cases
from perfcast.trial.stdlib.testing.parametrized_tests import Cases, combined, conftests
from perfcast.trial.stdlib.testing.patching import PATCHES, patched

#: What a script may spend, about in nanoseconds that it would take; fixtures and the like among it.
_ALLOWANCE: Final = 2_000_000.0
#: Statements of one that take all of it, each of which the others may do without.
_TOO_MUCH: Final = 2
_DEEPEST: Final = 5

#: Told of a call of one of the functions: its key, the function, the arguments, and what calls it.
Watch = Callable[[str, Function, tuple[Any, ...], dict[str, Any], Callable[[], Any]], Any]


class End(Stop):
    """Nobody needs to know what comes after."""


class Stage:
    """The modules of a project, as scripts of it meet them.

    Attributes:
        step: what of a script is under way: its cases one after the other, in each the setting up and every statement.
            By that a call is found again where a statement before it could not be run.
    """

    def __init__(
        self,
        machine: Machine,
        place: Place,
        watched: Mapping[int, str],
        watch: Watch,
        ended: Callable[[Frame], None] = lambda frame: None,
    ) -> None:
        """
        Args:
            place: of the file whose functions' calls are seen.
            watched: line of a definition there -> the unit's key.
            watch: told their calls; ended: what a case of a script has left.
        """
        self._machine, self._place = machine, place
        self._watched, self._watch, self._ended = watched, watch, ended
        self._compiler = Compiler(machine, place=place)
        self._world = self._compiler.world
        self._world.watch = self._made
        self._modules: dict[str, Followed] = {}
        self._made_fixtures: dict[str, Any] = {}
        self._owner: tuple[Class, Instance] | None = None
        self.step = 0

    @property
    def read(self) -> dict[str, Any]:
        """Files that it rests on, as `World.read`."""
        return self._world.read

    def class_of(self, name: str) -> Class | None:
        """A class of the project by its dotted name; None where there is none."""
        of = self._world.told(name)
        return of if isinstance(of, Class) else None

    def run(self, path: Path, script: Script) -> None:
        """Runs a script of a file, statement by statement: what cannot be run is left out.

        Raises:
            End: as `watch` does.
        """
        module = self._module(path)
        fixtures = [module, *(self._module(found) for found in conftests(path))]
        with suppress(OutOfSteps), cut_short(loaders_alone=True):
            for number, case in enumerate(self._cases(module, script)):
                self._machine.begin(_ALLOWANCE, ())
                self.step = first_step(script, number)
                self._made_fixtures.clear()
                frame = module.own_frame()
                self._owner = None
                if script.owner is not None:
                    self._set_up(module, script.owner, frame, fixtures)
                # Nobody asks what a script holds, and to look at it took most of the time of some.
                with self._machine.unseen(), self._patched(module, script) as mocks:
                    self._bind(frame, script, self._told(script, mocks) | case, fixtures)
                    tries = iter(range(_TOO_MUCH))
                    for statement in script.statements:
                        self.step += 1
                        try:
                            if not self._goes_on(module, statement, frame):
                                break
                        except OutOfSteps:
                            # What follows is seen, too: what a network is trained for.
                            if next(tries, None) is None:
                                raise
                            self._machine.waiting.clear()
                            self._machine.limit = self._machine.spent + _ALLOWANCE
                    self._ended(frame)

    @contextmanager
    def _patched(self, module: Followed, script: Script) -> Iterator[Sequence[Any]]:
        """What takes the places of objects while a script runs, as its test's decorators say."""
        function = self._function(module, script)
        patches = function.attributes.get(PATCHES, ()) if isinstance(function, Function) else ()
        with ExitStack() as stack:
            mocks: Sequence[Any] = ()
            with suppress(Stop, Exception):
                mocks = stack.enter_context(patched(patches))
            yield mocks

    def _told(self, script: Script, mocks: Sequence[Any]) -> dict[str, Any]:
        """The first parameters are for what takes the places."""
        return dict(zip((name for name, _ in script.parameters), mocks, strict=False))

    def _made(self, function: Function, path: str, line: int) -> None:
        key = self._watched.get(line) if path == self._place.file else None
        if key is None:
            return
        call, watch = function.call, self._watch

        def seen(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            return watch(key, function, args, kwargs, lambda: call(function, args, kwargs))

        function.call = seen

    def _module(self, path: Path) -> Followed:
        key = str(path)
        if key not in self._modules:
            place = Place.of(path)
            self._world.look_in(place.own)
            name = place.module
            found = self._world.followed(name) if name else None
            members = None if found is None else found.members
            stamp = stamp_of(key)
            self._world.read[key] = stamp
            is_same = isinstance(members, Followed) and members.path == key
            made = ModuleFile(name, key, path.name == "__init__.py", stamp or (0, 0))
            self._modules[key] = members if is_same else self._compiler.follow(made)  # type: ignore[assignment]
        return self._modules[key]

    def _run(self, module: Followed, statements: Sequence[ast.stmt], frame: Frame) -> None:
        for statement in statements:
            if not self._goes_on(module, statement, frame):
                return

    def _goes_on(self, module: Followed, statement: ast.stmt, frame: Frame) -> bool:
        """Runs a statement; whether those after it are run, too."""
        self._machine.lets_go_on()
        try:
            within = "" if frame.owner is None else frame.owner.name
            return module.compiled(without_asserting(statement), within)(frame) is None
        except (End, OutOfSteps):
            raise
        except Left:
            return False
        except (Stop, Exception):
            # What follows may do without.
            self._machine.waiting.clear()
            return True

    def _set_up(self, module: Followed, owner: ast.ClassDef, frame: Frame, fixtures: Sequence[Followed]) -> None:
        """Puts an instance of a test's class into its frame."""
        try:
            of = module[owner.name]
        except (Stop, Exception):
            return
        if not isinstance(of, Class):
            return
        instance = Instance(of)
        frame.owner, frame.receiver = of, instance
        self._owner = of, instance
        for name in fixtures_used(owner):
            self._fixture(name, fixtures, {"cls": of, "instance": instance}, 0)
        written = {node.name: node for node in owner.body if isinstance(node, FUNCTIONS)}
        for name in SETTING_UP:
            node = written.get(name)
            if node is not None:
                inner = module.own_frame()
                inner.owner, inner.receiver = of, instance
                inner.names.update({arg.arg: Unknown() for arg in node.args.args})
                inner.names.update({arg.arg: instance for arg in node.args.args[:1]})
                self._run(module, node.body, inner)
            elif isinstance(inherited := of.find(name), Function):
                with suppress(Stop, Exception):
                    finished(self._machine, inherited(instance))

    def _bind(self, frame: Frame, script: Script, case: Mapping[str, Any], fixtures: Sequence[Followed]) -> None:
        if script.receiver is not None:
            frame.names[script.receiver] = Unknown() if frame.receiver is None else frame.receiver
        for name, default in script.parameters:
            if name in case:
                frame.names[name] = case[name]
            elif default is None:
                frame.names[name] = self._fixture(name, fixtures, {}, 0)
            else:
                frame.names[name] = Unknown()
                self._run(fixtures[0], [default], frame)

    def _fixture(self, name: str, modules: Sequence[Followed], request: Mapping[str, Any], depth: int) -> Any:
        """What a test gets for a parameter; nobody knows what, where nothing in reach says."""
        if name == "request":
            told = Instance(Class("request", [], None))
            told.of.is_partial = True
            told.attributes.update(request)
            return told
        if name in self._made_fixtures:
            return self._made_fixtures[name]
        given = built_in(self._machine, name)
        if depth > _DEEPEST or given is not None:
            return given or Unknown()
        for place, function, receiver in self._written(name, modules):
            fixture = function.attributes.get(FIXTURE)
            if not isinstance(fixture, Fixture):
                continue
            param = {**request, **({"param": fixture.params[-1]} if fixture.params else {})}
            asked = function.places[len(receiver) :]
            # One that is named as itself takes that of the folder above.
            inner = modules[place + 1 :] if name in asked else modules
            try:
                made = function(*receiver, *(self._fixture(one, inner, param, depth + 1) for one in asked))
                made = self._made_late(made)
                self._made_fixtures[name] = made
                return made
            except End:
                raise
            except (Stop, Exception):
                return Unknown()
        return Unknown()

    def _written(self, name: str, modules: Sequence[Followed]) -> Iterator[tuple[int, Function, tuple[Instance, ...]]]:
        """Functions of a name in the test's class and in the modules, the nearest first: each with the place of its
        module, the class's with that before all, and with what stands before the dot."""
        if self._owner is not None:
            of, instance = self._owner
            function = of.find(name)
            if isinstance(function, Function):
                yield -1, function, (instance,)
        for place, module in enumerate(modules):
            try:
                found = module.get(name)
            except (Stop, Exception):
                continue
            if isinstance(found, Function):
                yield place, found, ()

    def _made_late(self, made: Any) -> Any:
        """What a fixture gives: what a generator yields first, and what is awaited for."""
        if isinstance(made, AsynchronousGenerator):
            made = Coroutine(made.following)
        return next(made) if isinstance(made, GeneratorType) else finished(self._machine, made)

    def _cases(self, module: Followed, script: Script) -> Iterator[dict[str, Any]]:
        """What parametrized tests are called with, some of all cases."""
        function = self._function(module, script)
        found = function.attributes.get(CASES, []) if isinstance(function, Function) else []
        marked = found if isinstance(found, list) else []
        of_class = () if script.owner is None else self._cases_of_class(module, script.owner)
        yield from combined([*(one for one in marked if isinstance(one, Cases)), *of_class])

    def _cases_of_class(self, module: Followed, owner: ast.ClassDef) -> Iterator[Cases]:
        """The same of all tests of a class."""
        for decorator in reversed(owner.decorator_list):
            match decorator:
                case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, values, *_]):
                    frame = module.own_frame()
                    self._machine.begin(_ALLOWANCE, ())
                    self._run(module, [assigned("names", names), assigned("values", values)], frame)
                    with suppress(Stop, Exception):
                        yield cases(frame.names["names"], frame.names["values"])

    def _function(self, module: Followed, script: Script) -> Any:
        """The test that a script is of; None where it cannot be made."""
        with suppress(Stop, Exception):
            if script.owner is not None and script.function is not None:
                return module[script.owner.name].find(script.function.name)
            if script.function is not None:
                return module[script.function.name]
        return None
