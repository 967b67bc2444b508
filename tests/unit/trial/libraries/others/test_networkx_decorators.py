"""networkx's decorators, which write functions anew: what comes of them."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path
from typing import Any

import pytest

from perfcast.source.locations.place import Place, here
from perfcast.trial.interpreter.accounting.free_lists import bytes_of
from perfcast.trial.libraries.networkx import held_ahead, time_ahead
from tests.unit.trial.interpreting import interpreted

#: As networkx has them, without what the closed world takes the place of.
FILES = {
    "networkx/__init__.py": "from networkx.utils.backends import _dispatchable\nfrom networkx.paths import *\n",
    "networkx/utils/__init__.py": "from networkx.utils.decorators import *\n",
    "networkx/utils/backends.py": "class _dispatchable:\n    def __new__(cls, f=None, **kw): return exec('f')\n",
    "networkx/utils/decorators.py": """
        class argmap:
            def __init__(self, change, *which): exec("")
        def as_nodes(which):
            return argmap(lambda n: list(range(n)), which)
        def doubled(*which):
            return argmap(lambda n: 2 * n, *which)
        """,
    "networkx/paths.py": """
        import networkx as nx
        from networkx.utils import as_nodes, doubled
        @as_nodes(0)
        @nx._dispatchable(graphs=None)
        def path(n, k=2): return n, k
        @nx._dispatchable
        def plain(n): return n
        @doubled("k")
        @doubled(0)
        def both(n, k=1): return n + k
        """,
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(textwrap.dedent(text).lstrip())
    return Place((str(tmp_path),), here().installed)


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("nx.path(3)", ([0, 1, 2], 2)),
        ("nx.path(n=2, k=5)", ([0, 1], 5)),
        ("nx.plain(7)", 7),
        ("nx.both(1), nx.both(1, 2), nx.both(k=3, n=1)", (4, 6, 8)),
    ],
)
def test_arguments_are_changed_on_their_way(place: Place, call: str, value: Any) -> None:
    assert interpreted(f"import networkx as nx\nfound = {call}\n", place=place) == value


@pytest.mark.parametrize(
    ("decorator", "is_dispatched"),
    [
        ("@nx._dispatchable", True),
        ("@nx._dispatchable(graphs=None)", True),
        ("@doubled(0)", False),
        ("@wrapped", False),
    ],
)
def test_a_call_by_a_dispatcher_takes_longer_before_the_function_begins(decorator: str, is_dispatched: bool) -> None:
    node = ast.parse(f"{decorator}\ndef path(n): return n\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert (time_ahead(node) > 0) is is_dispatched


@pytest.mark.parametrize(
    ("decorator", "held"),
    [
        # As memray has them of CPython 3.11: for the function within, for the dispatcher, for who measures it.
        ("@nx._dispatchable", (56 + 56 + 48 + 4 * 64 + 120) + (64 + 120 + 48 + 32)),
        ("@wrapped", 0),
    ],
)
def test_what_a_dispatcher_is_given_is_held_while_the_function_runs(decorator: str, held: int) -> None:
    node = ast.parse(f"{decorator}\ndef path(graph, node): return node\n").body[0]
    assert isinstance(node, ast.FunctionDef)
    places, size = held_ahead(node)
    assert bytes_of(places) + size == held
