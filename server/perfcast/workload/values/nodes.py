"""Linked nodes as teaching code and interview problems know them, for ``ListNode * n`` and ``TreeNode * n``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, Final

from perfcast.workload.code.body import assigned

#: How a file's own class of linked nodes may be called, for its nodes to be made.
LINKED: Final = frozenset({"ListNode", "TreeNode"})
_VALUE: Final = "val"


class ListNode:
    """A node of a singly linked list."""

    def __init__(self, val: object = 0, next: ListNode | None = None) -> None:
        self.val = val
        self.next = next


class TreeNode:
    """A node of a binary tree."""

    def __init__(self, val: object = 0, left: TreeNode | None = None, right: TreeNode | None = None) -> None:
        self.val = val
        self.left = left
        self.right = right


def linked_list(values: list[object]) -> ListNode | None:
    """The values as a linked list, first value first."""
    head: ListNode | None = None
    for value in reversed(values):
        head = ListNode(value, head)
    return head


def complete_tree(values: list[object]) -> TreeNode | None:
    """The values as a complete binary tree in level order."""
    nodes = [TreeNode(value) for value in values]
    for index, node in enumerate(nodes):
        left, right = 2 * index + 1, 2 * index + 2
        node.left = nodes[left] if left < len(nodes) else None
        node.right = nodes[right] if right < len(nodes) else None
    return nodes[0] if nodes else None


def value_name(node: ast.ClassDef) -> str:
    """The attribute in which a file's own class of nodes keeps the value: the one that its constructor puts its first
    argument into, or its first field."""
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                return name
            case ast.FunctionDef(name="__init__", args=ast.arguments(args=[_, first, *_])):
                return next(_kept_in(statement, first.arg), _VALUE)
    return _VALUE


def _kept_in(init: ast.FunctionDef, parameter: str) -> Iterator[str]:
    for target, value in assigned(ast.walk(init)):
        if isinstance(target, ast.Attribute) and isinstance(value, ast.Name) and value.id == parameter:
            yield target.attr


def relinked(
    first: ListNode | TreeNode, make: Callable[[], Any], put: Callable[[Any, str, Any], None], value: str
) -> Any:
    """The nodes that hang together with the first one as others of the same shape; gives the one for the first.

    Args:
        make: makes an empty one; put: sets one's attribute.
        value: the attribute in which they keep their values.
    """
    made = {id(first): make()}
    waiting = [first]
    while waiting:
        node = waiting.pop()
        for attribute, part in vars(node).items():
            if isinstance(part, ListNode | TreeNode):
                if id(part) not in made:
                    made[id(part)] = make()
                    waiting.append(part)
                part = made[id(part)]  # noqa: PLW2901
            put(made[id(node)], value if attribute == _VALUE else attribute, part)
    return made[id(first)]
