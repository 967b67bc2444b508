"""Expressions -> the values they would have, or what can be told of them, with nothing run.

``nums = list(range(10**6))`` becomes "a sorted list of a million ints" and never a million ints: small values are
kept as they are, larger ones as the `Argument` that describes them.
"""

from __future__ import annotations

import ast
import operator
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from perfcast.workload.code.array_calls import ARRAY_CALLS, array_method, dotted_name
from perfcast.workload.language.describing import describe_value
from perfcast.workload.language.workload import Argument, TypeExpression

#: Containers up to this many elements (or characters) are kept as values; larger ones as their description.
KEPT: Final = 4096
#: Elements of a comprehension that are looked at.
_LOOKED_AT: Final = 64
_MAX_STEPS: Final = 20_000
_MAX_DEPTH: Final = 40
_MAX_BITS: Final = 512
#: Sizes stay below what a workload text may say.
_MAX_LENGTH: Final = 10**12


# What Python raises of values that make no sense together, or are too large.
SENSELESS: Final = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)


class UnknownValueError(Exception):
    """The value cannot be told without running the code."""


@dataclass(frozen=True)
class Abstract:
    """A value of which only this is known; the argument has no name."""

    argument: Argument


class Names(Protocol):
    """What names stand for where the expression stands."""

    def assigned(self, name: str, line: int) -> ast.expr | None:
        """The expression that was assigned to `name` before `line`; None where that is not one certain expression."""


#: What each operator of the syntax does.
OPERATORS: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
#: What each comparison of the syntax does.
COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
_PURE: Final[dict[str, Callable[..., Any]]] = {
    "len": len,
    "int": int,
    "float": float,
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "round": round,
    "bool": bool,
}
_CONTAINERS: Final[dict[str, Callable[[Iterable[Any]], Any]]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "deque": deque,
    "collections.deque": deque,
    "sorted": sorted,
}
_RANDOM_NUMBERS: Final = {"random.random": (0.0, 1.0), "random.gauss": (-3.0, 3.0)}


