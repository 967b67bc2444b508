"""What is built in, taken by name from `__builtins__`, which modules that are imported have as a dictionary."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source.locations.place import Place
from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted

_TABLE = """
known = __builtins__
if not isinstance(known, dict):
    known = known.__dict__
TABLE = {name: known[name] for name in ("abs", "min", "eval", "no_such_name") if name in known}
"""


def test_functions_are_found_by_their_names() -> None:
    source = f"{_TABLE}found = list(TABLE), TABLE['min']([3, 1, 2]), TABLE['abs'](-1)"
    assert interpreted(source) == (["abs", "min", "eval"], 1, 1)


def test_what_is_not_modelled_is_there_and_not_called() -> None:
    with pytest.raises(Unsupported, match="eval"):
        interpreted(f"{_TABLE}found = TABLE['eval']('1')")


def test_modules_that_are_imported_have_it(tmp_path: Path) -> None:
    (tmp_path / "tables.py").write_text(_TABLE)
    source = "from tables import TABLE\nfound = TABLE['min']([3, 1, 2])"
    assert interpreted(source, place=Place((str(tmp_path),))) == 1
