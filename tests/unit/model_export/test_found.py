"""Functions of other people's code: taken out of their modules, called with what suits them, trained on only."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path
from textwrap import indent

import pytest

from model_export.corpus.command import admitted
from model_export.corpus.found import read_found, write_found
from model_export.corpus.origins.algorithms import algorithms
from model_export.corpus.origins.candidates import candidates
from model_export.corpus.origins.drafts import Draft, drafts
from model_export.corpus.origins.extraction import ExtractionError, Module
from model_export.corpus.origins.packages import packages
from model_export.corpus.origins.stdlib import stdlib
from model_export.corpus.pack import Packed
from model_export.corpus.program import Program
from model_export.corpus.records import CorpusError
from model_export.corpus.reserved import ReservedPrograms, token_runs
from model_export.corpus.search import Facts, called, searched
from model_export.corpus.splits import assign
from perfcast.measure import Limits, Sandbox

MODULE = '''
"""A module with more in it than its functions need."""
from __future__ import annotations

import math
import os, re
from . import sibling
from .near import helper as near_helper

TABLE = {}
for _number in range(4):
    TABLE[_number] = _number * _number
\f
UNUSED = print("noise")


def area(radius):
    return math.pi * _square(radius)


def _square(value):
    return TABLE.get(value) or value * value


def looked_up(key):
    return near_helper(sibling.find(key))


@_dispatchable
@near_helper
def registered(values):
    return sum(values)


class Counter:
    def __init__(self, start=0):
        self.start = start

    def count(self, values):
        return self.start + len(values)

    @property
    def zero(self):
        return 0


class Needy:
    def __init__(self, start):
        self.start = start

    def more(self, values):
        return values


try:
    from _fast import area
except ImportError:
    pass

if __name__ == "__main__":
    print(area(2))
'''


def module_of(text: str = MODULE) -> Module:
    return Module(text, "pack.inner")


def draft_of(source: str, name: str, tmp_path: Path) -> Draft:
    path = tmp_path / "module.py"
    path.write_text(textwrap.dedent(source))
    return next(draft for draft in drafts(path, "stdlib", "module", "X") if draft.function.name == name)


def test_an_extract_runs_on_its_own_and_holds_what_is_needed_alone() -> None:
    text = module_of().extract("area")
    assert "import math" in text
    assert "_square" in text
    for absent in ("UNUSED", "Counter", "sibling", "__main__", "re", "_fast"):
        assert absent not in text.replace("return", "").split()
        assert f"import {absent}" not in text
    space: dict[str, object] = {"__name__": "measured"}
    exec(compile(text, "extract", "exec"), space)
    area = space["area"]
    assert callable(area)
    assert area(3) == pytest.approx(3.14159265 * 9)
    assert space["TABLE"] == {0: 0, 1: 1, 2: 4, 3: 9}


def test_relative_imports_become_absolute() -> None:
    text = module_of().extract("looked_up")
    assert "from pack.inner import sibling" in text
    assert "from pack.inner.near import helper as near_helper" in text


def test_a_relative_import_that_leaves_the_package_is_refused() -> None:
    with pytest.raises(ExtractionError):
        Module("from ...far import x\n\n\ndef f(a):\n    return x(a)\n", "pack").extract("f")


def test_decorators_that_register_are_dropped_and_others_stay() -> None:
    text = module_of().extract("registered")
    assert "_dispatchable" not in text
    assert "@near_helper" in text


def test_functions_are_those_that_can_be_called_without_an_instance_of_arguments() -> None:
    names = [function.name for function in module_of().functions()]
    assert names == ["area", "_square", "looked_up", "registered", "Counter.count"]


def test_examples_come_before_types() -> None:
    text = '''
    def total(prices, weight):
        """Adds up.

        >>> total([1, 2, 3], 4)
        24
        >>> total([5, 60], 9)
        585
        """
        return sum(prices) * weight
    '''
    function = next(Module(textwrap.dedent(text)).functions())
    first, *others = candidates(function, "")
    assert str(first.workload) == "prices: list[int] * 3 in 1..60; weight: int = 4"
    assert len(others) > 10
    assert len({(str(candidate.workload), candidate.call) for candidate in (first, *others)}) == len(others) + 1


def test_functions_are_passed_through_a_caller() -> None:
    text = "def kept(test, seq):\n    for item in seq:\n        if test(item):\n            yield item\n"
    function = next(Module(text).functions())
    first = candidates(function, text)[0]
    assert first.call == "yield from kept(lambda x: x, seq)"
    assert [argument.name for argument in first.workload.arguments] == ["seq"]
    program = called(Program("packages", "p", "p", text, "kept", "", "MIT"), str(first.workload), first.call)
    tree = ast.parse(program.source)
    assert isinstance(tree.body[-1], ast.FunctionDef)
    assert tree.body[-1].name == program.name != "kept"


def test_graphs_are_made_of_edges() -> None:
    text = "import networkx as nx\n\n\ndef loops(G):\n    return [n for n, near in G.adj.items() if n in near]\n"
    function = next(Module(text).functions())
    assert candidates(function, text)[0].call == "return loops(nx.Graph(edges))"


@pytest.mark.parametrize(
    "body", ["open(values)", "os.remove(values)", "print(values)", "subprocess.run(values)", "input(values)"]
)
def test_what_goes_outside_is_left_out(body: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        f"import os, subprocess\ndef f(values):\n    {body}\ndef g(path):\n    return os.path.basename(path)\n"
    )
    assert [draft.function.name for draft in drafts(path, "stdlib", "module", "X")] == ["g"]


def test_the_search_finds_the_arguments_that_a_function_takes_and_is_not_made_twice(tmp_path: Path) -> None:
    reading = draft_of(
        "def parts(thing):\n    return [one.partition('b') for one in thing.rsplit('a')]\n", "parts", tmp_path
    )
    fussy = draft_of("def never(thing):\n    raise ValueError(thing)\n", "never", tmp_path)
    with Facts(tmp_path / "facts.jsonl") as facts, Sandbox(Limits(seconds=5.0), timing=False) as sandbox:
        found = list(searched([reading, fussy], facts, sandbox))
    assert [program.key for program in found] == ["stdlib/module.parts"]
    assert found[0].workload.startswith("thing: str * ")
    with Facts(tmp_path / "facts.jsonl") as again:
        assert list(searched([reading, fussy], again, None)) == found
        changed = draft_of("def parts(thing):\n    return thing.rsplit('b')\n", "parts", tmp_path)
        assert list(searched([changed], again, None)) == []


def test_found_programs_are_kept_with_their_sources(tmp_path: Path) -> None:
    programs = [
        Program("stdlib", "p", f"p{i}", f"def f(n):\n    return n * {i}\n", "f", "n: int = 3", "X") for i in range(3)
    ]
    write_found(tmp_path / "found.parquet", programs)
    assert read_found(tmp_path / "found.parquet") == programs
    assert read_found(None) == []
    (tmp_path / "other.parquet").write_bytes(b"garbage")
    with pytest.raises(CorpusError, match=r"other\.parquet"):
        read_found(tmp_path / "other.parquet")


def test_found_programs_are_for_training_and_go_where_they_are_like_a_held_out_one() -> None:
    problems = {f"p{i}": f"p{i}" for i in range(60)}
    tokens = {program: [f"{program}w{j}" for j in range(40)] for program in problems}
    splits = assign(problems, tokens)
    held_out = next(program for program, split in splits.items() if split == "test")
    trained = next(program for program, split in splits.items() if split == "train")
    copies = {"copy of held out": tokens[held_out][:-1], "copy of trained": tokens[trained][:-1], "new": ["n"] * 9}
    found = assign(problems | {copy: copy for copy in copies}, {**copies, **tokens}, training_only=frozenset(copies))
    assert {program: found.get(program) for program in copies} == {
        "copy of held out": None,
        "copy of trained": "train",
        "new": "train",
    }
    assert {program: found[program] for program in problems} == splits


def test_records_of_found_programs_are_packed_for_training(tmp_path: Path) -> None:
    program = Program("packages", "p", "p", "def f(n):\n    return [n]\n", "f", "n: int = 10", "MIT")
    line = {
        "program": "p",
        "source_sha256": program.source_sha256,
        "device": "cpu",
        "outcomes": [{"workload": "n: int = 10", "metrics": {"peak_memory": 8.0, "cpu_time": 1e-7}, "error": None}],
    }
    packed = Packed([], []).joined([line], [program], seed=0)
    assert [row["split"] for row in packed.records] == ["train"]
    assert packed.own == []


@pytest.mark.parametrize("place", ["{}", "class A:\n{}", "def outer(x):\n{}\n    return x\n"])
@pytest.mark.parametrize("kind", ["", "async "])
def test_a_reserved_function_among_other_code_is_found(place: str, kind: str) -> None:
    kept = (
        "def closest(numbers, threshold):\n    return min(abs(a - b) for a in numbers for b in numbers) < threshold\n"
    )
    around = "".join(f"def f{i}(value):\n    return {{value + {i}: [value] * {i}}}\n" for i in range(40))
    reserved = ReservedPrograms(frozenset(token_runs(kept)))
    source = around + place.format(kind + kept if place == "{}" else indent(kind + kept, "    "))
    assert not reserved.holds(source)
    programs = [Program("stdlib", "p", "p", source, "f1", "value: int = 1", "X")]
    assert list(admitted(programs, reserved)) == []


def test_a_checkout_of_algorithms_gives_its_functions(tmp_path: Path) -> None:
    (tmp_path / "sorts").mkdir()
    (tmp_path / "sorts" / "swap.py").write_text("def swap(items: list[int]):\n    return items[::-1]\n")
    (tmp_path / "web_programming").mkdir()
    (tmp_path / "web_programming" / "page.py").write_text("def page(url):\n    return url\n")
    found = list(algorithms(tmp_path))
    assert [draft.program.key for draft in found] == ["algorithms/sorts/swap.swap"]
    assert found[0].program.licence == "MIT"


def test_the_standard_library_has_functions() -> None:
    draft = next(draft for draft in stdlib() if draft.program.key == "stdlib/bisect.bisect_right")
    assert draft.program.source.startswith("def bisect_right(")
    assert "_bisect" not in draft.program.source


def test_installed_packages_have_functions_and_others_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_export.corpus.origins.packages._PACKAGES", {"no_such": "X", "packaging": "Apache-2.0"})
    found = {draft.program.key: draft.program for draft in packages()}
    assert "packages/packaging.utils.canonicalize_name" in found
    assert {program.licence for program in found.values()} == {"Apache-2.0"}
