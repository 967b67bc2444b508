"""What code learns of hints: of functions, classes and the fields of dataclasses."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run, time_of

GIVEN = """
import inspect
from dataclasses import dataclass, field, fields
from typing import Annotated, ClassVar, Optional, get_args, get_type_hints
class Other: pass
class Base:
    name: str
    nested: "list[Other]"
class A(Base):
    size: int = 3
    other: "Other | None" = None
    noted: Annotated[int, "more"] = 1
@dataclass
class D:
    name: str
    size: int = 3
    tags: list[str] = field(default_factory=list)
class Further(A): pass
def f(a: int, b: "list[int]" = (), *rest: float, c: Optional[str] = None) -> None: pass
"""


@pytest.mark.parametrize(
    "expression",
    [
        "get_type_hints(D)['size'] is int, list(get_type_hints(D)), get_type_hints(D)['tags'] == list[str]",
        "list(get_type_hints(f).items())[:2] == [('a', int), ('b', list[int])]",
        "get_type_hints(f)['return'] is type(None)",
        "list(A.__annotations__), Base.__annotations__['name'] is str, Base.__annotations__['nested']",
        "f.__annotations__['a'] is int, f.__annotations__['b'], 'return' in f.__annotations__",
        "[one.type for one in fields(D)] == [str, int, list[str]]",
        "[p.annotation for p in inspect.signature(f).parameters.values()][:3] == [int, 'list[int]', float]",
        "inspect.signature(f).return_annotation, inspect.getfullargspec(f).annotations['a'] is int",
        "inspect.signature(lambda x: x).return_annotation is inspect.Signature.empty",
        "[D.__annotations__ is D.__annotations__, Other.__annotations__]",
        "list(A().__annotations__), list(Further().__annotations__), hasattr(Other(), '__annotations__')",
    ],
)
def test_they_are_as_in_python(expression):
    source = f"{GIVEN}found = {expression}\n"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    [
        "list(get_type_hints(A)) == ['name', 'nested', 'size', 'other', 'noted']",
        "get_type_hints(A)['noted'] is int",
        "get_args(get_type_hints(A)['nested'])[0] is Other",
        "get_args(get_type_hints(A)['other']) == (Other, type(None))",
    ],
)
def test_texts_are_evaluated_where_they_stand(expression):
    assert interpreted(f"{GIVEN}found = {expression}\n") is True


@pytest.mark.parametrize(
    "expression",
    ["get_type_hints(len)", "get_type_hints(A, include_extras=True)", "get_type_hints(f, {'Optional': 3})"],
)
def test_what_is_not_known_of_them(expression):
    with pytest.raises(Unsupported):
        interpreted(f"{GIVEN}found = {expression}\n")


@pytest.mark.parametrize("first", ["", "from __future__ import annotations\n"])
def test_where_hints_stay_texts_they_are_so(tmp_path, first):
    text = (
        f"{first}from dataclasses import dataclass, fields\nfrom typing import get_type_hints\n"
        "@dataclass\nclass D:\n    size: int\n"
        f"def unit(n):\n    is_text = {bool(first)}\n    said = 'int' if is_text else int\n"
        "    return [1 // (fields(D)[0].type == said and get_type_hints(D)['size'] is int) for k in range(n)]\n"
    )
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse(text)
    row = Trials(file.normal_form(file.unit("unit")), Place.of(tmp_path / "a.py")).estimate(parse("n: int = 50"))
    assert row[NAMES.index("trial_runs")] >= 1 and not row[NAMES.index("trial_raised")]


def test_none_is_no_text_that_has_to_be_parsed():
    def time(hint):
        asking = "def f(n):\n    for _ in range(n): get_type_hints(of)\n"
        return time_of(f"{asking}def of(a: {hint}): pass\nfrom typing import get_type_hints\n", "n: int = 1000")

    assert time("None") == pytest.approx(time("int"), rel=0.1)
    # Measured: 5.9 us beside 1.0.
    assert time("'None'") > 3 * time("None")
