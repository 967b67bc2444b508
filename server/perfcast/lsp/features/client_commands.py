"""Commands that a lens or an action has the client run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from perfcast.lsp.features import measuring

COMPARE_WITH = "perfcast.compareWith"
MEASURE = "perfcast.measure"
RANK = "perfcast.rank"

_OF_EXTENSION = frozenset({COMPARE_WITH, MEASURE, RANK})


class ClientCommands:
    """Which of the commands the client has. Their arguments are a unit's document, its name, and the line of its `def`
    there (1-based), by which units of one name are told apart.

    The VS Code extension has them all; another client may name those that it has in its initialization options, as
    ``{"client": {"commands": ["perfcast.compareWith"]}}``. To one without `perfcast.measure`, the server's own command
    is offered, which any client can have executed.
    """

    def __init__(self, options: Any) -> None:
        client = options.get("client") if isinstance(options, Mapping) else None
        client = client if isinstance(client, Mapping) else {}
        named = client.get("commands")
        self._known = _OF_EXTENSION if client.get("name") == "vscode" else frozenset()
        if isinstance(named, list):
            self._known |= {name for name in named if isinstance(name, str)}

    @property
    def can_compare(self) -> bool:
        """Whether the client asks the user what to compare with."""
        return COMPARE_WITH in self._known

    def compare_with(self, uri: str, name: str, line: int) -> types.Command | None:
        """Asks the user for another unit, and compares both."""
        if not self.can_compare:
            return None
        return types.Command(title="compare with…", command=COMPARE_WITH, arguments=[uri, name, line])

    @property
    def can_rank(self) -> bool:
        """Whether the client asks the user what a ranking is to hold for; the server's own command needs a device."""
        return RANK in self._known

    def rank(self, uri: str, name: str, line: int, title: str) -> types.Command | None:
        """Asks the user for a device and sizes, and ranks the configurations of a kernel."""
        return types.Command(title=title, command=RANK, arguments=[uri, name, line]) if self.can_rank else None

    def measure(self, uri: str, name: str, line: int) -> types.Command:
        """Measures a unit for real."""
        if MEASURE in self._known:
            return types.Command(title="measure", command=MEASURE, arguments=[uri, name, line])
        request = {"uri": uri, "name": name, "line": line}
        return types.Command(title="measure", command=measuring.COMMAND, arguments=[request])
