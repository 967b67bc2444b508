"""Parts of tuples that code tells apart are among what it tells apart."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default

_SIGNED = """
    total = 0
    for {target}:
        if op == 'add':
            total += n
        elif op in ('sub', 'less'):
            total -= n
    return total
"""
_STACK = """
    pc, stack = 0, []
    while pc < len(code):
        op, n = code[pc]
        pc += 1
        if op == 'push':
            stack.append(n)
        elif op == 'twice':
            stack.append(stack[-1])
        elif op == 'add':
            stack.append(stack.pop() + stack.pop())
        elif op == 'one':
            stack.append(1)
    return stack
"""
_CASES = """
    done = []
    for op, n in code:
        match op:
            case 'keep':
                done.append(n)
            case 'drop':
                done.clear()
    return done
"""


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        (_SIGNED.format(target="op, n in code"), "'add' | 'sub' | 'less'"),
        (_SIGNED.format(target="i, (op, n) in enumerate(code)"), "'add' | 'sub' | 'less'"),
        (_CASES, "'keep' | 'drop'"),
        # What begins with nothing on the stack cannot take anything from it.
        (_STACK, "'push' | 'one'"),
    ],
)
def test_texts_that_code_compares_a_part_with(body: str, texts: str) -> None:
    said = f"code: list[tuple[{texts}, int]] * 100 in 0..1000"
    assert default(f"def f(code: list[tuple[str, int]]):{body}", 100) == said


def test_one_text_may_be_an_exception() -> None:
    body = "return [n for op, n in code if op == 'skip']"
    assert default(f"def f(code: list[tuple[str, int]]):\n    {body}\n", 100).startswith("code: list[tuple[str, int]]")


@pytest.mark.parametrize("same", ["text.upper()", "text.strip().lower()", "reversed(text.casefold())"])
def test_texts_of_other_letters_are_told_apart_alike(same: str) -> None:
    source = (
        "def f(text: str):\n    values = {'i': 1, 'v': 5, 'x': 10}\n    total = 0\n"
        f"    for one in {same}:\n        if one not in values:\n            raise ValueError(one)\n"
        "        total += values[one]\n    return total\n"
    )
    assert default(source) == "text: str * 1000 in 'ivx'"


def test_other_texts_keep_their_own_size_alone() -> None:
    source = "def f(code):\n    for op, line in code:\n        if op == '+':\n            print(line.strip())\n"
    source += "        elif op == '-':\n            print(line.strip())\n"
    source = source.replace("(code)", "(code: list[tuple[str, str]])")
    assert default(source).startswith("code: list[tuple['+' | '-', str]] * 1000 * 40 in ")
