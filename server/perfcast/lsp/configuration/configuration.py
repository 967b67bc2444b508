"""Settings as they come from the client: with `initialize`, by asking, and by notification; for each folder its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from perfcast.lsp.configuration.settings import SECTION, Settings, read_settings

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

logger = logging.getLogger(__name__)


class Configuration:
    """The settings that hold for each open file."""

    def __init__(self, server: PerfcastServer) -> None:
        self._server = server
        self._general = Settings()
        self._of_folder: dict[str, Settings] = {}
        self._told: set[str] = set()

    @property
    def general(self) -> Settings:
        """The settings outside all folders."""
        return self._general

    def settings(self, uri: str) -> Settings:
        """The settings of the innermost workspace folder that holds a file."""
        folder = innermost(self._of_folder, uri)
        return self._general if folder is None else self._of_folder[folder]

    @property
    def all(self) -> list[Settings]:
        """The settings outside all folders, and those of each folder."""
        return [self._general, *self._of_folder.values()]

    def read_initial(self, options: Any) -> None:
        """Take the settings out of the initialization options."""
        given = options.get("settings") if isinstance(options, Mapping) else None
        self._general = self._read(given)

    def take(self, settings: Any) -> bool:
        """Take what a client that cannot be asked sent with a notification. Returns whether anything changed."""
        if isinstance(settings, Mapping) and SECTION in settings:
            settings = settings[SECTION]
        before = self._general
        self._general = self._read(settings)
        return before != self._general

    async def ask(self) -> bool:
        """Ask the client for all settings. Returns whether anything changed."""
        folders = list(self._server.workspace.folders.values())
        scopes = [None, *(folder.uri for folder in folders)]
        items = [types.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in scopes]
        try:
            answers = await self._server.workspace_configuration_async(types.ConfigurationParams(items))
        except (JsonRpcException, asyncio.InvalidStateError) as error:
            logger.warning("the client does not tell its settings: %s", error)
            return False
        before = self._general, self._of_folder
        if answers and len(answers) == len(scopes):
            if answers[0] is not None:
                self._general = self._read(answers[0])
            self._of_folder = {
                folder.uri: self._read(answer)
                for folder, answer in zip(folders, answers[1:], strict=True)
                if answer is not None
            }
        return before != (self._general, self._of_folder)

    def _read(self, raw: Any) -> Settings:
        settings, problems = read_settings(raw)
        for problem in problems:
            # One message for each, however often a client sends it.
            if problem not in self._told:
                self._told.add(problem)
                self._server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, problem))
        return settings


def innermost(folders: Iterable[str], uri: str) -> str | None:
    """The URI of the innermost of some folders that hold a file."""
    holding = [folder for folder in folders if uri == folder or uri.startswith(folder.rstrip("/") + "/")]
    return max(holding, key=len, default=None)


def register(server: PerfcastServer) -> None:
    """Follow the client's settings."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        await server.read_settings(params.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders_changed(_: types.DidChangeWorkspaceFoldersParams) -> None:
        await server.read_settings(None)
