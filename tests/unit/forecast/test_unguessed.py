"""What is said where a unit raises on what was made up for it."""

import ast

import pytest

from perfcast.forecast.refusals.unguessed import origins, reason

_NO_JSON = "AttributeError \"'NoneType' object has no attribute 'js…"


def definition(source: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return node


@pytest.mark.parametrize(
    ("source", "error", "names"),
    [
        ("def f(client, url): return client.get(url).json()['items']", _NO_JSON, {"client"}),
        ("async def f(a, b): return (await a.get()).json", _NO_JSON, {"a"}),
        ("def f(a, b):\n    answer = a.get(b)\n    return answer.json()", _NO_JSON, {"a"}),
        ("def f(a, b):\n    for x in a.rows: b = x.json", _NO_JSON, {"a"}),
        ("def f(a, b):\n    with a.open(b) as x: return [y.json for y in x]", _NO_JSON, {"a"}),
        ("def f(orders, n): return [order['price'] for order in orders]", "KeyError 'price'", {"orders"}),
        ("def f(a, b): return a.size + b.size", "AttributeError \"'int' object has no attribute 'size'\"", {"a", "b"}),
        ("def f(a, b): return a.size, b.sizes", "AttributeError \"'int' object has no attribute 'size'\"", {"a"}),
        # Bound twice, bound by nothing that was given, or not said at all.
        ("def f(a, b):\n    x = a\n    x = b\n    return x['price']", "KeyError 'price'", set()),
        ("def f(a):\n    x = {}\n    return x['price']", "KeyError 'price'", set()),
        ("def f(a): return a[0]", "IndexError 'list index out of range'", set()),
        ("def f(a): return a['y']", "KeyError 'xqr'", set()),
        ("def f(a): return a[None]", "KeyError", set()),
    ],
)
def test_where_a_value_came_from_that_lacks_something(source, error, names):
    assert origins(definition(source), error) == names


def said(source: str, error: str, receiver: str = "", workload: str = "a: int = 3; b: int = 4") -> str:
    names = [part.partition(":")[0] for part in workload.split("; ") if part]
    return reason(definition(source), names, workload, receiver, error)


def test_a_parameter_that_cannot_be_guessed_is_named():
    assert said("def f(a, b): return a.json", _NO_JSON) == "cannot guess a; say it in a comment: # perfcast: a: ..."


def test_what_was_made_up_shows_how_a_comment_looks():
    whole = "cannot guess its arguments; say them in a comment, as # perfcast: a: int = 3; b: int = 4"
    assert said("def f(a, b): return a[b]", "ValueError 'odd'") == whole
    assert said("def f(a, b): return a.json, b.json", _NO_JSON) == whole
    long = "a: int = 3; b: list[{name: str, price: float, amount: float, kind: str}] * 1000"
    assert said("def f(a, b): return a[b]", "ValueError", workload=long).endswith("# perfcast: a: ...; b: ...")


def test_what_no_comment_can_say():
    method = "def f(this, a, b): return this.items[a].json"
    advice = "; a call in the file or in a test shows it"
    assert said(method, _NO_JSON, "self: Shop made up") == f"cannot guess an instance of Shop{advice}"
    assert said(method, "KeyError 'x'", "self: Shop()", "") == f"cannot guess an instance of Shop{advice}"
    assert said(method, "KeyError 'x'", "self: Shop()") == (
        "cannot guess its arguments or an instance of Shop; a call in the file or in a test shows them"
    )
    assert said("def f(): return g.json", _NO_JSON, "within: outer made up", "") == (
        f"cannot guess what outer binds{advice}"
    )
