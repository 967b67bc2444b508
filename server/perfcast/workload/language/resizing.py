"""The same workload at another size: what sweeps, `--size` and the corpus ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from perfcast.workload.language.workload import ITEMS, LAUNCH, TABLES, Argument, TypeExpression, Workload

#: Inner containers up to this length are records (pairs, edges, points), which do not grow with the data.
RECORD_LENGTH = 4
_RECEIVED = 100
_MOST_RECEIVED = 10_000
_TEXTS = frozenset({"str", "bytes", "bytearray"})


def resized(workload: Workload, size: int) -> Workload:
    """Scales all arguments together so that the largest has about `size` elements.

    Nested containers and matrices grow in every dimension alike; short strings, records and a table's columns keep
    their length. What is as long as the largest argument is in a dimension that grows stays so, as a matrix's labels.
    Bounds of values that are tied to a size (indices below ``n``) follow it. Where nothing has a size, the largest
    integer literal becomes `size`.
    """
    largest = max((growing_count(argument) for argument in workload.arguments), default=1)
    if largest > 1:
        factor = size / largest
        first = max(workload.arguments, key=growing_count)
        before, after = _lengths(first), _lengths(grow(first, factor))
        lengths = {before[index]: after[index] for index in _growing(first)}
        grown = [grow(argument, factor, lengths) for argument in workload.arguments]
        return tied(workload, Workload(tuple(grown)))
    integers = [abs(argument.value) for argument in workload.arguments if type(argument.value) is int]
    most = max(integers, default=0)
    return Workload(
        tuple(
            replace(argument, value=size) if type(argument.value) is int and abs(argument.value) == most else argument
            for argument in workload.arguments
        )
    )


def receiver_size(workload: Workload) -> int:
    """Elements of each sized argument of the constructor of what a method is called on, and of what that is filled
    with: as many as the method's own largest one has, a hundred where it has none. Plain numbers and texts say nothing
    of it, unless the workload does."""
    said = stated_receiver_size(workload)
    if said is not None:
        return said
    most = max((growing_count(argument) for argument in several(workload)), default=1)
    return min(most, _MOST_RECEIVED) if most > 1 else _RECEIVED


def stated_receiver_size(workload: Workload) -> int | None:
    """What a workload says of how much that holds; None where it says nothing."""
    return next((growing_count(one) for one in workload.arguments if one.type.name == ITEMS), None)


def several(workload: Workload) -> list[Argument]:
    """Arguments that hold elements, other than texts."""
    return [one for one in workload.arguments if one.type.name not in _TEXTS and growing_count(one) > 1]


def growing_count(argument: Argument) -> int:
    """Elements in the dimensions that grow with the data."""
    total = 1
    lengths = _lengths(argument)
    for index in _growing(argument):
        total *= lengths[index]
    return total


def grow(argument: Argument, factor: float, others: Mapping[int, int] = MappingProxyType({})) -> Argument:
    """The argument with its elements multiplied by `factor`, spread evenly over the dimensions that grow.

    Args:
        others: lengths that another argument has, and those that it has then.
    """
    growing = _growing(argument)
    if not growing:
        return argument
    lengths = list(_lengths(argument))
    each = factor ** (1 / len(growing))
    for index in growing:
        lengths[index] = others.get(lengths[index], max(1, round(lengths[index] * each)))
    if argument.type.shape:
        return replace(argument, type=replace(argument.type, shape=tuple(lengths)))
    return replace(argument, sizes=tuple(lengths))


def is_square(type_: TypeExpression) -> bool:
    """Whether a table has as many rows as columns, as a covariance's has, and so at all sizes."""
    rows, columns = (*type_.shape, 0, 0)[:2]
    return type_.name in TABLES and rows == columns > RECORD_LENGTH


def _lengths(argument: Argument) -> Sequence[int]:
    return argument.type.shape or argument.sizes


def tied(before: Workload, after: Workload) -> Workload:
    """Moves upper bounds and integer literals that named a size (``n``, or ``n - 1`` of an index) to the new size."""
    moved: dict[int, int] = {}
    for old, new in zip(before.arguments, after.arguments, strict=True):
        for was, now in zip(_lengths(old), _lengths(new), strict=True):
            if was != now and was > 1:
                moved[was] = now
                moved.setdefault(was - 1, now - 1)
    arguments = []
    for argument in after.arguments:
        if type(argument.high) is int and argument.high in moved and (argument.low or 0) >= 0:
            argument = replace(argument, high=max(moved[argument.high], int(argument.low or 0)))  # noqa: PLW2901
        if type(argument.value) is int and argument.value in moved:
            argument = replace(argument, value=moved[argument.value])  # noqa: PLW2901
        arguments.append(argument)
    return Workload(tuple(arguments))


def _growing(argument: Argument) -> list[int]:
    """Which of the argument's lengths grow with the data."""
    if argument.type.name == LAUNCH:
        return []
    if argument.type.name in TABLES:
        return [0, 1] if is_square(argument.type) else [0]
    if argument.type.shape:
        free = [index for index in range(len(argument.type.shape)) if index not in argument.kept]
        return [index for index in free if argument.type.shape[index] > RECORD_LENGTH] or free[:1]
    # What records hold does not grow with them.
    sized = list(argument.type.sized())[: min(len(argument.sizes), argument.type.sized_before_records())]
    return [
        index
        for index, type_ in enumerate(sized)
        if index not in argument.kept
        and (index == 0 or (argument.sizes[index] > RECORD_LENGTH and type_.name not in {"str", "bytes"}))
    ]
