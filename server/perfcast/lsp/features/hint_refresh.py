"""Telling a client that hints have changed, until it asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygls.capabilities import get_capability

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

SECONDS_UNTIL_REPEATED = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""After which a client that has not asked is told again."""


class HintRefresh:
    """Refreshes of inlay hints, repeated where a client does not heed them.

    VS Code listens to a server's refreshes only once all that give hints for a document, other extensions included,
    have answered its first question about it (``inlayHintsController.ts``): one that is sent before is lost, and the
    document would stay without hints until it is scrolled or edited.
    """

    def __init__(self, server: PerfcastServer) -> None:
        self._server = server
        # By program the documents that were asked about: each cell of a notebook is asked about for itself.
        self._shown: dict[str, set[str]] = {}
        self._unheeded: dict[str, set[str]] = {}
        self._repetition: asyncio.TimerHandle | None = None

    @property
    def is_possible(self) -> bool:
        """Whether the client asks for hints again when told to."""
        return bool(get_capability(self._server.client_capabilities, "workspace.inlay_hint.refresh_support", False))

    def answered(self, key: str, uri: str) -> None:
        """Note that a client has been told the hints of one of a program's documents as they are now."""
        self._shown.setdefault(key, set()).add(uri)
        if (unheeded := self._unheeded.get(key)) is not None:
            unheeded.discard(uri)
            if not unheeded:
                del self._unheeded[key]

    def changed(self, key: str) -> None:
        """Note that a program's hints are no longer what was told, if any were."""
        program = self._server.programs.at(key)
        present = set() if program is None else {part.document.uri for part in program.parts}
        shown = self._shown.get(key, set()) & present
        if shown:
            self._unheeded[key] = shown

    def forget(self, key: str) -> None:
        """Drop what is known of a program that was closed."""
        self._shown.pop(key, None)
        self._unheeded.pop(key, None)

    def send(self) -> None:
        """Have a client that can be told so ask again."""
        if self.is_possible:
            self._send(SECONDS_UNTIL_REPEATED)

    def close(self) -> None:
        """Send nothing more of what was to be repeated."""
        if self._repetition is not None:
            self._repetition.cancel()

    def _send(self, delays: Sequence[float]) -> None:
        self.close()
        if not delays:
            # Who has not asked by now shows none of them, as the document of a hidden tab.
            self._unheeded.clear()
        self._server.workspace_inlay_hint_refresh(None)
        if delays and self._unheeded:
            self._repetition = asyncio.get_running_loop().call_later(delays[0], self._repeat, delays[1:])

    def _repeat(self, delays: Sequence[float]) -> None:
        if self._unheeded:
            self._send(delays)
