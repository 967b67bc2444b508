"""How long sequences are by the places that a function asks them for: ``board[r][c]`` in loops over ``range(9)`` has 9
rows of 9, and a row that is a parameter is one of these."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import INT
from perfcast.workload.uses.name_uses import is_name

_SEQUENCES: Final = frozenset({"list", "deque", "str", "bytes", "bytearray"})
#: Longer than that, by its places, is nothing that somebody writes down.
_LONGEST: Final = 64
#: Assignments that are followed from a name to what it stands for.
_DEEPEST: Final = 4
#: Places that an expression may say; of more, nobody knows the last one.
_MOST_SAID: Final = 64
_ROWS: Final = 2


@dataclass(frozen=True)
class _Place:
    """The last place that an expression may say.

    Attributes:
        last: the number, as far as it is written down; None where it is not known.
        of: parameters on which it rests, with how far it may lie behind each.
        is_counted: a loop says it.
    """

    last: int | None
    of: tuple[tuple[str, int], ...] = ()
    is_counted: bool = False


@dataclass
class _Level:
    """What a sequence, or each one in a sequence, is asked for."""

    places: list[_Place] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    @property
    def length(self) -> int | None:
        """As its places say it; None where they do not."""
        known = [one for one in self.places if not one.of]
        if not known or any(one.last is None for one in self.places):
            return None
        return 1 + max(one.last or 0 for one in known)

    @property
    def is_counted(self) -> bool:
        return any(one.is_counted for one in self.places)


def with_places(
    node: FunctionNode, arguments: list[Argument], made_up: set[str], numbers: Mapping[str, int]
) -> list[Argument]:
    """Sequences that are as long as places in them say, numbers that are places in them, lists as long as others
    that are asked for the same places.

    Args:
        made_up: names of those whose values nobody says; numbers: constants beside the unit.
    """
    sequences = {one.name or "": one for one in arguments if one.type.name in _SEQUENCES and one.sizes}
    if not sequences:
        return arguments
    reader = _Reader(node, {one.name or "" for one in arguments}, numbers)
    found = {one.name or "": one for one in arguments}
    asked = {name: reader.levels(name) for name in sequences if name in made_up}
    for name, levels in asked.items():
        found[name] = _of_numbers(_of_length(node, found[name], levels), reader.most_put_in(name))
    if not any(level.places for levels in asked.values() for level in levels):
        return _within_rows(list(found.values()), made_up)
    for name in asked:
        found[name] = _beside_rows(found, asked, name)
    for name, levels in asked.items():
        for place, level in enumerate(levels[: len(found[name].sizes)]):
            for of, further in (pair for one in level.places for pair in one.of):
                if of in made_up and found[of].type == INT and isinstance(value := found[of].value, int):
                    most = max(0, found[name].sizes[place] - 1 - further)
                    found[of] = replace(found[of], value=min(value, most))
    return _within_rows(list(found.values()), made_up)


def _within_rows(arguments: list[Argument], made_up: set[str]) -> list[Argument]:
    """Pairs of numbers beside a list of lists, or several pairs: a row and a column of it."""
    rows = [one.sizes[:_ROWS] for one in arguments if len(one.sizes) >= _ROWS and one.type.arguments[0].name == "list"]
    most = min((size for sizes in rows for size in sizes), default=0) - 1
    if most < 1:
        return arguments
    return [replace(one, low=0, high=most) if _is_place(one.type) and one.name in made_up else one for one in arguments]


def _is_place(type_: TypeExpression) -> bool:
    """Whether a type is that of rows and columns."""
    are_numbers = all(part == INT for part in type_.arguments)
    return type_.name == "tuple" and are_numbers and len(type_.arguments) % _ROWS == 0


def _of_length(node: FunctionNode, argument: Argument, levels: list[_Level]) -> Argument:
    """As long as its places say, if nothing else goes through it."""
    sizes, kept = list(argument.sizes), set(argument.kept)
    is_whole = _is_used_whole(node, argument.name or "")
    for place, level in enumerate(levels[: len(sizes)]):
        length = level.length
        if length is None or not 1 < length <= _LONGEST or (is_whole and not level.is_counted):
            # What one certain row is asked for says little of the others.
            is_whole = True
            continue
        sizes[place] = length
        kept.add(place)
    if not kept - set(argument.kept):
        return argument
    return replace(argument, sizes=tuple(sizes), kept=tuple(sorted(kept)))


def _of_numbers(argument: Argument, most: int | None) -> Argument:
    """With cells up to the largest number that is put into one."""
    is_board = len(argument.sizes) >= _ROWS and argument.type.arguments[0].arguments == (INT,)
    if most is None or not is_board or argument.low != 0:
        return argument
    return replace(argument, high=max(most, 1))


def _is_used_whole(node: FunctionNode, name: str) -> bool:
    """Whether it is used but by a place: measured, gone through, handed on."""
    used = sum(is_name(part, name) for part in parts_of(node, ast.Name))
    by_place = sum(
        is_name(part.value, name) and not isinstance(part.slice, ast.Slice) for part in parts_of(node, ast.Subscript)
    )
    return used > by_place


def _beside_rows(found: dict[str, Argument], asked: dict[str, list[_Level]], name: str) -> Argument:
    """A list that is asked for the same places as a list of lists is as long."""
    one = found[name]
    if len(one.sizes) != 1 or one.kept or one.type.name == "str":
        return one
    for other, levels in asked.items():
        rows = found[other]
        if other == name or len(rows.sizes) < _ROWS or rows.type.name == "str":
            continue
        for place, level in enumerate(levels):
            if level.names & asked[name][0].names and rows.sizes[place] < one.sizes[0]:
                return replace(one, sizes=rows.sizes[place : place + 1])
    return one


class _Reader:
    """Reads places.

    Args:
        parameters: names of them; numbers: what other names stand for.
    """

    def __init__(self, node: FunctionNode, parameters: set[str], numbers: Mapping[str, int]) -> None:
        self._node, self._parameters, self._numbers = node, parameters, numbers
        self._loops: dict[str, list[tuple[ast.AST, ast.expr]]] = {}
        self._values: dict[str, list[ast.expr]] = {}
        self._unknown: set[str] = set()
        self._elements: dict[str, str] = {}
        # What is read, and what names stand for there, each so many assignments deep.
        self._at: ast.expr = ast.Constant(0)
        self._of_names: dict[tuple[str, int], list[_Place]] = {}
        for whole, loop in _loops(node):
            self._read(whole, loop.target, loop.iter)
        for part in parts_of(node, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr):
            self._assigned(part)

    def _read(self, whole: ast.AST, target: ast.expr, over: ast.expr) -> None:
        match target, over:
            case ast.Name(id=name), ast.Call(func=ast.Name(id="range")):
                self._loops.setdefault(name, []).append((whole, over))
            case ast.Name(id=name), ast.Name(id=of):
                self._elements[name] = of
                self._unknown.add(name)
            case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=several):
                for one, part in zip(targets, several, strict=False):
                    self._read(whole, one, part)
            case _:
                self._unknown |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}

    def _assigned(self, part: ast.AST) -> None:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._values.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
                values
            ):
                for target, value in zip(targets, values, strict=True):
                    if isinstance(target, ast.Name):
                        self._values.setdefault(target.id, []).append(value)
            case ast.Assign(targets=targets):
                names = (one for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
                self._unknown |= {one.id for one in names if isinstance(one.ctx, ast.Store)}
            case ast.AugAssign(target=ast.Name(id=name)) | ast.AnnAssign(target=ast.Name(id=name)):
                self._unknown.add(name)
            case ast.NamedExpr(target=ast.Name(id=name)):
                self._unknown.add(name)

    def levels(self, name: str) -> list[_Level]:
        """What a parameter, its elements, and theirs are asked for."""
        found = [_Level(), _Level()]
        for part in parts_of(self._node, ast.Subscript):
            if isinstance(part.slice, ast.Slice | ast.Tuple):
                continue
            level = self._level(part.value, name)
            if level is not None:
                found[level].places += self._places_at(part, part.slice)
                found[level].names |= {one.id for one in ast.walk(part.slice) if isinstance(one, ast.Name)}
        return found

    def most_put_in(self, name: str) -> int | None:
        """The largest number that a loop puts into an element's elements; None where none does, or something else is
        put there."""
        found: list[_Place] = []
        for part in parts_of(self._node, ast.Assign):
            target = part.targets[0]
            if isinstance(target, ast.Subscript) and self._level(target.value, name) == 1:
                found += self._places_at(target, part.value)
        known = [one.last for one in found if one.last is not None and not one.of]
        is_counted = any(one.is_counted for one in found)
        return max(known) if is_counted and len(known) == len(found) else None

    def _places_at(self, at: ast.expr, node: ast.expr) -> list[_Place]:
        """All last places that an expression may say where something stands."""
        self._at = at
        self._of_names.clear()
        return self._places(node, 0)

    def _level(self, node: ast.expr, name: str) -> int | None:
        match node:
            case ast.Name(id=used):
                return 0 if used == name else 1 if self._elements.get(used) == name else None
            case ast.Subscript(value=ast.Name(id=used), slice=place) if used == name:
                return 1 if not isinstance(place, ast.Slice) else 0
        return None

    def _places(self, node: ast.expr, depth: int) -> list[_Place]:  # noqa: PLR0911
        """All last places that an expression may say."""
        match node:
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                return [_Place(value)] if value >= 0 else [_Place(-1)]
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                # From the end: there are as many at least.
                return [_Place(value - 1)]
            case ast.Name(id=name):
                return self._of_name(name, depth)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                several, others = self._places(left, depth), self._places(right, depth)
                return _few([_sum(one, other) for one in several for other in others])
            case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=int(value))):
                return [_sum(one, _Place(-value)) for one in self._places(left, depth)]
            case ast.BinOp(left=left, op=ast.Sub()):
                return self._places(left, depth)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int(value))) if value > 0:
                return [
                    replace(one, last=None if one.last is None else one.last // value)
                    for one in self._places(left, depth)
                ]
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int(value))) if value > 0:
                return [
                    replace(one, last=None if one.last is None else one.last * value)
                    for one in self._places(left, depth)
                ]
            case ast.BinOp(op=ast.Mod(), right=ast.Constant(value=int(value))) if value > 0:
                return [_Place(value - 1)]
        return [_Place(None)]

    def _of_name(self, name: str, depth: int) -> list[_Place]:
        if name in self._unknown or depth > _DEEPEST:
            return [_Place(None)]
        key = (name, depth)
        if key not in self._of_names:
            self._of_names[key] = _few(self._of_known(name, depth))
        return self._of_names[key]

    def _of_known(self, name: str, depth: int) -> list[_Place]:
        found: list[_Place] = []
        for over in self._around(name, self._loops.get(name, [])):
            found += self._ends(over, depth + 1)
        for value in self._values.get(name, ()):
            found += self._places(value, depth + 1)
        if not found and name in self._parameters:
            return [_Place(0, ((name, 0),))]
        return found or [_Place(self._numbers.get(name))]

    def _around(self, name: str, loops: list[tuple[ast.AST, ast.expr]]) -> list[ast.expr]:
        """Of loops whose elements have the same name, the innermost one around what is read; all where none is."""
        inner = [over for whole, over in loops if _is_within(self._at, whole)]
        return inner[-1:] or [over for _, over in loops]

    def _ends(self, over: ast.expr, depth: int) -> Iterable[_Place]:
        """The last numbers of ranges."""
        match over:
            case ast.Call(args=[stop], keywords=[]) | ast.Call(args=[_, stop], keywords=[]):
                return [replace(_sum(one, _Place(-1)), is_counted=True) for one in self._places(stop, depth)]
            case ast.Call(args=[start, _, step], keywords=[]) if _is_negative(step):
                return [replace(one, is_counted=True) for one in self._places(start, depth)]
            case ast.Call(args=[_, stop, _], keywords=[]):
                return [replace(_sum(one, _Place(-1)), is_counted=True) for one in self._places(stop, depth)]
        return [_Place(None)]


def _few(places: list[_Place]) -> list[_Place]:
    """Each once, if these are few."""
    found = list(dict.fromkeys(places))
    return found if len(found) <= _MOST_SAID else [_Place(None)]


def _sum(one: _Place, other: _Place) -> _Place:
    last = None if one.last is None or other.last is None else one.last + other.last
    further = 0 if last is None else last
    of = tuple((name, further) for name, _ in (*one.of, *other.of))
    return _Place(last, of, one.is_counted or other.is_counted)


def _loops(node: FunctionNode) -> Iterator[tuple[ast.AST, ast.For | ast.comprehension]]:
    """Loops, each with what it is one of: itself, or a comprehension's whole."""
    for part in parts_of(node, ast.For, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp):
        if isinstance(part, ast.For):
            yield part, part
        elif isinstance(part, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            yield from ((part, loop) for loop in part.generators)


def _is_within(part: ast.expr, whole: ast.AST) -> bool:
    """Whether an expression lies in a loop; of nodes that no text has, none does."""
    if not (isinstance(whole, ast.expr | ast.stmt) and hasattr(part, "lineno") and hasattr(whole, "lineno")):
        return False
    first, last = (whole.lineno, whole.col_offset), (whole.end_lineno or 0, whole.end_col_offset or 0)
    return first <= (part.lineno, part.col_offset) < last


def _is_negative(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
