"""What stands in for objects in tests does as that of ``unittest.mock``; it asserts nothing."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

_NAMES = """
import asyncio, math, time
from unittest import mock
from unittest.mock import ANY, AsyncMock, DEFAULT, MagicMock, Mock, call, patch, sentinel
class A:
    x = 1
    def __init__(self):
        self.y = 2
    def m(self):
        return 5
    async def late(self):
        return 8
m, g, a, of = Mock(return_value=3), MagicMock(), AsyncMock(return_value=2), asyncio.run
"""

STATEMENTS = [
    "found = m(1, a=2), m.called, m.call_count, m.call_args == call(1, a=2), m.mock_calls == [call(1, a=2)]",
    "found = m.call_args is None, m.foo.bar(1) is m.foo.bar.return_value, m.foo is m.foo, callable(m), bool(m)",
    "m(1); m(2); found = [one.args for one in m.call_args_list], m.call_args[0][0], m.call_args.kwargs",
    "m(1); m.reset_mock(); found = m.called, m.call_count, m.call_args_list",
    "m.get.return_value = 7; m.z = 4; m.get.assert_not_called(); found = m.get('a'), m.z",
    "m.side_effect = lambda one: one + 1; found = m(4)",
    "m.side_effect = [1, 2]; found = m(), m(), list(map(Mock(side_effect=[3, 4]), 'ab'))",
    "m.side_effect = [1, ValueError('x')]; found = [m()]\ntry:\n    m()\nexcept ValueError:\n    found.append(2)",
    "m.side_effect = KeyError\ntry:\n    m()\nexcept KeyError:\n    found = 1",
    "found = Mock(side_effect=lambda *a: DEFAULT, return_value=6)(1), Mock(**{'x': 3}).x, Mock(x=4).x",
    "try:\n    len(m)\nexcept TypeError:\n    found = len(g), list(g), bool(g), 3 in g, int(g)",
    "g.__enter__.return_value = 4\nwith g as x:\n    found = x",
    "with patch.object(A, 'x', 5):\n    found = [A.x]\nfound.append(A.x)",
    "with patch.object(A, 'm') as k:\n    k.return_value = 9\n    found = [A().m(), k.call_args.args]\n"
    "found.append(A().m())",
    "a = A()\nwith patch.object(a, 'y', new=7):\n    found = [a.y]\nfound.append(a.y)",
    "with patch('math.sqrt', return_value=12) as s:\n    found = [math.sqrt(4), s.called]\nfound.append(math.sqrt(4))",
    "@patch.object(A, 'x', 5)\ndef f():\n    return A.x\nfound = f(), A.x",
    "@patch.object(A, 'm')\n@patch('time.sleep', return_value=2)\ndef f(one, two, three=1):\n    two.return_value = 3\n"
    "    return time.sleep(4), A().m(), one.call_count\nfound = f(), A().m()",
    "p = patch.object(A, 'x', 8); p.start(); found = [A.x]; p.stop(); found.append(A.x)",
    "try:\n    with patch.object(A, 'x', 5):\n        1 / 0\nexcept ZeroDivisionError:\n    found = A.x",
    "found = of(a(1)), a.call_args.args, a.assert_awaited_once()",
    "a.side_effect = [1, KeyError]; found = [of(a())]\ntry:\n    of(a())\n"
    "except KeyError:\n    found.append(a.call_count)",
    "a.side_effect = A().late; a.get.return_value = 3; found = of(a()), of(a.get()), of(AsyncMock(return_value=4)())",
    "with patch.object(A, 'late', return_value=5), patch.object(A, 'm', new_callable=AsyncMock) as k:\n"
    "    k.return_value = 6\n    found = of(A().late()), of(A().m())",
    "@patch.object(A, 'x', 5)\nasync def f():\n    await asyncio.sleep(0)\n    return A.x\nfound = of(f()), A.x",
    "found = sentinel.a is sentinel.a, ANY == 3, [ANY] == [4], mock.Mock(spec=['a']).a is None",
]


@pytest.mark.parametrize("statements", STATEMENTS, ids=lambda one: one[:60])
def test_mocks_are_those_of_python(statements: str) -> None:
    assert repr(interpreted(_NAMES + statements)) == repr(run(_NAMES + statements))


@pytest.mark.parametrize(
    "expression",
    [
        "g + 1",
        "Mock(wraps=m)",
        "isinstance(Mock(spec=A), A)",
        "Mock(spec=['a']).b",
        "m.__class__.__base__",
        "m._machine",
        "m.assert_something()",
        "patch.object(5, 'real').start()",
    ],
)
def test_what_is_not_known_of_mocks_is_refused(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_NAMES}found = {expression}")


@OF_PYTHON_3_11
@pytest.mark.parametrize(("kind", "measured"), [("Mock", 7_887), ("MagicMock", 27_989), ("AsyncMock", 40_472)])
def test_each_holds_a_class_of_its_own(kind: str, measured: int) -> None:
    source = f"def f(n):\n    return {kind}()\n\nfrom unittest.mock import {kind}\n"
    assert peak_of(source, "n: int = 3") == pytest.approx(measured, rel=0.1)
