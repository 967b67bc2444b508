"""A job's source and name -> something that can be called again and again with fresh inputs."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import inspect
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from perfcast.measure.alarm import TimedOut
from perfcast.measure.attributes import getter, held, kept_as
from perfcast.measure.importing import imported, look_in
from perfcast.measure.instances import Instances
from perfcast.measure.job import Job
from perfcast.measure.repeating import RepeatedCall
from perfcast.source import SourceError, decode_source
from perfcast.source.locations.place import Caller, Place
from perfcast.workload import BuildError, Workload, WorkloadError, parse
from perfcast.workload.language.workload import TABLES
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.values.makers import first_member

_MODULE: Final = "measured"
#: Module of the objects by which typer describes options, as defaults of parameters.
_OPTIONS: Final = "typer.models"


class LoadError(Exception):
    """The source does not run, or has no such unit."""


class InputError(Exception):
    """The workload's inputs cannot be made, or do not fit the unit's parameters."""


class Call(NamedTuple):
    """One call to be made. Nothing but the callee allocates when it is: arguments are in a tuple already."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def call_plain(call: Call) -> Any:
    """The result; a generator that a plain function returns is not run."""
    if call.kwargs:
        return call.function(*call.args, **call.kwargs)
    return call.function(*call.args)


def call_generator(call: Call) -> None:
    """Runs a generator function to its end: what its caller pays, not what making the generator costs."""
    for _ in call_plain(call):
        pass


def call_manager(call: Call) -> None:
    """Enters what a function of contexts gives, and leaves it."""
    with call_plain(call):
        pass


class _AsyncCall:
    """Runs coroutines, asynchronous generators and contexts on an event loop made before anything is measured."""

    def __init__(self, run: Callable[[Call], Any]) -> None:
        # Late, since it loads the TLS libraries, which memray would go through for each measurement.
        import asyncio

        self._run = run
        self._loop = asyncio.new_event_loop()

    def __call__(self, call: Call) -> Any:
        return self._loop.run_until_complete(self._run(call))


async def _exhaust(call: Call) -> None:
    async for _ in call_plain(call):
        pass


async def _enter(call: Call) -> None:
    async with call_plain(call):
        pass


#: Code of the harness that runs between a measurement's start and the unit; it is no work of the unit's.
HARNESS_CODE: Final = frozenset(
    function.__code__ for function in (call_plain, call_generator, call_manager, _AsyncCall.__call__, _exhaust, _enter)
)
#: What functions that make contexts are decorated to has the code of these.
_MANAGER: Final = contextlib.contextmanager(iter).__code__
_ASYNC_MANAGER: Final = contextlib.asynccontextmanager(aiter).__code__


