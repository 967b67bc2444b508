"""The protocol face: whatever a client says, each request is answered once, edits arrive, and the server lives on.

The server runs in this thread with a stand-in model. It is told that the workspace is not trusted, so nothing is run.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

from tests.fuzzing.exchange import Exchange, Listener
from tests.fuzzing.json_values import URIS, anything, arrived, number, word
from tests.fuzzing.provider import Provider, pick
from tests.fuzzing.python_text import FRAGMENTS, python_text

_REQUESTS = (
    *("textDocument/hover", "textDocument/inlayHint", "inlayHint/resolve", "textDocument/diagnostic"),
    *("textDocument/codeAction", "textDocument/codeLens", "workspace/executeCommand", "made/up"),
)
_NOTIFICATIONS = (
    *("textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose"),
    *("notebookDocument/didOpen", "notebookDocument/didChange", "notebookDocument/didClose", "$/setTrace"),
    *("workspace/didChangeConfiguration", "workspace/didChangeWorkspaceFolders", "window/workDoneProgress/cancel"),
    *("$/cancelRequest", "$/progress", "initialized", "made/up"),
)
_COMMANDS = tuple(
    f"perfcast.server.{name}"
    for name in ("compare", "measure", "rank", "documentForecasts", "workspaceForecasts", "made.up")
)
_ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
#: The document that is edited as an editor does it.
_TYPED = "file:///nowhere/typed.py"
_SETTINGS = ("enable", "codeLens", "defaultSize", "interval", "device", "exclude", "budgets", "maxUnits", "hints")


def one_input(data: Provider) -> None:
    """Holds a session."""
    asyncio.run(_session(data))


async def _session(data: Provider) -> None:
    replies = [
        {"error": {"code": -32601, "message": "no"}} if data.ConsumeBool() else {"result": anything(data)}
        for _ in range(data.ConsumeIntInRange(0, 4))
    ]
    exchange = Exchange(replies)
    listener = Listener(exchange)
    logging.getLogger().addHandler(listener)
    try:
        exchange.begin()
        await _talk(data, exchange)
        await exchange.end()
    finally:
        exchange.stop()
        logging.getLogger().removeHandler(listener)
    assert not exchange.wrong, exchange.wrong


async def _talk(data: Provider, exchange: Exchange) -> None:
    for _ in range(data.ConsumeIntInRange(0, 2)):
        _say(data, exchange)
    encoding = pick(data, tuple(_ENCODINGS))
    exchange.request("initialize", _initialize(data, encoding))
    exchange.notify("initialized", {})
    await exchange.settle()
    typed = _Typed(exchange, encoding, arrived(python_text(data)))
    for _ in range(data.ConsumeIntInRange(0, 12)):
        if data.ConsumeIntInRange(0, 2):
            _say(data, exchange)
        else:
            typed.edit(data)
        if data.ConsumeBool():
            await exchange.settle()
    # Answered after all that was said before it.
    exchange.request("textDocument/hover", {"textDocument": {"uri": _TYPED}, "position": {"line": 0, "character": 0}})
    await exchange.settle()
    assert exchange.server.workspace.text_documents[_TYPED].source == typed.text


def _initialize(data: Provider, encoding: str) -> dict[str, Any]:
    workspace: dict[str, Any] = {"configuration": data.ConsumeBool(), "inlayHint": {"refreshSupport": True}}
    return {
        # No process to outlive, since the server would end this one with it.
        "processId": None,
        "capabilities": {
            "general": {"positionEncodings": [encoding]},
            "workspace": workspace,
            "window": {"workDoneProgress": data.ConsumeBool()},
        },
        "workspaceFolders": [{"uri": "file:///nowhere", "name": word(data)}],
        "initializationOptions": {"settings": _settings(data), "client": {"trusted": False}},
    }


class _Typed:
    """A document under edits of its pieces, and the text that it must have by then."""

    def __init__(self, exchange: Exchange, encoding: str, text: str) -> None:
        self.text = text
        self._exchange = exchange
        self._codec, self._width = _ENCODINGS[encoding]
        document = {"uri": _TYPED, "languageId": "python", "version": 1, "text": text}
        exchange.notify("textDocument/didOpen", {"textDocument": document})

    def edit(self, data: Provider) -> None:
        start = self._between_characters(data.ConsumeIntInRange(0, len(self.text)))
        end = self._between_characters(data.ConsumeIntInRange(start, min(len(self.text), start + 30)))
        new = arrived(pick(data, FRAGMENTS) if data.ConsumeBool() else data.ConsumeUnicode(6))
        change = {"range": {"start": self._position(start), "end": self._position(end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        document = {"uri": _TYPED, "version": 2}
        self._exchange.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        if data.ConsumeBool():
            self._exchange.notify("textDocument/didSave", {"textDocument": document})

    def _between_characters(self, offset: int) -> int:
        """No editor puts the cursor between the halves of a line break."""
        return offset - 1 if self.text[offset - 1 : offset + 1] == "\r\n" else offset

    def _position(self, offset: int) -> dict[str, int]:
        before = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        column = before.rpartition("\n")[2]
        return {
            "line": before.count("\n"),
            "character": len(column.encode(self._codec, "surrogatepass")) // self._width,
        }


def _say(data: Provider, exchange: Exchange) -> None:
    match data.ConsumeIntInRange(0, 7):
        case 0:
            parts = {key: anything(data) for key in ("id", "method", "params") if data.ConsumeBool()}
            exchange.frame(json.dumps({"jsonrpc": "2.0", **parts}).encode())
        case 1 | 2 | 3:
            exchange.notify(pick(data, _NOTIFICATIONS), _params(data, URIS))
        case _:
            exchange.request(pick(data, _REQUESTS), _params(data, (_TYPED, *URIS)))


def _params(data: Provider, uris: Sequence[str]) -> Any:
    if not data.ConsumeIntInRange(0, 9):
        return anything(data)
    document: Any = {"uri": pick(data, uris), "version": data.ConsumeIntInRange(-1, 5), "languageId": "python"}
    document["text"] = arrived(python_text(data)) if data.ConsumeBool() else word(data)
    document["notebookType"] = "jupyter-notebook"
    document["cells"] = [{"kind": data.ConsumeIntInRange(0, 3), "document": pick(data, URIS)}]
    params: dict[str, Any] = {
        "textDocument": document,
        "position": _position(data),
        "range": {"start": _position(data), "end": _position(data)},
        "context": {"diagnostics": [], "only": [word(data)]},
        "contentChanges": [{"text": word(data)}],
        "notebookDocument": document,
        "cellTextDocuments": [{**document, "uri": pick(data, URIS)}],
        "change": {"cells": {"structure": {"array": {"start": 0, "deleteCount": 1, "cells": document["cells"]}}}},
        "command": pick(data, _COMMANDS),
        "arguments": [_argument(data)],
        "settings": {"perfcast": _settings(data)},
        "event": {"added": [{"uri": pick(data, URIS), "name": "x"}], "removed": []},
        "label": word(data),
        "id": f"ask {data.ConsumeIntInRange(1, 20)}",
        "token": word(data),
        "value": pick(data, ("off", "verbose", "x")),
    }
    # One part that is missing or wrong.
    if data.ConsumeBool():
        key = pick(data, tuple(params))
        params[key] = anything(data)
    return params


def _position(data: Provider) -> dict[str, Any]:
    return {"line": number(data), "character": number(data)}


def _settings(data: Provider) -> dict[str, Any]:
    return {pick(data, _SETTINGS): anything(data) for _ in range(data.ConsumeIntInRange(0, 2))}


def _argument(data: Provider) -> Any:
    """Of a command."""
    argument = {
        "uri": pick(data, (_TYPED, *URIS)),
        "name": word(data),
        "a": {"text": arrived(python_text(data)), "name": word(data)},
        "b": {"uri": pick(data, (_TYPED, *URIS)), "revision": word(data)},
        "device": pick(data, ("H100", "T4", "none")),
        "workload": word(data),
        "sizes": [data.ConsumeIntInRange(0, 10**9)],
        "folders": [pick(data, URIS)],
    }
    del argument[pick(data, tuple(argument))]
    return argument
