"""A module of someone else's code -> its functions as programs that have no workload yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from model_export.corpus.origins.candidates import Candidate, candidates
from model_export.corpus.origins.extraction import ExtractionError, Function, Module
from model_export.corpus.program import Program
from perfcast.workload.code.parameters import parameters

#: What talks to the world, or stands for a person at a terminal.
_OUTSIDE: Final = frozenset(
    {
        *("open", "input", "print", "exec", "eval", "breakpoint", "__import__", "plt", "matplotlib", "requests"),
        *("socket", "subprocess", "urlopen", "sys", "os", "shutil", "tempfile", "cv2", "Image", "turtle", "pygame"),
        *("httpx", "threading", "multiprocessing", "asyncio", "signal", "select", "ctypes", "sleep", "getpass"),
    }
)
#: Parts of ``os`` that only compute.
_HARMLESS: Final = frozenset({"path", "fspath", "PathLike", "sep", "altsep", "maxsize", "hexversion", "version_info"})


@dataclass(frozen=True)
class Draft:
    """A function of real code that has no workload yet.

    Attributes:
        program: its workload is empty.
        function: what it runs, as its own module has it.
    """

    program: Program
    function: Function = field(repr=False)

    def candidates(self) -> list[Candidate]:
        """Calls to try, the likeliest first."""
        return candidates(self.function, self.program.source)


def drafts(path: Path, origin: str, problem: str, licence: str, package: str = "") -> Iterator[Draft]:
    """The functions of a module that take arguments and only compute, as far as their text tells.

    Args:
        path: of the module's file; one that does not parse has none.
        problem: of the whole module, to which a function's name is added.
        package: that relative imports start from.
    """
    module = Module.read(path, package)
    for function in () if module is None else module.functions():
        if module is None or _goes_outside(function) or not _does_something(function):
            continue
        try:
            source = module.extract(function.name.partition(".")[0])
        except ExtractionError:
            continue
        key = f"{origin}/{problem}.{function.name}"
        yield Draft(Program(origin, key, key, source, function.name, "", licence), function)


def _does_something(function: Function) -> bool:
    """Whether it takes arguments and is more than the list of those that matter, as NumPy has beside its functions."""
    takes = parameters(function.node, drop_first=function.is_method) or function.node.args.vararg is not None
    return bool(takes) and not function.name.endswith("_dispatcher")


def _goes_outside(function: Function) -> bool:
    for part in ast.walk(function.node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in {"os", "sys"}:
            if part.attr not in _HARMLESS:
                return True
        elif isinstance(part, ast.Name) and part.id in _OUTSIDE - {"os", "sys"}:
            return True
    return False
