"""`Workload` -> real values of those types, sizes and distributions."""

from __future__ import annotations

import csv
import importlib
import io
import json
import math
import re
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from itertools import cycle, islice
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.workload.language.toml_and_ini import as_ini, as_toml
from perfcast.workload.language.workload import (
    ASYNC_CALLABLE,
    BETWEEN,
    BINARY_FILE,
    CALLABLE,
    DEFAULT_CONTAINER,
    DEFAULT_STRING,
    DEVICE,
    DTYPES,
    ELEMENT_TYPE,
    HANDED,
    ITERATOR,
    KEYED,
    LINES,
    LOSS,
    MATCH,
    MOMENTS,
    NETWORK,
    NETWORK_WIDTH,
    OPTIMISER,
    PATTERN,
    PICTURE,
    RECORD,
    TABLES,
    TEXT_FILE,
    TEXTS,
    TORCH_DTYPES,
    TORCH_ONLY_DTYPES,
    WRITTEN,
    Argument,
    TypeExpression,
    Workload,
    read_pattern,
)
from perfcast.workload.language.xml import as_xml
from perfcast.workload.numbers.intervals import last_of
from perfcast.workload.tables.columns import ALONE, NamedColumn, NamedColumns, contents, named_by
from perfcast.workload.values.balanced_texts import balanced_text
from perfcast.workload.values.nodes import complete_tree, linked_list
from perfcast.workload.values.random_strings import drawn_texts
from perfcast.workload.values.standard_library import STANDARD, Given, given_to, standard

DEFAULT_INTEGERS: Final = (0, 1000)
DEFAULT_FLOATS: Final = (0.0, 1.0)
FEW_VALUES: Final = 5
_INT64: Final = np.iinfo(np.int64)
_ORDERS: Final = frozenset({"sorted", "reversed"})
#: Types of keys that name columns.
_NAMING: Final = frozenset({"str", "label"})
#: Moments lie at full hours since, of as many days as that year has where nothing says of how many.
_START: Final = datetime(2024, 1, 1)
DAYS: Final = 366
_HOURS: Final = 24
#: All numbers of a range are put into some order where there are so many at most.
_MOST_SPAN: Final = 100_000
#: Of what others make.
_MOST_SEED: Final = 2**31
#: Labels are drawn from, whatever else is.
_LABELS: Final = 7


#: Methods whose instance is yet to be made.
_MAKING: Final = frozenset({"__init__", "__new__"})
#: What holds a node's edges.
_OF_EDGES: Final = frozenset({"list", "set", "frozenset", "deque", "dict"})
#: What was found, by which pattern; and what is looked for.
FOUND: Final = "123456789"
FINDING: Final = r"(\d)" * len(FOUND)
WORDS: Final = r"\w+"
#: What files hold.
FILE: Final = "".join(f"line {number} of a file\n" for number in range(100))


class BuildError(ValueError):
    """No value can be made as the workload says: of a class of the user's, out of a range that the type lacks."""


#: Types of what begins or ends something and is drawn by itself.
_ENDING: Final = MOMENTS | {"float"}
#: The least and the most that is drawn, and over how many days.
_Range = tuple[int | float | None, int | float | None, int | None]
#: Values that are as far apart as they can be.
_BOTH_ENDS: Final = 2
#: Nodes that an edge has.
_PAIR: Final = 2


@lru_cache(maxsize=4)
def _in_some_order(span: int) -> npt.NDArray[np.int64]:
    """The numbers below `span`, the first of them first: it may stand for something."""
    return np.append(0, 1 + np.random.default_rng(_LABELS).permutation(span - 1))


def _some_of(span: int, values: int) -> npt.NDArray[np.int64]:
    """So many of the numbers below `span`, always the same ones: of two, the first and the last, as masks have."""
    if values == _BOTH_ENDS:
        return np.array([0, span - 1])
    if span <= _MOST_SPAN:
        return _in_some_order(span)[:values]
    return np.append(0, 1 + np.random.default_rng(_LABELS).choice(span - 1, values - 1, replace=False))


def _unmade(name: str, count: int, days: int | None) -> list[Any] | None:
    """Of a type that nobody knows."""
    return None


def _no_members(name: str) -> Sequence[Any]:
    """Of a type that is no enumeration."""
    return ()


def first_member(is_method: bool, name: str) -> int:
    """The place among an enumeration's members of what a unit is given first.

    A method's instance is the first one, or holds it: what that is to become is another one.
    """
    return int(is_method and name not in _MAKING)


