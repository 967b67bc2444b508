"""Functions of the standard library that read and write texts, and nothing else.

Each is given plain texts and numbers, and texts that are not long: what it does is then done soon.
"""

from __future__ import annotations

import _string  # type: ignore[import-not-found]
import base64
import codecs
import html
import keyword
import math
import mimetypes
import shlex
import string
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final
from urllib import parse

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, TABLE
from perfcast.trial.interpreter.accounting.limits import check_width
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import shallow
from perfcast.trial.interpreter.accounting.prices import (
    FORMAT_PIECE,
    LINE_DEDENTED,
    PAIR_QUOTED,
    PAIR_UNQUOTED,
    PLACE_FILLED,
    REWRITTEN,
    TEXTS,
    WORD_WRAPPED,
)
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.stdlib.language import memoization

#: What addresses are that were split, and what is asked of them besides their parts.
_ADDRESSES: Final = (parse.SplitResult, parse.ParseResult, parse.SplitResultBytes, parse.ParseResultBytes)
_OF_ADDRESSES: Final = frozenset({"hostname", "port", "username", "password"})
#: Characters of all texts of a call, and the largest number, which may be a width.
_MOST_TEXT: Final = 20_000
_MOST_NUMBER: Final = 1_000
#: Elements of what is given with texts in it.
_MOST_PARTS: Final = 1_000
#: Module -> its functions that are known.
_KNOWN: Final[dict[str, tuple[Any, tuple[str, ...]]]] = {
    "html": (html, ("escape", "unescape")),
    "textwrap": (textwrap, ("dedent", "indent", "wrap", "fill", "shorten")),
    "urllib.parse": (
        parse,
        (
            *("quote", "quote_plus", "unquote", "unquote_plus", "quote_from_bytes", "unquote_to_bytes"),
            *("urlsplit", "urlparse", "urlunsplit", "urlunparse", "urljoin", "urldefrag", "urlencode"),
            *("parse_qs", "parse_qsl"),
        ),
    ),
    "shlex": (shlex, ("quote", "split", "join")),
    "base64": (
        base64,
        (
            *("b64encode", "b64decode", "standard_b64encode", "standard_b64decode", "urlsafe_b64encode"),
            *("urlsafe_b64decode", "b32encode", "b32decode", "b16encode", "b16decode"),
            *("a85encode", "a85decode", "b85encode", "b85decode"),
        ),
    ),
    "codecs": (codecs, ("decode", "encode")),
    "keyword": (keyword, ("iskeyword", "issoftkeyword")),
    "mimetypes": (mimetypes, ("guess_type", "guess_extension", "guess_all_extensions")),
}
MODULES: Final = frozenset(_KNOWN)
# It reads the system's own tables once, which no trial run may do.
mimetypes.init()
#: Encodings that make little of much, or much of little.
_PACKING: Final = frozenset({"bz2", "zip", "zlib"})
#: Functions that look first whether there is anything to quote; nanoseconds for a character then.
_QUOTING: Final = frozenset({parse.quote, parse.quote_plus, parse.quote_from_bytes})
_SAFE: Final = 2.0
#: Bytes for each character, encoded and in a list of what stands for each, and of bytes besides; of what splits as a
#: shell does, and for each character that it reads; and of what fills a template in.
_QUOTED: Final = 9.5
_BYTES: Final = 33
_SPLITTER: Final = 1_000
_SPLIT: Final = 5.4
_FILLER: Final = 1_860
#: And of the list that the pieces are joined from, for each place.
_PLACES: Final = 16
#: Of what guesses a type by a name, which is taken apart as an address is.
_TAKEN_APART: Final = 1_080
#: Of pairs of names and values: whether they are made to a text, what each takes, and bytes that it holds meanwhile.
_OF_PAIRS: Final[dict[Any, tuple[bool, float, int]]] = {
    parse.urlencode: (True, PAIR_QUOTED, 68),
    parse.parse_qs: (False, PAIR_UNQUOTED, 60),
    parse.parse_qsl: (False, PAIR_UNQUOTED, 60),
}
#: They split a text into words first, each with bytes of its own.
_WRAPPING: Final = frozenset({textwrap.wrap, textwrap.fill, textwrap.shorten})
_WORD: Final = 110
#: Bytes of what wraps, most of them while words are found.
_WRAPPER: Final = 1_750
#: Of what is written to the base of 85, whose digits are listed, for each byte of the result.
_BY_DIGITS: Final = 34
#: Functions to the base of 64 and back, and how often one that changes digits has its result; characters by which texts
#: for addresses differ; the longest text that is put together on the stack.
_BASE_64: Final = frozenset(
    {base64.b64encode, base64.standard_b64encode, base64.urlsafe_b64encode}
    | {base64.b64decode, base64.standard_b64decode, base64.urlsafe_b64decode}
)
_MADE_ANEW: Final[dict[Any, int]] = {base64.urlsafe_b64encode: 2}
_URL_SAFE: Final = frozenset(b"-_")
_ON_STACK: Final = 512
_PLAIN: Final = (str, bytes, bytearray, int, float, bool, type(None))


