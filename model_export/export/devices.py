"""The devices that a bundle says its metrics are known of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from model_export.corpus.triton.joined import timed_devices
from model_export.training.inputs import Corpus
from perfcast.prior import KERNEL_METRICS, KERNEL_TIME


def devices_of(corpus: Corpus, metrics: Sequence[str]) -> list[str]:
    """The devices of the records that have one of the metrics."""
    return sorted({row["device"] for row in corpus.records if any(row[metric] is not None for metric in metrics)})


def kernel_devices(records: Path, kernels: Corpus) -> dict[str, list[str]]:
    """Metric of kernels -> the devices that it is claimed to be known of: of times those that were measured on."""
    compiled_for = {metric: devices_of(kernels, [metric]) for metric in KERNEL_METRICS if metric != KERNEL_TIME}
    return compiled_for | {KERNEL_TIME: timed_devices(records)}
