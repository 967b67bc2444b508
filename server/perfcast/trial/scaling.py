"""Workloads scaled down so that a power law stays one.

Every size, and every whole number beyond a few, is raised to the same power below 1. What was below something else
stays below it, and a cost that goes as n^a * m^b goes as the same powers of the shrunk sizes, so that its logarithm is
a straight line over the exponent. Bounds of values stay, for numbers should take the memory that they take; those that
name a size, or something like it, go with it, and all of them where code does as much as its values say.

Short texts and rows in long containers stay as they are. Most of them would be shrunk to the same few elements in all
runs, and what grows with the containers alone would seem to grow faster: of 220 such records of the training corpus the
mean errors of memory and time were 0.61 and 0.68 binary orders, and are 0.47 and 0.59. So do small numbers beside large
ones, as far as there is room for them below those; larger ones do where runs get so far that most have room for them
(`perfcast.trial.runs.modest_numbers`), and the number of different values then.

Where there are several times as many elements as values there are fewer values, too: a table with an entry for each
has all of them long before, and small runs with all values would have it grow with the elements. Those of rows may be
the places of others, and their bounds go with the sizes; others are as large as before, for what is made of them to
take the memory that it takes.

Moments are spread over fewer days, those of instances too: they are grouped by their days more often than not, and of
these a year has but a few. Where code compares them with spans of days they are not, or none would be so long ago.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from perfcast.workload.language.resizing import is_square
from perfcast.workload.language.workload import ITEMS, KEYED, MOMENTS, TABLES, Argument, TypeExpression, Workload
from perfcast.workload.numbers.primes import is_prime
from perfcast.workload.values.argument_values import DAYS
from perfcast.workload.values.drawn_numbers import DEFAULT_INTEGERS
from perfcast.workload.values.nodes import LINKED
from perfcast.workload.values.unbuildable import is_unknown

#: By the names of arguments, constants that the unit takes off their numbers: what is left is how often something is
#: done.
Offsets = Mapping[str, int]
_NO_OFFSETS: Final[Offsets] = MappingProxyType({})
#: Numbers up to this stand for themselves: a width, a flag, a base.
FEW = 4
#: Inner sizes up to this stay, where the outer one is so many times as large.
SHORT: Final = 12
_OUTER = 4
#: How many times as large the largest number is at least beside which a short one stays, and one that is not short.
_BESIDE = 8
_FAR_BESIDE = 80
_SEQUENCES = frozenset({"list", "tuple", "deque", "ListNode", "TreeNode"})
#: Where there are so many times as many elements as values, values recur, and what is kept of each of them is.
_RECURRING = 4
#: Of fewer values even small runs have several of each.
_SEVERAL = 60
_MOMENTS = MOMENTS | {"timestamp"}
_DRAWN_OTHERWISE = frozenset({"distinct", "few", "equal"})
#: Numbers below have few others of their kind below them, so that more is learned from those between.
_MANY = 50
#: Primes are told up to this.
_LARGEST = 10**6
#: Elements of a list whose making and adding up takes as long as a linked node's: 300,000 of these took 3 s a run.
_CELLS_OF_NODE: Final = 10


def largest(workload: Workload) -> float:
    """The largest number that is shrunk."""
    found = [1.0]
    for argument in workload.arguments:
        found.extend(argument.type.shape or argument.sizes)
        if type(argument.value) is int and not argument.kept:
            found.append(abs(argument.value))
    return float(max(min(number, 10**18) for number in found))


def cells(workload: Workload) -> int:
    """Elements of all arguments, inner ones too, nodes counted by what making them takes; what records hold is not
    counted, nor what rows have beside texts and containers."""
    return sum(
        math.prod(one.type.shape) if one.type.shape else _cells(one.type, iter(one.sizes)) for one in workload.arguments
    )


def _cells(type_: TypeExpression, sizes: Iterator[int]) -> int:
    """Elements of a value of that type.

    Args:
        sizes: of its sized types, in order; those left out are not counted.
    """
    own = next(sizes, 1) if type_.is_sized else 1
    own *= _CELLS_OF_NODE if type_.name in LINKED else 1
    inner = sum(_cells(element, sizes) for element in type_.elements if any(element.sized()))
    return own * max(1, inner if type_.name not in KEYED else 1)


def consists_of_arrays(workload: Workload) -> bool:
    """Whether arrays, tables and tensors are all that has elements."""
    return any(one.type.shape for one in workload.arguments) and not any(one.sizes for one in workload.arguments)


def shrunk(
    workload: Workload,
    exponent: float,
    *,
    values: bool = False,
    offsets: Offsets = _NO_OFFSETS,
    largest_kept: int = SHORT,
) -> Workload:
    """The workload with its sizes and whole numbers raised to `exponent`, in 0..1.

    Args:
        values: whether the bounds of all values are, too.
        largest_kept: the largest number that stays beside large ones.
    """
    if any(_offset(one, offsets) for one in workload.arguments):
        rest = Workload(tuple(_moved(one, -_offset(one, offsets)) for one in workload.arguments))
        small = shrunk(rest, exponent, values=values, largest_kept=largest_kept).arguments
        return Workload(
            tuple(_moved(one, _offset(whole, offsets)) for one, whole in zip(small, workload.arguments, strict=True))
        )
    kept = _kept(workload)
    sizes = [size for one in workload.arguments for size in _numbers(one) if size > FEW and size not in kept]
    # Of numbers alone none has to be below what something else has elements.
    have_sizes = any(one.sizes or one.type.shape for one in workload.arguments)
    most = shrunk_number(int(largest(workload)), exponent)
    room = most // (_OUTER if have_sizes else 1)
    # What is more than a number that stays is so in most runs, too.
    most_values = most // _RECURRING if largest_kept > SHORT else 0
    return Workload(
        tuple(
            _with_small_number(_argument(argument, exponent, sizes, values, kept, most_values), argument, room)
            if _is_small(argument, workload, largest_kept)
            else _argument(argument, exponent, sizes, values, kept, most_values)
            for argument in workload.arguments
        )
    )


def _with_small_number(small: Argument, whole: Argument, room: int) -> Argument:
    """The shrunk argument with its number as it was, as far as there is room for that below others."""
    if type(small.value) is not int or type(whole.value) is not int:
        return small
    return replace(small, value=min(whole.value, max(small.value, room)))


def _is_small(argument: Argument, workload: Workload, largest_kept: int) -> bool:
    """Whether its number is small beside others, and none of their sizes: what is done as often is so in most runs."""
    value = argument.value
    if type(value) is not int or not FEW < value <= largest_kept:
        return False
    if value > SHORT:
        return _is_far_below(value, workload, largest_kept)
    if largest(workload) < _BESIDE * value:
        return False
    return all(value not in (one.type.shape or one.sizes) for one in workload.arguments)


def _is_far_below(value: int, workload: Workload, largest_kept: int) -> bool:
    """Whether all that shrinks and is no smaller is far larger, so that it stays so. What values are bounded by about
    as much as goes with them."""
    numbers = [number for one in workload.arguments for number in _numbers(one)]
    sizes = [size for one in workload.arguments for size in (one.type.shape or one.sizes)]
    bounds = [one.high for one in workload.arguments if type(one.high) is int]
    go_with_bounds = [number for number in numbers if any(_is_like(bound, number) for bound in bounds)]
    return (
        max(numbers, default=0) >= _FAR_BESIDE * value
        and not any(largest_kept < number < _FAR_BESIDE * value for number in numbers)
        and not any(value <= number <= largest_kept for number in (*sizes, *go_with_bounds))
    )


def modest_numbers(workload: Workload, largest_kept: int) -> list[int]:
    """Numbers beyond short ones that stay by `largest_kept`, see `shrunk`."""
    found = (one.value for one in workload.arguments if _is_small(one, workload, largest_kept))
    return [value for value in found if type(value) is int and value > SHORT]


def have_bounds(workload: Workload) -> bool:
    """Whether values have bounds that may be raised to a power."""
    return any(
        type(one.high) is int and type(one.low) is int and one.low >= 0 and one.high > FEW for one in workload.arguments
    )


def have_values(workload: Workload) -> bool:
    """The same, or whether nothing says which whole numbers there are."""
    return have_bounds(workload) or any(map(_are_usual, workload.arguments))


def _are_usual(argument: Argument) -> bool:
    """Whether nothing says which whole numbers it has."""
    element = argument.type
    while element.name in _SEQUENCES and element.arguments:
        element = element.arguments[0]
    return argument.high is None and element.name == "int" and not argument.has_value


def exponent(small: Workload, whole: Workload, offsets: Offsets = _NO_OFFSETS, largest_kept: int = SHORT) -> float:
    """What sizes were raised to, in the middle: lengths are whole numbers, and small ones stay as they are."""
    logs = [0.0, 0.0]
    kept = _kept(whole)
    for one, other in zip(small.arguments, whole.arguments, strict=True):
        behind = _offset(other, offsets)
        pairs = list(zip(_numbers(_moved(one, -behind)), _numbers(_moved(other, -behind)), strict=True))
        for number, larger in pairs[:-1] if _is_small(other, whole, largest_kept) else pairs:
            if larger > FEW and larger not in kept:
                logs[0] += math.log2(min(number, 10**300))
                logs[1] += math.log2(min(larger, 10**300))
    return logs[0] / logs[1] if logs[1] else 1.0


def _offset(argument: Argument, offsets: Offsets) -> int:
    """What the unit takes off the argument's number; 0 where that is no larger."""
    taken = offsets.get(argument.name or "", 0)
    return taken if type(argument.value) is int and argument.value > taken else 0


