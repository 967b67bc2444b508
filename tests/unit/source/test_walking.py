"""Walks in the order of the standard library's."""

import ast
from pathlib import Path

import pytest

from perfcast.source.parsing.syntax import parsed
from perfcast.source.parsing.walking import children, inner_statements, statements, walk

SEVERAL = """
@d(1)
class A(B, k=1):
    async def f(self, a, /, *b: int, c=None, d, **e) -> {**a, "k": [x async for x in y if z]}:
        try:
            global g
            with a as b, c: yield (lambda *, h, i=1: f"{h!r:>{i}}")
        except* E as e: pass
        else: return
        finally: await x
match a:
    case {"k": [1, *_], **rest} | C(None, x=2) if a: del b[1:2, ...]
    case _: a: int = 1
"""


@pytest.mark.parametrize("text", [SEVERAL, Path(ast.__file__).read_text(encoding="utf-8")], ids=["several", "ast.py"])
def test_all_nodes_are_met_in_the_order_of_the_standard_library(text: str) -> None:
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    assert walk(tree) == nodes
    assert [children(node) for node in nodes] == [list(ast.iter_child_nodes(node)) for node in nodes]
    kinds = ast.mod | ast.stmt | ast.excepthandler | ast.match_case
    assert statements(tree) == [node for node in nodes if isinstance(node, kinds)]
    assert inner_statements(tree) == tree.body


def test_a_text_is_parsed_once_for_all_who_look_into_it() -> None:
    assert parsed("def f(x): return x + 1\n") is parsed("def f(x): return x + 1\n")
    with pytest.raises(SyntaxError):
        parsed("def f(:")
