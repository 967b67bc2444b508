"""Finding functions again in a text that was edited."""

import random
from collections.abc import Collection, Iterator, Sequence

import pytest

from perfcast.lsp.documents import relocation
from perfcast.lsp.documents.relocation import Block, followed, relocated, split_lines
from perfcast.source import LineIndex, SourceFile

TEXT = """\
import os

# perfcast: a: int = 1
@cached
def one(a):
    return a

class C:
    def same(self):
        return 1

class D:
    def same(self):
        return 1

def outer(x):
    def inner(y):
        return y
    return inner
"""


def blocks(text: str) -> list[Block]:
    file, lines = SourceFile.parse(text), split_lines(text)
    return [Block.of(unit, file, lines) for unit in file.units]


def places(edited: str) -> list[int | None]:
    return relocated(blocks(TEXT), split_lines(edited))


def test_nothing_moves_where_nothing_changed():
    assert places(TEXT) == [5, 9, 13, 16, 17]


def test_a_block_reaches_from_comments_to_the_end():
    one, *_ = blocks(TEXT)
    assert one.lines == ("# perfcast: a: int = 1", "@cached", "def one(a):", "    return a")
    assert one.def_index == 2


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("import os", "import os, re\nx = (", [6, 10, 14, 17, 18]),
        ("return a", "return b", [None, 9, 13, 16, 17]),
        ("a: int = 1", "a: int = 2", [None, 9, 13, 16, 17]),
        ("@cached\n", "", [None, 8, 12, 15, 16]),
        ("# perfcast: a: int = 1", "# perfcast: a: int = 1\n# perfcast: b: int = 1", [None, 10, 14, 17, 18]),
        ("@cached", "@twice\n@cached", [None, 10, 14, 17, 18]),
        ("class C:", "class E:", [5, 9, 13, 16, 17]),
        ("        return 1\n\nclass D", "        return 2\n\nclass D", [5, 13, None, 16, 17]),
        ("        return y\n", "        return z\n", [5, 9, 13, None, None]),
        ("    return inner\n", "    return inner\n    print()\n", [5, 9, 13, None, 17]),
        ("    return inner\n", "    return inner\n\n    # only said\nx = 1\n", [5, 9, 13, 16, 17]),
        ("    return a\n", "    return a\r\n", [5, 9, 13, 16, 17]),
        (TEXT, "", [None] * 5),
    ],
)
def test_edits(old, new, expected):
    assert old in TEXT
    assert places(TEXT.replace(old, new, 1)) == expected


def test_functions_that_changed_places():
    one, two = "def a():\n    return 1\n", "def b():\n    return 2\n"
    assert relocated(blocks(one + two), split_lines(two + one)) == [3, 1]


def test_no_line_is_given_twice():
    text = "class A:\n    def f(self): return 1\nclass B:\n    def f(self): return 1\n"
    assert relocated(blocks(text), split_lines("class B:\n    def f(self): return 1\n")) == [2, None]


def test_one_line_at_the_end_is_given_once():
    text = "def f(): return 1\ndef f(): return 1"
    assert relocated(blocks(text), ["def f(): return 1"]) == [1, None]


def test_thousands_of_equal_def_lines_take_no_time():
    text = "".join(f"class C{i}:\n    def run(self):\n        return {i}\n" for i in range(5000))
    assert relocated(blocks(text), split_lines("\n" + text)) == [3 * i + 3 for i in range(5000)]


def test_what_is_found_is_what_was_there():
    randomness = random.Random(1)
    for _ in range(300):
        lines = TEXT.split("\n")
        for _ in range(randomness.randint(1, 5)):
            index = randomness.randrange(len(lines))
            if randomness.random() < 0.5:
                lines.insert(index, randomness.choice(lines))
            else:
                del lines[index]
        for block, place in zip(blocks(TEXT), relocated(blocks(TEXT), lines), strict=True):
            if place is not None:
                start = place - 1 - block.def_index
                assert tuple(lines[start : start + len(block.lines)]) == block.lines


def edits_of(text: str, count: int) -> Iterator[list[str]]:
    randomness = random.Random(2)
    for _ in range(count):
        lines = text.split("\n")
        for _ in range(randomness.randint(1, 3)):
            index = randomness.randrange(len(lines))
            if randomness.random() < 0.5:
                lines.insert(index, randomness.choice([*lines, "", "# x", "    x", "x"]))
            else:
                del lines[index]
        yield lines


def test_blocks_are_followed_to_where_they_would_be_found():
    text = TEXT.replace("return 1", "return 2", 1)  # no two blocks are equal
    for lines in edits_of(text, 1000):
        if all(lines.count(line) == 1 for line in lines if line.lstrip().startswith("def")):
            expected = relocated(blocks(text), lines)
            assert followed(blocks(text), LineIndex(text), LineIndex("\n".join(lines))) == expected


def test_of_equal_blocks_those_away_from_the_edit_stay():
    text = "class A:\n    def f(self): return 1\nclass B:\n    def f(self): return 1\n"
    later = "class A:\n    def f(self): return 2\nx = 1\nclass B:\n    def f(self): return 1\n"
    assert followed(blocks(text), LineIndex(text), LineIndex(later)) == [None, 5]


def test_no_line_is_given_twice_to_what_is_followed():
    for lines in edits_of(TEXT, 500):
        found = followed(blocks(TEXT), LineIndex(TEXT), LineIndex("\n".join(lines)))
        places = [place for place in found if place is not None]
        assert len(set(places)) == len(places)
        for block, place in zip(blocks(TEXT), found, strict=True):
            if place is not None:
                start = place - 1 - block.def_index
                assert tuple(lines[start : start + len(block.lines)]) == block.lines


def test_only_what_is_near_the_edit_is_looked_for(monkeypatch: pytest.MonkeyPatch):
    text = "".join(f"def f{i}():\n    return {i}\n\n\n" for i in range(5000))
    at = text.index("def f2500")
    seen: list[int] = []

    def watched(some: Sequence[Block], lines: Sequence[str], taken: Collection[int]) -> list[int | None]:
        seen.append(len(lines))
        return relocated(some, lines, taken)

    monkeypatch.setattr(relocation, "relocated", watched)
    found = followed(blocks(text), LineIndex(text), LineIndex(text[:at] + "x = (\n" + text[at:]))
    assert found == [4 * i + 1 + (i >= 2500) for i in range(5000)]
    assert len(seen) == 1
    assert seen[0] < 20
