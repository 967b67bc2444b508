"""``six``: what it makes at run time, modules and functions of Python's own by their old names."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any, Final

from perfcast.trial.interpreter.objects.modules import Members, Module

_MOVES: Final = "six.moves"
_OF_URLS: Final = ("parse", "error", "request")
#: What ``six.moves`` calls a module -> the module.
_MODULES: Final = {
    **{name: name for name in ("builtins", "configparser", "copyreg", "queue", "reprlib", "_thread")},
    "cPickle": "pickle",
    "html_parser": "html.parser",
    "html_entities": "html.entities",
    "http_client": "http.client",
    "http_cookies": "http.cookies",
    "urllib_parse": "urllib.parse",
    "urllib_error": "urllib.error",
    **{f"urllib.{name}": f"urllib.{name}" for name in _OF_URLS},
}
#: What it calls a function or a class -> the module that has it, and its name there.
_MEMBERS: Final = {
    **{name: ("builtins", name) for name in ("filter", "input", "map", "range", "zip")},
    **dict.fromkeys(("StringIO", "cStringIO"), ("io", "StringIO")),
    **{name: ("collections", name) for name in ("UserDict", "UserList", "UserString")},
    **{name: ("itertools", name) for name in ("zip_longest", "filterfalse")},
    "xrange": ("builtins", "range"),
    "reduce": ("functools", "reduce"),
    "shlex_quote": ("shlex", "quote"),
    "intern": ("sys", "intern"),
}
NAMES: Final = ("six", _MOVES, f"{_MOVES}.urllib")
#: Modules of Python's own by what it calls them.
MOVED: Final = {f"{_MOVES}.{name}": whole for name, whole in _MODULES.items()}


def members(name: str, module: Callable[[str], Module]) -> MutableMapping[str, Any]:
    """What the module of that name holds, one of `NAMES`, besides what its source says."""
    if name == "six":
        return {"moves": module(_MOVES)}
    if name == f"{_MOVES}.urllib":
        return {one: module(f"urllib.{one}") for one in _OF_URLS}
    tops = [one for one in (*_MODULES, "urllib") if "." not in one]
    return Members([*tops, *_MEMBERS], lambda one: _moved(one, module))


def _moved(name: str, module: Callable[[str], Module]) -> Any:
    whole, member = _MEMBERS.get(name, (f"{_MOVES}.{name}", ""))
    return module(whole).get(member) if member else module(whole)
