"""What units are supposed to be called with that nobody calls."""

from __future__ import annotations

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import Trials
from perfcast.trial.observing.observer import Observer
from perfcast.trial.observing.supposed_instances import Suppositions
from perfcast.trial.process.worker import observe
from perfcast.workload import parse

CART = """
    class Owner:
        def __init__(self, code):
            self.letter, self.number = code.split("/")
            if len(self.letter) != 1:
                raise ValueError(code)

    class Cart:
        def __init__(self, owner):
            self.owner, self.things = owner, []

        def put(self, name, price):
            self.things.append((name, price))

        def tag(self):
            return self.owner.letter

        @property
        def label(self):
            return self.owner.number

        @staticmethod
        def of(owner):
            return owner.letter
    """
REPORT = """
    def total(cart):
        return sum(price for _, price in cart.things)

    def titled(owner, title):
        return title + owner.letter

    def longest(carts):
        return max(carts, key=lambda cart: len(cart.things))

    def shelved(cart: "Cart", shelves: list[int]):
        return [cart.things for _ in shelves]

    def doubled(nums):
        return [2 * n for n in nums]
    """
TEST = """
    from shop.cart import Cart, Owner

    class TestCart:
        def setup_method(self):
            self.owner = Owner("a/1")

        def test_put(self):
            cart = Cart(self.owner)
            for i in range(20):
                cart.put("a", i)
            assert cart.things
    """
FILES = {"shop/__init__.py": "", "shop/cart.py": CART, "shop/report.py": REPORT}
SIZE = 100
#: No owner of the class can be made up, and without one nothing tells a number from a text.
MADE_UP_OWNER = "owner: {.letter: float}; title: float"


def opened(folder, name):
    path = folder / "shop" / name
    return SourceFile.parse_tolerant(path.read_text(), home=Place.of(path, [folder]))


def supposed(folder, unit, name="report.py"):
    file = opened(folder, name)
    return str(Suppositions(file.home, file).of(file.unit(unit), SIZE).with_classes)


def found(folder, name="report.py"):
    file = opened(folder, name)
    return observe(file.home, {unit.name: file.normal_form(unit) for unit in file.units}, SIZE).calls


def test_parameters_are_of_classes_of_other_files(project_of):
    folder = project_of(FILES)
    assert supposed(folder, "total") == "cart: shop.cart.Cart"
    assert supposed(folder, "longest") == "carts: list[shop.cart.Cart] * 10"
    assert supposed(folder, "shelved") == "cart: shop.cart.Cart; shelves: list[int] * 100 in 0..1000"
    assert supposed(folder, "doubled") == "nums: list[int] * 100 in 0..1000"


def test_trial_runs_make_instances_of_classes_by_their_dotted_names(project_of):
    folder = project_of(FILES)
    file = opened(folder, "report.py")
    trials = Trials(file.normal_form(file.unit("total")), file.home)
    assert trials.comes_to_an_end(parse("cart: shop.cart.Cart"))
    assert str(folder / "shop" / "cart.py") in trials.followed
    assert not trials.comes_to_an_end(parse("cart: shop.cart.Basket"))
    assert not trials.comes_to_an_end(parse("cart: shop.nowhere.Cart"))


def test_units_that_nobody_calls_take_instances_of_the_projects_classes(project_of):
    calls = found(project_of(FILES))
    assert calls["total"].sized == "cart: shop.cart.Cart"
    assert calls["total"].caller is None
    assert calls["titled"].sized.startswith("owner: {.letter: "), "no owner of the class can be made up"
    assert "doubled" not in calls, "what its own file suggests will do"


def test_instances_that_tests_make_come_before_those_that_are_made_up(project_of):
    calls = found(project_of(FILES | {"tests/test_cart.py": TEST}))
    assert calls["total"].sized == "cart: Cart"
    assert calls["titled"].workload == "owner: Owner"
    assert calls["titled"].sized == "owner: Owner; title: str * 10 in 'a'..'z'"
    assert calls["titled"].caller.script.endswith(
        "TestCart.test_put: from shop.report import titled as _perfcast_unit; _perfcast_unit(owner=cart.owner)"
    )


def test_methods_are_called_for_instances_that_tests_make(project_of):
    calls = found(project_of(FILES | {"tests/test_cart.py": TEST}), "cart.py")
    assert calls["Cart.put"].caller.script == "TestCart.test_put", "which is called itself"
    assert calls["Cart.tag"].caller.script.endswith(": cart.tag()")
    assert calls["Cart.label"].caller.script.endswith(": cart.label")


