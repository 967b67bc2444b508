"""The loss curve of a run as a picture."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import pandas as pd

matplotlib.use("Agg")
from matplotlib import pyplot as plt


def draw(log: Path, picture: Path, token: str = "numeral token") -> None:
    """Training loss (mean of 50 steps) and validation loss against steps, from a run's ``log.csv``.

    Args:
        token: what the losses are means over.
    """
    table = pd.read_csv(log)
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(table["step"], table["train_loss"].rolling(50, min_periods=1).mean(), label="training")
    validated = table.dropna(subset=["validation_loss"])
    axes.plot(validated["step"], validated["validation_loss"], marker="o", label="validation")
    axes.set(xlabel="step", ylabel=f"cross-entropy a {token} (nats)")
    axes.legend()
    figure.savefig(picture, dpi=110)
    plt.close(figure)
