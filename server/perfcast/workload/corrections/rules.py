"""What errors say that was wanted of a value, which Python tells by its type."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from perfcast.workload.corrections.clues import Clues
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import BETWEEN, ITERATOR, OBJECT, RECORD, TABLES, TEXT_FILE, TypeExpression
from perfcast.workload.naming.names import (
    A_TENSOR,
    ARRAY,
    BOOL,
    BY_ATTRIBUTE,
    BYTES,
    COLUMN,
    DICT,
    FLOAT,
    FUNCTION,
    INT,
    INTS,
    OPEN_BYTES,
    SET,
    STR,
    STRS,
    TABLE,
    bears,
    by_name,
    of_pandas,
)
from perfcast.workload.naming.usual_formats import LOOKS
from perfcast.workload.uses.array_uses import OF_TENSORS_ALONE, is_of_arrays


class Change(NamedTuple):
    """
    Attributes:
        of: names of types in whose place others may stand; None for all.
        to: told the name by which a part is known and its type, what may stand there, the likeliest first.
        is_sure: it may be of another type than was said; is_whole: arguments are changed, not what they hold.
    """

    of: Collection[str] | None
    to: Callable[[str, TypeExpression], Iterable[Part]]
    is_sure: bool = False
    is_whole: bool = False


_Rule = Callable[[re.Match[str], Clues], Iterator[Change]]

_TEXTS: Final = frozenset({"str", "label"})
#: By what Python calls a value's type, the types of a workload that are of it.
MEANT: Final = {
    "str": frozenset({"str", "label", "digits", "timestamp"}),
    "dict": frozenset({"dict", RECORD}),
    "Unknown": frozenset({"object"}),
    "SimpleNamespace": frozenset({OBJECT}),
    "PosixPath": frozenset({"Path"}),
}
#: Types of which a value may be where another one cannot be told, by what it is asked for.
_ASKABLE: Final = (
    *((str, STR), (dict, DICT), (list, STRS), (set, SET), (bytes, BYTES)),
    *((kind, TypeExpression(kind.__name__)) for kind in (Path, datetime, date, timedelta)),
)
#: Those that a value has to be of that is gone through.
_ITERABLE: Final = (STRS, INTS, STR, DICT)
#: By the names of types in errors, those that another one becomes.
_PLAIN: Final = {
    **{"str": STR, "int": INT, "float": FLOAT, "bytes": BYTES, "list": STRS, "dict": DICT, "set": SET},
    **{name: TypeExpression(name) for name in ("datetime", "date", "Decimal", "timedelta")},
}
#: Types that an attribute of unknown kind is of, by its name.
_USUAL: Final = frozenset({"str", "int", "float", "bool", "list", "dict", "bytes"})
_ITERATING: Final = frozenset({"__iter__", "__len__", "__contains__", "__getitem__", "__next__"})
_OPERATORS: Final = ("lt", "le", "gt", "ge", "add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
_RECKONING: Final = frozenset(f"__{side}{name}__" for name in _OPERATORS for side in ("", "r"))
#: What arrays are asked for, and little else.
_OF_ARRAYS: Final = frozenset(
    {"size", "shape", "dtype", "ndim", "T", "reshape", "astype", "flatten", "ravel", "transpose", "argsort", "argmax"}
    | {"mean", "sum", "std", "min", "max", "dot", "any", "all", "cumsum", "tolist", "fill", "squeeze"}
)
#: What values are converted to, and the types of those that can be.
_CONVERTED: Final = {
    **dict.fromkeys(("__index__", "__trunc__", "__invert__"), (INT,)),
    **dict.fromkeys(("__int__", "__float__", "__abs__", "__neg__", "__round__", "__floor__", "__ceil__"), (INT, FLOAT)),
    **{"__fspath__": (STR,), "__array__": (ARRAY,), "__call__": (FUNCTION,), "__complex__": (FLOAT,)},
    **dict.fromkeys(("__str__", "__repr__", "__format__"), (STR, INT)),
}
#: What texts are that are made up; names may be so, too.
_MADE_UP_TEXT: Final = re.compile(r"[a-z]{8,}")
_WORD: Final = "a" * 6
#: Names of classes in errors.
_CAPITALISED: Final = re.compile(r"\b[A-Z]\w*[a-z]\w*")
_NUMBER_WORD: Final = "11"
_FIELD: Final = "000"
#: Arguments of a call that is given the parts of a text.
_FEW: Final = (2, 3, 4)
_LETTERS: Final = ("a", "z")
_DIGITS: Final = ("0", "9")
#: Types of elements that are not whole -> such that are.
_FRACTIONS: Final = {
    **dict.fromkeys(("float16", "float32", "float64"), "int64"),
    **dict.fromkeys(("torch.float16", "torch.float32", "torch.float64"), "torch.int64"),
}
#: Axes of a matrix, and how long each is.
_RANK: Final = 2
#: Places in whatever is not nearly empty.
_FIRST_TWO: Final = (0, 1)
_SIDE: Final = 32
#: An error of `struct`, which says how long a record is.
OF_RECORDS: Final = r"error: .*requires a buffer of (?:a multiple of |at least \d+ bytes for unpacking )?(\d+) bytes"
#: Bytes of several records, about.
_PACKED: Final = 1_000
#: Elements of an axis that is no mere number; one alone would be repeated along what it is reckoned with.
_FEWEST: Final = 2
#: Types of what may be an array all the same, and those of arrays -> of tensors.
_PERHAPS_ARRAYS: Final = frozenset({"int", "float", "bool", "list", "str"})
_TENSORS: Final = {name: f"torch.{name}" for name in ("float64", "float32", "int64", "bool", "uint8")} | {
    "float64": "torch.float32"
}
#: The first column of a table of which nobody says more.
_COLUMN: Final = TypeExpression(repr("c0"))
_STAMP: Final = TypeExpression("timestamp")
_LABELS: Final = TypeExpression("dict", (STR, TypeExpression("label")))
#: Python's own errors by which code says that it takes no such thing, beside those that it defines for that.
_TURNING_DOWN: Final = frozenset({"ValueError", "LookupError"})
_MOMENTS: Final = frozenset({"date", "time", "datetime", "timestamp"})
#: What texts look like that are called so.
_LOOKS: Final = (
    *((word, Part(STR, like=pattern)) for word, pattern in LOOKS.items()),
    *((word, Part(TypeExpression("digits"))) for word in ("number", "numeric", "integer", "digit", "digits")),
    *((word, Part(_STAMP)) for word in ("datetime", "timestamp", "isoformat", "iso")),
    ("date", Part(_STAMP, like="%Y-%m-%d")),
    ("time", Part(_STAMP, like="%H:%M")),
)


def changes(failure: str, clues: Clues) -> Iterator[Change]:
    """What comes into question, the likelier changes first.

    Args:
        failure: the class of the error, and its text in full: "KeyError: price".
        clues: of the unit's text.
    """
    for pattern, rule in _RULES:
        found = re.match(pattern, failure, re.DOTALL)
        if found is not None:
            yield from rule(found, clues)


def kind_of(type_: TypeExpression) -> str:
    """What Python calls the type of its values."""
    inner = type_.arguments[0] if type_.name == "|" and type_.arguments else type_
    if inner.literal is not None:
        return "str"
    return next((kind for kind, names in MEANT.items() if inner.name in names), inner.name)


def _lacks(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    if found[1] in _PERHAPS_ARRAYS and is_of_arrays(found[2]) and not _may_be_made_up(found[2], clues):
        is_tensor = found[2] in OF_TENSORS_ALONE or not OF_TENSORS_ALONE.isdisjoint(clues.called)
        yield _always(_named(found[1]), *([A_TENSOR] if is_tensor else []), ARRAY)
    if (table := of_pandas("", (found[2],))) is not None and not _may_be_made_up(found[2], clues):
        yield _always(_named(found[1]), table)
    # What is divided is one, too.
    of = {"int", "float"} if found[1] == "float" else _named(found[1])
    yield Change(of, lambda name, _: [*_asked_for(found[2], name, clues), *_having(found[2], name, clues)])


def _no_array(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Tensors, tables or columns have what is asked for."""
    if found[1] in OF_TENSORS_ALONE:
        yield Change(
            _TENSORS, lambda _, type_: [Part(replace(type_, name=_TENSORS[type_.name]))] if type_.shape else []
        )
    if (table := of_pandas("", (found[1],))) is not None:
        yield Change(_TENSORS, lambda _, type_: [Part(_as_table(type_, table))] if type_.shape else [])


