"""Which loops a compiler lays out flat, so that the loads of several rounds are under way at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from perfcast.triton.kernels.roles import Role

if TYPE_CHECKING:
    from perfcast.triton.finding.kernels import Kernel

_PRODUCTS: Final = {"dot", "dot_scaled"}
_LOADS: Final = "load"
_ATOMICS: Final = "atomic_"


@dataclass(frozen=True)
class _Step:
    """A statement without a body of its own, or what another one asks before its body.

    Attributes:
        reads, writes: names.
        loads: whether it reads memory.
        addresses: names that say where.
    """

    reads: frozenset[str]
    writes: frozenset[str]
    loads: bool
    addresses: frozenset[str]


@lru_cache(maxsize=256)
def can_lie_flat(loop: ast.For, kernel: Kernel) -> bool:
    """Whether its rounds are as many in every launch, and none reads where what an earlier one has read says.

    Operands of matrix products go through shared memory, for which a program's threads wait in every round.
    """
    parts = [part for statement in loop.body for part in ast.walk(statement)]
    loops = [loop, *(part for part in parts if isinstance(part, ast.For))]
    if any(isinstance(part, ast.While) for part in parts) or not all(_is_constant(one, kernel) for one in loops):
        return False
    if any(isinstance(part, ast.Call) and kernel.names.operation(part.func) in _PRODUCTS for part in parts):
        return False
    return not _is_chained(list(_steps(loop.body, kernel)))


def _is_constant(loop: ast.For, kernel: Kernel) -> bool:
    """Whether the source says how many rounds it has, by what is known when it is compiled."""
    if not isinstance(loop.iter, ast.Call) or kernel.names.operation(loop.iter.func) == "static_range":
        return True
    constants = {one.name for one in kernel.parameters if one.role is Role.CONSTEXPR} | set(kernel.surroundings)
    functions = [part.func for part in ast.walk(loop.iter) if isinstance(part, ast.Call)]
    return _names(loop.iter) <= constants.union(*map(_names, functions))


def _is_chained(steps: Sequence[_Step]) -> bool:
    written: set[str] = set()
    carried: set[str] = set()
    for step in steps:
        carried |= step.reads - written
        written |= step.writes
    loaded = _reached([step for step in steps if step.loads], steps)
    told = carried & loaded
    told |= _reached([step for step in steps if step.reads & told], steps)
    return any(step.addresses & told for step in steps)


def _reached(begin: Sequence[_Step], steps: Sequence[_Step]) -> set[str]:
    """Names whose value depends on what these steps give."""
    found = {name for step in begin for name in step.writes}
    for _ in steps:
        more = {name for step in steps if step.reads & found for name in step.writes}
        if more <= found:
            break
        found |= more
    return found


def _steps(body: Sequence[ast.stmt], kernel: Kernel) -> Iterator[_Step]:
    for node in body:
        match node:
            case ast.For(target=target, iter=iterated):
                yield _step([iterated], [target], kernel)
                yield from _steps(node.body, kernel)
            case ast.If(test=test):
                yield _step([test], [], kernel)
                yield from _steps([*node.body, *node.orelse], kernel)
            case ast.With():
                yield from _steps(node.body, kernel)
            case ast.Assign(targets=targets, value=value):
                yield _step([value], targets, kernel)
            case ast.AugAssign(target=target, value=value):
                yield _step([target, value], [target], kernel)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield _step([value], [target], kernel)
            case ast.Expr(value=value):
                yield _step([value], [], kernel)


def _step(read: Sequence[ast.expr], written: Sequence[ast.expr], kernel: Kernel) -> _Step:
    accesses = [part for node in read for part in ast.walk(node) if isinstance(part, ast.Call) and _loads(part, kernel)]
    return _Step(
        frozenset().union(*map(_names, read)),
        frozenset().union(*map(_names, written)),
        bool(accesses),
        frozenset().union(*map(_names, accesses)),
    )


def _loads(call: ast.Call, kernel: Kernel) -> bool:
    """A helper of the kernel's is taken to."""
    function = call.func
    name = kernel.names.operation(function) or getattr(function, "attr", "")
    return name == _LOADS or name.startswith(_ATOMICS) or getattr(function, "id", "") in kernel.helpers


def _names(node: ast.expr) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
