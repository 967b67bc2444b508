"""``struct``, ``zlib``, ``base64`` and their like, as far as they only compute.

``struct``, ``binascii``, ``zlib``, ``gzip``, ``bz2``.
"""

from __future__ import annotations

import binascii
import bz2
import gzip
import io
import struct
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from math import log2
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import POINTER, RAW, shallow
from perfcast.trial.interpreter.accounting.prices import (
    BLOCK_READ,
    BLOCK_SORTED,
    BLOCK_SORTER,
    COMPRESSOR,
    INFLATED,
    PACKED,
    VALUE_PACKED,
    VALUE_UNPACKED,
)
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind, nothing
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_ELEMENTS
from perfcast.trial.stdlib.formats.compression import deflating

#: Bytes of what compresses parts: its window and its tables.
_COMPRESSOR: Final = 268_300
#: Blocks that what comes of it is put into, until its length is known (``blocks_output_buffer`` of CPython).
_PUT_INTO: Final = tuple(size << 10 for size in (32, 64, 256, 1024, 4096, 8192, 16384, 16384, 32768, 32768))
#: Of what reads what was compressed, with its first place for the result.
_READER: Final = 30_000
#: Of what sorts blocks, whatever there is to sort.
_BLOCKS: Final = 7_551_000


class Struct(Guarded):
    """A layout that was read once."""

    __slots__ = ()


def _uncallable(*_: Any, **__: Any) -> Any:
    raise TypeError("'_struct.Struct' object is not callable")


def layouts(machine: Machine) -> dict[str, Any]:
    """What the module ``struct`` holds."""

    def taken(values: tuple[Any, ...]) -> Any:
        machine.pay(PACKED + VALUE_UNPACKED * len(values))
        return noted(machine, values)

    def pack(layout: Any, *values: Any) -> Any:
        form = _form(layout)
        machine.pay(PACKED + VALUE_PACKED * len(values))
        return noted(machine, form.pack(*values))

    def unpack(layout: Any, data: Any) -> Any:
        form = _form(layout)
        return taken(form.unpack(_checked(data)))

    def pack_into(layout: Any, buffer: Any, offset: Any, *values: Any) -> None:
        form = _form(layout)
        machine.pay(PACKED + VALUE_PACKED * len(values))
        machine.changes(_checked(buffer))
        form.pack_into(buffer, offset, *values)

    def unpack_from(layout: Any, /, buffer: Any, offset: Any = 0) -> Any:
        form = _form(layout)
        return taken(form.unpack_from(_checked(buffer), offset))

    def iter_unpack(layout: Any, data: Any) -> Iterator[Any]:
        form = _form(layout)
        for part in form.iter_unpack(_checked(data)):
            yield taken(machine.made(part))

    functions = (pack, unpack, pack_into, unpack_from, iter_unpack)

    def compiled(format: Any) -> Struct:
        form = _form(format)
        machine.pay(PACKED)
        bound: dict[str, Any] = {function.__name__: Guarded(partial(function, format)) for function in functions}
        machine.outside.add(list(bound.values()))
        size = sys.getsizeof(form)
        attributes = bound | {"size": form.size, "format": form.format}
        machine.grown(made := Struct(_uncallable, attributes, nbytes=size - POINTER * len(attributes)), size)
        return made

    return {function.__name__: Guarded(function) for function in functions} | {
        "Struct": Kind(Struct, compiled),
        "calcsize": Guarded(lambda layout: _form(layout).size),
        "error": struct.error,
    }


