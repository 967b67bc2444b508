"""Parts of arguments' types, and others in their place."""

from __future__ import annotations

import pytest

from perfcast.workload import parse
from perfcast.workload.language.parts import Part, parts, sizes_at, with_part
from perfcast.workload.language.workload import TypeExpression

STR = TypeExpression("str")


def one(text):
    (argument,) = parse(text).arguments
    return argument


def test_parts_come_with_where_they_stand():
    found = {path: str(type_) for path, type_ in parts(one("x: list[{a: int, b: str}] * 5"))}
    assert found == {(): "list[{a: int, b: str}]", (0,): "{a: int, b: str}", (0, 0): "int", (0, 1): "str"}


def test_what_a_union_offers_and_what_is_counted_stay_whole():
    assert [path for path, _ in parts(one("x: 'a' | 'b'"))] == [()]
    assert [path for path, _ in parts(one("x: Counter[str] * 4"))] == [()]
    assert [path for path, _ in parts(one("x: TextIO[json[list[int]]] * 4"))] == [()]


def test_what_only_says_how_a_text_is_written_is_no_part():
    found = [(path, str(type_)) for path, type_ in parts(one("x: csv[{n: label}, ';'] * 9"))]
    assert found == [((), "csv[{n: label}, ';']"), ((0,), "{n: label}"), ((0, 0), "label")]
    assert [str(leaf) for leaf in one("x: csv[{n: label}, ';'] * 9").type.leaves()] == ["label"]


@pytest.mark.parametrize(
    ("text", "path", "part", "changed"),
    [
        ("x: int = 10", (), Part(STR, (9,)), "x: str * 9 in 'a'..'z'"),
        ("x: list[int] * 100 in 0..5", (0,), Part(STR), "x: list[str] * 100 in 'a'..'z'"),
        ("x: list[int] * 100 in 0..5", (), Part(STR, (100,)), "x: str * 100 in 'a'..'z'"),
        ("x: list[list[int]] * 8 * 9", (0,), Part(STR, (7,)), "x: list[str] * 8 * 7 in 'a'..'z'"),
        ("x: tuple[int, list[int]] * 6", (0,), Part(STR), "x: tuple[str, list[int]] * 8 * 6 in 'a'..'z'"),
        ("x: dict[str, int] * 50", (1,), Part(STR), "x: dict[str, str] * 50 in 'a'..'z'"),
        ("x: {a: int}", (0,), Part(STR, like="a-1"), "x: {a: str} like 'a-1'"),
        ("x: str * 10 in 'a'..'z'", (), Part(TypeExpression("digits")), "x: digits"),
        ("x: int = 1", (), Part(TypeExpression("bytes"), (3,), alphabet=("0", "9")), "x: bytes * 3 in '0'..'9'"),
    ],
)
def test_another_part_takes_the_place(text, path, part, changed):
    found = with_part(one(text), path, part)
    assert str(found) == changed
    assert str(one(changed)) == changed


def test_keys_have_no_sizes():
    argument = one("x: dict[str, list[int]] * 5 * 6")
    assert sizes_at(argument, (0,)) == ()
    assert sizes_at(argument, (1,)) == (6,)
    assert str(with_part(argument, (0,), Part(TypeExpression("label")))) == "x: dict[label, list[int]] * 5 * 6"
