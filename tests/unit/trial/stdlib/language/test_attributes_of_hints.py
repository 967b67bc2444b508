"""What code that looks at hints asks them for, in modules that a unit imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_HINTS = """
from typing import Any, Optional, Union

def is_union(hint):
    return getattr(hint, "__origin__", None) is Union

def has_arguments(hint):
    return hasattr(hint, "__args__")

def named(hint):
    return hint.__doc__
"""
_UNIT = """
from typing import Any, Optional
from hints import has_arguments, is_union, named

def f(n):
    return [ASKED for _ in range(n)]
"""


def _estimate(folder: Path, asked: str) -> dict[str, float]:
    (folder / "hints.py").write_text(_HINTS)
    (folder / "a.py").write_text(_UNIT.replace("ASKED", asked))
    file = SourceFile.parse_tolerant((folder / "a.py").read_text(), home=Place.of(folder / "a.py"))
    trials = Trials(file.normal_form(file.unit("f")), file.home)
    return dict(zip(NAMES, trials.estimate(parse("n: int = 1000")), strict=True))


@pytest.mark.parametrize("asked", ["is_union(Any)", "has_arguments(Any)", "has_arguments(Optional)"])
def test_hints_without_brackets_have_nothing_of_those_with_brackets(tmp_path: Path, asked: str) -> None:
    found = _estimate(tmp_path, asked)
    assert found["trial_runs"] > 0
    assert not found["trial_raised"]


def test_what_a_hint_has_is_not_known(tmp_path: Path) -> None:
    assert _estimate(tmp_path, "named(Any)")["trial_runs"] <= 0
