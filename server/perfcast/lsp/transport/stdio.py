"""Stdin and stdout for the protocol alone.

Whatever else writes to file descriptor 1 (a stray `print`, a native library, a child process) would corrupt the stream,
so the protocol gets a copy of it and 1 becomes stderr; likewise nothing else can read what the client sends.
"""

from __future__ import annotations

import asyncio
import os
import sys
from concurrent.futures import Executor
from io import BufferedReader
from typing import BinaryIO, Final

#: Bytes that are read at once of what has come; hardly a message is longer, but for those with the text of a file.
_CHUNK: Final = 65_536


class MessageReader:
    """What pygls reads messages by. A thread waits for the client, and hands over all that has come by then.

    pygls's own has the thread wait for each line of a header, and for what follows it: three changes of threads for a
    message, while another one may compute.
    """

    def __init__(self, stream: BufferedReader, executor: Executor) -> None:
        self._stream, self._executor = stream, executor
        self._come = bytearray()

    async def readline(self) -> bytes:
        """Up to a line's end; less where the client ends before."""
        while b"\n" not in self._come and await self._waited(1):
            pass
        return self._taken(self._come.find(b"\n") + 1 or len(self._come))

    async def readexactly(self, count: int) -> bytes:
        """So many bytes, a message's; less where the client ends before."""
        while len(self._come) < count and await self._waited(count - len(self._come)):
            pass
        # Others have their turn between two messages that have come together.
        await asyncio.sleep(0)
        return self._taken(count)

    async def _waited(self, count: int) -> bool:
        """Waits for more, if there is any: for so many bytes, where they are many."""
        read = self._stream.read1 if count <= _CHUNK else self._stream.read
        more = await asyncio.get_running_loop().run_in_executor(self._executor, read, max(count, _CHUNK))
        self._come += more
        return bool(more)

    def _taken(self, count: int) -> bytes:
        taken = bytes(self._come[:count])
        del self._come[:count]
        return taken


def claim_stdio() -> tuple[BufferedReader, BinaryIO]:
    """Take stdin and stdout away from everything else in this process.

    Returns:
        The streams to read the client's messages from and to write to.
    """
    reader = os.fdopen(os.dup(0), "rb")
    writer = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        # There is no stderr, as under pythonw.
        os.dup2(nothing, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return reader, writer
