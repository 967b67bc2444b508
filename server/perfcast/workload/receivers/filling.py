"""With what the instance is filled that a method is called on, where its class makes it empty.

Who measures and who tries out fill alike: with the same values, as many of them, by the same methods.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any, Final, TypeVar

import numpy as np

from perfcast.source import FunctionNode
from perfcast.source.classes.element_uses import with_element_uses
from perfcast.source.classes.filling import (
    LEARNING,
    asks_elements,
    filling_of,
    is_called_for_instance,
    is_of_edges,
    takes_several,
)
from perfcast.source.classes.networks import method_of, needs_arguments
from perfcast.source.classes.preceding import opening, preceding
from perfcast.source.classes.read_contents import putting_what_is_read
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.code.parameters import parameters
from perfcast.workload.defaults.assembly import ClassFor, default_workload
from perfcast.workload.language.resizing import receiver_size, stated_receiver_size
from perfcast.workload.language.spread import Spread, spread_of, spread_over
from perfcast.workload.language.workload import SCALARS, TABLES, Argument, Workload
from perfcast.workload.naming.names import ANYTHING, INT, STR
from perfcast.workload.numbers.guards import wanted
from perfcast.workload.receivers.kept_arrays import with_kept_arrays
from perfcast.workload.receivers.lookups_by_held import looked_up_by_held
from perfcast.workload.receivers.membership import OF_KEYS, sought, sought_through
from perfcast.workload.receivers.open_annotations import without_open_annotations
from perfcast.workload.receivers.room import ROOM, room_by_default, within_room
from perfcast.workload.receivers.supplies import with_supplies
from perfcast.workload.values.argument_values import held_table
from perfcast.workload.values.building import build_calls
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.makers import Makers
from perfcast.workload.values.moments_in_zones import in_zone

#: Elements, and characters of texts, of all that an instance is filled with, at most, where nobody says how many.
_MOST: Final = 2_000
#: Characters of a text that it is given, and elements of a list, where the method that is called says no other number;
#: characters of a word.
_EACH: Final = 40
_WORD: Final = 10
#: Elements of what is given to functions and constructors, where nobody says how many.
_GIVEN: Final = 100
#: Elements that are put there all at once, where nobody says how many.
_AT_ONCE: Final = 200
#: Edges for each node.
_EDGES: Final = 2
_SEED: Final = 17
_LETTERS: Final = ("a", "z")
_MATRIX: Final = 2
#: Types that a name alone may say.
_PLAIN: Final = SCALARS | {"object", "str", "bytes", "list", "dict", "set", "tuple"}
_CONTAINERS: Final = frozenset({"list", "set", "deque"})

T = TypeVar("T")
#: The name of a method, and what it is given.
Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Fill:
    """Calls of one of the class's methods.

    Attributes:
        arguments: what each is given; whole numbers are different ones.
        count: of the calls.
        is_of_edges: they connect two of what was put there before.
        is_again: what is called as before is the same as before.
    """

    method: str
    arguments: tuple[Argument, ...]
    count: int
    is_of_edges: bool
    is_again: bool = False

    def __str__(self) -> str:
        # Without arguments it says nothing to call it again.
        often = f"{self.count} " if self.arguments else ""
        return f"{often}{self.method}({', '.join(str(one.type) for one in self.arguments)})"


def made_with(
    init: ast.FunctionDef | None,
    size: int,
    classes: ClassFor,
    owner: ast.ClassDef | None = None,
    *,
    is_stated: bool = False,
    of_module: bool = False,
) -> Workload:
    """What a class's constructor is called with by default: nothing where that is enough.

    Args:
        init: None where nothing is known of it; size, classes, of_module: as `default_workload` takes them.
        owner: the class; None where nothing is known of that.
        is_stated: somebody says that it holds as much, whatever it has room for.
    """
    if init is None or not (needs_arguments(init) or wanted(init)):
        return Workload()
    size = size if is_stated else within_room(size, init)
    init = without_open_annotations(init, classes)
    made = default_workload(init, size, drop_first=True, classes=classes, of_module=of_module)
    return made if owner is None else in_zone(with_kept_arrays(with_supplies(made, owner), owner), owner)


class Filling:
    """What fills the instance of a class for a call of a method.

    Attributes:
        fills: calls that do, in their order; none where the class has no methods for it, or its instances hold
            something from the start.
        made: what the constructor is called with.
        room: for how many elements there is room in what it makes, by default; None where it says nothing of it.
    """

    def __init__(
        self,
        owner: ast.ClassDef | None,
        unit: FunctionNode | str,
        init: ast.FunctionDef | None,
        workload: Workload,
        classes: ClassFor = lambda parameter, function: None,
        size: int | None = None,
    ) -> None:
        """
        Args:
            unit: the method, or its name; '' for an instance that a function or a constructor is given.
            init: its class's constructor, as `made_with` takes it.
            workload: of the method; classes: of its module.
            size: elements of each sized argument; None for those that the workload goes with.
        """
        self._unit = unit if isinstance(unit, str) else unit.name
        size = receiver_size(workload) if size is None else size
        is_stated = stated_receiver_size(workload) is not None
        self.room = None if init is None else room_by_default(init)
        self.made = made = made_with(init, size, classes, owner, is_stated=is_stated)
        self.fills: tuple[Fill, ...] = ()
        # Parameters whose elements other methods of the class look for.
        self._looked_for: tuple[str, ...] = ()
        # Those that are asked for what the instance holds.
        self._asked_for_held: tuple[str, ...] = ()
        if owner is not None and filling_of(owner):
            # Tables of its own it fills itself: what is made up would not fit together.
            own = set(_own_tables(owner))
            made = Workload(tuple(one for one in made.arguments if one.name not in own))
        is_empty = owner is not None and not any(map(_holds_elements, made.arguments))
        if owner is None or not is_empty or not (isinstance(unit, str) or is_called_for_instance(unit)):
            return
        if self._unit in LEARNING:
            return
        methods = [with_element_uses(owner, method) for method in filling_of(owner)]
        method = method_of(owner, self._unit)
        keys = {one.parameter for one in sought(method)} if method is not None else set()
        through = sought_through(method, owner) if method is not None else ()
        self._asked_for_held = looked_up_by_held(method) if method is not None else ()
        self._looked_for = tuple(dict.fromkeys(one.parameter for one in through))
        # Of numbers that are looked for each is there once.
        told = Workload(tuple(one for one in workload.arguments if one.type != INT or one.name not in keys))
        spread = spread_of(workload)
        if not self._unit:
            # What others are given by the same names says nothing of it.
            told = Workload()
            size = size if is_stated else min(size, _GIVEN)
            methods = [one for one in methods if one.name not in LEARNING]
        if any(takes_several(one.name) and one.name == self._unit for one in methods):
            return
        fills = [_in_zone(_fill(one, size, told, classes), owner) for one in methods]
        if asks_elements(owner) and any(map(_takes_anything, methods, fills)):
            return
        fills = [one for one in fills if not takes_several(one.method) or any(map(_holds_elements, one.arguments))]
        if all(map(_can_be_made, fills)):

            def filling(one: ast.FunctionDef) -> Fill:
                return _in_zone(_fill(one, size, told, classes), owner)

            fills += _read_besides(owner, self._unit, fills, filling)
            further = _further(owner, self._unit, fills, filling)
            opened = [Fill(one.name, (), 1, False) for one in opening(owner, self._unit)] if fills else []
            self.fills = tuple(_spread(one, spread) for one in (*opened, *fills, *further))
        if self.fills:
            self.made = Workload(tuple(_with_room(one, size) for one in made.arguments))

    @property
    def may_be_full(self) -> bool:
        """Whether the instance may take no more before the last of these calls."""
        return any(one.name in ROOM for one in self.made.arguments)

    def calls(self, called_with: Mapping[str, Any], makers: Makers) -> list[Call]:
        """The calls one by one. One of them puts there what the method is called with, that it may find it; a method
        that fills the instance itself is called with something new.

        Raises:
            BuildError: what they are given cannot be made.
        """
        nodes: list[Any] = []
        found: list[Call] = []
        before: dict[str, list[Any]] = {}
        for fill in self.fills:
            tables = [one.name or "" for one in fill.arguments if _is_table(one)]
            columns = {
                one.name or "": self._new(one, fill, _SEED + place, called_with, makers)
                if not _is_table(one)
                else [held_table(one, _SEED + place, tables, makers)] * fill.count
                for place, one in enumerate(fill.arguments)
            }
            if fill.is_of_edges:
                _connect(columns, nodes, fill)
            for place, name in enumerate(columns):
                self._meet(columns, name, place, called_with, fill)
            if fill.is_again:
                columns |= _same_again(columns, before)
            before |= columns
            nodes = nodes or next(iter(columns.values()), [])
            rows = zip(*columns.values(), strict=True) if columns else [()] * fill.count
            found += [(fill.method, dict(zip(columns, row, strict=True))) for row in rows]
        return found

    def _new(
        self, argument: Argument, fill: Fill, seed: int, called_with: Mapping[str, Any], makers: Makers
    ) -> list[Any]:
        """What fills the instance. Instances are made alike each time: where the method fills it itself, the first of
        them is the one that it is called with, and may not be there yet."""
        given = called_with.get(argument.name or "")
        is_own = fill.method == self._unit and given is not None and not isinstance(given, int | str | float)
        return _values(argument, fill.count + is_own, seed, makers)[is_own:]

    def _meet(
        self, columns: dict[str, list[Any]], name: str, place: int, called_with: Mapping[str, Any], fill: Fill
    ) -> None:
        """Puts what the method is called with among what fills the instance, or takes it away from there."""
        values = columns[name]
        for parameter in self._looked_for if place == 0 and fill.method != self._unit else ():
            held = called_with.get(parameter)
            keys = list(dict.fromkeys(held)) if isinstance(held, list) else []
            if keys and len(keys) <= len(values) and {type(one) for one in keys} == {type(values[0])} <= OF_KEYS:
                values[: len(keys)] = keys
        for parameter in self._asked_for_held if place == 0 and fill.method != self._unit else ():
            there = called_with.get(parameter)
            keys = list(there) if isinstance(there, dict) else []
            if keys and {type(one) for one in keys} == {type(values[0])} <= OF_KEYS:
                values[:] = islice(cycle(keys), len(values))
        first = next(iter(called_with.values()), None)
        is_alike = place == 0 and type(first) is type(values[0]) and isinstance(first, int | str | float)
        value = called_with.get(name, first)
        if (name in called_with or is_alike) and isinstance(value, int | str | float):
            if fill.method == self._unit and fill.is_of_edges:
                return
            if fill.method == self._unit:
                columns[name] = [fill.count if type(one) is int and one == value else one for one in values]
            elif type(value) is type(values[0]) and value not in values:
                values[len(values) // 2] = value


def filled(
    make: Callable[[], T], call: Callable[[T, str, dict[str, Any]], object], calls: Sequence[Call]
) -> tuple[T, bool]:
    """An instance with what the calls put there: with half of what it takes where it takes no more than some, with what
    it takes now and then where it turns down the first ones, empty where it takes nothing; and whether it holds any of
    it. A method that fails at once, after others, is left out. Raises what making it raises."""
    receiver = make()
    taken = _taken(receiver, call, calls)
    if taken == len(calls):
        return receiver, True
    failing = calls[taken][0]
    if taken and all(method != failing for method, _ in calls[:taken]):
        return filled(make, call, [one for one in calls if one[0] != failing])
    receiver, half = make(), taken // 2
    if half and _taken(receiver, call, calls[:half]) == half:
        return receiver, True
    # Numbers of columns, say, of which there are but few: the others are turned down.
    fitting = _fitting(make(), call, calls)
    receiver = make()
    if fitting and _taken(receiver, call, fitting) == len(fitting):
        return receiver, True
    return make(), False


def _taken(receiver: T, call: Callable[[T, str, dict[str, Any]], object], calls: Sequence[Call]) -> int:
    """How many of the calls went without an exception, before the first that did not."""
    for place, (method, arguments) in enumerate(calls):
        try:
            call(receiver, method, arguments)
        except MemoryError:
            raise
        except Exception:
            return place
    return len(calls)


def _fitting(receiver: T, call: Callable[[T, str, dict[str, Any]], object], calls: Sequence[Call]) -> list[Call]:
    """Those of the calls that go without an exception, one after the other."""
    return [one for one in calls if _taken(receiver, call, [one])]


def _own_tables(owner: ast.ClassDef) -> Iterator[str]:
    """Fields that are empty tables by default, or containers of which nothing says what they hold:
    ``nodes: dict[str, Node] = field(default_factory=dict)``, ``events: deque = field(default_factory=deque)``."""
    for part in owner.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=said, value=ast.Call(keywords=keywords)):
                made = {last_name(one.value) for one in keywords if one.arg == "default_factory"}
                if "dict" in made or (made & _CONTAINERS and not isinstance(said, ast.Subscript)):
                    yield name


def _takes_anything(method: ast.FunctionDef, fill: Fill) -> bool:
    """Whether no annotation says what it is given, nor what is asked of it."""
    free = {one.arg for one, default in parameters(method, drop_first=True) if default is None and not one.annotation}
    is_told = {one.name: not one.has_value and one.type.name not in _PLAIN for one in fill.arguments}
    return method.name not in LEARNING and any(not is_told.get(name) for name in free)


def _fill(method: ast.FunctionDef, size: int, workload: Workload, classes: ClassFor) -> Fill:
    needed = {one.arg for one, default in parameters(method, drop_first=True) if default is None}
    told = [one for one in workload.arguments if not one.has_value and one.type != ANYTHING]
    said = {one.name: replace(one, sizes=(_WORD,)) if one.type == STR and one.count > _EACH else one for one in told}
    if takes_several(method.name):
        most = size if stated_receiver_size(workload) is not None else min(size, _AT_ONCE)
        usual = default_workload(method, most, drop_first=True, classes=classes).arguments
        arguments = [_plain(one) for one in usual if one.name in needed]
        return Fill(method.name, tuple(arguments), 1, is_of_edges=False)
    learns = method.name in LEARNING
    usual = default_workload(method, size if learns else _EACH, drop_first=True, classes=classes).arguments
    arguments = [said.get(one.name) or (one if learns else _plain(one)) for one in usual if one.name in needed]
    if learns:
        arguments = [one if one.name in said else with_columns(one, workload) for one in arguments]
        return Fill(method.name, tuple(arguments), 1, is_of_edges=False)
    each = sum(one.count for one in arguments if not one.has_value)
    most = size if stated_receiver_size(workload) is not None else _MOST // max(1, each)
    count = max(1, min(size, most))
    is_edges = is_of_edges(method)
    return Fill(method.name, tuple(arguments), count * _EDGES if is_edges else count, is_edges)


def _further(
    owner: ast.ClassDef, unit: str, fills: Sequence[Fill], filling: Callable[[ast.FunctionDef], Fill]
) -> list[Fill]:
    """Calls of what comes between those that fill an instance and the unit, as many with the same; none where they
    cannot be made."""
    found: list[Fill] = []
    for method in preceding(owner, unit):
        fill = _with_the_same(filling(with_element_uses(owner, method)), fills)
        if fill is None:
            return []
        found.append(fill)
    return found


def _read_besides(
    owner: ast.ClassDef, unit: str, fills: Sequence[Fill], filling: Callable[[ast.FunctionDef], Fill]
) -> list[Fill]:
    """Calls of what puts there what the unit reads and those that fill an instance do not put there: those of them
    that can be made."""
    found: list[Fill] = []
    for method in putting_what_is_read(owner, unit):
        method = with_element_uses(owner, method)  # noqa: PLW2901
        fill = _with_the_same(filling(method), [*fills, *found])
        if fill is not None and not (asks_elements(owner) and _takes_anything(method, fill)):
            found.append(fill)
    return found


def _with_the_same(fill: Fill, before: Sequence[Fill]) -> Fill | None:
    """As many calls as those before with what is called alike, and with the same; None where they cannot be made."""
    first = {one.name: (one.type, other.count) for other in before for one in other.arguments}
    counts = {first[one.name][1] for one in fill.arguments if one.name in first}
    are_alike = all(one.type == first[one.name][0] for one in fill.arguments if one.name in first)
    if not are_alike or len(counts) > 1 or (fill.arguments and not _can_be_made(fill)):
        return None
    count = min(counts, default=fill.count) if fill.arguments else 1
    return replace(fill, count=count, is_again=True)


def _in_zone(fill: Fill, owner: ast.ClassDef) -> Fill:
    return replace(fill, arguments=in_zone(Workload(fill.arguments), owner).arguments)


def _spread(fill: Fill, spread: Spread) -> Fill:
    return replace(fill, arguments=spread_over(Workload(fill.arguments), spread).arguments)


def _is_of_rows(argument: Argument) -> bool:
    """Whether it is a matrix, say of samples."""
    return len(argument.type.shape) == _MATRIX and not _is_table(argument)


def with_columns(argument: Argument, workload: Workload) -> Argument:
    """What an instance learns from, with as many columns as it is asked about later."""
    columns = next((one.type.shape[1] for one in workload.arguments if _is_of_rows(one)), None)
    if columns is None or not _is_of_rows(argument):
        return argument
    return replace(argument, type=replace(argument.type, shape=(argument.type.shape[0], columns)))


def _plain(argument: Argument) -> Argument:
    """Numbers for what may be anything, words for texts that nothing is looked for in."""
    if argument.type == ANYTHING:
        return replace(argument, type=INT, value=0, has_value=True)
    is_word = argument.type == STR and argument.alphabet == _LETTERS
    return replace(argument, sizes=(min(_WORD, argument.sizes[0]),)) if is_word and argument.sizes else argument


def _with_room(argument: Argument, size: int) -> Argument:
    """The constructor's argument, with less room than it is filled with where it says how much there is."""
    is_room = type(argument.value) is int and argument.name in ROOM
    return replace(argument, value=max(1, size - 1)) if is_room else argument


