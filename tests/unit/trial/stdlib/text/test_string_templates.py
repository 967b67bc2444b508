"""Texts of ``string.Template``."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run


@pytest.mark.parametrize("given", ["'$a!'", "template='$a!'"])
def test_a_template_may_be_given_by_name(given: str) -> None:
    source = f"from string import Template\nfound = Template({given}).substitute(a=3)\n"
    assert interpreted(source) == run(source)
