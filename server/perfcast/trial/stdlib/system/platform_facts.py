"""Answers to questions about the surroundings, the same on every machine.

No environment variables, no arguments, a terminal that nobody reads. Real ones are never looked at.
"""

from __future__ import annotations

import calendar
import errno
import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    CONDITION_MADE,
    INTERNED,
    LOCK_MADE,
    LOCK_OF_OWNER_MADE,
    WRITTEN_OUT,
)
from perfcast.trial.interpreter.errors.chains import handled_now
from perfcast.trial.interpreter.objects.context_managers import LOCK, Lock
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Raised, Unsupported
from perfcast.trial.stdlib.concurrency.thread_locals import thread_local
from perfcast.trial.stdlib.system import working_folder
from perfcast.trial.stdlib.system.call_frames import PROGRAM, frame_of_call
from perfcast.trial.stdlib.system.environment import Environment
from perfcast.trial.stdlib.system.plain_objects import plain

#: Types whose values tell how many bytes they have.
_MEASURED: Final = frozenset({int, float, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, type(None)})
#: Nanoseconds of asking the operating system for bytes by chance; each takes one besides.
_DRAW: Final = 600.0
_MOST_DRAWN: Final = 100_000
#: Nanoseconds of reading a clock, and one of time on the processor, which the system is called for; of telling the day,
#: of writing it in a layout and as ``asctime`` does.
_CLOCK_READ: Final = 40.0
_PROCESS_CLOCK_READ: Final = 400.0
_DAY_TOLD: Final = 200.0
_DAY_WRITTEN: Final = 330.0
_DAY_WRITTEN_AS_USUAL: Final = 480.0
#: Bytes that a day is written into, however short its text is to be.
_WRITTEN_INTO: Final = 4_096
_SEED: Final = 7
#: Options of the interpreter that nobody gives.
_FLAGS: Final = (
    *("debug", "inspect", "interactive", "optimize", "dont_write_bytecode", "no_user_site", "no_site", "quiet"),
    *("ignore_environment", "verbose", "bytes_warning", "isolated", "dev_mode", "utf8_mode", "warn_default_encoding"),
)
#: Bytes of a lock with an owner, and of a condition with the deque of those that wait for it.
_LOCK_OF_OWNER: Final = 224
_CONDITION: Final = 1_480
#: Bytes of a text that is written at once, besides its characters.
_ENCODED: Final = 61
_FLOATS: Final = ("max", "min", "epsilon", "dig", "mant_dig", "max_exp", "min_exp", "max_10_exp", "min_10_exp", "radix")
#: Of the Python at hand, whose standard library is followed.
_MAJOR: Final = sys.version_info.major
_MINOR: Final = sys.version_info.minor
_HEXADECIMAL: Final = _MAJOR << 24 | _MINOR << 16 | 0xF0


def ignored(*_: Any, **__: Any) -> None:
    """In place of what only tells somebody something."""


def refused(name: str, *_: Any, **__: Any) -> Any:
    """In place of what reaches out: it may be named, and not called."""
    raise Unsupported(name)


class _Version(NamedTuple):
    """As ``sys.version_info`` is, which cannot be made."""

    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


class _Nothing:
    """In place of a type that no value is of."""


def of_nothing(name: str) -> Kind:
    """A class that values may be asked for, and that none is made of; `name` says what is refused."""
    return Kind(_Nothing, partial(refused, name))


