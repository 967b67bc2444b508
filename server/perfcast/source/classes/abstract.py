"""Classes that leave methods to what extends them, or, as protocols do, to whatever has them, and the class that stands
for such a one."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from perfcast.source.definitions.bases import base_names
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.sequence_types import SEQUENCES

_DECORATORS: Final = frozenset({"abstractmethod", "abstractproperty", "abstractclassmethod", "abstractstaticmethod"})
_OF_PROTOCOLS: Final = frozenset({"Protocol", "Generic"})
_WORD: Final = re.compile(r"\w+")
#: Classes looked at, one above the other, and those that may extend a class.
_MOST_ABOVE: Final = 20
_MOST_BELOW: Final = 200

#: A class of the file by its name; None for what is none of its own.
Meaning = Callable[[str], ast.ClassDef | None]


def left_open(name: str, meaning: Meaning) -> frozenset[str]:
    """Methods that a class leaves to what extends it: abstract ones, and those that do no more than raise
    ``NotImplementedError``; of a protocol those that do nothing, too."""
    found: dict[str, bool] = {}
    for node in _above(name, meaning):
        for part in node.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(part.name, _is_left_open(part) or (_is_protocol(node) and not _statements(part)))
            elif isinstance(part, ast.Assign | ast.AnnAssign) and part.value is not None:
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                found |= {last_name(target): False for target in targets if last_name(target) not in found}
    return frozenset(name for name, is_open in found.items() if is_open)


def standing_for(name: str, extending: Callable[[], Iterable[str]], meaning: Meaning) -> str:
    """The class of which instances are made where one is asked for: itself, or its `stand_in`."""
    return stand_in(name, extending, meaning) or name


def stand_in(name: str, extending: Callable[[], Iterable[str]], meaning: Meaning) -> str | None:
    """For a class that leaves methods to others one that extends it, or has all that a protocol asks for, and leaves
    none, or itself where there is none; None for a class that leaves none. Of several it is the first by name that is
    not made of others of them, as a sum is of expressions, so that any part of the file that has it tells the same one.

    Args:
        extending: names of the file's classes that extend others; for a protocol of all of them.
    """
    wanted = left_open(name, meaning)
    is_any = is_protocol(name, meaning)
    wanted |= frozenset(_attributes(name, meaning)) if is_any else frozenset()
    if not wanted:
        return None
    others = [other for other in sorted(set(extending()))[:_MOST_BELOW] if other != name]
    below = [
        other
        for other in others
        if extends(other, name, meaning)
        or (is_any and not is_protocol(other, meaning) and wanted <= _members(other, meaning))
    ]
    closed = [other for other in below if not left_open(other, meaning)]
    family = frozenset({name, *below})
    return next((other for other in closed if family.isdisjoint(words_asked_for(other, meaning))), [*closed, name][0])


def is_protocol(name: str, meaning: Meaning) -> bool:
    """Whether a class stands for all that have its members."""
    node = meaning(name)
    return node is not None and _is_protocol(node)


def call_described(node: ast.ClassDef) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The ``__call__`` of a protocol that says nothing else of its instances, as functions are."""
    match [part for part in node.body if not isinstance(part, ast.Pass) and not _is_text(part)]:
        case [ast.FunctionDef(name="__call__") | ast.AsyncFunctionDef(name="__call__") as call] if _is_protocol(node):
            # What else it extends may ask for more.
            return call if _OF_PROTOCOLS.issuperset(_bases(node)) else None
    return None


def _is_protocol(node: ast.ClassDef) -> bool:
    return "Protocol" in _bases(node)


def _bases(node: ast.ClassDef) -> list[str]:
    """Their names, without what is in brackets."""
    return [last_name(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]


def _attributes(name: str, meaning: Meaning) -> Iterator[str]:
    """What protocols say that instances have, beside methods."""
    for node in filter(_is_protocol, _above(name, meaning)):
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and part.value is None:
                yield last_name(part.target)


def _members(name: str, meaning: Meaning) -> frozenset[str]:
    """Methods, fields, and what is set on ``self``, of a class and those that it extends."""
    found: set[str] = set()
    for node in _above(name, meaning):
        for part in ast.walk(node):
            match part:
                case ast.FunctionDef(name=own) | ast.AsyncFunctionDef(name=own):
                    found.add(own)
                case ast.Attribute(value=ast.Name(id="self"), attr=own, ctx=ast.Store()):
                    found.add(own)
                case ast.AnnAssign(target=ast.Name(id=own)) | ast.Assign(targets=[ast.Name(id=own)]):
                    found.add(own)
    return frozenset(found)


def words_asked_for(name: str, meaning: Meaning) -> Iterator[str]:
    """Words in the annotations of what a class's instances are made with."""
    for part in _asked_for(name, meaning):
        yield from _WORD.findall(ast.unparse(part))


def asks_for_any(name: str, meaning: Meaning) -> bool:
    """Whether a class's instances are made with a sequence of which its annotation does not say what it holds."""
    for part in _asked_for(name, meaning):
        said = [one.annotation for one in part.args] if isinstance(part, ast.arguments) else [part]
        if any(is_bare_sequence(one) for one in said):
            return True
    return False


def is_bare_sequence(annotation: ast.expr | None) -> bool:
    """Whether it says that something is a list, or the like, and not of what."""
    return isinstance(annotation, ast.Name | ast.Attribute) and last_name(annotation) in SEQUENCES


def _asked_for(name: str, meaning: Meaning) -> Iterator[ast.expr | ast.arguments]:
    """Annotations of fields, or what a constructor takes, where one is written."""
    fields = []
    for node in _above(name, meaning):
        for part in node.body:
            match part:
                case ast.AnnAssign(annotation=annotation):
                    fields.append(annotation)
                case ast.FunctionDef(name="__init__", args=arguments):
                    yield arguments
                    return
    yield from fields


def extends(name: str, base: str, meaning: Meaning) -> bool:
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


def _statements(method: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Those that do something."""
    told = (part for part in method.body if not isinstance(part, ast.Pass))
    return [part for part in told if not _is_text(part)]


def _is_text(part: ast.stmt) -> bool:
    """Whether it is a docstring, or ``...``."""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _is_left_open(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if any(last_name(decorator) in _DECORATORS for decorator in method.decorator_list):
        return True
    body = _statements(method)
    raised = body[0].exc if len(body) == 1 and isinstance(body[0], ast.Raise) else None
    return last_name(raised.func if isinstance(raised, ast.Call) else raised) == "NotImplementedError"


def is_left_to_others(raised: ast.expr | None) -> bool:
    """Whether a method raises that when others are to have it: Python's own error, or a project's of such a name."""
    name = last_name(raised.func if isinstance(raised, ast.Call) else raised)
    return name.endswith("NotImplementedError")
