"""What ``inspect`` makes of signatures: arguments that are bound to them, and other signatures."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

GIVEN = """
import inspect
from inspect import Parameter, Signature, signature
def f(a, /, b: int, c=3, *rest, d, e=5, **others): return a, b, c, rest, d, e, others
def g(a, b=2): return a + b
class A:
    def m(self, x, y="y"): return x, y
BOUND = signature(f).bind(1, 2, d=4)
def failing(*args, **named):
    try:
        signature(g).bind(*args, **named)
    except TypeError as error:
        return str(error)
def checked(function):
    asked = signature(function)
    def wrapper(*args, **named):
        bound = asked.bind(*args, **named)
        bound.apply_defaults()
        return function(*bound.args, **bound.kwargs), list(bound.arguments.items())
    return wrapper
@checked
def h(x, y=1, *rest, **others): return x, y, rest, others
"""


@pytest.mark.parametrize(
    "expression",
    [
        "dict(BOUND.arguments), BOUND.args, BOUND.kwargs, list(BOUND.signature.parameters)",
        "f(*BOUND.args, **BOUND.kwargs)",
        "dict(signature(f).bind(1, 2, 3, 4, 5, d=6, z=7).arguments)",
        "dict(signature(g).bind_partial().arguments), dict(signature(g).bind_partial(b=3).arguments)",
        "dict(signature(A().m).bind(1).arguments), dict(signature(A.m).bind(None, 1).arguments)",
        "h(1), h(1, 2, 3, z=4)",
        "failing(), failing(1, 2, 3), failing(1, c=3), failing(1, a=1)",
        "list(signature(g).replace(parameters=[]).parameters)",
        "[p.replace(default=7).default for p in signature(g).parameters.values()]",
        "[p.replace(name='z').name for p in signature(g).parameters.values()]",
        "Parameter('x', Parameter.KEYWORD_ONLY).default is Parameter.empty",
        "list(Signature([Parameter('x', Parameter.VAR_KEYWORD)]).parameters)",
        "dict(Signature([Parameter('x', Parameter.POSITIONAL_OR_KEYWORD)]).bind(3).arguments)",
        "Signature().return_annotation is Signature.empty",
    ],
)
def test_they_are_as_in_python(expression):
    source = f"{GIVEN}found = {expression}\n"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    [
        *("str(signature(f))", "f'{signature(f)}'", "repr(BOUND)"),
        *("signature(f) == signature(f)", "signature(f) != signature(g)", "BOUND == signature(f).bind(1, 2, d=4)"),
        "signature(f).parameters['a'] in signature(g).parameters.values()",
    ],
)
def test_neither_their_texts_nor_which_are_equal_is_known(expression):
    with pytest.raises(Unsupported):
        interpreted(f"{GIVEN}found = {expression}\n")


def test_changed_arguments_are_those_that_are_given():
    source = GIVEN + "BOUND.arguments['c'] = 9\nBOUND.apply_defaults()\nfound = BOUND.args, BOUND.arguments['e']\n"
    assert interpreted(source) == run(source)
