"""The workload language: text, abstract form, real values, and back."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from configparser import ConfigParser
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfcast.workload import BuildError, WorkloadError, build, describe, parse, resized
from perfcast.workload.values.building import build_calls
from perfcast.workload.values.makers import Makers

TEXTS = [
    "",
    "nums: list[int] * 1000; k: int = 6",
    "grid: list[list[int]] * 30 * 40",
    "s: str * 300 in 'a'..'z'",
    "x: float32[1024, 64]; df: DataFrame[10000, 3]; t: torch.float32[8, 16]",
    "d: dict[str, int] * 500; e: list[tuple[int, str]] * 10 * 5",
    "nums: list[int] * 1e6 in -5..1e9 sorted distinct",
    "flag: bool = True; o: None; mode: str = 'mean'; rate: float = 0.25",
    "root: TreeNode * 100; head: ListNode[int] * 5; u: list[int | str] * 4; v: tuple[int, ...] * 9",
    "words: list[str] * 100 * 8 in '()' few",
    "list[int] * 5; float = 1e-9",
    "x_ptr: float32[4096]; n: int = 4096; BLOCK: constexpr = 1024; grid: 4; num_warps: 4; num_stages: 2",
    "rows: list[{user: label, 'first name': str, items: list[{price: float}]}] * 100; when: datetime; day: date",
    "times: list[datetime] * 100 over 30 days; days: dict[str, date] * 9 over 2 days",
    "a: dict[str, {status: 'paid' | 'it\\'s' | label, at: timestamp, n: digits}] * 10",
    "points: list[{.x: float, .name: str}] * 100; one: {.tags: list[str], .of: {a: int}}",
    "lines: list[str] * 100 like 'Aa-00, \\t'; text: str * 1000 like 'a=0\\n' distinct",
    "a: json[list[{price: float}]] * 100; b: list[json[{user: label}]] * 9; c: csv[tuple[label, digits]] * 50",
    "a: toml[{db: {port: int}}]; b: ini[dict[str, {n: int}]] * 20",
    "a: csv[{user: label}, ';'] * 9; b: TextIO[json[list[int]]] * 10; c: TextIO[csv[tuple[label, digits], '|']] * 9",
    "lines: lines[csv[{user: label}]] * 100; several: list[lines[jsonl[{n: int}]]] * 3 * 50",
    "lines: jsonl[{user: label, tags: list[str]}] * 100 * 3; line: str * 12 like '`ERROR`: 000'",
    "q: bfloat16[8, 64]; w: float8_e4m3fn[64, 64]; CAUSAL: constexpr = True; grid: 64, 8, 1; maxnreg: 128",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_canonical_text_reads_back_as_the_same_workload(text: str) -> None:
    workload = parse(text)
    assert parse(str(workload)) == workload
    assert str(parse(str(workload))) == str(workload)


def test_sizes_may_be_written_with_exponents_and_underscores() -> None:
    assert parse("a: list[int] * 1e4") == parse("a:list[int]*10_000") == parse("a: list[int] * 10000")
    assert str(parse("n: int = 2e6")) == "n: int = 2e6"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("nums: list[int] * ", 17, "number"),
        ("nums: list[int", 14, "']'"),
        ("nums: list[int] * -3", 18, "size"),
        ("nums: list[int] * 2.5", 18, "size"),
        ("n: int * 4", 3, "sizes"),
        ("r: {}", 4, "key"),
        ("r: {a}", 5, "':'"),
        ("r: {a: int, a: str}", 12, "twice"),
        ("r: {a: int", 10, "'}'"),
        ("r: {.a: int, b: int}", 13, "'.'"),
        ("r: {.'a': int}", 5, "key"),
        ("n: int = ", 8, "literal"),
        ("x: list[int] in 9..1", 16, "lower"),
        ("a: int = 1; a: int = 2", 12, "twice"),
        ("x: ?", 3, "belong"),
        ("x: int = 1" + "0" * 309, 9, "digits"),
        ("x: list[int] * 3 x", 17, "';'"),
        ("x: " + "list[" * 40 + "int" + "]" * 40, 88, "nested"),
    ],
)
def test_an_error_names_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(WorkloadError, match=message) as raised:
        parse(text)
    assert raised.value.column == column


@given(st.text(alphabet="list[int]*: ;=.0159e'az|,-()NonTrue\"\\\n", max_size=60))
@settings(max_examples=400)
def test_any_text_parses_or_is_a_workload_error(text: str) -> None:
    try:
        workload = parse(text)
    except WorkloadError as error:
        assert 0 <= error.column <= len(text)
    else:
        assert parse(str(workload)) == workload


def value(text: str, seed: int = 0) -> object:
    positional, named = build(parse(text), seed)
    return [*positional, *named.values()][0]


def test_built_values_have_the_sizes_ranges_and_order_that_the_text_says() -> None:
    numbers = value("a: list[int] * 500 in 10..99 sorted")
    assert isinstance(numbers, list)
    assert len(numbers) == 500
    assert numbers == sorted(numbers)
    assert {min(numbers), max(numbers)} <= set(range(10, 100))
    grid = value("g: list[list[float]] * 3 * 7 in 0..1")
    assert isinstance(grid, list)
    assert [len(row) for row in grid] == [7, 7, 7]
    assert all(0 <= number <= 1 for row in grid for number in row)
    text = value("s: str * 40 in '01'")
    assert isinstance(text, str)
    assert len(text) == 40
    assert set(text) == {"0", "1"}
    permutation = value("p: list[int] * 9 in 1..9 distinct")
    assert isinstance(permutation, list)
    assert sorted(permutation) == list(range(1, 10))
    few = value("p: list[int] * 300 few")
    assert isinstance(few, list)
    assert len(set(few)) <= 5
    assert isinstance(some := value("q: set[int] * 50 in 1..60"), set)
    assert len(some) == 50
    mapping = value("d: dict[str, list[int]] * 12 * 3")
    assert isinstance(mapping, dict)
    assert [len(part) for part in mapping.values()] == [3] * 12
    array = value("x: float32[6, 2] in 5..6 sorted")
    assert isinstance(array, np.ndarray)
    assert (array.dtype, array.shape) == (np.dtype("float32"), (6, 2))
    assert (np.diff(array, axis=1) >= 0).all()


def test_equal_seeds_build_equal_values() -> None:
    text = "a: list[int] * 50; s: str * 9; d: dict[str, float] * 4"
    assert build(parse(text), 3) == build(parse(text), 3)
    assert build(parse(text), 3) != build(parse(text), 4)


def test_a_type_without_values_is_an_error() -> None:
    with pytest.raises(BuildError, match="Session"):
        build(parse("s: Session"), 0)


@pytest.mark.parametrize(
    "text",
    [
        "uint8[3] in 1000..2000",
        "uint8[3] in -9..-2",
        "int64[3] in 1e22..1e23",
        "list[float] * 3 in -1e308..1e308",
        "list[complex] * 4 sorted",
        "set[list[int]] * 3",
        "dict[list[int], int] * 2",
    ],
)
def test_what_a_type_cannot_hold_is_an_error(text: str) -> None:
    with pytest.raises(BuildError, match="no value can be made for"):
        build(parse(text), 0)


def test_describing_reads_types_sizes_ranges_and_order() -> None:
    assert str(describe([3, 1, 2], k=6)) == "list[int] * 3 in 1..3; k: int = 6"
    assert str(describe(grid=[[1, 2], [3, 4], [5, 6]])) == "grid: list[list[int]] * 3 * 2 in 1..6"
    assert str(describe({"a": [1.5], "b": [2.5]})) == "dict[str, list[float]] * 2 * 1 in 1.5..2.5"
    assert str(describe(np.zeros((3, 4), dtype=np.float32))) == "float32[3, 4]"
    assert str(describe(range(3))) == "range"
    assert str(describe([1, 2, 3, 9])) == "list[int] * 4 in 1..9 sorted distinct"
    assert str(describe(None, flag=False, text="hello")) == "None; flag: bool = False; text: str * 5 in 'e'..'o'"


@pytest.mark.parametrize("text", [text for text in TEXTS if not re.search("DataFrame|=|json|toml", text)])
def test_describing_built_values_keeps_types_and_sizes(text: str) -> None:
    workload = parse(text)
    positional, named = build(workload, 1)
    described = describe(*positional, **named)
    for wanted, found in zip(workload.arguments, described.arguments, strict=True):
        assert found.count == wanted.count
        assert found.name == wanted.name


def test_resizing_scales_all_arguments_and_moves_what_is_tied_to_a_size() -> None:
    grown = resized(parse("n: int = 100; edges: list[list[int]] * 100 * 2 in 0..99; k: int = 3"), 5000)
    assert str(grown) == "n: int = 5000; edges: list[list[int]] * 5000 * 2 in 0..4999; k: int = 3"
    assert str(resized(parse("m: list[list[int]] * 10 * 10"), 10_000)) == "m: list[list[int]] * 100 * 100"
    assert str(resized(parse("df: DataFrame[100, 3]"), 500)) == "df: DataFrame[500, 3]"
    assert str(resized(parse("n: int = 7"), 1000)) == "n: int = 1000"


def test_the_size_is_that_of_the_largest_argument() -> None:
    assert parse("a: list[int] * 10; b: list[list[int]] * 5 * 8").size == 40
    assert parse("n: int = 300").size == 300
    assert parse("").size == 1


def test_a_launch_option_is_numbers_and_a_parameter_of_its_name_is_still_a_parameter() -> None:
    options = parse("BLOCK: constexpr = 64; grid: 16, 4; num_warps: 8").arguments
    assert [str(argument) for argument in options] == ["BLOCK: constexpr = 64", "grid: 16, 4", "num_warps: 8"]
    assert options[1].type.shape == (16, 4)
    assert parse("grid: list[list[int]] * 30 * 40").arguments[0].sizes == (30, 40)
    with pytest.raises(WorkloadError, match="a type is expected"):
        parse("blocks: 16, 4")


def test_what_a_launch_is_set_to_neither_counts_as_size_nor_grows() -> None:
    workload = parse("x: float32[100]; n: int = 100; grid: 4000; num_warps: 8")
    assert workload.size == 100
    assert str(resized(workload, 200)) == "x: float32[200]; n: int = 200; grid: 4000; num_warps: 8"


def test_tensors_of_types_that_numpy_lacks_are_built() -> None:
    pytest.importorskip("torch")
    _, values = build(parse("a: torch.float8_e5m2[4, 8]; b: torch.bfloat16[16]"), seed=0)
    assert {name: str(value.dtype) for name, value in values.items()} == {
        "a": "torch.float8_e5m2",
        "b": "torch.bfloat16",
    }


def test_a_parameter_may_be_called_nan_or_inf() -> None:
    text = "x: float64[100]; nan: float = 0.0; inf: int = 3"
    assert str(parse(text)) == text
    assert [argument.name for argument in parse("nan = 1; inf = 2").arguments] == ["nan", "inf"]
    with pytest.raises(WorkloadError, match="finite"):
        parse("x: float in 0..inf")


def test_records_have_their_keys_and_hold_what_these_say() -> None:
    text = "rows: list[{user: label, status: 'paid' | 'open', at: timestamp, on: date, n: digits, of: list[int]}] * 900"
    _, named = build(parse(text), seed=3)
    rows = named["rows"]
    assert len(rows) == 900
    assert all(list(row) == ["user", "status", "at", "on", "n", "of"] for row in rows)
    assert {row["status"] for row in rows} == {"paid", "open"}
    assert 5 < len({row["user"] for row in rows}) <= 30, "about as many as the square root"
    assert all(datetime.fromisoformat(row["at"]).year == row["on"].year == 2024 for row in rows)
    assert all(int(row["n"]) >= 0 and len(row["of"]) == 4 for row in rows)


def test_no_records_are_none() -> None:
    assert build(parse("rows: list[{a: int, b: label, c: timestamp}] * 0"), seed=1) == ([], {"rows": []})


def test_dictionaries_of_the_same_keys_are_described_as_records() -> None:
    rows = [{"user": f"u{i}", "price": i / 2} for i in range(50)]
    described = describe(rows=rows)
    assert described.arguments[0].type == parse("rows: list[{user: str, price: float}]").arguments[0].type
    _, made = build(described, seed=1)
    assert made["rows"][7].keys() == rows[0].keys()
    # One alone is a table; those of other keys are, too.
    assert str(describe(d={"a": 1, "b": 2})) == "d: dict[str, int] * 2 in 1..2"
    assert str(describe(d=[{"a": 1}, {"b": 2}])).startswith("d: list[dict[str, int]] * 2 * 1")


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("str * 13 like '00,'", r"\d\d,\d\d,\d\d,\d\d"),
        ("str * 3 like '00;'", r"\d\d"),
        ("str * 6 like '00`,`'", r"\d\d,\d\d,"),
        ("str * 6 like '(0)'", r"\(\d\)\(\d\)"),
    ],
)
def test_separators_at_the_end_of_a_pattern_stand_between_two(said: str, form: str) -> None:
    assert re.fullmatch(form, build(parse(f"x: {said}"), 1)[1]["x"])


def test_types_that_others_make_are_asked_of_them() -> None:
    made = build(
        parse("a: list[Item] * 3; b: dict[str, Item] * 2"),
        seed=1,
        makers=Makers(lambda name, count, days: [name] * count),
    )
    assert made[1]["a"] == ["Item"] * 3
    assert list(made[1]["b"].values()) == ["Item"] * 2
    with pytest.raises(BuildError, match="Item"):
        build(parse("a: list[Item] * 3"), seed=1)


def test_the_arguments_of_many_calls_are_made_at_once() -> None:
    calls = build_calls(parse("n: int = 4; name: str * 3; of: list[int] * 2"), seed=1, count=20)
    assert len(calls) == 20
    assert all(call["n"] == 4 and len(call["name"]) == 3 and len(call["of"]) == 2 for call in calls)
    assert len({call["name"] for call in calls}) > 15
    assert build_calls(parse(""), seed=1, count=2) == [{}, {}]


def test_what_records_hold_does_not_grow_with_them() -> None:
    rows = "rows: list[{title: str, items: list[float]}] * 100 * 8 * 10"
    assert str(resized(parse(rows), 1000)) == rows.replace("* 100", "* 1000")
    assert parse(rows).size == 100
    page = "page: {title: str, items: list[{price: float}]} * 8 * 100"
    assert str(resized(parse(page), 1000)) == page


def test_moments_are_written_in_their_format() -> None:
    _, named = build(parse("days: list[timestamp] * 20 like '%d.%m.%Y'"), seed=1)
    assert all(datetime.strptime(day, "%d.%m.%Y").year == 2024 for day in named["days"])
    _, named = build(parse("rows: list[{day: timestamp, name: str}] * 20 like '%d.%m.%Y'"), seed=1)
    assert all(row["name"].isalpha() and row["day"].endswith(".2024") for row in named["rows"])


def test_texts_are_like_their_pattern() -> None:
    workload = parse(r"lines: list[str] * 50 like 'Ab-00,x'; text: str * 30 like 'a=00\n'; one: str * 2 like 'aa:0'")
    _, named = build(workload, seed=1)
    assert all(re.fullmatch(r"[A-Z][a-z]-\d\d,[a-z]", line) for line in named["lines"])
    assert len(set(named["lines"])) > 40
    assert re.fullmatch(r"([a-z]=\d\d\n){5}[a-z]=\d\d", named["text"])
    assert re.fullmatch(r"[a-z]{2}:\d", named["one"])
    with pytest.raises(WorkloadError, match="pattern"):
        parse("a: str like ''")


def test_what_is_between_backticks_stands_for_itself() -> None:
    workload = parse("lines: list[str] * 50 like '`ab0`-ab0`'; text: str * 14 like '`k`=0 '; one: str like '`a`'")
    _, named = build(workload, seed=1)
    assert all(re.fullmatch(r"ab0-[a-z]{2}\d`", line) for line in named["lines"])
    assert re.fullmatch(r"(k=\d ){3}", named["text"])
    assert named["one"] == "a"


def test_texts_say_what_their_type_holds() -> None:
    text = (
        "a: json[list[{price: float, at: datetime}]] * 20; b: list[json[{n: int}]] * 5; c: jsonl[{n: int}] * 20;"
        "d: csv[{name: label, n: int}] * 20; e: csv[tuple[label, digits]] * 20; f: csv[str] * 3 * 5; g: jsonl * 0"
    )
    _, named = build(parse(text), seed=1)
    rows = json.loads(named["a"])
    assert len(rows) == 20
    assert all(0 <= row["price"] <= 1 and datetime.fromisoformat(row["at"]) for row in rows)
    assert all(type(json.loads(one)["n"]) is int for one in named["b"])
    assert [type(json.loads(line)["n"]) for line in named["c"].splitlines()] == [int] * 20
    assert [int(row["n"]) >= 0 for row in csv.DictReader(named["d"].splitlines())] == [True] * 20
    assert [int(row[1]) >= 0 for row in csv.reader(named["e"].splitlines())] == [True] * 20
    assert [len(line) for line in named["f"].split("\n")] == [5, 5, 5]
    assert not named["g"]
    with pytest.raises(BuildError):
        build(parse("a: json[set[int]] * 3; b: json[dict[tuple[int, int], int]] * 3"), seed=1)


def test_configuration_says_what_its_type_holds() -> None:
    of = "{title: label, on: bool, tags: list[int], 'a b': float, db: {port: int, of: {n: int}}, jobs: list[{n: int}]}"
    text = f"a: toml[{of}]; b: toml[list[int]]; c: ini[{of}]; d: ini[dict[str, {{n: int}}]] * 20; e: ini[int]"
    _, named = build(parse(text), seed=1)
    said = tomllib.loads(named["a"])
    assert [type(said[key]) for key in ("title", "on", "tags", "a b")] == [str, bool, list, float]
    assert type(said["db"]["port"]) is type(said["db"]["of"]["n"]) is int
    assert [[*job] for job in said["jobs"]] == [["n"]] * 4
    assert [type(one) for one in tomllib.loads(named["b"])["items"]] == [int] * 4
    parsers = {}
    for name in "cde":
        parsers[name] = ConfigParser()
        parsers[name].read_string(named[name])
    assert type(parsers["c"].getint("db", "port")) is int
    assert type(parsers["c"].getboolean("db", "on")) is bool
    assert [parsers["d"].getint(section, "n") >= 0 for section in parsers["d"].sections()] == [True] * 20
    assert parsers["e"].defaults()


def test_lines_are_those_of_one_text() -> None:
    text = "a: lines[csv[{name: label, n: int}]] * 20; b: list[lines[jsonl[{n: int}]]] * 2 * 5"
    _, named = build(parse(text), seed=1)
    assert named["a"][0] == "name,n"
    assert [int(row["n"]) >= 0 for row in csv.DictReader(named["a"])] == [True] * 20
    assert [[*json.loads(line)] for part in named["b"] for line in part] == [["n"]] * 10


def test_other_signs_stand_between_values_and_files_hold_what_texts_say() -> None:
    rows = "a: csv[{name: label, n: int}, ';'] * 20"
    files = "b: TextIO[json[list[int]]] * 5; c: TextIO[csv[tuple[int, int], '\t']] * 9"
    _, named = build(parse(f"{rows}; {files}"), seed=1)
    assert [int(row["n"]) >= 0 for row in csv.DictReader(named["a"].splitlines(), delimiter=";")] == [True] * 20
    assert [type(one) for one in json.load(named["b"])] == [int] * 5
    assert [len(row) for row in csv.reader(named["c"], delimiter="\t")] == [2] * 9


def test_what_a_text_says_grows_as_it_would_by_itself() -> None:
    grown = resized(parse("a: csv[{n: int}] * 10; b: json[list[int]] * 10; c: json[{tags: list[str]}] * 4"), 100)
    assert str(grown) == "a: csv[{n: int}] * 100; b: json[list[int]] * 100; c: json[{tags: list[str]}] * 4"
    assert str(resized(parse("a: lines[csv[{n: int}]] * 10"), 100)) == "a: lines[csv[{n: int}]] * 100"
    assert str(resized(parse("a: TextIO[csv[{n: int}, ';']] * 10"), 100)) == "a: TextIO[csv[{n: int}, ';']] * 100"


def test_objects_have_their_attributes() -> None:
    _, named = build(parse("points: list[{.x: float, .of: {.y: int}}] * 20 in 0..9"), seed=1)
    assert all(0 <= point.x <= 9 and point.of.y in range(10) for point in named["points"])


def test_what_nobody_knows_is_an_object_that_does_nothing() -> None:
    _, named = build(parse("one: object; several: list[object] * 3"), seed=1)
    assert type(named["one"]) is object
    assert len(set(map(id, named["several"]))) == 3


def test_of_some_keys_there_are_fewer() -> None:
    _, named = build(
        parse("a: dict[date, float] * 1000; b: dict['x' | 'y', int] * 50; c: dict[label, int] * 9"), seed=1
    )
    assert 100 < len(named["a"]) <= 1000
    assert named["b"].keys() == {"x", "y"}
    assert named["c"]


def test_dictionaries_of_other_keys_far_behind_are_no_harm() -> None:
    many = {index: {"a": 1} for index in range(10_000)}
    assert str(describe([many, {**many, -1: {"b": 1}}])).startswith("list[dict[int, ")


def test_a_pattern_without_a_size_is_there_once() -> None:
    _, named = build(parse(r"lines: list[str] * 9 like 'k=1'; text: str * 12 like 'k=1\n'"), seed=1)
    assert {len(line) for line in named["lines"]} == {3}
    assert [len(line) for line in named["text"].split("\n")] == [3, 3, 3]


@pytest.mark.parametrize("kind", ["date", "datetime", "float"])
def test_a_last_moment_comes_after_the_first(kind: str) -> None:
    for seed in range(20):
        _, arguments = build(parse(f"end_date: {kind}; start_date: {kind}"), seed)
        assert arguments["start_date"] <= arguments["end_date"]
    calls = build_calls(parse(f"end_date: {kind}; start_date: {kind}"), 1, 50)
    assert all(call["start_date"] <= call["end_date"] for call in calls)


def test_ends_of_other_types_stay() -> None:
    _, given = build(parse("start: datetime; end: date"), 1)
    assert isinstance(given["start"], datetime) and not isinstance(given["end"], datetime)


@pytest.mark.parametrize("key", ["str", "label"])
def test_dictionaries_in_a_list_have_the_same_keys_and_other_values(key: str) -> None:
    _, made = build(parse(f"rows: list[dict[{key}, int]] * 30 * 5 in 0..1000"), 3)
    assert len({tuple(row) for row in made["rows"]}) == 1
    assert len(made["rows"][0]) == 5
    assert len({tuple(row.values()) for row in made["rows"]}) == 30
    _, empty = build(parse(f"rows: list[dict[{key}, int]] * 3 * 0"), 3)
    assert empty["rows"] == [{}] * 3


def test_some_of_a_range_are_drawn_as_many_times_as_all_of_them() -> None:
    workload = parse("nums: list[int] * 4000 in 0..1000 of 20")
    assert str(workload) == "nums: list[int] * 4000 in 0..1000 of 20"
    _, given = build(workload, seed=3)
    assert len(given["nums"]) == 4000 and len(set(given["nums"])) == 20
    assert min(given["nums"]) == 0 and 500 < max(given["nums"]) <= 1000


@pytest.mark.parametrize(
    "text", ["x: int64[500] in 5..900 of 7", "x: list[datetime] * 500 of 7", "x: list[date] * 500 of 7"]
)
def test_arrays_and_moments_are_of_few_values_too(text: str) -> None:
    _, given = build(parse(text), seed=3)
    assert len(set(map(str, given["x"]))) <= 7


@pytest.mark.parametrize(
    "text", ["start_temp: float in 100..200; end_temp: float in 0..1", "low: float in 5..9; high: float in 0..9"]
)
def test_what_ends_stays_within_what_is_said_of_it(text: str) -> None:
    workload = parse(text)
    for seed in range(9):
        _, given = build(workload, seed)
        for one in workload.arguments:
            assert one.low is not None and one.high is not None
            assert one.low <= given[one.name or ""] <= one.high


def test_what_is_left_open_is_no_type_but_within_brackets() -> None:
    with pytest.raises(WorkloadError, match=r"a type is expected in place of '\.\.\.'"):
        parse("n: int = 3; client: ...")
    assert str(parse("pair: tuple[int, ...] * 3")) == "pair: tuple[int, ...] * 3"


def test_moments_are_spread_over_as_many_days_as_are_said() -> None:
    told = {}
    for days in ("", " over 30 days"):
        found = build(parse(f"at: list[datetime] * 5000{days}; on: list[timestamp] * 5000{days}"), seed=1)[1]
        told[days] = {len({one.date() for one in found["at"]}), len({one[:10] for one in found["on"]})}
    assert told == {"": {366}, " over 30 days": {30}}
