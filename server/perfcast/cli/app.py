"""The subcommands put together. What a subcommand needs is imported when it runs: `--help` is to be quick."""

import os
import sys
from typing import Annotated

import typer

from perfcast import __version__
from perfcast.cli.batch import batch
from perfcast.cli.check import check
from perfcast.cli.compare import compare
from perfcast.cli.measure import measure
from perfcast.cli.predict import predict
from perfcast.cli.problems import BAD_INPUT, Problems
from perfcast.cli.rank import rank
from perfcast.cli.serve import serve

app = typer.Typer(
    name="perfcast",
    help="Forecasts of peak memory and time of Python functions, and of what Triton kernels take on a GPU. Only "
    "`measure` runs the code that it is given; all else reads it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"perfcast {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


for command in (predict, compare, measure, check, rank, batch, serve):
    app.command()(command)


def main() -> None:
    """Run the command line of this process."""
    try:
        app()
    except BrokenPipeError:
        _write_no_more()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:
            raise
        # A full disk is no budget that is exceeded, nor a fault of the command.
        Problems().report("output", error.strerror or error)
        _write_no_more()
        sys.exit(BAD_INPUT)


def _write_no_more() -> None:
    """What is written at exit comes to nothing, as to a pipe whose reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
