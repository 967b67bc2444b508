"""Random formulas in two languages: Triton's for the kernel, PyTorch's for the reference."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from model_export.corpus.generator.dice import Dice


class Formula(Protocol):
    """Binds a target to something computed from operands."""

    def triton(self, target: str, operands: Sequence[str]) -> list[str]:
        """Statements of a kernel."""

    def torch(self, target: str, operands: Sequence[str]) -> list[str]:
        """Statements of a reference."""


@dataclass(frozen=True)
class Operation:
    """`{x}` and `{y}` stand for operands, `{c}` for a constant; `triton` holds spellings of one formula.

    `grows` marks what makes large values larger: one of them a formula, so that float16 still holds the result.
    """

    torch: str
    triton: tuple[str, ...]
    grows: bool = False


UNARY: Final = (
    Operation("torch.relu({x})", ("tl.maximum({x}, 0.0)", "tl.where({x} > 0, {x}, 0.0)")),
    Operation("torch.where({x} >= 0, {x}, {x} * {c})", ("tl.where({x} >= 0, {x}, {x} * {c})",)),
    Operation("torch.sigmoid({x})", ("tl.sigmoid({x})", "1.0 / (1.0 + tl.exp(-{x}))", "1 / (1 + tl.exp(-{x}))")),
    Operation("({x} * torch.sigmoid({x}))", ("{x} * tl.sigmoid({x})", "{x} / (1.0 + tl.exp(-{x}))")),
    Operation("torch.tanh({x})", ("2.0 * tl.sigmoid(2.0 * {x}) - 1.0", "2 / (1 + tl.exp(-2 * {x})) - 1")),
    Operation(
        "torch.nn.functional.gelu({x}, approximate='tanh')",
        (
            "{x} * tl.sigmoid(1.5957691216057308 * ({x} + 0.044715 * {x} * {x} * {x}))",
            "{x} / (1.0 + tl.exp(-1.5957691216057308 * {x} * (1.0 + 0.044715 * {x} * {x})))",
        ),
    ),
    Operation("torch.nn.functional.gelu({x})", ("0.5 * {x} * (1.0 + tl.erf({x} * 0.7071067811865476))",)),
    Operation(
        "torch.nn.functional.softplus({x})",
        (
            "tl.where({x} > 20.0, {x}, tl.log(1.0 + tl.exp({x})))",
            "tl.maximum({x}, 0.0) + tl.log(1.0 + tl.exp(-tl.abs({x})))",
        ),
    ),
    Operation("torch.nn.functional.elu({x})", ("tl.where({x} > 0, {x}, tl.exp(tl.minimum({x}, 0.0)) - 1.0)",)),
    Operation("({x} * {x})", ("{x} * {x}",), grows=True),
    Operation("({x} * {x} * {x})", ("{x} * {x} * {x}",), grows=True),
    Operation("torch.abs({x})", ("tl.abs({x})", "tl.where({x} < 0, -{x}, {x})", "tl.maximum({x}, -{x})")),
    Operation("(-{x})", ("-{x}", "0.0 - {x}")),
    Operation("torch.exp(torch.clamp({x}, max=4.0))", ("tl.exp(tl.minimum({x}, 4.0))",), grows=True),
    Operation("torch.exp(-torch.abs({x}))", ("tl.exp(-tl.abs({x}))", "tl.exp2(-tl.abs({x}) * 1.4426950408889634)")),
    Operation("torch.exp(-{x} * {x})", ("tl.exp(-{x} * {x})", "tl.exp(-({x} * {x}))")),
    Operation("torch.sqrt(torch.abs({x}))", ("tl.sqrt(tl.abs({x}))",)),
    Operation("torch.log(torch.abs({x}) + 1.0)", ("tl.log(tl.abs({x}) + 1.0)", "tl.log(1.0 + tl.abs({x}))")),
    Operation("torch.rsqrt({x} * {x} + {c})", ("tl.rsqrt({x} * {x} + {c})", "1.0 / tl.sqrt({x} * {x} + {c})")),
    Operation("torch.sin({x})", ("tl.sin({x})",)),
    Operation("torch.cos({x})", ("tl.cos({x})",)),
    Operation("({x} * {c})", ("{x} * {c}", "{c} * {x}")),
    Operation("({x} + {c})", ("{x} + {c}",)),
    Operation("({x} - {c})", ("{x} - {c}",)),
    Operation(
        "torch.clamp({x}, -{c}, {c})",
        (
            "tl.minimum(tl.maximum({x}, -{c}), {c})",
            "tl.maximum(tl.minimum({x}, {c}), -{c})",
            "tl.clamp({x}, -{c}, {c})",
        ),
    ),
    Operation("torch.nn.functional.hardsigmoid({x})", ("tl.minimum(tl.maximum({x} + 3.0, 0.0), 6.0) / 6.0",)),
    Operation("torch.nn.functional.hardswish({x})", ("{x} * tl.minimum(tl.maximum({x} + 3.0, 0.0), 6.0) / 6.0",)),
    Operation("(1.0 / ({x} * {x} + {c}))", ("1.0 / ({x} * {x} + {c})",)),
    Operation("({x} / (1.0 + torch.abs({x})))", ("{x} / (1.0 + tl.abs({x}))",)),
    Operation("torch.where(torch.abs({x}) > {c}, {x}, 0.0 * {x})", ("tl.where(tl.abs({x}) > {c}, {x}, 0.0)",)),
    Operation("torch.erf({x})", ("tl.erf({x})",)),
)
BINARY: Final = (
    Operation("({x} + {y})", ("{x} + {y}",)),
    Operation("({x} - {y})", ("{x} - {y}",)),
    Operation("({x} * {y})", ("{x} * {y}",)),
    Operation("torch.maximum({x}, {y})", ("tl.maximum({x}, {y})", "tl.where({x} > {y}, {x}, {y})")),
    Operation("torch.minimum({x}, {y})", ("tl.minimum({x}, {y})", "tl.where({x} < {y}, {x}, {y})")),
    Operation("(0.5 * ({x} + {y}))", ("0.5 * ({x} + {y})", "({x} + {y}) * 0.5", "({x} + {y}) / 2")),
    Operation("({x} * torch.sigmoid({y}))", ("{x} * tl.sigmoid({y})", "{x} / (1.0 + tl.exp(-{y}))")),
    Operation("({x} / (torch.abs({y}) + {c}))", ("{x} / (tl.abs({y}) + {c})",)),
    Operation("torch.sqrt({x} * {x} + {y} * {y})", ("tl.sqrt({x} * {x} + {y} * {y})",)),
    Operation("({x} * {c} + {y})", ("{x} * {c} + {y}", "{y} + {c} * {x}")),
    Operation("torch.abs({x} - {y})", ("tl.abs({x} - {y})",)),
    Operation("({x} + {c} * ({y} - {x}))", ("{x} + {c} * ({y} - {x})",)),
    Operation("(({x} - {y}) * ({x} - {y}))", ("({x} - {y}) * ({x} - {y})",), grows=True),
    Operation("torch.where({x} > 0, {y}, {y} * {c})", ("tl.where({x} > 0, {y}, {y} * {c})",)),
)
_CONSTANTS: Final = ("0.1", "0.5", "1.5", "2.0", "0.25", "0.01", "0.8", "1.0", "3.0")
_LENGTHS: Final = (0, 1, 1, 2, 2, 3, 4, 6)


@dataclass(frozen=True)
class Step:
    """One operation of a chain, with its constant and its spelling."""

    operation: Operation
    constant: str
    spelling: str


@dataclass(frozen=True)
class Chain:
    """An elementwise formula: how the operands are joined, and what follows.

    `nested` puts several operations into one expression, where no operand is needed twice.
    """

    joins: tuple[Step, ...]
    steps: tuple[Step, ...]
    nested: bool

    def triton(self, target: str, operands: Sequence[str]) -> list[str]:
        return self._statements(target, operands, lambda step: step.spelling)

    def torch(self, target: str, operands: Sequence[str]) -> list[str]:
        return self._statements(target, operands, lambda step: step.operation.torch)

    def _statements(self, target: str, operands: Sequence[str], text: Callable[[Step], str]) -> list[str]:
        value, lines = operands[0], []
        others = [*operands[1:], *[""] * len(self.steps)]
        for step, other in zip((*self.joins, *self.steps), others, strict=True):
            template = text(step)
            if value != operands[0] and not (self.nested and template.count("{x}") == 1):
                lines.append(f"{target} = {value}")
                value = target
            bare = value.isidentifier() or template.count("({x})") == 1
            value = template.format(x=value if bare else f"({value})", y=other, c=step.constant)
        return lines if value == target else [*lines, f"{target} = {value}"]


@dataclass(frozen=True)
class RowFormula:
    """What needs a whole row: operands are the row, its mask and its length in a kernel, the plane in a reference."""

    plane: str
    row: str

    def triton(self, target: str, operands: Sequence[str]) -> list[str]:
        row, mask, length = operands
        return self.row.format(o=target, x=row, m=mask, n=length).splitlines()

    def torch(self, target: str, operands: Sequence[str]) -> list[str]:
        return [f"{target} = {self.plane.format(x=operands[0])}"]


def chain(operands: int, dice: Dice, label: str) -> Chain:
    """The task's chain of that label."""
    rng = dice.of_task(label)
    joins = [_step(rng.choice(BINARY), rng, dice) for _ in range(operands - 1)]
    steps: list[Step] = []
    may_grow = not any(join.operation.grows for join in joins)
    for _ in range(rng.choice(_LENGTHS)):
        operation = rng.choice([o for o in UNARY if may_grow or not o.grows])
        may_grow = may_grow and not operation.grows
        steps.append(_step(operation, rng, dice))
    return Chain(tuple(joins), tuple(steps), dice.chance(0.3))


def row_formula(dice: Dice, label: str) -> RowFormula:
    """The task's operation on a row."""
    return dice.of_task(label).choice(_row_formulas("rows.txt"))


def reduction(dice: Dice, label: str) -> RowFormula:
    """The task's reduction of a row."""
    return dice.of_task(label).choice(_row_formulas("reductions.txt"))


def _step(operation: Operation, rng: random.Random, dice: Dice) -> Step:
    return Step(operation, rng.choice(_CONSTANTS), dice.pick(operation.triton))


@cache
def _row_formulas(file: str) -> tuple[RowFormula, ...]:
    """Entries `### formula on a plane` with the statements on a row below."""
    text = "\n" + (Path(__file__).parent / file).read_text(encoding="utf-8")
    blocks = (block.partition("\n") for block in text.split("\n### ")[1:])
    return tuple(RowFormula(plane, row.strip()) for plane, _, row in blocks)
