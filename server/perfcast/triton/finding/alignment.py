"""How many elements of what a kernel reads or writes a thread can take at once, as far as its source tells.

Triton's compiler asks the same (its axis analysis): addresses are multiples of 16 bytes where pointers and the numbers
that are added to them are. Of a number that is given at run time it knows no more than whether 16 divides it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from perfcast.source import FunctionNode
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.kernels.names import TritonNames
from perfcast.triton.kernels.roles import Parameter, Role

if TYPE_CHECKING:
    from perfcast.triton.finding.kernels import Kernel

#: Nobody asks for more.
_MOST: Final = 16
_RANGES: Final = {"range", "static_range"}
_ACCESSES: Final = {"load", "store"}
_HINTS: Final = {"max_contiguous", "max_constancy"}
#: Functions whose result is the first argument with another type or shape.
_SAME: Final = {"to", "cast", "expand_dims", "broadcast_to", "reshape", "view", "trans", "permute"}


@dataclass(frozen=True)
class _Number:
    """
    Attributes:
        divisor: a power of two that divides it; of a block, its first element.
        is_block: it goes through neighbouring numbers.
        is_one: it is 1, which the compiler knows of numbers that are given at run time too.
    """

    divisor: int
    is_block: bool = False
    is_one: bool = False

    @property
    def factor(self) -> int:
        """What divides a product with it, whatever the other one is."""
        return 1 if self.is_block else self.divisor


_UNKNOWN: Final = _Number(1)
#: What is known of each parameter, by name.
Given = tuple[tuple[str, _Number], ...]


def place_of(node: ast.Call) -> int:
    """Tells the calls of a kernel apart."""
    return node.lineno * 1000 + node.col_offset


class Addresses:
    """What a kernel's source says of them, whatever its launch.

    Attributes:
        assigned: by name, all that becomes its value.
        accesses: addresses that are read or written, by `place_of`.
    """

    def __init__(self, node: FunctionNode, names: TritonNames) -> None:
        self._names = names
        self.assigned: dict[str, list[ast.expr]] = {}
        self.accesses: dict[int, ast.expr] = {}
        for part in ast.walk(node):
            self._note(part)

    def called(self, call: ast.Call) -> str:
        """The last part of the name of what is called."""
        operation = self._names.operation(call.func)
        if operation:
            return operation
        return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Call(args=[address, *_]) if self._names.operation(node.func) in _ACCESSES:
                self.accesses[place_of(node)] = address
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                self.assigned.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                values = value.elts if isinstance(value, ast.Tuple) else []
                for target, one in zip_longest(targets, values, fillvalue=ast.Constant(None)):
                    self._note(ast.Assign([target], one))
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                changed = ast.BinOp(ast.Name(name, ast.Load()), op, value)
                self.assigned.setdefault(name, []).append(changed)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=args) as call) if self.called(call) in _RANGES:
                start = args[0] if len(args) > 1 else ast.Constant(0)
                step = args[2] if len(args) > 2 else ast.Constant(1)
                self.assigned.setdefault(name, []).extend([start, step])


def alignment_of_accesses(kernel: Kernel, launch: Launch) -> Mapping[int, int]:
    """By how many elements, 16 at most, the addresses that are read or written begin at a multiple; by `place_of`."""
    return _of_accesses(kernel, given_of(kernel, launch))


@lru_cache(maxsize=64)
def _of_accesses(kernel: Kernel, given: Given) -> Mapping[int, int]:
    """Most configurations are alike in it: of their sizes it matters alone which power of two divides them."""
    alignment = Alignment(kernel, given)
    return {place: alignment.elements(address) for place, address in kernel.addresses.accesses.items()}


class Alignment:
    """Of the launches of which as much is known."""

    def __init__(self, kernel: Kernel, given: Given) -> None:
        self._kernel = kernel
        self._known = dict(given)
        self._assigned = dict(kernel.addresses.assigned)

    def elements(self, address: ast.expr) -> int:
        """By how many elements, 16 at most, addresses begin at a multiple."""
        try:
            return self._of(address).divisor
        except RecursionError:
            return 1

    def _of(self, node: ast.expr) -> _Number:  # noqa: PLR0911
        match node:
            case ast.Constant(value=int() as value):
                return _Number(_power(value), is_one=value == 1)
            case ast.Name(id=name):
                return self._named(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(self._of(left), op, self._of(right))
            case ast.UnaryOp(operand=operand):
                return self._of(operand)
            case ast.Subscript(value=value):
                return self._of(value)
            case ast.IfExp(body=body, orelse=other):
                return _least(self._of(body), self._of(other))
            case ast.Call():
                return self._called(node)
        return _UNKNOWN

    def _named(self, name: str) -> _Number:
        if name not in self._known:
            values = self._assigned.get(name)
            if values is None:
                given = self._kernel.surroundings.get(name)
                return _Number(_power(given)) if isinstance(given, int) else _UNKNOWN
            # What is added to it in a loop divides it as far as it divides what is added.
            self._known[name] = _Number(_MOST)
            self._known[name] = _least(*map(self._of, values))
        elif self._assigned.get(name):
            # A parameter that is changed; and a name that was asked for while it was being told, once more.
            values, self._assigned[name] = self._assigned[name], []
            self._known[name] = _least(self._known[name], *map(self._of, values))
        return self._known[name]

    def _operation(self, left: _Number, op: ast.operator, right: _Number) -> _Number:
        is_block = left.is_block or right.is_block
        if isinstance(op, ast.Add | ast.Sub | ast.Mod):
            return _Number(min(left.divisor, right.divisor), is_block)
        if isinstance(op, ast.Mult) and (left.is_one or right.is_one):
            return right if left.is_one else left
        if isinstance(op, ast.Mult):
            return _Number(min(left.factor * right.factor, _MOST), is_block)
        return _Number(1, is_block)

    def _called(self, node: ast.Call) -> _Number:  # noqa: PLR0911
        name = self._kernel.addresses.called(node)
        if name == "arange":
            return _Number(self._of(node.args[0]).divisor if node.args else 1, True)
        if name == "multiple_of" and len(node.args) > 1:
            given, said = self._of(node.args[0]), self._hinted(node.args[1])
            return _Number(max(given.divisor, said.divisor), given.is_block)
        if name in _SAME and isinstance(node.func, ast.Attribute):
            is_method = self._kernel.names.operation(node.func) == ""
            return self._of(node.func.value if is_method else node.args[0]) if is_method or node.args else _UNKNOWN
        if name in _HINTS and node.args:
            return self._of(node.args[0])
        is_of_python = name in {"min", "max"} and isinstance(node.func, ast.Name)
        if (is_of_python or name in {"where", "minimum", "maximum"}) and len(node.args) > 1:
            return _least(*(self._of(argument) for argument in node.args[-2:]))
        if name == "full" and len(node.args) > 1:
            return self._of(node.args[1])
        return _UNKNOWN

    def _hinted(self, node: ast.expr) -> _Number:
        """What the source says divides a number; of a block it may say so for each axis."""
        given = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
        return max((self._of(one) for one in given), key=lambda one: one.divisor, default=_UNKNOWN)


def given_of(kernel: Kernel, launch: Launch) -> Given:
    """What a launch tells of the kernel's parameters."""
    return tuple((parameter.name, _known(parameter, launch)) for parameter in kernel.parameters)


def _known(parameter: Parameter, launch: Launch) -> _Number:
    name = parameter.name
    if parameter.role is Role.POINTER or name in launch.tensors:
        return _Number(_MOST)
    if parameter.role is Role.CONSTEXPR:
        value = launch.config.constants.get(name, parameter.default)
        return _Number(_power(value), is_one=value == 1) if isinstance(value, int) else _UNKNOWN
    given = launch.scalars.get(name)
    return _Number(_MOST if isinstance(given, int) and given % _MOST == 0 else 1, is_one=given == 1)


def _least(*numbers: _Number) -> _Number:
    return _Number(
        min(one.divisor for one in numbers), any(one.is_block for one in numbers), all(one.is_one for one in numbers)
    )


def _power(number: int) -> int:
    """The largest power of two that divides it, up to `_MOST`."""
    return _MOST if number == 0 else min(abs(number) & -abs(number), _MOST)
