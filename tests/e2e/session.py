"""Sessions with a server process, as different editors hold them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

from tests.e2e.in_process import InProcess

Answer = TypeVar("Answer")

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STAND_IN = [sys.executable, str(HERE / "stand_in_server.py")]
"""The command of a server process with the stand-in model."""
# A server finds its modules compiled, as pip leaves them.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
    "PYTHONPATH": os.pathsep.join([str(ROOT / "server"), str(ROOT)])
}
SECONDS = 300
"""After which a wait is given up: machines that run tests may be busy, and stall."""


def vscode() -> types.ClientCapabilities:
    """What vscode-languageclient 11 says of itself, as far as the server asks."""
    capabilities = client_capabilities("visual-studio-code")
    assert capabilities.workspace and capabilities.text_document
    capabilities.general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16])
    capabilities.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    capabilities.text_document.inlay_hint = types.InlayHintClientCapabilities(
        resolve_support=types.ClientInlayHintResolveOptions(properties=["tooltip", "textEdits", "label.tooltip"])
    )
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities(related_document_support=False)
    capabilities.notebook_document = types.NotebookDocumentClientCapabilities(
        synchronization=types.NotebookDocumentSyncClientCapabilities()
    )
    return capabilities


def neovim() -> types.ClientCapabilities:
    return client_capabilities("neovim@v0.11")


def emacs() -> types.ClientCapabilities:
    """Eglot prefers UTF-32; of inlay hints it knows no refresh."""
    capabilities = client_capabilities("emacs")
    assert capabilities.text_document
    capabilities.general = types.GeneralClientCapabilities(
        position_encodings=[types.PositionEncodingKind.Utf32, types.PositionEncodingKind.Utf8]
    )
    capabilities.text_document.inlay_hint = types.InlayHintClientCapabilities(dynamic_registration=False)
    return capabilities


def bare() -> types.ClientCapabilities:
    return types.ClientCapabilities()


PROFILES: dict[str, Callable[[], types.ClientCapabilities]] = {
    "vscode": vscode,
    "neovim": neovim,
    "emacs": emacs,
    "bare": bare,
}


def plain(value: Any) -> Any:
    """pygls makes named tuples of the objects that it has no type for; this is the way back."""
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


class Session:
    """One client and its server. What the server sent is kept."""

    def __init__(self, client: LanguageClient, local: InProcess | None) -> None:
        self.client = client
        self.local = local
        self.refreshes = 0
        self.lens_refreshes = 0
        self.statuses: list[dict[str, Any]] = []
        self.registered: list[str] = []
        self.result: types.InitializeResult | None = None
        self._versions: dict[str, int] = {}

        @client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
        def refresh(_: None) -> None:
            self.refreshes += 1

        @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def lens_refresh(_: None) -> None:
            self.lens_refreshes += 1

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            self.registered += [one.method for one in params.registrations]

        @client.feature("perfcast/status")
        def status(params: Any) -> None:
            self.statuses.append(plain(params))

    @property
    def process(self) -> asyncio.subprocess.Process:
        process = self.client._server
        assert process is not None, "this session's server is no process of its own"
        return process

    @property
    def has_ended(self) -> bool:
        """Whether the server is known to have gone."""
        return self.client._server is not None and self.client._server.returncode is not None

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until something holds; fail after `SECONDS`."""
        async with asyncio.timeout(SECONDS):
            while not condition():
                await asyncio.sleep(0.01)

    async def heard(self) -> None:
        """Wait until the server has heard all that was said before."""
        await self.hints("untitled:nothing")

    async def asked(self, request: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Begin a request that is not answered yet, and wait until the server has heard it."""
        task = asyncio.create_task(request)
        # It is sent once the task has begun.
        await asyncio.sleep(0)
        await self.heard()
        return task

    async def ready(self) -> None:
        """Wait until the model is loaded and nothing is under way. For clients that are told the status."""
        await self.heard()
        await self.until(lambda: self.statuses and self.statuses[-1]["state"] in ("ready", "error"))

    def open(self, uri: str, text: str, language: str = "python") -> None:
        self._versions[uri] = 1
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def edit(self, uri: str, *changes: tuple[tuple[int, int, int, int], str] | str) -> None:
        """Apply changes: (start line, start column, end line, end column) and text, or the whole text."""
        self._versions[uri] += 1
        events: list[types.TextDocumentContentChangeEvent] = []
        for change in changes:
            if isinstance(change, str):
                events.append(types.TextDocumentContentChangeWholeDocument(text=change))
            else:
                (line, column, end_line, end_column), text = change
                span = types.Range(types.Position(line, column), types.Position(end_line, end_column))
                events.append(types.TextDocumentContentChangePartial(range=span, text=text))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=self._versions[uri]),
                content_changes=events,
            )
        )

    def save(self, uri: str) -> None:
        self.client.text_document_did_save(
            types.DidSaveTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
        )

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri))
        )

    async def hints(self, uri: str, first: int = 0, last: int = 10**6) -> list[types.InlayHint]:
        params = types.InlayHintParams(
            text_document=types.TextDocumentIdentifier(uri=uri),
            range=types.Range(types.Position(first, 0), types.Position(last, 0)),
        )
        async with asyncio.timeout(SECONDS):
            return list(await self.client.text_document_inlay_hint_async(params) or [])

    async def places(self, uri: str) -> list[tuple[int, int, str]]:
        """Line, column and text of all hints."""
        found = await self.hints(uri)
        return [(hint.position.line, hint.position.character, str(hint.label)) for hint in found]

    async def hints_after_refresh(self, uri: str) -> list[tuple[int, int, str]]:
        """What a client that heeds refreshes shows in the end."""
        before = self.refreshes
        await self.until(lambda: self.refreshes > before)
        return await self.places(uri)

    async def settled(self, uri: str) -> list[tuple[int, int, str]]:
        """Hints once the work on everything open is done."""
        await self.ready()
        return await self.places(uri)

    async def hover(self, uri: str, line: int, column: int) -> str | None:
        params = types.HoverParams(
            text_document=types.TextDocumentIdentifier(uri=uri), position=types.Position(line, column)
        )
        async with asyncio.timeout(SECONDS):
            found = await self.client.text_document_hover_async(params)
        return None if found is None else found.contents.value  # type: ignore[union-attr]

    async def command(self, name: str, *arguments: Any) -> Any:
        async with asyncio.timeout(SECONDS):
            return await self.client.workspace_execute_command_async(
                types.ExecuteCommandParams(command=name, arguments=list(arguments))
            )


@asynccontextmanager
async def session(
    *,
    profile: str = "vscode",
    settings: dict[str, Any] | None = None,
    seconds: float = 0.0,
    command: list[str] | None = None,
    folders: list[str] | None = None,
    encodings: list[types.PositionEncodingKind] | None = None,
    configuration: dict[str, Any] | None = None,
    trusted: bool = True,
    with_status: bool = False,
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Session]:
    """A session that is initialized; it is shut down at the end unless its server has gone.

    Args:
        profile: the editor.
        settings: of the section ``perfcast``.
        seconds: that each run of the stand-in model takes.
        command: starts a server process; without one the server runs in this process.
        folders: URIs of the workspace's folders.
        encodings: that the client can count positions in, where not the profile's.
        configuration: settings by scope URI, for clients that can be asked.
        trusted: whether the editor trusts the workspace.
        with_status: whether the client asks to be told the status though it is not the extension.
        environment: of a server process, beside what all have.
    """
    scopes = configuration or {"": {"perfcast": settings or {}}}
    client = LanguageClient(converter_factory=default_converter, configuration=scopes)
    register_lsp_features(client)
    held = Session(client, None if command else InProcess(seconds))
    if held.local is not None:
        await held.local.start(client)
    else:
        await client.start_io(*(command or []), env={**ENVIRONMENT, **(environment or {})})
    capabilities = PROFILES[profile]()
    if encodings:
        capabilities.general = types.GeneralClientCapabilities(position_encodings=encodings)
    # Only the extension passes its settings at the start, and is told the status for it.
    client_name = "vscode" if profile == "vscode" else "other"
    options = {"settings": settings or {}, "client": {"name": client_name, "trusted": trusted}}
    try:
        async with asyncio.timeout(SECONDS):
            held.result = await client.initialize_session(
                types.InitializeParams(
                    capabilities=capabilities,
                    initialization_options=options if profile == "vscode" or with_status else None,
                    workspace_folders=[types.WorkspaceFolder(uri, uri) for uri in folders or []] or None,
                )
            )
        yield held
        if not held.has_ended:
            async with asyncio.timeout(SECONDS):
                await client.shutdown_session()
    finally:
        if client._server is not None and client._server.returncode is None:
            client._server.kill()
        if held.local is not None:
            held.local.stop()
        await client.stop()
