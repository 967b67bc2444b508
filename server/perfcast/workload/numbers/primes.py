"""Primes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

#: By which powers of these, numbers below are told apart without a doubt; beyond, they are left as they are.
_BASES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_BEYOND: Final = 1 << 64


def is_prime(number: float) -> bool:
    """Whether a number below 2 ** 64 is prime."""
    if not number >= _BASES[0] or any(number % by == 0 for by in _BASES):
        return number in _BASES
    whole = int(number)
    halves = ((whole - 1) & (1 - whole)).bit_length() - 1
    return whole == number and all(_may_be_prime(whole, base, halves) for base in _BASES)


def _may_be_prime(number: int, base: int, halves: int) -> bool:
    """As Miller and Rabin test, of a number that so many halvings leave odd but for one."""
    power = pow(base, (number - 1) >> halves, number)
    if power in {1, number - 1}:
        return True
    for _ in range(halves - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def next_prime(number: int) -> int:
    """The least prime that is not smaller; the number itself where it is too large to tell."""
    found = number
    while found < _BEYOND and not is_prime(found):
        found += 1
    return found if found < _BEYOND else number


def prime_factors(number: int) -> Iterator[int]:
    """In ascending order, each as often as it divides the number; none of numbers below two. By trial division."""
    factor = 2
    while factor * factor <= number:
        while number % factor == 0:
            yield factor
            number //= factor
        factor += 1 if factor == 2 else 2
    if number > 1:
        yield number
