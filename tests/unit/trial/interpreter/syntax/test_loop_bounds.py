"""Which calls go to the end of a generator that they are given."""

from __future__ import annotations

import ast

import pytest

from perfcast.trial.interpreter.syntax.loop_bounds import gone_through


@pytest.mark.parametrize(
    ("callee", "is_to_the_end"),
    [
        ("sum", True),
        ("math.fsum", True),
        ("np.sum", True),
        ("self.list", False),
        ("obj.set", False),
        ("f().sum", False),
    ],
)
def test_methods_may_leave_what_they_go_through(callee: str, is_to_the_end: bool) -> None:
    call = ast.parse(f"{callee}(i for i in range(n))", mode="eval").body
    assert isinstance(call, ast.Call)
    assert bool(gone_through(call)) is is_to_the_end
