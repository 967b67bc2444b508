"""Digests and packed bytes of the closed world: ``hashlib``, ``struct``, ``binascii``, as far as they only compute."""

from __future__ import annotations

import binascii
import hashlib
import struct
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, noted
from perfcast.trial.operators import MOST_ELEMENTS
from perfcast.trial.stops import Unsupported

_DIGESTS: Final = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s")
_BYTES: Final = (bytes, bytearray)


def digests(machine: Machine) -> dict[str, Any]:
    """What the module ``hashlib`` holds."""
    return {name: Guarded(_digest(machine, getattr(hashlib, name))) for name in _DIGESTS}


def _digest(machine: Machine, make: Any) -> Any:
    def begin(data: Any = b"", *, usedforsecurity: bool = True) -> Guarded:
        state = make()

        def update(more: Any) -> None:
            machine.pass_over(len(_checked(more)) // 4)
            state.update(more)

        update(data)
        return Guarded(
            begin,
            {
                "update": Guarded(update),
                "digest": Guarded(lambda: noted(machine, state.digest())),
                "hexdigest": Guarded(lambda: noted(machine, state.hexdigest())),
            },
        )

    return begin


def layouts(machine: Machine) -> dict[str, Any]:
    """What the module ``struct`` holds."""

    def pack(layout: Any, *values: Any) -> Any:
        _size(layout)
        return noted(machine, struct.pack(layout, *values))

    def unpack(layout: Any, data: Any) -> Any:
        _size(layout)
        return noted(machine, struct.unpack(layout, _checked(data)))

    return {"pack": Guarded(pack), "unpack": Guarded(unpack), "calcsize": Guarded(_size), "error": struct.error}


def texts(machine: Machine) -> dict[str, Any]:
    """What the module ``binascii`` holds."""

    def read(function: Any) -> Guarded:
        def run(data: Any) -> Any:
            machine.pass_over(len(data) // 4)
            return noted(machine, function(_checked(data) if not isinstance(data, str) else data))

        return Guarded(run)

    names = ("hexlify", "unhexlify", "b2a_hex", "a2b_hex", "crc32")
    return {name: read(getattr(binascii, name)) for name in names}


def _checked(data: Any) -> Any:
    if not isinstance(data, _BYTES):
        raise TypeError("bytes wanted")
    return data


def _size(layout: Any) -> int:
    if not isinstance(layout, str) or len(layout) > MOST_ELEMENTS:
        raise TypeError("a text wanted")
    size = struct.calcsize(layout)
    if size > MOST_ELEMENTS:
        raise Unsupported("objects too large")
    return size
