"""What programs print to takes texts that nobody reads."""

from __future__ import annotations

from tests.unit.trial.interpreting import interpreted


def test_streams_take_lines_and_tell_what_they_are() -> None:
    source = """
import sys
sys.stderr.writelines(["a", "b"])
found = sys.stdout.write("abc"), sys.stdout.writelines(iter("ab")), sys.stderr.name, sys.stdout.closed
"""
    assert interpreted(source) == (3, None, "<stderr>", False)
