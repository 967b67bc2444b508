"""The page of the ablations: a table a question, and curves against parameters, programs and steps."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import matplotlib

from model_export.ablations.judging import JUDGED
from model_export.ablations.variants import BASE
from model_export.corpus.tables import markdown

matplotlib.use("Agg")
from matplotlib import pyplot as plt

#: Where the page lies.
RESULTS: Final = Path(__file__).parent
_PAGE: Final = "RESULTS.md"
_TABLE: Final = "results.csv"
_PICTURE: Final = "curves.png"
_FIGURES: Final = {
    "rho": "Spearman",
    "rho_at_size": "at one size",
    "rho_within": "within",
    "median_error": "median",
    "p90_error": "90th percentile",
}
_LABELS: Final = {"peak_memory": "memory", "cpu_time": "time"}


@dataclass(frozen=True)
class Outcome:
    """What came of a run, or of one way to ask it.

    Attributes:
        name: of the row.
        question: what the run is about.
        programs: that it was trained on.
        figures: metric -> figures on the validation split, see `model_export.evaluation.figures`.
    """

    name: str
    question: str
    parameters: int
    programs: int
    steps: int
    figures: Mapping[str, Mapping[str, float]]


def write_page(folder: Path, outcomes: Sequence[Outcome]) -> None:
    """Writes the page, the same figures as CSV, and the curves."""
    if not outcomes:
        return
    base = [outcome for outcome in outcomes if outcome.question == BASE.question]
    parts = [_HEAD.format(base=BASE.name)]
    for question in dict.fromkeys(outcome.question for outcome in outcomes):
        rows = [outcome for outcome in outcomes if outcome.question == question]
        compared = rows if question == BASE.question else [*base[:2], *rows]
        parts.append(f"## {question[0].upper()}{question[1:]}\n\n{_table(compared)}")
    parts.append(f"## Curves\n\n![error against parameters, programs and steps]({_PICTURE})\n")
    (folder / _PAGE).write_text("\n".join(parts))
    _write_csv(folder / _TABLE, outcomes)
    _draw(folder / _PICTURE, outcomes)


def read_table(folder: Path) -> list[Outcome]:
    """The outcomes that a page's CSV holds; none where there is no page."""
    path = folder / _TABLE
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Outcome(
                row["name"],
                row["question"],
                int(row["parameters"]),
                int(row["programs"]),
                int(row["steps"]),
                {metric: {figure: float(row[f"{metric} {figure}"]) for figure in _FIGURES} for metric in JUDGED},
            )
            for row in csv.DictReader(file)
        ]


def merged(known: Sequence[Outcome], found: Sequence[Outcome]) -> list[Outcome]:
    """Known outcomes in their order, each as it was found anew from as many programs, then those that are new."""
    return list({(outcome.name, outcome.programs): outcome for outcome in (*known, *found)}.values())


def _table(outcomes: Sequence[Outcome]) -> str:
    head = ["", "parameters", "programs", "steps"]
    head += [f"{_LABELS[metric]}: {label}" for metric in JUDGED for label in _FIGURES.values()]
    rows = [
        [
            outcome.name,
            f"{outcome.parameters / 1e6:.1f} M",
            f"{outcome.programs:,}",
            f"{outcome.steps:,}",
            *(f"{outcome.figures[metric][figure]:.3f}" for metric in JUDGED for figure in _FIGURES),
        ]
        for outcome in outcomes
    ]
    return markdown([head, *rows])


def _write_csv(path: Path, outcomes: Sequence[Outcome]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        figures = [(metric, figure) for metric in JUDGED for figure in _FIGURES]
        writer.writerow(["name", "question", "parameters", "programs", "steps", *(f"{m} {f}" for m, f in figures)])
        for one in outcomes:
            found = [f"{one.figures[metric][figure]:.4f}" for metric, figure in figures]
            writer.writerow([one.name, one.question, one.parameters, one.programs, one.steps, *found])


def _draw(path: Path, outcomes: Sequence[Outcome]) -> None:
    axes_of: dict[str, tuple[str, Callable[[Outcome], float]]] = {
        "parameters": ("parameters", lambda outcome: outcome.parameters),
        "programs": ("programs", lambda outcome: outcome.programs),
        "training": ("steps", lambda outcome: outcome.steps),
    }
    figure, panels = plt.subplots(1, len(axes_of), figsize=(12, 3.6), layout="constrained")
    for panel, (question, (label, place)) in zip(panels, axes_of.items(), strict=True):
        line = sorted((one for one in outcomes if one.question == question or one.name == BASE.name), key=place)
        for metric in JUDGED:
            errors = [one.figures[metric]["median_error"] for one in line]
            panel.plot([place(one) for one in line], errors, marker="o", label=_LABELS[metric])
        panel.set(xscale="log", xlabel=label, ylabel="median |log2(predicted / true)|", ylim=(0, 1))
        panel.legend()
    figure.savefig(path, dpi=90)
    plt.close(figure)


_HEAD: Final = """# What each decision is worth

Rebuilt by `python -m model_export ablations`. Every row is a run of its own: the same training and validation split,
the same number of steps and tokens a batch, and one thing that is not as in `{base}`. The runs are small, so that they
can be many; two seeds of the base, and of the model alone, say which differences mean nothing: of the latter all that
are smaller than the one between them. Errors are |log2(predicted / true)| of the
validation split, as the test split plays no part; `within` is the rank correlation across the sizes of a function. But
for the model alone, all read the guess of the boosted trees and answer in units of it, so what is compared is what the
language model adds to them. Rows of a table may be compared where they were trained on as many programs, or are about
their number: between runs the corpus has grown.
"""
