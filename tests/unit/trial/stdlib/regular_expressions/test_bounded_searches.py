"""Regular expressions: those that may take long are refused, however they are written."""

from __future__ import annotations

import re
import sys
import time
from contextlib import suppress

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.regular_expressions.expressions import checked
from perfcast.workload import parse

#: Repeats within repeats, and choices, that leave but one way.
DETERMINED = {
    r"([a-z]+,)*$": "a" * 2_000,
    r'"([^"\\]|\\.)*"': '"' + "\\a" * 900,
    r"^(?:\s*[a-z]+\s*=\s*\d+;)*$": "ab = 12; " * 200 + "!",
    r"(?:(?:\d|[a-f])*x)*y": "1a" * 900,
    r"(?i)(?:[a-z]+-)*0": "A-b" * 600,
}
SLOW = [
    *(r"(a+)+$", r"(\w+\s?)*x", r"(\d+|[a-z]+)*$", r"(a*)*b", r"(a?){20}a{20}", r"(x+x+)+y", r"(.*a){20}"),
    *(r"(?i)(?:[a-z]+K)*z", r"(?:a+(?i:A))*b", r"(?:\d+(?:\.\d+)?)*;", r"(?:(?=a+)a)*b", r"(?:(a)\1*)*b", r"(é+è+é*)*"),
]


@pytest.mark.parametrize("pattern", DETERMINED)
def test_a_pattern_that_leaves_no_choice_is_quick(pattern: str) -> None:
    found = checked(pattern)
    assert found.is_for_ascii
    began = time.process_time()
    found.engine(DETERMINED[pattern], len(DETERMINED[pattern])).search(DETERMINED[pattern])
    # Not a benchmark: with a choice at every character it would take longer than the universe has.
    assert time.process_time() - began < 5


@pytest.mark.parametrize("pattern", SLOW)
def test_a_pattern_that_may_take_long_is_stopped_when_it_does(pattern: str) -> None:
    found = checked(pattern)
    assert found.is_slow
    engine = found.engine("ab-", 3)
    assert not isinstance(engine, re.Pattern)
    first, expected = engine.search("ab-"), re.search(pattern, "ab-")
    assert (None if first is None else first.span()) == (None if expected is None else expected.span())
    began = time.process_time()
    with suppress(Unsupported):
        engine.search("a" * 2_000 + "!")
    # Not a benchmark: it is stopped after some hundredths of a second.
    assert time.process_time() - began < 5


def test_what_is_slow_is_found_out_while_it_searches() -> None:
    with pytest.raises(Unsupported):
        checked(r"(?:a|aa)+\d").engine("", 0).search("a" * 1_000)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (r"re.compile(r'(?P<name>\w+)=(\d+(?:\.\d+)?)').match('a=1; b=2.5', 5).groupdict()['name']", "b"),
        (r"re.compile(r'b', re.I).search('abB', pos=2).start()", 2),
        (r"re.search(r'B # a letter', 'abc', re.I | re.X).group()", "b"),
        (r"re.search(re.compile('(?:x+x+)+y', re.I), 'aXXY').lastindex", None),
        (r"re.compile('(?:(a)|(b+))+').fullmatch('abb').lastgroup", None),
        (r"[m.end() for m in re.finditer('(?:ab?)+', 'aab-ab')]", [3, 6]),
        (r"re.sub('(?:a+b*)+', lambda m: str(len(m[0])), 'aab-ab')", "3-2"),
        (r"re.split('(?:,+ *)+', 'a,, b,c', maxsplit=1)", ["a", "b,c"]),
        (r"re.compile('(?:a+b*)+').search('aab', 0, -1)", None),
        (r"re.sub('(?:a+b*)+|', '-', 'aab c', 2)", re.sub("(?:a+b*)+|", "-", "aab c", count=2)),
        (r"re.subn('(?:(a+)b*)+', r'<\1>', 'aab-a')", ("<aa>-<a>", 2)),
        (r"re.sub('a', '-', 'aab', -1)", "aab"),
        (r"re.split(',', 'a,b', maxsplit=-1)", ["a,b"]),
        (r"re.compile('^a$', re.M).findall('a\na')", ["a", "a"]),
    ],
)
def test_functions_and_methods_take_what_they_do_in_the_library(call: str, expected: object) -> None:
    trials = Trials(f"import re\ndef f():\n    if {call} != {expected!r}:\n        raise ValueError({call})\n")
    row = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    assert (row["trial_runs"], row["trial_raised"]) == (1, 0)


