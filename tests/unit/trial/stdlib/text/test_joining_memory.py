"""What is held while texts are put together: figures are memray's of CPython 3.11, in warm calls."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of

_WORKLOAD = "a: str * 300 in 'a'..'z'; b: str * 500 in 'a'..'z'; c: list[int] * 50 in 100..999"
#: How far it may be off, as a part.
_CLOSE = 0.06


@pytest.mark.parametrize(
    ("given", "peak"),
    [
        # By name, in a dictionary whose place stays.
        ("'{x} of {y}'.format(x=a, y=b)", 1_037),
        ("'{} of {}'.format(a, b)", 853),
        # Texts as source text has them, each of them once more.
        ("'%r of %r' % (a, b)", 1_615),
        ("'%s of %s' % (a, b)", 853),
        # A dictionary of which not all is asked for; what is asked for otherwise by `str.format` alone.
        ("'%(x)s of %(y)s' % {'x': a, 'y': b, 'z': [c] * 90}", 1_725),
        ("'%s is not one of !r' % a", 366),
        # A list as a text, beside what that is part of.
        ("f'{a}({c!r})'", 756),
        ("f'{a}({b})'", 851),
    ],
)
def test_what_is_written_down_is_held_beside_the_text(given: str, peak: int) -> None:
    assert peak_of(f"def put(a: str, b: str, c: list): return {given}\n", _WORKLOAD) == pytest.approx(peak, rel=_CLOSE)
