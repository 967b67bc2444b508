"""The model card: tables of a `Report` in Markdown, between the words that do not change with the figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model_export.corpus.tables import markdown
from model_export.evaluation.aims import aims
from model_export.evaluation.kernels import KernelReport
from model_export.evaluation.projects import ProjectReport
from model_export.evaluation.report import MODEL, Report

#: Beside the card.
PICTURE = "figures.png"
_LABELS = {"peak_memory": "Peak memory", "cpu_time": "CPU time"}
_POINTS = {
    "rho": "Spearman, all",
    "rho_at_size": "at one size",
    "rho_within": "within a function",
    "median_error": "median error",
    "p90_error": "90th percentile",
    "cheaper": "cheaper named",
}
_RANGES = {
    "coverage": "80 % range holds",
    "coverage_least_decile": "worst decile of size",
    "coverage_most_decile": "best decile of size",
    "width": "median width",
}
_KERNEL_LABELS = {
    "registers": "Registers a thread",
    "shared_memory": "Shared memory a block",
    "shared_memory_above_floor": "Shared memory a block, of launches that take more than 16 bytes",
    "gpu_time": "Time of a launch",
    "gpu_time_elsewhere": "Time of a launch as published with TritonBench-G, on an unnamed GPU, shown to nobody",
}
_KERNEL_POINTS = {
    "rho": "Spearman, all",
    "rho_within": "within a kernel",
    "median_error": "median error",
    "p90_error": "90th percentile",
}
_KERNELS = """## Triton kernels

The same model reads a kernel and a launch (tensors, constexpr values, grid, warps, stages). Its first guess is of
boosted trees as well, over what the kernel's source says of the blocks that a program holds, moves and exchanges
(`perfcast.triton.count`). Registers and shared memory are those that Triton's compiler and ptxas give for sm_80, sm_86
and sm_90, no GPU needed. Splits are by family; held-out files of others that are like a training one are left out.
"counted" is what the source's counts say by themselves (for times `perfcast.triton.bounds.pace`), "configuration alone"
are trees that see the launch and no source, "configuration and syntax" ones that count its syntax too.

Times were measured on {timed}: the median of warm launches with an empty second-level cache (the lesser of two on
the H200), between two events of the device, on inputs drawn at random, results checked against PyTorch's where there is
a reference. The start of a launch, about four microseconds, is a part of them. Of held-out launches one in twenty was
on the H100. On no other device are times forecast; there the roofline's bound stands in their place. Of launches
measured on both that take up to six microseconds on one, 11 % took more than 1.5 times as long on the H200 and 3 % on
the H100, kept waiting by other work of their machine: such labels are in these figures.

"""
_CHOICES = """### Which configurations to try, held-out families

Of a kernel at one workload, where eight configurations or more were measured: the mean rank correlation within one such
choice, and by how many times the fastest of the first tenth is slower than the fastest of all. The "estimate" is what
orders configurations for devices that nothing was measured on; its paces are those of these two. Of those with the same
roofline's bound the first that are listed are tried.

"""
_CHOICE_FIGURES = {
    "choices": "choices",
    "rho": "Spearman, mean",
    "median": "median regret",
    "mean": "mean",
    "p90": "90th percentile",
}

_PROJECTS = """## Units of real projects

{units} units of {projects} public projects that the model never saw, {records} records: a sample of each project's
functions and methods, left where they lie, at the workloads that the tool chooses by itself. Where a project's tests,
examples or programs call a unit with what nobody else could make, it is measured and forecast by that very call;
elsewhere arguments are made up by names and types, and a unit that raises on them is no record. Of what was measured,
that counts whose workload the tool still chooses. Splits are by project. To those of some other projects the trees are
fitted, to those of others again ranges are calibrated. The projects and their commits are in
`model_export/corpus/projects/table.py`; without them these figures cannot be rebuilt.

"""
_OF_PROJECTS = {
    "records": "records",
    "rho": "Spearman, all",
    "median_error": "median error",
    "p90_error": "90th percentile",
    "coverage": "80 % range holds",
    "width": "median width",
}
_SURENESS = {
    "width": "median width",
    "median_error": "median error",
    "p90_error": "90th percentile",
    "coverage": "80 % range holds",
}

_HEAD = """# Model card

A regression language model that reads the normal form of a Python function, a workload and a first guess by boosted
trees, and writes peak memory and CPU time digit by digit. {parameters:.1f} M parameters, INT8; {size:.1f} MB with the
trees; version {version}. The trees are fitted to the same training records, on syntax counted, sizes of the workload,
a static estimate of work and bytes, and what trial runs on small made-up inputs say (`perfcast.trial`: an interpreter
that reaches nothing outside of it but the source of what is imported); where no such run comes to its end, trees of
their own go by the rest. The model says by how much the trees err; while it learns, it meets guesses by trees that have
not seen the problem. Trees of a third kind, fitted to errors of guesses out of fold, say how far off each guess may be.
How far medians go toward the guess and the width of ranges toward that doubt is chosen on the calibration split. The
trees alone, with ranges all of one width, are the baseline "boosted trees"; "boosted trees on syntax" are others, which
know counts of syntax and sizes alone.

Devices that its times hold for: {devices}. Peak memory is what is allocated above the level at the call, native
allocations included, result included, arguments not; CPU time is one warm call, best of at least three.

