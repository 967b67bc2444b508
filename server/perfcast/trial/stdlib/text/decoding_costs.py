"""What decoding bytes takes besides a character each: wider and wider places for the text, codecs that are looked up,
and errors that are replaced or ignored one by one."""

from __future__ import annotations

import codecs
import sys
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: `bytes.decode` knows them without a look at the table of codecs.
_KNOWN: Final = frozenset({"utf-8", "ascii", "iso8859-1", "utf-16", "utf-32"})
#: Its characters are their bytes' numbers, the greatest of which is sought first.
_OF_ONE_WIDTH: Final = "iso8859-1"
#: Nanoseconds and bytes of one that is looked up.
_LOOKED_UP: Final = 460.0
_LOOKED_UP_BYTES: Final = 370
#: Those that replace what is wrong themselves, and nanoseconds of each such place; others make an error of it, which
#: refers to a copy of the data, for a function that is asked what to do.
_REPLACING: Final = frozenset({"utf-8", "ascii"})
_REPLACED: Final = 5.0
_HANDLED: Final = 140.0
_HANDLED_BYTES: Final = 480
#: What stands for a place that is wrong.
_REPLACEMENT: Final = "\ufffd"
#: Bytes of a text of plain characters without these.
_EMPTY: Final = sys.getsizeof("")
#: The last characters that take so many bytes each.
_LAST_OF_ONE_BYTE: Final = 0xFF
_LAST_OF_TWO: Final = 0xFFFF


def decoded(machine: Machine, data: bytes | bytearray, encoding: Any = "utf-8", errors: Any = "strict") -> str:
    """The text that the data are, paid for besides its characters; notes what was held meanwhile."""
    text = data.decode(encoding, errors)
    name = codecs.lookup(encoding).name
    held = 0
    if name not in _KNOWN:
        machine.pay(_LOOKED_UP)
        held += _LOOKED_UP_BYTES
    wrong = 0 if errors == "strict" else _places_wrong(data, name, text)
    if wrong and name in _REPLACING:
        machine.pay(_REPLACED * wrong)
    elif wrong:
        machine.pay(_HANDLED * wrong)
        held += sys.getsizeof(data) + _HANDLED_BYTES
    is_widened = not (text.isascii() or name == _OF_ONE_WIDTH)
    if held or is_widened:
        machine.briefly(held + (_places(data, name, text) if is_widened else sys.getsizeof(text)))
    return text


def _places(data: bytes | bytearray, name: str, text: str) -> int:
    """Bytes of two places beside each other: one for as many characters as there may be, all of them plain, and one
    for these once a wider one comes."""
    most = len(text) if name.startswith(("utf-16", "utf-32")) else len(data)
    widest = ord(max(text))
    width = 1 if widest <= _LAST_OF_ONE_BYTE else 2 if widest <= _LAST_OF_TWO else 4
    return 2 * _EMPTY + (1 + width) * most


def _places_wrong(data: bytes | bytearray, name: str, text: str) -> int:
    """How many places of the data are none of the encoding's."""
    if text.isascii() and name in _REPLACING and len(text) == len(data):
        return 0
    return data.decode(name, "replace").count(_REPLACEMENT)
