"""Loading the model for a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.problems import fail

if TYPE_CHECKING:
    from perfcast.forecast import Predictor
    from perfcast.forecast.measurements import MeasurementStore

BundleOption = Annotated[
    Path | None,
    typer.Option("--model", envvar="PERFCAST_MODEL", help="Folder of a model bundle in place of the packaged one."),
]


def load_predictor(bundle: Path | None, *, keeps: bool = True) -> Predictor:
    """The predictor.

    Args:
        keeps: whether it takes the answers of earlier processes, and keeps its own for later ones.

    Raises:
        typer.Exit: the bundle cannot be used; what is wrong has been said.
    """
    from perfcast.forecast import load
    from perfcast.forecast.kept_answers import KeptAnswers
    from perfcast.rlm import BundleError

    try:
        return load(bundle, store=machine_store(), kept=KeptAnswers() if keeps else None)
    except BundleError as error:
        raise fail("model", error) from None


def machine_store() -> MeasurementStore:
    """The measurements that were taken on this machine."""
    from perfcast.forecast.measurements import MeasurementStore
    from perfcast.measure import device_name

    return MeasurementStore(device_name())