def members(machine: Machine, module: str) -> dict[str, Any]:
    """What one of `MODULES` holds."""
    of, names = _KNOWN[module]
    found = {name: Guarded(_limited(machine, module, getattr(of, name))) for name in names}
    return found | _splitting(machine, found) if of is parse else found


def _splitting(machine: Machine, functions: Mapping[str, Guarded]) -> dict[str, Any]:
    """What splits addresses: it remembers what it has split."""
    split = memoization.of_library(machine, functions["urlsplit"])

    def parsed(url: Any, scheme: Any = "", allow_fragments: Any = True) -> Any:
        if isinstance(url, str | bytes):
            split.run(url, scheme, allow_fragments)
        return functions["urlparse"].run(url, scheme, allow_fragments)

    return {"urlsplit": split, "urlparse": Guarded(parsed)}


def of_address(machine: Machine, value: Any, name: str) -> Any:
    """What code asks of an address that was split. Raises Unsupported for what is none, or is not known of them."""
    if not isinstance(value, _ADDRESSES) or name not in {*_OF_ADDRESSES, "geturl"}:
        raise Unsupported(f"{type(value).__name__}.{name}")
    if name == "geturl":
        return Guarded(_limited(machine, "urllib.parse", value.geturl))
    return noted(machine, getattr(value, name))


def templates(machine: Machine) -> dict[str, Any]:
    """What the module ``string`` holds besides texts."""

    def fill(text: str, name: str, values: dict[str, Any]) -> str:
        return str(getattr(string.Template(text), name)(values))

    limited = _limited(machine, "string", fill)

    def filled(text: str, name: str, values: Any = None, /, **named: Any) -> Any:
        return limited(text, name, (values or {}) | named)

    def made(template: Any) -> Guarded:
        _length(template)
        functions = ("substitute", "safe_substitute")
        found = {name: Guarded(partial(filled, template, name)) for name in functions}
        return Guarded(lambda: None, found | {"template": template})

    return {"Template": Guarded(made)}


def formats(machine: Machine) -> dict[str, Any]:
    """What the module ``_string`` holds, by which ``string.Formatter`` reads formats."""
    parse_all = _limited(machine, "_string", _pieces)
    split = _limited(machine, "_string", _string.formatter_field_name_split)

    def pieces(text: str) -> Iterator[Any]:
        found = parse_all(text)
        machine.pay(FORMAT_PIECE * len(found))
        return iter(found)

    def split_name(text: str) -> tuple[Any, Iterator[Any]]:
        first, rest = split(text)
        return first, iter(list(rest))

    return {"formatter_parser": Guarded(pieces), "formatter_field_name_split": Guarded(split_name)}


def _pieces(text: str) -> list[Any]:
    return list(_string.formatter_parser(text))


