"""Budgets by glob."""

import pytest

from perfcast.lsp.configuration.file_budgets import FileBudget, budgets_for, read_file_budget
from perfcast.lsp.configuration.settings import Settings, read_settings


def entry(files: str, budget: str) -> dict[str, str]:
    return {"files": files, "budget": budget}


GIVEN = [
    read_file_budget(entry("src/fast/**", "time < 1 ms")),
    read_file_budget(entry("**/*.py", "peak < 1 MiB, time < 1 s")),
]


@pytest.mark.parametrize(
    ("path", "within", "limits"),
    [
        ("/home/project/src/fast/a.py", "/home/project", [0.001]),
        ("/home/project/src/fast/a.py", "/home/project/", [0.001]),
        ("/home/project/src/slow/a.py", "/home/project", [2**20, 1]),
        ("/home/project/src/fast/a.py", "", [2**20, 1]),
        ("/home/project/src/fast/a.py", "/home/pro", [2**20, 1]),
        ("Untitled-1", "", []),
    ],
)
def test_the_first_that_fits_counts(path, within, limits):
    assert [budget.limit for budget in budgets_for(path, within, GIVEN)] == limits


def test_settings_read_them():
    settings, problems = read_settings({"budgets": [entry("**", "peak < 1 KiB")]})
    assert problems == []
    [only] = settings.budgets
    assert isinstance(only, FileBudget) and only.files == "**" and only.budgets[0].limit == 1024


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("x", "a list of objects is expected"),
        ([1], "number 1: an object with the texts files and budget is expected"),
        ([{"files": "**"}], "number 1: an object with the texts files and budget is expected"),
        ([entry("**", "peak < 1 B"), entry("**", "peak < lots")], "number 2: a budget such as 'peak < 100 MiB'"),
    ],
)
def test_wrong_values_give_one_message_and_the_default(raw, reason):
    settings, [problem] = read_settings({"budgets": raw})
    assert settings == Settings()
    assert problem.startswith(f"perfcast.budgets: {reason}") and problem.endswith("; the default is used")
