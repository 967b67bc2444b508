"""The server as a process: its streams, and every way in which it can end."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from perfcast.lsp.transport.watchdog import is_alive
from tests.e2e.session import ENVIRONMENT, ROOT, SECONDS, STAND_IN, session
from tests.e2e.wire import SHUTDOWN, message, notification, request, talk

URI = "file:///project/code.py"
MANY = "\n".join(f"def f{i}(nums): return sum(nums) + {i}" for i in range(200))
BUSY = [*STAND_IN, "--seconds", "600"]
DEAF = [*BUSY, "--deaf"]


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """The file that a model is waiting for."""
    return tmp_path / "loads"


def gated(gate: Path) -> list[str]:
    """The command of a server whose model loads once the file is there."""
    return [*STAND_IN, "--loads-once", str(gate)]


async def ended(process: asyncio.subprocess.Process) -> int:
    async with asyncio.timeout(SECONDS):
        return await process.wait()


def read_until(text: bytes, read: Callable[[], bytes]) -> None:
    """Read until the server has said something."""
    said = b""
    while text not in said:
        more = read()
        assert more, said
        said += more


async def in_mid_inference(editor) -> None:
    """A run of the model that would take ten minutes is under way."""
    editor.open(URI, MANY)
    await editor.until(lambda: any(status["state"] == "working" for status in editor.statuses))


async def test_initialize_is_answered_before_the_model_is_loaded(gate):
    async with session(command=gated(gate)) as editor:
        assert editor.result.capabilities.inlay_hint_provider.resolve_provider
        editor.open(URI, "def f(nums): return nums\n")
        await editor.heard()
        assert {status["state"] for status in editor.statuses} == {"loading"}
        gate.touch()
        assert len(await editor.hints_after_refresh(URI)) == 1
        assert editor.statuses[-1]["state"] == "ready"


async def test_commands_wait_for_the_model(gate):
    async with session(command=gated(gate)) as editor:
        editor.open(URI, "def f(nums): return nums\n")
        sides = {"a": {"uri": URI, "name": "f"}, "b": {"uri": URI, "name": "f"}}
        answer = await editor.asked(editor.command("perfcast.server.compare", sides))
        gate.touch()
        assert (await answer)["metrics"]


@pytest.mark.parametrize("profile", ["emacs", "bare"])
async def test_a_client_that_cannot_be_told_to_ask_again_waits_for_the_model(profile, gate):
    async with session(profile=profile, command=gated(gate)) as editor:
        editor.open(URI, "def f(nums): return nums\n")
        hints = await editor.asked(editor.hints(URI))
        gate.touch()
        assert len(await hints) == 1


async def test_noise_on_stdout_does_not_reach_the_client():
    async with session(command=[*STAND_IN, "--noise"]) as editor:
        editor.open(URI, "def f(nums): return nums\n")
        assert len(await editor.hints_after_refresh(URI)) == 1
        assert editor.client.error is None


@pytest.mark.parametrize("command", [BUSY, DEAF], ids=["busy", "deaf"])
async def test_shutdown_and_exit_in_mid_inference(command):
    async with session(command=command) as editor:
        await in_mid_inference(editor)
        await editor.client.shutdown_async(None)
        editor.client.exit(None)
        assert await ended(editor.process) == 0


async def test_exit_without_shutdown():
    async with session(command=BUSY) as editor:
        await in_mid_inference(editor)
        editor.client.exit(None)
        assert await ended(editor.process) == 1


async def test_stdin_closed_in_mid_inference():
    async with session(command=DEAF) as editor:
        await in_mid_inference(editor)
        editor.process.stdin.close()
        assert await ended(editor.process) == 1


async def test_sigterm_in_mid_inference():
    async with session(command=DEAF) as editor:
        await in_mid_inference(editor)
        editor.process.send_signal(signal.SIGTERM)
        assert await ended(editor.process) in (-signal.SIGTERM, 1)


async def test_nothing_outlives_the_editor(tmp_path):
    """The editor is killed; its server, whose stdin somebody else keeps open, goes too."""
    reader, writer = os.pipe()
    parent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    server = subprocess.Popen(DEAF, stdin=reader, stdout=subprocess.PIPE, env=ENVIRONMENT)
    about = {"processId": parent.pid, "capabilities": {}, "initializationOptions": {"settings": {}}}
    os.write(writer, request(1, "initialize", about))
    item = {"uri": URI, "languageId": "python", "version": 1, "text": MANY}
    os.write(writer, notification("textDocument/didOpen", {"textDocument": item}))
    read_until(b'"state": "working"', server.stdout.read1)
    # It looks for its editor twice a second.
    with pytest.raises(subprocess.TimeoutExpired):
        server.wait(2)
    parent.kill()
    assert server.wait(SECONDS) == 1
    parent.wait()
    server.stdout.close()
    os.close(writer)
    os.close(reader)


def test_a_process_that_was_not_waited_for_counts_as_ended():
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    deadline = time.monotonic() + SECONDS
    while is_alive(child.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(child.pid)
    child.wait()
    assert is_alive(os.getpid())


@pytest.mark.parametrize(
    "params",
    [
        {"processId": None, "rootUri": None, "capabilities": {}, "trace": "compact"},
        {
            "processId": None,
            "capabilities": {
                "workspace": {"workspaceEdit": {"failureHandling": "everything"}},
                "textDocument": {
                    "completion": {"completionItemKind": {"valueSet": [1, 999]}},
                    "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "made.up"]}}},
                },
                "general": {"positionEncodings": ["utf-7", "utf-8"]},
            },
        },
        {"processId": None, "capabilities": {}, "initializationOptions": [1, 2]},
        {"processId": None, "capabilities": {}, "initializationOptions": {"settings": "none"}},
    ],
)
def test_values_unheard_of_do_not_end_the_session(params):
    code, answers, _ = talk(request(1, "initialize", params), notification("initialized", {}), SHUTDOWN)
    assert code == 0
    assert [a["id"] for a in answers if "id" in a and "result" in a] == [1, 99]


def test_what_cannot_be_understood_is_refused_and_survived():
    initialize = request(1, "initialize", {"processId": None, "capabilities": {}})
    code, answers, _ = talk(
        initialize,
        message(b"{not json"),
        message(b"\xff\xfe\x00"),
        message(b"[1, 2]"),
        message(b"{}"),
        request(2, "textDocument/hover", {"textDocument": 5}),
        request(3, "made/up", {}),
        request(4, "textDocument/hover", {"textDocument": {"uri": "a:b"}, "position": {"line": -5, "character": 0}}),
        request(6, "textDocument/hover", {"textDocument": {"uri": "a:b"}, "position": {"line": 5, "character": 0}}),
        notification("textDocument/didChange", {"textDocument": {"uri": "a:b", "version": 1}, "contentChanges": []}),
        notification("textDocument/didOpen", {"textDocument": {"uri": "a:b"}}),
        request(5, "workspace/executeCommand", {"command": "made.up"}),
        SHUTDOWN,
    )
    assert code == 0
    by_id = {answer.get("id"): answer for answer in answers}
    assert by_id[2]["error"]["code"] == -32602
    assert by_id[3]["error"]["code"] == -32601
    assert by_id[4]["error"]["code"] == -32602
    assert by_id[6]["result"] is None
    assert "error" in by_id[5]
    assert "result" in by_id[99]
    assert not any(answer.get("method") == "window/showMessage" for answer in answers)


def test_what_comes_at_the_wrong_time_is_refused():
    hover = {"textDocument": {"uri": "a:b"}, "position": {"line": 0, "character": 0}}
    code, answers, errors = talk(
        request(1, "textDocument/hover", hover),
        notification("textDocument/didSave", {"textDocument": {"uri": "a:b"}}),
        request(2, "initialize", {"processId": None, "capabilities": {}}),
        request(3, "shutdown", None),
        request(4, "textDocument/hover", hover),
        notification("exit", None),
    )
    assert code == 0
    assert {answer["id"]: answer.get("error", {}).get("code") for answer in answers if "id" in answer} == {
        **{1: -32002, 2: None},
        **{3: None, 4: -32600},
    }
    assert b"Error" not in errors


def test_what_is_not_open_or_has_no_uri_is_passed_over():
    cells = {"structure": {"array": {"start": 0, "deleteCount": 0}}}
    document = {"uri": "http://[", "languageId": "python", "version": 1, "text": "def f(nums): pass\n"}
    notebook = {"uri": "http://[", "notebookType": "jupyter-notebook", "version": 1, "cells": []}
    side = {"uri": "http://["}
    code, answers, errors = talk(
        request(1, "initialize", {"processId": None, "capabilities": {}}),
        notification("notebookDocument/didChange", {"notebookDocument": notebook, "change": {"cells": cells}}),
        notification("textDocument/didOpen", {"textDocument": document}),
        notification("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": [document]}),
        notification("$/cancelRequest", {"id": [1]}),
        request(2, "textDocument/hover", {"textDocument": document, "position": {"line": 0, "character": 4}}),
        request(3, "workspace/executeCommand", {"command": "perfcast.server.compare", "arguments": [{"a": side}]}),
        request(4, 5, {}),
        request([6], "made/up", {}),  # type: ignore[arg-type]
        SHUTDOWN,
    )
    assert code == 0
    codes = {str(answer["id"]): answer.get("error", {}).get("code") for answer in answers if "id" in answer}
    assert codes == {"1": None, "2": None, "3": -32803, "4": -32600, "[6]": -32600, "99": None}
    assert b"Error" not in errors


def test_the_users_code_is_not_logged():
    secret = "password_of_the_user"
    item = {"uri": URI, "languageId": "python", "version": 1, "text": f"def f({secret}): return {secret}"}
    _, _, stderr = talk(
        request(1, "initialize", {"processId": None, "capabilities": {}}),
        notification("textDocument/didOpen", {"textDocument": item}),
        request(2, "textDocument/inlayHint", {"textDocument": {"uri": URI}, "range": {
            "start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}}),
        SHUTDOWN,
    )  # fmt: skip
    assert secret.encode() not in stderr


async def test_tcp_on_the_loopback_address_alone():
    with socket.socket() as probe:
        # Held until the server listens there: another process might be given the port meanwhile.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        server = subprocess.Popen([*STAND_IN, "--tcp", str(port)], env=ENVIRONMENT)
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                stream = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
                break
            except ConnectionRefusedError:
                time.sleep(0.05)
    with stream:
        tables = "".join(path.read_text() for path in Path("/proc/net").glob("tcp*"))
        sockets = [line.split() for line in tables.splitlines()]
        addresses = [row[1] for row in sockets if row[3] == "0A" and row[1].endswith(f":{port:04X}")]
        assert addresses == [f"0100007F:{port:04X}"]
        stream.sendall(request(1, "initialize", {"processId": None, "capabilities": {}}))
        read_until(b"inlayHintProvider", lambda: stream.recv(65536))
        stream.sendall(SHUTDOWN)
        assert server.wait(SECONDS) == 0


def test_the_cli_serves_over_stdio():
    done = subprocess.run(
        [sys.executable, "-m", "perfcast", "serve", "--stdio"],
        input=request(1, "initialize", {"processId": None, "capabilities": {}}) + SHUTDOWN,
        capture_output=True,
        env=ENVIRONMENT,
        cwd=ROOT,
        timeout=SECONDS,
        check=True,
    )
    assert b"inlayHintProvider" in done.stdout


def test_importing_the_server_brings_in_nothing_heavy():
    program = (
        "import sys, perfcast.lsp.server, perfcast.cli; print({'torch', 'transformers', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert done.stdout.strip() == "set()"


def test_the_interpreter_is_loaded_by_those_that_make_trial_runs_alone() -> None:
    program = (
        "import sys, perfcast, perfcast.lsp.server; model = perfcast.load()\n"
        "model.forecast('def f(xs):\\n    return sorted(xs)\\n')\n"
        "print('perfcast.trial.interpreter.accounting.machine' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert done.stdout.strip() == "False"
