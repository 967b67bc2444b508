"""When a client is told again that hints have changed. Time passes as the tests let it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from lsprotocol import types

from perfcast.lsp.features import hint_refresh
from perfcast.lsp.features.hint_refresh import HintRefresh

KEY = "file:///project/code.py"


class Timer:
    """The loop's calls to come, of which there is one at most, and what a client was told."""

    def __init__(self) -> None:
        self.refreshes = 0
        self.waiting: tuple[float, Callable[[], None]] | None = None

    def call_later(self, delay: float, doing: Callable[..., None], *arguments: object) -> SimpleNamespace:
        self.waiting = delay, lambda: doing(*arguments)
        return SimpleNamespace(cancel=self.cancel)

    def cancel(self) -> None:
        self.waiting = None

    def passes(self) -> float:
        """Lets the time pass until the next call, and says how much that was."""
        assert self.waiting is not None
        delay, doing = self.waiting
        self.waiting = None
        doing()
        return delay


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> Timer:
    timer = Timer()
    monkeypatch.setattr(hint_refresh, "asyncio", SimpleNamespace(get_running_loop=lambda: timer))
    monkeypatch.setattr(hint_refresh, "SECONDS_UNTIL_REPEATED", (0.5, 2.0))
    return timer


@pytest.fixture
def refresh(timer: Timer) -> HintRefresh:
    def told(_: object) -> None:
        timer.refreshes += 1

    program = SimpleNamespace(parts=[SimpleNamespace(document=SimpleNamespace(uri=KEY))])
    workspace = types.WorkspaceClientCapabilities(
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    )
    server = SimpleNamespace(
        programs=SimpleNamespace(at={KEY: program}.get),
        client_capabilities=types.ClientCapabilities(workspace=workspace),
        workspace_inlay_hint_refresh=told,
    )
    return HintRefresh(server)


@pytest.fixture
def unheeded(refresh: HintRefresh, timer: Timer) -> HintRefresh:
    """A client has asked for hints, which have changed since, and was told so once."""
    refresh.answered(KEY, KEY)
    refresh.changed(KEY)
    refresh.send()
    assert timer.refreshes == 1
    return refresh


def test_it_is_repeated_and_not_for_ever(unheeded: HintRefresh, timer: Timer) -> None:
    assert (timer.passes(), timer.refreshes) == (0.5, 2)
    assert (timer.passes(), timer.refreshes) == (2.0, 3)
    assert timer.waiting is None


def test_a_client_that_has_asked_is_told_no_more(unheeded: HintRefresh, timer: Timer) -> None:
    unheeded.answered(KEY, KEY)
    timer.passes()
    assert (timer.refreshes, timer.waiting) == (1, None)


def test_a_closed_document_is_not_waited_for(unheeded: HintRefresh, timer: Timer) -> None:
    unheeded.forget(KEY)
    timer.passes()
    assert (timer.refreshes, timer.waiting) == (1, None)


def test_what_is_sent_anew_begins_from_the_first_delay(unheeded: HintRefresh, timer: Timer) -> None:
    timer.passes()
    unheeded.send()
    assert (timer.passes(), timer.refreshes) == (0.5, 4)


def test_nothing_is_repeated_of_what_nobody_was_shown(refresh: HintRefresh, timer: Timer) -> None:
    refresh.changed(KEY)
    refresh.send()
    assert (timer.refreshes, timer.waiting) == (1, None)


def test_after_its_end_nothing_is_sent(unheeded: HintRefresh, timer: Timer) -> None:
    unheeded.close()
    assert timer.waiting is None
