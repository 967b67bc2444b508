"""No program that is kept for testing enters the corpus."""

from __future__ import annotations

from model_export.corpus.command import admitted
from model_export.corpus.program import Program
from model_export.corpus.reserved import ReservedPrograms, token_runs

KEPT = '''
def closest(numbers, threshold):
    """Whether two numbers lie closer than the threshold."""
    for index, number in enumerate(numbers):
        for other in numbers[index + 1:]:
            if abs(number - other) < threshold:
                return True
    return False
'''
OTHER = """
def histogram(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
"""


def program(key: str, source: str, name: str) -> Program:
    return Program("own", key, key, source, name, "", "Apache-2.0")


def test_a_planted_reserved_function_is_dropped_and_others_stay() -> None:
    reserved = ReservedPrograms(frozenset(token_runs(KEPT)))
    planted = KEPT.replace('    """Whether two numbers lie closer than the threshold."""\n', "") + OTHER
    programs = [program("planted", planted, "closest"), program("other", OTHER, "histogram")]
    assert [kept.key for kept in admitted(programs, reserved)] == ["other"]


def test_comments_docstrings_and_layout_do_not_hide_a_copy() -> None:
    reserved = ReservedPrograms(frozenset(token_runs(KEPT)))
    assert reserved.overlap(KEPT.replace("    ", "  ").replace("\n", "  # noise\n")) == 1.0 or reserved.holds(KEPT)
    assert not reserved.holds(OTHER)
    assert reserved.overlap("x = 1") == 0.0


def test_the_second_of_two_equal_programs_is_dropped() -> None:
    twice = [program("a", OTHER, "histogram"), program("b", OTHER, "histogram")]
    assert [kept.key for kept in admitted(twice, ReservedPrograms(frozenset()))] == ["a"]
