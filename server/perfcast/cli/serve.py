"""`perfcast serve`: the language server."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    stdio: Annotated[bool, typer.Option("--stdio", help="Speak over stdin and stdout; the default.")] = False,
    tcp: Annotated[
        int | None, typer.Option(metavar="PORT", min=0, max=65535, help="Speak over TCP on the loopback address.")
    ] = None,
) -> None:
    """Run the language server for an editor."""
    from perfcast.lsp.server import serve_stdio, serve_tcp

    if stdio and tcp is not None:
        raise typer.BadParameter("--stdio and --tcp exclude each other")
    raise typer.Exit(serve_stdio() if tcp is None else serve_tcp(tcp))
