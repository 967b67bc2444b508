"""Instances that functions and constructors are given hold something, where their class's methods put it there."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("function", "measured"),
    [
        ("def receipt(cart: Cart):\n    return '\\n'.join(f'{i.sku:<20}{i.price:>10.2f}' for i in cart.items)", 12_040),
        ("def count(cart: Cart):\n    return list(cart.items)", 856),
        # What holds one was given it.
        ("def names(checkout: Checkout):\n    return checkout.names()", 6_880),
    ],
)
def test_what_is_given_holds_something(function: str, measured: int) -> None:
    workload = "checkout: Checkout" if "checkout:" in function else "cart: Cart"
    assert peak_of(function + _CLASSES, workload) == pytest.approx(measured, rel=0.1)


def test_what_turns_everything_down_stays_empty() -> None:
    classes = _CLASSES.replace("        self.items.append(item)", "        raise ValueError(self.items.append(item))")
    assert peak_of("def count(cart: Cart):\n    return list(cart.items)" + classes, "cart: Cart") < 100