The figures are of problems that the model never saw: splits are by problem, near-duplicates (MinHash on the normal
form) stay in one split. They are rebuilt by `python -m model_export evaluate`; a test compares them with this page.
"""

_AIMS = """## Aims

Errors are |log2(predicted / true)|. `model_export/evaluation/MISSED.md` says what was tried to meet those that are
missed, and with what success.

"""

_REDRAWN = """## What the values leave open

A workload says sizes and ranges, and the values are drawn. A part of the held-out programs was measured again at the
same workloads, with other values. The median of these measurements knows what such a call costs, and not which values
were drawn; judged as a forecast, it shows what is within reach. Errors are |log2(predicted / true)|.

"""

_LIMITS = """## Limits

- Functions whose cost comes from files, network, subprocesses, libraries that the corpus lacks or generators of unknown
  length are outside of what it has grounds for; the server says so instead of a number.
- Where trial runs are turned off, as in workspaces that are not trusted, forecasts are as in the row "perfcast without
  trial runs".
- Inputs are drawn at random from the workload: a function that needs a valid expression, a tree in parent form or a
  solvable puzzle mostly ends early on them, and its figures are those of ending early.
- Calls longer than a quarter of a second, of some programs a second, were not measured. Where the estimate of trial
  runs is beyond a quarter of a second or 256 MiB, the forecast is that of a smaller workload, carried on by the
  estimate, with a range that widens with the distance. No figure on this page says how good that is.
- What trial runs cannot follow (libraries that are not written in Python, but for NumPy, pandas and PyTorch on the CPU)
  rests on counts of syntax and on the static estimate alone, and is about as good as the row "perfcast
  without trial runs".
- Times hold for the CPU named; another machine shifts them, mostly by one factor.
"""


def card(
    report: Report,
    kernels: KernelReport,
    projects: ProjectReport,
    model: Mapping[str, Any],
    *,
    size: float,
    quantisation: Mapping[str, float],
) -> str:
    """The text of ``CARD.md``.

    Args:
        report, kernels, projects: figures of functions, of kernels and of units of projects.
        model: the bundle's description of itself.
        size: of the bundle in MB.
        quantisation: what INT8 costs: figure -> value.
    """
    parts = [
        _HEAD.format(
            parameters=model["parameters"] / 1e6,
            size=size,
            version=model["version"],
            devices=", ".join(model["devices"]),
        ),
        "## Records\n\n" + markdown([["", "programs", "problems", "records"], *_count_rows(report.counts)]),
    ]
    parts.append(_AIMS + aims(report))
    for metric, label in _LABELS.items():
        parts.append(f"## {label}, held-out problems\n\nErrors are |log2(predicted / true)|.\n")
        parts.append(_figure_table(report.points[metric], _POINTS))
        parts.append("Ranges, 80 % central; width is log2(high / low):\n")
        parts.append(_figure_table(report.ranges[metric], _RANGES))
        parts.append("The model by origin of the programs:\n")
        parts.append(_figure_table(report.origins[metric], _POINTS | {"coverage": _RANGES["coverage"]}))
        parts.append("The model by how sure it is, in fifths of the records by the width of their ranges:\n")
        parts.append(_figure_table(report.sureness[metric], _SURENESS))
    if report.redrawn:
        parts.append(_REDRAWN)
        for metric, label in _LABELS.items():
            parts.append(f"### {label}, other values\n")
            parts.append(_figure_table(report.redrawn[metric], _POINTS))
    parts.append(f"![Forecasts against what was measured, coverage, errors]({PICTURE})\n")
    parts.append(_PROJECTS.format(**projects.counts))
    for metric, label in _LABELS.items():
        parts.append(f"### {label}\n")
        parts.append(_figure_table(projects.groups[metric], _OF_PROJECTS))
    parts += _kernel_parts(kernels, model)
    parts.append("## What INT8 costs\n")
    parts.append(markdown([["", "value"], *([name, f"{value:.4g}"] for name, value in quantisation.items())]))
    parts.append(_LIMITS)
    return "\n".join(parts)


def _kernel_parts(kernels: KernelReport, model: Mapping[str, Any]) -> list[str]:
    about = _KERNELS.format(timed=" and ".join(f"an {name}" for name in model["kernel_devices"]["gpu_time"]))
    parts = [about + markdown([["", "kernels", "families", "launches"], *_count_rows(kernels.counts)])]
    for metric, points in kernels.points.items():
        parts.append(f"### {_KERNEL_LABELS[metric]}, held-out families\n")
        parts.append(_figure_table(points, _KERNEL_POINTS))
        parts.append(_figure_table(kernels.ranges[metric], _RANGES))
    return [*parts, _CHOICES + _figure_table(kernels.choices, _CHOICE_FIGURES)]


def _count_rows(counts_of: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    return [
        [name, *(str(counts[kind]) for kind in ("programs", "problems", "records"))]
        for name, counts in counts_of.items()
    ]


def _figure_table(rows: Mapping[str, Mapping[str, float]], columns: Mapping[str, str]) -> str:
    return markdown(
        [
            ["", *columns.values()],
            *(
                [f"**{name}**" if name == MODEL else name, *(_number(column, figures[column]) for column in columns)]
                for name, figures in rows.items()
            ),
        ]
    )


def _number(column: str, value: float) -> str:
    if value != value:  # noqa: PLR0124 - the test for NaN
        return "–"
    return f"{value:.0f}" if column in ("records", "choices") else f"{value:.2f}"
