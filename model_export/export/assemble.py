"""A run and its graphs -> a bundle that is not calibrated yet and has no figures in its card."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from model_export.export.quantise import quantise
from model_export.prior.files import FOLDER
from model_export.training.model import RegressionLanguageModel
from perfcast import prior
from perfcast.rlm import bundle, calibration
from perfcast.rlm.calibration import MetricCalibration
from perfcast.rlm.prompt import METRICS


def assemble(
    run: Path,
    network: RegressionLanguageModel,
    graphs: Iterable[Path],
    folder: Path,
    model: Mapping[str, Any],
    *,
    int8: bool = True,
) -> None:
    """Quantises and seals.

    Args:
        run: folder of the network's training run: its vocabulary and its prior.
        graphs: the network's, as `export_graphs` leaves them; they stay as they are.
        folder: of the bundle; whatever was there is replaced.
        model: ``name``, ``version``, ``devices``, ``metrics`` for the manifest.
        int8: whether the bundle's graphs are quantised; without it they stay as they were trained.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for graph in graphs:
        if int8:
            quantise(graph, folder)
        else:
            shutil.copy(graph, folder)
    for left in folder.iterdir():
        if left.name not in bundle.FILES:
            left.unlink()
    shutil.copy(run / "vocabulary.json", folder / bundle.VOCABULARY)
    for name in prior.FILES:
        shutil.copy(run / FOLDER / name, folder / name)
    calibration.save(folder / bundle.CALIBRATION, {metric: MetricCalibration() for metric in METRICS})
    (folder / bundle.CARD).write_text("# Model card\n\nNot evaluated yet.\n")
    parameters = sum(parameter.numel() for parameter in network.parameters())
    details = {"shape": network.shape.as_dict(), "parameters": parameters}
    bundle.write_manifest(folder, {**model, **details})
