"""What a value may be by what it is asked for, and by its name."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from perfcast.workload.corrections.change import TEXT_TYPES
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import OBJECT, RECORD, TypeExpression
from perfcast.workload.naming.names import BY_ATTRIBUTE, BYTES, DICT, FLOAT, INT, INTS, SET, STR, STRS, bears, by_name

#: Types of which a value may be where another one cannot be told, by what it is asked for.
_ASKABLE: Final = (
    *((str, STR), (dict, DICT), (list, STRS), (set, SET), (bytes, BYTES)),
    *((kind, TypeExpression(kind.__name__)) for kind in (Path, datetime, date, timedelta)),
)
#: Those that a value has to be of that is gone through.
_ITERABLE: Final = (STRS, INTS, STR, DICT)
#: By the names of types in errors, those that another one becomes.
PLAIN: Final = {
    **{"str": STR, "int": INT, "float": FLOAT, "bytes": BYTES, "list": STRS, "dict": DICT, "set": SET},
    **{name: TypeExpression(name) for name in ("datetime", "date", "Decimal", "timedelta")},
}
#: Types that an attribute of unknown kind is of, by its name.
_USUAL: Final = frozenset({"str", "int", "float", "bool", "list", "dict", "bytes"})
#: What texts are that are made up; names may be so, too.
_MADE_UP_TEXT: Final = re.compile(r"[a-z]{8,}")


def asked_for(attribute: str, name: str, clues: Clues) -> Iterator[Part]:
    """What has the attribute; what it gives that is called there nobody knows of others."""
    if may_be_made_up(attribute, clues):
        return
    usual = BY_ATTRIBUTE.get(attribute)
    types = [*([] if usual is None else [usual]), *(type_ for of, type_ in _ASKABLE if hasattr(of, attribute))]
    found = [Part(type_) for type_ in dict.fromkeys(types) if not type_.shape and bears(type_, (attribute,))]
    is_called = attribute in clues.called or (bool(found) and attribute not in clues.asked)
    if not is_called and not attribute.startswith("__"):
        yield object_with(attribute, name, clues)
    yield from found


def having(attribute: str, name: str, clues: Clues) -> list[Part]:
    """Instances of the project's classes that have the attribute."""
    asked = clues.asked_of.get(name.strip("_"), frozenset())
    return [Part(TypeExpression(one)) for one in clues.having(attribute, asked)]


def asked_whether(names: Iterable[str], type_of: Callable[[str], TypeExpression | None]) -> Iterator[Part]:
    """Instances of the types that code asks whether it is of them."""
    yield from (Part(type_) for name in names if (type_ := type_of(name)) is not None)


def class_named(name: str) -> TypeExpression | None:
    """None for a type of Python's own."""
    return None if hasattr(builtins, name) or not name[:1].isupper() else TypeExpression(name)


def with_key(type_: TypeExpression, key: str, clues: Clues) -> Iterator[Part]:
    """The same, with a key or attribute more."""
    if may_be_made_up(key, clues) or key in type_.keys or (type_.name == OBJECT and key in clues.called):
        return
    if type_.name in {OBJECT, RECORD}:
        yield Part(replace(type_, keys=(*type_.keys, key), arguments=(*type_.arguments, _by_name(key))))
    elif type_.arguments and type_.arguments[0].name in TEXT_TYPES:
        keys = tuple(dict.fromkeys((key, *clues.keys)))
        yield Part(record_of(keys))
        yield Part(record_of(keys, type_.arguments[1]))


def may_be_made_up(name: str, clues: Clues) -> bool:
    """Whether a key or attribute may itself be a text that was made up."""
    return name not in clues.constants and name not in clues.asked and _MADE_UP_TEXT.fullmatch(name) is not None


def object_with(attribute: str, name: str, clues: Clues) -> Part:
    """With all that what has its name is asked for, too."""
    keys = tuple(dict.fromkeys((attribute, *clues.of_names.get(name, ()))))
    return Part(TypeExpression(OBJECT, tuple(map(_by_name, keys)), keys=keys))


def record_of(keys: Collection[str], held: TypeExpression | None = None) -> TypeExpression:
    return TypeExpression(RECORD, tuple(held or _by_name(key) for key in keys), keys=tuple(keys))


def _by_name(name: str) -> TypeExpression:
    found = by_name(name)
    return STR if found is None or found.shape or found.name not in _USUAL else found


def iterables(name: str) -> Iterator[Part]:
    usual = by_name(name)
    first = [usual] if usual is not None and usual.name in {"list", "dict", "set", "str"} else []
    yield from map(Part, dict.fromkeys((*first, *_ITERABLE)))


def numbers_or_texts(name: str, others: Sequence[TypeExpression] = (INT, STR)) -> Iterator[Part]:
    usual = by_name(name)
    first = [usual] if usual is not None and usual in {INT, FLOAT, STR} else []
    yield from map(Part, dict.fromkeys((*first, *others)))


def inner_of(type_: TypeExpression) -> TypeExpression:
    """What a list holds; of others, short texts."""
    return type_.arguments[0] if type_.name == "list" and type_.arguments else STR
