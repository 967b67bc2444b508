"""Made-up numbers and lengths with which a function goes past its guards: ``if n % 2 == 0: raise``,
``if len(code) != 10: return False``."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any, Final, TypeGuard

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.evaluation import COMPARISONS, OPERATORS, UnknownValueError
from perfcast.workload.code.parameters import parameters
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import FLOAT, INT
from perfcast.workload.numbers.primes import is_prime
from perfcast.workload.uses.name_uses import is_name

_CONTAINERS: Final = frozenset({"list", "tuple", "set", "frozenset", "dict", "deque", "sorted", "Counter"})
_SEQUENCES: Final = frozenset({"list", "str", "bytes", "bytearray", "deque", "set", "dict"})
#: What takes time: where nothing of it comes after a guard, the function may as well end there.
_GOING_ON: Final = (ast.For, ast.While, ast.Call, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)
#: Names of functions that tell primes.
_PRIMES: Final = frozenset({"is_prime", "isprime", "prime", "is_probable_prime", "miller_rabin"})
#: Beyond these a number is no longer tried out.
_LARGEST: Final = 10**9
_MOST_TRIED: Final = 300
#: Guards of one loop, for each of which all numbers are tried that they say.
_MOST_GUARDS: Final = 50
#: Lengths up to this are those of codes and numbers, which do not grow.
_LONGEST: Final = 64
#: No results that are much larger than what they are of.
_ARITHMETIC: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    **{kind: OPERATORS[kind] for kind in (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)},
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_ORDER: Final = {ast.Lt, ast.LtE, ast.Gt, ast.GtE}
#: Name of a number, or of what has a length and that of its first element -> these.
_Known = dict[str, int | list[int]]


def past_guards(
    node: FunctionNode, arguments: list[Argument], made_up: set[str], annotated: set[str]
) -> list[Argument]:
    """Arguments that the function does not turn down at once, as far as its guards can be told.

    Args:
        made_up: names of those whose values nobody says; annotated: those of which an annotation says the type.
    """
    guards = list(_guards(node))
    if not guards:
        return arguments
    found = {one.name or "": one for one in arguments}
    known: _Known = {}
    for name, one in found.items():
        if type(one.value) is int:
            known[name] = one.value
        elif one.type.name in _SEQUENCES and one.sizes:
            known[name] = list(one.sizes)
    told = [guard for guard in guards if _fires(guard, known) is not None]
    if not any(_fires(guard, known) for guard in told):
        return arguments
    for name in known:
        asked = [guard for guard in told if _asks(guard, name)]
        if name not in made_up or not any(_fires(guard, known) for guard in asked):
            continue
        passing = _passing(known, name, asked, told)
        if passing is None:
            continue
        known[name] = passing
        found[name] = _with(found[name], passing, asked, name in annotated)
    return list(found.values())


def within_guards(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Lists of whole numbers none of which the function turns down: ``for size in sizes: if size > capacity: raise``.

    Args:
        made_up: names of those whose values nobody says.
    """
    found = {one.name or "": one for one in arguments}
    known = {name: one.value for name, one in found.items() if type(one.value) is int}
    for of, element, place, guards in _element_guards(node, {name for name in found if name in made_up}):
        one = found[of]
        if one.type.elements != (INT,) and not _is_only_number(one.type, place):
            continue
        if not isinstance(one.low, int) or not isinstance(one.high, int):
            continue
        of_it = [guard for guard in guards if _asks(guard, element)][:_MOST_GUARDS]
        asked = {known[part.id] for guard in of_it for part in ast.walk(guard) if _is_known_number(part, known)}
        ends = (one.low, one.low + 1, one.high - 1, one.high)
        said = sorted({*ends, *(n + by for n in (*asked, *_numbers(of_it)) for by in (0, 1, -1))})
        fires = {n: [_fires(guard, {**known, element: n}) for guard in of_it] for n in said if one.low <= n <= one.high}
        passing = [n for n, told in fires.items() if True not in told]
        if passing and len(passing) < len(fires):
            found[of] = replace(one, low=passing[0], high=passing[-1])
    return list(found.values())


