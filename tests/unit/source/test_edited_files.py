"""A file that was edited is what it would be if all of it were parsed anew."""

import ast
import random
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from perfcast.source import SourceError, SourceFile, Unit

STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))

SAMPLE = '''\
"""Says what it is for."""
from __future__ import annotations
import os, sys as system
from math import *
if system:
    import fast as m
else:
    import slow as m
SIZE: int = 3; HALF = SIZE // 2; \\

def first(x=SIZE):
    # perfcast: x: int = 3
    return second(x) + HALF


# about the second
@(
    os.cached
)
@system.traced
def second(y):
    text = """
def not_one():
    pass
"""
    return [f"{y + 1}{text}" f\'\'\'{
        text}\'\'\' if True else '' for y in y]

@property
async def third(): yield m.sqrt(first)

class Box:
    half = HALF

    def __init__(self): self.size = self.half
    @property
    def area(self):
        def inner(): return unknown(self.size, third)
        return inner()
try:
    from os import path as SIZE
except (ImportError,
        OSError): pass
\x0cdef \
    last(a: 'Box'): return a.area
# the end
'''
# What may go wrong where pieces meet.
SCRAPS = [
    *("\n", "\r\n", "\r", "\\\n", "\\\r\n", "\\", "    ", "\t", "\f", " ", "#", "# x\n", ";", ":", '"""', "'''", "'"),
    *("(", ")", "[", "]", "{", "}", "@", "@a\n", "else:\n", "else: pass\n", "    x = 1\n", "x = 1\n", "if x:\n"),
    *("def f():\n", "def f(): pass\n", "async ", "class A:\n", "try:\n", "finally: pass\n", "import os as SIZE\n"),
    *("from os import *\n", "SIZE = 5\n", "HALF: int\n", "\0", "\ufeff", "é", "😀", "\ud800", "yield\n", "first = 1\n"),
    *(
        "import triton\n",
        "@triton.jit\n",
        "async_compile.triton('k', '''def k(): pass''')\n",
        "match x:\n case 1: pass\n",
    ),
]


def random_edit(text: str, randomness: random.Random) -> str:
    """Some characters or lines put in, taken out, copied or replaced."""
    lines = text.splitlines(keepends=True) or [""]
    at = randomness.randrange(len(lines))
    match randomness.randrange(6):
        case 0:
            lines[at : at + randomness.randrange(4)] = []
        case 1:
            lines.insert(at, randomness.choice(lines))
        case 2:
            lines.insert(at, randomness.choice(SCRAPS))
        case 3:
            start = randomness.randrange(len(lines))
            lines[at:at] = lines[start : start + randomness.randrange(8)]
        case 4:
            column = randomness.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:column] + randomness.choice(SCRAPS) + lines[at][column:]
        case _:
            column = randomness.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:column] + lines[at][column + randomness.randrange(1, 4) :]
    return "".join(lines)


def said(ask: Callable[[Unit], str], unit: Unit) -> str:
    try:
        return ask(unit)
    except SourceError as error:
        return f"{error!r}"


def written(file: SourceFile) -> list[str]:
    return [said(ask, unit) for ask in (file.digest, file.normal_form) for unit in file.units]


def assert_same(after: SourceFile, fresh: SourceFile) -> None:
    assert after.text == fresh.text
    assert [str(error) for error in after.errors] == [str(error) for error in fresh.errors]
    assert after.units == fresh.units
    assert written(after) == written(fresh)


def assert_same_trees(after: SourceFile, fresh: SourceFile) -> None:
    dumped = [ast.dump(file.tree, include_attributes=True) for file in (after, fresh)]
    assert dumped[0] == dumped[1]
    within = set(ast.walk(after.tree)) | {node for held in after.held for node in ast.walk(held.tree)}
    for unit in after.units:
        assert after.node(unit) in within
        assert after.node(unit).name == fresh.node(unit).name
        assert after.node(unit).lineno == fresh.node(unit).lineno


def edit_and_compare(text: str, randomness: random.Random, count: int) -> int:
    """How many of the edits did not have all of the file parsed."""
    file = SourceFile.parse_tolerant(text)
    written(file)
    taken_over, first = 0, text
    for _ in range(count):
        edited = random_edit(text, randomness)
        if randomness.random() < 0.3:
            edited = random_edit(edited, randomness)
        after, fresh = SourceFile.parse_tolerant(edited, file), SourceFile.parse_tolerant(edited)
        taken_over += any(part in file._pieces.pieces for part in after._pieces.pieces)
        if randomness.random() < 0.5:
            assert_same(after, fresh)
        if randomness.random() < 0.5:
            assert_same_trees(after, fresh)
            assert_same(after, fresh)
        # Most of what breaks a file is undone, so that not all edits are of a broken one.
        if not after.errors or randomness.random() < 0.2:
            text, file = edited, after
        elif randomness.random() < 0.5:
            text, file = first, SourceFile.parse_tolerant(first, after)
    return taken_over


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("seed", range(8))
def test_random_edits_of_a_sample(seed: int, line_break: str) -> None:
    assert SourceFile.parse(SAMPLE)
    assert edit_and_compare(SAMPLE.replace("\n", line_break), random.Random(seed), 40) > 0


