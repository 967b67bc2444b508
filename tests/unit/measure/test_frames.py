"""Messages over pipes, from a sender that may be anybody."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

import pytest

from perfcast.measure.frames import FrameReader, Hangup, MalformedFrame, write_frame


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for end in (reading, writing):
        try:
            os.close(end)
        except OSError:
            continue


def test_messages_arrive_whole_and_in_order(pipe: tuple[int, int]) -> None:
    reader = FrameReader(pipe[0], 1000)
    write_frame(pipe[1], {"a": "ü\n"})
    write_frame(pipe[1], {"b": [1.5, None]})
    os.close(pipe[1])
    assert [reader.read(1), reader.read(1), reader.read(1)] == [{"a": "ü\n"}, {"b": [1.5, None]}, None]


def test_half_a_message_is_not_waited_for_beyond_the_deadline(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], struct.pack(">I", 10) + b"{")
    with pytest.raises(TimeoutError):
        FrameReader(pipe[0], 1000).read(0.01)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(struct.pack(">I", 1001), id="too long"),
        pytest.param(struct.pack(">I", 3) + b"abc", id="not JSON"),
        pytest.param(struct.pack(">I", 2) + b"[]", id="not an object"),
        pytest.param(struct.pack(">I", 2) + b"\xff\xfe", id="not text"),
        pytest.param(struct.pack(">I", 900) + b"[" * 900, id="cut short"),
    ],
)
def test_anything_else_is_malformed(pipe: tuple[int, int], data: bytes) -> None:
    os.write(pipe[1], data)
    with pytest.raises(MalformedFrame):
        FrameReader(pipe[0], 1000).read(1)


def test_a_master_that_goes_is_noticed_while_waiting(pipe: tuple[int, int]) -> None:
    master_reading, master_writing = os.pipe()
    os.close(master_writing)
    try:
        with pytest.raises(Hangup):
            FrameReader(pipe[0], 1000, master=master_reading).read(5)
    finally:
        os.close(master_reading)
