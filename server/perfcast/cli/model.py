"""Loading the model for a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perfcast.cli.problems import fail
from perfcast.cli.sizes import parsed_size

if TYPE_CHECKING:
    from perfcast.forecast import Predictor
    from perfcast.forecast.measurements.store import MeasurementStore

BundleOption = Annotated[
    Path | None,
    typer.Option(
        "--model",
        envvar="PERFCAST_MODEL",
        metavar="FOLDER",
        help="Folder of a model bundle in place of the packaged one.",
    ),
]


DeviceOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The CPU that times hold for, by a name that this command has printed. Without it this machine, where an "
        "editor's server or `perfcast measure` has found how fast it is, else the machine of the model's corpus.",
    ),
]
GpuOption = Annotated[str | None, typer.Option(metavar="NAME", help="The GPU that Triton kernels run on, as H100.")]
SizeOption = Annotated[
    int | None, typer.Option(parser=parsed_size, metavar="N", help="Scale every workload to about N elements.")
]


def load_predictor(bundle: Path | None, *, keeps: bool = True, knows_machine: bool = True) -> Predictor:
    """The predictor.

    Args:
        knows_machine: whether what was measured on this machine corrects its times.
        keeps: whether it takes the answers of earlier processes, and keeps its own for later ones.

    Raises:
        typer.Exit: the bundle cannot be used; what is wrong has been said.
    """
    from perfcast.forecast import load
    from perfcast.forecast.cache.kept_answers import KeptAnswers
    from perfcast.rlm import BundleError

    try:
        return load(bundle, store=machine_store() if knows_machine else None, kept=KeptAnswers() if keeps else None)
    except BundleError as error:
        raise fail("model", error) from None


def machine_store() -> MeasurementStore:
    """The measurements that were taken on this machine."""
    from perfcast.forecast.measurements.store import MeasurementStore
    from perfcast.measure import device_name

    return MeasurementStore(device_name())
