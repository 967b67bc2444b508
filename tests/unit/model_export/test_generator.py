"""Our own programs: that they parse, run, repeat, differ and belong together as the corpus needs it."""

from __future__ import annotations

import ast
import os
import random
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from model_export.corpus import generator
from model_export.corpus.generator import generate
from model_export.corpus.generator.compose import STARTS
from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.kinds import KINDS
from model_export.corpus.generator.library import families, stages
from model_export.corpus.generator.shape import shape
from model_export.corpus.generator.template import expand
from model_export.corpus.program import Program
from perfcast.source import SourceFile
from perfcast.workload import build, parse

ROOT = Path(__file__).parents[3]
COUNT = 300
# A program that is slow by design is cut by the limits of the measurement; here it only must not hold up the tests.
SECONDS = 10
# Imported here, so that no clock stops its import half-way.
assert torch


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return list(generate(COUNT, seed=20))


class TooSlow(BaseException):
    """Not an Exception, so that no program catches it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlow

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def run(program: Program) -> Any:
    """The result of the program's unit with its own workload, a lazy one read to the end."""
    namespace: dict[str, Any] = {"__name__": "generated"}
    exec(compile(program.source, "<generated>", "exec", dont_inherit=True), namespace)
    first, *rest = program.name.split(".")
    unit = getattr(namespace[first](), rest[0]) if rest else namespace[first]
    positional, named = build(parse(program.workload), seed=1)
    result = unit(*positional, **named)
    return list(result) if hasattr(result, "__next__") else result


def test_programs_run_with_their_own_workload(programs: list[Program]) -> None:
    failures = []
    for program in programs:
        try:
            with limited(SECONDS), np.errstate(all="ignore"):
                run(program)
        except TooSlow:
            continue
        except Exception as error:
            failures.append(f"{program.key} {program.problem}: {type(error).__name__}: {error}")
    assert len(failures) < COUNT / 100, "\n".join(failures)


def test_a_program_depends_on_the_seed_and_its_number_alone(programs: list[Program]) -> None:
    assert generator.program(COUNT - 1, 20) == programs[-1]
    assert list(generate(30, seed=20)) == programs[:30]
    assert [program.source for program in generate(30, seed=21)] != [program.source for program in programs[:30]]


def test_programs_are_the_same_in_a_process_that_hashes_strings_otherwise() -> None:
    code = "from model_export.corpus.generator import generate; print([hash(0), *generate(60, 5)])"
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}/server{os.pathsep}{ROOT}"}
        outputs.add(
            subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True).stdout
        )
    assert len(outputs) == 1


def test_the_unit_is_found_and_takes_the_arguments_of_the_workload(programs: list[Program]) -> None:
    for program in programs:
        file = SourceFile.parse(program.source)
        node = file.node(file.unit(program.name))
        assert isinstance(node, ast.FunctionDef)
        accepted = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
        optional = len(node.args.defaults)
        given = {argument.name for argument in parse(program.workload).arguments}
        assert given <= accepted, program.source
        required = {argument.arg for argument in node.args.args[: len(node.args.args) - optional]} - {"self"}
        assert required <= given, program.source


def test_programs_say_where_they_come_from(programs: list[Program]) -> None:
    assert {program.origin for program in programs} == {"own"}
    assert {program.licence for program in programs} == {"Apache-2.0"}
    assert len({program.key for program in programs}) == COUNT


