"""``os.path``: what works on strings alone, and lookups of files, of which there are none."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import PATH_JOINED, PATH_TEXTS
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.system import absent_files, platform_facts, working_folder
from perfcast.trial.stdlib.text.text_functions import of_texts

_PATHS: Final = (
    *("join", "split", "splitext", "splitdrive", "basename", "dirname", "normpath", "isabs", "normcase"),
    *("commonprefix", "commonpath"),
)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    functions: dict[str, Callable[..., Any]] = {name: getattr(posixpath, name) for name in _PATHS} | {
        "expanduser": lambda path: f"/home{path[1:]}" if path[:2] in {"~", "~/"} else path,
        "abspath": partial(_placed, machine),
        # Nothing of the closed world is a link.
        "realpath": partial(_placed, machine),
        "relpath": _relative,
        "expandvars": _without_variables,
    }
    found = {
        name: of_texts(machine, function, PATH_TEXTS[name], PATH_JOINED if name == "join" else 0.0)
        for name, function in functions.items()
    }
    of_system = platform_facts.operating_system(machine)
    constants = ("sep", "altsep", "extsep", "pathsep", "curdir", "pardir", "defpath", "devnull")
    looking = {name: Guarded(one) for name, one in absent_files.of_paths(machine).items()}
    return found | looking | {name: of_system[name] for name in constants}


def _placed(machine: Machine, path: str) -> str:
    if not posixpath.isabs(path):
        working_folder.ask(machine)
    return _absolute(path)


def _absolute(path: str) -> str:
    return posixpath.normpath(posixpath.join(working_folder.HERE, path))


def _without_variables(path: str) -> str:
    """As ``os.path.expandvars`` of a text that names none. Raises Unsupported for others."""
    if "$" in path:
        raise Unsupported("os.path.expandvars")
    return path


def _relative(path: str, start: str = ".") -> str:
    return posixpath.relpath(_absolute(path), _absolute(start))
