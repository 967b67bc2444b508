"""Classes that leave methods to what extends them, and the class that stands for such a one."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from .bases import base_names
from .special import last_name

_DECORATORS: Final = frozenset({"abstractmethod", "abstractproperty", "abstractclassmethod", "abstractstaticmethod"})
_WORD: Final = re.compile(r"\w+")
#: Classes looked at, one above the other, and those that may extend a class.
_MOST_ABOVE: Final = 20
_MOST_BELOW: Final = 200

#: A class of the file by its name; None for what is none of its own.
Meaning = Callable[[str], ast.ClassDef | None]


def left_open(name: str, meaning: Meaning) -> frozenset[str]:
    """Methods that a class leaves to what extends it: abstract ones, and those that do no more than raise
    ``NotImplementedError``."""
    found: dict[str, bool] = {}
    for node in _above(name, meaning):
        for part in node.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(part.name, _is_left_open(part))
            elif isinstance(part, ast.Assign | ast.AnnAssign) and part.value is not None:
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                found |= {last_name(target): False for target in targets if last_name(target) not in found}
    return frozenset(name for name, is_open in found.items() if is_open)


def standing_for(name: str, extending: Callable[[], Iterable[str]], meaning: Meaning) -> str:
    """The class of which instances are made where one is asked for: itself, or its `stand_in`."""
    return stand_in(name, extending, meaning) or name


def stand_in(name: str, extending: Callable[[], Iterable[str]], meaning: Meaning) -> str | None:
    """For a class that leaves methods to others one that extends it and leaves none, or itself where there is none;
    None for a class that leaves none. Of several it is the first by name that is not made of others of them, as a sum
    is of expressions, so that any part of the file that has it tells the same one.

    Args:
        extending: names of the file's classes that extend others.
    """
    if not left_open(name, meaning):
        return None
    below = [other for other in sorted(set(extending()))[:_MOST_BELOW] if _extends(other, name, meaning)]
    closed = [other for other in below if not left_open(other, meaning)]
    family = frozenset({name, *below})
    return next((other for other in closed if family.isdisjoint(_asked_for(other, meaning))), [*closed, name][0])


def _asked_for(name: str, meaning: Meaning) -> Iterator[str]:
    """Words in the annotations of what a class's instances are made with."""
    for node in _above(name, meaning):
        for part in node.body:
            match part:
                case ast.AnnAssign(annotation=annotation):
                    yield from _WORD.findall(ast.unparse(annotation))
                case ast.FunctionDef(name="__init__", args=arguments):
                    yield from _WORD.findall(ast.unparse(arguments))


def _extends(name: str, base: str, meaning: Meaning) -> bool:
    return any(base in base_names(node) for node in _above(name, meaning))


def _above(name: str, meaning: Meaning) -> Iterator[ast.ClassDef]:
    """A class and those that it extends, about in the order in which Python looks into them."""
    waiting, seen = [name], set[str]()
    while waiting and len(seen) < _MOST_ABOVE:
        one = waiting.pop(0)
        node = None if one in seen else meaning(one)
        seen.add(one)
        if node is not None:
            yield node
            waiting = [*base_names(node), *waiting]


def _is_left_open(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if any(last_name(decorator) in _DECORATORS for decorator in method.decorator_list):
        return True
    body = [part for part in method.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    raised = body[0].exc if len(body) == 1 and isinstance(body[0], ast.Raise) else None
    return last_name(raised.func if isinstance(raised, ast.Call) else raised) == "NotImplementedError"
