"""Messages to a server process as they go over the wire."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Collection
from contextlib import suppress
from typing import IO, Any

from tests.e2e.session import ENVIRONMENT, SECONDS, STAND_IN


def message(body: bytes, header: bytes | None = None) -> bytes:
    return (header or b"Content-Length: %d" % len(body)) + b"\r\n\r\n" + body


def talk(*messages: bytes) -> tuple[int, list[dict[str, Any]], bytes]:
    """Say these things, then close stdin. Returns exit code, answers and stderr."""
    done = subprocess.run(
        STAND_IN, input=b"".join(messages), capture_output=True, env=ENVIRONMENT, timeout=SECONDS, check=False
    )
    return done.returncode, _answers(done.stdout), done.stderr


def talk_in_order(*messages: bytes, identities: Collection[int]) -> tuple[int, list[dict[str, Any]], bytes]:
    """As `talk`, but the last message is said once these requests have been answered: as clients do before `exit`."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            STAND_IN, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=ENVIRONMENT
        )
        assert process.stdin is not None and process.stdout is not None
        # The server need not wait for its answers to be read before it reads on.
        *first, last = messages
        speaking = threading.Thread(target=_say, args=(process.stdin, b"".join(first)))
        speaking.start()
        patience = threading.Timer(SECONDS, process.kill)
        patience.start()
        said, more = b"", b" "
        while more and not {*identities} <= {one.get("id") for one in _answers(said) if "method" not in one}:
            more = process.stdout.read1()
            said += more
        speaking.join()
        _say(process.stdin, last)
        with suppress(BrokenPipeError):
            process.stdin.close()
        said += process.stdout.read()
        code = process.wait()
        patience.cancel()
        process.stdout.close()
        errors.seek(0)
        return code, _answers(said), errors.read()


def _say(stream: IO[bytes], messages: bytes) -> None:
    # The server may have ended.
    with suppress(BrokenPipeError):
        stream.write(messages)
        stream.flush()


def _answers(said: bytes) -> list[dict[str, Any]]:
    """Those that are there as a whole."""
    answers = []
    while b"\r\n\r\n" in said:
        header, _, rest = said.partition(b"\r\n\r\n")
        length = int(header.split(b"\r\n")[0].split(b":")[1])
        if len(rest) < length:
            break
        answers.append(json.loads(rest[:length]))
        said = rest[length:]
    return answers


def request(identity: int | str, method: str, params: object) -> bytes:
    return message(json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}).encode())


def notification(method: str, params: object) -> bytes:
    return message(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())


SHUTDOWN = request(99, "shutdown", None) + notification("exit", None)
