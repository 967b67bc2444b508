"""Texts that tokenizers take apart."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.constructors import constructor_of
from perfcast.workload.origins.resolution import resolve
from perfcast.workload.receivers.filling import made_with

OF_PARTS = r"""
import re
PARTS = [("NUMBER", r"\d+(\.\d*)?"), ("ID", r"[A-Za-z]+"), ("OP", r"[+*/-]"), ("SKIP", r"[ \t\n]+"), ("BAD", r".")]
TOKEN = re.compile("|".join(f"(?P<{name}>{part})" for name, part in PARTS))
"""
OF_TABLE = r"""
import re
PARTS = {"NUMBER": r"\d+", "ID": r"[a-z]+", "OP": r"[+*/-]", "SKIP": r"\s+"}
TOKEN = re.compile("|".join("(?P<" + name + ">" + part + ")" for name, part in PARTS.items()))
"""
WRITTEN = r"""
import re
TOKEN = re.compile(r"\s*(?:(?P<number>\d+)|(?P<name>[a-z]\w*)|(?P<operator>[-+*/()]))")
"""
FINDING = "\ndef f(code: str): return [one.lastgroup for one in TOKEN.finditer(code)]"
GOING_ON = """
def f(source: str):
    found, place = [], 0
    while place < len(source):
        match = TOKEN.match(source, place)
        found.append(match.lastgroup)
        place = match.end()
    return found
"""


def _workload(source: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.unit("f"), file).workload)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (OF_PARTS + FINDING, "code: str * 1000 like '000.000 - aaaaaa\\n'"),
        (OF_TABLE + FINDING, "code: str * 1000 like '000 - aaaaaa\\n'"),
        (WRITTEN + FINDING, "code: str * 1000 like '000 - aaaaaaa\\n'"),
        (WRITTEN + GOING_ON, "source: str * 1000 like '000 - aaaaaaa\\n'"),
        # No blanks are tokens, nor are they passed over.
        (r"def f(text: str): return re.findall(r'\d+|[a-z]+|[-+]', text)", "text: str * 1000 like '000-aaaaaa-'"),
        # What takes all that is no number is a symbol.
        (r"def f(text: str): return re.findall(r'\s*(?:(\d+)|(.))', text)", "text: str * 1000 like '000 - 000\\n'"),
    ],
)
def test_a_text_of_tokens_has_one_of_each_kind(source: str, workload: str) -> None:
    assert _workload(source) == workload


@pytest.mark.parametrize(
    "source",
    [
        # Words and what is between them.
        r"def f(text: str): return re.findall(r'\w+|[^\w\s]', text)",
        # Of no place but the first.
        WRITTEN + "\ndef f(text: str): return TOKEN.match(text)",
        "TOKEN = re.compile(EXPRESSION)" + FINDING,
        # None that a text could be tried with: each word there is may be one of several, or the expression is none.
        "import re\nTOKEN = re.compile(r'(?:\\w+[ +]?)+=|if|else|while|return|[a-z]+|[0-9]+|[+]')" + FINDING,
        "import re\nTOKEN = re.compile(r'(?<=a+)b|\\d+|[a-z]+|[-+]')" + FINDING,
    ],
)
def test_other_texts_are_not_such(source: str) -> None:
    found = _workload(source)
    assert "str * " in found
    assert " like '" not in found


@pytest.mark.parametrize(
    "method",
    [
        "def f(self, text): return [one.group() for one in self.TOKEN.finditer(text)]",
        "def f(self, text): return [one.group() for one in self.TOKEN.finditer(text.strip())]",
    ],
)
def test_expressions_of_the_class_take_texts_apart(method: str) -> None:
    source = rf"""
import re
class Lexer:
    TOKEN = re.compile(r"\s*(?:(\d+)|([a-z]+)|([-+]))")
    {method}
"""
    file = SourceFile.parse(source)
    assert str(resolve(file.unit("Lexer.f"), file).workload) == "text: str * 1000 like '000 - aaaaaa\\n'"


def test_constructors_are_given_texts_that_expressions_of_the_class_take_apart() -> None:
    source = r"""
import re
class Lexer:
    TOKEN = re.compile(r"\s*(?:(\d+)|([a-z]+)|([-+]))")
    def __init__(self, text):
        self.text, self.place = text, 0
        self.text = text
    def next(self):
        found = self.TOKEN.match(self.text, self.place)
        self.place = found.end()
        return found.lastgroup
"""
    (owner,) = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    made = made_with(constructor_of([owner]), 1000, lambda parameter, function: None)
    assert str(made) == "text: str * 1000 like '000 - aaaaaa\\n'"
