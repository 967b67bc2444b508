"""Lines that a ``match`` takes apart are like what its cases ask for."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from perfcast.workload import build, parse
from perfcast.workload.language.workload import Workload
from tests.unit.workload.made_up import default

_COMMANDS = """
    def walk(commands: list[str]):
        x = 0
        for command in commands:
            match command.split():
                case ["go", ("east" | "west") as way, steps] if steps.isdigit():
                    x += int(steps) if way == "east" else -int(steps)
                case ["say", *words]:
                    print(words)
                case ["stop"]:
                    break
        return x
    """
_LINES = """
    def count(lines: list[str]):
        found = []
        for line in lines:
            match line.split({split}):
                case {case}:
                    found.append("asked")
                case _:
                    found.append("other")
        return found
    """


def _like(code: str) -> list[str]:
    (lines,) = _chosen(code).arguments
    return (lines.like or "").split("\n")


def _chosen(code: str) -> Workload:
    return parse(default(textwrap.dedent(code), 100))


def _run(code: str) -> Any:
    names: dict[str, Any] = {}
    code = textwrap.dedent(code)
    exec(code, names)
    _, given = build(parse(default(code, 100)), 7)
    return names[code.split("(")[0].split()[-1]](**given)


def test_words_are_those_that_cases_ask_for() -> None:
    plain = "aaaaaa aaaaaa aaaaaa"
    assert _like(_COMMANDS) == [plain, plain, "`go` `east` 000", "`say` aaaaaa aaaaaa"]


@pytest.mark.parametrize("split", ["','", "':'", "'x1x'", "sep=','", "None, 3", ""])
def test_what_stands_between_words_does_so_in_all_lines(split: str) -> None:
    code = _LINES.format(split=split, case='["go", steps] if int(steps) >= 0')
    assert set(_run(code)) == {"asked", "other"}
    plain, *_ = _chosen(code).arguments[0].like.split("\n")  # type: ignore[union-attr]
    assert " " not in plain or split in ("", "None, 3")


@pytest.mark.parametrize("split", ["'\\n'", "'`'", "''", "b','", "by"])
def test_of_what_cannot_stand_between_words_nothing_is_told(split: str) -> None:
    assert "go" not in default(textwrap.dedent(_LINES.format(split=split, case='["go", x]')), 100)


def test_each_of_several_ways_has_a_line() -> None:
    like = _like(_LINES.format(split="", case='["go", x] | ["go", x, "now"]'))
    assert like[-2:] == ["`go` aaaaaa", "`go` aaaaaa `now`"]


@pytest.mark.parametrize("case", ['["", x]', '["a\\nb", x]', '["a b", x]', '[["go"], x]', '["g`o", x]'])
def test_words_that_no_line_has_take_nothing_from_others(case: str) -> None:
    like = _like(
        _LINES.format(split="", case=f'["stop", "now"]:\n                    pass\n                case {case}')
    )
    assert like[-1] == "`stop` `now`"
    assert len(like) == 3


def test_a_text_alone_is_one_that_is_asked_for() -> None:
    assert (
        _run(
            """
            def step(cmd: str):
                match cmd.split():
                    case ["go", way, steps]:
                        return way * int(steps)
            """
        )
        is not None
    )
