"""What the server is at, told to clients that show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from perfcast.lsp.engine import State

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

NOTIFICATION = "perfcast/status"


class Status:
    """Sends `perfcast/status` whenever it has changed, to clients that passed their settings at `initialize`.

    Others would log an unknown notification each time.
    """

    def __init__(self, server: PerfcastServer) -> None:
        self._server = server
        self._wanted = False
        self._last: dict[str, Any] = {}

    @property
    def is_wanted(self) -> bool:
        """Whether the client is told the status."""
        return self._wanted

    def begin(self, options: Any) -> None:
        """Note whether the client wants to be told."""
        self._wanted = isinstance(options, Mapping) and "settings" in options

    def update(self) -> None:
        """Tell the present state if it is another."""
        state = self.current()
        if self._wanted and state != self._last:
            self._last = state
            self._server.protocol.notify(NOTIFICATION, state)

    def current(self) -> dict[str, Any]:
        """The notification's parameters: state and message; with a model also its name, device and the units known."""
        engine = self._server.engine
        if engine.state is State.ERROR:
            return {"state": "error", "message": engine.problem}
        if engine.predictor is None:
            return {"state": engine.state.value, "message": "Loading the model"}
        forecasting = self._server.forecasting
        model = engine.predictor.model
        state, message = ("working", "Forecasting") if forecasting.is_working else ("ready", "Ready")
        return {
            "state": state,
            "message": message,
            "model": {"name": model.get("name"), "version": model.get("version")},
            "device": self._server.device(self._server.configuration.general),
            "units": forecasting.unit_count,
        }
