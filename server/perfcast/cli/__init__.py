"""The `perfcast` command: one file a subcommand."""

from perfcast.cli.app import main

__all__ = ["main"]
