"""What errors say that a text, bytes or a number should hold."""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from perfcast.workload.corrections.array_rules import of_rank
from perfcast.workload.corrections.change import MEANT, TEXT_TYPES, Change, always
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.suggested_parts import inner_of, record_of
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import BETWEEN, TypeExpression
from perfcast.workload.naming.names import BYTES, FLOAT, INT, INTS, STR
from perfcast.workload.naming.usual_formats import LOOKS

_WORD: Final = "a" * 6
_NUMBER_WORD: Final = "11"
_FIELD: Final = "000"
#: Arguments of a call that is given the parts of a text.
_FEW: Final = (2, 3, 4)
_LETTERS: Final = ("a", "z")
#: Numbers that a byte can be.
_OF_BYTES: Final = (0, 255)
_DIGITS: Final = ("0", "9")
#: Bytes of several records, about.
_PACKED: Final = 1_000
_STAMP: Final = TypeExpression("timestamp")
_ISO_PARTS: Final = ("%Y-%m-%d", "%H:%M:%S")
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


def unpacked(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    count = int(found[1])
    # It may be the shape that is taken apart.
    yield Change(None, lambda _, type_: of_rank(type_, count) if len(type_.shape) != count else [])
    yield Change(TEXT_TYPES, lambda *_: [*_repeated(clues, count), *_separated(clues, count)])
    yield Change({"list", *TEXT_TYPES}, lambda _, type_: [Part(TypeExpression("tuple", (inner_of(type_),) * count))])
    yield Change({"int", "float"}, lambda _, type_: [Part(TypeExpression("tuple", (type_,) * count))])


def no_time(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    said = [one for one in found.groups() if one]
    formats = dict.fromkeys((*said, *clues.formats, None))
    # A moment is written otherwise than a date or a time of day is.
    yield Change({"timestamp"}, lambda *_: [Part(_STAMP, like=one) for one in said or _ISO_PARTS])
    yield Change(TEXT_TYPES, lambda *_: [Part(_STAMP, like=one) for one in formats])


def no_json(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """A text that says a dictionary with the keys that something is asked for, or several; else with any."""
    record = record_of(clues.keys)
    said = [record, TypeExpression("list", (record,))] if clues.keys else [_LABELS]
    yield always(TEXT_TYPES, *(TypeExpression("json", (one,)) for one in said))


def unfit(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Parts of a text that a call takes as its arguments: as many as it takes."""
    for word in (_NUMBER_WORD, _WORD):
        yield Change(MEANT["str"], lambda *_, word=word: (one for n in _FEW for one in _separated(clues, n, word)))


def no_number(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    # One of many, rather than all that the text says.
    many = [Part(STR, like=f"{_FIELD}{one}") for one in clues.separators if one in BETWEEN]
    yield Change({"str"}, lambda *_: many)
    yield always(TEXT_TYPES, TypeExpression("digits"))
    yield Change({"bytes"}, lambda *_: [Part(BYTES, alphabet=_DIGITS)])


def no_byte(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """What bytes are made of: bytes, or as small numbers."""
    yield Change({"list"}, lambda _, type_: [Part(BYTES), Part(type_, bounds=_OF_BYTES)] if type_ == INTS else [])
    yield Change({"int"}, lambda *_: [Part(INT, bounds=_OF_BYTES)])


def packed(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Bytes of several records of so many each, else of one."""
    length = int(found[1])
    if length:
        one, several = Part(BYTES, (length,), kept=(0,)), Part(BYTES, (max(2, _PACKED // length) * length,))
        yield Change({"bytes"}, lambda *_: [several, one])


def no_hexadecimal(_: re.Match[str], __: Clues) -> Iterator[Change]:
    yield Change({"str"}, lambda *_: [Part(STR, alphabet=_DIGITS)])
    yield Change({"bytes"}, lambda *_: [Part(BYTES, alphabet=_DIGITS)])


def not_decoded(_: re.Match[str], __: Clues) -> Iterator[Change]:
    yield Change({"bytes"}, lambda *_: [Part(BYTES, alphabet=_LETTERS)])


def turned_down(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Code says that it takes no such thing."""
    if found[0] not in _TURNING_DOWN and hasattr(builtins, found[0]):
        return
    said = _words(found.string)
    if said & _MOMENTS:
        yield Change({"timestamp"}, lambda *_: [Part(_STAMP, like=one) for one in clues.formats])
    yield Change(MEANT["str"], lambda name, _: (part for word, part in _LOOKS if word in said | _words(name)))
    yield from chosen_texts(TEXT_TYPES, clues)
    # What is named like a number may be one of several texts.
    yield from chosen_texts({"int", "object"}, clues, fewest=2)
    yield member_of(TEXT_TYPES | {"int", "object"}, clues)
    yield _edged(clues)
    yield Change(TEXT_TYPES, lambda *_: _separated(clues, 2))


def asserted(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """It may have been one of several texts; of their form no more is asserted, as a rule, than what they begin or end
    with."""
    yield from chosen_texts(TEXT_TYPES, clues)
    yield _edged(clues)


def bounded(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """A number within the bounds that the code's own error says."""
    low, high = (0, 2 ** int(found[1]) - 1) if found[1] else (float(found[2]), float(found[3]))
    if low < high:
        whole = (int(low), int(high))
        yield Change({"int"}, lambda *_: [Part(INT, bounds=whole)] if whole == (low, high) else [])
        yield Change({"float"}, lambda *_: [Part(FLOAT, bounds=(low, high))])


def chosen_texts(of: Collection[str], clues: Clues, fewest: int = 1) -> Iterator[Change]:
    """One of the texts of a group that has as many; what has a name, rather of those that this is compared with."""
    groups = [group for group in clues.texts if len(group) >= fewest]
    own = {name: group for name, group in clues.compared.items() if len(group) >= fewest}
    yield Change(of, lambda name, _: [Part(_one_of(own[name]))] if name in own else [])
    yield always(of, *map(_one_of, groups))


def member_of(of: Collection[str], clues: Clues) -> Change:
    """Of an enumeration that the text knows."""
    return always(of, *map(TypeExpression, clues.enumerations))


def _one_of(texts: Sequence[str]) -> TypeExpression:
    kinds = tuple(TypeExpression(repr(text)) for text in texts)
    return TypeExpression("|", kinds) if len(kinds) > 1 else kinds[0]


def _edged(clues: Clues) -> Change:
    """A text that begins or ends as code asks whether it does, of what has its name."""
    return Change(TEXT_TYPES, lambda name, _: (Part(STR, like=one) for one in clues.edges.get(name, ())))


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