def test_what_looks_ahead_is_among_the_repeats() -> None:
    assert len(checked(r"(?=a*)b*(?<!c)").lengths) == 2
    assert checked(r"(a*)\1").lengths[1] > 1


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(?:a+b*)+(?:x){i}", "aabx{i}"),
        ("(?:a+b*)+[[:alpha:]]", "aab:]"),
        (r"(?:\w+\s?)+", "a\u0301b"),
        (r"(?<=a+)(?:b+)+", "ab"),
    ],
)
def test_what_another_library_would_read_otherwise_is_refused(pattern: str, text: str) -> None:
    with pytest.raises(Unsupported):
        checked(pattern).engine(text, len(text))


def test_slow_searches_are_paid_for() -> None:
    began = time.process_time()
    text = "import re\ndef f():\n    for _ in range(2000):\n        re.search(r'(?:a|aa)+$', 'a' * 22 + '!')\n"
    Trials(text).estimate(parse(""))
    assert time.process_time() - began < 5


def test_what_is_done_between_matches_takes_no_time_from_the_search() -> None:
    text = """
import re
def f():
    count = 0
    for match in re.finditer('(?:a+b?)+', 'ab ' * 20):
        for i in range(2000):
            count += 1
"""
    row = dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
    assert row["trial_refused"] == 0


def test_a_compiled_pattern_is_no_method_of_the_class_that_holds_it() -> None:
    text = """
def f():
    return Name().check("ab")
import re
class Name:
    _PATTERN = re.compile("[a-z]+")
    def check(self, text):
        if self._PATTERN.fullmatch(text) is None:
            raise ValueError
"""
    row = dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
    assert (row["trial_runs"], row["trial_raised"]) == (1, 0)


@pytest.mark.parametrize(
    "expression",
    [
        # It is tried at the beginning alone.
        'sum(1 for _ in range(50) if re.search(r"^\\d+:", t))',
        'sum(len(re.findall(r"^\\d+:", t)) for _ in range(50))',
        'sum(len(re.findall(r"\\A[0-9]", t)) for _ in range(50))',
        'sum(1 for _ in range(50) if re.match(r"\\d+: (.*)", t))',
    ],
)
def test_a_text_without_a_match_at_its_beginning_is_not_gone_through(expression: str) -> None:
    trials = Trials(f"import re\ndef run(t):\n    return {expression}\n")
    short, long = (trials.estimate(parse(f"t: str * {length} in 'a'..'z'")) for length in (20, 1_000))
    time = NAMES.index("trial_time")
    assert long[time] == pytest.approx(short[time], abs=0.1)


def test_a_run_at_the_beginning_is_gone_through_once() -> None:
    trials = Trials('import re\ndef run(t):\n    return re.match(r"[a-z]+=", t)\n')
    short, long = (trials.estimate(parse(f"t: str * {length} in 'a'..'z'")) for length in (250, 1_000))
    native = NAMES.index("trial_native")
    # Four times as long, not sixteen times.
    assert 1.0 < long[native] - short[native] < 2.2


@pytest.mark.parametrize(("pattern", "character"), [(".*[0-9]$", 7.5), (".*x", 0.9), ("[a-z]*[0-9]$", 8.5)])
def test_what_is_given_back_is_tried_unless_one_character_has_to_follow(pattern: str, character: float) -> None:
    trials = Trials(f'import re\ndef run(t):\n    return re.match(r"{pattern}", t)\n')
    found = trials.estimate(parse("t: str * 4000 in 'a'..'w'"))
    assert 2.0 ** found[NAMES.index("trial_native")] / 4_000 == pytest.approx(character, rel=0.35)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        # Braces that are characters are none to count by, what comes behind a backslash that is one counts.
        (r"(?:(?:\{|\{=|<)+x?)*;", "{{=<x;"),
        (r"(?:\w+|[\w\{\=]+)*;", "a{=b;"),
    ],
)
def test_braces_that_are_characters_are_no_other_pattern(pattern: str, text: str) -> None:
    found = checked(pattern)
    assert found.is_slow
    expected = re.fullmatch(pattern, text)
    assert expected is not None
    assert found.engine(text, len(text)).fullmatch(text).span() == expected.span()


def test_braces_that_allow_errors_are_refused_behind_a_backslash() -> None:
    with pytest.raises(Unsupported):
        checked(r"(?:\\{e}|\\+)*;").engine("\\;", 2)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this module of later Pythons is not followed to its end")
def test_tokens_of_python_are_told() -> None:
    text = "def f(n):\n    source = 'def g(x):\\n    return x + 1\\n' * n\n"
    text += "    return [token.string for token in tokenize.generate_tokens(io.StringIO(source).readline)]\n"
    text += "\nimport io\nimport tokenize\n"
    told = dict(zip(NAMES, Trials(text, here()).estimate(parse("n: int = 40")), strict=True))
    assert told["trial_runs"] > 0
    assert not told["trial_raised"]
