"""Lists of edges among a unit's parameters: pairs of nodes, of which another parameter says how many there are."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import INT, INTS, MATRIX
from perfcast.workload.structures.graphs import turns_down_cycles
from perfcast.workload.uses.name_uses import is_name


def with_edges(node: FunctionNode, arguments: list[Argument]) -> list[Argument]:
    """Arguments of which those that are edges lead to nodes that there are; and to none from where they came, where
    cycles are turned down."""
    counts = {one.name: one.value for one in arguments if one.type == INT and one.has_value and one.name}
    held = dict(_counted(node, counts)) if counts else {}
    if not held:
        return arguments
    return [_of_nodes(node, one, held, counts) if _are_pairs(one.type) else one for one in arguments]


def is_put_in_order(node: FunctionNode) -> bool:
    """Whether it counts down what leads to each node, and asks whether nothing is left, as who orders tasks does."""
    lessened = {
        part.target.value.id
        for part in parts_of(node, ast.AugAssign)
        if isinstance(part.op, ast.Sub)
        and isinstance(part.target, ast.Subscript)
        and isinstance(part.target.value, ast.Name)
    }
    return any(
        isinstance(part.left, ast.Subscript)
        and is_name(part.left.value, *lessened)
        and isinstance(part.comparators[0], ast.Constant)
        and part.comparators[0].value == 0
        for part in parts_of(node, ast.Compare)
    )


def _of_nodes(
    node: FunctionNode, edges: Argument, held: Mapping[str, tuple[str, int]], counts: Mapping[str, object]
) -> Argument:
    """With the nodes that what is asked for them has."""
    ends = set(_ends(node, edges.name or ""))
    asked = (
        held[part.value.id]
        for part in parts_of(node, ast.Subscript)
        if isinstance(part.value, ast.Name) and part.value.id in held and is_name(part.slice, *ends)
    )
    count, more = next(asked, ("", 0))
    number = counts.get(count)
    if not isinstance(number, int) or number < 1:
        return edges
    found = replace(edges, low=more, high=number - 1 + more)
    is_ordered = turns_down_cycles(node) or is_put_in_order(node)
    return replace(found, qualifiers=("tree",)) if is_ordered and number > 1 else found


def _are_pairs(type_: TypeExpression) -> bool:
    """Whether each element is two numbers at least, or several."""
    inner = type_.arguments[0] if type_.name == "list" and type_.arguments else INT
    are_ends = inner.name == "tuple" and inner.arguments[:2] == (INT, INT)
    return are_ends or type_ in (MATRIX, TypeExpression("list", (INTS,)))


def _ends(node: FunctionNode, edges: str) -> Iterator[str]:
    """Names of the two ends of each edge."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case ast.Tuple(elts=[ast.Name(id=one), ast.Name(id=other), *_]), ast.Name(id=over) if over == edges:
                yield from (one, other)


def _counted(node: FunctionNode, counts: Mapping[str, object]) -> Iterator[tuple[str, tuple[str, int]]]:
    """Names of what holds as much as a parameter says, each with that, and how much more: one, as a rule, where nodes
    are counted from 1 on."""
    parts: tuple[ast.Assign | ast.AnnAssign, ...] = parts_of(node, ast.Assign, ast.AnnAssign)
    for part in parts:
        target = part.targets[0] if isinstance(part, ast.Assign) else part.target
        of = _length(part.value)
        more = 0
        match of:
            case ast.BinOp(left=inner, op=ast.Add(), right=ast.Constant(value=1)):
                of, more = inner, 1
        if isinstance(target, ast.Name) and isinstance(of, ast.Name) and of.id in counts:
            yield target.id, (of.id, more)


def _length(value: ast.expr | None) -> ast.expr | None:
    """What says how long it is."""
    match value:
        case ast.BinOp(left=ast.List(elts=[_]), op=ast.Mult(), right=length):
            return length
        case (
            ast.ListComp(generators=[ast.comprehension(iter=ast.Call(func=ast.Name("range"), args=[length]))])
            | ast.DictComp(generators=[ast.comprehension(iter=ast.Call(func=ast.Name("range"), args=[length]))])
            | ast.Call(func=ast.Name("list"), args=[ast.Call(func=ast.Name("range"), args=[length])])
        ):
            return length
    return None
