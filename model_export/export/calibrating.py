"""``python -m model_export calibrate``: the ranges of a bundle, chosen anew, also for other trees; its weights stay."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer

from model_export.evaluation import forecasts
from model_export.evaluation.calibrate import LEVELS, conformal
from model_export.evaluation.command import write_card
from model_export.evaluation.families import root_weights
from model_export.evaluation.uncalibrated import Uncalibrated
from model_export.export.devices import kernel_devices
from model_export.export.seal import seal
from model_export.prior.files import FOLDER, fold_folder
from model_export.prior.fit import FOLDS, fold
from model_export.prior.trials import HELD_OUT, tried
from model_export.training.inputs import Corpora, Corpus
from perfcast.prior import FILES, KERNEL_METRICS, KERNEL_TIME, METRICS
from perfcast.rlm import RegressionModel, bundle, calibration
from perfcast.rlm.calibration import MetricCalibration
from perfcast.trees import graph_file

_OF_KERNELS: Final = [graph_file(metric, doubt=doubt) for metric in KERNEL_METRICS for doubt in (False, True)]
_RESOURCES: Final = [metric for metric in KERNEL_METRICS if metric != KERNEL_TIME]


def calibrate_bundle(
    records: Annotated[Path, typer.Option(help="Folder of records.parquet and programs.parquet.")],
    data: Annotated[Path, typer.Option(help="Folder of the public data files.")],
    version: Annotated[str, typer.Option(help="Version of the model, which its ranges are a part of.")],
    units: Annotated[Path | None, typer.Option(help="Units that the command `projects` found.")] = None,
    trees: Annotated[
        Path | None, typer.Option(help="Folder of a run whose trees take the place of the bundle's.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="As of the command `trials`; what it lacks of what is held out is added.")
    ] = None,
    of_kernels: Annotated[
        bool,
        typer.Option("--kernels", help="Choose ranges of what kernels take, and judge them; all of functions stays."),
    ] = False,
    model: Annotated[Path, typer.Option(help="Folder of the bundle.")] = bundle.PACKAGED,
) -> None:
    """Chooses the ranges of a bundle, and evaluates it."""
    corpora = Corpora.load(records, data, units)
    if not of_kernels:
        corpora = tried(corpora, HELD_OUT, journal, os.cpu_count() or 1)
    manifest = json.loads((model / bundle.MANIFEST).read_text())["model"]
    manifest |= {"version": version, "kernel_devices": kernel_devices(records, corpora.kernels)}
    kept = calibration.load(model / bundle.CALIBRATION) if of_kernels else None
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "bundle"
        shutil.copytree(model, copy)
        if trees is not None:
            take_trees(trees / FOLDER, copy, _OF_KERNELS if of_kernels else FILES)
        calibration.save(copy / bundle.CALIBRATION, {})
        bundle.write_manifest(copy, manifest)
        calibrate(copy, corpora, kept, None if trees is None else trees / FOLDER)
        seal(copy, model)
    write_card(model, corpora, None, of_kernels=of_kernels)
    typer.echo((model / bundle.CARD).read_text())


def take_trees(folder: Path, into: Path, names: Sequence[str] = FILES) -> None:
    """Copies the trees that a folder has into a bundle, whose network reads their guesses from then on: what it learned
    is how far guesses are off that trees like them have made.

    Args:
        names: files that are copied where they are there.

    Raises:
        ValueError: there are none.
    """
    there = [name for name in names if (folder / name).exists()]
    if not there:
        raise ValueError(f"no trees in {folder}")
    for name in there:
        shutil.copy(folder / name, into)


@dataclass(frozen=True)
class _Lot:
    """Records that ranges are chosen on, and a model whose guesses have seen nothing of their problems."""

    model: RegressionModel
    corpus: Corpus
    rows: Sequence[Mapping[str, Any]]


def calibrate(
    folder: Path,
    corpora: Corpora,
    kept: Mapping[str, MetricCalibration] | None = None,
    trees: Path | None = None,
) -> None:
    """Writes the calibration chosen on what is held out for it into a bundle that has none, and seals it again.

    A range of kernels is chosen on the devices alone that its metric is claimed to be known of. Those of their times
    are chosen on the training families too, each guessed by trees without it: families differ by more than launches
    do, and of those that are held out there are but fifty.

    Args:
        kept: of functions' metrics, where theirs are not to be chosen anew.
        trees: folder of the bundle's trees, with those that were fitted without a fold; where these are not there,
            ranges of kernels' times are chosen on what is held out.
    """
    model, kernels = RegressionModel.load(folder), corpora.kernels
    chosen = {} if kept is None else {metric: kept[metric] for metric in METRICS}
    if kept is None:
        chosen |= _chosen(METRICS, [_Lot(model, part, part.calibrating) for part in corpora.of_python])
    chosen |= _chosen(_RESOURCES, [_Lot(model, kernels, kernels.calibrating)], by_family=True)
    held_out = _Lot(model, kernels, _timed(model, kernels.calibrating))
    chosen |= _chosen([KERNEL_TIME], [held_out, *_folds(folder, trees, kernels)], by_family=True)
    calibration.save(folder / bundle.CALIBRATION, chosen)
    seal(folder, folder)


def _chosen(metrics: Sequence[str], lots: Sequence[_Lot], *, by_family: bool = False) -> dict[str, MetricCalibration]:
    """Metric -> calibration.

    Args:
        by_family: families of kernels count as `root_weights` says.
    """
    asked = Uncalibrated.together(
        [forecasts.uncalibrated(lot.model, lot.corpus, lot.rows, metrics, LEVELS) for lot in lots]
    )
    rows = [row for lot in lots for row in lot.rows]
    found = {}
    for number, metric in enumerate(metrics):
        known = [index for index, row in enumerate(rows) if _is_known(lots[0].model, row, metric)]
        true = np.array([rows[index][metric] for index in known], dtype=np.float64)
        weights = root_weights([rows[index]["problem"] for index in known]) if by_family else None
        found[metric] = conformal(metric, true, asked.some(known), number, weights=weights)
    return found


def _folds(folder: Path, trees: Path | None, kernels: Corpus) -> Iterator[_Lot]:
    """The launches of training families that were timed, a fold a lot, each with trees that have not seen it."""
    if trees is None or not fold_folder(trees, 0).exists():
        return
    for number in range(FOLDS):
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / "bundle"
            shutil.copytree(folder, copy)
            take_trees(fold_folder(trees, number), copy)
            seal(copy, copy)
            model = RegressionModel.load(copy)
        rows = [row for row in _timed(model, kernels.split("train")) if fold(row["problem"]) == number]
        yield _Lot(model, kernels, rows)


def _timed(model: RegressionModel, rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [row for row in rows if _is_known(model, row, KERNEL_TIME)]


def _is_known(model: RegressionModel, row: Mapping[str, Any], metric: str) -> bool:
    """Whether a record has the metric, of a device that it is claimed to be known of."""
    devices = model.metadata["kernel_devices"].get(metric)
    return row[metric] is not None and (devices is None or row["device"] in devices)
