"""What modules of the standard library hold is no part of what a call takes: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("expression", "measured"),
    [
        ("[sys.stdout, sys.stderr]", 72),
        ("[string.ascii_letters, string.digits]", 72),
        ("[os.environ]", 64),
        ("[datetime.timezone.utc]", 64),
        ("[re.IGNORECASE, sys.version_info, sys.argv, sys.path]", 88),
    ],
)
def test_what_modules_hold_was_there_before(expression: str, measured: int) -> None:
    source = f"import datetime, os, re, string, sys\n\ndef f(n):\n    return {expression}\n"
    assert peak_of(source, "n: int = 3") == pytest.approx(measured, abs=16)
