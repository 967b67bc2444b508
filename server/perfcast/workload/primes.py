"""Primes."""

from __future__ import annotations


def is_prime(number: float) -> bool:
    """By trial division, which takes as many steps as the number's root."""
    return number > 1 and all(number % by for by in range(2, int(number**0.5) + 1))


def next_prime(number: int) -> int:
    """The least prime that is not smaller."""
    while not is_prime(number):
        number += 1
    return number
