"""What may stand in the place of what was made up, by the error that it leads to."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload import parse
from perfcast.workload.corrections.clues import Clues, clues_in
from perfcast.workload.corrections.corrections import LeftOut, corrections

NONE = Clues()
DAYS = Clues(texts=(("monday", "friday"),))


def corrected(text, failure, clues=NONE, free=("x", "y")):
    return [str(one) for one in corrections(parse(text), failure, clues, free)]


@pytest.mark.parametrize(
    ("text", "failure", "first"),
    [
        ("x: int = 10", "AttributeError: 'int' object has no attribute 'lower'", "x: str * 10 in 'a'..'z'"),
        ("x: list[int] * 1000", "AttributeError: 'list' object has no attribute 'strip'", "x: str * 1000 in 'a'..'z'"),
        ("x: list[int] * 9", "AttributeError: 'int' object has no attribute 'weight'", "x: list[{.weight: float}] * 9"),
        ("x: {.a: int}", "AttributeError: price", "x: {.a: int, .price: float}"),
        ("x: {a: int}", "KeyError: price", "x: {a: int, price: float}"),
        ("x: dict[str, int] * 9", "KeyError: count", "x: {count: int}"),
        ("x: dict[str, int] * 9 in 0..5", "KeyError: ", "x: dict[int, int] * 9 in 0..5"),
        ("x: dict[str, int] * 9", "AttributeError: 'dict' object has no attribute 'groupby'", "x: DataFrame[1000, 3]"),
        ("x: int = 10", "TypeError: 'int' object is not iterable", "x: list[str] * 1000 in 'a'..'z'"),
        (
            "x: list[str] * 5",
            "TypeError: list indices must be integers or slices, not str",
            "x: dict[str, str] * 5 in 'a'..'z'",
        ),
        ("x: {.a: str}", 'TypeError: can only concatenate str (not "list") to str', "x: {.a: list[str]} in 'a'..'z'"),
        ("x: int = 10", "TypeError: a bytes-like object is required, not 'int'", "x: bytes * 10"),
        (
            "points: list[list[int]] * 1000 * 2 in 0..9",
            "TypeError: unhashable type: 'list'",
            "points: list[tuple[int, int]] * 1000 in 0..9",
        ),
        (
            "rows: list[list[int]] * 32 * 32 in 0..9",
            "TypeError: unhashable type: 'list'",
            "rows: list[tuple[int, int]] * 32 in 0..9",
        ),
        ("x: dict[str, int] * 9", "TypeError: unhashable type: 'slice'", "x: str * 9 in 'a'..'z'"),
        ("x: list[str] * 9 * 4", "TypeError: 'list' object is not an iterator", "x: Iterator[str] * 9 in 'a'..'z'"),
        ("x: list[int] * 9", "TypeError: cannot unpack non-iterable int object", "x: list[list[str]] * 9 in 'a'..'z'"),
        ("x: list[int] * 9", "ValueError: too many values to unpack (expected 2)", "x: tuple[int, int]"),
        ("x: str * 9", "ValueError: invalid literal for int() with base 10: 'abc'", "x: digits"),
        ("x: bytes * 1000", "error: unpack requires a buffer of 6 bytes", "x: bytes * 996"),
        (
            "x: bytes * 1000",
            "error: unpack_from requires a buffer of at least 14 bytes for unpacking 7 bytes at offset 7 "
            "(actual buffer size is 10)",
            "x: bytes * 994",
        ),
        (
            "x: str * 9",
            "ValueError: time data 'abc' does not match format '%Y%m%d'",
            "x: timestamp like '%Y%m%d'",
        ),
        ("x: bytes * 9", "UnicodeDecodeError: ", "x: bytes * 9 in 'a'..'z'"),
        ("x: object", "Unsupported: Unknown.price", "x: {.price: float}"),
        ("x: str * 9", "ValueError: not an integer", "x: int in 1..10"),
        ("x: int = 10", "TypeError: name must be a string, not int", "x: str * 10 in 'a'..'z'"),
        ("x: str * 9", "TypeError: expected bytes", "x: bytes * 9"),
        ("x: list[int] * 9", "ValueError: bytes must be in range(0, 256)", "x: bytes * 9"),
        ("x: int", "ValueError: not a uint8", "x: int in 0..255"),
        ("x: int", "ValueError: level must be between 1 and 9", "x: int in 1..9"),
        ("x: float", "ValueError: share not in the range [0.0, 0.5]", "x: float in 0.0..0.5"),
        ("x: TextIO", "TypeError: string argument expected, got 'bytes'", "x: BinaryIO"),
        ("x: str * 9", "StreamError: Non-hexadecimal digit found", "x: str * 9 in '0'..'9'"),
        ("x: int = 9", "TypeError: Cannot mix str and non-str arguments", "x: str * 10 in 'a'..'z'"),
        ("x: int = 9", "AttributeError: 'bool' object has no attribute 'sum'", "x: float64[1000]"),
        ("x: list[int] * 9", "TypeError: only integer scalar arrays can be converted", "x: float64[9]"),
        ("x: list[int] * 9", "TypeError: unsupported operand type(s) for -: 'list' and 'list'", "x: float64[9]"),
        ("x: float64[9]", "IndexError: arrays used as indices must be of integer type", "x: int64[9]"),
        ("y: float64[9]", "AttributeError: y must be an integer array.\nFound float64", "y: int64[9] in 0..1"),
        ("y: float64[9]", "ValueError: Expected integer labels, got float64", "y: int64[9] in 0..1"),
        ("x: torch.float32[9]", "RuntimeError: expected index to be of integral type", "x: torch.int64[9]"),
        ("x: str * 9", "JSONDecodeError: Expecting value", "x: json[dict[str, label]] * 1000 in 'a'..'z'"),
        (
            "x: int = 10",
            "TypeError: 'int' object does not support item assignment",
            "x: dict[str, int] * 1000 in 'a'..'z'",
        ),
        ("x: int = 10", "TypeError: strptime() argument must be str, not int", "x: str * 10 in 'a'..'z'"),
        ("x: int = 10", "LinAlgError: 0-dimensional array given. Array must be two-dim", "x: float64[32, 32]"),
        ("x: float32[1000]", "IndexError: too many indices for array: array is 1-dim", "x: float32[32, 32]"),
        ("x: torch.int64[9]", "IndexError: Dimension out of range (expected", "x: torch.int64[32, 32]"),
        ("x: float64[9]", "ValueError: not enough values to unpack (expected 3, got 1)", "x: float64[32, 32, 32]"),
        ("x: object", "Unsupported: __iter__ of an unknown value", "x: list[str] * 1000 in 'a'..'z'"),
    ],
)
def test_errors_say_what_was_wanted(text, failure, first):
    assert corrected(text, failure)[0] == first


def test_numbers_are_no_tensors_of_no_shape():
    failure = "AttributeError: 'numpy.ndarray' object has no attribute '{}'"
    text = "x: float64[100]; flag: bool"
    for asked in ("groupby", "unsqueeze"):
        found = corrected(text, failure.format(asked), free=("x", "flag"))
        assert found and all("flag: bool" in one for one in found)


def test_what_is_turned_down_may_be_one_of_the_texts_that_code_compares_with():
    assert corrected("x: str * 9", "BadDayError: no such day", DAYS)[0] == "x: 'monday' | 'friday'"
    assert corrected("x: int = 3", "ValueError: no such day", DAYS)[0] == "x: 'monday' | 'friday'"
    assert corrected("x: int = 3", "KeyError: ", DAYS)[0] == "x: 'monday' | 'friday'"
    assert corrected("x: str * 9", "TypeError: no such day", DAYS) == []
    assert corrected("x: str * 9", "AssertionError: ", DAYS) == ["x: 'monday' | 'friday'"]
    assert corrected("version: str * 9", "AssertionError: ") == []


def test_what_has_a_name_is_rather_one_of_the_texts_that_this_is_compared_with():
    clues = Clues(texts=(("red", "blue", "green"), ("monday", "friday")), compared={"day": ("monday", "friday")})
    found = corrected("day: str * 9; hue: str * 9", "BadThingError: no", clues, free=())
    assert found[0] == "day: 'monday' | 'friday'; hue: str * 9"
    assert "day: str * 9; hue: 'red' | 'blue' | 'green'" in found


def test_places_in_one_are_places_in_others():
    found = corrected("x: list[str] * 90; y: list[list[int]] * 32 * 20 in 0..9", "IndexError: list index out of range")
    assert found == ["x: list[str] * 20; y: list[list[int]] * 20 * 20 in 0..9"]


@pytest.mark.parametrize("failure", ["ValueError: no", "KeyError: new", "Unsupported: comparing an unknown value"])
def test_what_is_no_text_may_be_a_member(failure):
    text = "x: object" if failure.startswith("Unsupported") else "x: str * 9"
    assert "x: Status" in corrected(text, failure, Clues(enumerations=("Status",)))


def test_what_is_divided_may_be_what_the_quotient_should_be():
    clues = Clues(asked=frozenset({"quantize"}), called=frozenset({"quantize"}))
    found = corrected("x: int = 9", "AttributeError: 'float' object has no attribute 'quantize'", clues)
    assert found == ["x: Decimal"]


def test_dates_that_are_turned_down_are_written_otherwise():
    found = corrected("x: timestamp", "ValueError: unrecognized date: 2024", Clues(formats=("%d.%m.%Y",)))
    assert found[0] == "x: timestamp like '%d.%m.%Y'"


@pytest.mark.parametrize(
    ("failure", "format_"),
    [
        ("ValueError: Invalid isoformat string: '2024-01-04T15:00:00'", "%Y-%m-%d"),
        ("ValueError: time data '2024-01-04T15:00:00' does not match format '%d.%m.%Y'", "%d.%m.%Y"),
    ],
)
@pytest.mark.parametrize("of", ["list[timestamp]", "csv[tuple[label, timestamp]]"])
def test_dates_among_others_are_written_otherwise_and_the_rest_stays(of: str, failure: str, format_: str) -> None:
    assert corrected(f"x: {of} * 9", failure, free=())[0] == f"x: {of} * 9 like '{format_}'"


def test_a_text_that_says_no_json_says_what_is_asked_for():
    found = corrected("x: str * 9", "JSONDecodeError: Expecting value", Clues(keys=("user", "price")))
    record = "{user: str, price: float}"
    assert found == [f"x: json[{record}] in 'a'..'z'", f"x: json[list[{record}]] * 1000 in 'a'..'z'"]


def test_parts_of_a_text_are_as_many_as_a_call_takes():
    found = corrected("x: str * 9", "TypeError: too many arguments", Clues(separators=(",",)))
    assert found[:3] == ["x: str like '11,11'", "x: str like '11,11,11'", "x: str like '11,11,11,11'"]
    assert "x: str like 'aaaaaa,aaaaaa'" in found


def test_what_is_wrong_with_one_may_be_wrong_with_all():
    found = corrected("x: int = 10; y: int = 10", "TypeError: strptime() argument must be str, not int")
    text = "str * 10 in 'a'..'z'"
    assert found == [f"x: {text}; y: int = 10", f"x: int = 10; y: {text}", f"x: {text}; y: {text}"]


def test_what_is_turned_down_looks_as_the_error_says():
    assert corrected("title: str * 9", "BadNumberError: abc", free=())[0] == "title: digits"
    assert corrected("at: str * 9", "ValueError: bad ip", free=())[0] == "at: str like '`1`0.`1`0.`1`0.`1`0'"
    assert corrected("title: str * 9", "ValueError: no such thing", free=()) == []


@pytest.mark.parametrize("name", ["ZeroDivisionError", "IndexError", "OverflowError", "RuntimeError", "OutOfSteps"])
def test_errors_that_turn_nothing_down_change_no_texts(name):
    assert corrected("version: str * 9", f"{name}: abc", DAYS, free=()) == []
    assert corrected("version: str * 9", "LookupError: abc", DAYS, free=()) != []


def test_what_is_turned_down_looks_as_it_is_called():
    assert corrected("version: str * 10", "ValueError: abc", free=())[0] == "version: str like '1.1.1'"
    assert corrected("x: str * 10", "InvalidDate: no date: abc")[0] == "x: timestamp like '%Y-%m-%d'"
    assert corrected("x: str * 10", "BadColorError: abc")[0] == "x: str like '#111111'"
    assert corrected("x: str * 10", "BadThingError: update") == []


def test_texts_hold_what_they_are_split_at():
    found = corrected(
        "x: list[str] * 9", "ValueError: not enough values to unpack (expected 2)", Clues(separators=("=",))
    )
    assert found[0] == "x: list[str] * 9 like 'aaaaaa=aaaaaa'"


def test_each_part_of_the_type_comes_into_question():
    found = corrected("x: int = 1; y: list[int] * 9", "AttributeError: 'int' object has no attribute 'lower'")
    assert "x: str * 10 in 'a'..'z'; y: list[int] * 9" in found
    assert "x: int = 1; y: list[str] * 9 in 'a'..'z'" in found


def test_keys_stay_as_different_as_they_are():
    found = corrected("x: dict[str, str] * 9", "ValueError: no such day", DAYS)
    assert found == ["x: dict[str, 'monday' | 'friday'] * 9"]


def test_what_is_said_of_a_parameter_holds():
    lacks = "AttributeError: 'int' object has no attribute 'lower'"
    assert corrected("x: int = 1", lacks, free=()) == []
    stamp = "ValueError: time data 'abc' does not match format '%Y'"
    assert corrected("x: str * 9", stamp, free=())[0] == "x: timestamp like '%Y'"


def test_nobody_knows_what_methods_of_unknown_classes_give():
    run = "AttributeError: 'int' object has no attribute 'launch'"
    assert corrected("x: int = 1", run, Clues(called=frozenset({"launch"}))) == []


def test_what_texts_have_too_is_an_attribute_where_it_is_not_called():
    lacks = "AttributeError: 'int' object has no attribute 'title'"
    assert corrected("x: int = 1", lacks)[0] == "x: str * 10 in 'a'..'z'"
    assert corrected("x: int = 1", lacks, Clues(asked=frozenset({"title"})))[0] == "x: {.title: str} in 'a'..'z'"


def test_an_object_has_all_that_its_name_is_asked_for():
    clues = Clues(of_names={"x": ("price", "weight", "label")})
    found = corrected("x: object", "Unsupported: Unknown.weight", clues)[0]
    assert found == "x: {.weight: float, .price: float, .label: str} in 'a'..'z'"


def test_what_is_asked_for_its_type_is_of_one_of_those():
    clues = Clues(types=("Path", "bytes", "dict"))
    found = corrected("x: object", "Unsupported: a type that is not known", clues)
    assert found == ["x: bytes * 10", "x: dict[str, int] * 1000 in 'a'..'z'"]
    assert corrected("x: object", "Unsupported: a type that is not known") == []


def test_what_is_compared_is_a_number_or_a_text():
    found = corrected("price: object", "Unsupported: comparing an unknown value", free=("price",))
    assert found == ["price: float", "price: str * 10 in 'a'..'z'", "price: int in 1..10"]


def test_made_up_keys_are_no_keys():
    assert corrected("x: dict[str, int] * 9", "KeyError: ddumppsamd") == []
    known = Clues(constants=frozenset({"ddumppsamd"}))
    assert corrected("x: dict[str, int] * 9", "KeyError: ddumppsamd", known) != []


def test_errors_that_say_nothing_lead_nowhere():
    assert corrected("x: int = 1", "NotImplementedError: ") == []
    assert corrected("x: int = 1", "ZeroDivisionError: division by zero") == []


def test_values_that_the_author_wrote_stay():
    failure = "ValueError: no such day"
    assert corrected("day: str = 'today'", failure, DAYS, free=()) == []
    assert corrected("day: str * 5", failure, DAYS, free=()) == ["day: 'monday' | 'friday'"]


def test_what_holds_characters_may_hold_records():
    found = corrected("x: str * 9", "TypeError: string indices must be integers, not 'str'", Clues(keys=("kind",)))
    assert "x: list[{kind: str}] * 9 in 'a'..'z'" in found


def test_what_is_merely_tested_is_answered_by_yes_or_no():
    clues = Clues(tested=frozenset({"x"}))
    assert (
        corrected("x: object; y: object", "Unsupported: __len__ of an unknown value", clues)[0] == "x: bool; y: object"
    )


@pytest.mark.parametrize(
    ("failure", "separators", "first"),
    [
        ("ValueError: invalid literal for int() with base 10: 'ab'", (",",), "like '000,'"),
        ("ValueError: not enough values to unpack (expected 2, got 1)", ("=", ";"), "like 'aaaaaa=aaaaaa;'"),
        ("ValueError: not enough values to unpack (expected 3, got 1)", (";", ":"), "like 'aaaaaa:aaaaaa:aaaaaa;'"),
    ],
)
def test_a_text_of_many_parts_stays_one(failure: str, separators: tuple[str, ...], first: str) -> None:
    found = corrected("x: str * 300 in 'a'..'z'", failure, Clues(separators=separators))
    assert found[0] == f"x: str * 300 {first}"


def test_where_nothing_else_separates_there_is_one_of_all_parts() -> None:
    failure = "ValueError: not enough values to unpack (expected 2, got 1)"
    assert corrected("x: str * 300", failure, Clues(separators=("=",)))[0] == "x: str like 'aaaaaa=aaaaaa'"


@pytest.mark.parametrize("failure", ["AssertionError: no path", "ValueError: no path", "RouteError: "])
def test_a_text_begins_as_code_asks_of_what_has_its_name(failure: str) -> None:
    clues = Clues(edges={"x": ("/aaaaaa",), "z": ("aaaaaa.gz",)})
    assert corrected("x: str * 9; y: str * 9", failure, clues)[0] == "x: str like '/aaaaaa'; y: str * 9"


_LEFT_OUT = parse("rows: list[int] * 9; names: list[str] * 9; any: object").arguments


def with_left_out(failure: str, text: str = "x: int = 10") -> list[str]:
    found = corrections(parse(text), failure, NONE, ("x",), optional=_LEFT_OUT[:2])
    return [str(one) for one in found]


def test_what_none_will_not_do_for_is_given() -> None:
    for failure in ("TypeError: 'NoneType' object is not iterable", "AttributeError: 'NoneType' object has no 'a'"):
        assert with_left_out(failure)[0] == "x: int = 10; rows: list[int] * 9"
    given = with_left_out("TypeError: 'NoneType' object is not iterable", "rows: list[int] * 5")
    assert given[0] == "rows: list[int] * 5; names: list[str] * 9"


def test_what_an_error_of_the_code_names_is_given_first() -> None:
    found = with_left_out("ValueError: one of names or rows is needed; names is better")
    assert found[-2:] == ["x: int = 10; rows: list[int] * 9", "x: int = 10; names: list[str] * 9"]
    assert with_left_out("ValueError: names are needed")[-2] == "x: int = 10; names: list[str] * 9"
    assert "x: int = 10; names: list[str] * 9" not in with_left_out("KeyError: names")


def test_what_code_asks_about_comes_after_the_rest() -> None:
    left_out = LeftOut.of(_LEFT_OUT, {"names": True, "rows": False, "any": False})
    assert [[one.name for one in group] for group in left_out.groups] == [["rows"], ["names", "rows"]]
    assert list(LeftOut.of(_LEFT_OUT, {"rows": False}).groups) == [_LEFT_OUT[:1]]


def test_what_has_columns_need_be_no_table() -> None:
    clues = Clues(of_names={"x": ("columns", "strict")})
    for kind in ("Index", "RangeIndex"):
        found = corrected("x: DataFrame[10, 3]", f"AttributeError: '{kind}' object has no attribute 'get'", clues)
        assert found[0] == "x: {.columns: list[str], .strict: bool} in 'a'..'z'"
    found = corrected("x: DataFrame[10, 3]", "AttributeError: 'DataFrame' object has no attribute 'strict'", clues)
    assert found[0] == "x: {.strict: bool, .columns: list[str]} in 'a'..'z'"


def test_what_records_hold_may_be_records() -> None:
    others = corrected("x: {rows: dict[str, int], more: list[int]}", "KeyError: date", Clues(keys=("rows", "count")))
    assert "x: {rows: dict[str, {date: timestamp, count: int}], more: list[{date: timestamp, count: int}]}" in " ".join(
        others
    ).replace("date: str", "date: timestamp")


def test_what_a_container_holds_is_open_where_its_annotation_does_not_say() -> None:
    failure = "TypeError: 'int' object is not iterable"
    tree = ast.parse("def f(x: dict, y: dict[str, int], z: list[Any]): ...")
    clues = clues_in(tree)
    assert clues.open_within == {"x", "z"}
    assert corrected("x: dict[str, int] * 9", failure, clues, ())[0] == "x: dict[str, list[str]] * 9 in 'a'..'z'"
    assert corrected("y: dict[str, int] * 9", failure, clues, ()) == []
    # Arrays are for what is an array as a whole.
    failure = "TypeError: unsupported operand type(s) for +: 'list' and 'int'"
    assert not any("float64" in one for one in corrected("x: dict[str, list[int]] * 9", failure, clues, ()))


def test_words_of_a_text_that_is_taken_apart_become_numbers():
    failure = "ValueError: invalid literal for int() with base 10: 'wqnhib'"
    found = corrected("x: str * 27 like 'aaaaaa `to` aaaaaa,aaaaaaaaaa'", failure)
    assert "x: str * 11 like '00 `to` 00,00'" in found
    assert "x: str * 8 like '`5` `to` `5`,`5`'" in found


def test_words_of_a_text_that_is_taken_apart_are_so_themselves():
    failure = "ValueError: not enough values to unpack (expected 2, got 1)"
    found = corrected("x: str * 13 like 'aaaaaa-aaaaaa'", failure, Clues(separators=("-", ":")))
    assert "x: str * 11 like '00:00-00:00'" in found


def test_arrays_of_which_only_that_is_said_may_be_of_other_numbers() -> None:
    failure = "TypeError: ufunc 'bitwise_and' not supported for the input types"
    assert corrected("x: float64[9, 9]", failure, free=()) == ["x: int64[9, 9]"]
