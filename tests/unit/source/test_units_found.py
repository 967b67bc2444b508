"""Which units a file has, what they are called and where they lie."""

from textwrap import dedent

import pytest

from perfcast.source import SourceError, SourceFile, Unit
from perfcast.source.definitions.unit_keys import name_of


def units(text: str) -> dict[str, Unit]:
    return {unit.name: unit for unit in SourceFile.parse(dedent(text)).units}


def names(text: str) -> list[str]:
    return [unit.name for unit in SourceFile.parse(dedent(text)).units]


def test_units_are_found_wherever_they_are_defined_in_source_order() -> None:
    found = names(
        """
        def plain(): pass

        async def awaited(): pass

        class A:
            def method(self):
                def inner():
                    class Local:
                        def deep(self): pass
            class B:
                def method(self): pass
            if True:
                def conditional(self): pass

        try:
            def tried(): pass
        except ImportError:
            def excepted(): pass
        else:
            def otherwise(): pass
        finally:
            def last(): pass

        if one:
            def first_branch(): pass
        elif two:
            def second_branch(): pass
        else:
            with x, y:
                for i in z:
                    while True:
                        match i:
                            case 1:
                                def buried(): pass
        later = lambda: 1
        """
    )
    assert found == [
        *("plain", "awaited", "A.method", "A.method.inner", "A.method.inner.Local.deep", "A.B.method", "A.conditional"),
        *("tried", "excepted", "otherwise", "last", "first_branch", "second_branch", "buried"),
    ]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "x = lambda: 1\n", '"""Docstring."""', "class A: pass"])
def test_a_file_without_functions_has_no_units(text: str) -> None:
    assert SourceFile.parse(text).units == ()


def test_kinds() -> None:
    found = units(
        """
        def f():
            def g(): pass
            class C:
                def m(self): pass
        class D:
            @staticmethod
            def s():
                def t(): pass
        """
    )
    assert {name: unit.kind for name, unit in found.items()} == {
        **{"f": "function", "f.g": "function", "f.C.m": "method"},
        **{"D.s": "method", "D.s.t": "function"},
    }


@pytest.mark.parametrize(
    ("imports", "decorators"),
    [
        ("import triton", "@triton.jit"),
        ("import triton", "@triton.jit(do_not_specialize=['n'])"),
        ("import triton", "@triton.autotune(configs=[], key=['n'])\n@triton.jit"),
        ("import triton as tr", "@tr.jit"),
        ("import triton.language as tl\nimport triton", "@triton.jit"),
        ("from triton import jit", "@jit"),
        ("from triton import jit as compiled", "@compiled"),
        ("from triton import *", "@jit"),
        ("from triton.experimental import gluon", "@gluon.jit"),
        ("try:\n    from triton.runtime import jit\nexcept ImportError:\n    jit = None", "@jit"),
    ],
)
def test_triton_kernels_are_told_from_functions(imports: str, decorators: str) -> None:
    file = SourceFile.parse(f"{imports}\n{decorators}\ndef kernel(x_ptr, n): pass\ndef launch(x): pass\n")
    assert [(unit.name, unit.kind) for unit in file.units] == [("kernel", "kernel"), ("launch", "function")]


@pytest.mark.parametrize(
    "text",
    [
        "from numba import jit\n@jit\ndef f(): pass",
        "import jax\n@jax.jit\ndef f(): pass",
        "import triton\n@triton.heuristics({})\ndef f(): pass",
        "from .triton import jit\n@jit\ndef f(): pass",
        "@jit\ndef f(): pass",
    ],
)
def test_what_others_call_jit_is_no_kernel(text: str) -> None:
    assert units(text)["f"].kind == "function"


def test_async_and_generators() -> None:
    found = units(
        """
        def plain():
            def inner():
                yield 1
            return lambda: (yield)
        def generator():
            if True:
                x = yield from plain()
        async def coroutine():
            await coroutine()
        async def both():
            yield 1
        def only_says_yield():
            return "yield"
        """
    )
    flags = {name: (unit.is_async, unit.is_generator) for name, unit in found.items()}
    assert flags == {
        **{"plain": (False, False), "plain.inner": (False, True), "generator": (False, True)},
        **{"coroutine": (True, False), "both": (True, True), "only_says_yield": (False, False)},
    }