def system(machine: Machine) -> dict[str, Any]:
    """What the module ``sys`` says."""
    typed = {"isatty": Guarded(lambda: False), "fileno": Guarded(lambda: 0)}
    return {
        "argv": ["program"],
        "path": [],
        "flags": plain("flags", **dict.fromkeys(_FLAGS, 0)),
        "platform": "linux",
        "byteorder": "little",
        "version": f"{_MAJOR}.{_MINOR}.0 (main, Jan 15 2024, 12:00:00) [GCC 12.2.0]",
        "version_info": _Version(_MAJOR, _MINOR, 0, "final", 0),
        "hexversion": _HEXADECIMAL,
        "maxunicode": 0x10FFFF,
        "float_info": plain("float_info", **{name: getattr(sys.float_info, name) for name in _FLOATS}),
        "modules": {PROGRAM: None},
        **dict.fromkeys(("stdin", "__stdin__"), _Input(partial(refused, "input"), typed)),
        "_getframe": Guarded(partial(frame_of_call, machine)),
        "executable": "python",
        "prefix": "/usr",
        "base_prefix": "/usr",
        "implementation": plain(
            "implementation", name="cpython", cache_tag=f"cpython-{_MAJOR}{_MINOR}", hexversion=_HEXADECIMAL
        ),
        "exec_prefix": "/usr",
        "base_exec_prefix": "/usr",
        "_home": None,
        **dict.fromkeys(("stdout", "__stdout__"), _stream(machine, 1)),
        **dict.fromkeys(("stderr", "__stderr__"), _stream(machine, 2)),
        "audit": Guarded(ignored),
        "intern": Guarded(partial(_interned, machine)),
        "getrecursionlimit": Guarded(lambda: 1_000),
        "setrecursionlimit": Guarded(ignored),
        "getsizeof": Guarded(_size),
        **dict.fromkeys(("gettrace", "getprofile"), Guarded(lambda: None)),
        "exc_info": Guarded(partial(_handled, machine)),
        "getdefaultencoding": Guarded(lambda: "utf-8"),
        "getfilesystemencoding": Guarded(lambda: "utf-8"),
    }


class _Input(Unbound):
    """What somebody types."""

    __slots__ = ()

    def __iter__(self) -> Any:
        raise Unsupported("input")


def _interned(machine: Machine, text: Any) -> Any:
    machine.pay(INTERNED)
    return text


def _size(value: Any, *_: Any) -> int:
    """Bytes of a value of Python's own, without its parts."""
    if type(value) not in _MEASURED:
        raise Unsupported("the size of an object")
    return sys.getsizeof(value)


def _handled(machine: Machine) -> tuple[Any, Any, Any]:
    """The error whose handler is under way, nearest first."""
    error = handled_now(machine)
    if error is None:
        return None, None, None
    raised = error.instance if isinstance(error, Raised) else error
    return raised.of if isinstance(raised, Instance) else type(raised), raised, Unknown()


def operating_system(machine: Machine) -> dict[str, Any]:
    """What the module ``os`` says, besides paths."""
    environment = Environment(machine)
    source = random.Random(_SEED)

    def drawn(count: int) -> bytes:
        if count > _MOST_DRAWN:
            raise Unsupported("many bytes by chance")
        machine.pay(_DRAW + count)
        return source.randbytes(count)

    return {
        "name": "posix",
        "sep": "/",
        "altsep": None,
        "pathsep": ":",
        "linesep": "\n",
        "curdir": ".",
        "pardir": "..",
        "extsep": ".",
        "devnull": "/dev/null",
        "defpath": "/bin:/usr/bin",
        # Nothing is ever forked here.
        "register_at_fork": Guarded(ignored),
        "fspath": Guarded(str),
        "fsdecode": Guarded(lambda path: os.fsdecode(path) if isinstance(path, bytes) else str(path)),
        "fsencode": Guarded(lambda path: path if isinstance(path, bytes) else os.fsencode(str(path))),
        "PathLike": os.PathLike,
        "environ": environment,
        "getenv": Guarded(environment.get),
        "getpid": Guarded(lambda: 1_000),
        "getppid": Guarded(lambda: 1),
        "cpu_count": Guarded(lambda: 4),
        "get_terminal_size": Guarded(_no_terminal),
        "terminal_size": Guarded(lambda size: _TerminalSize(*size)),
        "getcwd": Guarded(lambda: working_folder.ask(machine)),
        "urandom": Guarded(drawn),
        "uname": Guarded(lambda: _System("Linux", "localhost", "6.0", "#1", "x86_64")),
    }


class _TerminalSize(NamedTuple):
    """As ``os.terminal_size``."""

    columns: int
    lines: int


def _no_terminal(_: int = 1) -> Any:
    """As ``os.get_terminal_size`` where the output goes to none."""
    raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))


def locale() -> dict[str, Any]:
    """What the module ``locale`` holds of how texts are encoded."""
    return dict.fromkeys(("getencoding", "getpreferredencoding"), Guarded(lambda *_: "UTF-8"))


class _System(NamedTuple):
    """As ``os.uname_result``."""

    sysname: str
    nodename: str
    release: str
    version: str
    machine: str