class Evaluator:
    """Evaluates expressions within a bounded number of steps; one evaluator serves one call."""

    max_steps = _MAX_STEPS
    max_depth = _MAX_DEPTH

    def __init__(self, names: Names) -> None:
        self._names = names
        self._bound: dict[str, object] = {}
        self._steps = 0
        self._depth = 0

    def value(self, node: ast.expr) -> object:
        """The value, or an `Abstract`.

        Raises:
            UnknownValueError: it cannot be told without running code, or not in a bounded time.
        """
        self._steps += 1
        self._depth += 1
        try:
            if self._steps > self.max_steps or self._depth > self.max_depth:
                raise UnknownValueError
            return self._value(node)
        except SENSELESS as error:
            raise UnknownValueError from error
        finally:
            self._depth -= 1

    def argument(self, name: str | None, node: ast.expr) -> Argument:
        """The argument that the expression's value is.

        Raises:
            UnknownValueError: as for `value`.
        """
        value = self.value(node)
        try:
            return replace(as_argument(value), name=name)
        except SENSELESS as error:
            raise UnknownValueError from error

    def _value(self, node: ast.expr) -> object:  # noqa: PLR0911
        match node:
            case ast.Constant(value=value) if value is not Ellipsis:
                return value
            case ast.Name(id=name, lineno=line):
                return self._name(name, line)
            case ast.List(elts=items):
                return _gathered([self.value(item) for item in items], list)
            case ast.Tuple(elts=items):
                return _gathered([self.value(item) for item in items], tuple)
            case ast.Set(elts=items):
                return _gathered([self.value(item) for item in items], set)
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values)
            case ast.UnaryOp(op=op, operand=operand):
                return _UNARY[type(op)](self._number(operand))
            case ast.BinOp(left=left, op=op, right=right):
                return self._combined(op, self.value(left), self.value(right))
            case ast.ListComp() | ast.GeneratorExp():
                return self._comprehension(node.elt, node.generators, list)
            case ast.SetComp():
                return self._comprehension(node.elt, node.generators, set)
            case ast.DictComp(key=key, value=value, generators=generators):
                return self._dict_comprehension(key, value, generators)
            case ast.Call():
                return self._call(node)
        raise UnknownValueError

    def _combined(self, op: ast.operator, left: object, right: object) -> object:
        return _combined(op, left, right)

    def _name(self, name: str, line: int) -> object:
        if name in self._bound:
            return self._bound[name]
        expression = self._names.assigned(name, line)
        if expression is None:
            raise UnknownValueError
        return self.value(expression)

    def _number(self, node: ast.expr) -> int | float:
        value = self.value(node)
        if not isinstance(value, int | float):
            raise UnknownValueError
        return value

    def _dict(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> object:
        known_keys = [self.value(key) for key in keys if key is not None]
        known_values = [self.value(value) for value in values]
        if len(known_keys) != len(keys) or any(isinstance(key, Abstract) for key in known_keys):
            raise UnknownValueError
        if not any(isinstance(value, Abstract) for value in known_values):
            return dict(zip(known_keys, known_values, strict=True))
        return _described_dict(known_keys, known_values, len(known_values))

    def _elements(self, generators: Sequence[ast.comprehension], expressions: Sequence[ast.expr]) -> Any:
        """How many rounds a comprehension takes, and the values of the expressions in some rounds of them all."""
        if len(generators) != 1 or generators[0].ifs or generators[0].is_async:
            raise UnknownValueError
        target, iterated = generators[0].target, self.value(generators[0].iter)
        if not isinstance(target, ast.Name):
            raise UnknownValueError
        length, items = _looked_at(iterated)
        before = dict(self._bound)
        rounds = []
        for item in items:
            self._bound = {**before, target.id: item}
            rounds.append([self.value(expression) for expression in expressions])
        self._bound = before
        return length, rounds

    def _comprehension(
        self, element: ast.expr, generators: Sequence[ast.comprehension], make: Callable[[Any], Any]
    ) -> object:
        length, rounds = self._elements(generators, [element])
        return _stretched(_gathered([values[0] for values in rounds], make), length)

    def _dict_comprehension(self, key: ast.expr, value: ast.expr, generators: Sequence[ast.comprehension]) -> object:
        length, rounds = self._elements(generators, [key, value])
        return _described_dict([values[0] for values in rounds], [values[1] for values in rounds], length)

    def _call(self, node: ast.Call) -> object:
        if isinstance(node.func, ast.Attribute):
            method = self._method(node.func, node)
            if method is not None:
                return method
        name = dotted_name(node.func, self._names)
        if name is None:
            raise UnknownValueError
        keywords = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}
        if len(keywords) != len(node.keywords) or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise UnknownValueError
        make_array = ARRAY_CALLS.get(name)
        if make_array is not None:
            array = make_array([_plain(self, argument) for argument in node.args], _plain_keywords(self, keywords))
            if array is None:
                raise UnknownValueError
            return Abstract(array)
        values = [self.value(argument) for argument in node.args]
        return _called(name, values, {key: self.value(value) for key, value in keywords.items()})

    def _method(self, function: ast.Attribute, node: ast.Call) -> object:
        """The value of a method call on a value that can be told; None where it is no such call."""
        if function.attr == "join" and len(node.args) == 1 and isinstance(function.value, ast.Constant):
            return _joined(function.value.value, self.value(node.args[0]))
        if function.attr not in {"astype", "reshape", "copy", "encode", "split"}:
            return None
        value = self.value(function.value)
        if isinstance(value, Abstract) and value.argument.type.shape:
            array = array_method(value.argument, function.attr, [_plain(self, argument) for argument in node.args])
            return None if array is None else Abstract(array)
        if function.attr == "copy":
            return value
        if isinstance(value, str) and function.attr == "split" and not node.args:
            return value.split()
        return value.encode() if isinstance(value, str) and function.attr == "encode" and not node.args else None