def test_a_lent_instance_is_as_its_test_has_left_it(project_of):
    folder = project_of(FILES | {"tests/test_cart.py": TEST})
    file = opened(folder, "report.py")
    call = found(folder)["total"]
    trials = Trials(file.normal_form(file.unit("total")), Place(**{**vars(file.home), "caller": call.caller}))
    lent = trials.estimate(parse(call.sized))
    made_up = Trials(file.normal_form(file.unit("total")), file.home).estimate(parse("cart: shop.cart.Cart"))
    assert lent[1] < made_up[1] - 1, "twenty things take less than a hundred that are made up"


def test_what_asks_for_nothing_is_lent_nothing(project_of):
    folder = project_of(FILES | {"tests/test_cart.py": TEST})
    file = opened(folder, "cart.py")
    observer = Observer(file.home, [unit.name for unit in file.units])
    observer.observed()
    for name in ("Cart.of", "Cart.__init__"):
        unit = file.unit(name)
        assert not list(observer.lent(unit, parse("owner: int = 1"))), name


def test_files_that_cannot_be_imported_by_a_name_lose_nothing(project_of):
    report = (
        REPORT
        + """
    if __name__ == "__main__":
        doubled([1, 2])
    """
    )
    folder = project_of(FILES | {"shop/01-report.py": report, "tests/test_cart.py": TEST})
    calls = found(folder, "01-report.py")
    assert calls["doubled"].workload == "nums: list[int] * 2 in 1..2"
    assert calls["titled"].caller is None, "nothing is lent"
    assert calls["titled"].workload == MADE_UP_OWNER


def test_names_that_code_cannot_say_are_passed_by(project_of):
    test = """
    from shop.cart import Cart, Owner

    def test_it():
        cart = Cart(Owner("a/1"))
        setattr(cart, "class", Owner("b/2"))
        vars(cart)["no name"] = Owner("c/3")
        assert cart
    """
    calls = found(project_of(FILES | {"tests/test_cart.py": test}))
    assert calls["titled"].caller.script.endswith("(owner=cart.owner)")


def test_another_class_of_the_name_is_not_lent(project_of):
    test = """
    class Owner:
        letter = "z"

    def test_it():
        owner = Owner()
        assert owner
    """
    titled = found(project_of(FILES | {"tests/test_cart.py": test}))["titled"]
    assert titled.caller is None and titled.workload == MADE_UP_OWNER


def test_private_methods_are_lent_instances(project_of):
    cart = (
        CART
        + """
    class Box:
        def __init__(self, code):
            self.number = code.index("a/1")

        def __secret(self):
            return self.number
    """
    )
    test = "from shop.cart import Box\n\ndef test_it():\n    box = Box('a/1')\n    assert box\n"
    calls = found(project_of(FILES | {"shop/cart.py": cart, "tests/test_box.py": test}), "cart.py")
    assert calls["Box.__secret"].caller.script.endswith(": box._Box__secret()")


def test_a_parametrized_test_is_one_lender(project_of):
    test = """
    import pytest
    from shop.cart import Cart, Owner

    @pytest.mark.parametrize("n", [1, 2, 3])
    def test_many(n):
        cart = Cart(Owner("a/1"))

    def test_last():
        cart = Cart(Owner("b/2"))
    """
    folder = project_of(FILES | {"tests/test_cart.py": test})
    file = opened(folder, "report.py")
    observer = Observer(file.home, [unit.name for unit in file.units])
    observer.observed()
    lent = [one.caller.script for one in observer.lent(file.unit("total"), parse("cart: shop.cart.Cart"))]
    assert [name.partition(":")[0].split()[-1] for name in lent] == ["test_many", "test_last"]


def test_what_a_file_imports_decides_which_class_is_meant(project_of):
    imported = "from {} import Cart\n\ndef count(cart: Cart):\n    return len(cart.things)\n"
    folder = project_of(FILES)
    for module, name in (("elsewhere", "Cart"), (".cart", "shop.cart.Cart"), ("shop", "shop.cart.Cart")):
        (folder / "shop" / "report.py").write_text(imported.format(module))
        assert supposed(folder, "count") == f"cart: {name}", module


def test_suppositions_rest_on_the_files_of_the_classes(project_of):
    folder = project_of(FILES)
    file = opened(folder, "report.py")
    seen = observe(file.home, {"total": file.normal_form(file.unit("total"))}, SIZE)
    assert str(folder / "shop" / "cart.py") in seen.read