def _moved(argument: Argument, by: int) -> Argument:
    return replace(argument, value=argument.value + by) if by and type(argument.value) is int else argument


def _kept(workload: Workload) -> frozenset[int]:
    """Inner sizes that stay: short ones that nothing else is as large as, which might have to go with them."""
    inner, others = set[int](), set[int]()
    for argument in workload.arguments:
        sizes = list(argument.type.shape or argument.sizes)
        short = {size for size in sizes[1:] if size <= SHORT and _OUTER * size <= sizes[0]}
        inner |= short
        others |= set(_numbers(argument)) - short
    return frozenset(inner - others)


def _numbers(argument: Argument) -> list[int]:
    """Sizes, and the value of a whole number that goes with them."""
    sizes = list(argument.type.shape or argument.sizes)
    if argument.type.name in TABLES:
        sizes = sizes[:1]
    return [*sizes, abs(argument.value)] if type(argument.value) is int and not argument.kept else sizes


def _argument(
    argument: Argument, exponent: float, sizes: list[int], values: bool, lengths: frozenset[int], most_values: int
) -> Argument:
    """
    Args:
        sizes: of all arguments, those that are shrunk; lengths: those that stay.
        most_values: up to so many different values stay.
    """
    value, low, high = argument.value, argument.low, argument.high
    few = argument.values
    if values and _are_usual(argument):
        low, high = DEFAULT_INTEGERS
    if type(value) is int and not argument.kept:
        # The last place of something stays that.
        is_last = value > 0 and value + 1 in sizes
        smaller = shrunk_number(value + 1, exponent) - 1 if is_last else shrunk_number(value, exponent)
        value = smaller if is_last else _of_one_kind(smaller, value)
    if type(high) is int and type(low) is int and low >= 0:
        like = [size for size in sizes if _is_like(high, size)]
        said = min(argument.values or high, high - low + 1)
        recur = _recur(argument, said)
        if like or values or (recur and not _are_values(argument.type)):
            # What was an index stays one.
            most = min((shrunk_number(size, exponent) - 1 for size in like if size > high), default=high)
            high = min(shrunk_number(high, exponent), most)
            low = min(shrunk_number(low, exponent), high)
        elif recur:
            few = max(shrunk_number(said, exponent), min(said, most_values))
    elif high is None and (usual := _usual_values(argument.type)):
        said = min(argument.values or usual, usual)
        few = max(shrunk_number(said, exponent), min(said, most_values)) if _recur(argument, said) else few
    type_: TypeExpression = argument.type
    if type_.shape:
        # A table keeps its columns: they have names that the unit may ask for. Those of a covariance are as many as its
        # rows.
        kept = 1 if type_.name in TABLES and not is_square(type_) else len(type_.shape)
        shape = [length if length in lengths else shrunk_number(length, exponent) for length in type_.shape[:kept]]
        type_ = replace(type_, shape=(*shape, *type_.shape[kept:]))
    shrunk_sizes = tuple(size if size in lengths else shrunk_number(size, exponent) for size in argument.sizes)
    days = argument.days
    # Where nothing else shrinks, what is asked about is the same call.
    if exponent < 1 and sizes and not argument.keeps_days and _may_hold_moments(argument):
        days = shrunk_number(days or DAYS, exponent)
    return replace(argument, type=type_, sizes=shrunk_sizes, value=value, low=low, high=high, values=few, days=days)