def as_argument(value: object) -> Argument:
    """What is known of a value, as an argument without a name."""
    if isinstance(value, Abstract):
        return value.argument
    if isinstance(value, range):
        return _described_range(value)
    return describe_value(None, value)


def _plain(evaluator: Evaluator, node: ast.expr) -> object:
    """A value for an array's call: dtypes stand for themselves by name, arrays by their description."""
    name = dotted_name(node, None)
    if name is not None and "." in name:
        return name
    try:
        value = evaluator.value(node)
    except UnknownValueError:
        if name is not None:
            return name
        raise
    return value.argument if isinstance(value, Abstract) else value


def _plain_keywords(evaluator: Evaluator, keywords: dict[str, ast.expr]) -> dict[str, object]:
    wanted = {"shape", "size", "dtype", "low", "high", "fill_value", "num"}
    return {name: _plain(evaluator, node) for name, node in keywords.items() if name in wanted}


def _looked_at(iterated: object) -> tuple[int, list[object]]:
    """The length of a value that is gone through, and up to `_LOOKED_AT` of its items, first and last among them."""
    if isinstance(iterated, range | str | list | tuple):
        length = len(iterated)
        if length <= _LOOKED_AT:
            return length, list(iterated)
        step = (length - 1) / (_LOOKED_AT - 1)
        return length, [iterated[round(index * step)] for index in range(_LOOKED_AT)]
    if isinstance(iterated, Abstract) and iterated.argument.sizes:
        argument = iterated.argument
        inner = argument.type.elements[0] if argument.type.elements else TypeExpression("str")
        sizes = argument.sizes[1:] if inner.is_sized or any(inner.sized()) else ()
        item = Abstract(Argument(None, inner, sizes, argument.low, argument.high, argument.alphabet))
        return argument.sizes[0], [item]
    raise UnknownValueError


def _gathered(items: list[object], make: Callable[[Any], Any]) -> object:
    """A container of the items, which may be abstract."""
    if not any(isinstance(item, Abstract) for item in items):
        return make(items)
    arguments = [as_argument(item) for item in items]
    first = arguments[0]
    if make is tuple and len(items) <= 6:
        kinds = tuple(argument.type for argument in arguments)
        sizes = tuple(size for argument in arguments for size in argument.sizes)
        return Abstract(Argument(None, TypeExpression("tuple", kinds), sizes, first.low, first.high))
    # Columns of one table may differ in what they hold, not in being columns.
    if any(argument.type.name != first.type.name and not argument.type.shape for argument in arguments):
        raise UnknownValueError
    inner = [round(sum(sizes) / len(sizes)) for sizes in zip(*[argument.sizes for argument in arguments], strict=False)]
    lows = [argument.low for argument in arguments if argument.low is not None]
    highs = [argument.high for argument in arguments if argument.high is not None]
    kinds = (first.type, TypeExpression("...")) if make is tuple else (first.type,)
    name = {list: "list", tuple: "tuple", set: "set"}[make]  # type: ignore[index]
    return Abstract(
        Argument(
            None,
            TypeExpression(name, kinds),
            (len(items), *inner),
            min(lows) if len(lows) == len(arguments) else None,
            max(highs) if len(highs) == len(arguments) else None,
            first.alphabet,
        )
    )


def _stretched(value: object, length: int) -> object:
    """A container of some of the items, taken for one of `length` items."""
    if not isinstance(value, Abstract) and isinstance(value, list | tuple | set) and len(value) >= length:
        return value
    argument = as_argument(value)
    if not argument.sizes or argument.sizes[0] == 0:
        raise UnknownValueError
    return _resized_outer(argument, length, argument.qualifiers)