def _limited(machine: Machine, module: str, function: Callable[..., Any]) -> Callable[..., Any]:
    name = function.__name__
    call, character = TEXTS.get(f"{module}.{name}") or TEXTS.get(name, TEXTS[module])
    again, part = REWRITTEN.get(name, (0.0, 0.0)) if module != "shlex" else (0.0, 0.0)

    def run(*args: Any, **kwargs: Any) -> Any:
        if module == "shlex" and None in (*args, *kwargs.values()):
            # It would read the standard input.
            raise Unsupported("reading the standard input")
        if module == "codecs" and _PACKING.intersection(map(_plain_name, (*args[1:2], *kwargs.values()))):
            raise Unsupported("packed data")
        lengths = sorted(map(_length, (*args, *kwargs.values())), reverse=True)
        length = sum(lengths)
        # One may be put into another as often as that one has characters.
        if length > _MOST_TEXT or math.prod(lengths[:2]) > MOST_CELLS:
            raise Unsupported("a long text")
        found = function(*args, **kwargs)
        # It is told from the whole text that there is nothing to quote.
        is_safe = function in _QUOTING and bool(args) and found == args[0]
        is_template = name == "fill" and module == "string"
        # Of what a template may name only that is looked up which it does.
        machine.pay(call + (_SAFE if is_safe else character) * (_length(args[0]) if is_template else length))
        if again and args and found != args[0]:
            machine.pay(again + part * abs(_length(found) - _length(args[0])) / 2)
        if function is textwrap.dedent and isinstance(args[0], str):
            machine.pay(LINE_DEDENTED * args[0].count("\n"))
        if function in _OF_PAIRS:
            is_made, pair, held = _OF_PAIRS[function]
            pairs = 1 + _separators(found if is_made else [*args, *kwargs.values()][0]) if found else 0
            machine.pay(pair * pairs)
            machine.briefly(held * pairs + sys.getsizeof(found))
        elif function in _WRAPPING and args and isinstance(args[0], str):
            words = 1 + sum(map(str.isspace, args[0]))
            machine.pay(WORD_WRAPPED * words)
            machine.passes(TABLE, TABLE, KEYS)
            machine.briefly(max(_WRAPPER, _WORD * words + sys.getsizeof(found)))
        elif module == "base64" and isinstance(found, bytes):
            machine.briefly(_while_coded(function, args, found))
        elif function in _QUOTING and args:
            machine.briefly(int((1 if is_safe else _QUOTED) * _length(args[0])) + _BYTES + sys.getsizeof(found))
        elif function is mimetypes.guess_type:
            machine.briefly(_TAKEN_APART)
        elif function is shlex.split:
            size = shallow(found) + sum(map(shallow, found))
            machine.gathered_beside(_SPLITTER + int(_SPLIT * length), found, size=size)
        elif is_template:
            places = str(args[0]).count("$")
            machine.pay(PLACE_FILLED * places)
            # What stands between them is taken out first.
            between = (sys.getsizeof("") + _PLACES) * places + _length(args[0]) if places else 0
            machine.briefly(_FILLER + between + sys.getsizeof(found))
        return noted(machine, found)

    return run


def _while_coded(function: Callable[..., Any], args: tuple[Any, ...], found: bytes) -> int:
    """Bytes of what a function of the module ``base64`` gives, and of what is there beside that."""
    if function not in _BASE_64 or not args or not isinstance(args[0], str | bytes):
        return (_BY_DIGITS if "85" in function.__name__ else 2) * sys.getsizeof(found)
    text = args[0].encode() if isinstance(args[0], str) else args[0]
    is_to = "encode" in function.__name__
    copies = 0 if is_to else isinstance(args[0], str)
    if function is base64.urlsafe_b64decode and not _URL_SAFE.isdisjoint(text):
        copies += 1
    # A long one is put together in a place for the longest that there may be.
    room = 2 * len(text) + 3 if is_to else (len(text) + 3) // 4 * 3
    made = max(sys.getsizeof(found), sys.getsizeof(b"") + room if room > _ON_STACK else 0)
    return max(copies * sys.getsizeof(text) + made, _MADE_ANEW.get(function, 0) * sys.getsizeof(found))


def _plain_name(encoding: Any) -> str:
    return str(encoding).lower().replace("-", "_").removesuffix("_codec")


def _separators(text: Any) -> int:
    return int(text.count("&" if isinstance(text, str) else b"&"))


def _length(value: Any) -> int:
    """Characters of a plain value. Raises Unsupported for others."""
    length, looked_at, waiting = 0, 0, [value]
    while waiting:
        item = waiting.pop()
        # What lies in several places counts for each of them.
        looked_at += 1
        if looked_at > _MOST_TEXT:
            raise Unsupported("a long text")
        if type(item) in _PLAIN:
            length += _length_of_one(item)
            continue
        parts = [*item, *item.values()] if type(item) is dict else item
        # What is made by these very functions is a tuple too, of texts.
        if not isinstance(parts, list | tuple) or len(parts) > _MOST_PARTS:
            raise Unsupported("a text of another kind")
        waiting.extend(parts)
    return length


def _length_of_one(value: Any) -> int:
    kind = type(value)
    if kind is float and not math.isfinite(value):
        raise Unsupported("no number beside a text")
    if kind is int and abs(value) > _MOST_NUMBER:
        raise Unsupported("a large number beside a text")
    return len(value) if isinstance(value, str | bytes | bytearray) else 1


def check_date_format(text: Any) -> None:
    """Raises Unsupported for a date's format that may become long."""
    if not isinstance(text, str) or len(text) > _MOST_NUMBER:
        raise Unsupported("a date's format")
    if "%" in text:
        check_width(text)