@pytest.mark.parametrize(
    ("header", "line", "header_end_line"),
    [
        ("def f(): pass", 1, 1),
        ("def f():\n    pass", 1, 1),
        ("@one\n@two(\n    3)\ndef f():\n    pass", 4, 4),
        ("async def f():\n    pass", 1, 1),
        ("def f(\n    a,\n    b,\n):\n    pass", 1, 4),
        (
            "def f(\n    a={1: 2},\n    *,\n    b: 'x:y' = lambda: 3,  # not: here\n    # nor: here\n"
            ") -> dict[int:int]:\n    pass",
            1,
            6,
        ),
        ("def f() -> (\n    int\n)  \\\n:\n    # a: comment\n\n    pass", 1, 4),
        ("def f(  # no arguments: none\n): return {\n  1: 2}", 1, 2),
        ("def f(\n    *args: int\n): \\\n  pass", 1, 3),
        ("def f(a,\n      # :\n      **kwargs) \\\n   : pass", 1, 4),
        ("\f\ndef f(a='é:',\r\n b=2):\r\n  pass", 2, 3),
    ],
)
def test_lines_of_def_and_of_the_colon_that_ends_the_header(header: str, line: int, header_end_line: int) -> None:
    [unit] = SourceFile.parse(f"{header}\n").units
    assert (unit.line, unit.header_end_line) == (line, header_end_line)


def test_columns_count_characters() -> None:
    file = SourceFile.parse("class Ünïcode:\n\tasync def é(self): pass\n    \n\fdef f(): pass\n")
    lines = [file.lines.line(unit.line)[unit.column :] for unit in file.units]
    assert lines == ["async def é(self): pass", "def f(): pass"]
    assert [unit.end_line for unit in file.units] == [2, 4]


def test_of_several_units_of_one_name_all_are_listed_and_the_last_is_meant() -> None:
    file = SourceFile.parse(
        dedent(
            """
            from typing import overload
            @overload
            def f(x: int) -> int: ...
            @overload
            def f(x: str) -> str: ...
            def f(x): return x
            """
        )
    )
    assert [unit.line for unit in file.units if unit.name == "f"] == [4, 6, 7]
    assert file.unit("f").line == 7
    assert len({file.digest(unit) for unit in file.units}) == 3
    assert [file.key(unit) for unit in file.units] == ["f", "f#2", "f#3"]
    assert [name_of(file.key(unit)) for unit in file.units] == ["f", "f", "f"]


def test_a_unit_of_another_file_has_no_key():
    with pytest.raises(SourceError):
        SourceFile.parse("def f(x): ...").key(SourceFile.parse("\ndef f(x): ...").unit("f"))


def test_node_is_the_definition_with_its_docstring() -> None:
    file = SourceFile.parse('def f():\n    """Doc."""\n    return 1\n')
    unit = file.unit("f")
    file.normal_form(unit)
    assert len(file.node(unit).body) == 2


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [("Sorter.srot", "'Sorter.sort'"), ("sort", "'Sorter.sort'"), ("mian", "'main'"), ("zzz", None), ("", None)],
)
def test_a_name_that_is_not_in_the_file_is_one_error_with_a_suggestion(name: str, suggestion: str | None) -> None:
    file = SourceFile.parse("class Sorter:\n    def sort(self): pass\ndef main(): pass\n")
    with pytest.raises(SourceError) as caught:
        file.unit(name)
    assert f"no unit named {name!r}" in str(caught.value)
    assert ("did you mean" in str(caught.value)) == (suggestion is not None)
    assert (suggestion or "") in str(caught.value)


def test_asking_a_file_without_functions_or_for_a_unit_of_another_file() -> None:
    with pytest.raises(SourceError, match="defines no function"):
        SourceFile.parse("x = 1").unit("f")
    other = SourceFile.parse("\n\ndef f(): pass").unit("f")
    with pytest.raises(SourceError, match="not of this file"):
        SourceFile.parse("def f(): pass").normal_form(other)


def test_units_of_one_name_are_told_apart_by_their_lines() -> None:
    source = """
class C:
    @property
    def size(self): return 1

    @size.setter
    def size(self, value): pass

def f(): pass

def f(): return 1
"""
    file = SourceFile.parse(source)
    assert file.unit("C.size").line == 4, "what is called where it is read"
    assert file.unit("f").line == 11, "what is called at run time"
    assert [file.unit("f", line).line for line in (1, 9, 11, 100)] == [9, 9, 11, 11]
    assert file.unit("C.size", 7).line == 7
