"""Classes of a project's other files that parameters are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source.classes.implied_classes import Asked
from perfcast.source.locations.place import Place
from perfcast.trial.observing.project_classes import Found, ProjectClasses

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": """
        class Cart:
            def __init__(self, owner):
                self.owner, self.things = owner, []
            def put(self, thing): ...

        class FastCart(Cart):
            def put(self, thing): ...
        """,
    "shop/parts/__init__.py": "class Part: ...\n",
    "shop/parts/shelf.py": "class Shelf:\n    height = 1\n",
    "shop/parts/wall.py": "class Shelf:\n    width = 1\n",
    "shop/report.py": "def total(cart): ...\n",
    "tests/test_cart.py": "class Basket:\n    things = 1\n",
}


@pytest.fixture
def classes(project_of) -> ProjectClasses:
    return ProjectClasses(Place.of(project_of(FILES) / "shop" / "report.py"))


def asked(parameter: str, itself: str = "", elements: str = "") -> Asked:
    return Asked(parameter, frozenset(itself.split()), frozenset(elements.split()))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (asked("cart", "things"), "shop.cart.Cart"),
        (asked("fast_cart", "things put"), "shop.cart.FastCart"),
        (asked("cart"), "shop.cart.Cart"),
        (asked("cart", "price"), None),
        (asked("c", "things put owner"), "shop.cart.Cart"),
        (asked("c", "things put"), None),
        (asked("c"), None),
        (asked("part"), "shop.parts.Part"),
        (asked("shelf", "height"), None),
        (asked("basket", "things"), None),
    ],
    ids=[
        "by name and what it is asked for",
        "what its base sets counts",
        "by name alone",
        "it has no such thing",
        "by much that it is asked for, the base of those that have it",
        "by little that it is asked for",
        "nothing says",
        "of a package itself",
        "two have the name",
        "of a test",
    ],
)
def test_a_parameter_is_of_the_only_class_that_fits(classes, question, name):
    assert classes.of_parameter(question) == (None if name is None else Found(name))


def test_a_parameter_in_the_plural_holds_several(classes):
    assert classes.of_parameter(asked("carts", elements="things")) == Found("shop.cart.Cart", several=True)


def test_names_of_classes_are_told_in_full(classes):
    assert classes.named("FastCart") == Found("shop.cart.FastCart")
    assert classes.named("Shelf") is None
    assert classes.named("int") is None


def test_of_two_with_a_name_the_one_beside_the_file_is_meant(project_of):
    files = FILES | {"shop/shelf.py": "class Shelf: ..."}
    place = Place.of(project_of(files) / "shop" / "report.py")
    assert ProjectClasses(place).named("Shelf") == Found("shop.shelf.Shelf")


def test_what_cannot_be_imported_by_its_name_is_left_out(project_of):
    folder = project_of({"a/tool.py": "class Tool: ...", "b/use.py": "def f(tool): ..."})
    assert ProjectClasses(Place.of(folder / "b" / "use.py")).named("Tool") is None


def test_files_that_do_not_parse_define_nothing(project_of):
    folder = project_of({"tool.py": "class Tool: ...\n)", "use.py": "def f(tool): ..."})
    assert ProjectClasses(Place.of(Path(folder) / "use.py")).of_parameter(asked("tool")) is None
