"""Characters that a function looks for in the texts that it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.code.parameters import parameters

#: Methods that are told what to look for; those that ask for a kind of characters, and one of them.
_LOOKING: Final = frozenset(
    {
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "count",
        "find",
        "index",
        "rfind",
        "replace",
        "startswith",
        "endswith",
    }
)
_SPLITTING: Final = frozenset({"split", "rsplit", "partition", "rpartition"})
_CLASSES: Final[Mapping[str, str]] = {
    "isdigit": "7",
    "isnumeric": "7",
    "isdecimal": "7",
    "isspace": " ",
    "isupper": "K",
    "isalnum": "-",
}
#: Some of these.
_MEMBERS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("isdigit", "isnumeric", "isdecimal"), "0123456789"),
    "isspace": " ",
    "isalpha": "abcdefgh",
    "isalnum": "abcdefgh0123456789",
    "isupper": "ABCDEFGH",
    "islower": "abcdefgh",
}
_MOST_SEPARATORS: Final = 16
#: Methods that give all pieces that a regular expression matches.
_GATHERING: Final = frozenset({"findall", "finditer"})
#: Of a text that such an expression is tried on: some would take for ever to go through a long one.
_LETTERS: Final = "abcd"
_LONGEST_TEXT: Final = 12
#: Parts of a regular expression: groups' beginnings, repetitions, ranges, classes and single characters.
_IN_PATTERNS: Final = re.compile(
    r"\(\?(?:P<\w+>|[:=!]|<[=!]|[aiLmsux]+\))|\{\d*,?\d*\}|0-9|A-Z|a-z|\[\^?|\\.|.", re.DOTALL
)
#: Of those that stand for many characters, one.
_KINDS: Final[Mapping[str, str]] = {
    r"\d": "7",
    "0-9": "7",
    r"\s": " ",
    "A-Z": "K",
    r"\W": "-",
    r"\n": "\n",
    r"\t": "\t",
}
_META: Final = frozenset(".^$*+?{}[]()|")


def separators(node: FunctionNode, patterns: Mapping[str, tuple[str, int]] = MappingProxyType({})) -> str:
    """Characters that the body looks for in texts: what it splits at, and single ones that it compares with, each once.

    Lines and words have ends: ``splitlines()`` and ``split()`` look for those, and ``findall()`` for what is between.

    Args:
        patterns: regular expressions by which it searches and their flags, besides those in its text, by their names.
    """
    found = {character: None for pattern, _ in patterns.values() for character in _characters_of(pattern)}
    gathered: list[tuple[str, int]] = []
    for part in parts_of(node, ast.Call, ast.Compare, ast.Dict):
        match part:
            case ast.Call(func=ast.Attribute(attr="splitlines")):
                found["\n"] = None
            case ast.Call(func=ast.Attribute(attr="split" | "rsplit"), args=[], keywords=[]):
                found[" "] = None
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[ast.Constant(value=str(pattern)), *_]
            ):
                found |= dict.fromkeys(_characters_of(pattern))
                gathered += [(pattern, 0)] * (method in _GATHERING)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in patterns:
                gathered += [patterns[name]] * (method in _GATHERING)
            case ast.Call(func=ast.Attribute(attr=method), args=[first, *_]) if method in _LOOKING:
                found |= dict.fromkeys(written(first) or "")
            case ast.Call(func=ast.Attribute(attr=method), args=[]) if method in _CLASSES:
                found[_CLASSES[method]] = None
            case ast.Compare(left=left, comparators=others):
                for text in (one for side in (left, *others) for one in constants(side) if isinstance(one, str)):
                    found |= dict.fromkeys(text) if len(text) == 1 or _is_sought(part) else {}
            case ast.Dict(keys=keys):
                found |= {text: None for key in keys if key is not None and len(text := written(key) or "") == 1}
    if any(_takes_all(pattern, flags, "".join(found)) for pattern, flags in gathered):
        found[" "] = None
    return "".join(found)[:_MOST_SEPARATORS]


def named_separators(node: FunctionNode) -> dict[str, tuple[str, ...]]:
    """Names that the body splits texts at, with the text that each has by default: ``split(delimiter)``."""
    defaults = {
        one.arg: text for one, default in parameters(node, drop_first=False) if default and (text := written(default))
    }
    splits = (call for call in parts_of(node, ast.Call) if isinstance(call.func, ast.Attribute)) if defaults else ()
    return {
        one.id: (defaults[one.id],)
        for call in splits
        for one in call.args[:1]
        if isinstance(one, ast.Name) and one.id in defaults and last_name(call.func) in _SPLITTING
    }


def _takes_all(pattern: str, flags: int, characters: str) -> bool:
    """Whether a regular expression finds nothing but one long piece in a text of letters and these characters."""
    try:
        return re.fullmatch(pattern, f"{_LETTERS}{characters}"[:_LONGEST_TEXT], flags) is not None
    except (re.error, RecursionError, OverflowError):
        return False


def _characters_of(pattern: str) -> Iterator[str]:
    """What a regular expression looks for that is no letter, one character of each kind."""
    around = ""
    for one in _IN_PATTERNS.findall(pattern):
        if one in {"[", "[^", "]"}:
            around = one
        elif one in {r"\w", "a-z"}:
            yield from "-" if around == "[^" else ""
        elif one in _KINDS:
            yield _KINDS[one]
        elif one[0] == "\\" and one[1:] and not one[1].isalnum():
            yield one[1]
        elif len(one) == 1 and not one.isalnum() and one.isprintable() and (around == "[" or one not in _META):
            yield one


def _is_sought(node: ast.Compare) -> bool:
    """Whether one of several characters is looked for: ``character in "+-*/"``."""
    return isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.comparators[0], ast.Constant)


def constants(node: ast.expr) -> Iterator[str | int]:
    """Texts and whole numbers of an expression, or of a display of them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int) and not isinstance(node.value, bool):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for part in node.elts:
            yield from constants(part)


def characters_told_apart(node: ast.AST) -> tuple[ast.expr, str]:
    """What is told apart character by character where any other is an error, and those that it may be."""
    found: dict[str, None] = {}
    asked: list[ast.expr] = []
    while isinstance(node, ast.If):
        match node:
            case ast.If(
                test=ast.Compare(left=one, ops=[ast.NotIn()], comparators=[ast.Constant(value=str(text))]),
                body=[ast.Raise()],
            ) if not asked:
                return one, text
        one, told = _told_of_character(node.test)
        asked.append(one)
        found |= dict.fromkeys(told)
        is_one = told and ast.dump(one) == ast.dump(asked[0])
        match node.orelse:
            case [ast.If() as other_case] if is_one:
                node = other_case
            case [*_, ast.Raise()] if is_one:
                return asked[0], "".join(found)
            case _:
                break
    return ast.Constant(None), ""


def _told_of_character(test: ast.expr) -> tuple[ast.expr, str]:
    """What a test asks about, and the characters for which it holds; none where it asks something else."""
    match test:
        case ast.Compare(left=one, ops=[ast.In()], comparators=[ast.Constant(value=str(text))]):
            return one, text
        case ast.Compare(left=one, ops=[ast.Eq() | ast.In()], comparators=[other]):
            texts = [text for text in constants(other) if isinstance(text, str)]
            return one, "".join(texts) if all(len(text) == 1 for text in texts) else ""
        case ast.Call(func=ast.Attribute(value=one, attr=method), args=[]):
            return one, _MEMBERS.get(method, "")
    return test, ""


def written(node: ast.expr) -> str | None:
    """A text that is written down."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
