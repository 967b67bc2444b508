"""Linked nodes as teaching code and interview problems know them, for ``ListNode * n`` and ``TreeNode * n``."""

from __future__ import annotations


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
