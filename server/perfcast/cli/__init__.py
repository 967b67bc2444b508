"""The `perfcast` command: one file a subcommand."""

import gc
import sys
from typing import Final

__all__ = ["main"]

#: As editors start the server, whose first answer does not wait for what reads other arguments.
_SERVING: Final = (["serve"], ["serve", "--stdio"])


def main() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] in _SERVING:
        # What is imported stays: the collector would go through all of it again and again as it gets more.
        gc.disable()
        from perfcast.lsp.server import serve_stdio

        # Together they move it to the oldest generation without looking at it.
        gc.freeze()
        gc.unfreeze()
        gc.enable()
        sys.exit(serve_stdio())
    from perfcast.cli.app import main as run

    run()
