"""Loading the model for a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.problems import fail

if TYPE_CHECKING:
    from perfcast.forecast import Predictor

BundleOption = Annotated[
    Path | None,
    typer.Option("--model", envvar="PERFCAST_MODEL", help="Folder of a model bundle in place of the packaged one."),
]


def load_predictor(bundle: Path | None) -> Predictor:
    """The predictor.

    Raises:
        typer.Exit: the bundle cannot be used; what is wrong has been said.
    """
    from perfcast import load
    from perfcast.rlm import BundleError

    try:
        return load(bundle)
    except BundleError as error:
        raise fail("model", error) from None
