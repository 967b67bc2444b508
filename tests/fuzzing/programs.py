"""Programs that parse, for an interpreter: statements and expressions nested at random, over names that lead somewhere.

Much of it is what somebody would write to get out of an interpreter, or to keep it busy. What it refuses at once
(`async`, `with`, `match`) is left out: nothing around it would be tried.
"""

from __future__ import annotations

import re
from textwrap import indent

from tests.fuzzing.provider import Provider, pick

_NAMES = (
    *(
        "n",
        "xs",
        "s",
        "f",
        "g",
        "C",
        "i",
        "self",
        "np",
        "itertools",
        "math",
        "re",
        "random",
        "collections",
        "functools",
    ),
    *("len", "range", "list", "dict", "set", "str", "int", "float", "bytes", "type", "object", "sorted", "sum", "map"),
    *(
        "zip",
        "filter",
        "iter",
        "next",
        "max",
        "min",
        "enumerate",
        "reversed",
        "isinstance",
        "getattr",
        "setattr",
        "vars",
    ),
    *(
        "open",
        "eval",
        "exec",
        "compile",
        "__import__",
        "globals",
        "print",
        "input",
        "super",
        "slice",
        "memoryview",
        "pow",
    ),
    *("Exception", "BaseException", "StopIteration", "KeyError", "os", "sys", "__builtins__", "ListNode", "undefined"),
)
_ATTRIBUTES = (
    *("append", "extend", "pop", "items", "keys", "split", "join", "format", "replace", "encode", "sort", "x", "val"),
    *("next", "left", "zeros", "arange", "dot", "sum", "reshape", "T", "dtype", "tile", "einsum", "linalg", "random"),
    *(
        "count",
        "product",
        "repeat",
        "chain",
        "islice",
        "deque",
        "Counter",
        "reduce",
        "cache",
        "partial",
        "sqrt",
        "comb",
    ),
    *("compile", "match", "sub", "__class__", "__globals__", "__dict__", "gi_frame", "mro", "real", "shape", "tofile"),
)
_CONSTANTS = (
    "0",
    "1",
    "-1",
    "2",
    "10",
    "3.5",
    "'ab'",
    "b'a'",
    "None",
    "True",
    "10 ** 9",
    "'{0.x!r:>{1}}'",
    "'%9d'",
    "1j",
)
_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@", "<", "==", "is", "in", "and", "or")
_MODULES = (
    "import numpy as np, math, itertools, collections",
    "from functools import reduce, cache, partial",
    "import os, sys, re, random",
    "from collections import *",
    "from os import system as g",
)
_EXPRESSIONS = (
    *(
        "<name>",
        "<name>",
        "<constant>",
        "(<expression> <operator> <expression>)",
        "(<expression> <operator> <constant>)",
    ),
    *("<name>(<expression>)", "<name>(<expression>, <expression>)", "<name>(*<expression>, **<expression>)"),
    *("<name>(<expression>, key=<expression>)", "(<expression>).<attribute>(<expression>, <expression>)"),
    *("<name>.<attribute>(<expression>)", "(<expression>).<attribute>", "(<expression>)[<expression>]"),
    *("(<expression>)[<expression>:<expression>]", "(<expression>)[..., <expression>]", "(<expression>)[::<constant>]"),
    *("[<expression> for i in <expression>]", "{<expression>: 1 for i in <expression> if n}"),
    *("(<expression> for i in <expression>)", "[<expression>, <expression>]", "(<expression>, *<expression>)"),
    *(
        "{<expression>: <expression>}",
        "{<expression>, <expression>}",
        "(<expression> if <expression> else <expression>)",
    ),
    *("(lambda n=1, *xs: <expression>)(<expression>)", "(-<expression>)", "(not <expression>)", "(i := <expression>)"),
    "f'{<name>!r:>{<name>}}'",
)
_SIMPLE = (
    *("<target> = <expression>", "<target> = <expression>", "<place> <arithmetic>= <expression>", "<expression>"),
    *("return <expression>", "raise <expression>", "assert <expression>", "del <place>", "<module>", "yield n"),
    *("break", "continue", "global n", "nonlocal xs"),
)
_COMPOUND = (
    *("for <target> in <expression>:\n<body>\nelse:\n<body>", "for i in range(<constant>):\n<body>"),
    *("while <expression>:\n<body>", "if <expression>:\n<body>\nelse:\n<body>"),
    "try:\n<body>\nexcept <name> as i:\n<body>\nfinally: n = 1",
    *("<function>", "<class>"),
)
_FUNCTIONS = (
    *(f"def <defined>({arguments}):\n<body>\n    return <expression>" for arguments in ("n", "n, xs=()", "*xs, **s")),
    "@<decorator>\ndef f(n=1, /, *xs, s='a'):\n<body>\n    return <expression>",
)
_CLASSES = (
    "class C:\n    def <special>(self, n=1):\n<inner>\n        return <expression>\n    def f(self, n):\n<inner>",
    "class C(Exception):\n<body>\n    def __init__(self, n=1):\n        self.<attribute> = <expression>",
)
_SPECIAL = ("__init__", "__iter__", "__next__", "__len__", "__getitem__", "__eq__", "__add__", "__hash__", "__del__")
_WORDS = {
    "name": _NAMES,
    "attribute": _ATTRIBUTES,
    "constant": _CONSTANTS,
    "operator": _OPERATORS,
    "arithmetic": _OPERATORS[:13],
    "module": _MODULES,
    "special": _SPECIAL,
    "decorator": ("cache", "staticmethod", "property", "partial(f, 1)", "undefined"),
    "defined": ("f", "f", "g"),
}
_FORMS = {
    "expression": _EXPRESSIONS,
    "target": ("<place>", "<place>", "<place>, *xs"),
    "place": ("n", "xs", "i", "s", "f", "n.<attribute>", "xs[<expression>]"),
    "function": _FUNCTIONS,
    "class": _CLASSES,
}
_BODIES = {"body": "    ", "inner": "        "}
_DEEPEST = 4


def program(data: Provider) -> str:
    """The text of a module whose first definition is the unit."""
    parts = ["<module>"] * data.ConsumeIntInRange(0, 2)
    parts.append("<function>" if data.ConsumeIntInRange(0, 3) else "<class>")
    parts += ["<target> = <expression>"] * data.ConsumeIntInRange(0, 1)
    return _filled(data, "\n".join(parts) + "\n", 0)


def _filled(data: Provider, form: str, depth: int) -> str:
    return re.sub(r"<(\w+)>", lambda found: _part(data, found[1], depth), form)


def _part(data: Provider, kind: str, depth: int) -> str:
    if kind in _WORDS:
        return pick(data, _WORDS[kind])
    if kind in _BODIES:
        lines = "\n".join(["pass", *(_statement(data, depth + 1) for _ in range(data.ConsumeIntInRange(0, 4)))])
        return indent(lines, _BODIES[kind])
    if kind == "expression" and (depth > _DEEPEST or not data.remaining_bytes()):
        return pick(data, (*_NAMES[:3], *_CONSTANTS))
    return _filled(data, pick(data, _FORMS[kind]), depth + 1)


def _statement(data: Provider, depth: int) -> str:
    is_compound = depth < _DEEPEST and data.ConsumeBool()
    return _filled(data, pick(data, _COMPOUND if is_compound else _SIMPLE), depth)
