"""What a unit is tried with besides its arguments, where nothing says: what stands before the dot of a method's call,
what is bound by the functions around an inner one."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.forecast.refusals.outside import bound_in
from perfcast.source import SourceFile, Unit
from perfcast.source.classes.constructors import constructor_of, handing_on
from perfcast.source.classes.filling import is_called_for_instance
from perfcast.source.classes.networks import needs_arguments
from perfcast.workload import Workload
from perfcast.workload.language.resizing import growing_count, receiver_size, several
from perfcast.workload.language.workload import ITEMS, Argument, TypeExpression
from perfcast.workload.naming.names import STR
from perfcast.workload.numbers.guards import wanted
from perfcast.workload.origins.resolution import drops_first
from perfcast.workload.receivers.filling import Filling

#: Whole numbers that are no sizes are smaller by default.
_FEWEST_COUNTED: Final = 100


def made_up_receiver(file: SourceFile, unit: Unit, workload: Workload) -> str:
    """Of a method, 'self: Company()' where trial runs call it for an instance made with nothing, 'self: Company made
    up' where with made-up arguments, 'self: Company made up with 100 staff' where these hold so many elements, 'self:
    Reader made up with text of 100 characters' where it is a text, 'self: Company() with 100 add(int)' where it is then
    filled; of a function within others, 'within: make_adder made up' where it uses what they bind; '' where they need
    nothing of that, or the file says how it is made.

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
    made_up = _made_up(file, unit, owner, workload)
    if made_up is None:
        return ""
    is_bare, filling = made_up
    how = f"self: {owner.name}()" if is_bare else f"self: {owner.name} made up"
    first = next((one for one in filling.fills if one.arguments), None)
    growing = [] if is_bare or first is not None else _growing(filling.made, receiver_size(workload))
    limited = first if filling.may_be_full else None
    fills = [f"up to {one}" if one is limited else str(one) for one in filling.fills]
    told = [*(_held(one) for one in growing if one.name), *fills]
    return f"{how} with {' and '.join(told)}" if told else how


def with_receiver_size(file: SourceFile, unit: Unit, workload: Workload) -> Workload:
    """A workload of a method in which nothing grows with the size, with how much the instance holds that is made up for
    it; all others as they are.

    Raises:
        SourceError: the unit is not of the file.
    """
    owner = file.owner(unit) if "." in unit.name else None
    if owner is None or any(growing_count(one) > 1 or _is_count(one) for one in workload.arguments):
        return workload
    made_up = _made_up(file, unit, owner, workload)
    size = receiver_size(workload)
    if made_up is None:
        return workload
    filling = made_up[1]
    # With more than there is room for, its methods would do something else.
    grows = filling.room is None and _growing(filling.made, size)
    if not (filling.fills or grows):
        return workload
    node = file.node(unit)
    name = (node.args.posonlyargs + node.args.args)[0].arg
    held = Argument(name, TypeExpression(ITEMS), (size,))
    return Workload((held, *workload.arguments))


def _growing(made: Workload, size: int) -> list[Argument]:
    """What grows with how much an instance holds that is made with these arguments: what holds elements, and texts that
    have as many characters as it is to hold."""
    held = several(made)
    return [one for one in made.arguments if one in held or (one.type == STR and growing_count(one) == size > 1)]


def _held(argument: Argument) -> str:
    count = growing_count(argument)
    return f"{argument.name} of {count} characters" if argument.type == STR else f"{count} {argument.name}"


def _is_count(argument: Argument) -> bool:
    """Whether it is a number that stands for a size by default, as `n` is, and not one such as a price."""
    return type(argument.value) is int and abs(argument.value) >= _FEWEST_COUNTED


def _made_up(file: SourceFile, unit: Unit, owner: ast.ClassDef, workload: Workload) -> tuple[bool, Filling] | None:
    """Whether a class's instance is made with nothing, and with what it is filled; None where no method is called on
    one, or the file says how it is made."""
    node = file.node(unit)
    if not drops_first(unit, node) or not is_called_for_instance(node) or file.is_module(owner):
        return None
    made = constructor_of([file.reduced(owner, node.name)])
    # What a base is given, another file may say.
    is_bare = not owner.bases if made is None else not (needs_arguments(made) or wanted(made) or handing_on(made))
    return is_bare, Filling(owner, node, made, workload, file.class_for)


def _around(file: SourceFile, unit: Unit) -> str:
    node = file.node(unit)
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - bound_in(node)
    used |= {name for part in ast.walk(node) if isinstance(part, ast.Nonlocal) for name in part.names}
    around = next((one for one in file.enclosing(unit) if used & bound_in(one)), None)
    return "" if around is None else f"within: {around.name} made up"