def _is_only_number(said: TypeExpression, place: int | None) -> bool:
    """Whether a list's tuples have whole numbers at that place, and nowhere else."""
    element = said.arguments[0] if said.name == "list" and said.arguments else said
    if element.name != "tuple" or place is None or place >= len(element.arguments):
        return False
    return [index for index, part in enumerate(element.arguments) if INT in part.leaves()] == [place]


def _is_known_number(node: ast.AST, known: Container[str]) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id in known


def _element_guards(node: FunctionNode, among: Container[str]) -> Iterator[tuple[str, str, int | None, list[ast.expr]]]:
    """Names of what is gone through, one of these, and of its elements, with what must not be true of any of these; of
    a part of each element, its place."""
    for part in parts_of(node, ast.For, ast.If):
        match part:
            case ast.For(target, over):
                pass
            case ast.If(
                ast.Call(ast.Name("any"), [ast.GeneratorExp(_, [ast.comprehension(target, over)])]),
                [*_, ast.Raise()],
            ):
                pass
            case _:
                continue
        match target, over:
            case (ast.Name(id=element), ast.Name(id=of)) | (
                (ast.Name(id=element), ast.Call(ast.Name("sorted" | "reversed" | "set"), [ast.Name(id=of), *_]))
                | (ast.Tuple(elts=[_, ast.Name(id=element)]), ast.Call(ast.Name("enumerate"), [ast.Name(id=of), *_]))
                | (ast.Name(id=element), ast.Call(ast.Attribute(ast.Name(id=of), "values"), []))
                | (ast.Tuple(elts=[_, ast.Name(id=element)]), ast.Call(ast.Attribute(ast.Name(id=of), "items"), []))
            ) if of in among:
                yield of, element, None, list(_guards_within(part))
            case (ast.Tuple(elts=elements), ast.Name(id=of)) if of in among:
                for place, one in enumerate(elements):
                    if isinstance(one, ast.Name):
                        yield of, one.id, place, list(_guards_within(part))


def _guards_within(part: ast.AST) -> Iterator[ast.expr]:
    """What ends a loop, or what is asked of any element."""
    match part:
        case ast.For(body=body):
            yield from (one.test for one in body if isinstance(one, ast.If) and _turns_down(one))
        case ast.If(ast.Call(args=[ast.GeneratorExp(test)])):
            yield test


def is_bounded_by_own(node: FunctionNode, name: str) -> bool:
    """Whether a method fails for numbers beyond one that its instance has: ``if number > self.pages: raise``."""
    for test in (part.test for part in parts_of(node, ast.If) if isinstance(part.body[-1], ast.Raise)):
        beyond: tuple[type[ast.cmpop], ...] = (ast.Gt, ast.GtE)
        below: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            beyond, below = below, beyond
        for part in (part for part in ast.walk(test) if isinstance(part, ast.Compare)):
            sides = [part.left, *part.comparators]
            for one, operation, other in zip(sides, part.ops, sides[1:], strict=False):
                side, bound = (one, other) if isinstance(operation, beyond) else (other, one)
                if isinstance(operation, (*beyond, *below)) and is_name(side, name) and _asks(bound, "self"):
                    return True
    return False


def wanted(node: FunctionNode) -> frozenset[str]:
    """Names that may not all be left out, of each such group the first: ``if end is None and size is None: raise``; and
    those of what is empty by default, and gone through, ``def __init__(self, items=())``, unless each is asked to do
    what instances of a class do that nobody knows."""
    groups = (
        _without(statement.test)
        for statement in node.body
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Raise)
    )
    found = {names[0] for names in groups if names}
    empty = {one.arg for one, default in parameters(node, drop_first=False) if is_empty(default)}
    if empty:
        through = {part.id for part in _gone_through(node) if isinstance(part, ast.Name)}
        found |= empty & through - set(_doing_something(node))
    return frozenset(found)


def is_empty(default: ast.expr | None) -> bool:
    """Whether a default is an empty container."""
    match default:
        case ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(ast.Name(made), [], []):
            return made in _CONTAINERS
    return False


