"""One argument -> its value, or those of several calls."""

from __future__ import annotations

import json
import math
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, Final

import numpy as np

from perfcast.workload.language.spread import Spread
from perfcast.workload.language.workload import (
    CLASS,
    DEFAULT_CONTAINER,
    DEFAULT_STRING,
    HANDED,
    ITERATOR,
    KEYED,
    LINES,
    MOMENTS,
    NETWORK,
    OPTIMISER,
    PICTURE,
    RECORD,
    SPARSE,
    TABLES,
    TEXT_FILE,
    TEXTS,
    WRITTEN,
    Argument,
    TypeExpression,
    read_pattern,
)
from perfcast.workload.tables.columns import NamedColumn, NamedColumns
from perfcast.workload.values.arrays_and_tables import DEFAULT_FLOATS, FEW_VALUES, drawn_array, drawn_table
from perfcast.workload.values.balanced_texts import balanced_text
from perfcast.workload.values.drawn_numbers import DEFAULT_INTEGERS, LABELS, DrawnNumbers, made_distinct
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.graph_edges import acyclic, below_node
from perfcast.workload.values.makers import NOBODY, Makers
from perfcast.workload.values.nodes import complete_tree, linked_list
from perfcast.workload.values.random_strings import characters_of, drawn_texts
from perfcast.workload.values.sparse_matrices import drawn_rows
from perfcast.workload.values.standard_library import STANDARD, given_to
from perfcast.workload.values.texts_alike import texts_alike
from perfcast.workload.values.written_texts import SAYING_ONE, as_rows, written_moments

_ORDERS: Final = frozenset({"sorted", "reversed"})
#: Types of keys that name columns.
_NAMING: Final = frozenset({"str", "label"})
#: Moments lie at full hours since, of as many days as that year has where nothing says of how many.
_START: Final = datetime(2024, 1, 1)
DAYS: Final = 366
_HOURS: Final = 24
#: Names of the moment at which something is asked.
_PRESENT: Final = frozenset({"now", "today", "current_time", "as_of"})
#: Of what others make.
_MOST_SEED: Final = 2**31
#: What holds a node's edges.
_OF_EDGES: Final = frozenset({"list", "set", "frozenset", "deque", "dict"})
#: Types of keys that count from 0 on.
_NUMBERED: Final = frozenset({"int", "digits"})


def _as_list(values: list[Any]) -> list[Any]:
    return values


_CONTAINERS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "list": _as_list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "deque": deque,
    ITERATOR: iter,
    "ListNode": linked_list,
    "TreeNode": complete_tree,
}


def built_table(argument: Argument, seed: int, tables: Sequence[str], columns: NamedColumns | None = None) -> Any:
    """What pandas makes of one argument.

    Args:
        tables: the names of it and those beside it; columns: those that the unit asks them for.

    Raises:
        BuildError: it cannot be made, or there is no pandas.
    """
    asked_for = {} if columns is None else columns.of(argument.name or "", tables)
    return built(argument, np.random.default_rng(seed), asked_for, NOBODY)


def held_table(argument: Argument, seed: int, tables: Sequence[str], makers: Makers) -> Any:
    """A table that something else holds, or is given, as who makes tables makes them.

    Raises:
        BuildError: as of `built_table`.
    """
    return built_table(argument, seed, tables) if makers.table is None else makers.table(argument, seed, tables)


def built(
    argument: Argument, generator: np.random.Generator, asked_for: Mapping[str, NamedColumn], makers: Makers
) -> Any:
    """The value of one argument.

    Raises:
        BuildError: none can be made.
    """
    try:
        return ArgumentValues(argument, generator, asked_for, makers).build()
    except BuildError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise BuildError(f"no value can be made for {str(argument)!r}: {error}") from error