def _holds_elements(argument: Argument) -> bool:
    """Whether an instance that is made of it holds something."""
    type_ = argument.type
    if argument.has_value or type_.name in SCALARS:
        return False
    sized: Iterator[str] = (one.name for one in type_.sized())
    return bool(type_.shape) or type_.name in TABLES or any(name not in {"str", "bytes"} for name in sized)


def _can_be_made(fill: Fill) -> bool:
    """Whether there is something that it is given: tables are made where it takes them all at once."""
    made = fill.arguments if fill.method not in LEARNING else [one for one in fill.arguments if not _is_table(one)]
    return bool(fill.arguments) and not any(_is_table(one) or _is_of_tensors(one) for one in made)


def _is_table(argument: Argument) -> bool:
    return not argument.has_value and argument.type.name in TABLES


def _is_of_tensors(argument: Argument) -> bool:
    return not argument.has_value and is_tensor(argument.type)


def _values(argument: Argument, count: int, seed: int, makers: Makers) -> list[Any]:
    if type(argument.value) is int:
        return _numbers(count, seed)
    made = build_calls(Workload((argument,)), seed, count, makers)
    values = [one[argument.name or ""] for one in made]
    if len(values) < count:
        raise BuildError(f"no {count} values can be made for {argument.name!r}")
    return values


