"""Files that cannot be read: one SourceError that names the place, never a crash and never a warning."""

import sys
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfcast.source import SourceError, SourceFile

GOOD = "def good():\n    return 1\n"
# Deeper than the parser goes: it raises SyntaxError, RecursionError or MemoryError, with or without a line.
TOO_DEEP = {
    "parentheses": "x = " + "(" * 1000 + ")" * 1000,
    "lists": "x = " + "[" * 1000 + "]" * 1000,
    "blocks": "".join(" " * depth + "if x:\n" for depth in range(100)) + " " * 100 + "pass",
    "sum": "x = " + "+".join("1" * 20_000),
    "not": "x = " + "not " * 50_000 + "x",
    "minus": "x = " + "-" * 50_000 + "1",
    "attributes": "x = x" + ".x" * 20_000,
    "calls": "x = x" + "()" * 20_000,
    "conditions": "x = " + "1 if x else " * 20_000 + "1",
    "lambdas": "x = " + "lambda: " * 20_000 + "1",
    "powers": "x = " + "2 ** " * 20_000 + "1",
    "elifs": "if x: pass\n" + "elif x: pass\n" * 20_000,
}


@pytest.mark.parametrize("text", TOO_DEEP.values(), ids=TOO_DEEP)
def test_what_is_nested_too_deeply_to_be_parsed(text: str) -> None:
    lines = text.count("\n") + 1
    with pytest.raises(SourceError) as caught:
        SourceFile.parse(f"{GOOD}\n{text}\n")
    assert caught.value.line is not None
    assert 4 <= caught.value.line < 4 + lines
    assert str(caught.value).startswith(f"line {caught.value.line}")
    file = SourceFile.parse_tolerant(f"{GOOD}\n{text}\n\ndef after(): pass\n")
    assert [(unit.name, unit.line) for unit in file.units] == [("good", 1), ("after", 4 + lines + 1)]
    assert len(file.errors) == 1


@pytest.mark.parametrize(
    "body",
    [
        "    return " + "+".join("1" * 2500),
        "    return x" + ".x" * 1500,
        pytest.param(
            "    if x: pass\n" + "    elif x: pass\n" * 900,
            marks=pytest.mark.skipif(sys.version_info >= (3, 12), reason="it can be written there"),
        ),
        "    return 0x" + "f" * 20_000,
    ],
    ids=["sum", "attributes", "elifs", "digits"],
)
def test_what_parses_but_is_too_deep_to_be_written(body: str) -> None:
    file = SourceFile.parse(f"{GOOD}\ndef deep(x):\n{body}\n\ndef caller(x): return deep(x)\ndef other(x): return x\n")
    assert [unit.name for unit in file.units] == ["good", "deep", "caller", "other"]
    for name in ("deep", "caller"):
        with pytest.raises(SourceError) as caught:
            file.digest(file.unit(name))
        assert caught.value.line == 4
    assert file.normal_form(file.unit("other")) == "def other(x):\n    return x"


def test_what_is_nested_as_deeply_as_python_allows() -> None:
    depth = 99
    text = "".join(" " * level + f"def f{level}():\n" for level in range(depth)) + " " * depth + "return " + "(" * 99
    file = SourceFile.parse(text + "1" + ")" * 99)
    assert len(file.units) == depth
    innermost = file.units[-1]
    assert innermost.name == ".".join(f"f{level}" for level in range(depth))
    assert file.normal_form(innermost) == "def f98():\n    return 1"
    assert file.normal_form(file.units[0]).count("def ") == depth


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("x = 1\ndef f(:\n", 2, 7, "invalid syntax"),
        ("def f():\n", 1, None, "expected an indented block"),
        ("def f():\n\tif x:\n        y\n", 3, None, "inconsistent use of tabs"),
        ("x = 1\r\ny = 2\rz = (\n", 3, 5, "never closed"),
        ("x = 1\n\fy = '''\n", 2, None, "unterminated"),
        ("é = 'é'; 😀\n", 1, 10, "invalid character"),
        ("print 'python 2'\n", 1, 1, "Missing parentheses"),
        ("x = 1\ny = '\0'\n", 2, 6, "binary"),
        ("x = 1\ny = '\ud800'\n", 2, 6, "surrogate"),
        ("\n\nx = " + "1" * 5000, 3, None, "digits"),
        ("PK\x03\x04\x14\x00", 1, 6, "binary"),
    ],
)
def test_errors_name_the_place(text: str, line: int, column: int | None, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        SourceFile.parse(text)
    assert caught.value.line == line
    assert column in (None, caught.value.column)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"line {line}")


def test_a_byte_order_mark_is_no_error() -> None:
    assert SourceFile.parse("\ufeffdef f(): pass").unit("f").column == 0
    assert SourceFile.parse_tolerant("\ufeffdef f(): pass\ndef g(").unit("f").line == 1


def test_doubtful_escapes_do_not_warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert SourceFile.parse("def f(): return '\\d'\n").units


@settings(deadline=None)
@given(st.text(st.one_of(st.sampled_from("\n\r\f\t :()[]{}'\"#@=\\.,"), st.characters()), max_size=60))
def test_any_text_is_parsed_or_refused_with_a_line_of_it(text: str) -> None:
    tolerant = SourceFile.parse_tolerant(text)
    try:
        file = SourceFile.parse(text)
    except SourceError as error:
        assert tolerant.errors
        for one in (error, *tolerant.errors):
            assert one.line is not None
            assert 1 <= one.line <= tolerant.lines.count
    else:
        assert not tolerant.errors
        assert tolerant.units == file.units


def test_nothing_of_a_file_is_run() -> None:
    trap = "raise SystemExit('run')\nimport no_such_module\nCONSTANT = 1 / 0\n@dec\ndef f(x=1/0): return CONSTANT\n"
    file = SourceFile.parse(trap)
    assert "CONSTANT = 1 / 0" in file.normal_form(file.unit("f"))