class ArgumentValues:
    """Makes one argument; holds what all levels of its type share."""

    def __init__(
        self,
        argument: Argument,
        generator: np.random.Generator,
        asked_for: Mapping[str, NamedColumn],
        makers: Makers,
    ) -> None:
        self.argument = argument
        self.makers = makers
        self.asked_for = asked_for
        self.generator = generator
        self.numbers = DrawnNumbers(argument, generator)
        self.characters = characters_of(argument.alphabet)
        has_moments = "timestamp" in {leaf.name for leaf in argument.type.leaves()}
        self.format = argument.like if has_moments else None
        self.pattern = None if has_moments else argument.like

    def build(self) -> Any:
        if self.argument.has_value:
            return self.argument.value
        found = self.values(self.argument.type, self.argument.sizes, 1)[0]
        if self.argument.name in _PRESENT and self.argument.type.name in MOMENTS:
            # What is there lies before it.
            [found] = self.moments_at(self.argument.type.name, [_HOURS * (self.argument.days or DAYS) - 1])
        return found

    def each(self, count: int) -> list[Any]:
        """What it is in each of so many calls."""
        if self.argument.has_value:
            return [self.argument.value] * count
        if self.argument.type.name == "label" and "distinct" in self.argument.qualifiers:
            return self.keys(self.argument.type, count)
        return self.values(self.argument.type, self.argument.sizes, count)

    def values(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        """`count` values of the type, whose sized parts take `sizes` in order."""
        if type_.shape:
            of_table = self.table if type_ is self.argument.type else self.held_table
            ways = ((TABLES, of_table), ({PICTURE}, self.picture), (SPARSE, self.sparse))
            of_shape = next((way for names, way in ways if type_.name in names), self.array)
            return [of_shape(type_) for _ in range(count)]
        for make in (self.scalars, self.moments, self.texts):
            found = make(type_.name, count)
            if found is not None:
                return found
        for names, compose in ((HANDED, self.handed), ({"|"}, self.union), (KEYED, self.keyed)):
            if type_.name in names:
                return compose(type_, sizes, count)
        if type_.name == "tuple" and not type_.is_sized:
            return self.rows(type_.arguments, sizes, count)
        return self.containers(type_, sizes, count)

    def keyed(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        rows = (dict(zip(type_.keys, row, strict=True)) for row in self.rows(type_.arguments, sizes, count))
        return list(rows) if type_.name == RECORD else [self.makers.namespace(**row) for row in rows]

    def rows(self, types: tuple[TypeExpression, ...], sizes: tuple[int, ...], count: int) -> list[Any]:
        """`count` tuples of a value of each of the types."""
        columns = []
        for element in types:
            used = len(list(element.sized()))
            columns.append(self.values(element, sizes[:used], count))
            sizes = sizes[used:]
        return list(zip(*columns, strict=True)) if columns else [()] * count

    def written(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        """Texts that say values of another type, or the lines of such texts."""
        said = type_.arguments[0] if type_.arguments else TypeExpression("int")
        if type_.name == LINES:
            return [str(text).splitlines() for text in self.values(said, sizes, count)]
        if type_.name in SAYING_ONE:
            return [SAYING_ONE[type_.name](value) for value in self.values(said, sizes, count)]
        size, rest = (sizes[0], sizes[1:]) if sizes else (DEFAULT_CONTAINER, ())
        values = self.values(said, rest, size * count) if size else []
        parts = [values[start : start + size] for start in range(0, size * count, size or 1)] or [[]] * count
        if type_.name == "csv":
            delimiter = type_.arguments[-1].literal or ","
            return [as_rows(said, part, delimiter) for part in parts]
        return ["\n".join(json.dumps(value, default=str) for value in part) for part in parts]

    def moments(self, name: str, count: int) -> list[Any] | None:
        if name not in MOMENTS and name != "timestamp":
            return None
        return self.moments_at(name, self.numbers.places(_HOURS * (self.argument.days or DAYS), count).tolist())

    def moments_at(self, name: str, hours: Sequence[int]) -> list[Any]:
        found = [_START + timedelta(hours=hour) for hour in hours]
        if name == "date":
            return [one.date() for one in found]
        if name == "timestamp":
            return [one.isoformat() for one in found] if self.format is None else written_moments(found, self.format)
        return [one.replace(tzinfo=UTC) for one in found] if self.argument.in_utc else found

    def texts(self, name: str, count: int) -> list[Any] | None:
        literal = TypeExpression(name).literal
        if literal is not None:
            return [literal] * count
        if name not in TEXTS:
            return None
        if name == "digits":
            low, high = self.argument.low, self.argument.high
            bounds = (low, high) if type(low) is int and type(high) is int else DEFAULT_INTEGERS
            return list(map(str, self.numbers.integers(*bounds, count)))
        kinds = self.labels(max(FEW_VALUES, math.isqrt(count)))
        return [kinds[place] for place in self.generator.integers(0, len(kinds), count).tolist()]

    def labels(self, count: int) -> list[Any]:
        """The first of those that all arguments have, so that what one holds is found in others."""
        if self.argument.alphabet is not None or self.pattern is not None:
            return self.strings(DEFAULT_STRING, count)
        letters = np.random.default_rng(LABELS).integers(ord("a"), ord("z") + 1, DEFAULT_STRING * count, np.uint8)
        text = letters.tobytes().decode()
        return [text[start : start + DEFAULT_STRING] for start in range(0, len(text), DEFAULT_STRING)]

    def handed(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        if type_.name == TEXT_FILE and type_.arguments:
            return [self.makers.handed(TEXT_FILE, text) for text in self.values(type_.arguments[0], sizes, count)]
        if type_.name == OPTIMISER:
            return [self.makers.optimiser(self.makers.handed(NETWORK)) for _ in range(count)]
        if type_.name == CLASS:
            return [self.makers.kind(type_.arguments[0].name if type_.arguments else "int")] * count
        return [self.makers.handed(type_.name) for _ in range(count)]

    def scalars(self, name: str, count: int) -> list[Any] | None:
        low, high = self.argument.low, self.argument.high
        if name == "None":
            return [None] * count
        if name == "object":
            # Of which nobody knows what they are: what only hands them on can be called with them.
            return [object() for _ in range(count)]
        if name == "bool":
            return [bool(bit) for bit in self.generator.integers(0, 2, count)]
        if name == "int":
            bounds = DEFAULT_INTEGERS if low is None or high is None else (int(low), int(high))
            return self.numbers.integers(*bounds, count)
        if name in {"float", "complex"}:
            lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
            floats: list[Any] = self.generator.uniform(lower, upper, count).tolist()
            return floats if name == "float" else [complex(value, -value) for value in floats]
        return None

    def arranged(self, values: list[Any]) -> list[Any]:
        """The values of one container with the argument's qualifiers applied; they keep their number."""
        qualifiers = self.argument.qualifiers
        if "equal" in qualifiers:
            values = values[:1] * len(values)
        if "few" in qualifiers:
            kept = values[:FEW_VALUES]
            values = [kept[index] for index in self.generator.integers(0, len(kept), len(values)).tolist()]
        if "distinct" in qualifiers:
            values = self.numbers.distinct(values)
        if "sorted" in qualifiers or "reversed" in qualifiers:
            values = sorted(values, reverse="reversed" in qualifiers)
        return values

    def containers(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        usual = (
            len(read_pattern(self.pattern)[0]) if self.pattern and type_.name == "str" else _default_size(type_.name)
        )
        size, rest = (sizes[0], sizes[1:]) if sizes else (usual, ())
        if type_.name == "str":
            return self.strings(size, count)
        if type_.name in WRITTEN or type_.name == LINES:
            return self.written(type_, sizes, count)
        if type_.name in {"bytes", "bytearray"}:
            make: Callable[[bytes], Any] = bytes if type_.name == "bytes" else bytearray
            is_text = self.argument.alphabet is not None
            texts = self.strings(size, count) if is_text else []
            return [make(texts[k].encode() if is_text else self.generator.bytes(size)) for k in range(count)]
        if type_.name in {"dict", "defaultdict", "Counter", "OrderedDict"}:
            return [self.dictionary(type_, size, rest) for _ in range(count)]
        element = type_.arguments[0] if type_.arguments else TypeExpression("int")
        fill = _CONTAINERS.get(type_.name) if type_.is_sized else None
        if fill is None:
            return self.others(type_.name, count)
        # One draw for all containers, then a slice each: a call a container would take a thousand times longer.
        flat = self.held(element, rest, size, count) if size else []
        parts = [flat] if count == 1 else [flat[start : start + size] for start in range(0, size * count, size or 1)]
        parts = parts if size else [[] for _ in range(count)]
        # Tuples have an order, too; of lists it is what they hold that has one.
        is_tuple = element.name == "tuple" and not element.is_sized and set(self.argument.qualifiers) <= _ORDERS
        if self.argument.qualifiers and (is_tuple or not element.arguments) and not element.shape:
            parts = [self.arranged(part) if part else part for part in parts]
        if "tree" in self.argument.qualifiers and type_ is self.argument.type and type(self.argument.low) is int:
            last = int(self.argument.high or 0)
            parts = [acyclic(part, self.argument.low, last, self.generator) for part in parts]
        is_each_once = fill in (set, frozenset) or "distinct" in self.argument.qualifiers
        if is_each_once and element.name == "label":
            parts = [self.keys(element, size) for _ in parts]
        elif fill in (set, frozenset):
            parts = [self.numbers.distinct(part) for part in parts]
        return parts if fill is _as_list else [fill(part) for part in parts]

    def held(self, element: TypeExpression, sizes: tuple[int, ...], size: int, count: int) -> list[Any]:
        """What `count` containers hold; each of some texts once, where the containers are as long as these are many; of
        dictionaries such as rows of a table are, all with the same keys."""
        texts = [one.literal for one in element.arguments] if element.name == "|" else []
        if len(texts) == size and None not in texts:
            return texts * count
        key_type = element.arguments[0].name if element.name == "dict" and element.arguments else ""
        if key_type in _NAMING:
            return self.rows_alike(element, sizes, size * count)
        return self.values(element, sizes, size * count)

    def rows_alike(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        """Dictionaries with the same keys."""
        size, rest = (sizes[0], sizes[1:]) if sizes else (_default_size(type_.name), ())
        keys = self.keys(type_.arguments[0], size)
        values = self.values(type_.arguments[1], rest, len(keys) * count) if keys else []
        rows = zip(*[iter(values)] * len(keys), strict=True) if keys else [()] * count
        return [dict(zip(keys, row, strict=True)) for row in rows]

    def others(self, name: str, count: int) -> list[Any]:
        """Values of a type that is not of the workload language: of one of the user's, or of the standard library."""
        members = self.makers.members(name)
        if members:
            return [self.member(members, place) for place in range(count)]
        made = self.makers.of(name, count, Spread(self.argument.days, self.argument.in_utc))
        if made is None and name in STANDARD:
            low, high = self.argument.low, self.argument.high
            bounds = (int(low), int(high)) if low is not None and high is not None else DEFAULT_INTEGERS
            given = given_to(name, self.generator, count, *bounds)
            return [self.makers.standard(name, one) for one in given]
        if made is None:
            raise BuildError(f"no value can be made for the type {name!r}")
        return made

    def member(self, members: Sequence[Any], place: int) -> Any:
        """What one of several instances has of an enumeration: beside each member that another argument is, all."""
        round_ = place // len(members)
        return members[(place + self.makers.first * (1 + round_)) % len(members)]

    def strings(self, size: int, count: int) -> list[Any]:
        if self.pattern is not None:
            return texts_alike(self.generator, self.pattern, size, count, are_lines=self.argument.type.name != "str")
        if "balanced" in self.argument.qualifiers:
            return [balanced_text(self.generator, self.characters.tolist(), size) for _ in range(count)]
        return drawn_texts(self.generator, self.characters, size, count)

    def dictionary(self, type_: TypeExpression, size: int, rest: tuple[int, ...]) -> Any:
        key_type, value_type = type_.arguments if len(type_.arguments) == 2 else (TypeExpression("str"),) * 2
        if type_.name == "Counter":
            key_type, value_type = (*type_.arguments, TypeExpression("str"))[0], TypeExpression("int")
        keys = self.keys(key_type, size)
        is_graph = value_type.name == type_.name and value_type.arguments[:1] == (key_type,)
        if is_graph and key_type.name in _NUMBERED and type(self.argument.low) is int:
            values = self.among_keys(value_type, rest, size)
        else:
            values = self.values(value_type, rest, size) if size else []
        if "tree" in self.argument.qualifiers and value_type.name in _OF_EDGES:
            degree = rest[0] if rest else DEFAULT_CONTAINER
            values = [below_node(value, place * degree + 1, degree, keys) for place, value in enumerate(values)]
        # Of some types there are fewer different keys than that.
        table = dict(zip(keys, values, strict=False))
        return Counter(table) if type_.name == "Counter" else table

    def among_keys(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        """Dictionaries whose keys are any within the bounds, such as what a graph has of each node."""
        key_type, value_type = type_.arguments
        size = sizes[0] if sizes else DEFAULT_CONTAINER
        flat = zip(
            self.values(key_type, (), size * count), self.values(value_type, sizes[1:], size * count), strict=True
        )
        return [dict(islice(flat, size)) for _ in range(count)]

    def keys(self, key_type: TypeExpression, size: int) -> list[Any]:
        if key_type.name == "int":
            return list(range(size))
        if key_type.name == "str":
            return [f"{prefix}{index}" for index, prefix in enumerate(self.strings(DEFAULT_STRING - 2, size))]
        low = self.argument.low
        if key_type.name == "digits" and type(low) is int:
            return [str(low + place) for place in range(size)]
        keys = self.labels(size) if key_type.name == "label" else self.values(key_type, (), size) if size else []
        return made_distinct(keys)

    def union(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        members = []
        for member in type_.arguments:
            used = len(list(member.sized()))
            members.append(self.values(member, sizes[:used], count))
            sizes = sizes[used:]
        chosen = self.generator.integers(0, len(members), count)
        return [members[which][index] for index, which in enumerate(chosen)]

    def picture(self, type_: TypeExpression) -> Any:
        """One of Pillow's, of a width and a height."""
        width, height = (*type_.shape, 1)[:2]
        return self.makers.picture(self.generator.integers(0, 255, (height, width, 3), np.uint8, endpoint=True))

    def sparse(self, type_: TypeExpression) -> Any:
        """A matrix of SciPy's, of rows and columns."""
        rows, columns = (*type_.shape, type_.shape[0])[:2]
        return self.makers.sparse(type_.name, (rows, columns), drawn_rows((rows, columns), self.generator))

    def array(self, type_: TypeExpression) -> Any:
        """One of NumPy's or torch's."""
        if self.makers.tensor is not None and type_.name.startswith("torch."):
            return self.makers.tensor(replace(self.argument, type=type_), int(self.generator.integers(_MOST_SEED)))
        return drawn_array(self.argument, type_, self.generator, self.numbers)

    def held_table(self, type_: TypeExpression) -> Any:
        """One of several, as who makes tables makes them."""
        one = replace(self.argument, type=type_, sizes=(), kept=())
        return held_table(one, int(self.generator.integers(_MOST_SEED)), (), self.makers)

    def table(self, type_: TypeExpression) -> Any:
        """One of pandas', of the columns that the unit asks for."""
        return drawn_table(self.argument, type_, self.generator, self.asked_for)


def _default_size(name: str) -> int:
    return DEFAULT_STRING if name in {"str", "bytes", "bytearray"} else DEFAULT_CONTAINER