def _numbers(count: int, seed: int) -> list[Any]:
    """Those below `count` in no order."""
    found: list[Any] = np.random.default_rng(seed).permutation(count).tolist()
    return found


def _same_again(columns: Mapping[str, list[Any]], before: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """What is called as before; and for a further text, beside one of those, another one of them that came earlier, as
    one task depends on others: no circle comes of it."""
    found = {name: before[name] for name in columns if name in before}
    first = next(iter(columns), "")
    keys = found.get(first, [])
    if keys and all(isinstance(one, str) for one in keys):
        for name, values in columns.items():
            if name not in found and all(isinstance(one, str) for one in values):
                found[name] = [*values[:1], *(keys[place // 2] for place in range(1, len(keys)))]
                break
    return found


def _connect(columns: dict[str, list[Any]], nodes: list[Any], fill: Fill) -> None:
    """Lets edges go from one of the nodes to another."""
    first = fill.arguments[0]
    ends = list(dict.fromkeys(nodes or columns[first.name or ""]))[: fill.count // _EDGES]
    for place, one in enumerate(fill.arguments):
        if place == 0 or (one.type == first.type and place == 1):
            rounds = (_numbers(len(ends), _SEED + 7 * place + again) for again in range(fill.count // len(ends) + 1))
            columns[one.name or ""] = [ends[place] for numbers in rounds for place in numbers][: fill.count]