@pytest.mark.parametrize("module", ["bisect.py", "contextlib.py", "keyword.py", "fractions.py", "json/decoder.py"])
def test_random_edits_of_real_code(module: str) -> None:
    text = (STANDARD_LIBRARY / module).read_text(encoding="utf-8")
    assert edit_and_compare(text, random.Random(module), 10) > 0


FEW = (
    "import os\nSIZE = 1\ndef a(x): return b(x)\ndef b(x): return SIZE\ndef c(x): return os.path\ndef d(x): return e\n"
)


@pytest.mark.parametrize(
    ("old", "new", "other"),
    [
        ("SIZE = 1", "SIZE = 2", {"a", "b"}),
        ("import os", "import os.path", {"c"}),
        ("import os\n", "import os\nfrom math import *\n", {"d"}),
        ("import os\n", "import os\nfrom math import e\n", {"d"}),
        ("def b(x): return SIZE", "def b(x): return 3", {"a", "b"}),
        ("def b(x): return SIZE\n", "def b(x): return SIZE\nSIZE = 4\n", {"a", "b"}),
        ("def b(x)", "# on another line\ndef b(x)", set()),
        ("return os.path\n", "return os.path\n\n\n", set()),
    ],
)
def test_what_rests_on_an_edit_is_written_anew(old: str, new: str, other: set[str]) -> None:
    before = SourceFile.parse(FEW)
    written(before)
    after = SourceFile.parse(FEW.replace(old, new), before)
    assert_same(after, SourceFile.parse(FEW.replace(old, new)))
    assert {unit.name for unit in before.units if before.digest(unit) != after.digest(after.unit(unit.name))} == other


def test_decorators_become_kernels_where_triton_is_imported() -> None:
    text = "import triton\n\ndef above(): pass\n\ndef kernel(): pass\n\ndef below(): pass\n"
    decorated = text.replace("def kernel", "@triton.jit\ndef kernel")
    assert [unit.kind for unit in SourceFile.parse(decorated, SourceFile.parse(text)).units][1] == "kernel"
    without = decorated.replace("import triton\n", "\n")
    assert [unit.kind for unit in SourceFile.parse(without).units][1] == "function"
    assert [unit.kind for unit in SourceFile.parse(decorated, SourceFile.parse(without)).units][1] == "kernel"


def test_only_what_was_edited_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"def f{index}():\n    return {index}\n\n" for index in range(100))
    before = SourceFile.parse(text)
    written(before)
    parse, parsed = ast.parse, []
    monkeypatch.setattr(ast, "parse", lambda text: (parsed.append(text.strip()), parse(text))[1])
    after = SourceFile.parse_tolerant(text.replace("return 50\n", "return 'fifty'\n    # more\n"), before)
    assert after.digest(after.unit("f50")) != before.digest(before.unit("f50"))
    assert after.digest(after.unit("f99")) == before.digest(before.unit("f99"))
    assert parsed == ["def f50():\n    return 'fifty'\n    # more"]
    # Those that have moved are parsed at their new lines, all at once.
    assert after.node(after.unit("f98")).lineno == before.node(before.unit("f98")).lineno + 1
    assert len(after.tree.body) == 100
    assert len(parsed) == 4


def test_what_lies_between_two_edits_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import os\n\n" + "".join(f"def f{index}():\n    return os.path, {index}\n\n" for index in range(200))
    edited = text.replace("import os\n", "import os\nimport re\n").replace(", 150\n", ", re\n")
    before = SourceFile.parse(text)
    written(before)
    parse, parsed = ast.parse, []
    with monkeypatch.context() as noting:
        noting.setattr(ast, "parse", lambda text: (parsed.append(text.strip()), parse(text))[1])
        after = SourceFile.parse_tolerant(edited, before)
    below = [part for part in parsed if part.startswith("def")]
    assert sorted(below) == ["def f150():\n    return os.path, 150", "def f150():\n    return os.path, re"]
    assert len(parsed) == 3
    assert_same_trees(after, SourceFile.parse(edited))
    assert_same(after, SourceFile.parse(edited))


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("edit", ["x = 1\\", "    \\", "x = 1;\\", "# \\"])
def test_a_line_that_goes_on_below_is_parsed_with_what_is_there(edit: str, line_break: str) -> None:
    text = line_break.join(["x = 1", "y = 2", "def f(): pass", ""])
    edited = text.replace("x = 1", edit, 1)
    assert_same(SourceFile.parse_tolerant(edited, SourceFile.parse(text)), SourceFile.parse_tolerant(edited))


def test_many_definitions_are_not_parsed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"def f{index}(): return {index}\n" for index in range(1000))
    after = SourceFile.parse("\n" + text, SourceFile.parse(text))
    parse, parsed = ast.parse, []
    monkeypatch.setattr(ast, "parse", lambda text: (parsed.append(text), parse(text))[1])
    assert [after.node(unit).name for unit in after.units] == [f"f{index}" for index in range(1000)]
    assert len(parsed) < 100


def test_a_version_before_the_edit_stays_as_it_was() -> None:
    before = SourceFile.parse(SAMPLE)
    tree, forms = ast.dump(before.tree, include_attributes=True), written(before)
    after = SourceFile.parse(SAMPLE.replace("import os", "import re\nimport os"), before)
    written(after)
    assert after.tree.body[-1].lineno == before.tree.body[-1].lineno + 1
    assert ast.dump(before.tree, include_attributes=True) == tree
    assert written(before) == forms