def clock(
    slept: Callable[[], float],
    sleep: Callable[[float], None],
    pay: Callable[[float], None],
    briefly: Callable[[int], None],
) -> dict[str, Any]:
    """What the module ``time`` holds: nothing moves the clock but sleeping, and it is always the same day.

    Args:
        slept: gives the seconds of that; sleep: adds some to them.
        pay: for what looking at the clock takes, in nanoseconds; briefly: for bytes that are held meanwhile.
    """

    def read() -> float:
        pay(_CLOCK_READ)
        return slept()

    def paid(time_taken: float, told: Callable[..., Any]) -> Guarded:
        def run(*args: Any) -> Any:
            pay(time_taken)
            return told(*args)

        return Guarded(run)

    def written(layout: str, at: Any = None) -> str:
        briefly(_WRITTEN_INTO)
        return time.strftime(layout, time.struct_time(day if at is None else at))

    day = time.struct_time((2026, 1, 15, 12, 0, 0, 3, 15, 0, "UTC", 0))
    return {
        **dict.fromkeys(("time", "perf_counter", "monotonic"), Guarded(read)),
        **dict.fromkeys(("time_ns", "perf_counter_ns", "monotonic_ns"), Guarded(lambda: int(1e9 * read()))),
        **dict.fromkeys(("process_time", "thread_time"), paid(_PROCESS_CLOCK_READ, lambda: 0.0)),
        **dict.fromkeys(("process_time_ns", "thread_time_ns"), paid(_PROCESS_CLOCK_READ, lambda: 0)),
        **dict.fromkeys(("localtime", "gmtime"), paid(_DAY_TOLD, lambda *_: day)),
        "sleep": Guarded(sleep),
        "strftime": paid(_DAY_WRITTEN, written),
        "asctime": paid(_DAY_WRITTEN_AS_USUAL, lambda at=day: time.asctime(time.struct_time(at))),
        "ctime": paid(_DAY_WRITTEN_AS_USUAL, lambda *_: time.asctime(time.struct_time(day))),
        "mktime": Guarded(lambda at: float(calendar.timegm(tuple(at)))),
        "timezone": 0,
        "altzone": 0,
        "daylight": 0,
        "tzname": ("UTC", "UTC"),
    }


def signals() -> dict[str, Any]:
    """What the module ``signal`` holds besides numbers: nobody sends any."""
    return {
        "signal": Guarded(lambda *_: 0),
        "getsignal": Guarded(lambda _: 0),
        "default_int_handler": Guarded(partial(refused, "signal.default_int_handler")),
    }


def threading(machine: Machine) -> dict[str, Any]:
    """What the modules ``threading`` and ``_thread`` hold for a single thread."""

    def made(price: float, nbytes: int) -> Guarded:
        def make(*_: Any) -> Lock:
            machine.pay(price)
            machine.briefly(nbytes)
            return Lock(nbytes)

        return Guarded(make)

    kinds: dict[str, Any] = dict.fromkeys(("Lock", "allocate_lock"), made(LOCK_MADE, LOCK))
    kinds["RLock"] = made(LOCK_OF_OWNER_MADE, _LOCK_OF_OWNER)
    kinds |= dict.fromkeys(("Semaphore", "BoundedSemaphore"), made(CONDITION_MADE, _CONDITION))
    kinds["local"] = thread_local(machine)
    return kinds | {"Condition": made(CONDITION_MADE, _CONDITION), "get_ident": Guarded(lambda: 1)}


def _stream(machine: Machine, number: int) -> Unbound:
    """What takes texts that nobody reads."""

    def write(text: str) -> int:
        machine.pass_over(len(text) // 4)
        # It is encoded at once.
        machine.briefly(_ENCODED + len(text))
        machine.schedules(WRITTEN_OUT)
        return len(text)

    def write_all(texts: Any) -> None:
        for text in machine.counted(texts):
            write(text)

    functions = {
        "write": Guarded(write),
        "writelines": Guarded(write_all),
        "flush": Guarded(ignored),
        "isatty": Guarded(lambda: False),
        "fileno": Guarded(lambda: number),
    }
    name = {1: "<stdout>", 2: "<stderr>"}[number]
    return Unbound(ignored, functions | {"encoding": "utf-8", "closed": False, "name": name})
