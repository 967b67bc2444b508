"""Messages to a server process as they go over the wire."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from tests.e2e.session import ENVIRONMENT, SECONDS, STAND_IN


def message(body: bytes, header: bytes | None = None) -> bytes:
    return (header or b"Content-Length: %d" % len(body)) + b"\r\n\r\n" + body


def talk(*messages: bytes) -> tuple[int, list[dict[str, Any]], bytes]:
    """Say these things, then close stdin. Returns exit code, answers and stderr."""
    done = subprocess.run(
        STAND_IN, input=b"".join(messages), capture_output=True, env=ENVIRONMENT, timeout=SECONDS, check=False
    )
    answers = []
    rest = done.stdout
    while rest:
        header, _, rest = rest.partition(b"\r\n\r\n")
        length = int(header.split(b"\r\n")[0].split(b":")[1])
        answers.append(json.loads(rest[:length]))
        rest = rest[length:]
    return done.returncode, answers, done.stderr


def request(identity: int | str, method: str, params: object) -> bytes:
    return message(json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}).encode())


def notification(method: str, params: object) -> bytes:
    return message(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())


SHUTDOWN = request(99, "shutdown", None) + notification("exit", None)