def compression(machine: Machine) -> dict[str, Any]:
    """What the module ``zlib`` holds besides what only reads."""

    def compressed(data: Any, *level: Any, **named: Any) -> Any:
        found = zlib.compress(_checked(data), *level, **named)
        machine.pay(COMPRESSOR + deflating(data, len(found)))
        machine.briefly(_COMPRESSOR + _put_into(len(found)))
        return noted(machine, found)

    def decompress(data: Any, /, wbits: Any = zlib.MAX_WBITS, **_: Any) -> Any:
        machine.pass_over(len(_checked(data)))
        state = zlib.decompressobj(wbits)
        found = state.decompress(data, MOST_ELEMENTS)
        if state.unconsumed_tail:
            raise Unsupported("objects too large")
        if not state.eof:
            raise zlib.error("Error -5 while decompressing data: incomplete or truncated stream")
        return _inflated(machine, found)

    def begin(level: Any = -1) -> Any:
        # Room for many of them would be much.
        machine.pay(COMPRESSOR)
        state = zlib.compressobj(level)

        def compress(data: Any) -> Any:
            # What comes of it waits for more.
            machine.pay(deflating(_checked(data), len(data) // 2))
            return noted(machine, state.compress(data))

        functions = {"compress": Guarded(compress), "flush": Guarded(lambda: noted(machine, state.flush()))}
        made = machine.grown(Guarded(nothing, functions, nbytes=_COMPRESSOR), _COMPRESSOR)
        # Most of its room is never written to.
        machine.counts.allocated -= _COMPRESSOR
        return made

    return {
        "compress": Guarded(compressed),
        "decompress": Guarded(decompress),
        "compressobj": Guarded(begin),
        "error": zlib.error,
    }


def _inflated(machine: Machine, found: bytes) -> Any:
    machine.pay(INFLATED * len(found))
    machine.briefly(_READER)
    return noted(machine, found)


def _read(file: gzip.GzipFile | bz2.BZ2File) -> bytes:
    """All that was compressed, of one piece or of several behind each other."""
    found = file.read(MOST_ELEMENTS + 1)
    if len(found) > MOST_ELEMENTS:
        raise Unsupported("objects too large")
    return found


def _put_into(nbytes: int) -> int:
    """Bytes of the blocks that so many are put into."""
    held = 0
    for size in _PUT_INTO:
        held += size
        if held > nbytes:
            break
    return held


def zipped(machine: Machine) -> dict[str, Any]:
    """What the module ``gzip`` holds, but for files."""

    def compress(data: Any, compresslevel: Any = 9, **_: Any) -> Any:
        # The time of day is not told.
        found = gzip.compress(_checked(data), compresslevel, mtime=0)
        machine.pay(COMPRESSOR + deflating(data, len(found)))
        machine.briefly(_COMPRESSOR + _put_into(len(found)))
        return noted(machine, found)

    def decompress(data: Any) -> Any:
        machine.pass_over(len(_checked(data)))
        return _inflated(machine, _read(gzip.GzipFile(fileobj=io.BytesIO(data))))

    return {
        "compress": Guarded(compress),
        "decompress": Guarded(decompress),
        "BadGzipFile": gzip.BadGzipFile,
    }


def blocks(machine: Machine) -> dict[str, Any]:
    """What the module ``bz2`` holds, but for files."""

    def compress(data: Any, compresslevel: Any = 9) -> Any:
        length = len(_checked(data))
        work = BLOCK_SORTED * length * log2(length + 1)
        machine.allows(work)
        machine.pay(BLOCK_SORTER + work)
        found = bz2.compress(data, compresslevel)
        machine.briefly(_BLOCKS + shallow(found))
        return noted(machine, found)

    def decompress(data: Any) -> Any:
        machine.pass_over(len(_checked(data)))
        try:
            found = _read(bz2.BZ2File(io.BytesIO(data))) if data else b""
        except EOFError as error:
            raise ValueError(str(error)) from None
        machine.pay(BLOCK_READ * len(found))
        machine.briefly(_READER + len(found))
        return noted(machine, found)

    return {"compress": Guarded(compress), "decompress": Guarded(decompress)}


def texts(machine: Machine) -> dict[str, Any]:
    """What the module ``binascii`` holds."""

    def read(function: Any) -> Guarded:
        def run(data: Any, *args: Any, **options: Any) -> Any:
            machine.pass_over(len(data) // 4)
            return noted(machine, function(_checked(data) if not isinstance(data, str) else data, *args, **options))

        return Guarded(run)

    forms = ("hex", "uu", "qp", "base64")
    names = ("hexlify", "unhexlify", "crc32", *(f"b2a_{form}" for form in forms), *(f"a2b_{form}" for form in forms))
    errors = {name: getattr(binascii, name) for name in ("Error", "Incomplete")}
    return {name: read(getattr(binascii, name)) for name in names} | errors


def _checked(data: Any) -> Any:
    if not isinstance(data, RAW):
        raise TypeError("bytes wanted")
    return data


def _form(layout: Any) -> struct.Struct:
    """The layout as the library reads it, which its own functions would keep, however long it is."""
    if not isinstance(layout, str | bytes) or len(layout) > MOST_ELEMENTS:
        raise TypeError("a text wanted")
    form = struct.Struct(layout)
    if form.size > MOST_ELEMENTS:
        raise Unsupported("objects too large")
    return form
