"""Values of JSON as no client should send them: of any type, in any place."""

from __future__ import annotations

import json
from typing import Any

from tests.fuzzing.provider import Provider, pick

URIS = (
    *("file:///nowhere/code.py", "file:///nowhere/other.py", "untitled:x", "file:///nowhere/%C3%A9%20.py", "nowhere"),
    *("vscode-notebook-cell:/nowhere/n.ipynb#1", "file:///nowhere/n.ipynb", "file:///nowhere/a.pyi", "http://[", ""),
)
_KEYS = (
    *("textDocument", "uri", "version", "position", "range", "start", "end", "line", "character", "text", "context"),
    *("contentChanges", "diagnostics", "data", "command", "arguments", "settings", "perfcast", "a", "b", "name", "id"),
    *(
        "jsonrpc",
        "method",
        "params",
        "token",
        "value",
        "label",
        "sizes",
        "workload",
        "device",
        "top",
        "cells",
        "change",
    ),
)
_WORDS = ("C.g", "f", "kernel", "HEAD", "python", "2.0", "H100", "list[int] * 30", "initialize", "begin", "only")
_DEEPEST = 3


def number(data: Provider) -> int | float:
    """Mostly of the size of a line or a column."""
    match data.ConsumeIntInRange(0, 6):
        case 0:
            return data.ConsumeRegularFloat()
        case 1:
            return data.ConsumeIntInRange(-(2**40), 2**40)
        case 2:
            return 1 << data.ConsumeIntInRange(30, 70)
        case _:
            return data.ConsumeIntInRange(-3, 30)


def word(data: Provider) -> str:
    """A text that names no place on disk: what is asked for by name is looked for there."""
    if data.ConsumeBool():
        return pick(data, (*URIS, *_KEYS, *_WORDS))
    return arrived(data.ConsumeUnicode(8).translate(dict.fromkeys(map(ord, "/\\.~:"))))


def anything(data: Provider, depth: int = 0) -> Any:
    """Any value."""
    match data.ConsumeIntInRange(0, 9 if depth < _DEEPEST else 5):
        case 0:
            return None
        case 1:
            return data.ConsumeBool()
        case 2 | 3:
            return number(data)
        case 4 | 5:
            return word(data)
        case 6 | 7:
            return [anything(data, depth + 1) for _ in range(data.ConsumeIntInRange(0, 3))]
        case _:
            return {pick(data, _KEYS): anything(data, depth + 1) for _ in range(data.ConsumeIntInRange(0, 3))}


def arrived(text: str) -> str:
    """A text as it comes out of JSON, where two halves of a character become one."""
    return str(json.loads(json.dumps(text)))
