"""What tests use of pytest and unittest: enough of it to run what they try, not to see whether it is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.context_managers import Context
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import ClassMethod
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Left, Raised, Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.stdlib.system.paths import PosixPath
from perfcast.trial.stdlib.system.platform_facts import ignored
from perfcast.trial.stdlib.testing.parametrized_tests import TEMPORARY, Cases

#: Where a function keeps that it is a fixture, and what a test is to be called with.
FIXTURE: Final = "_fixture"
CASES: Final = "_cases"
#: Cases of one test.
_MOST_VALUES: Final = 1_000
_RAISING: Final = ("assertRaises", "assertRaisesRegex", "assertWarns", "assertWarnsRegex", "assertLogs", "assertNoLogs")

_ASYNCHRONOUS: Final = ("asyncSetUp", "asyncTearDown", "addAsyncCleanup")
_OF_CLASS: Final = ("setUpClass", "tearDownClass", "addClassCleanup", "doClassCleanups")


@dataclass(frozen=True)
class Fixture:
    """What a fixture's decorator says.

    Attributes:
        params: the values that it is made for; empty where it is made once.
    """

    params: tuple[Any, ...]


class _Marks(dict[str, Any]):
    """``pytest.mark``: those that nobody knows change nothing."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Any:
        return Guarded(_plain_mark)


