"""Parameters that are texts by what is done to their parts: ``counts[s[i : i + k]]``, ``c.isupper() for c in s``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import loops_of, names_given, parts_of
from perfcast.workload.naming.names import INT, by_name, last_word
from perfcast.workload.uses.name_uses import is_name

#: What one character at a time is asked.
_OF_CHARACTERS: Final = frozenset({"isupper", "islower", "isalpha", "isdigit", "isalnum", "isspace", "isdecimal"})
#: Last words of names of what has digits.
_NUMBERS: Final = frozenset({"number", "num", "digits", "code", "card", "isbn"})
#: Calls that go through the same elements.
_SAME: Final = frozenset({"enumerate", "reversed", "list", "iter"})
#: Methods whose first argument must be a value that can be a key.
_KEEPING: Final = frozenset({"get", "setdefault", "add"})


def is_text_by_parts(node: FunctionNode, name: str) -> bool:
    """Whether a sequence is a text: its slices are keys or are compared with texts, its elements are asked what only
    characters are, or joined to a text without anything between them."""
    return _has_slices_of_text(node, name) or _has_characters(node, name) or _is_joined(node, name)


def are_digits(node: FunctionNode, name: str) -> bool:
    """Whether each character of a text is read as a number, whatever it is, and the text as a whole is not."""
    elements = set(_elements(node, name))
    is_told = any(is_name(part.value, *elements) for part in parts_of(node, ast.Attribute))
    read = [call.args[0] for call in parts_of(node, ast.Call) if is_name(call.func, "int") and call.args]
    if is_told or any(is_name(one, name) for one in read):
        return False
    return any(is_name(one, *elements) or _is_element(one, name) for one in read) or _is_mapped(node, name)


def _is_mapped(node: FunctionNode, name: str) -> bool:
    """``sum(map(int, number))``."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Name("map"), [ast.Name("int"), given]) if is_name(given, name):
                return True
    return False


def _has_slices_of_text(node: FunctionNode, name: str) -> bool:
    slices = names_given(parts_of(node, ast.Assign), lambda value: _is_slice(value, name))

    def is_part(one: ast.expr) -> bool:
        return _is_slice(one, name) or is_name(one, *slices)

    products = [part for part in parts_of(node, ast.BinOp) if isinstance(part.op, ast.MatMult)]
    arrays = {side for part in products for side in (part.left, part.right)}
    for part in parts_of(node, ast.Subscript, ast.Compare, ast.Call):
        match part:
            case ast.Subscript(value=value, slice=key):
                # A list is no key, but of an array's elements.
                found = is_part(key) and not is_part(value) and part not in arrays
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn()], comparators=[other]):
                found = (is_part(left) and _is_of_texts(other)) or (is_part(other) and _is_of_texts(left))
            case ast.Call(func=ast.Attribute(attr=method), args=[key, *_]):
                found = method in _KEEPING and is_part(key)
            case _:
                found = False
        if found:
            return True
    return False


def _has_characters(node: FunctionNode, name: str) -> bool:
    elements = set(_elements(node, name))
    lengths = set[int]()
    for part in parts_of(node, ast.Compare):
        match part:
            case ast.Compare(ast.Name(id=one), [ast.In() | ast.NotIn()], [ast.Constant(value=str(among))]):
                if one in elements and len(among) > 1:
                    return True
            case ast.Compare(ast.Name(id=one), [ast.Eq() | ast.NotEq()], [ast.Constant(value=str(text))]):
                lengths |= {len(text)} if one in elements else set()
    # A number is gone through digit by digit; several are no text.
    is_one = by_name(name) == INT or (by_name(name) is None and not name.endswith(("s", "list")))
    if lengths == {1} and is_one:
        return True
    # Rows and batches hold numbers that are made whole, too.
    reading = {"ord", "int"} if by_name(name) == INT or last_word(name) in _NUMBERS else {"ord"}
    if any(
        is_name(call.func, *reading) and (is_name(call.args[0], *elements) or _is_element(call.args[0], name))
        for call in parts_of(node, ast.Call)
        if call.args
    ):
        return True
    return any(
        part.attr in _OF_CHARACTERS and (is_name(part.value, *elements) or _is_element(part.value, name))
        for part in parts_of(node, ast.Attribute)
    )


def _is_joined(node: FunctionNode, name: str) -> bool:
    """Whether elements are appended to what is joined."""
    joined = set[str]()
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=""), attr="join"), args=[given]):
                joined |= _made_from(given)
    return any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and is_name(call.func.value, *joined)
        and any(_is_element(one, name) for one in call.args)
        for call in (parts_of(node, ast.Call) if joined else ())
    )


def _elements(node: FunctionNode, name: str) -> Iterator[str]:
    """Names that its elements have in loops."""
    for loop in loops_of(node):
        over, target = loop.iter, loop.target
        while isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in _SAME and over.args:
            target = target.elts[-1] if over.func.id == "enumerate" and isinstance(target, ast.Tuple) else target
            over = over.args[0]
        if is_name(over, name) and isinstance(target, ast.Name):
            yield target.id


def _made_from(node: ast.expr) -> set[str]:
    """The name of what is joined as it is, or the other way round."""
    while isinstance(node, ast.Call | ast.Subscript):
        if isinstance(node, ast.Call) and not node.args:
            return set()
        node = node.args[0] if isinstance(node, ast.Call) else node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _is_slice(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and is_name(node.value, name)


def _is_element(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and is_name(node.value, name)


def _is_of_texts(node: ast.expr) -> bool:
    """Whether it is a text that is written down, or several."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return bool(parts) and all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts)
