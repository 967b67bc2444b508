"""Code as `ast.unparse` would write it."""

import ast
import typing
from pathlib import Path

import pytest

from perfcast.source.errors import SourceError
from perfcast.source.printing import print_code
from perfcast.source.unparsing import Unusual, is_bare_string, usual_text

EXPRESSIONS = [
    "a.b.c[1:2, ::3] + x[1,] + y[()] + z[(1, 2), *rest]",
    "1 .real + 1.5.real + True .real",
    "-x ** -y ** z, (-x) ** 2, (a + b) * c - (d - e) % ~f @ g // h / i",
    "a << b >> (c | d ^ e & f), not (a and b or (c or d) and e), (not a) == b, a < b <= c is not d not in e",
    "(a and b and (c == d) and (e or f)), a or b or (not c) or (lambda: d)",
    "a if b else c if d else (e if f else g), (a if b else c) if (d if e else f) else g",
    "lambda: 0, lambda a, /, b=1, *c, d, e=(1, 2), **f: (yield), lambda *, a: a",
    "[x async for x, y in z if a if (b if c else d)], {x for x in (lambda: y)}, {a: b for a, in c}, (x for x in y)",
    "{**a, 'b': 1, **(c or d)}, {1, *a}, [], {}, (), (1,), (a := 1), f(a := 1, *b, c=(yield), **d), f((a := 1).b)",
    "(await a) ** (await b), (await a).c, (yield from a), (yield), f(x for x in y)",
    r"""'a' "b'" u'c', b'd', "\n", u'e', None, ..., False""",
    r"""f'a{b}{{c}}{d!r:>{e}}{ {1: 2}[1] }{(lambda: 0)()}', f'{x["a"]}', f'it is {a}\n', f"it's {a}", f''""",
]
STATEMENTS = [
    "a = b, c = d = (yield)",
    "(a) : int = 1\na: int\na.b: x = (1, 2)\na[1] **= 2, 3\na //= 1",
    "del a, (b, c), d[0]\nassert a, (b, c)\nassert a\nraise\nraise a from b\nreturn\nreturn a, b",
    "import a.b as c, d\nfrom . import a\nfrom ..a.b import c as d, e\nfrom a import *\nglobal a, b\nnonlocal c",
    "if a:\n  pass\nelif b:\n  break\nelse:\n  'text'\n  if c: d\n  else: e",
    "if a: b\nelse:\n  'text'\n  if c: d\n  elif e: 'text'",
    "for a, b in c, d:\n  continue\nelse:\n  'text'\nasync for a in b: 'text'\nwhile a: b\nelse: c",
    "with a, b as c, d as (e, f): g\nasync with a as b: 'text'",
    "try: a\nexcept b as c: d\nexcept (e, f): 'text'\nexcept: g\nelse: h\nfinally: i",
    "@a\n@b.c(1)\nclass A(B, metaclass=C, **d):\n  'text'\n  x = 1\n  @e\n  def f(self): 'text'\n\n  class G: pass",
    "async def f(a: int, b: str=1, /, c=2, *d: e, f, g: int=3, **h: i) -> (j, k):\n  def l(*, m): 'text'\n  return l",
]
UNUSUAL = [
    "match a:\n    case [1, *b]:\n        pass",
    "try:\n    a\nexcept* b:\n    pass",
    "a = 1e999",
    "a = f'''{\"\"\"b\n\n    def c\"\"\"}'''",
    "a = " + "(" * 45 + "1" + ", 2)" * 45,
]


def _written(node: ast.AST) -> str:
    """As `ast.unparse` does it, without texts that stand alone and without empty lines."""
    for part in ast.walk(node):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(part, field, None)
            if isinstance(body, list) and body:
                setattr(part, field, [one for one in body if not is_bare_string(one)] or [ast.Pass()])
    return "\n".join(line for line in ast.unparse(node).split("\n") if line)


@pytest.mark.parametrize("text", [*EXPRESSIONS, *STATEMENTS])
def test_it_writes_what_the_standard_library_writes(text: str) -> None:
    for node in ast.parse(text).body:
        assert usual_text(node) == print_code(node) == _written(node)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_alone_are_written_like_those_within_statements(text: str) -> None:
    node = ast.parse(text, mode="eval").body
    assert usual_text(node) == ast.unparse(node)


def test_a_text_that_is_asked_for_is_written() -> None:
    assert usual_text(ast.parse("'text'").body[0]) == "'text'"


@pytest.mark.parametrize("path", [ast.__file__, typing.__file__])
def test_whole_files_are_written_the_same(path: str) -> None:
    definitions = [
        node
        for node in ast.parse(Path(path).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    assert len(definitions) > 20
    for node in definitions:
        assert print_code(node) == _written(node)


@pytest.mark.parametrize("text", UNUSUAL)
def test_what_is_seldom_is_left_to_the_standard_library(text: str) -> None:
    node = ast.parse(text).body[0]
    with pytest.raises(Unusual):
        usual_text(node)
    assert print_code(node).replace("\n", "") == ast.unparse(node).strip().replace("\n", "")


def test_what_the_standard_library_cannot_write_stays_unwritten() -> None:
    with pytest.raises(SourceError, match="nested too deeply"):
        print_code(ast.parse("a = " + "+".join(["b"] * 2000)).body[0])