def test_neighbours_spell_one_task_in_different_ways(programs: list[Program]) -> None:
    tasks: dict[tuple[str, str], list[Program]] = defaultdict(list)
    for number, program in enumerate(programs):
        tasks[program.problem, str(number // generator.SPELLINGS_OF_A_TASK)].append(program)
    assert len(tasks) == COUNT / generator.SPELLINGS_OF_A_TASK
    for members in tasks.values():
        assert len({program.workload for program in members}) == 1
    varied = sum(len({shape(program.source) for program in members}) > 1 for members in tasks.values())
    assert varied > 0.9 * len(tasks)


def test_shapes_are_many(programs: list[Program]) -> None:
    counts = Counter(shape(program.source) for program in programs)
    assert len(counts) > 0.93 * COUNT
    assert max(counts.values()) <= generator.SPELLINGS_OF_A_TASK + 1


def test_a_shape_is_blind_to_names_and_constants_and_to_nothing_else() -> None:
    assert shape("def f(a, k=1):\n    return a.x + k") == shape("def g(b, m=2):\n    return b.y + m")
    assert shape("def f(a):\n    return a + 1") != shape("def f(a):\n    return a - 1")
    assert shape('def f(a):\n    """Words."""\n    return a') == shape("def f(a):\n    return a")


def test_lengths_are_those_of_real_functions(programs: list[Program]) -> None:
    lengths = sorted(program.source.count("\n") for program in programs)
    assert 8 <= sum(lengths) / COUNT <= 40
    assert lengths[0] <= 5
    assert lengths[-1] >= 40


def test_libraries_and_tiny_programs_have_their_shares() -> None:
    tasks = 250
    first_of_each = [generator.program(number * generator.SPELLINGS_OF_A_TASK, seed=3) for number in range(tasks)]
    texts = [program.source + program.workload for program in first_of_each]
    pandas = sum("DataFrame" in text or "pd." in text for text in texts)
    torch = sum("torch" in text for text in texts)
    numpy = sum("np." in text and "DataFrame" not in text and "torch" not in text for text in texts)
    tiny = sum(program.problem.startswith("own/tiny/") for program in first_of_each)
    assert 0.06 < pandas / tasks < 0.2
    assert 0.03 < torch / tasks < 0.1
    assert 0.2 < numpy / tasks < 0.45
    assert 0.19 < tiny / tasks < 0.32


def test_the_libraries_are_as_broad_as_they_are_meant_to_be() -> None:
    assert len(families()) >= 400
    assert len(stages()) >= 150
    assert len({family.name for family in families()}) == len(families())
    assert len({stage.name for stage in stages()}) == len(stages())


def test_stages_join_known_kinds_and_every_start_leads_somewhere() -> None:
    for stage in stages():
        assert {*stage.sources, stage.target} <= KINDS.keys(), stage.name
        assert stage.flags <= {"grows", "slow"}, stage.name
    sources = {stage.sources[0] for stage in stages()}
    assert {kind for starts in STARTS.values() for kind in starts} <= sources
    assert {stage.target for stage in stages()} <= sources | {"flag"}


@pytest.mark.parametrize("stage", stages(), ids=lambda stage: stage.name)
def test_every_spelling_of_a_stage_reads_its_inputs_and_binds_its_result(stage: Any) -> None:
    for spelling in stage.spellings:
        tree = ast.parse(expand(spelling, Dice(stage.name, random.Random(1))))
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        loaded = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        assert {"IN", "IN2"} & loaded == set(("IN", "IN2")[: len(stage.sources)])
        assert "OUT" in stored


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_family_has_several_spellings_of_one_signature(family: Any) -> None:
    assert len(family.spellings) > 1
    wanted = {argument.name for argument in parse(expand(family.workload, Dice("t", random.Random(1)))).arguments}
    for spelling in family.spellings:
        last = ast.parse(expand(spelling, Dice("t", random.Random(2)))).body[-1]
        if isinstance(last, ast.ClassDef):
            last = last.body[-1]
        assert isinstance(last, ast.FunctionDef)
        assert wanted <= {argument.arg for argument in last.args.args}


def test_template_choices() -> None:
    def spelled(text: str, task: str = "t", seed: int = 0) -> str:
        return expand(text, Dice(task, random.Random(seed)))

    assert {spelled("«a¦b»", seed=seed) for seed in range(20)} == {"a", "b"}
    assert {spelled("«x@a¦b» «x@c¦d»", seed=seed) for seed in range(20)} == {"a c", "b d"}
    assert len({spelled("«X@a¦b¦c»", seed=seed) for seed in range(20)}) == 1
    assert {spelled("«X@a¦b»", task=str(task)) for task in range(20)} == {"a", "b"}
    assert {spelled("«a¦«b¦c»d»", seed=seed) for seed in range(40)} == {"a", "bd", "cd"}
    assert {int(spelled("«#3..5»", seed=seed)) for seed in range(40)} == {3, 4, 5}
    first, second = spelled("«INT:v»; «INT:v»", seed=7).split("; ")
    assert first == second == spelled("«INT:v»", seed=8) != spelled("«INT:v»", task="another")
    with pytest.raises(ValueError, match="without"):
        spelled("«a¦b")
