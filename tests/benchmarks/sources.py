"""Sources to forecast: functions of the corpus's own programs, alone and joined into files."""

from __future__ import annotations

import ast
import itertools
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from model_export.corpus.records import read_programs

PROGRAMS = Path(__file__).parents[2] / "model_export" / "corpus" / "records" / "programs.parquet"
_SEED = 8
MODULUS = 1_000_003
"""A number in every text of three `statements` or more; any other of seven digits has as many tokens."""


@dataclass(frozen=True)
class Function:
    """A program of imports and one function, with none inside of it.

    Attributes:
        text: of the function alone.
        parameters: their names.
    """

    name: str
    problem: str
    imports: tuple[str, ...]
    text: str
    parameters: tuple[str, ...]

    @property
    def source(self) -> str:
        return "".join(f"{line}\n" for line in self.imports) + "\n" + self.text

    def renamed(self, name: str) -> Function:
        """The same under another name, calls of itself too."""
        # A function may be called f, which begins strings, too.
        text = re.sub(rf"\b{re.escape(self.name)}\b(?!['\"])", name, self.text)
        return Function(name, self.problem, self.imports, text, self.parameters)


@cache
def programs() -> Sequence[tuple[str, str, str]]:
    """(source, name of the unit, problem) of all programs, in an order that is random and always the same."""
    found = [(program.source, program.name, program.problem) for program in read_programs(PROGRAMS)]
    random.Random(_SEED).shuffle(found)
    return found


@cache
def functions() -> Sequence[Function]:
    """Those programs that are one function, about 3,400, in their order."""
    return [one for source, _, problem in programs() if (one := _function(source, problem))]


def _function(source: str, problem: str) -> Function | None:
    tree = ast.parse(source)
    *imports, last = tree.body
    definitions = sum(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in ast.walk(tree))
    if not isinstance(last, ast.FunctionDef) or definitions > 1:
        return None
    if not all(isinstance(one, ast.Import | ast.ImportFrom) for one in imports):
        return None
    parameters = tuple(argument.arg for argument in (*last.args.posonlyargs, *last.args.args))
    lines = tuple(ast.unparse(one) for one in imports)
    return Function(last.name, problem, lines, ast.get_source_segment(source, last) or "", parameters)


def endless(skip: int = 0) -> Iterator[Function]:
    """Functions no two of which are the same, each under a name of its own: ``..._0``, ``..._1`` and so on."""
    for index, one in enumerate(itertools.islice(itertools.cycle(functions()), skip, None), skip):
        yield one.renamed(f"{one.name}_{index}")


def distinct(count: int, skip: int = 0) -> list[Function]:
    """So many of them."""
    return list(itertools.islice(endless(skip), count))


def joined(parts: Iterable[Function]) -> str:
    """One file of them: the imports of all, then the functions."""
    parts = list(parts)
    imports = dict.fromkeys(line for part in parts for line in part.imports)
    return "".join(f"{line}\n" for line in imports) + "\n\n" + "\n\n\n".join(part.text for part in parts) + "\n"


def file_of_lines(lines: int) -> str:
    """A file of at least so many lines, by less than a function more."""
    parts: list[Function] = []
    length = 0
    for part in endless():
        if length >= lines:
            break
        parts.append(part)
        length += part.text.count("\n") + 3
    return joined(parts)


def pairs(least: int, most: int) -> list[tuple[Function, Function]]:
    """Two solutions of one problem with the same parameters, each of so many characters."""
    groups: dict[tuple[str, tuple[str, ...]], list[Function]] = {}
    for one in functions():
        if one.parameters and least <= len(one.text) <= most:
            groups.setdefault((one.problem, one.parameters), []).append(one)
    return [(group[0], group[1]) for group in groups.values() if len(group) > 1 and group[0].text != group[1].text]


def statements(count: int) -> str:
    """One function of so many statements; each is about 20 tokens and a little work."""
    kinds = (
        "    values = [value + {i} for value in values if value % {j}]\n",
        "    total += sum(values[{i} :]) // {j}\n",
        "    for value in values[:{j}]:\n        total = (total * {i} + value) % {modulus}\n",
        "    seen = {{value // {j} for value in values}}\n",
        "    values = sorted(values, key=lambda value: value ^ {i})\n",
    )
    body = "".join(kinds[i % len(kinds)].format(i=i + 1, j=i % 7 + 2, modulus=MODULUS) for i in range(count))
    return f"def long(values):\n    total = 0\n{body}    return total\n"
