"""parse_tolerant: what is left of a file while somebody types in it."""

import inspect
import textwrap as some_module
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfcast.source import SourceFile

BEFORE = '''"""Module docstring.

Prose at the margin, which looks like
statements: if it were not a string.
"""
import math

TEXT = """
def not_a_function():
"""
TABLE = [
1,
2,
]


def first(x):
    """Doc."""
    return math.sqrt(x)


@decorator
@other(
    1
)
def second(x):
    return TEXT

'''
AFTER = '''
async def third(x):
    query = """
select *
from table
"""
    return first(query)


class Fourth:
    def method(self):
        return TABLE
'''
EXPECTED = ["first", "second", "third", "Fourth.method"]
BROKEN = [
    "def broken(",
    "def broken(x)",
    "def broken(x):",
    "def broken(x):\n    return foo(x",
    "def broken(x):\n    return foo(x, [1, 2",
    "def broken(x):\n    return {'a': ",
    "def broken(x):\n    x = 'abc",
    "def broken(x):\n    if x\n        return",
    "def broken(x):\n    for",
    "def broken(x):\nreturn x",
    "def broken(x):\n    return x\n   return y",
    "def broken(x):\n    return x.",
    "class Broken(",
    "class Broken:",
    "class Broken",
    "broken = [1,\n",
    "broken = (",
    "from x import",
    "import",
    "@",
    "@decorator(",
    "else:",
    "}",
    "try:\n    x",
    "if x:\n    def broken(): pass\n    y = ",
    "x = 'a\0b'",
    "$$$",
    "<<<<<<< HEAD\ndef broken(): pass\n=======\ndef broken(): pass\n>>>>>>> branch",
]


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("broken", BROKEN)
def test_units_around_a_broken_block_are_as_if_it_were_not_there(broken: str, line_break: str) -> None:
    whole = SourceFile.parse(BEFORE + AFTER)
    assert [unit.name for unit in whole.units] == EXPECTED
    text = BEFORE + broken + "\n" + AFTER
    file = SourceFile.parse_tolerant(text.replace("\n", line_break))
    found = {unit.name: unit for unit in file.units}
    lost = set(EXPECTED) - set(found)
    # A broken decorator takes along what it decorates.
    assert lost <= ({"third"} if broken.startswith("@") else set())
    assert file.errors
    first, last = BEFORE.count("\n") + 1, text.count("\n") + 1
    assert all(error.line is not None and first <= error.line <= last for error in file.errors)
    for name in set(EXPECTED) - lost:
        unit = found[name]
        assert file.lines.line(unit.line)[unit.column :].startswith(("def ", "async def "))
        assert file.lines.line(unit.line).rstrip(":").split("def ")[1].startswith(name.split(".")[-1])
        assert file.digest(unit) == whole.digest(whole.unit(name))


def test_a_file_that_parses_is_the_same_either_way() -> None:
    text = BEFORE + AFTER
    assert SourceFile.parse_tolerant(text).units == SourceFile.parse(text).units
    assert SourceFile.parse_tolerant(text).errors == ()


CLASS = """
@decorated
class Widget(Base):
    \"\"\"Doc.

    Prose at the margin
    of the members.
    \"\"\"
    size: int = 3

    def before(self):
        return self.size

    {broken}

    @property
    def after(self):
        return self.before()

    class Inner:
        def deep(self): pass
def free(): pass
"""


@pytest.mark.parametrize(
    "broken",
    ["def broken(self", "def broken(self):", "def broken(self):\n        return self.", "x = (", "broken = 'abc"],
)
def test_of_a_class_only_the_broken_member_is_lost(broken: str) -> None:
    file = SourceFile.parse_tolerant(CLASS.format(broken=broken))
    whole = SourceFile.parse(CLASS.format(broken="\n" * broken.count("\n")))
    assert [(unit.name, unit.line) for unit in file.units] == [(unit.name, unit.line) for unit in whole.units]
    assert [file.digest(unit) for unit in file.units] == [whole.digest(unit) for unit in whole.units]
    [error] = file.errors
    assert error.line is not None
    assert abs(error.line - CLASS[: CLASS.index("{")].count("\n") - 1) <= 3


@pytest.mark.parametrize("broken", ["class Widget(:", "class Widget", "class Widget(Base)) :"])
def test_a_class_with_a_broken_header_is_lost(broken: str) -> None:
    text = CLASS.format(broken="").replace("class Widget(Base):", broken)
    assert [unit.name for unit in SourceFile.parse_tolerant(text).units] == ["free"]


def test_several_broken_blocks_are_several_errors() -> None:
    text = dedent(
        """
        def a(): pass
        def b(
        def c(): pass
        def d(): return )
        def e(): pass
        """
    )
    file = SourceFile.parse_tolerant(text)
    assert [(unit.name, unit.line) for unit in file.units] == [("a", 2), ("c", 4), ("e", 6)]
    assert [error.line for error in file.errors] == [3, 5]


@pytest.mark.parametrize("text", ["def f(", "(", "'''", "\\", "  x", "class A:\n  def f(\n", "\0"])
def test_where_nothing_parses_there_are_no_units(text: str) -> None:
    file = SourceFile.parse_tolerant(text)
    assert file.units == ()
    assert len(file.errors) == 1
    assert file.errors[0].line == (2 if "class" in text else 1)


def test_a_text_that_is_not_python_at_all_is_given_up_after_100_errors() -> None:
    file = SourceFile.parse_tolerant("def f(): pass\n" + "This is prose, not code.\n" * 1000 + "def g(): pass\n")
    assert [unit.name for unit in file.units] == ["f"]
    assert len(file.errors) == 100


SOURCE = inspect.getsource(some_module)


@settings(deadline=None)
@given(st.integers(0, len(SOURCE)), st.integers(0, 200), st.text("()[]{}'\"\n\\:#@ x", max_size=4))
def test_any_edit_of_a_real_file_leaves_units_where_their_def_is(start: int, cut: int, typed: str) -> None:
    file = SourceFile.parse_tolerant(SOURCE[:start] + typed + SOURCE[start + cut :])
    for unit in file.units:
        assert file.lines.line(unit.line)[unit.column :].startswith("def ")
        assert file.normal_form(unit)
    for error in file.errors:
        assert error.line is not None
        assert 1 <= error.line <= file.lines.count
