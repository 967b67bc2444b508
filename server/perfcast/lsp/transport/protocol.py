"""The protocol as clients really speak it: values unheard of are let through, and nothing is said after the end."""

from __future__ import annotations

import asyncio
import contextvars
import enum
import inspect
from concurrent.futures import Future
from typing import Any

import cattrs
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.protocol.json_rpc import JsonRPCNotification
from pygls.protocol.language_server import lsp_method

# Errors that say something to the client, and nothing to the log.
_ANSWERS = {types.LSPErrorCodes.RequestFailed.value, types.LSPErrorCodes.ContentModified.value}


def lenient_converter() -> cattrs.Converter:
    """pygls's converter, but a value that an enumeration lacks stays what it is.

    Newer clients send ``trace: "compact"`` and kinds of failure handling that lsprotocol does not know; strictness
    would end the session at `initialize`.
    """
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]

    def structure(value: Any, kind: type[enum.Enum]) -> Any:
        try:
            return kind(value)
        except ValueError:
            return value

    # By name, one by one: cattrs would take a general hook for `str` or `int` before one for all enumerations.
    for kind in vars(types).values():
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            converter.register_structure_hook(kind, structure)
    return converter


class Protocol(LanguageServerProtocol):
    """Answers a request that cannot be understood with an error instead of silence."""

    closing = False
    """Set when the session ends: what unfinished work would still send is dropped."""

    _work_done_token: contextvars.ContextVar[types.ProgressToken | None] = contextvars.ContextVar("token", default=None)

    @property
    def work_done_token(self) -> types.ProgressToken | None:
        """Under which the client wants to see the progress of the command that is being executed."""
        return self._work_done_token.get()

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Any:  # type: ignore[override]
        """Runs a command as one task.

        pygls runs it beside the request: cancelling the request left it running, and ending it left the request
        without an answer.
        """
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcInvalidParams.of(ValueError(f"no command named {params.command!r}"))
        arguments = params.arguments or []
        try:
            inspect.signature(handler).bind(*arguments)
        except TypeError as error:
            raise JsonRpcInvalidParams.of(error) from None
        self._work_done_token.set(params.work_done_token)
        return await handler(*arguments)

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcInvalidParams as error:
            return self._refused(data, error)
        except Exception as error:
            return self._refused(data, JsonRpcInvalidParams.of(error))

    def handle_message(self, message: Any) -> None:
        error = self._refusal(message.method, getattr(message, "id", "")) if hasattr(message, "method") else None
        if error is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, error=error.to_response_error())

    def _refusal(self, method: object, identity: object) -> JsonRpcException | None:
        """Why a method may not be called; what comes at the wrong time would else be an internal error, or silence."""
        if not isinstance(method, str) or not isinstance(identity, int | str):
            return JsonRpcInvalidRequest("a method is named by a text, a request by a text or a whole number")
        if self._shutdown and method != types.EXIT:
            return JsonRpcInvalidRequest("the server is shutting down")
        if self._workspace is None and method not in (types.INITIALIZE, types.EXIT):
            return JsonRpcServerNotInitialized()
        return None

    def _execute_handler(self, msg_id: int | str, *arguments: Any, **keywords: Any) -> None:
        super()._execute_handler(msg_id, *arguments, **keywords)
        future = self._request_futures.get(msg_id)
        if future is not None:
            # pygls keeps those of notifications for ever. Later, since `shutdown` goes through them as they end.
            loop = asyncio.get_running_loop()
            future.add_done_callback(lambda _: loop.call_soon(self._request_futures.pop, msg_id, None))

    def _handle_cancel_notification(self, msg_id: object) -> None:
        if isinstance(msg_id, int | str):
            super()._handle_cancel_notification(msg_id)

    def _send_handler_result(self, future: Future[Any], *, msg_id: int | str) -> None:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, JsonRpcException) and error.code in _ANSWERS:
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=error.to_response_error())
            return
        super()._send_handler_result(future, msg_id=msg_id)

    def _handle_response(
        self, msg_id: int | str, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        future = self._request_futures.get(msg_id)
        if future is not None and future.cancelled():
            # Nobody waits for this answer any more; pygls would try to set it all the same.
            self._request_futures.pop(msg_id)
            return
        super()._handle_response(msg_id, result, error)

    def _refused(self, data: dict[str, Any], error: JsonRpcInvalidParams) -> JsonRPCNotification:
        identity = data.get("id")
        if isinstance(identity, int | str) and "method" in data:
            self._send_response(identity, error=error.to_response_error())
        # Handled as a notification that nobody listens to.
        return JsonRPCNotification(method="$/refused", jsonrpc=self.VERSION, params=None)

    def _send_data(self, data: Any) -> None:
        if not self.closing:
            super()._send_data(data)


def markdown_or_plain(formats: Any, markdown: str, plain: str) -> types.MarkupContent:
    """The text in the form that a client's list of formats allows."""
    if formats and types.MarkupKind.Markdown in formats:
        return types.MarkupContent(types.MarkupKind.Markdown, markdown)
    return types.MarkupContent(types.MarkupKind.PlainText, plain)