def _doing_something(node: FunctionNode) -> Iterator[str]:
    """Names of what is gone through, each of which is asked to do what no text does."""
    called = set[str]()
    for part in parts_of(node, ast.Call):
        match part.func:
            case ast.Attribute(ast.Name(one), method) if not hasattr(str, method):
                called.add(one)
    for loop in loops_of(node):
        match loop:
            case (
                ast.For(target=ast.Name(one), iter=ast.Name(name))
                | ast.comprehension(target=ast.Name(one), iter=ast.Name(name))
            ) if one in called:
                yield name


def _gone_through(node: FunctionNode) -> Iterator[ast.expr]:
    """What the body goes through, or makes a container of, or puts into one."""
    for part in parts_of(node, ast.For, ast.comprehension, ast.Call):
        match part:
            case ast.For(iter=over) | ast.comprehension(iter=over):
                yield over
            case ast.Call(ast.Name(made), args) if made in _CONTAINERS or made == "enumerate":
                yield from args
            case ast.Call(ast.Attribute(attr="extend" | "update"), args):
                yield from args


def _without(test: ast.expr) -> list[str]:
    """The names that are all asked whether they are None, or nothing; none where anything else is asked."""
    names = []
    for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        match part:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
                names.append(name)
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)):
                names.append(name)
            case ast.UnaryOp(op=ast.Not(), operand=ast.BoolOp(op=ast.Or(), values=values)):
                asked = [one.id for one in values if isinstance(one, ast.Name)]
                if len(asked) < len(values):
                    return []
                names += asked
            case _:
                return []
    return names


def _passing(known: _Known, name: str, asked: list[ast.expr], told: list[ast.expr]) -> int | list[int] | None:
    """What a parameter may be in the others' company; None where nothing that was tried passes."""
    value = known[name]
    now = value if isinstance(value, int) else value[0]
    # Those that pass all that is asked of it and others come first.
    for guards in (told, asked):
        for tried in _candidates(now, asked):
            other = tried if isinstance(value, int) else [tried, *value[1:]]
            if not any(_fires(guard, {**known, name: other}) for guard in guards):
                return other
    return None


def _candidates(now: int, guards: list[ast.expr]) -> Iterator[int]:
    """Numbers to try, the likeliest first: next to what there is, in the midst of what is written down, next to it."""
    said = sorted(_numbers(guards))
    if now <= _LARGEST and any(_asks_for_primes(guard) for guard in guards):
        yield from (one for one in range(now, now + _MOST_TRIED) if is_prime(one))
    yield from (now + 1, now - 1, 1 << now.bit_length())
    if len(said) > 1:
        yield (said[0] + said[-1]) // 2
    for one, by in product(said, (0, 1, -1)):
        yield one + by
    yield from range(now + 2, now + 17)
    # Of what is taken so often there are fewer.
    yield from (now // 10, now // 100)


def _with(argument: Argument, value: int | list[int], asked: list[ast.expr], is_annotated: bool) -> Argument:
    if isinstance(value, list):
        is_short = value[0] <= _LONGEST
        return replace(argument, sizes=tuple(value), kept=(0, *argument.kept) if is_short else argument.kept)
    operations = {type(one) for guard in asked for part in ast.walk(guard) for one in getattr(part, "ops", ())}
    if _numbers(asked) == {0, 1} and operations <= _ORDER and not is_annotated:
        # What lies between these is a share.
        return Argument(argument.name, FLOAT)
    return replace(argument, value=value)


def _guards(node: FunctionNode) -> Iterator[ast.expr]:
    """What must not be true for the function to go on to what takes time."""
    for place, statement in enumerate(node.body):
        rest = node.body[place + 1 :]
        if isinstance(statement, ast.Assert):
            yield ast.UnaryOp(ast.Not(), statement.test)
        asked: ast.stmt | None = statement
        while isinstance(asked, ast.If):
            if _is_guard(asked, rest):
                yield asked.test
            asked = asked.orelse[0] if len(asked.orelse) == 1 else None


def _is_guard(statement: ast.If, rest: list[ast.stmt]) -> bool:
    return _ends(statement.body) and (isinstance(statement.body[-1], ast.Raise) or _goes_on(statement, rest))


def _turns_down(statement: ast.If) -> bool:
    """Whether what ends a loop is no search: that ends with what was found."""
    match statement.body[-1]:
        case ast.Return(value=None | ast.Constant(value=None | False)) | ast.Raise():
            return _ends(statement.body)
    return False


def _ends(body: list[ast.stmt]) -> bool:
    """Whether nothing but an end comes of it, which takes no time."""
    match body:
        case [*_, ast.Raise()]:
            return True
        case [ast.Return(value=value)]:
            return value is None or not any(isinstance(part, _GOING_ON) for part in ast.walk(value))
    return False


def _goes_on(statement: ast.If, rest: list[ast.stmt]) -> bool:
    return any(isinstance(part, _GOING_ON) for one in (*statement.orelse, *rest) for part in ast.walk(one))


def _asks(guard: ast.expr, name: str) -> bool:
    return any(is_name(part, name) for part in ast.walk(guard))


def _numbers(guards: list[ast.expr]) -> set[int]:
    """Numbers that are written down in them."""
    parts = (part for guard in guards for part in ast.walk(guard) if isinstance(part, ast.Constant))
    return {part.value for part in parts if type(part.value) is int and abs(part.value) < _LARGEST}


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < _LARGEST


def _asks_for_primes(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) and last_name(part.func).lower() in _PRIMES for part in ast.walk(node))