def first_given(*args: Any, **_: Any) -> Any:
    """What a parameter is that is called: it gives back what it is given."""
    return args[0] if args else None


async def first_awaited(*args: Any, **_: Any) -> Any:
    """The same where that is awaited."""
    return first_given(*args)


def _handed(name: str, text: str = FILE) -> Any:
    """A function, a file of a text, what regular expressions are and find, or what PyTorch is told of tensors."""
    if name in {CALLABLE, ASYNC_CALLABLE}:
        return first_given if name == CALLABLE else first_awaited
    if name in {DEVICE, ELEMENT_TYPE}:
        torch = importlib.import_module("torch")
        return torch.device("cpu") if name == DEVICE else torch.float32
    if name == NETWORK:
        layers, width = importlib.import_module("torch.nn"), NETWORK_WIDTH
        return layers.Sequential(layers.Linear(width, width), layers.ReLU(), layers.Linear(width, width))
    if name == LOSS:
        return importlib.import_module("torch.nn").CrossEntropyLoss()
    if name in {MATCH, PATTERN}:
        return re.fullmatch(FINDING, FOUND) if name == MATCH else re.compile(WORDS)
    return io.BytesIO(text.encode()) if name == BINARY_FILE else io.StringIO(text)


def _optimiser(network: Any) -> Any:
    """One of PyTorch's, of a network's weights."""
    return importlib.import_module("torch.optim").Adam(network.parameters())


def _picture(pixels: npt.NDArray[np.uint8]) -> Any:
    """One of Pillow's. Raises BuildError where there is no Pillow."""
    return _library("PIL.Image").fromarray(pixels)


def built_table(argument: Argument, seed: int, tables: Sequence[str], columns: NamedColumns | None = None) -> Any:
    """What pandas makes of one argument.

    Args:
        tables: the names of it and those beside it; columns: those that the unit asks them for.

    Raises:
        BuildError: it cannot be made, or there is no pandas.
    """
    asked_for = {} if columns is None else columns.of(argument.name or "", tables)
    return _built(argument, np.random.default_rng(seed), asked_for, _NOBODY)


@dataclass(frozen=True)
class Makers:
    """Who makes what the workload language leaves to others.

    Attributes:
        of: values of a type, told its name, how many, and the days over which moments in them are spread (None for a
            year); None for types that are not known.
        namespace: an object, told its attributes by name.
        handed: one of a type of `perfcast.workload.language.workload.HANDED`, told its name, and the text of
            a file where that is known.
        tensor: one of those that others hold, told an argument of its type and a seed; None for PyTorch's own.
        table: what an argument says that is a table; told the seed, and the names of all tables beside it.
        standard: a value of one of `perfcast.workload.values.standard_library.STANDARD`, told its type's name and what
            it is made of.
        members: those of an enumeration, by its name; none of other types.
        first: the place among these of what the first argument of such a type is.
        optimiser: one of the weights of a network that was handed; picture: one of Pillow's, told its elements.
    """

    of: Callable[[str, int, int | None], list[Any] | None] = _unmade
    namespace: Callable[..., Any] = SimpleNamespace
    handed: Callable[..., Any] = _handed
    tensor: Callable[[Argument, int], Any] | None = None
    table: Callable[[Argument, int, Sequence[str]], Any] = built_table
    standard: Callable[[str, Given], Any] = standard
    members: Callable[[str], Sequence[Any]] = _no_members
    first: int = 0
    optimiser: Callable[[Any], Any] = _optimiser
    picture: Callable[[npt.NDArray[np.uint8]], Any] = _picture


_NOBODY: Final = Makers()


def build(
    workload: Workload, seed: int, columns: NamedColumns | None = None, makers: Makers = _NOBODY
) -> tuple[list[Any], dict[str, Any]]:
    """Makes the arguments of one call.

    Args:
        workload: what to make.
        seed: the same seed makes equal values, on every machine.
        columns: those that the unit asks its tables for.
        makers: of types that are not of the workload language.

    Returns:
        Positional arguments (those without a name come first in the call) and keyword arguments.

    Raises:
        BuildError: a type is named that values cannot be made for, or they cannot have the range or the order.
    """
    workload = workload.passed
    generator = np.random.default_rng(seed)
    alike = Counter[str]()
    positional = [
        _built(argument, generator, {}, _after(alike, argument, makers))
        for argument in workload.arguments
        if argument.name is None
    ]
    names = [one.name for one in workload.arguments if one.name is not None and one.type.name in TABLES]
    said = {one.name: one.value for one in workload.arguments if one.name is not None and isinstance(one.value, str)}
    named = {}
    for argument in workload.arguments:
        if argument.name is not None and argument.type.name != OPTIMISER:
            asked_for = columns.of(argument.name, names, said) if columns is not None and argument.name in names else {}
            named[argument.name] = _built(argument, generator, asked_for, _after(alike, argument, makers))
    named |= _optimisers(workload, named, makers)
    _order_ends(_drawn_ends(workload), named)
    return positional, named


