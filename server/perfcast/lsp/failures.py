"""Requests that cannot be answered, in words for the user."""

from lsprotocol import types
from pygls.exceptions import JsonRpcException


def request_failed(message: str) -> JsonRpcException:
    """The error to raise in a handler; the client shows its message."""
    return JsonRpcException(message, code=types.LSPErrorCodes.RequestFailed.value)


def content_modified() -> JsonRpcException:
    """The error to raise where the text that was asked about has changed meanwhile; clients ask again."""
    return JsonRpcException("the text has changed", code=types.LSPErrorCodes.ContentModified.value)
