"""Instances whose constructor ends early: what they have all the same."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from perfcast.trial.inputs.constructor_changes import FILLING
from perfcast.trial.inputs.late_attributes import put_later
from perfcast.trial.inputs.partial_instances import PartlyMade
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Stop
from perfcast.workload.code.parameters import parameters
from perfcast.workload.uses.name_uses import is_bound_anew


def made_in_part(machine: Machine, of: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Instance | None:
    """An instance with what the statements of its constructor give it that can be followed; None where that takes
    too long, or its constructor is none that is written."""
    with suppress(Stop, Exception), machine.apart(FILLING), machine.without_files():
        instance = of.bare(tuple(args), kwargs)
        if isinstance(instance, Instance) and PartlyMade(machine, instance).begin(args, kwargs):
            return instance
    return None


def leave_half_made(instance: Instance, init: ast.FunctionDef | None, kwargs: Mapping[str, Any]) -> None:
    """Lets an instance have what its constructor gave it until it ended early, and what that would have kept as it was
    given, had it gone on; whoever asks for more asks in vain.

    Args:
        init: the constructor, which was called with `kwargs`.
    """
    instance.is_partial = True
    if init is not None:
        _keep_given(instance, init, kwargs)
    nothing = {name for name, value in instance.attributes.items() if value is None}
    for name in nothing & put_later(init, _methods(instance.of)) if nothing else ():
        del instance.attributes[name]


def _keep_given(instance: Instance, init: ast.FunctionDef, kwargs: Mapping[str, Any]) -> None:
    defaults = dict(parameters(init, drop_first=True))
    given = {one.arg: said.value for one, said in defaults.items() if isinstance(said, ast.Constant)} | dict(kwargs)
    for statement in init.body:
        match statement:
            case ast.Assign([ast.Attribute(ast.Name("self"), name)], ast.Name(used)) if used in given:
                is_lacking = name not in instance.attributes and instance.of.find(name) is MISSING
                if is_lacking and not is_bound_anew(init, used):
                    instance.attributes[name] = given[used]


def _methods(of: Class) -> dict[str, ast.FunctionDef]:
    """As they are written, by name."""
    bodies = [one.node.body for one in reversed(of.order) if one.node is not None]
    return {node.name: node for body in bodies for node in body if isinstance(node, ast.FunctionDef)}
