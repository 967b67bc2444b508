"""Numbers with which all that is gone through is compared: ``if row["score"] < threshold``, ``if price > 100``. Drawn
by themselves, nearly all or nearly none of it may lie beyond, fewer or more in small runs than in large ones."""

from __future__ import annotations

import ast
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import assigned, loops_of, parts_of
from perfcast.workload.language.workload import RECORD, Argument, TypeExpression
from perfcast.workload.naming.names import FLOAT, INT
from perfcast.workload.numbers.intervals import last_of

_ORDER: Final = ast.Lt | ast.LtE | ast.Gt | ast.GtE
#: What numbers with a point are drawn up to.
_HIGH: Final = 1.0
_LARGEST: Final = 1e9

#: The parameter, and the key or attribute of each of its elements; '' for the elements themselves.
_Part = tuple[str, str]


def with_thresholds(node: FunctionNode, arguments: list[Argument], made_up: Container[str]) -> list[Argument]:
    """Arguments of which about half lies beyond each such number.

    Args:
        made_up: names of those whose values nobody says.
    """
    found = {one.name or "": one for one in arguments if one.name in made_up}
    several = {name for name, one in found.items() if one.type.is_sized and not one.has_value}
    compared = list(_compared(node, several)) if several else []
    said = {one.name: one.value for one in arguments if one.has_value}
    for (of, key), numbers in _numbers(compared, said).items():
        if found[of].high is None and _is_float(found[of], key):
            # Bounds that are whole numbers would shrink with the sizes that are like them.
            found[of] = replace(found[of], low=0.0, high=_beyond(numbers))
    free = [name for name, one in found.items() if one.type == FLOAT and not one.has_value]
    for (of, key), names in _names(compared, free).items():
        high = found[of].high or _HIGH
        for place, name in enumerate(names) if _may_be_float(found[of], key) else ():
            # Between two of them lies half of it, too.
            value = float(high) * (2 * place + 1) / (2 * len(names))
            found[name] = replace(found[name], value=value, has_value=True)
    return [found.get(one.name or "", one) for one in arguments]


def _numbers(
    compared: Iterable[tuple[_Part, ast.expr]], said: Mapping[str | None, object]
) -> dict[_Part, set[int | float]]:
    """By the part, the numbers that are known and that it is compared with."""
    found: dict[_Part, set[int | float]] = {}
    for part, bound in compared:
        number = _number(bound, said)
        if number is not None and _HIGH <= number < _LARGEST:
            found.setdefault(part, set()).add(number)
    return found


def _beyond(numbers: Collection[int | float]) -> float:
    """As far beyond the largest of them as they are apart where they are evenly so, with a few digits."""
    return float(f"{max(numbers) * (len(numbers) + 1) / len(numbers):.6g}")


def _names(compared: Iterable[tuple[_Part, ast.expr]], free: Sequence[str]) -> dict[_Part, list[str]]:
    """By the part, the parameters that it is compared with, the lowest first; each once."""
    first: dict[str, _Part] = {}
    for part, bound in compared:
        if isinstance(bound, ast.Name) and bound.id in free:
            first.setdefault(bound.id, part)
    found: dict[_Part, list[str]] = {}
    # What is the least of an interval by its name may stand behind the most.
    for name in sorted((one for one in free if one in first), key=lambda one: last_of(one, free) is None):
        found.setdefault(first[name], []).append(name)
    return found


def _number(bound: ast.expr, said: Mapping[str | None, object]) -> int | float | None:
    """What is written there, or the default of the parameter that it is."""
    value: object = bound.value if isinstance(bound, ast.Constant) else None
    value = said.get(bound.id) if isinstance(bound, ast.Name) else value
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_float(argument: Argument, key: str) -> bool:
    """Whether that part of each element is one, and no whole numbers stand beside it."""
    element = _element(argument.type)
    kinds = dict(zip(element.keys, element.arguments, strict=True)) if element.name == RECORD else {"": element}
    return kinds.get(key) == FLOAT and INT not in argument.type.leaves()


def _may_be_float(argument: Argument, key: str) -> bool:
    element = _element(argument.type)
    is_instance = element.name[:1].isupper() and not (element.arguments or element.shape)
    return _is_float(argument, key) or (bool(key) and is_instance)


def _element(type_: TypeExpression) -> TypeExpression:
    return type_.arguments[-1] if type_.arguments else type_


def _compared(node: FunctionNode, among: Container[str]) -> Iterator[tuple[_Part, ast.expr]]:
    """Parts of elements, each with what it is compared with."""
    elements = dict(_elements(node, among))
    names = {
        target.id: part
        for target, value in assigned(parts_of(node, ast.Assign))
        if isinstance(target, ast.Name) and (part := _part(value, elements)) is not None
    }
    parts = {**{name: (of, "") for name, of in elements.items()}, **names}
    for compare in parts_of(node, ast.Compare):
        sides = [compare.left, *compare.comparators]
        for one, operation, other in zip(sides, compare.ops, sides[1:], strict=False):
            for side, bound in ((one, other), (other, one)) if isinstance(operation, _ORDER) else ():
                part = parts.get(side.id) if isinstance(side, ast.Name) else _part(side, elements)
                if part is not None:
                    yield part, bound


def _part(value: ast.expr, elements: Mapping[str, str]) -> _Part | None:
    """``row["score"]``, ``row.get("score", 0)``, ``row.score``."""
    match value:
        case (
            ast.Subscript(ast.Name(name), ast.Constant(str(key)))
            | ast.Call(ast.Attribute(ast.Name(name), "get"), [ast.Constant(str(key)), *_])
            | ast.Attribute(ast.Name(name), key)
        ) if name in elements:
            return elements[name], key
    return None


def _elements(node: FunctionNode, among: Container[str]) -> Iterator[tuple[str, str]]:
    """Names of what loops go through, each with the parameter that holds it."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case (
                (ast.Name(name), ast.Name(of))
                | (ast.Name(name), ast.Call(ast.Attribute(ast.Name(of), "values")))
                | (ast.Tuple([_, ast.Name(name)]), ast.Call(ast.Attribute(ast.Name(of), "items")))
                | (ast.Tuple([_, ast.Name(name)]), ast.Call(ast.Name("enumerate"), [ast.Name(of), *_]))
            ) if of in among:
                yield name, of
