"""A checkpoint -> a bundle that is not calibrated yet and has no figures in its card."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model_export.export.graphs import export_graphs
from model_export.export.quantise import quantise
from model_export.prior.files import FOLDER
from model_export.training.train import load_model
from perfcast import prior
from perfcast.rlm import bundle, calibration
from perfcast.rlm.calibration import MetricCalibration
from perfcast.rlm.prompt import METRICS


def assemble(run: Path, folder: Path, model: Mapping[str, Any], *, int8: bool = True) -> None:
    """Exports, quantises and seals.

    Args:
        run: folder of a training run: its best checkpoint, its vocabulary and its prior.
        folder: of the bundle; whatever was there is replaced.
        model: ``name``, ``version``, ``devices``, ``metrics`` for the manifest.
        int8: whether the graphs are quantised; without it they stay as they were trained.
    """
    network = load_model(run / "best.pt")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        for graph in export_graphs(network, Path(scratch)):
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
