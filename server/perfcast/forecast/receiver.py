"""What a unit is tried with besides its arguments, where nothing says: what stands before the dot of a method's call,
what is bound by the functions around an inner one."""

from __future__ import annotations

import ast

from perfcast.forecast.refusals.outside import bound_in
from perfcast.source import SourceFile, Unit
from perfcast.source.classes.constructors import constructor_of, handing_on
from perfcast.source.classes.filling import is_called_for_instance
from perfcast.source.classes.networks import needs_arguments
from perfcast.workload import Workload
from perfcast.workload.language.resizing import growing_count, several
from perfcast.workload.numbers.guards import wanted
from perfcast.workload.origins.resolution import drops_first
from perfcast.workload.receivers.filling import Filling


def made_up_receiver(file: SourceFile, unit: Unit, workload: Workload) -> str:
    """Of a method, 'self: Company()' where trial runs call it for an instance made with nothing, 'self: Company made
    up' where with made-up arguments, 'self: Company made up with 100 staff' where these hold so many elements, 'self:
    Company() with 100 add(int)' where it is then filled; of a function within
    others, 'within: make_adder made up' where it uses what they bind; '' where they need nothing of that, or the file
    says how it is made.

    Args:
        workload: of the method.

    Raises:
        SourceError: the unit is not of the file.
    """
    # Names tell functions of the file's own without looking at their text.
    if "." not in unit.name:
        return ""
    owner = file.owner(unit)
    if owner is None:
        return _around(file, unit)
    node = file.node(unit)
    if not drops_first(unit, node) or not is_called_for_instance(node) or file.is_module(owner):
        return ""
    made = constructor_of([file.reduced(owner, node.name)])
    # What a base is given, another file may say.
    is_bare = not owner.bases if made is None else not (needs_arguments(made) or wanted(made) or handing_on(made))
    how = f"self: {owner.name}()" if is_bare else f"self: {owner.name} made up"
    filling = Filling(owner, node, made, workload, file.class_for)
    if not filling.fills:
        held = [f"{growing_count(one)} {one.name}" for one in several(filling.made) if one.name and not is_bare]
        return f"{how} with {' and '.join(held)}" if held else how
    limit = "up to " if filling.may_be_full else ""
    return f"{how} with {limit}{' and '.join(map(str, filling.fills))}"


def _around(file: SourceFile, unit: Unit) -> str:
    node = file.node(unit)
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - bound_in(node)
    used |= {name for part in ast.walk(node) if isinstance(part, ast.Nonlocal) for name in part.names}
    around = next((one for one in file.enclosing(unit) if used & bound_in(one)), None)
    return "" if around is None else f"within: {around.name} made up"