def _optimisers(workload: Workload, named: Mapping[str, Any], makers: Makers) -> dict[str, Any]:
    """Those of the weights of the network beside them, or one of their own."""
    names = [one.name for one in workload.arguments if one.type.name == OPTIMISER and one.name is not None]
    if not names:
        return {}
    network = next((named[one.name] for one in workload.arguments if one.type.name == NETWORK and one.name), None)
    return dict.fromkeys(names, makers.optimiser(makers.handed(NETWORK) if network is None else network))


def _drawn_ends(workload: Workload) -> dict[str, _Range]:
    """Arguments that may be drawn such that what ends comes before what begins, and from where each is."""
    drawn = (one for one in workload.arguments if one.name and not one.has_value and one.type.name in _ENDING)
    return {str(one.name): (one.low, one.high, one.days) for one in drawn}


def _order_ends(ranges: Mapping[str, _Range], named: dict[str, Any]) -> None:
    """Exchanges a last moment, or number, that comes before the first one, where each may stand for the other."""
    for first in sorted(ranges):
        last = last_of(first, ranges)
        if last is None or ranges[last] != ranges[first] or type(named[last]) is not type(named[first]):
            continue
        if named[last] < named[first]:
            named[first], named[last] = named[last], named[first]


def build_calls(workload: Workload, seed: int, count: int, makers: Makers = _NOBODY) -> list[dict[str, Any]]:
    """The named arguments of so many calls at a workload without tables; see `build`."""
    generator = np.random.default_rng(seed)
    columns, alike = {}, Counter[str]()
    for argument in workload.passed.arguments:
        builder = _Builder(argument, generator, {}, _after(alike, argument, makers))
        columns[argument.name or ""] = builder.each(count)
    calls = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    ends = _drawn_ends(workload)
    for call in calls if len(ends) > 1 else ():
        _order_ends(ends, call)
    return calls or [{}] * count


def _after(alike: Counter[str], argument: Argument, makers: Makers) -> Makers:
    """For an argument that is another member than those before it of the same type, which are counted."""
    place = alike[argument.type.name]
    alike[argument.type.name] += 1
    return replace(makers, first=makers.first + place) if place else makers


def _built(
    argument: Argument, generator: np.random.Generator, asked_for: Mapping[str, NamedColumn], makers: Makers
) -> Any:
    try:
        return _Builder(argument, generator, asked_for, makers).build()
    except BuildError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise BuildError(f"no value can be made for {str(argument)!r}: {error}") from error


