"""Reading messages from a stream, whatever pieces they come in."""

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from perfcast.lsp.transport.stdio import MessageReader

T = TypeVar("T")


def read(pieces: Iterable[bytes], work: Callable[[MessageReader], Awaitable[T]]) -> tuple[T, int]:
    """What some work gives that reads what another thread writes, and how often the reader's thread was asked."""
    came, sent = os.pipe()

    def write() -> None:
        with os.fdopen(sent, "wb", buffering=0) as stream:
            for piece in pieces:
                stream.write(piece)
                time.sleep(0.01)

    asked = []

    class Counting(ThreadPoolExecutor):
        def submit(self, *given, **named):
            asked.append(given)
            return super().submit(*given, **named)

    async def done() -> T:
        with os.fdopen(came, "rb") as stream, Counting(1) as executor:
            return await work(MessageReader(stream, executor))

    writer = threading.Thread(target=write)
    writer.start()
    found = asyncio.run(done())
    writer.join()
    return found, len(asked)


async def message(reader: MessageReader) -> bytes:
    length = int((await reader.readline()).removeprefix(b"Content-Length: "))
    assert await reader.readline() == b"\r\n"
    return await reader.readexactly(length)


async def two(reader: MessageReader) -> tuple[bytes, bytes]:
    return await message(reader), await message(reader)


def said(text: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


def test_messages_that_come_together_take_one_reading():
    found, asked = read([said(b"{}") + said(b"[1]\n")], two)
    assert found == (b"{}", b"[1]\n")
    assert asked == 1


def test_messages_in_pieces_are_put_together():
    whole = said("é\r\n".encode()) + said(b"x" * 50)
    found, _ = read([whole[at : at + 7] for at in range(0, len(whole), 7)], two)
    assert found == ("é\r\n".encode(), b"x" * 50)


def test_a_long_message_is_waited_for_at_once():
    long = bytes(range(256)) * 20_000
    found, asked = read([said(long) + said(b"{}")], two)
    assert found == (long, b"{}")
    assert asked <= 3


def test_a_client_that_ends_in_the_middle_leaves_what_there_is():
    async def all_of_it(reader: MessageReader) -> tuple[bytes, bytes, bytes]:
        return await reader.readline(), await reader.readexactly(10), await reader.readline()

    assert read([b"first\nsec"], all_of_it)[0] == (b"first\n", b"sec", b"")
    assert read([b"no end"], all_of_it)[0] == (b"no end", b"", b"")


def test_others_have_their_turn_between_messages_that_come_together():
    async def beside(reader: MessageReader) -> list[str]:
        order = []
        await message(reader)
        asyncio.get_running_loop().call_soon(order.append, "task")
        await message(reader)
        return [*order, "message"]

    assert read([said(b"{}") * 2], beside)[0] == ["task", "message"]
