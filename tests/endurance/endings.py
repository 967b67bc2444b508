"""Every way in which a session can end while the model runs or a function is measured: nothing is left."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from lsprotocol import types

from perfcast.lsp.transport.watchdog import is_alive
from tests.e2e.session import ENVIRONMENT, SECONDS, Session, session
from tests.endurance.report import Row, spread
from tests.endurance.servers import PACKAGED
from tests.unit.measure.processes import descendants

URI = "file:///project/code.py"
MANY = "\n".join(f"def f{i}(nums):\n    return [n + {i} for n in sorted(nums)]\n" for i in range(1000))
ENDLESS = "def waiting(nums):\n    while True:\n        nums.append(1) or nums.pop()\n"
LIMIT = 2.0
"""Seconds within which nothing is left."""

End = Callable[[Session], Awaitable[None]]


async def _kill(editor: Session) -> None:
    editor.process.kill()


async def _terminate(editor: Session) -> None:
    editor.process.send_signal(signal.SIGTERM)


async def _close_stdin(editor: Session) -> None:
    assert editor.process.stdin is not None
    editor.process.stdin.close()


async def _exit(editor: Session) -> None:
    editor.client.exit(None)


async def _shut_down(editor: Session) -> None:
    await editor.client.shutdown_async(None)
    editor.client.exit(None)


ENDS: dict[str, End] = {
    "kill -9 of the server": _kill,
    "SIGTERM": _terminate,
    "closed stdin": _close_stdin,
    "exit": _exit,
    "shutdown and exit": _shut_down,
}


async def endings(server: Sequence[str], repeats: int) -> AsyncIterator[Row]:
    """Each ending so many times in mid-inference, then while a function is measured, then with the editor killed."""
    for name, end in ENDS.items():
        yield _row(f"{name}, in mid-inference", [await _in_mid_inference(server, end) for _ in range(repeats)])
    for name, end in ENDS.items():
        yield _row(f"{name}, while measuring", [await _while_measuring(end) for _ in range(repeats)])
    seconds = [await _editor_killed(server) for _ in range(repeats)]
    yield _row("kill -9 of the editor, the server's stdin held open by others", seconds)


def _row(what: str, seconds: Sequence[float]) -> Row:
    return Row(f"{what}, {len(seconds)} times", f"nothing left after {spread(seconds, 's')}", max(seconds) <= LIMIT)


async def _in_mid_inference(server: Sequence[str], end: End) -> float:
    async with session(command=list(server)) as editor:
        editor.open(URI, MANY)
        await editor.until(lambda: any(status["state"] == "working" for status in editor.statuses))
        return await _seconds_until_gone(editor, end)


async def _while_measuring(end: End) -> float:
    async with session(command=PACKAGED) as editor:
        editor.open(URI, ENDLESS)
        await editor.until(lambda: editor.refreshes)
        before = descendants(editor.process.pid)
        params = types.ExecuteCommandParams("perfcast.server.measure", [{"uri": URI, "name": "waiting"}])
        editor.client.protocol.send_request("workspace/executeCommand", params)
        await editor.until(lambda: len(descendants(editor.process.pid) - before) >= 3)
        return await _seconds_until_gone(editor, end)


async def _seconds_until_gone(editor: Session, end: End) -> float:
    processes = {editor.process.pid, *descendants(editor.process.pid)}
    start = time.monotonic()
    await end(editor)
    await editor.until(lambda: not any(map(is_alive, processes)))
    seconds = time.monotonic() - start
    await editor.process.wait()
    return seconds


async def _editor_killed(server: Sequence[str]) -> float:
    editor = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    reader, writer = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *server, stdin=reader, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, env=ENVIRONMENT
    )
    try:
        assert process.stdout is not None
        options = {"settings": {}}
        about = {"processId": editor.pid, "capabilities": {}, "initializationOptions": options}
        os.write(writer, _message({"id": 1, "method": "initialize", "params": about}))
        item = {"uri": URI, "languageId": "python", "version": 1, "text": MANY}
        os.write(writer, _message({"method": "textDocument/didOpen", "params": {"textDocument": item}}))
        async with asyncio.timeout(SECONDS):
            await process.stdout.readuntil(b'"state": "working"')
        editor.kill()
        editor.wait()
        start = time.monotonic()
        # What it says meanwhile is read, or it might wait for that.
        await asyncio.wait_for(process.stdout.read(), SECONDS)
        await asyncio.wait_for(process.wait(), SECONDS)
        return time.monotonic() - start
    finally:
        editor.kill()
        editor.wait()
        if process.returncode is None:
            process.kill()
        os.close(reader)
        os.close(writer)


def _message(content: dict[str, object]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **content}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
