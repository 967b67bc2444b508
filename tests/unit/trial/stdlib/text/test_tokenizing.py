"""``tokenize``, which reads by what is no Python since Python 3.12."""

from __future__ import annotations

import sys

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="tokenize was Python alone")

_READING = """
import io
import tokenize

def read(text):
    return [(*token, token.exact_type) for token in tokenize.generate_tokens(io.StringIO(text).readline)]

def fails(text):
    try:
        return read(text)
    except (tokenize.TokenError, SyntaxError) as error:
        return type(error).__name__, str(error)

def lines():
    yield "a = 1\\n"
    yield "b = 2\\n"
"""


@pytest.mark.parametrize(
    "expression",
    [
        "read('x = 1\\nif x:\\n  y = (2,\\n 3) # no\\n')",
        "read('')",
        "fails('x = (1\\n')",
        "fails('if x:\\n    a\\n  b\\n')",
        "fails('x = 9a\\n')",
        "[token.line for token in tokenize.generate_tokens(lines().__next__)]",
        "next(tokenize.generate_tokens(iter(['a b']).__next__)).string",
        "tokenize.untokenize(tokenize.generate_tokens(io.StringIO('x = 1 \\n').readline))",
    ],
)
def test_tokens_are_those_of_python(expression: str) -> None:
    source = f"{_READING}\nfound = {expression}"
    assert interpreted(source, place=here()) == run(source)


_KEPT = """
def f(n):
    import io, tokenize
    text = "".join(f"value_{i} = other({i}, 'a') + 2  # comment\\n" for i in range(n))
    return list(tokenize.generate_tokens(io.StringIO(text).readline))
"""
_WORDS = """
def f(text):
    import io, tokenize
    return sum(token.type == tokenize.NAME for token in tokenize.generate_tokens(io.StringIO(text).readline))
"""
_MAKES_LINES_ANEW = sys.version_info < (3, 13)


@pytest.mark.parametrize(
    ("source", "workload", "measured"),
    [
        pytest.param(_WORDS, "text: str * 200 in 'a'..'z'", 28_150, id="what it reads with"),
        pytest.param(_KEPT, "n: int = 200", 853_000 if _MAKES_LINES_ANEW else 670_000, id="tokens and their lines"),
    ],
)
def test_memory_of_reading(source: str, workload: str, measured: int) -> None:
    told = dict(zip(NAMES, Trials(source, place=here()).estimate(parse(workload)), strict=True))
    assert 2 ** told["trial_peak"] == pytest.approx(measured, rel=0.1)
