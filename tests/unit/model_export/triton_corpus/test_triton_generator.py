"""Our own Triton kernels: many, different, whole."""

from __future__ import annotations

import ast
from itertools import islice
from math import prod

import pytest

from model_export.corpus.triton.generator import CONFIGS, from_entry, generate, kernel_program, shape
from model_export.corpus.triton.generator.entries import Entry, entries, parse
from model_export.corpus.triton.program import KernelProgram
from perfcast.triton import KernelFile, Role


def test_there_are_families_enough_and_their_names_differ() -> None:
    names = [entry.name for entry in entries()]
    assert len(names) == len(set(names)) >= 60


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_family_gives_whole_programs(entry: Entry) -> None:
    for number in range(3):
        program = from_entry(entry, f"0/{number}", "key")
        kernel = KernelFile.parse(program.source).kernel(program.unit)
        defined = {node.name for node in ast.parse(program.source).body if isinstance(node, ast.FunctionDef)}
        assert program.entry in defined
        assert not set("«»¦") & set(program.source + program.inputs + program.reference)
        assert "TUNED" not in program.source and "CHAIN" not in program.source + program.reference
        ast.parse(program.inputs)
        ast.parse(f"def reference():\n    {program.reference.replace(chr(10), chr(10) + '    ')}")
        tuned = {name for config in program.configs for name, _ in config.values}
        assert tuned <= set(kernel.named(Role.CONSTEXPR))
        assert 1 <= len(program.configs) <= CONFIGS and len(set(program.configs)) == len(program.configs)
        assert program.cases and len(set(program.cases)) == len(program.cases)


def test_a_larger_count_only_adds_and_no_two_are_alike() -> None:
    few, more = list(generate(30, 3)), list(generate(150, 3))
    assert more[:30] == few
    assert len({shape(program.source) for program in more}) == 150


def test_large_launches_are_of_the_same_kernels_at_larger_sizes() -> None:
    def volume(program: KernelProgram) -> int:
        return max(prod(size for _, size in case.sizes) for case in program.cases)

    usual = {program.key: program for program in generate(150, 0)}
    large = list(generate(150, 0, large=True))
    assert {"matmul", "softmax_rows"} < {program.family for program in large}
    assert len(large) < len(usual)
    for program in large:
        before = usual[program.key]
        assert (program.source, program.configs) == (before.source, before.configs)
        assert volume(program) > volume(before)


def test_another_seed_gives_other_kernels() -> None:
    first = {shape(program.source) for program in generate(40, 0)}
    second = {shape(program.source) for program in islice(generate(40, 1), 40)}
    assert len(first & second) < 20


def test_alike_but_for_names_and_configurations_is_alike() -> None:
    one = "import triton\n@triton.jit\ndef f(x, n):\n    y = x + n\n"
    other = "import triton\n@triton.autotune(configs=[], key=[])\n@triton.jit\ndef g(a, b):\n    c = a + b\n"
    assert shape(one) == shape(other)
    assert shape(one) != shape(other.replace("a + b", "b + a"))


def test_a_program_survives_json() -> None:
    import json

    program = kernel_program(7, 0)
    assert KernelProgram.of(json.loads(json.dumps(program.described()))) == program


def test_an_entry_without_a_section_is_refused() -> None:
    with pytest.raises(ValueError, match="sections"):
        parse("size: n=1\ntune: B=1\n--- kernel\nx")
