"""What stands before the dot of a method's call, where nothing but its class says."""

from __future__ import annotations

from perfcast.source import SourceFile, Unit
from perfcast.source.constructors import constructor_of
from perfcast.source.networks import needs_arguments
from perfcast.source.special import last_name
from perfcast.workload.resolve import drops_first

#: Methods that are given no instance, or an empty one.
_BEFORE = frozenset({"__init__", "__new__", "__init_subclass__", "__class_getitem__"})


def made_up_receiver(file: SourceFile, unit: Unit) -> str:
    """Of a method, 'self: Company()' where trial runs call it for an instance made with nothing, 'self: Company made
    up' where with made-up arguments; '' where they need no instance, or the file says how it is made.

    Raises:
        SourceError: the unit is not of the file.
    """
    node, owner = file.node(unit), file.owner(unit)
    if owner is None or not drops_first(unit, node) or node.name in _BEFORE or file.is_module(owner):
        return ""
    if any(last_name(decorator) == "classmethod" for decorator in node.decorator_list):
        return ""
    made = constructor_of([owner])
    is_bare = not owner.bases if made is None else not needs_arguments(made)
    return f"self: {owner.name}()" if is_bare else f"self: {owner.name} made up"
