"""Any messages: each request is answered once, and the session ends in order."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.e2e.wire import SHUTDOWN, message, notification, request, talk, talk_in_order

URI = "file:///project/code.py"
SOURCE = "def f(nums): return sum(nums) # 漢😀\n\nclass C:\n    def g(self, s): return s\n"
BEGIN = (
    request("begin", "initialize", {"processId": None, "capabilities": {}}),
    notification("initialized", {}),
    notification(
        "textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "python", "version": 1, "text": SOURCE}}
    ),
)
REQUESTS = [
    "textDocument/inlayHint",
    "inlayHint/resolve",
    "textDocument/hover",
    "textDocument/diagnostic",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "workspace/executeCommand",
    "made/up",
]
NOTIFICATIONS = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didSave",
    "textDocument/didClose",
    "notebookDocument/didOpen",
    "notebookDocument/didChange",
    "notebookDocument/didClose",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWorkspaceFolders",
    "window/workDoneProgress/cancel",
    "$/setTrace",
    "$/progress",
]
COMMANDS = ["perfcast.server.compare", "perfcast.server.measure", "perfcast.server.workspaceForecasts", "made.up"]

numbers = st.one_of(st.integers(-3, 9), st.integers(-(2**40), 2**40), st.floats(allow_nan=False, allow_infinity=False))
texts = st.one_of(st.sampled_from([URI, "untitled:x", "", "python", "HEAD", "C.g", SOURCE]), st.text(max_size=8))
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
position = st.fixed_dictionaries({"line": numbers, "character": numbers})
span = st.fixed_dictionaries({"start": position, "end": position})
document = st.fixed_dictionaries({"uri": texts}, optional={"version": numbers, "languageId": texts, "text": texts})
side = st.fixed_dictionaries({}, optional={"uri": texts, "name": texts, "text": texts, "revision": texts})
params = st.fixed_dictionaries(
    {},
    optional={
        "textDocument": document | anything,
        "position": position | anything,
        "range": span | anything,
        "context": st.fixed_dictionaries({"diagnostics": st.just([])}) | anything,
        "contentChanges": st.lists(st.fixed_dictionaries({"text": texts}, optional={"range": span}), max_size=3),
        "settings": st.fixed_dictionaries({"perfcast": anything | st.dictionaries(texts, anything, max_size=3)}),
        "command": st.sampled_from(COMMANDS),
        "arguments": st.lists(st.fixed_dictionaries({"a": side, "b": side}) | anything, max_size=2),
        "label": texts,
        "data": anything,
        "token": numbers | texts,
        "value": anything,
    },
)


@given(
    st.lists(
        st.tuples(st.sampled_from(REQUESTS), params | anything) | st.tuples(st.sampled_from(NOTIFICATIONS), params),
        min_size=20,
        max_size=40,
    )
)
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_messages_are_answered_and_survived(said: list[tuple[str, Any]]) -> None:
    asked = []
    messages = []
    for number, (method, given_params) in enumerate(said):
        if method in REQUESTS:
            asked.append(number)
            messages.append(request(number, method, given_params))
        else:
            messages.append(notification(method, given_params))
    shutdown, end = request(99, "shutdown", None), notification("exit", None)
    code, answers, errors = talk_in_order(*BEGIN, *messages, shutdown, end, identities=[*asked, 99])
    assert code == 0, errors.decode(errors="replace")[-2000:]
    # An answer has no method, and the server's own questions have texts for names.
    answered = [answer["id"] for answer in answers if "method" not in answer and isinstance(answer.get("id"), int)]
    assert sorted(answered) == sorted([*asked, 99])


@given(st.lists(st.binary(max_size=60) | st.sampled_from([b"Content-Length: -5", b"Content-Length: x"]), max_size=10))
@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
def test_any_bodies_are_survived(bodies: list[bytes]) -> None:
    code, answers, errors = talk(*BEGIN, *map(message, bodies), SHUTDOWN)
    assert code == 0, errors.decode(errors="replace")[-2000:]
    assert {"begin", 99} <= {answer.get("id") for answer in answers}


@given(st.binary(max_size=60))
@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
def test_noise_between_messages_ends_with_the_stream(noise: bytes) -> None:
    """What follows noise may be lost; the server ends all the same once nothing more comes."""
    _, answers, _ = talk(*BEGIN, noise, json.dumps({}).encode(), SHUTDOWN)
    assert answers[0]["id"] == "begin"
