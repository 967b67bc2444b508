"""What Triton has to know when it compiles a kernel: the lengths of blocks, and one type for what a loop carries on."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from perfcast.source import FunctionNode
from perfcast.triton.errors import KernelError
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.kernels.names import TritonNames
from perfcast.triton.kernels.roles import Role
from perfcast.triton.program.blocks import Block, Value, is_number

if TYPE_CHECKING:
    from perfcast.triton.finding.kernels import Kernel

#: Functions that are given the lengths of a block.
WITH_LENGTHS: Final = frozenset({"arange", "zeros", "full"})
#: Functions that give what only a running program knows.
_OF_RUNNING: Final = frozenset({"program_id", "num_programs", "load"})
#: Functions of numbers, of which one that is not known leaves the result unknown.
_OF_NUMBERS: Final = frozenset({"cdiv", "minimum", "maximum"})
_BUILTINS: Final = frozenset({"min", "max"})


def check_lengths(call: ast.Call, kernel: Kernel, launch: Launch) -> None:
    """Raises KernelError where a block of the kernel is as long as something that only a running program knows."""
    given = call.args if kernel.names.operation(call.func) == "arange" else call.args[:1]
    lengths = [*given, *(keyword.value for keyword in call.keywords if keyword.arg in {"start", "end", "shape"})]
    numbers = _numbers(kernel, launch)
    known_late = _known_late(kernel.node, numbers, kernel.names)
    for length in lengths:
        for part in length.elts if isinstance(length, ast.Tuple | ast.List) else [length]:
            if _is_late(part, known_late, kernel.names):
                declared = (
                    f": declare {part.id}: tl.constexpr" if isinstance(part, ast.Name) and part.id in numbers else ""
                )
                raise KernelError(
                    f"{ast.unparse(call)}: {ast.unparse(part)} is not known when the kernel is compiled{declared}"
                )


def check_branches(node: ast.If, kernel: Kernel, launch: Launch) -> None:
    """Raises KernelError where a loop is left in a branch that is compiled, whether it is taken or not."""
    late = _known_late(kernel.node, _numbers(kernel, launch), kernel.names)
    if _is_late(node.test, late, kernel.names):
        for statement in (*node.body, *node.orelse):
            if isinstance(statement, ast.Break | ast.Continue | ast.Return):
                raise left_loop(statement)
            if isinstance(statement, ast.If):
                check_branches(statement, kernel, launch)


def left_loop(node: ast.Break | ast.Continue | ast.Return) -> KernelError:
    within = " within a loop" if isinstance(node, ast.Return) else ""
    return KernelError(f"Triton compiles no {type(node).__name__.lower()}{within}")


def check_carried(before: Mapping[str, Value], after: Mapping[str, Value], *, are_types_told: bool) -> None:
    """Raises KernelError for a name that a loop binds to something of another type than it had before the loop.

    Args:
        after: names that are read below the loop alone; what others stand for is no matter.
        are_types_told: somebody says the type of all tensors that the kernel reads.
    """
    for name, value in after.items():
        first = before.get(name)
        if not isinstance(value, Block) or not (isinstance(first, Block) or is_number(first)):
            continue
        shape = first.shape if isinstance(first, Block) else ()
        if shape != value.shape:
            raise KernelError(
                f"{name} has the shape {shape} before the loop and {value.shape} after a round: Triton needs one type"
            )
        if type(first) is int and value.dtype.is_float and value.pointer is None and are_types_told:
            raise KernelError(
                f"{name} is a whole number before the loop and {value.dtype} after a round: Triton needs one type"
            )


def _numbers(kernel: Kernel, launch: Launch) -> frozenset[str]:
    """The parameters that are numbers at run time: what is 1 in a launch, Triton compiles as a constant."""
    return frozenset(name for name in kernel.named(Role.SCALAR) if launch.scalars.get(name) != 1)


@lru_cache(maxsize=128)
def _known_late(function: FunctionNode, numbers: frozenset[str], names: TritonNames) -> frozenset[str]:
    """Names that stand for what only a running program knows, wherever they are bound."""
    bound: dict[str, list[ast.expr | None]] = {}
    simple: dict[ast.expr, ast.expr] = {}
    counters: set[ast.expr] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            simple.update(dict.fromkeys(node.targets, node.value))
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            counters |= {node.target} if names.operation(node.iter.func) != "static_range" else set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in counters:
            # Of what is bound in parts and the like, nothing is said.
            bound.setdefault(node.id, []).append(simple.get(node))
    counted = {one.id for one in counters if isinstance(one, ast.Name)}
    found = {name for name in numbers | counted if name not in bound}
    for _ in bound:
        more = {
            name
            for name, values in bound.items()
            if name not in found and all(value is not None and _is_late(value, found, names) for value in values)
        }
        if not more:
            break
        found |= more
    return frozenset(found)


def _is_late(node: ast.expr, late: frozenset[str] | set[str], names: TritonNames) -> bool:  # noqa: PLR0911
    match node:
        case ast.Name(id=name):
            return name in late
        case ast.BinOp(left=left, right=right):
            return _is_late(left, late, names) or _is_late(right, late, names)
        case ast.Compare(left=left, comparators=others):
            return any(_is_late(one, late, names) for one in (left, *others))
        case ast.BoolOp(values=[first, *_]):
            # A constant that stands first may tell the result.
            return _is_late(first, late, names)
        case ast.UnaryOp(operand=operand):
            return _is_late(operand, late, names)
        case ast.Call(func=function, args=given):
            operation = names.operation(function) or (function.id if isinstance(function, ast.Name) else "")
            if operation in _OF_NUMBERS | _BUILTINS:
                return any(_is_late(one, late, names) for one in given)
            return names.operation(function) in _OF_RUNNING
    return False
