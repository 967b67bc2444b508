"""What instances take, and what of the library goes through them: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_IMPORTS = """
from dataclasses import dataclass, field

@dataclass(slots=True)
class Slotted:
    x: float
    y: int

@dataclass(slots=True)
class Longer(Slotted):
    z: int = 1

@dataclass
class Plain:
    x: float
    y: int

@dataclass(slots=True)
class Mixed(Plain):
    z: int = 1

class Bare(Slotted):
    pass
"""


@pytest.mark.parametrize(
    ("of", "measured"),
    [
        ("Slotted", 84_816),
        ("Longer", 96_816),
        # A class without slots gives a table, whichever of those extended it is.
        ("Mixed", 156_816),
        ("Bare", 144_816),
        ("Plain", 144_816),
    ],
)
def test_a_dataclass_with_slots_has_no_table(of: str, measured: int) -> None:
    found = peak(f"return [{of}(1.5, 7) for i in range(n)]", "n: int = 1500", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.05)
