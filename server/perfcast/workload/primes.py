"""Primes."""

from __future__ import annotations


def is_prime(number: float) -> bool:
    """By trial division, which takes as many steps as the number's root."""
    return number > 1 and all(number % by for by in range(2, int(number**0.5) + 1))
