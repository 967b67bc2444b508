"""Budgets that the settings give to files by glob, for units whose comments set none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perfcast.forecast.budgets import Budget, parse_budgets
from perfcast.source.locations.globs import matches


@dataclass(frozen=True)
class FileBudget:
    """One of the settings' budgets.

    Attributes:
        files: the glob, of paths from the workspace folder or of whole paths.
        budgets: what each unit of such a file may cost.
    """

    files: str
    budgets: tuple[Budget, ...]


def read_file_budget(raw: object) -> FileBudget:
    """A budget as settings write it: ``{"files": "src/**", "budget": "peak < 100 MiB, time < 50 ms"}``.

    Raises:
        ValueError: it is no such object, or its budget does not parse; a `BudgetError` in that case.
    """
    if not isinstance(raw, Mapping) or not all(isinstance(raw.get(key), str) for key in ("files", "budget")):
        raise ValueError("an object with the texts files and budget is expected")
    return FileBudget(raw["files"], parse_budgets(raw["budget"]))


def budgets_for(path: str, within: str, given: Sequence[FileBudget]) -> tuple[Budget, ...]:
    """The budgets of the first entry whose glob fits a file; none where no entry does.

    Args:
        path: of the file, with '/' between its parts.
        within: path of the workspace folder that holds it; '' where none does.
        given: the settings' budgets.
    """
    names = [path]
    if within and path.startswith(within.rstrip("/") + "/"):
        names.append(path[len(within.rstrip("/")) + 1 :])
    return next((one.budgets for one in given if any(matches(one.files, name) for name in names)), ())