def _as_table(array: TypeExpression, table: TypeExpression) -> TypeExpression:
    """As many rows, and columns where there are any."""
    is_column = table == COLUMN or (table != TABLE and len(array.shape) == 1)
    return (
        replace(COLUMN, shape=array.shape[:1])
        if is_column
        else replace(TABLE, shape=(array.shape[0], *TABLE.shape[1:]))
    )


def _no_table(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Its columns are asked for what no labels have: it but has something of that name."""
    yield Change({"DataFrame"}, lambda name, _: [_object_with("columns", name, clues)])


def _has_no(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Objects that are made up say no more than which attribute they lack."""
    yield Change({OBJECT}, lambda _, type_: _with_key(type_, found[1], clues))
    if found[1] not in clues.called and not _may_be_made_up(found[1], clues):
        yield Change({"str", "int", "float"}, lambda name, _: [_object_with(found[1], name, clues)])


def _of_unknown(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    asked = found[1] or found[2]

    def to(name: str, _: TypeExpression) -> Iterable[Part]:
        if asked in _ITERATING:
            # So it is asked, too, whether it is true.
            answered = [Part(BOOL)] if asked == "__len__" and name in clues.tested else []
            return [*answered, *_iterable(name)]
        if asked in _RECKONING:
            return _number_or_text(name)
        if asked in _CONVERTED:
            return map(Part, _CONVERTED[asked])
        classes = _having(asked, name, clues)
        # What is asked for several things is rather of a class that has them than of a type of Python's own.
        asks_more = len(clues.asked_of.get(name.strip("_"), ())) > 1
        others = [*_asked_for(asked, name, clues), *([Part(ARRAY)] if asked in _OF_ARRAYS else [])]
        return [*classes, *others] if asks_more else [*others, *classes]

    yield Change({"object"}, to)


def _unknown_compared(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Whether it is the same: so texts are asked more often than numbers."""
    yield _member({"object"}, clues)
    yield Change({"object"}, lambda name, _: _number_or_text(name, others=(STR, INT)))


def _unknown_asked(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """One of the types that code asks whether it is of them."""
    yield Change({"object"}, lambda name, _: _asked_whether(clues.types_of.get(name, ()), _PLAIN.get))
    yield _always({"object"}, *(_PLAIN[name] for name in clues.types if name in _PLAIN))
    yield Change({"object"}, lambda name, _: _asked_whether(clues.types_of.get(name, ()), _class_named))


def _unknown_set(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Of the project's classes that has it; else any object."""
    yield Change({"object"}, lambda name, _: [*_having(found[1], name, clues), _object_with(found[1], name, clues)])


def _unknown_called(_: re.Match[str], __: Clues) -> Iterator[Change]:
    yield _always({"object"}, FUNCTION)


def _unknown_indexed(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    keyed = [Part(_record(clues.keys))] if clues.keys else []
    yield Change({"object"}, lambda name, _: [*keyed, *_iterable(name)])


def _no_key(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    yield Change({"dict", RECORD}, lambda _, type_: _with_key(type_, found[1], clues))
    yield Change({"dict", "list", RECORD}, lambda _, type_: _of_records(type_, found[1], clues))
    # Of a text that is made up there is none.
    yield from _chosen(_TEXTS, clues)
    if _may_be_made_up(found[1], clues):
        yield _always(_TEXTS, _COLUMN)
    yield _member(_TEXTS, clues)


def _of_records(type_: TypeExpression, key: str, clues: Clues) -> list[Part]:
    """What holds numbers or texts, with dictionaries in the place of these that have the key; all such of a dictionary,
    as records of one kind stand beside those of others."""
    keys = tuple(one for one in dict.fromkeys((key, *clues.keys)) if one not in _keys_within(type_))
    changed = type_ if _may_be_made_up(key, clues) or key not in keys else _with_records(type_, _record(keys))
    return [] if changed == type_ else [Part(changed)]


def _keys_within(type_: TypeExpression) -> set[str]:
    return {*type_.keys, *(key for inner in type_.arguments for key in _keys_within(inner))}


def _with_records(type_: TypeExpression, record: TypeExpression) -> TypeExpression:
    if type_.name == RECORD:
        return replace(type_, arguments=tuple(_with_records(inner, record) for inner in type_.arguments))
    if type_.name in {"dict", "list"} and type_.arguments and type_.arguments[-1] in (INT, STR):
        return replace(type_, arguments=(*type_.arguments[:-1], record))
    return type_


def _by_numbers(type_: TypeExpression) -> list[Part]:
    """The same by whole numbers in the place of texts."""
    is_by_texts = len(type_.arguments) == _RANK and type_.arguments[0].name in _TEXTS
    return [Part(replace(type_, arguments=(INT, type_.arguments[1])))] if is_by_texts else []


def _no_such_key(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Of a number."""
    yield Change({"dict"}, lambda _, type_: _by_numbers(type_))
    yield from _chosen({"int", "object"}, clues, fewest=2)
    yield _member({"int", "object"}, clues)


def _not_iterable(found: re.Match[str], _: Clues) -> Iterator[Change]:
    yield Change(_named(_type_in(found)), lambda name, _: _iterable(name))


def _bad_index(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    indexed, key = _TEXTS if found[1].startswith("str") else {"list", "tuple"}, _PLAIN.get(found[2], STR)
    if clues.keys and key == STR:
        yield Change(indexed, lambda *_: [Part(_record(clues.keys))])
    yield Change(indexed, lambda _, type_: [Part(TypeExpression("dict", (key, _inner(type_))))])
    if clues.keys and key == STR and indexed is _TEXTS:
        # What holds characters may be gone through.
        yield Change(indexed, lambda *_: [Part(TypeExpression("list", (_record(clues.keys),)))])
    yield Change(_named(found[2]), lambda *_: [Part(INT)])


def _two(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Either could be as the other one."""
    one, other = (kind.rpartition(".")[2] for kind in found.groups() if kind)
    for of, to in ((one, other), (other, one)):
        if to in _PLAIN:
            yield _always(_named(of), _PLAIN[to])


def _wanted(type_: TypeExpression) -> _Rule:
    def rule(_: re.Match[str], __: Clues) -> Iterator[Change]:
        yield Change(None, lambda _, before: [] if before == type_ else [Part(type_)])

    return rule


def _wanted_file(type_: TypeExpression) -> _Rule:
    """Of what is written into the file."""

    def rule(_: re.Match[str], __: Clues) -> Iterator[Change]:
        yield _always({TEXT_FILE}, type_)

    return rule


def _wanted_of(type_: TypeExpression) -> _Rule:
    """Of what the error names the type."""

    def rule(found: re.Match[str], _: Clues) -> Iterator[Change]:
        yield _always(_named(_type_in(found)), type_)

    return rule


def _no_iterator(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """What the next element is taken from."""
    yield Change({"list"}, lambda _, type_: [Part(replace(type_, name=ITERATOR))] if type_.arguments else [])


def _unhashable(found: re.Match[str], _: Clues) -> Iterator[Change]:
    if found[1] == "slice":
        yield _always(MEANT["dict"], STR, BYTES, INTS)
    else:
        yield Change({"list"}, lambda _, type_: _of_pairs(type_))
        yield _always(_named(found[1]), STR)


def _of_pairs(type_: TypeExpression) -> list[Part]:
    """Points and the like, which can be looked up, in the place of lists."""
    inner = _inner(type_)
    if inner.name != "list" or inner == type_:
        return []
    return [Part(replace(type_, arguments=(TypeExpression("tuple", (_inner(inner),) * 2),)))]


def _unpacked(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    count = int(found[1])
    # It may be the shape that is taken apart.
    yield Change(None, lambda _, type_: _of_rank(type_, count) if len(type_.shape) != count else [])
    yield Change(_TEXTS, lambda *_: [*_repeated(clues, count), *_separated(clues, count)])
    yield Change({"list", *_TEXTS}, lambda _, type_: [Part(TypeExpression("tuple", (_inner(type_),) * count))])
    yield Change({"int", "float"}, lambda _, type_: [Part(TypeExpression("tuple", (type_,) * count))])


def _no_time(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    formats = dict.fromkeys((*(one for one in found.groups() if one), *clues.formats, None))
    yield Change(_TEXTS, lambda *_: [Part(_STAMP, like=one) for one in formats])


def _no_json(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """A text that says a dictionary with the keys that something is asked for, or several; else with any."""
    record = _record(clues.keys)
    said = [record, TypeExpression("list", (record,))] if clues.keys else [_LABELS]
    yield _always(_TEXTS, *(TypeExpression("json", (one,)) for one in said))


def _no_item(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Of which parts are set."""
    yield _always(_named(found[1]), DICT, INTS)


def _unfit(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Parts of a text that a call takes as its arguments: as many as it takes."""
    for word in (_NUMBER_WORD, _WORD):
        yield Change(MEANT["str"], lambda *_, word=word: (one for n in _FEW for one in _separated(clues, n, word)))


def _flat(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Rows and columns are wanted."""
    yield Change(None, lambda _, type_: _of_rank(type_, _RANK) if len(type_.shape) < _RANK else [])
    yield from _for_lists_first(_square(ARRAY, _RANK))
    yield Change({"list"}, lambda _, type_: _of_points(type_))


def _of_points(type_: TypeExpression) -> list[Part]:
    """Pairs of numbers in the place of these."""
    inner = _inner(type_)
    if inner not in {INT, FLOAT}:
        return []
    return [Part(replace(type_, arguments=(TypeExpression("tuple", (inner,) * _RANK),)))]


def _elementwise(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Arrays are wanted, which are reckoned with and chosen from element by element."""
    yield from _for_lists_first(ARRAY)


def _for_lists_first(array: TypeExpression) -> Iterator[Change]:
    """What has elements is an array rather than what is but a number."""
    yield _always({"list"}, array)
    yield _always({"int", "float", "object"}, array)


def _of_whole_numbers(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Arrays of these, which may be places in small ones."""
    yield Change(_FRACTIONS, lambda _, type_: [Part(replace(type_, name=_FRACTIONS[type_.name]))])


def _fitting(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """An axis that is as long as what it is reckoned with, which is of its own length whatever is given. The error may
    be of a smaller call, so that either may be the one that is wanted."""
    lengths = [tuple(map(int, re.findall(r"\d+", one))) for one in found.groups()]
    pairs = [pair for pair in zip(*map(reversed, lengths), strict=False) if pair[0] != pair[1]]
    for wanted in dict.fromkeys((*(one for _, one in pairs), *(one for one, _ in pairs))):
        yield Change(None, partial(_with_axis, wanted))


def _with_axis(wanted: int, _: str, type_: TypeExpression) -> list[Part]:
    """With one axis, rather the last one, as long as is wanted."""
    if not type_.shape or type_.name in TABLES or wanted < _FEWEST:
        return []
    shapes = [
        (place, (*type_.shape[:place], wanted, *type_.shape[place + 1 :])) for place in range(len(type_.shape))[::-1]
    ]
    return [Part(replace(type_, shape=shape), kept=(place,)) for place, shape in shapes if shape != type_.shape]


def _of_rank(type_: TypeExpression, rank: int) -> list[Part]:
    """In the place of an array or a tensor, one with as many axes."""
    return [Part(_square(type_, rank))] if type_.shape and type_.name not in TABLES else []


def _square(type_: TypeExpression, rank: int) -> TypeExpression:
    return replace(type_, shape=(_SIDE,) * rank)


def _no_number(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    # One of many, rather than all that the text says.
    many = [Part(STR, like=f"{_FIELD}{one}") for one in clues.separators if one in BETWEEN]
    yield Change({"str"}, lambda *_: many)
    yield _always(_TEXTS, TypeExpression("digits"))
    yield Change({"bytes"}, lambda *_: [Part(BYTES, alphabet=_DIGITS)])


def _no_lengths(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """Few numbers, each as long as the side of a matrix."""
    yield Change({"list"}, lambda _, type_: [Part(INTS, sizes=(_RANK,), bounds=(_SIDE, _SIDE))])


def _out_of_range(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """A place in what holds few."""
    yield Change({"int"}, lambda *_: [Part(INT, bounds=_FIRST_TWO)], is_whole=True)


def _packed(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Bytes of several records of so many each, else of one."""
    length = int(found[1])
    if length:
        one, several = Part(BYTES, (length,), kept=(0,)), Part(BYTES, (max(2, _PACKED // length) * length,))
        yield Change({"bytes"}, lambda *_: [several, one])


def _no_hexadecimal(_: re.Match[str], __: Clues) -> Iterator[Change]:
    yield Change({"str"}, lambda *_: [Part(STR, alphabet=_DIGITS)])
    yield Change({"bytes"}, lambda *_: [Part(BYTES, alphabet=_DIGITS)])


def _not_decoded(_: re.Match[str], __: Clues) -> Iterator[Change]:
    yield Change({"bytes"}, lambda *_: [Part(BYTES, alphabet=_LETTERS)])


def _turned_down(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Code says that it takes no such thing."""
    if found[0] not in _TURNING_DOWN and hasattr(builtins, found[0]):
        return
    said = _words(found.string)
    if said & _MOMENTS:
        yield Change({"timestamp"}, lambda *_: [Part(_STAMP, like=one) for one in clues.formats])
    yield Change(MEANT["str"], lambda name, _: (part for word, part in _LOOKS if word in said | _words(name)))
    yield from _chosen(_TEXTS, clues)
    # What is named like a number may be one of several texts.
    yield from _chosen({"int", "object"}, clues, fewest=2)
    yield _member(_TEXTS | {"int", "object"}, clues)
    yield _edged(clues)
    yield Change(_TEXTS, lambda *_: _separated(clues, 2))


def _of_another_class(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """An instance of one of those that code has asked whether it is of them, or that its own error names."""
    yield Change(None, lambda name, _: _asked_whether(clues.types_of.get(name, ()), _class_named), is_sure=True)
    said = found.string.partition(":")[2]
    classes = [word for word in _CAPITALISED.findall(said) if not hasattr(builtins, word)]
    names = set(re.findall(r"\w+", said))
    yield Change(None, lambda name, _: _asked_whether(classes if name in names else (), _class_named))


def _asserted(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """It may have been one of several texts; of their form no more is asserted, as a rule, than what they begin or end
    with."""
    yield from _chosen(_TEXTS, clues)
    yield _edged(clues)


def _said(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Of the type that the code's own error says."""
    to = _WORDED[found[1].lower()]
    yield Change(None, lambda _, before: [] if kind_of(before) == to.name else [Part(to)])


def _bounded(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """A number within the bounds that the code's own error says."""
    low, high = (0, 2 ** int(found[1]) - 1) if found[1] else (float(found[2]), float(found[3]))
    if low < high:
        whole = (int(low), int(high))
        yield Change({"int"}, lambda *_: [Part(INT, bounds=whole)] if whole == (low, high) else [])
        yield Change({"float"}, lambda *_: [Part(FLOAT, bounds=(low, high))])


_KIND: Final = r"'([\w.]+)'"
#: Types by the words that errors have for them.
_WORDED: Final = {
    **dict.fromkeys(("integer", "int"), INT),
    **dict.fromkeys(("string", "str", "text"), STR),
    **dict.fromkeys(("bytes", "bytestring"), BYTES),
    **dict.fromkeys(("float", "number"), FLOAT),
    **dict.fromkeys(("dict", "dictionary", "mapping"), DICT),
    **dict.fromkeys(("list", "sequence"), STRS),
}
_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_WITHIN: Final = r"\b(?:between|range|within|interval)\b\D{0,8}?"
_WANTING: Final = r"(?:not|must be|should be|expected|expects|expecting|needs? to be)(?: of type)?(?: an?| the)?"
#: What errors say, and what to do about that.
_RULES: Final[tuple[tuple[str, _Rule], ...]] = (
    (r"AttributeError: 'bool' object has no attribute '(?:sum|mean|any|all|astype|nonzero)'", _elementwise),
    (r"AttributeError: '(?:int|float|list)' object has no attribute '(?:copy|sum|mean|max|min|shape)'", _elementwise),
    (r"AttributeError: '(?:Range)?Index' object has no attribute '\w+'", _no_table),
    (r"AttributeError: 'numpy\.ndarray' object has no attribute '(\w+)'", _no_array),
    (rf"AttributeError: {_KIND} object has no attribute '(\w+)'", _lacks),
    (r"TypeError: .*must be Tensor, not (\w+)", _wanted_of(A_TENSOR)),
    (r"AttributeError: (\w+)$", _has_no),
    (r"Unsupported: (?:Unknown\.(\w+)|(__\w+__) of an unknown value)$", _of_unknown),
    (r"Unsupported: comparing an unknown value", _unknown_compared),
    (r"Unsupported: (?:a type that is not known|the type of an unknown value)", _unknown_asked),
    (r"Unsupported: an index into Unknown", _unknown_indexed),
    (r"Unsupported: calling Unknown$", _unknown_called),
    (r"Unsupported: assigning to Unknown\.(\w+)", _unknown_set),
    (r"KeyError: (.{1,40})$", _no_key),
    (r"KeyError: $", _no_such_key),
    (rf"TypeError: argument of type {_KIND} is not (?:iterable|a container)", _not_iterable),
    (rf"TypeError: {_KIND} object is not (?:iterable|subscriptable|reversible)", _not_iterable),
    (rf"TypeError: {_KIND} object is not an iterator", _no_iterator),
    (rf"TypeError: object of type {_KIND} has no len\(\)", _not_iterable),
    (r"TypeError: cannot unpack non-iterable ([\w.]+) object", _not_iterable),
    (r"TypeError: (list|tuple|string|str) ind(?:ices|ex) must be integers?(?: or slices)?, not '?(\w+)", _bad_index),
    (r"TypeError: unsupported operand type\(s\) for [^:]+: 'list' and '(?:list|int|float)'", _elementwise),
    (r"TypeError: (?:only integer scalar arrays can be conv|can't multiply sequence by non-int)", _elementwise),
    (r"\w+Error: (?:arrays used as indices must be|Cannot cast array data|ufunc 'bitwise)", _of_whole_numbers),
    (
        r"\w+Error: (?:Invalid integer data type|expected index to be of int|tensors used as ind)",
        _of_whole_numbers,
    ),
    (rf"TypeError: unsupported operand type\(s\) for [^:]+: {_KIND} and {_KIND}", _two),
    (rf"TypeError: '\S+' not supported between instances of {_KIND} and {_KIND}", _two),
    (r"TypeError: can only concatenate (\w+) \(not \"([\w.]+)\"\) to", _two),
    (r"TypeError: (?:must be str, not|expected str, bytes or os.PathLike|expected string or bytes)", _wanted(STR)),
    (r"TypeError: (?:sequence item \d+: expected str|texts are expected|\w+ arg(?:ument)? must be str)", _wanted(STR)),
    (r"TypeError: (?:strptime\(\) argument must be str|Cannot mix str and non-str)", _wanted(STR)),
    (r"TypeError: (?:a bytes-like object is required|bytes wanted|expected bytes)", _wanted(BYTES)),
    (r"TypeError: (?:string argument expected, got 'bytes'|another content is expected)", _wanted_file(OPEN_BYTES)),
    (r"TypeError: (?:a mapping is expected|'[\w.]+' object is not a mapping)", _wanted(DICT)),
    (r"TypeError: must be real number, not ([\w.]+)", _wanted_of(FLOAT)),
    (rf"TypeError: {_KIND} object cannot be interpreted as an integer", _wanted_of(INT)),
    (rf"TypeError: int\(\) argument must be a string.*, not {_KIND}", _wanted_of(INT)),
    (rf"TypeError: {_KIND} object is not callable", _wanted_of(FUNCTION)),
    (r"Unsupported: calling (str|int|float|list|dict)$", _wanted_of(FUNCTION)),
    (r"TypeError: .*unhashable type: '(\w+)'", _unhashable),
    (r"ValueError: (?:not enough|too many) values to unpack \(expected (?:at least )?(\d+)", _unpacked),
    (r"ValueError: time data .* does not match format '(.*)'", _no_time),
    (r"ValueError: (?:Invalid isoformat string|unconverted data remains)", _no_time),
    (r"ValueError: (?:invalid literal for int\(\)|could not convert string to float)", _no_number),
    (r"InvalidOperation", _no_number),
    (r"ValueError: maximum supported dimension for an ndarray is", _no_lengths),
    (r"JSONDecodeError", _no_json),
    (rf"TypeError: {_KIND} object does not support item (?:assignment|deletion)", _no_item),
    (r"TypeError: (?:too many arguments|an argument is missing|\w+ is missing)", _unfit),
    (r"TypeError: .*(?:missing \d+ required positional|takes \d+ positional arguments? but)", _unfit),
    (OF_RECORDS, _packed),
    (r"UnicodeDecodeError", _not_decoded),
    (r"\w+: .*\b(?:hexadecimal|hex digit)", _no_hexadecimal),
    (rf"ValueError: .*?(?:\buint(8|16|32)\b|{_WITHIN}({_NUMBER})\D{{1,8}}?({_NUMBER})(?![\w.]))", _bounded),
    (rf"(?:TypeError|ValueError): (?:.*?\s)?{_WANTING} ({'|'.join(_WORDED)})\b", _said),
    (r"LinAlgError: .*(?:-dimensional array given|must be at least two-dim|must be square)", _flat),
    (r"ValueError: operands could not be broadcast together with shapes \(([\d,]+)\) ?\(([\d,]+)\)", _fitting),
    (r"ValueError: matmul: .*\(size (\d+) is different from (\d+)\)", _fitting),
    (r"ValueError: shapes \(([\d,]+)\) and \(([\d,]+)\) not aligned", _fitting),
    (r"IndexError: (?:too many indices for array|Dimension out of range|tuple index out of range)", _flat),
    (r"IndexError: invalid index to scalar variable", _flat),
    (r"AxisError: axis \d+ is out of bounds", _flat),
    (r"IndexError: (?:list|tuple|string|bytes|pop|deque|range object|array)?.*index out of range", _out_of_range),
    (r"AssertionError", _asserted),
    (r"(?!(?:Unsupported|OutOfSteps|KeyError|AttributeError)\b)\w+", _of_another_class),
    (r"(?!(?:Unsupported|OutOfSteps)\b)\w+", _turned_down),
)


def _always(of: Collection[str], *types: TypeExpression) -> Change:
    return Change(of, lambda *_: map(Part, types))


def _chosen(of: Collection[str], clues: Clues, fewest: int = 1) -> Iterator[Change]:
    """One of the texts of a group that has as many; what has a name, rather of those that this is compared with."""
    groups = [group for group in clues.texts if len(group) >= fewest]
    own = {name: group for name, group in clues.compared.items() if len(group) >= fewest}
    yield Change(of, lambda name, _: [Part(_one_of(own[name]))] if name in own else [])
    yield _always(of, *map(_one_of, groups))


def _member(of: Collection[str], clues: Clues) -> Change:
    """Of an enumeration that the text knows."""
    return _always(of, *map(TypeExpression, clues.enumerations))


def _one_of(texts: Sequence[str]) -> TypeExpression:
    kinds = tuple(TypeExpression(repr(text)) for text in texts)
    return TypeExpression("|", kinds) if len(kinds) > 1 else kinds[0]


def _edged(clues: Clues) -> Change:
    """A text that begins or ends as code asks whether it does, of what has its name."""
    return Change(_TEXTS, lambda name, _: (Part(STR, like=one) for one in clues.edges.get(name, ())))


def _words(text: str) -> set[str]:
    """In small letters, without numbers; those of names are told by their capitals, too."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text)}


def _separated(clues: Clues, count: int, word: str = _WORD) -> list[Part]:
    return [Part(STR, like=one.join([word] * count)) for one in clues.separators if "`" not in one]


def _repeated(clues: Clues, count: int) -> Iterator[Part]:
    """As many as fit of what is separated, with another separator between any two of them."""
    for between in clues.separators:
        inner = [one for one in clues.separators if between in BETWEEN and one != between and "`" not in one]
        yield from (Part(STR, like=f"{one.join([_WORD] * count)}{between}") for one in inner)


def _asked_for(attribute: str, name: str, clues: Clues) -> Iterator[Part]:
    """What has the attribute; what it gives that is called there nobody knows of others."""
    if _may_be_made_up(attribute, clues):
        return
    usual = BY_ATTRIBUTE.get(attribute)
    types = [*([] if usual is None else [usual]), *(type_ for of, type_ in _ASKABLE if hasattr(of, attribute))]
    found = [Part(type_) for type_ in dict.fromkeys(types) if not type_.shape and bears(type_, (attribute,))]
    is_called = attribute in clues.called or (bool(found) and attribute not in clues.asked)
    if not is_called and not attribute.startswith("__"):
        yield _object_with(attribute, name, clues)
    yield from found


def _having(attribute: str, name: str, clues: Clues) -> list[Part]:
    """Instances of the project's classes that have the attribute."""
    asked = clues.asked_of.get(name.strip("_"), frozenset())
    return [Part(TypeExpression(one)) for one in clues.having(attribute, asked)]


def _asked_whether(names: Iterable[str], type_of: Callable[[str], TypeExpression | None]) -> Iterator[Part]:
    """Instances of the types that code asks whether it is of them."""
    yield from (Part(type_) for name in names if (type_ := type_of(name)) is not None)


def _class_named(name: str) -> TypeExpression | None:
    """None for a type of Python's own."""
    return None if hasattr(builtins, name) or not name[:1].isupper() else TypeExpression(name)


def _with_key(type_: TypeExpression, key: str, clues: Clues) -> Iterator[Part]:
    """The same, with a key or attribute more."""
    if _may_be_made_up(key, clues) or key in type_.keys or (type_.name == OBJECT and key in clues.called):
        return
    if type_.name in {OBJECT, RECORD}:
        yield Part(replace(type_, keys=(*type_.keys, key), arguments=(*type_.arguments, _by_name(key))))
    elif type_.arguments and type_.arguments[0].name in _TEXTS:
        keys = tuple(dict.fromkeys((key, *clues.keys)))
        yield Part(_record(keys))
        yield Part(_record(keys, type_.arguments[1]))


def _may_be_made_up(name: str, clues: Clues) -> bool:
    """Whether a key or attribute may itself be a text that was made up."""
    return name not in clues.constants and name not in clues.asked and _MADE_UP_TEXT.fullmatch(name) is not None


def _object_with(attribute: str, name: str, clues: Clues) -> Part:
    """With all that what has its name is asked for, too."""
    keys = tuple(dict.fromkeys((attribute, *clues.of_names.get(name, ()))))
    return Part(TypeExpression(OBJECT, tuple(map(_by_name, keys)), keys=keys))


def _record(keys: Collection[str], held: TypeExpression | None = None) -> TypeExpression:
    return TypeExpression(RECORD, tuple(held or _by_name(key) for key in keys), keys=tuple(keys))


def _by_name(name: str) -> TypeExpression:
    found = by_name(name)
    return STR if found is None or found.shape or found.name not in _USUAL else found


def _iterable(name: str) -> Iterator[Part]:
    usual = by_name(name)
    first = [usual] if usual is not None and usual.name in {"list", "dict", "set", "str"} else []
    yield from map(Part, dict.fromkeys((*first, *_ITERABLE)))


def _number_or_text(name: str, others: Sequence[TypeExpression] = (INT, STR)) -> Iterator[Part]:
    usual = by_name(name)
    first = [usual] if usual is not None and usual in {INT, FLOAT, STR} else []
    yield from map(Part, dict.fromkeys((*first, *others)))


def _inner(type_: TypeExpression) -> TypeExpression:
    """What a list holds; of others, short texts."""
    return type_.arguments[0] if type_.name == "list" and type_.arguments else STR


def _type_in(found: re.Match[str]) -> str:
    """That the error names."""
    return next(one for one in found.groups() if one)


def _named(kind: str) -> Collection[str]:
    last = kind.rpartition(".")[2]
    return MEANT.get(last, frozenset({last}))