def pytest(machine: Machine, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module ``pytest`` holds.

    Args:
        module: gives one of the closed world's.
    """
    return {
        "fixture": Guarded(_fixture),
        "mark": Guarded(ignored, _Marks(parametrize=Guarded(_parametrized))),
        "param": Guarded(lambda *values, **_: _Param(values)),
        "approx": Guarded(lambda value, *_, **__: value),
        "importorskip": Guarded(lambda name, *_, **__: module(name)),
        **dict.fromkeys(("raises", "warns", "deprecated_call"), Guarded(partial(_expected, machine))),
        **dict.fromkeys(("skip", "xfail", "fail", "exit"), Guarded(_left)),
    }


def pytest_asyncio() -> dict[str, Any]:
    """What the module ``pytest_asyncio`` holds."""
    return {"fixture": Guarded(_fixture)}


def unittest(machine: Machine) -> dict[str, Any]:
    """What the module ``unittest`` holds."""
    from unittest import TestCase

    case = Class("TestCase", [], None)
    names = [name for name in dir(TestCase) if name.startswith(("assert", "fail"))]
    case.attributes = {
        **dict.fromkeys(names, Guarded(ignored)),
        **dict.fromkeys(_RAISING, Guarded(lambda _, *args, **kwargs: _expected(machine, *args, **kwargs))),
        "subTest": Guarded(lambda *_, **__: Context()),
        **dict.fromkeys(("setUp", "tearDown", "addCleanup", "doCleanups"), Guarded(ignored)),
        **dict.fromkeys(_OF_CLASS, ClassMethod(Guarded(ignored))),
        "skipTest": Guarded(_left),
    }
    decorators = ("skipIf", "skipUnless", "skip")
    asynchronous = Class("IsolatedAsyncioTestCase", [case], None)
    asynchronous.attributes = dict.fromkeys(_ASYNCHRONOUS, Guarded(ignored))
    return {
        "TestCase": case,
        "IsolatedAsyncioTestCase": asynchronous,
        **dict.fromkeys(decorators, Guarded(lambda *_: Guarded(nothing))),
        "expectedFailure": Guarded(nothing),
        "main": Guarded(ignored),
    }


def of_arrays(machine: Machine) -> dict[str, Any]:
    """What the module ``numpy.testing`` holds."""
    from numpy import testing as numpy_testing

    return {
        **dict.fromkeys([name for name in numpy_testing.__all__ if name.startswith("assert_")], Guarded(ignored)),
        **dict.fromkeys(("assert_raises", "assert_raises_regex", "assert_warns"), Guarded(partial(_expected, machine))),
    }


def built_in(machine: Machine, name: str) -> Any:
    """What pytest itself gives a test by a parameter's name; None for what is not known."""
    if name == "monkeypatch":
        return Guarded(
            ignored,
            {"setattr": Guarded(partial(_patched, machine)), **_ITEMS, **dict.fromkeys(_PATCHES, Guarded(ignored))},
        )
    if name in {"capsys", "capfd"}:
        return Guarded(ignored, {"readouterr": Guarded(lambda: _Captured("", ""))})
    if name == "caplog":
        nothing_said = {"records": [], "record_tuples": [], "messages": [], "text": ""}
        return Guarded(ignored, {**nothing_said, **dict.fromkeys(_OF_LOG, Guarded(lambda *_, **__: Context()))})
    return PosixPath(TEMPORARY) if name == "tmp_path" else None


class _Captured(NamedTuple):
    """What nobody has printed."""

    out: str
    err: str


def _patched(machine: Machine, target: Any, name: Any, *value: Any, **_: Any) -> None:
    if isinstance(target, str) or not value:
        raise Unsupported("patching by a path")
    if not isinstance(target, Class | Instance | Module):
        raise Unsupported("patching another kind of object")
    assign_attribute(machine, target, name, value[0])


def _put(target: Any, name: Any, value: Any) -> None:
    if not isinstance(target, dict):
        raise Unsupported("patching another kind of mapping")
    target[name] = value


_ITEMS: Final = {
    "setitem": Guarded(_put),
    "delitem": Guarded(lambda target, name, *_, **__: isinstance(target, dict) and target.pop(name, None)),
}
_OF_LOG: Final = ("set_level", "at_level", "clear")
_PATCHES: Final = ("setenv", "delenv", "chdir", "syspath_prepend", "undo", "delattr")


class _Param(tuple[Any, ...]):
    """The values of ``pytest.param``."""

    __slots__ = ()


def _fixture(function: Any = None, **options: Any) -> Any:
    if not isinstance(function, Function):
        return Guarded(lambda decorated: _fixture(decorated, **options))
    function.attributes[FIXTURE] = Fixture(tuple(map(_only, islice(options.get("params") or (), _MOST_VALUES))))
    return function


def _parametrized(names: Any, values: Any, **_: Any) -> Guarded:
    def mark(function: Any) -> Any:
        if isinstance(function, Function):
            function.attributes.setdefault(CASES, []).append(cases(names, values))
        return function

    return Guarded(mark)


def cases(names: Any, values: Any) -> Cases:
    """Those that ``pytest.mark.parametrize`` tells of."""
    return Cases.of(names, islice(values, _MOST_VALUES), lambda one: one if isinstance(one, _Param) else None)


def _only(value: Any) -> Any:
    return value[0] if isinstance(value, _Param) and len(value) == 1 else value


def _plain_mark(*args: Any, **_: Any) -> Any:
    return args[0] if args and isinstance(args[0], Function | Class) else Guarded(nothing)


def _expected(machine: Machine, /, *args: Any, **kwargs: Any) -> Any:
    """An error that is to come, of a function that is called or of the statements of a context."""
    called = next((one for one in args if not isinstance(one, type | tuple | Class | str)), None)
    if called is None:
        told = Instance(Class("ExceptionInfo", [], None))
        told.of.is_partial = True
        return Context(told, partial(_told, told))
    try:
        given = {name: one for name, one in kwargs.items() if name != "match"}
        invoke(machine, called, args[args.index(called) + 1 :], given)
    except Exception:
        return None
    return None


def _told(told: Instance, error: Exception | None) -> bool:
    value: Any = error.instance if isinstance(error, Raised) else error
    told.attributes.update(dict.fromkeys(("value", "exception"), Unknown() if value is None else value))
    return True


def _left(*_: Any, **__: Any) -> Any:
    raise Left("a test that is left")
