"""Follows one program of a kernel, with its constexpr values known, and counts what it moves and computes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any, Final

import numpy as np

from perfcast.source import FunctionNode
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.alignment import place_of
from perfcast.triton.finding.kernels import Kernel
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.kernels.roles import Role
from perfcast.triton.program.blocks import (
    BOOL,
    Block,
    BlockPointer,
    DType,
    Value,
    combined,
    compared,
    dtype_of,
    indexed,
    is_number,
    promoted,
    turned,
    unknown,
)
from perfcast.triton.program.compile_time import WITH_LENGTHS, check_branches, check_carried, check_lengths, left_loop
from perfcast.triton.program.counts import Counts
from perfcast.triton.program.liveness import needed_names
from perfcast.triton.program.operations import ELEMENT_TYPES, METHODS_OF_DESCRIPTORS, Operations, cast, is_followed
from perfcast.triton.program.remembered import Outcome, Remembered, told_apart
from perfcast.triton.program.steps import turned_round
from perfcast.triton.program.tally import Tally
from perfcast.triton.program.unrolling import can_lie_flat

#: Loops of constant length lie flat up to so many rounds.
_FLAT: Final = 16
#: Loops of no more rounds are followed round by round; of longer ones the middle round stands for all.
_UNROLLED: Final = 4
_MOST_STEPS: Final = 60_000
_MOST_WHILE: Final = 64
_DEEPEST_CALL: Final = 12
_RANGES: Final = {"range", "static_range"}
#: Of a loop whose rounds depend on data.
_OPEN: Final = range(1)
_BUILTINS: Final[Mapping[str, Callable[..., Any]]] = {
    "min": min, "max": max, "abs": abs, "int": int, "float": float, "bool": bool, "len": len, "round": round,
}  # fmt: skip


class _ReturnedError(Exception):
    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


def count_program(
    kernel: Kernel, launch: Launch, program: tuple[int, ...], aligned: Mapping[int, int], remembered: Remembered
) -> Counts:
    """What the program of that index moves and computes.

    Args:
        aligned: see `Operations`.
        remembered: of the same kernel's launches.

    Raises:
        KernelError: why it cannot be told.
    """
    tally = Tally()
    operations = Operations(program, launch.grid or (1,), aligned)
    follower = _Program(kernel, launch, operations, tally, remembered)
    try:
        # As on a GPU, nothing is wrong with a quotient by zero.
        with np.errstate(all="ignore"):
            follower.run(kernel.node, _arguments(kernel, launch, remembered))
    except OverflowError:
        raise KernelError(f"{follower.place()}: a number is too large") from None
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise KernelError(f"{follower.place()}: {error}") from None
    except KernelError as error:
        raise KernelError(f"{follower.place()}: {error}") from None
    except RecursionError:
        raise KernelError(f"{kernel.name} is nested too deeply to be counted") from None
    return tally.counts()


def _arguments(kernel: Kernel, launch: Launch, remembered: Remembered) -> dict[str, Value]:
    values: dict[str, Value] = {}
    constants = launch.config.constants
    for parameter in kernel.parameters:
        name = parameter.name
        if name in launch.optional:
            values[name] = None
        elif parameter.role is Role.CONSTEXPR:
            if name not in constants and not parameter.has_default:
                raise KernelError(f"the constexpr {name} has no value")
            values[name] = constants.get(name, parameter.default)
        elif name in launch.tensors:
            values[name] = _pointer(name, launch.tensors[name].dtype, remembered)
        elif parameter.role is Role.POINTER:
            raise KernelError(f"what {name} points to is not known; say it as '{name}: float16[4096, 4096]'")
        elif name in launch.scalars:
            values[name] = launch.scalars[name]
        else:
            values[name] = parameter.default if parameter.has_default else remembered.block(name, unknown)
    return values


def _pointer(name: str, dtype: str, remembered: Remembered) -> Block:
    return remembered.block((name, dtype), lambda: Block((), DType(dtype), pointer=name))


class _Program:
    """One program; `_names` is what its names stand for in the function that is being followed."""

    def __init__(
        self, kernel: Kernel, launch: Launch, operations: Operations, tally: Tally, remembered: Remembered
    ) -> None:
        self._kernel = kernel
        self._launch = launch
        self._operations = operations
        self._tally = tally
        self._remembered = remembered
        self._alignment = remembered.number(tuple(operations.aligned.values()))
        self._at = tuple(zip_longest(operations.program, operations.grid))
        self._met: Counter[ast.AST] = Counter()
        self._names: dict[str, Value] = {}
        self._needed = needed_names(kernel.node, bound=True)
        self._loops = 0
        self._loop = 0
        self._within_loop = False
        self._calls = 0
        self._steps = 0
        self._line = kernel.node.lineno

    def place(self) -> str:
        return f"line {self._line}"

    def run(self, node: FunctionNode, names: dict[str, Value]) -> Value:
        # What the expression that calls it has done so far comes first.
        self._tally.add(self._operations.done())
        before = self._names, self._needed, self._within_loop
        self._names, self._needed = names, needed_names(node, bound=node is self._kernel.node)
        self._within_loop = False
        try:
            self._body(node.body)
        except _ReturnedError as returned:
            return returned.value
        finally:
            self._names, self._needed, self._within_loop = before
        return None

    def _body(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                # A docstring is no moment at which anything is needed.
                continue
            self._line = statement.lineno
            self._statement(statement)
            self._hold(statement)

    def _hold(self, done: ast.stmt) -> None:
        """Takes note of what is needed after a statement."""
        values = map(self._names.get, self._needed.after(done.end_lineno or done.lineno))
        self._tally.hold({value for value in values if isinstance(value, Block) and value.shape})

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                given = self._whole(value)
                for target in targets:
                    self._bind(target, given)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind(target, self._whole(value))
            case ast.AugAssign(target=ast.Name(id=name)):
                self._names[name] = self._whole(node)
            case ast.Expr(value=value):
                self._whole(value)
            case ast.For():
                self._for(node)
            case ast.While(test=test, body=body):
                self._while(test, body)
            case ast.If():
                self._if(node)
            case ast.With(body=body):
                self._body(body)
            case ast.Return(value=value):
                if self._within_loop:
                    raise left_loop(node)
                raise _ReturnedError(None if value is None else self._whole(value))
            case ast.Break() | ast.Continue():
                raise left_loop(node)

    def _bind(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            parts = value if isinstance(value, tuple | list) else None
            if parts is None or len(parts) != len(target.elts):
                raise KernelError("a value is taken apart into parts that it does not have")
            for one, part in zip(target.elts, parts, strict=True):
                self._bind(one, part)

    def _if(self, node: ast.If) -> None:
        body, orelse = node.body, node.orelse
        known = self._truth(self._whole(node.test))
        if known is not None:
            if self._within_loop and not self._calls:
                check_branches(node, self._kernel, self._launch)
            self._body(body if known else orelse)
            return
        self._tally.note("branches that depend on data are taken as the first of the two")
        # `if done: return` on data: what is left out by it is not known, and is counted.
        leaves = not self._within_loop and any(isinstance(one, ast.Return) for one in body)
        self._body(orelse if leaves else body)

    @staticmethod
    def _truth(value: Value) -> bool | None:
        if isinstance(value, Block):
            return None
        return bool(value)

    def _for(self, node: ast.For) -> None:
        target, iterated, body = node.target, node.iter, node.body
        rounds = self._rounds(iterated)
        outer, depth = self._loop, self._tally.depth
        if not isinstance(rounds, range):
            for item in rounds:
                self._bind(target, item)
                self._body(body)
            return
        self._loops += 1
        self._loop = self._loops
        self._tally.depth = self._asked_stages(iterated)
        is_flat = len(rounds) <= _FLAT and can_lie_flat(node, self._kernel)
        before, done = dict(self._names), self._tally.so_far() if rounds is _OPEN else None
        is_static, around = self._is_static(iterated), self._within_loop
        self._within_loop = around or not is_static
        try:
            with self._tally.looping():
                self._go_through(target, rounds, body, is_flat=is_flat)
        finally:
            self._loop, self._tally.depth, self._within_loop = outer, depth, around
        if done is not None:
            self._tally.repeat(done, self._rounds_for_all(done["loaded"]))
        if not is_static:
            needed = self._needed.after(node.end_lineno or node.lineno)
            after = {name: self._names[name] for name in needed if name in self._names}
            check_carried(before, after, are_types_told=not self._launch.guessed)
        carried = [
            value
            for name, value in self._names.items()
            if value is not before.get(name) and isinstance(value, Block) and isinstance(before.get(name), Block)
        ]
        sizes = sum(value.size for value in carried if value.pointer is None and value.dtype != BOOL)
        self._tally.carried = max(self._tally.carried, sizes)

    def _go_through(self, target: ast.expr, rounds: range, body: Sequence[ast.stmt], *, is_flat: bool) -> None:
        """The rounds of a loop, or the one in the middle of many."""
        if len(rounds) > _UNROLLED:
            if not is_flat:
                self._tally.enter(self._tally.times * len(rounds))
            self._middle(target, rounds, body)
            return
        for item in rounds:
            self._bind(target, item)
            if not is_flat:
                self._tally.enter(self._tally.times)
            self._body(body)

    def _rounds_for_all(self, before: Mapping[str, float]) -> float:
        """The rounds of a loop of unknown length with which all programs together read one of its tensors once.

        The least such tensor counts, as one that is read by indices need not be read as a whole.

        Args:
            before: bytes that were loaded before its first round, by pointer.
        """
        programs = self._launch.programs or 1
        read = {name: size - before.get(name, 0.0) for name, size in self._tally.loaded.items()}
        rounds = [
            self._launch.tensors[name].size / (programs * size)
            for name, size in read.items()
            if size > 0 and name in self._launch.tensors
        ]
        return min((one for one in rounds if one > 1.0), default=1.0)

    def _is_static(self, iterated: ast.expr) -> bool:
        """Whether the loop is laid out when the kernel is compiled, each round with types of its own."""
        return isinstance(iterated, ast.Call) and self._kernel.names.operation(iterated.func) == "static_range"

    def _asked_stages(self, iterated: ast.expr) -> int:
        """The stages that ``tl.range(..., num_stages=...)`` asks for; 0 where it does not."""
        keywords = iterated.keywords if isinstance(iterated, ast.Call) else []
        asked = next((self._whole(one.value) for one in keywords if one.arg == "num_stages"), 0)
        return asked if isinstance(asked, int) else 0

    def _middle(self, target: ast.expr, rounds: range, body: Sequence[ast.stmt]) -> None:
        """One round for all: what depends on the round in a straight line is the mean in the middle."""
        before = dict(self._names)
        self._bind(target, rounds[len(rounds) // 2])
        times = self._tally.times
        self._tally.times = times * len(rounds)
        try:
            self._body(body)
        finally:
            self._tally.times = times
        for name, value in self._names.items():
            if value is before.get(name):
                continue
            # What the loop changes is not what it was after one round.
            if isinstance(value, Block):
                self._names[name] = self._remembered.block((self._loop, name, value), partial(_left, value))
            elif is_number(value) and name in before and value != before[name]:
                self._names[name] = unknown(dtype_of(value))
        self._bind(target, rounds[-1])

    def _rounds(self, iterated: ast.expr) -> range | Sequence[Value]:
        if isinstance(iterated, ast.Call):
            name = iterated.func.id if isinstance(iterated.func, ast.Name) else ""
            if name == "range" or self._kernel.names.operation(iterated.func) in _RANGES:
                bounds = [self._whole(argument) for argument in iterated.args]
                if all(isinstance(bound, int) for bound in bounds):
                    return range(*bounds)
                if any(isinstance(bound, Block) for bound in bounds):
                    self._tally.note("loops whose rounds are not known are taken to read what there is once")
                    return _OPEN
                raise KernelError("a loop whose rounds depend on what is not known")
        value = self._whole(iterated)
        if isinstance(value, tuple | list):
            return value
        raise KernelError("a loop over what cannot be told")

    def _while(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        around, self._within_loop = self._within_loop, True
        with self._tally.looping():
            for _ in range(_MOST_WHILE):
                self._tally.enter(self._tally.times)
                known = self._truth(self._whole(test))
                if known is None and all(isinstance(one, ast.Pass) for one in body):
                    self._tally.note("waiting for a lock is taken to end at once")
                    known = False
                if known is None:
                    raise KernelError("a while loop whose rounds depend on data")
                if not known:
                    self._within_loop = around
                    return
                self._body(body)
        raise KernelError("a while loop of many rounds")

    def _whole(self, node: ast.expr | ast.AugAssign) -> Value:
        """What an expression that stands in a statement gives; what it does is added to the tally."""
        key = self._key(node)
        outcome = None if key is None else self._remembered.outcome(key)
        if outcome is None or self._steps + outcome.steps > _MOST_STEPS:
            before = self._steps
            value = self._changed(node) if isinstance(node, ast.AugAssign) else self._value(node)
            outcome = Outcome(value, self._operations.done(), self._steps - before)
            if key is not None:
                self._remembered.keep(key, outcome)
        else:
            self._steps += outcome.steps
        self._tally.add(outcome.effects)
        return outcome.value

    def _key(self, node: ast.expr | ast.AugAssign) -> Hashable | None:
        """Tells apart all that the outcome depends on; None where that is not known."""
        on = self._kernel.dependences.of(node)
        if on is None:
            return None
        # What is made by one expression at different times are different blocks, however alike they are.
        time = self._met[node] = self._met[node] + 1
        names = self._names
        given = [told_apart(names[name]) if name in names else None for name in on.names]
        at = [self._at[axes] for axes in on.axes]
        return node, time, self._loop, self._alignment, *at, *given

    def _changed(self, node: ast.AugAssign) -> Value:
        assert isinstance(node.target, ast.Name)
        return self._combined(node.op, self._name(node.target), self._value(node.value))

    def _value(self, node: ast.expr) -> Value:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise KernelError("the kernel is too long to be counted")
        follow = _FOLLOWED.get(type(node))
        if follow is None:
            raise KernelError(f"an expression that is not followed: {type(node).__name__}")
        return follow(self, node)

    def _constant(self, node: ast.Constant) -> Value:
        return node.value

    def _binary(self, node: ast.BinOp) -> Value:
        return self._combined(node.op, self._value(node.left), self._value(node.right))

    def _tuple(self, node: ast.Tuple | ast.List) -> Value:
        return tuple(self._value(item) for item in node.elts)

    def _either(self, node: ast.IfExp) -> Value:
        return self._value(node.orelse if self._truth(self._value(node.test)) is False else node.body)

    def _text(self, _: ast.JoinedStr) -> Value:
        return ""

    def _name(self, node: ast.Name) -> Value:
        name = node.id
        if name in self._names:
            return self._names[name]
        if name in self._kernel.surroundings:
            value = self._kernel.surroundings[name]
            if value is None or isinstance(value, int | float | str | tuple):
                return value
        operation = self._kernel.names.operation(node)
        if operation in ELEMENT_TYPES:
            return ELEMENT_TYPES[operation]
        raise KernelError(f"the value of {name!r} is not known")

    def _combined(self, op: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(left, tuple) and isinstance(right, tuple) and isinstance(op, ast.Add):
            return left + right
        result = combined(op, left, right)
        if isinstance(result, Block):
            self._operations.met([left, right], result)
            self._operations.worked(result)
            if isinstance(op, ast.Div | ast.FloorDiv | ast.Mod):
                self._operations.do(Tally.call, result.elements)
        return result

    def _unary(self, node: ast.UnaryOp) -> Value:
        op, value = node.op, self._value(node.operand)
        if isinstance(value, Block):
            self._operations.worked(value)
            share = None if value.active is None else 1 - value.active
            inverted = value.values is not None and value.dtype == BOOL
            values = ~value.values if inverted else None  # type: ignore[operator]
            return replace(value, loaded=None, active=share, values=values, steps=turned_round(op, value.steps))
        return not value if isinstance(op, ast.Not) else -value if isinstance(op, ast.USub) else value

    def _compared(self, node: ast.Compare) -> Value:
        value = self._value(node.left)
        result: Value = True
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            other = self._value(comparator)
            result = compared(op, value, other)
            if result is False:
                return False
            value = other
        return result

    def _logical(self, node: ast.BoolOp) -> Value:
        op, values = node.op, [self._value(value) for value in node.values]
        result = values[0]
        for value in values[1:]:
            if isinstance(result, Block) or isinstance(value, Block):
                result = self._both(op, result, value)
            else:
                result = (result and value) if isinstance(op, ast.And) else (result or value)
        return result

    @staticmethod
    def _both(op: ast.boolop, left: Value, right: Value) -> Value:
        for value, other in ((left, right), (right, left)):
            if not isinstance(value, Block):
                decides = bool(value) if isinstance(op, ast.Or) else not value
                return value if decides else other
        return combined(ast.BitAnd() if isinstance(op, ast.And) else ast.BitOr(), left, right)

    def _attribute(self, node: ast.Attribute) -> Value:  # noqa: PLR0911
        operation = self._kernel.names.operation(node)
        if operation in ELEMENT_TYPES:
            return ELEMENT_TYPES[operation]
        owner = self._value(node.value)
        if isinstance(owner, Block | BlockPointer):
            if node.attr in {"dtype", "element_ty", "type", "scalar"}:
                return owner.dtype
            if node.attr == "shape":
                return owner.shape
            if node.attr == "T" and isinstance(owner, Block):
                return turned(owner, range(len(owner.shape))[::-1])
        if isinstance(owner, DType) and node.attr in {"element_ty", "scalar"}:
            return owner
        if isinstance(owner, DType) and node.attr == "primitive_bitwidth":
            return owner.bits
        if node.attr == "value":
            return owner
        raise KernelError(f"{ast.unparse(node)} is not followed")

    def _subscript(self, node: ast.Subscript) -> Value:
        container, index = self._value(node.value), node.slice
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if isinstance(container, Block):
            given = [slice(None) if isinstance(part, ast.Slice) else self._value(part) for part in parts]
            return indexed(container, given)
        key = self._value(index)
        if isinstance(container, tuple | list) and isinstance(key, int):
            return container[key]
        raise KernelError("an index that is not followed")

    def _call(self, node: ast.Call) -> Value:
        values: list[Value] = []
        helper = self._helper(node.func)
        operation = "" if helper is not None else self._kernel.names.operation(node.func)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                values.extend(self._value(argument.value))
            elif (
                isinstance(argument, ast.Name)
                and argument.id in self._kernel.helpers
                and argument.id not in self._names
            ):
                # The function that a reduction or scan combines with.
                values.append(None)
            else:
                values.append(self._value(argument))
        keywords = {
            keyword.arg: self._value(keyword.value)
            for keyword in node.keywords
            if keyword.arg is not None and keyword.arg not in {"combine_fn", "eviction_policy", "cache_modifier"}
        }
        place = (place_of(node), self._loop)
        if helper is not None:
            return self._helped(helper, values, keywords)
        if operation:
            if self._kernel.names.is_language(node.func) and not is_followed(operation):
                raise KernelError(f"{ast.unparse(node.func)} is not followed")
            if operation in WITH_LENGTHS and not self._calls:
                check_lengths(node, self._kernel, self._launch)
            if operation in {"reduce", "associative_scan"}:
                values = [value for position, value in enumerate(values) if position != 2]
            return self._operations.call(operation, values, keywords, place)
        if isinstance(node.func, ast.Attribute):
            return self._method(node.func, values, keywords, place)
        if isinstance(node.func, ast.Name) and node.func.id in _BUILTINS:
            return self._builtin(node.func.id, values, place)
        raise KernelError(f"{ast.unparse(node.func)} is not followed")

    def _helper(self, function: ast.expr) -> FunctionNode | None:
        name = function.id if isinstance(function, ast.Name) else ""
        return self._kernel.helpers.get(name)

    def _helped(self, node: FunctionNode, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        if self._calls >= _DEEPEST_CALL:
            raise KernelError("helper functions call each other too deeply")
        positional = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        names = dict(zip(positional, values, strict=False))
        names.update(keywords)
        defaults = node.args.defaults
        for name, default in zip(positional[len(positional) - len(defaults) :], defaults, strict=True):
            if name not in names:
                names[name] = self._value(default)
        line = self._line
        self._calls += 1
        try:
            return self.run(node, names)
        finally:
            self._calls -= 1
            self._line = line

    def _builtin(self, name: str, values: Sequence[Value], place: tuple[int, int]) -> Value:
        if not any(isinstance(value, Block) for value in values):
            return _BUILTINS[name](*values)
        if name in {"min", "max"}:
            return self._operations.call(f"{name}imum", values, {}, place)
        if name == "len":
            return values[0].shape[0]
        return unknown(promoted(*values)) if name in {"int", "float", "bool"} else self._operations.elementwise(values)

    def _method(
        self, function: ast.Attribute, values: list[Value], keywords: Mapping[str, Value], place: tuple[int, int]
    ) -> Value:
        owner = self._value(function.value)
        name = function.attr
        if isinstance(owner, DType):
            return owner.answer(name)
        if name == "to" and isinstance(owner, Block | int | float):
            return cast(owner, values[0] if values else keywords["dtype"])
        if isinstance(owner, BlockPointer) and name in METHODS_OF_DESCRIPTORS:
            return self._operations.through_descriptor(name, owner, values, place)
        if isinstance(owner, Block | BlockPointer) and is_followed(name):
            return self._operations.call(name, [owner, *values], keywords, place)
        raise KernelError(f"{ast.unparse(function)} is not followed")


def _left(value: Block) -> Block:
    """What is known, after a loop of which one round was followed, of a block that the loop changes."""
    return replace(value, values=None, active=None)


_FOLLOWED: Final[Mapping[type[ast.expr], Callable[[_Program, Any], Value]]] = {
    ast.Constant: _Program._constant,
    ast.Name: _Program._name,
    ast.BinOp: _Program._binary,
    ast.UnaryOp: _Program._unary,
    ast.Compare: _Program._compared,
    ast.BoolOp: _Program._logical,
    ast.Call: _Program._call,
    ast.Attribute: _Program._attribute,
    ast.Subscript: _Program._subscript,
    ast.Tuple: _Program._tuple,
    ast.List: _Program._tuple,
    ast.IfExp: _Program._either,
    ast.JoinedStr: _Program._text,
}
