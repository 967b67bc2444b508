"""Stdin and stdout for the protocol alone.

Whatever else writes to file descriptor 1 (a stray `print`, a native library, a child process) would corrupt the stream,
so the protocol gets a copy of it and 1 becomes stderr; likewise nothing else can read what the client sends.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
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
