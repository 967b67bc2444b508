"""The lines of a template that stand for more than one way to write them: formulas, grids, launches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from model_export.corpus.generator.dice import Dice
from model_export.corpus.triton.generator.formulas import Formula, chain, reduction, row_formula

_FORMULA: Final = re.compile(
    r"(?P<indent> *)(?P<label>(?P<kind>CHAIN|ROWOP|REDUCE)\d) (?P<target>\w+) = (?P<operands>.+)"
)
_GRID: Final = re.compile(r"(?P<indent> *)GRID (?P<axes>.+)")


def with_formulas(text: str, dice: Dice, *, kernel: bool) -> str:
    """The text with its formula lines written out, for a kernel or for PyTorch."""
    lines: list[str] = []
    for line in text.splitlines():
        match = _FORMULA.fullmatch(line)
        if match is None:
            lines.append(line)
            continue
        operands = [operand.strip() for operand in match["operands"].split(",")]
        formula = _formula(match["kind"], match["label"], len(operands), dice)
        write = formula.triton if kernel else formula.torch
        lines += [match["indent"] + statement for statement in write(match["target"], operands)]
    return "\n".join(lines)


def _formula(kind: str, label: str, operands: int, dice: Dice) -> Formula:
    if kind == "CHAIN":
        return chain(operands, dice, label)
    return row_formula(dice, label) if kind == "ROWOP" else reduction(dice, label)


def with_grid(text: str, tuned: frozenset[str], dice: Dice) -> str:
    """The wrapper with its ``GRID`` line written out: a function of what is tuned, where it depends on that."""
    lines: list[str] = []
    for line in text.splitlines():
        match = _GRID.fullmatch(line)
        if match is None:
            lines.append(line)
            continue
        lines += [part and match["indent"] + part for part in _grid(match["axes"], tuned, dice)]
    return "\n".join(lines)


def _grid(axes: str, tuned: frozenset[str], dice: Dice) -> list[str]:
    meta = dice.pick(("meta", "META", "meta"))
    pattern = r"\b(" + "|".join(sorted(tuned)) + r")\b"
    written = re.sub(pattern, rf'{meta}["\1"]', axes) if tuned else axes
    single = _top_level_commas(axes) == 0
    value = f"({written},)" if single else f"({written})"
    if written == axes:
        return [f"grid = {value}"]
    if dice.chance(0.25):
        return ["", f"def grid({meta}):", f"    return {value}", ""]
    return [f"grid = lambda {meta}: {value}"]


def _top_level_commas(text: str) -> int:
    depth = commas = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        commas += character == "," and depth == 0
    return commas


def with_launch(text: str, options: Mapping[str, object]) -> str:
    """The wrapper with ``TUNED`` as those keyword arguments; without any, an autotuner gives them."""
    given = ", ".join(f"{name}={value}" for name, value in options.items())
    return text.replace(", TUNED", f", {given}" if given else "")