def _resized_outer(argument: Argument, length: int, qualifiers: tuple[str, ...]) -> Abstract:
    if length > _MAX_LENGTH:
        raise UnknownValueError
    return Abstract(replace(argument, sizes=(length, *argument.sizes[1:]), qualifiers=qualifiers))


def _described_dict(keys: list[object], values: list[object], length: int) -> Abstract:
    key_list, value_list = as_argument(_gathered(keys, list)), as_argument(_gathered(values, list))
    if not key_list.type.arguments or not value_list.type.arguments:
        raise UnknownValueError
    kinds = (key_list.type.arguments[0], value_list.type.arguments[0])
    sizes = (length, *value_list.sizes[1:])
    return Abstract(Argument(None, TypeExpression("dict", kinds), sizes, value_list.low, value_list.high))


def _described_range(value: range) -> Argument:
    integers = TypeExpression("list", (TypeExpression("int"),))
    if not value:
        return Argument(None, integers, (0,))
    if len(value) > _MAX_LENGTH:
        raise UnknownValueError
    order = "sorted" if value.step > 0 else "reversed"
    return Argument(None, integers, (len(value),), min(value[0], value[-1]), max(value[0], value[-1]), None,
                    (order, "distinct") if len(value) > 1 else ())  # fmt: skip


def _combined(op: ast.operator, left: object, right: object) -> object:
    """The value of a binary operation, without ever making a large one."""
    if isinstance(op, ast.Mult) and isinstance(left, int) and not isinstance(right, int | float):
        left, right = right, left
    if isinstance(op, ast.Mult) and isinstance(right, int) and not isinstance(left, int | float | complex):
        return _repeated(left, right)
    if isinstance(op, ast.Add) and (isinstance(left, Abstract) or isinstance(right, Abstract)):
        return _concatenated(as_argument(left), as_argument(right))
    if isinstance(left, list | tuple | str | bytes) and type(left) is type(right) and isinstance(op, ast.Add):
        return left + right  # type: ignore[operator]
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        raise UnknownValueError
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length()
        grown = bits * right if isinstance(op, ast.Pow) else bits + right if isinstance(op, ast.LShift) else bits
        if grown > _MAX_BITS or right.bit_length() > _MAX_BITS:
            raise UnknownValueError
    return OPERATORS[type(op)](left, right)


def _repeated(value: object, times: int) -> object:
    if isinstance(value, list | tuple | str | bytes) and len(value) * times <= KEPT:
        return value * times
    argument = as_argument(value)
    if not argument.sizes or times < 0:
        raise UnknownValueError
    if isinstance(value, tuple) and not argument.type.is_sized:
        raise UnknownValueError
    alike = argument.sizes[0] == 1 and len(argument.sizes) == 1 and argument.type.name in {"list", "tuple"}
    return _resized_outer(argument, argument.sizes[0] * times, ("equal",) if alike else ())


def _concatenated(left: Argument, right: Argument) -> Abstract:
    if left.type != right.type or not left.sizes or not right.sizes:
        raise UnknownValueError
    bounds = [bound for bound in (left.low, right.low, left.high, right.high) if bound is not None]
    whole = len(bounds) == 4
    argument = replace(left, low=min(bounds) if whole else None, high=max(bounds) if whole else None)
    return _resized_outer(argument, left.sizes[0] + right.sizes[0], ())


def _joined(separator: object, parts: object) -> object:
    if not isinstance(separator, str):
        raise UnknownValueError
    if isinstance(parts, list | tuple) and all(isinstance(part, str) for part in parts) and len(parts) <= KEPT:
        return separator.join(parts)
    argument = as_argument(parts)
    if not argument.type.arguments or argument.type.arguments[0].name != "str" or not argument.sizes:
        raise UnknownValueError
    each = argument.sizes[1] if len(argument.sizes) > 1 else 1
    length = argument.sizes[0] * (each + len(separator))
    return _resized_outer(Argument(None, TypeExpression("str"), (1,), alphabet=argument.alphabet), length, ())


