"""Puts together what compiles a unit's text into closures."""

from __future__ import annotations

import ast
from collections.abc import Container

from perfcast.trial.calls import Calls
from perfcast.trial.expressions import Expressions
from perfcast.trial.functions import Functions
from perfcast.trial.machine import Machine
from perfcast.trial.statements import Statements
from perfcast.trial.targets import Targets
from perfcast.trial.world import World


class Compiler:
    """Shared by all parts of one unit's text.

    Attributes:
        caps: constants that shrink as sizes do.
        globals, nonlocals: names that the function being compiled has declared so.
    """

    def __init__(self, machine: Machine, caps: Container[ast.Constant] = ()) -> None:
        self.machine = machine
        self.caps = caps
        self.world = World(machine)
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.expressions = Expressions(self)
        self.targets = Targets(self)
        self.calls = Calls(self)
        self.functions = Functions(self)
        self.statements = Statements(self)
