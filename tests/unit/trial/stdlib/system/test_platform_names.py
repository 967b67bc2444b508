"""``platform``: what code asks before it chooses a way."""

from __future__ import annotations

import platform

import pytest

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.stdlib.system.platform_module import members
from tests.unit.trial.interpreting import interpreted, run


@pytest.mark.parametrize("name", sorted(members(Machine())))
def test_each_answer_is_of_the_type_that_python_gives(name: str) -> None:
    found, real = interpreted(f"import platform\nfound = platform.{name}()"), getattr(platform, name)()
    assert isinstance(found, tuple) == isinstance(real, tuple)
    assert isinstance(found, str) == isinstance(real, str)


def test_code_chooses_by_it() -> None:
    source = """
import platform
is_slow = platform.python_implementation() == "PyPy"
found = is_slow, platform.uname().system == platform.system(), platform.python_version().split(".")[:2]
"""
    assert interpreted(source) == run(source)
