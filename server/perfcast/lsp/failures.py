"""Requests that cannot be answered, in words for the user."""

from lsprotocol import types
from pygls.exceptions import JsonRpcException


def request_failed(message: str) -> JsonRpcException:
    """The error to raise in a handler; the client shows its message."""
    return JsonRpcException(message, code=types.LSPErrorCodes.RequestFailed.value)
