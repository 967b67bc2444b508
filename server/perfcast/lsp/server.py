"""The server: its parts put together, and how it is run."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.io_ import StdoutWriter, run_async
from pygls.lsp.server import LanguageServer

from perfcast import __version__
from perfcast.forecast import UnknownDeviceError
from perfcast.forecast.measuring.this_machine import load_for_this_machine
from perfcast.lsp.configuration import configuration
from perfcast.lsp.configuration.configuration import Configuration
from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.open_documents import Documents
from perfcast.lsp.documents.programs import Programs
from perfcast.lsp.engine import Engine, Loader, State
from perfcast.lsp.failures import request_failed
from perfcast.lsp.features import (
    code_actions,
    code_lens,
    comparing,
    diagnostics,
    document_forecasts,
    hover,
    inlay_hints,
    measuring,
    ranking,
    synchronisation,
    workspace_forecasts,
)
from perfcast.lsp.features.client_commands import ClientCommands
from perfcast.lsp.features.code_lens import LensRefresh
from perfcast.lsp.features.hint_refresh import HintRefresh
from perfcast.lsp.features.status import Status
from perfcast.lsp.forecasting import Forecasting
from perfcast.lsp.transport import life_cycle, watchdog
from perfcast.lsp.transport.progress import progress
from perfcast.lsp.transport.protocol import Protocol, lenient_converter
from perfcast.lsp.transport.stdio import MessageReader, claim_stdio

if TYPE_CHECKING:
    from pygls.server import ServerErrors

    from perfcast.triton import Device

logger = logging.getLogger(__name__)

FEATURES = (
    life_cycle,
    configuration,
    synchronisation,
    inlay_hints,
    hover,
    diagnostics,
    code_actions,
    code_lens,
    comparing,
    measuring,
    ranking,
    document_forecasts,
    workspace_forecasts,
)
"""Modules whose `register` adds one feature each."""

_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(notebook="*", cells=[types.NotebookCellLanguage(language="python")]),
    ],
    save=True,
)

#: Seconds for which a thread that computes keeps the event loop waiting, each time that this has something to do; five
#: thousandths are Python's own.
_SECONDS_A_SWITCH: Final = 0.0005

Found = TypeVar("Found")


class PerfcastServer(LanguageServer):
    """State of one session. Its parts know it and through it each other."""

    protocol: Protocol
    programs: Programs

    def __init__(self, loader: Loader) -> None:
        super().__init__(
            "perfcast",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            notebook_document_sync=_NOTEBOOKS,
            protocol_cls=Protocol,
            converter_factory=lenient_converter,
            # One thread reads stdin; nothing else runs in pygls's pool.
            max_workers=1,
        )
        self.status = Status(self)
        self.engine = Engine(loader, self.status.update)
        self.configuration = Configuration(self)
        self.forecasting = Forecasting(self)
        self.client_commands = ClientCommands(None)
        self.loaded = asyncio.Event()
        self.hint_refresh = HintRefresh(self)
        self._lens_refresh = LensRefresh(self)
        self._loading: asyncio.Task[None] | None = None
        self._refresh_is_due = False
        self._unknown_devices: set[tuple[str, str]] = set()
        self.is_trusted = True
        """Whether code of the workspace may be run; editors that know untrusted workspaces say so."""
        for feature in FEATURES:
            feature.register(self)

    def start_io(self, stdin: BufferedReader, stdout: BinaryIO) -> None:  # type: ignore[override]
        """Serve the client at the other ends until one of both ends the session; as pygls does, but for its reader."""
        self._stop_event = threading.Event()
        self.protocol.set_writer(StdoutWriter(stdout))
        reader = MessageReader(stdin, self.thread_pool)
        try:
            asyncio.run(run_async(self._stop_event, reader, self.protocol, logger, self.report_server_error))
        except OSError:
            logger.info("the client is gone")
        except (KeyboardInterrupt, SystemExit):
            pass
        finally:
            self.shutdown()  # type: ignore[no-untyped-call]

    def begin(self, params: types.InitializeParams) -> None:
        """Set up the session that a client asks for; the model is loaded after the answer."""
        workspace = self.workspace
        self.protocol._workspace = Documents(
            workspace.root_uri,
            self._text_document_sync_kind,
            list(workspace.folders.values()),
            workspace.position_encoding,
        )
        self.programs = Programs(self.workspace)
        if params.process_id is not None:
            watchdog.watch(params.process_id)
        self.configuration.read_initial(params.initialization_options)
        self.is_trusted = _is_trusted(params.initialization_options)
        self.client_commands = ClientCommands(params.initialization_options)
        self.status.begin(params.initialization_options)
        diagnostics.settle_pulling(self)
        asyncio.get_running_loop().call_soon(self.load_model)

    def load_model(self) -> None:
        """Load the model that the settings name, then forecast whatever is open."""
        self.loaded.clear()
        if self._loading is None:
            self._loading = asyncio.get_running_loop().create_task(self._load_model())

    async def read_settings(self, sent: Any) -> None:
        """Read the settings anew, from the client where it can be asked, and act on what has changed."""
        path = self.configuration.general.model_path
        if get_capability(self.client_capabilities, "workspace.configuration", False):
            changed = await self.configuration.ask()
        else:
            changed = sent is not None and self.configuration.take(sent)
        if self.configuration.general.model_path != path:
            self.load_model()
        elif changed:
            await self._settle_trials()
            self.forecasting.update_all()

    async def model_is_there(self) -> None:
        """Wait while the model is loaded; raises the protocol's error where it does not load."""
        await self.loaded.wait()
        if self.engine.predictor is None:
            raise request_failed(self.engine.problem or "no model is loaded")

    def device(self, settings: Settings) -> str:
        """The CPU that the settings name, or the model's default where it has no such device."""
        predictor = self.engine.predictor
        return settings.device if predictor is None else self._known("device", settings.device, predictor.devices.named)

    def gpu(self, settings: Settings) -> Device | None:
        """The GPU that the settings name, or the default one where there is no such; None while no model is loaded."""
        predictor = self.engine.predictor
        return None if predictor is None else self._known("gpu", settings.gpu, predictor.kernels.gpu)

    def _known(self, setting: str, name: str, find: Callable[[str | None], Found]) -> Found:
        """What `find` gives for the name, else its default; the user is told once of a name that it does not know."""
        try:
            return find(name)
        except UnknownDeviceError as error:
            if (setting, name) not in self._unknown_devices:
                self._unknown_devices.add((setting, name))
                message = f"perfcast.{setting}: {error}"
                self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
            return find(None)

    def refresh(self, key: str) -> None:
        """Have the client ask again for what it shows of a program; of hints and lenses once for several programs."""
        diagnostics.refresh_diagnostics(self, key)
        self.hint_refresh.changed(key)
        if not self._refresh_is_due:
            self._refresh_is_due = True
            asyncio.get_running_loop().call_soon(self._refresh)

    def close(self) -> None:
        """End all work; nothing is sent any more."""
        self.protocol.closing = True
        self.stop_work()

    def stop_work(self) -> None:
        """End all work for good."""
        self.hint_refresh.close()
        self.forecasting.close()
        self.engine.close()

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Log what went wrong; a popup for each would help nobody."""
        logger.error("%s: %s", source.__name__, error)

    def _refresh(self) -> None:
        self._refresh_is_due = False
        self.hint_refresh.send()
        self._lens_refresh.send()

    async def _load_model(self) -> None:
        loaded = None
        # The settings may name another model while one is being loaded.
        while loaded != self.configuration.general.model_path:
            loaded = self.configuration.general.model_path
            shown = nullcontext() if self.status.is_wanted else progress(self, "Loading the forecasting model")
            async with shown:
                await self.engine.load(Path(loaded) if loaded else None)
        self._loading = None
        if self.engine.state is State.ERROR:
            message = f"Perfcast: {self.engine.problem}"
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
        await self._settle_trials()
        self.loaded.set()
        self.forecasting.update_all()

    async def _settle_trials(self) -> None:
        trial_runs_enabled = self.is_trusted and self.configuration.general.trial_runs
        predictor = self.engine.predictor
        if predictor is not None and predictor.trial_runs_enabled != trial_runs_enabled:
            # In the model's thread, which may be in the middle of a forecast.
            await self.engine.run(lambda predictor, job: predictor.set_trial_runs(trial_runs_enabled))


def _is_trusted(options: Any) -> bool:
    client = options.get("client") if isinstance(options, Mapping) else None
    return not isinstance(client, Mapping) or client.get("trusted", True) is True


def serve_stdio(loader: Loader = load_for_this_machine) -> int:
    """Serve one client over stdin and stdout. Returns the process's exit code: 0 after an orderly shutdown."""
    _prepare_process()
    reader, writer = claim_stdio()
    server = PerfcastServer(loader)
    server.start_io(reader, writer)
    return _ended(server)


def serve_tcp(port: int, loader: Loader = load_for_this_machine) -> int:
    """Serve one client over TCP, on the loopback address alone. Returns the process's exit code."""
    _prepare_process()
    server = PerfcastServer(loader)
    try:
        server.start_tcp("127.0.0.1", port)
    except SystemExit:
        pass
    except OSError as error:
        sys.stderr.write(f"perfcast: port {port}: {error.strerror or error}\n")
        return 2
    return _ended(server)


def _ended(server: PerfcastServer) -> int:
    """Ends the process: a run of the model that cannot be stopped must not keep it alive."""
    server.close()
    sys.stderr.flush()
    os._exit(0 if server.protocol._shutdown else 1)


def _prepare_process() -> None:
    sys.setswitchinterval(_SECONDS_A_SWITCH)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    # It logs whole messages, the user's code with them.
    logging.getLogger("pygls.protocol.json_rpc").setLevel(logging.WARNING)