def _called(name: str, values: list[object], keywords: dict[str, object]) -> object:
    """The value of a call of a function that only computes."""
    concrete = not any(isinstance(value, Abstract) for value in values)
    if name == "range" and concrete and not keywords:
        return range(*map(operator.index, values))  # type: ignore[arg-type]
    if name in _CONTAINERS and len(values) <= 1:
        return _converted(name, values[0] if values else (), keywords)
    if name in {"bytes", "bytearray"} and len(values) == 1 and isinstance(values[0], int) and values[0] >= 0:
        return _resized_outer(Argument(None, TypeExpression(name), (1,)), values[0], ("equal",))
    if name == "len" and len(values) == 1 and isinstance(values[0], Abstract):
        argument = values[0].argument
        return (argument.type.shape or argument.sizes)[0]
    if name in _PURE and concrete and not keywords and all(_is_small(value) for value in values):
        return _PURE[name](*values)
    if name.startswith("random."):
        return _drawn(name, values, keywords)
    raise UnknownValueError


def _converted(name: str, value: object, keywords: dict[str, object]) -> object:
    if not isinstance(value, Abstract) and isinstance(value, Iterable) and _is_small(value):
        return (
            sorted(value) if name == "sorted" and not keywords else _CONTAINERS[name.replace("sorted", "list")](value)
        )
    argument = as_argument(value)
    if not argument.sizes or argument.type.name == "dict":
        raise UnknownValueError
    kind = {"sorted": "list", "collections.deque": "deque"}.get(name, name)
    element = argument.type.elements[0] if argument.type.elements else TypeExpression("str")
    sizes = argument.sizes if argument.type.elements else (argument.sizes[0], 1)
    kinds = (element, TypeExpression("...")) if kind == "tuple" else (element,)
    qualifiers = ("sorted",) if name == "sorted" else argument.qualifiers if kind in {"list", "tuple", "deque"} else ()
    return Abstract(replace(argument, type=TypeExpression(kind, kinds), sizes=sizes, qualifiers=qualifiers))


def _drawn(name: str, values: list[object], keywords: dict[str, object]) -> object:
    """What `random`'s functions give, as far as it is certain."""
    if name in {"random.randint", "random.randrange"} and all(isinstance(value, int) for value in values):
        low, high = (0, values[0]) if len(values) == 1 else (values[0], values[1])
        upper = high - 1 if name == "random.randrange" else high  # type: ignore[operator]
        if low > upper:  # type: ignore[operator]
            raise UnknownValueError
        return Abstract(Argument(None, TypeExpression("int"), (), low, upper))  # type: ignore[arg-type]
    if name == "random.uniform" and len(values) == 2 and all(isinstance(value, int | float) for value in values):
        low, high = sorted(values)  # type: ignore[type-var]
        return Abstract(Argument(None, TypeExpression("float"), (), low, high))  # type: ignore[arg-type]
    if name in _RANDOM_NUMBERS:
        return Abstract(Argument(None, TypeExpression("float"), (), *_RANDOM_NUMBERS[name]))
    if name == "random.choice" and len(values) == 1:
        _, items = _looked_at(values[0])
        return _abstracted(items[0])
    if name in {"random.choices", "random.sample"} and values:
        count = keywords.get("k", values[1] if len(values) > 1 and name == "random.sample" else None)
        if not isinstance(count, int) or count < 1:
            raise UnknownValueError
        argument = as_argument(_converted("list", values[0], {}))
        return _resized_outer(argument, count, ("distinct",) if name == "random.sample" else ())
    raise UnknownValueError


def _abstracted(value: object) -> Abstract:
    """One of several values like this one."""
    argument = as_argument(value)
    return Abstract(replace(argument, value=None, has_value=False, qualifiers=()))


def _is_small(value: object) -> bool:
    try:
        return len(value) <= KEPT  # type: ignore[arg-type]
    except TypeError:
        return isinstance(value, int | float)