def _recur(argument: Argument, values: int) -> bool:
    """Whether each of the values is there several times, and small runs with all of them would not show it."""
    most = max(argument.type.shape or argument.sizes, default=0)
    return values >= _SEVERAL and _RECURRING * values <= most and _DRAWN_OTHERWISE.isdisjoint(argument.qualifiers)


def _usual_values(said: TypeExpression) -> int:
    """How many different values are drawn where nothing says from which; 0 where they are no whole numbers."""
    while said.name in _SEQUENCES and said.arguments:
        said = said.arguments[0]
    return DEFAULT_INTEGERS[1] - DEFAULT_INTEGERS[0] + 1 if said.name == "int" else 0


def _may_hold_moments(argument: Argument) -> bool:
    """Whether it holds several moments: themselves, as texts, or within instances, of a method's too."""
    if argument.has_value or argument.type.name in _MOMENTS:
        return False
    leaves = argument.type.leaves()
    return argument.type.name == ITEMS or any(leaf.name in _MOMENTS or is_unknown(leaf) for leaf in leaves)


def _are_values(said: TypeExpression) -> bool:
    """Whether its whole numbers stand by themselves, or beside what is none."""
    element = said.arguments[0] if said.name in _SEQUENCES and said.arguments else said
    return element.name == "int" or (element.name == "tuple" and any(part.name != "int" for part in element.arguments))


def _is_like(bound: int, size: int) -> bool:
    """Whether a bound of values is about a size: an index, a rank, a node's number."""
    return size // 2 <= bound <= 2 * size


def _of_one_kind(number: int, whole: int) -> int:
    """The number, or the next smaller one that is odd or a prime as the whole is: functions may take no others."""
    if whole < _MANY or number == whole or number <= FEW or whole % 2 == 0:
        return number
    number -= 1 - number % 2
    if whole >= _LARGEST or not is_prime(whole):
        return number
    return next(one for one in range(number, 1, -1) if is_prime(one))


def shrunk_number(number: int, exponent: float) -> int:
    if abs(number) <= FEW or exponent >= 1:
        return number
    size = max(float(FEW), round(min(abs(number), 10**300) ** exponent))
    return int(size) if number > 0 else -int(size)
