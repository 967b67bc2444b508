"""The operations that tiny programs are made of: all of them run, and give what their lines promise."""

from __future__ import annotations

import ast
import collections
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from model_export.corpus import generator
from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.imports import add_imports
from model_export.corpus.generator.kinds import KINDS
from model_export.corpus.generator.library import Stage, library_of, operations
from model_export.corpus.generator.shape import shape
from model_export.corpus.generator.template import expand
from model_export.corpus.generator.tiny import tiny
from perfcast.workload import build, parse
from perfcast.workload.language.resizing import resized

SIZE = 60
TYPES: dict[str, type | tuple[type, ...]] = {
    "int": (int, np.integer),
    "float": (float, int, np.floating, np.integer),
    "bool": (bool, np.bool_),
    "str": str,
    "bytes": bytes,
    "bytearray": bytearray,
    "list": list,
    "tuple": tuple,
    "dict": dict,
    "set": set,
    "frozenset": frozenset,
    "deque": collections.deque,
    "Counter": collections.Counter,
    "np.ndarray": (np.ndarray, np.generic),
    "pd.Series": pd.Series,
    "pd.DataFrame": pd.DataFrame,
    "torch.Tensor": torch.Tensor,
}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def result(operation: Stage) -> Any:
    """What the operation gives for small inputs of its kinds; two of one kind are alike."""
    dice = Dice(operation.name, random.Random(1))
    described = {kind: expand(KINDS[kind].workload, dice.part(kind).settled()) for kind in operation.sources}
    arguments = (f"{name}: {described[kind]}" for name, kind in zip(("IN", "IN2"), operation.sources, strict=False))
    _, values = build(resized(parse("; ".join(arguments)), SIZE), seed=1)
    tree = ast.parse(expand(operation.spellings[0], dice))
    add_imports(tree, random.Random(1))
    exec(compile(ast.unparse(ast.fix_missing_locations(tree)), operation.name, "exec", dont_inherit=True), values)
    return values["OUT"]


def test_every_operation_runs_and_gives_a_value_of_the_kind_that_it_says() -> None:
    failures = []
    for operation in operations():
        told = KINDS[operation.target].annotation if operation.target in KINDS else operation.target
        text = f"{operation.theme}: {', '.join(operation.sources)} -> {operation.target}: {operation.spellings[0]}"
        try:
            given = result(operation)
        except Exception as error:
            failures.append(f"{text}    {type(error).__name__}: {error}")
            continue
        if not isinstance(given, TYPES.get(told.partition("[")[0], object)):
            failures.append(f"{text}    gave a {type(given).__name__}")
    assert not failures, "\n".join(failures)


def test_operations_are_many_and_each_stands_once() -> None:
    names = [operation.name for operation in operations()]
    assert len(set(names)) == len(names) > 3000
    counts = collections.Counter(library_of(operation.theme) for operation in operations())
    assert counts["python"] > 1500
    assert min(counts[library] for library in ("numpy", "pandas", "torch")) > 400


def test_operations_read_their_inputs() -> None:
    for operation in operations():
        tree = ast.parse(expand(operation.spellings[0], Dice(operation.name, random.Random(1))))
        loaded = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        assert {"IN", "IN2"} & loaded == set(("IN", "IN2")[: len(operation.sources)]), operation.spellings
        assert set(operation.sources) <= KINDS.keys()


def test_tiny_programs_are_short_and_differ() -> None:
    drafts = [
        tiny(Dice(f"{library}/{number}", random.Random(number)), library)
        for number in range(60)
        for library in generator.SHARES
    ]
    lengths = [ast.unparse(draft.tree).count("\n") for draft in drafts]
    assert max(lengths) <= 25
    assert sorted(lengths)[len(lengths) // 2] <= 2
    assert len({shape(ast.unparse(draft.tree)) for draft in drafts}) > 0.7 * len(drafts)


def test_a_second_operation_continues_the_problem_of_the_first() -> None:
    problems = {tiny(Dice(str(number), random.Random(0)), "python").problem for number in range(80)}
    names = {operation.name for operation in operations()}
    assert {problem.removeprefix("tiny/").partition("+")[0] for problem in problems} <= names
    assert any("+" in problem for problem in problems)
    assert any("+" not in problem for problem in problems)
