"""Prompts: workloads whose numbers are numerals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from perfcast.prior.reach import Guess
from perfcast.rlm import numerals
from perfcast.rlm.prompt import MAX_PROMPT, SPECIAL, Scale, context_ids, question_ids, scale_of
from perfcast.workload import parse


class Characters:
    """A vocabulary of one id a character, behind the special tokens."""

    def encode(self, text: str) -> list[int]:
        return [len(SPECIAL) + ord(character) for character in text]


#: The guesses of `spelled`, as they stand in a prompt: one with its doubt, and one that nobody doubts.
GUESSES = "<prior><E3><D8><D4><E-1><D3><E0-><D1><D0>"


def spelled(workload: str, device: str = "cpu") -> str:
    guesses = {"peak_memory": Guess(8.4e3, 0.314), "cpu_time": Guess(0.0)}
    ids = context_ids(parse(workload), guesses, device, Characters())
    return "".join(SPECIAL[i] if i < len(SPECIAL) else chr(i - len(SPECIAL)) for i in ids)


def test_sizes_bounds_and_literals_are_numerals() -> None:
    assert spelled("nums: list[int] * 1000 in 0..250") == (
        f"<workload>nums: list[int] * <E3><D1> in <E0->..<E2><D2><D5>{GUESSES}<device>cpu"
    )
    assert spelled("k: int = -42") == f"<workload>k: int = <-><E1><D4><D2>{GUESSES}<device>cpu"


def test_ten_times_the_size_is_another_exponent_alone() -> None:
    small, large = spelled("n: int = 300"), spelled("n: int = 3000")
    assert small.replace("<E2>", "<E3>") == large


def test_digits_in_names_dtypes_and_quotes_are_text() -> None:
    text = spelled("nums1: float32[64]; s: str * 3 in '0'..'9'")
    assert text == f"<workload>nums1: float32[<E1><D6><D4>]; s: str * <E0><D3> in '0'..'9'{GUESSES}<device>cpu"


def test_a_long_workload_is_cut_before_guesses_and_device() -> None:
    workload = parse("; ".join(f"argument{i}: list[int] * 10" for i in range(50)))
    ids = context_ids(workload, {"peak_memory": Guess(1.0), "cpu_time": Guess(2.0)}, "cpu", Characters())
    assert len(ids) + len(question_ids("cpu_time")) == MAX_PROMPT
    assert "".join(chr(i - len(SPECIAL)) for i in ids[-3:]) == "cpu"
    assert SPECIAL[ids[-11]] == "<prior>"


def test_a_launch_says_constexpr_values_and_options_before_tensors() -> None:
    text = spelled("x_ptr: float32[64]; B: constexpr = 16; n: int = 64; grid: 4; num_warps: 8")
    places = [text.index(name) for name in ("grid", "num_warps", "B: constexpr", "x_ptr", "n: int")]
    assert places == sorted(places)


def test_a_long_launch_is_cut_in_its_tensors_alone() -> None:
    tensors = "; ".join(f"pointer{i}: float32[64, 64]" for i in range(40))
    text = spelled(f"{tensors}; BLOCK: constexpr = 16; num_stages: 3")
    assert text.startswith("<workload>num_stages: <E0><D3>; BLOCK: constexpr = <E1><D1><D6>; pointer0:")
    assert "pointer39" not in text and text.endswith(f"{GUESSES}<device>cpu")


def test_as_many_guesses_stand_in_a_prompt_as_there_are() -> None:
    guesses = {"registers": Guess(64.0), "shared_memory": Guess(0.0), "gpu_time": Guess(1e-5)}
    ids = context_ids(parse("n: int = 3"), guesses, "sm_90", Characters())
    assert sum(1 for i in ids if i < len(SPECIAL) and SPECIAL[i].startswith("<E")) == 1 + len(guesses)


def test_how_far_off_guesses_of_kernels_are_is_told_by_ranges_alone() -> None:
    told, doubted = ({"gpu_time": Guess(1e-5, doubt)} for doubt in (math.nan, 0.5))
    workload, encoder = parse("n: int = 3"), Characters()
    assert context_ids(workload, doubted, "H200", encoder) == context_ids(workload, told, "H200", encoder)
    assert scale_of("gpu_time", doubted) == scale_of("gpu_time", told)


def test_a_question_ends_with_the_certain_sign() -> None:
    assert [SPECIAL[i] for i in question_ids("peak_memory")] == ["<peak_memory>", "<+>"]


def test_an_answer_doubles_with_every_doubt_and_a_right_guess_lies_within_a_decade() -> None:
    guesses = {"peak_memory": Guess(1e6), "cpu_time": Guess(2e-3, 0.5), "allocations": Guess(80.0, 2.0)}
    for metric, doubt in (("peak_memory", 1.0), ("cpu_time", 0.5), ("allocations", 2.0)):
        orders = np.array([-1.2, 0.0, 1.2])
        costs = guesses[metric].cost * 2.0 ** (orders * doubt)
        answers = scale_of(metric, guesses).answers(costs)
        assert answers == pytest.approx(10**0.5 * 2.0**orders)
        assert [numerals.write(answer)[1] for answer in answers] == ["<E0>"] * 3
        assert scale_of(metric, guesses).costs(answers) == pytest.approx(costs)
    assert scale_of("work", guesses).answers(np.array([0.0, 7.0])) == pytest.approx([0, 7])


@pytest.mark.parametrize("doubt", [0.0, 0.01, 30.0, math.inf])
def test_whatever_the_doubt_is_costs_are_answered_by_numerals_and_answers_mean_costs(doubt: float) -> None:
    scale = scale_of("cpu_time", {"cpu_time": Guess(1e-3, doubt)})
    answers = scale.answers(np.array([1e-12, 1e-3, 1e9]))
    assert [len(numerals.write(answer)) for answer in answers] == [numerals.LENGTH] * 3
    assert answers[0] < answers[1] < answers[2]
    costs = scale.costs(np.array([1e-12, 1e18]))
    assert np.isfinite(costs).all() and 0 < costs[0] < 1e-3 < costs[1]


def test_scales_of_rows_are_those_of_each() -> None:
    scales = [Scale(1.0, 1.0, 1.0), Scale(2e-3, 10**0.5, 2.0)]
    answers = np.array([[1.0, 2.0, 5.0], [1.0, 4.0, 30.0]])
    found = Scale.of_rows(scales).costs(answers)
    assert (found == [scale.costs(row) for scale, row in zip(scales, answers, strict=True)]).all()
    assert Scale.of_rows([]).costs(np.zeros((0, 3))).shape == (0, 3)
