"""The hand-written families: every spelling of each runs with small inputs, and its draft fits its workload."""

from __future__ import annotations

import ast
import random
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.family import from_family
from model_export.corpus.generator.imports import add_imports
from model_export.corpus.generator.library import Family, families
from model_export.corpus.generator.template import expand
from model_export.corpus.generator.trees import parameters
from perfcast.workload import build, parse
from perfcast.workload.language.resizing import resized

# Imported here, so that no clock stops their import half-way.
assert pd and torch
# Of the processor: on a machine that stalls, the clock would stop what is quick.
SECONDS = 0.5
SIZE = 20


class TooSlow(BaseException):
    """Not an Exception, so that no program catches it."""


@contextmanager
def cut_after(seconds: float) -> Iterator[None]:
    """A program that is slow by design must only not hold up the tests."""

    def stop(*_: object) -> None:
        raise TooSlow

    previous = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            yield
    except TooSlow:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def call(tree: ast.Module, workload: str) -> None:
    """Runs the module's last function, or its last class's last method, to the end."""
    namespace: dict[str, Any] = {"__name__": "generated"}
    add_imports(tree, random.Random(1))
    exec(compile(ast.unparse(ast.fix_missing_locations(tree)), "<family>", "exec", dont_inherit=True), namespace)
    last = tree.body[-1]
    assert isinstance(last, ast.FunctionDef | ast.ClassDef)
    unit = namespace[last.name]
    if isinstance(last, ast.ClassDef):
        unit = getattr(unit(), [node.name for node in last.body if isinstance(node, ast.FunctionDef)][-1])
    positional, named = build(resized(parse(workload), SIZE), seed=1)
    result = unit(*positional, **named)
    if hasattr(result, "__next__"):
        list(result)


def test_every_spelling_runs() -> None:
    failures = []
    for family in families():
        for number, spelling in enumerate(family.spellings):
            dice = Dice(family.name, random.Random(number))
            workload = expand(family.workload, dice.settled())
            try:
                with cut_after(SECONDS):
                    call(ast.parse(expand(spelling, dice)), workload)
            except Exception as error:
                failures.append(f"{family.theme}/{family.name} {number}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_a_draft_has_the_familys_unit_and_workload(family: Family) -> None:
    draft = from_family(family.name, Dice("t", random.Random(0)))
    assert {argument.name for argument in parse(draft.workload).arguments} <= {*parameters(draft.function())}
