"""Texts of ``string.Template``."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run, time_of


@pytest.mark.parametrize("given", ["'$a!'", "template='$a!'"])
def test_a_template_may_be_given_by_name(given: str) -> None:
    source = f"from string import Template\nfound = Template({given}).substitute(a=3)\n"
    assert interpreted(source) == run(source)


def test_what_a_template_does_not_name_takes_no_time() -> None:
    source = """
def f(words: dict[str, str]):
    return Template("$a!").safe_substitute(words)

from string import Template
"""
    few, many = (time_of(source, f"words: dict[str, str] * {size} * 8 in 'a'..'z'") for size in (10, 1000))
    assert many < 1.5 * few
