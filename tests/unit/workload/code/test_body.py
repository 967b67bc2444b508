"""Parts of bodies are told apart once."""

from __future__ import annotations

import ast

from perfcast.workload.code.body import body_of, loops_of, parts_of

SEVERAL = """
def f(xs, ys):
    for x in xs:
        print(x)
    return [g(y) for y in ys if y.z]
"""


def test_parts_are_in_the_order_of_the_body_and_kept() -> None:
    [node] = ast.parse(SEVERAL).body
    assert isinstance(node, ast.FunctionDef)
    calls = parts_of(node, ast.Call, ast.Attribute)
    assert [ast.unparse(part) for part in calls] == ["print(x)", "g(y)", "y.z"]
    assert parts_of(node, ast.Call, ast.Attribute) is calls
    assert body_of(node) is body_of(node)
    assert [ast.unparse(loop.iter) for loop in loops_of(node)] == ["xs", "ys"]