class _Builder:
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
        self.characters = _characters(argument.alphabet)
        has_moments = "timestamp" in {leaf.name for leaf in argument.type.leaves()}
        self.format = argument.like if has_moments else None
        self.pattern = None if has_moments else argument.like

    def build(self) -> Any:
        if self.argument.has_value:
            return self.argument.value
        return self.values(self.argument.type, self.argument.sizes, 1)[0]

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
            of_shape = of_table if type_.name in TABLES else self.picture if type_.name == PICTURE else self.array
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
        if type_.name in _WHOLE:
            return [_WHOLE[type_.name](value) for value in self.values(said, sizes, count)]
        size, rest = (sizes[0], sizes[1:]) if sizes else (DEFAULT_CONTAINER, ())
        values = self.values(said, rest, size * count) if size else []
        parts = [values[start : start + size] for start in range(0, size * count, size or 1)] or [[]] * count
        if type_.name == "csv":
            delimiter = type_.arguments[-1].literal or ","
            return [_as_rows(said, part, delimiter) for part in parts]
        return ["\n".join(json.dumps(value, default=str) for value in part) for part in parts]

    def moments(self, name: str, count: int) -> list[Any] | None:
        if name not in MOMENTS and name != "timestamp":
            return None
        found = [
            _START + timedelta(hours=hour)
            for hour in self.places(_HOURS * (self.argument.days or DAYS), count).tolist()
        ]
        if name == "date":
            return [one.date() for one in found]
        if name == "timestamp":
            return [one.isoformat() for one in found] if self.format is None else _written(found, self.format)
        return found

    def texts(self, name: str, count: int) -> list[Any] | None:
        literal = TypeExpression(name).literal
        if literal is not None:
            return [literal] * count
        if name not in TEXTS:
            return None
        if name == "digits":
            low, high = self.argument.low, self.argument.high
            bounds = (low, high) if type(low) is int and type(high) is int else DEFAULT_INTEGERS
            return list(map(str, self.integers(*bounds, count)))
        kinds = self.labels(max(FEW_VALUES, math.isqrt(count)))
        return [kinds[place] for place in self.generator.integers(0, len(kinds), count).tolist()]

    def labels(self, count: int) -> list[Any]:
        """The first of those that all arguments have, so that what one holds is found in others."""
        if self.argument.alphabet is not None or self.pattern is not None:
            return self.strings(DEFAULT_STRING, count)
        letters = np.random.default_rng(_LABELS).integers(ord("a"), ord("z") + 1, DEFAULT_STRING * count, np.uint8)
        text = letters.tobytes().decode()
        return [text[start : start + DEFAULT_STRING] for start in range(0, len(text), DEFAULT_STRING)]

    def handed(self, type_: TypeExpression, sizes: tuple[int, ...], count: int) -> list[Any]:
        if type_.name == TEXT_FILE and type_.arguments:
            return [self.makers.handed(TEXT_FILE, text) for text in self.values(type_.arguments[0], sizes, count)]
        if type_.name == OPTIMISER:
            return [self.makers.optimiser(self.makers.handed(NETWORK)) for _ in range(count)]
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
            return self.integers(*bounds, count)
        if name in {"float", "complex"}:
            lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
            floats: list[Any] = self.generator.uniform(lower, upper, count).tolist()
            return floats if name == "float" else [complex(value, -value) for value in floats]
        return None

    def integers(self, low: int, high: int, count: int) -> list[Any]:
        if _INT64.min <= low and high < _INT64.max:
            if self.are_few(high - low + 1):
                return [low + place for place in self.places(high - low + 1, count).tolist()]
            values: list[Any] = self.generator.integers(low, high, count, endpoint=True).tolist()
            return values
        # Beyond 64 bits: limbs of 32 random bits, reduced into the range.
        limbs = (high - low).bit_length() // 32 + 1
        span = high - low + 1
        return [low + int.from_bytes(self.generator.bytes(4 * limbs), "little") % span for _ in range(count)]

    def are_few(self, span: int) -> bool:
        """Whether the argument says that fewer of so many numbers are there."""
        return self.argument.values is not None and self.argument.values < span < _INT64.max

    def places(self, span: int, shape: int | tuple[int, ...]) -> npt.NDArray[np.int64]:
        """Numbers below `span`; where they are few, always the same ones."""
        if not self.are_few(span):
            return self.generator.integers(0, span, shape)
        values = int(self.argument.values or 0)
        return _some_of(span, values)[self.generator.integers(0, values, shape)]

    def arranged(self, values: list[Any]) -> list[Any]:
        """The values of one container with the argument's qualifiers applied; they keep their number."""
        qualifiers = self.argument.qualifiers
        if "equal" in qualifiers:
            values = values[:1] * len(values)
        if "few" in qualifiers:
            kept = values[:FEW_VALUES]
            values = [kept[index] for index in self.generator.integers(0, len(kept), len(values)).tolist()]
        if "distinct" in qualifiers:
            values = self.distinct(values)
        if "sorted" in qualifiers or "reversed" in qualifiers:
            values = sorted(values, reverse="reversed" in qualifiers)
        return values

    def distinct(self, values: list[Any]) -> list[Any]:
        """Different values in their stead, drawn without repeats where the range is tight."""
        low, high = self.argument.low, self.argument.high
        if type(low) is int and type(high) is int and values and type(values[0]) is int:
            span = high - low + 1
            if len(values) <= span <= 4 * len(values):
                return [low + value for value in self.generator.permutation(span)[: len(values)].tolist()]
        return _made_distinct(values)

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
            parts = [self.acyclic(part) for part in parts]
        is_each_once = fill in (set, frozenset) or "distinct" in self.argument.qualifiers
        if is_each_once and element.name == "label":
            parts = [self.keys(element, size) for _ in parts]
        elif fill in (set, frozenset):
            parts = [self.distinct(part) for part in parts]
        return parts if fill is _as_list else [fill(part) for part in parts]

    def acyclic(self, edges: list[Any]) -> list[Any]:
        """Edges of which each leads from a node to a later one, about as many to each; what else is said of them
        stays."""
        first, last = int(self.argument.low or 0), int(self.argument.high or 0)
        if last <= first or not edges or not isinstance(edges[0], tuple | list) or len(edges[0]) < _PAIR:
            return edges
        ends = [first + 1 + place % (last - first) for place in range(len(edges))]
        starts = self.generator.integers(first, ends).tolist()
        return [type(edge)((start, end, *edge[2:])) for edge, start, end in zip(edges, starts, ends, strict=True)]

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
        made = self.makers.of(name, count, self.argument.days)
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
            return self.alike(self.pattern, size, count)
        if "balanced" in self.argument.qualifiers:
            return [balanced_text(self.generator, self.characters.tolist(), size) for _ in range(count)]
        return drawn_texts(self.generator, self.characters, size, count)

    def alike(self, pattern: str, size: int, count: int) -> list[Any]:
        """Texts of a pattern, which is there as a whole, as often as fits; of several lines each text is one of them,
        where a container holds the texts."""
        if _is_of_lines(pattern) and self.argument.type.name != "str":
            lines = [self.alike(line, 0, count) for line in pattern.split("\n")]
            chosen = self.generator.integers(0, len(lines), count).tolist()
            return [lines[which][place] for place, which in enumerate(chosen)]
        once, standing = read_pattern(pattern)
        times = max(1, size // max(1, len(once)))
        repeated, stands = np.array(list(once * times)), np.array(standing * times)
        texts = np.broadcast_to(repeated, (count, len(repeated))).copy()
        for characters in ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"):
            places = np.isin(repeated, list(characters)) & stands
            drawn = self.generator.integers(0, len(characters), (count, int(places.sum())))
            texts[:, places] = np.array(list(characters))[drawn]
        found = ["".join(row) for row in texts.tolist()]
        return [text.removesuffix(pattern[-1]) for text in found] if pattern[-1:] in BETWEEN else found

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
            values = [_below(value, place * degree + 1, degree, keys) for place, value in enumerate(values)]
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
        return _made_distinct(keys)

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

    def array(self, type_: TypeExpression) -> Any:
        """An array of the shape, made of the same values whether NumPy's or torch's."""
        name = type_.name.removeprefix("torch.")
        is_tensor = name != type_.name
        if is_tensor and self.makers.tensor is not None:
            return self.makers.tensor(replace(self.argument, type=type_), int(self.generator.integers(_MOST_SEED)))
        if name not in (TORCH_DTYPES if is_tensor else DTYPES):
            raise BuildError(f"no array can be made of the type {type_.name!r}")
        low, high = self.argument.low, self.argument.high
        if name == "bool":
            values: Any = self.generator.integers(0, 2, type_.shape).astype(bool)
        elif "int" in name:
            info = np.iinfo(name)
            lower, upper = (0, min(1000, info.max)) if low is None or high is None else (int(low), int(high))
            lower, upper = max(lower, info.min), min(upper, info.max)
            if self.are_few(upper - lower + 1):
                values = lower + self.places(upper - lower + 1, type_.shape)
            else:
                values = self.generator.integers(lower, upper, type_.shape, endpoint=True)
            values = values.astype(name)
        else:
            lower_, upper_ = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
            kind = "float32" if name in TORCH_ONLY_DTYPES else name
            values = self.generator.uniform(lower_, upper_, type_.shape).astype(kind)
        if "sorted" in self.argument.qualifiers:
            values.sort(axis=-1)
        elif "reversed" in self.argument.qualifiers:
            values = np.ascontiguousarray(np.sort(values, axis=-1)[..., ::-1])
        elif "equal" in self.argument.qualifiers and values.size:
            values[...] = values.flat[0]
        elif "few" in self.argument.qualifiers and values.size:
            values = values.flat[self.generator.integers(0, min(FEW_VALUES, values.size), type_.shape)]
        if not is_tensor:
            return values
        torch = _library("torch")
        tensor = torch.from_numpy(values)
        return tensor.to(getattr(torch, name)) if name in TORCH_ONLY_DTYPES else tensor

    def held_table(self, type_: TypeExpression) -> Any:
        """One of several, as who makes tables makes them."""
        one = replace(self.argument, type=type_, sizes=(), kept=())
        return self.makers.table(one, int(self.generator.integers(_MOST_SEED)), ())

    def table(self, type_: TypeExpression) -> Any:
        pandas = _library("pandas")
        low, high = self.argument.low, self.argument.high
        lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
        if type_.name == "Series":
            numbers = column_numbers(self.argument, self.generator)
            return pandas.Series(contents(self.asked_for.get(ALONE, NamedColumn()), numbers))
        rows, columns = (*type_.shape, 1)[:2]
        named = named_by(columns, self.asked_for, self.argument.name or "")
        values = self.generator.uniform(lower, upper, (rows, len(named)))
        if "few" in self.argument.qualifiers and rows:
            values[:, 0] = self.generator.integers(0, FEW_VALUES, rows)
        return pandas.DataFrame(
            {name: contents(column, values[:, place].copy()) for place, (name, column) in enumerate(named.items())}
        )


def _is_of_lines(pattern: str) -> bool:
    """Whether it says several lines, and nothing behind the last one, where it would begin anew."""
    return "\n" in pattern and pattern[-1] not in BETWEEN


#: Texts that say one value each.
_WHOLE: Final[Mapping[str, Callable[[Any], str]]] = {
    "json": partial(json.dumps, default=str),
    "toml": as_toml,
    "ini": as_ini,
    "xml": as_xml,
}
#: Types of keys that count from 0 on.
_NUMBERED: Final = frozenset({"int", "digits"})


def _as_rows(said: TypeExpression, rows: list[Any], delimiter: str) -> str:
    """A line of each with delimiters between its values, below one of its keys where it has some."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", delimiter=delimiter)
    if said.name == RECORD:
        writer.writerows([said.keys, *(row.values() for row in rows)])
    else:
        writer.writerows(row if isinstance(row, tuple | list) else (row,) for row in rows)
    return text.getvalue().removesuffix("\n")


def _below(held: Any, first: int, degree: int, nodes: Sequence[Any]) -> Any:
    """What a node of a tree has: from the first on that none before it has, so many; with what is there of each."""
    children = nodes[first : first + degree]
    if isinstance(held, dict):
        return dict(zip(children, cycle(held.values()), strict=False))
    edges = zip(children, cycle(held), strict=False)
    return type(held)((child, *edge[1:]) if isinstance(edge, tuple) else child for child, edge in edges)


def column_numbers(argument: Argument, generator: np.random.Generator) -> npt.NDArray[Any]:
    """What a column holds of which nothing more is known: numbers with a fraction, or a few whole ones."""
    low, high = argument.low, argument.high
    lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
    if "few" not in argument.qualifiers:
        return generator.uniform(lower, upper, argument.type.shape[0])
    last = FEW_VALUES - 1 if high is None else int(upper)
    return generator.integers(int(lower), last, argument.type.shape[0], endpoint=True)


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


def _written(moments: list[datetime], format_: str) -> list[str]:
    """As the format says; of what has a zone in it, a moment of that of no hours, for there is no text of none."""
    has_zone = "%z" in format_ or "%Z" in format_
    return [(one.replace(tzinfo=UTC) if has_zone else one).strftime(format_) for one in moments]


def _default_size(name: str) -> int:
    return DEFAULT_STRING if name in {"str", "bytes", "bytearray"} else DEFAULT_CONTAINER


def _characters(alphabet: tuple[str, str] | str | None) -> np.ndarray[Any, Any]:
    if alphabet is None:
        alphabet = ("a", "z")
    if isinstance(alphabet, tuple):
        points = range(ord(alphabet[0]), ord(alphabet[1]) + 1)
        # Surrogates are no characters.
        alphabet = "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)
    return np.array(list(alphabet))


def _made_distinct(values: list[Any]) -> list[Any]:
    """Numbers move up to the next free one, other repeated values go; the order is kept."""
    if not all(type(value) is int for value in values):
        return list(dict.fromkeys(values))
    order = sorted(range(len(values)), key=values.__getitem__)
    result = list(values)
    previous: int | None = None
    for index in order:
        if previous is not None and result[index] <= previous:
            result[index] = previous + 1
        previous = result[index]
    return result


def _library(name: str) -> Any:
    """Only the process that measures needs it, so the server never imports it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BuildError(f"the workload needs {name}, which is not installed") from error
