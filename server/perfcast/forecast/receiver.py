"""What stands before the dot of a method's call, where nothing but its class says."""

from __future__ import annotations

from perfcast.source import SourceFile, Unit
from perfcast.source.constructors import constructor_of
from perfcast.source.filling import is_called_for_instance
from perfcast.source.networks import needs_arguments
from perfcast.workload import Workload
from perfcast.workload.filling import Filling
from perfcast.workload.resolve import drops_first


def made_up_receiver(file: SourceFile, unit: Unit, workload: Workload) -> str:
    """Of a method, 'self: Company()' where trial runs call it for an instance made with nothing, 'self: Company made
    up' where with made-up arguments, 'self: Company() with 100 add(int)' where it is then filled; '' where they need no
    instance, or the file says how it is made.

    Args:
        workload: of the method.

    Raises:
        SourceError: the unit is not of the file.
    """
    # Names tell functions of the file's own without looking at their text.
    owner = file.owner(unit) if "." in unit.name else None
    if owner is None:
        return ""
    node = file.node(unit)
    if not drops_first(unit, node) or not is_called_for_instance(node) or file.is_module(owner):
        return ""
    made = constructor_of([file.reduced(owner, node.name)])
    is_bare = not owner.bases if made is None else not needs_arguments(made)
    how = f"self: {owner.name}()" if is_bare else f"self: {owner.name} made up"
    filling = Filling(owner, node, made, workload, file.class_for)
    if not filling.fills:
        return how
    limit = "up to " if filling.may_be_full else ""
    return f"{how} with {limit}{' and '.join(map(str, filling.fills))}"
