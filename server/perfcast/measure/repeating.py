"""A call that a project's own code makes of the unit that is measured, made again up to where the unit's code begins.

As `perfcast.trial.observing.script_runner` does in the closed world, here for real, in the sandbox.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, GeneratorType, ModuleType
from typing import Any, Final

from perfcast.measure.alarm import TimedOut
from perfcast.measure.attributes import getter, kept_as
from perfcast.measure.catching import catching_of
from perfcast.measure.importing import imported, loaded_from
from perfcast.measure.on_loop import OnLoop, stop
from perfcast.source import FunctionNode, SourceFile
from perfcast.source.locations.place import Caller
from perfcast.trial.observing.network_scripts import networks_in
from perfcast.trial.observing.scripts import (
    FUNCTIONS,
    MADE_UP,
    SETTING_UP,
    Script,
    examples_in,
    first_step,
    fixtures_used,
    of_name,
    scripts_in,
    without_asserting,
)
from perfcast.trial.stdlib.testing.parametrized_tests import TEMPORARY, Cases, combined, conftests

_DEEPEST: Final = 5


class _Met(BaseException):
    """The call is about to be made."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        super().__init__()
        self.args_given, self.kwargs_given = args, kwargs


@contextmanager
def _without_arguments(path: str) -> Iterator[None]:
    """As a program that is run without any."""
    before = sys.argv
    sys.argv = [path]
    try:
        yield
    finally:
        sys.argv = before


