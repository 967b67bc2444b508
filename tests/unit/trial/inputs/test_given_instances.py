"""Instances that functions and constructors are given hold something, where their class's methods put it there."""

from __future__ import annotations

import sys

import pytest

from tests.unit.trial.interpreting import peak_of

_CLASSES = """

class Cart:
    def __init__(self):
        self.items: list[Item] = []

    def add(self, item: Item) -> None:
        self.items.append(item)


@dataclass
class Item:
    sku: str
    price: float


class Checkout:
    def __init__(self, cart: Cart) -> None:
        self.cart = cart

    def names(self):
        return [one.sku.upper() for one in self.cart.items]


from dataclasses import dataclass
"""

#: Texts made by ``str.upper`` have room for more characters, up to Python 3.11.
_UPPER_KEEPS_ROOM = sys.version_info < (3, 12)


@pytest.mark.parametrize(
    ("function", "measured"),
    [
        ("def receipt(cart: Cart):\n    return '\\n'.join(f'{i.sku:<20}{i.price:>10.2f}' for i in cart.items)", 12_040),
        ("def count(cart: Cart):\n    return list(cart.items)", 856),
        # What holds one was given it.
        ("def names(checkout: Checkout):\n    return checkout.names()", 6_880 if _UPPER_KEEPS_ROOM else 6_010),
    ],
)
def test_what_is_given_holds_something(function: str, measured: int) -> None:
    workload = "checkout: Checkout" if "checkout:" in function else "cart: Cart"
    assert peak_of(function + _CLASSES, workload) == pytest.approx(measured, rel=0.1)


_STORE = """

class Store:
    def __init__(self):
        self.of = []

    def add(self, {parameters}) -> None:
        self.of.append({kept})


import socket
from datetime import datetime
"""


def test_what_takes_something_that_nobody_can_make_stays_empty() -> None:
    store = _STORE.format(parameters="conn: socket.socket, n: int", kept="conn")
    assert peak_of("def count(s: Store):\n    return bytearray(1000 * len(s.of))" + store, "s: Store") < 200


def test_moments_are_spread_over_the_days_of_the_call() -> None:
    store = _STORE.format(parameters="at: datetime", kept="at")
    count = "def count(s: Store, n):\n    return bytearray(1000 * len({one.date() for one in s.of}))"
    found = peak_of(count + store, "s: Store over 3 days; n: int = 3")
    assert found == pytest.approx(3_000, rel=0.1)


def test_few_are_put_there_where_nobody_says_how_many() -> None:
    store = _STORE.format(parameters="n: int", kept="n")
    count = "def count(s: Store, xs: list[int]):\n    return bytearray(1000 * len(s.of))"
    assert peak_of(count + store, "s: Store; xs: list[int] * 900") == pytest.approx(100_000, rel=0.05)


def test_what_turns_everything_down_stays_empty() -> None:
    classes = _CLASSES.replace("        self.items.append(item)", "        raise ValueError(self.items.append(item))")
    assert peak_of("def count(cart: Cart):\n    return list(cart.items)" + classes, "cart: Cart") < 100
