"""Trees of Python's own syntax, as the module ``ast`` makes them of a text; what goes through them is Python, too, and
followed. Making nodes and changing them is not."""

from __future__ import annotations

import ast
import re
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of a call and of each node.
_CALL: Final = 4_000.0
_NODE: Final = 1_250.0
#: Words and signs of a text, and ends of its lines; bytes that are there for each while it is read, besides the tree.
_TOKEN: Final = re.compile(r"\w+|[^\w\s]|\n")
_READING: Final = 400
#: Characters of the longest text that is read.
_LONGEST: Final = 50_000
_MODES: Final = frozenset({"exec", "eval", "single"})


def classes() -> dict[str, Any]:
    """Of nodes, by their names."""
    return {name: one for name, one in vars(ast).items() if isinstance(one, type) and issubclass(one, ast.AST)}


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``ast`` holds that is not followed as it is written."""

    def parse(source: Any, filename: Any = "<unknown>", mode: Any = "exec", **_: Any) -> ast.AST:
        if type(source) is not str or len(source) > _LONGEST or mode not in _MODES:
            raise Unsupported("reading other than a text of some length")
        try:
            tree: ast.AST = ast.parse(source, mode=mode)
        except (RecursionError, MemoryError):
            raise Unsupported("reading what is nested deeply") from None
        count = sum(1 for _ in ast.walk(tree))
        machine.pay(_CALL + _NODE * count)
        machine.pass_over(count)
        machine.look(tree)
        machine.briefly(_READING * len(_TOKEN.findall(source)))
        return tree

    return {**classes(), "parse": Guarded(parse)}


def has(value: Any, name: str) -> bool:
    """Whether a node, or a class of such, has the attribute."""
    if isinstance(value, type):
        return issubclass(value, ast.AST) and name[:2] != "__" and hasattr(value, name)
    return isinstance(value, ast.AST) and (name in {"_fields", "_attributes"} or name in vars(value))
