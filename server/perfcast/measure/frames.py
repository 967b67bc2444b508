"""Messages between the sandbox's processes: JSON behind a length of four bytes, over pipes."""

from __future__ import annotations

import json
import os
import select
import struct
import time
from typing import Any, Final

_LENGTH: Final = struct.Struct(">I")
_CHUNK: Final = 1 << 16

# Names of our own, since a measured program may replace what the modules hold.
_encode: Final = json.dumps
_write: Final = os.write


class MalformedFrame(ValueError):
    """What came is not a message; its sender cannot be trusted any more."""


class Hangup(Exception):
    """The process that this one works for has gone."""


def write_frame(descriptor: int, message: dict[str, Any]) -> None:
    """Writes one message; blocks while the pipe is full. Raises OSError when the reader has gone."""
    body = _encode(message).encode("ascii")
    data = memoryview(_LENGTH.pack(len(body)) + body)
    while data:
        data = data[_write(descriptor, data) :]


class FrameReader:
    """Reads messages from a pipe, with a deadline and a bound on their length."""

    def __init__(self, descriptor: int, limit: int, master: int | None = None) -> None:
        """
        Args:
            descriptor: the pipe's end to read.
            limit: the longest message in bytes.
            master: a second pipe that stays silent; when it closes, `read` raises `Hangup`.
        """
        self._descriptor = descriptor
        self._limit = limit
        self._master = master
        self._data = bytearray()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        if master is not None:
            self._poll.register(master, select.POLLIN)

    def read(self, seconds: float | None = None) -> dict[str, Any] | None:
        """The next message, or None at the end of the pipe.

        Raises:
            TimeoutError: no whole message came within `seconds`.
            MalformedFrame: it is too long or is not a JSON object.
            Hangup: the master has gone.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            message = self._complete()
            if message is not None:
                return message
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready = {descriptor for descriptor, _ in self._poll.poll(None if left is None else left * 1000)}
            if self._master in ready:
                raise Hangup
            if not ready:
                raise TimeoutError
            data = os.read(self._descriptor, _CHUNK)
            if not data:
                return None
            self._data += data

    def _complete(self) -> dict[str, Any] | None:
        if len(self._data) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._data)
        if length > self._limit:
            raise MalformedFrame("a message is too long")
        end = _LENGTH.size + length
        if len(self._data) < end:
            return None
        try:
            message = json.loads(bytes(self._data[_LENGTH.size : end]))
        except (ValueError, RecursionError) as error:
            raise MalformedFrame("a message is not JSON") from error
        del self._data[:end]
        if not isinstance(message, dict):
            raise MalformedFrame("a message is not a JSON object")
        return message
