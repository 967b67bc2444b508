"""Modules run in the closed world, and by Python itself."""

from __future__ import annotations

import ast
from typing import Any

from perfcast.trial.compiler import Compiler
from perfcast.trial.machine import Machine
from perfcast.trial.objects import Frame


def interpreted(source: str, limit: float = 1e7) -> Any:
    """What the name ``found`` has after the module was interpreted."""
    machine = Machine()
    machine.begin(limit, ())
    compiler = Compiler(machine)
    module = Frame(None, builtins=compiler.world.builtins)
    for node in ast.parse(source).body:
        compiler.statements.compile(node)(module)
    return module.names["found"]


def run(source: str) -> Any:
    """The same by Python itself."""
    names: dict[str, Any] = {}
    exec(source, names)
    return names["found"]