class Target:
    """A unit of a loaded module.

    Attributes:
        invoke: makes one `Call`, to its end.
        is_warm: whether the memory of a call was measured before.
    """

    def __init__(self, job: Job) -> None:
        """Runs the job's source. Raises LoadError."""
        source, name = job.source, job.name
        self.is_warm = False
        # Not the columns that other functions of the module ask for.
        self._columns = cache(lambda: NamedColumns(ast.parse(self._instances.normal_form(name))))
        self._repeated = None if job.caller is None else _repeated(job, job.caller)
        self._called_with = job.called_with
        self._module = _loaded(job) if self._repeated is None else self._repeated.module
        own, installed = map(tuple, job.folders)
        home = Place(own, installed, job.package, job.path)
        self._instances = Instances(source, self._module, home, name)
        self._owner: type | None = None
        self._is_getter = False
        path, _, self._attribute = name.rpartition(".")
        self._first = first_member(bool(path), self._attribute)
        self._function = self._find(name) if self._repeated is None else self._repeated.function
        self.invoke: Callable[[Call], Any] = _invocation(self._function)
        self._caches = _caches(self._module)
        self._signature: inspect.Signature | str | None = "unknown"

    def forget(self) -> None:
        """Empties the functools caches of the module, which live outside of any call: what is measured is a call whose
        answer is not known from the call before."""
        for kept in self._caches:
            kept.cache_clear()

    @property
    def has_remembered(self) -> bool:
        """Whether anything since has asked one of those caches."""
        return any(_was_asked(kept.cache_info()) for kept in self._caches)

    def call(self, workload: str, seed: int) -> Call:
        """A call with inputs of its own. Raises InputError; and what making the instance raises."""
        try:
            wanted = parse(workload)
            has_tables = any(argument.type.name in TABLES for argument in wanted.arguments)
            columns = self._columns() if has_tables else None
            if self._repeated is not None:
                return self._call_again(self._repeated, wanted, seed, columns)
            args, kwargs = self._instances.arguments(wanted, seed, columns, wanted, first=self._first)
            given = {str(place): value for place, value in enumerate(args)} | kwargs
            function = self._function if self._owner is None else self._method(self._owner, wanted, given, columns)
            receiver = getattr(function, "__self__", None)
            if self._owner is not None and isinstance(receiver, self._owner):
                kwargs = self._instances.met(receiver, self._attribute, wanted, kwargs)
        except (WorkloadError, BuildError) as error:
            raise InputError(str(error)) from None
        return self._bound(function, args, kwargs)

    def _call_again(self, repeated: RepeatedCall, wanted: Workload, seed: int, columns: NamedColumns | None) -> Call:
        """The call that the project's code makes, with what the workload says otherwise."""
        try:
            args, kwargs = repeated.call()
        except LookupError as error:
            raise InputError(str(error)) from None
        as_made = {one.name: str(one) for one in parse(self._called_with).arguments}
        others = [one for one in wanted.arguments if one.name and str(one) != as_made.get(one.name)]
        _, made = self._instances.arguments(Workload(tuple(others)), seed, columns, wanted)
        bound = inspect.signature(repeated.function).bind_partial(*args, **kwargs)
        bound.arguments.update(made)
        bound.apply_defaults()
        return Call(repeated.function, bound.args, bound.kwargs)

    def _method(self, owner: type, wanted: Workload, given: Mapping[str, Any], columns: NamedColumns | None) -> Any:
        """Of an instance; of one that is yet to be made where that is what is measured."""
        unit = self._attribute
        receiver = (
            _unmade(owner) if unit == "__init__" else self._instances.receiver(owner, unit, wanted, given, columns)
        )
        return MethodType(self._function, receiver) if self._is_getter else getattr(receiver, self._attribute)

    def _bound(self, function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Call:
        # Keyword arguments cost the caller a dictionary; as positional ones they cost nothing that would be measured.
        if isinstance(self._signature, str):
            try:
                self._signature = inspect.signature(function)
            except (ValueError, TypeError):
                self._signature = None
        if self._signature is None:
            return Call(function, tuple(args), kwargs)
        named = dict(kwargs)
        for name, parameter in islice(self._signature.parameters.items(), len(args), None):
            if parameter.kind is not parameter.POSITIONAL_ONLY or name not in named:
                break
            args = [*args, named.pop(name)]
        try:
            bound = self._signature.bind(*args, **named)
        except TypeError as error:
            raise InputError(str(error)) from None
        # What follows one that is left out would be given by keyword.
        bound.apply_defaults()
        bound.arguments.update({name: _default(value) for name, value in bound.arguments.items()})
        return Call(function, bound.args, bound.kwargs)

    def _find(self, name: str) -> Callable[..., Any]:
        owner: Any = self._module
        *path, last = name.split(".")
        try:
            for part in path:
                owner = getattr(owner, kept_as(owner, part))
            found = _below(held(owner, last))
            self._attribute = kept_as(owner, last)
        except AttributeError:
            raise LoadError(f"no unit named {name}") from None
        asked = getter(found)
        if asked is not None:
            self._owner, self._is_getter, found = owner, True, asked
        elif isinstance(owner, type) and not isinstance(found, staticmethod | classmethod | type):
            self._owner = owner
        elif isinstance(owner, type):
            found = getattr(owner, last)
        if not callable(found):
            raise LoadError(f"{name} cannot be called")
        function: Callable[..., Any] = found
        return function


def _below(found: Any) -> Any:
    """The function of a command of click: the command itself reads the process's arguments, and ends the process."""
    callback = getattr(found, "callback", None)
    return callback if isinstance(callback, FunctionType) and not isinstance(found, FunctionType | type) else found


def _default(value: Any) -> Any:
    """What typer calls a command with where its command line does not say: the default that an option describes."""
    if type(value).__module__ != _OPTIONS:
        return value
    default = value.default if value.default_factory is None else value.default_factory
    default = default() if callable(default) else default
    return None if default is ... else default


def _unmade(owner: Any) -> Any:
    """An instance that is yet to be initialised."""
    try:
        return object.__new__(owner)
    except TypeError:
        # Of what extends an exception or a dictionary.
        return owner.__new__(owner)


def fingerprint(call: Call) -> bytes | None:
    """A digest of the inputs' values (and of a method's instance) to see whether a call changed them.

    None when they cannot be compared, which has to be taken as changed.
    """
    digest = _Digest()
    try:
        pickle.Pickler(digest, protocol=5).dump((call.args, call.kwargs, getattr(call.function, "__self__", None)))
    except TimedOut:
        raise
    except BaseException:
        return None
    return digest.value()


class _Digest:
    """A file for the pickler that keeps nothing, so that large inputs are not held twice."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    def write(self, data: Any) -> int:
        self._hash.update(data)
        return memoryview(data).nbytes

    def value(self) -> bytes:
        return self._hash.digest()


def _repeated(job: Job, caller: Caller) -> RepeatedCall:
    look_in(*job.folders)
    try:
        return RepeatedCall(job.path, caller)
    except (TimedOut, MemoryError):
        raise
    except BaseException as error:
        raise LoadError(describe_exception(error)) from None


def _loaded(job: Job) -> ModuleType:
    look_in(*job.folders)
    return _own_module(job) or _executed(job)


def _own_module(job: Job) -> ModuleType | None:
    """The file's, where it is saved as it is measured: what imports it in turn shall mean the same one."""
    path = Path(job.path)
    if not job.path or _text_of(path) != job.source:
        return None
    # A package may want what its file does without.
    try:
        found = imported(path)
    except (TimedOut, MemoryError):
        raise
    except BaseException:
        return None
    # Of two modules of a name one is imported; and a module may put something else in its own place.
    file = getattr(found, "__file__", None)
    return found if isinstance(file, str) and Path(file).resolve() == path.resolve() else None


def _text_of(path: Path) -> str | None:
    """As units are found in it; None where there is none."""
    try:
        return decode_source(path.read_bytes())
    except (OSError, SourceError):
        return None


def _executed(job: Job) -> ModuleType:
    module = ModuleType(_MODULE)
    module.__package__ = job.package
    if job.path:
        module.__file__ = job.path
    # Dataclasses, pickle and typing look a class's module up here.
    sys.modules[_MODULE] = module
    try:
        exec(compile(job.source, "<measured>", "exec", dont_inherit=True), module.__dict__)
    except (TimedOut, MemoryError):
        raise
    except BaseException as error:
        raise LoadError(describe_exception(error)) from None
    return module


def _invocation(function: Callable[..., Any]) -> Callable[[Call], Any]:
    codes: list[Any] = []

    def is_last(wrapped: Any) -> bool:
        codes.append(getattr(wrapped, "__code__", None))
        return False

    function = inspect.unwrap(getattr(function, "__func__", function), stop=is_last)
    if _MANAGER in codes:
        return call_manager
    if _ASYNC_MANAGER in codes:
        return _AsyncCall(_enter)
    if inspect.isgeneratorfunction(function):
        return call_generator
    if inspect.iscoroutinefunction(function):
        return _AsyncCall(call_plain)
    if inspect.isasyncgenfunction(function):
        return _AsyncCall(_exhaust)
    return call_plain


def _caches(module: ModuleType) -> tuple[Any, ...]:
    """Functions that remember their results: the module's own, and what others of the library split addresses with."""
    spaces: list[Any] = [module, *(value for value in vars(module).values() if isinstance(value, type))]
    values = [value for space in spaces for value in list(vars(space).values())]
    own = (value for value in values if hasattr(value, "cache_clear") and hasattr(value, "cache_info"))
    return (*own, urlsplit)


def _was_asked(info: Any) -> bool:
    """Of a cache, since it was emptied; some libraries' own ones do not count as functools does."""
    return bool(getattr(info, "hits", 1) or getattr(info, "misses", 1))


def describe_exception(error: BaseException) -> str:
    """``ValueError: what it says``; a program's own exception class may fail to say anything."""
    try:
        text = str(error)
    except TimedOut:
        raise
    except BaseException:
        text = ""
    name = type(error).__name__
    return f"{name}: {text}" if text else name