def _fires(guard: ast.expr, known: Mapping[str, int | list[int]]) -> bool | None:
    """Whether the function ends there; None where nothing tells."""
    try:
        return bool(_value(guard, known))
    except (UnknownValueError, ArithmeticError, TypeError, ValueError):
        return None


def _value(node: ast.expr, known: Mapping[str, int | list[int]]) -> Any:  # noqa: PLR0911
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Name(id=name) if isinstance(known.get(name), int):
            return known[name]
        case ast.Name(id=name) if name in known:
            # What has elements is true.
            return _length(known[name], 0)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, known)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, known)
        case ast.BoolOp(op=joined, values=values):
            return _joined(joined, values, known)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _ARITHMETIC:
            return _ARITHMETIC[type(operation)](_value(left, known), _value(right, known))
        case ast.Compare(left=left, ops=operations, comparators=others):
            return _compared([left, *others], operations, known)
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in known:
            return _length(known[name], 0)
        case ast.Call(func=ast.Name(id="len"), args=[ast.Subscript(value=ast.Name(id=name))]) if name in known:
            return _length(known[name], 1)
        case ast.Call(func=function, args=[asked]) if last_name(function).lower() in _PRIMES:
            number = _value(asked, known)
            if number > _LARGEST:
                # To tell would take long.
                raise UnknownValueError
            return is_prime(number)
    raise UnknownValueError


def _length(sizes: int | list[int], level: int) -> int:
    if isinstance(sizes, int) or len(sizes) <= level:
        raise UnknownValueError
    return sizes[level]


def _joined(joined: ast.boolop, values: list[ast.expr], known: Mapping[str, int | list[int]]) -> bool:
    """Of several, as far as those that are known tell."""
    is_any = isinstance(joined, ast.Or)
    found = [_fires(value, known) for value in values]
    if is_any in found:
        return is_any
    if None in found:
        raise UnknownValueError
    return not is_any


def _compared(sides: list[ast.expr], operations: list[ast.cmpop], known: Mapping[str, int | list[int]]) -> bool:
    for one, operation, other in zip(sides, operations, sides[1:], strict=False):
        if isinstance(operation, ast.In | ast.NotIn):
            asked = _value(one, known)
            if not isinstance(asked, int):
                # A range would be gone through for it.
                raise UnknownValueError
            if (asked in _several(other)) == isinstance(operation, ast.NotIn):
                return False
        elif isinstance(operation, ast.Is | ast.IsNot):
            raise UnknownValueError
        elif not COMPARISONS[type(operation)](_value(one, known), _value(other, known)):
            return False
    return True


def _several(node: ast.expr) -> Container[int]:
    """Numbers that are written down together."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set) and all(map(_is_number, node.elts)):
        return [part.value for part in node.elts if isinstance(part, ast.Constant) and isinstance(part.value, int)]
    match node:
        case ast.Call(func=ast.Name(id="range"), args=bounds) if bounds and all(map(_is_number, bounds)):
            numbers = [one.value for one in bounds if isinstance(one, ast.Constant) and isinstance(one.value, int)]
            return range(*numbers)
    raise UnknownValueError