class RepeatedCall:
    """
    Attributes:
        module: the unit's, as the caller has it, or imported by its own name.
        function: the unit, as a plain function.
    """

    def __init__(self, path: str, caller: Caller) -> None:
        """Imports the caller's module and that of the unit.

        Args:
            path: of the unit's file.

        Raises:
            LookupError: the unit, or what calls it, is not there; or whatever importing raises.
        """
        self._caller = caller
        calling = Path(caller.file)
        self._calling = imported(calling)
        self.module = self._calling if caller.file == path else loaded_from(Path(path)) or imported(Path(path))
        *owners, name = caller.unit.split(".")
        owner: Any = self.module
        for one in owners:
            owner = getattr(owner, kept_as(owner, one), None)
            if not isinstance(owner, type):
                raise LookupError(f"{caller.unit} is defined within a function")
        name = kept_as(owner, name)
        held = vars(owner).get(name)
        function = getter(held) or getattr(held, "__func__", held)
        if not callable(function):
            raise LookupError(caller.unit)
        self.function: Callable[..., Any] = function
        self._catching = catching_of(function, held, owner, name)
        text = calling.read_text(encoding="utf-8")
        tree = ast.parse(text)
        is_made_up = caller.script.startswith(MADE_UP)
        scripts = [*scripts_in(tree), *examples_in(tree), *(networks_in(SourceFile.parse(text)) if is_made_up else [])]
        found = of_name(scripts, caller.script)
        if found is None:
            raise LookupError(caller.script)
        self._script, self._step, self._path = found, 0, caller.file
        self._met: _Met | None = None
        self._calls = 0
        self._loop = OnLoop()
        self._fixtures = _Fixtures([(tree, self._calling), *_of_conftests(calling)], self._loop)

    def call(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments, what stands before the dot among them; made anew each time.

        Raises:
            LookupError: it is not called.
        """
        for _ in range(2):
            self._calls = 0
            with self._catching.catching(self._seen), _without_arguments(self._path):
                try:
                    self._run(self._script)
                except _Met as met:
                    return met.args_given, met.kwargs_given
                finally:
                    self._loop.clear()
                    self._met = None
            # What the code itself imports is there by now.
            self._catching.look_again()
        raise LookupError(f"{self._caller.script} of {Path(self._caller.file).name} does not call it")

    def _seen(self, args: tuple[Any, ...], kwargs: dict[str, Any], function: Callable[..., Any]) -> Any:
        """Raises `_Met` when the call is the one; makes any other."""
        if self._step == self._caller.step:
            self._calls += 1
            if self._calls > self._caller.number:
                self._met = _Met(args, kwargs)
                # A task may have met it that nobody waits for.
                stop()
                raise self._met
        return function(*args, **kwargs)

    def _run(self, script: Script) -> None:
        for number, case in enumerate(combined(self._fixtures.cases(script))):
            self._step = first_step(script, number)
            space = dict(vars(self._calling))
            self._fixtures.forget()
            self._set_up(script, space)
            for name, default in script.parameters:
                if name in case:
                    space[name] = case[name]
                elif default is None:
                    space[name] = self._fixtures.value(name, {})
                else:
                    _execute(default, space)
            if script.is_asynchronous:
                _attempt(self._loop.run, self._awaited(script, space))
                self._check()
                continue
            for statement in script.statements:
                self._step += 1
                _execute(statement, space)
                self._check()

    async def _awaited(self, script: Script, space: dict[str, Any]) -> None:
        """As a script without an event loop is run."""
        for statement in script.statements:
            self._step += 1
            try:
                waiting = eval(_compiled(statement), space)
                if waiting is not None:
                    await waiting
            except (TimedOut, MemoryError, _Met):
                raise
            except BaseException:
                continue
            finally:
                self._check()

    def _check(self) -> None:
        """Raises `_Met` where the call was about to be made."""
        if self._met is not None:
            raise self._met

    def _set_up(self, script: Script, space: dict[str, Any]) -> None:
        of = None if script.owner is None else getattr(self._calling, script.owner.name, None)
        if script.owner is None or script.function is None or not isinstance(of, type):
            return
        # unittest's are made for one of their methods.
        instance = _attempt(of)
        if instance is None:
            instance = _attempt(of, script.function.name)
        self._fixtures.owner = script.owner, instance
        for name in fixtures_used(script.owner):
            self._fixtures.value(name, {"cls": of, "instance": instance})
        for name in SETTING_UP:
            method = getattr(instance, name, None)
            if name in vars(of) and callable(method):
                _attempt(self._loop.made, method)
        if script.receiver is not None:
            space[script.receiver] = instance


class _Fixtures:
    """Those of a test's file and of the files beside it.

    Attributes:
        owner: the test's class, and what stands before the dot of its methods; None for a test without one.
    """

    def __init__(self, found: list[tuple[ast.Module, ModuleType]], loop: OnLoop) -> None:
        self._found, self._loop = found, loop
        self._made: dict[str, Any] = {}
        self.owner: tuple[ast.ClassDef, Any] | None = None

    def cases(self, script: Script) -> list[Cases]:
        """What the test is parametrized with, as its decorators say."""
        marked = []
        nodes = [one for one in (script.owner, script.function) if one is not None]
        for decorator in (one for node in nodes for one in node.decorator_list):
            match decorator:
                case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, values, *_]):
                    with suppress(Exception):
                        space = vars(self._found[0][1])
                        said = (_evaluated(names, space), _evaluated(values, space))
                        marked.append(Cases.of(*said, _values_of_param))
        return marked[::-1]

    def value(self, name: str, request: Mapping[str, Any], depth: int = 0) -> Any:
        """What a test gets for a parameter; None where nothing says."""
        if name == "request":
            return _Request(request)
        if name in self._made:
            return self._made[name]
        if name == "tmp_path":
            return Path(TEMPORARY)
        places: list[tuple[ast.Module | ast.ClassDef, ModuleType, list[Any]]]
        places = [(tree, module, []) for tree, module in self._found]
        if self.owner is not None:
            places.insert(0, (self.owner[0], self._found[0][1], [self.owner[1]]))
        for tree, module, receiver in places if depth < _DEEPEST else ():
            node = next((one for one in tree.body if isinstance(one, FUNCTIONS) and one.name == name), None)
            if node is None or "fixture" not in "".join(map(ast.dump, node.decorator_list)):
                continue
            params = _params(node, vars(module))
            given = {**request, **({"param": params[-1]} if params else {})}
            space = dict(vars(module))
            _execute(ast.copy_location(type(node)(name, node.args, node.body, []), node), space)
            args = [self.value(one.arg, given, depth + 1) for one in node.args.args[len(receiver) :]]
            made = _attempt(self._loop.made, space[name], *receiver, *args)
            self._made[name] = next(made, None) if isinstance(made, GeneratorType) else made
            return self._made[name]
        return None

    def forget(self) -> None:
        """Those that were made: the next case gets others."""
        self._made.clear()
        self.owner = None


class _Request:
    """What a fixture is told."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        vars(self).update(said)


def _of_conftests(path: Path) -> Iterator[tuple[ast.Module, ModuleType]]:
    for found in conftests(path):
        with suppress(Exception):
            yield ast.parse(found.read_text(encoding="utf-8")), imported(found)


def _attempt(function: Callable[..., Any], *args: Any) -> Any:
    """What it gives; None where it cannot be called so."""
    try:
        return function(*args)
    except (TimedOut, MemoryError, _Met):
        raise
    except BaseException:
        return None


def _execute(statement: ast.stmt, space: dict[str, Any]) -> None:
    """Runs a statement; what raises is left out, as what follows may do without."""
    try:
        exec(_compiled(statement), space)
    except (TimedOut, MemoryError, _Met):
        raise
    except BaseException:
        return


@functools.cache
def _compiled(statement: ast.stmt) -> CodeType:
    """Once for all the times that it is run."""
    module = ast.Module([without_asserting(statement)], [])
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    code: CodeType = compile(ast.fix_missing_locations(module), "<script>", "exec", flags)
    return code


def _evaluated(node: ast.expr, space: Mapping[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "<script>", "eval"), dict(space))


def _values_of_param(value: Any) -> tuple[Any, ...] | None:
    """Of what ``pytest.param`` makes."""
    return tuple(value.values) if type(value).__name__ == "ParameterSet" else None


def _params(node: FunctionNode, space: Mapping[str, Any]) -> list[Any]:
    for decorator in node.decorator_list:
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
            if keyword.arg == "params":
                with suppress(Exception):
                    return list(_evaluated(keyword.value, space))
    return []
