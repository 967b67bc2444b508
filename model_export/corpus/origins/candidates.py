"""A function -> the calls that may suit it, the likeliest first, for the search to try.

What its examples say comes first; then what annotations, names and uses of its parameters suggest; then common types.
"""

from __future__ import annotations

import ast
import doctest
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from model_export.corpus.origins.callers import Made, is_generator, is_lazy, makings, starred
from model_export.corpus.origins.examples import example_calls, typical_workload
from model_export.corpus.origins.extraction import Function
from perfcast.source import FunctionNode
from perfcast.workload import Argument, Workload, parse
from perfcast.workload.code.parameters import parameters
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.origins.doctests import doctest_workload

#: Elements of what is tried.
_SIZE: Final = 64
#: Required parameters that types are still guessed for; the number of guesses is exponential in them.
_MOST_GUESSED: Final = 5
_MOST_CANDIDATES: Final = 60
#: What a guess counts that nothing in the function speaks for.
_UNFOUNDED: Final = 2

#: Types that parameters of real code have, the commonest first.
_COMMON: Final = tuple(
    parse(text).arguments[0]
    for text in (
        "list[int] * 64 in 0..1000",
        "str * 64 in 'a'..'z'",
        "int = 10",
        "list[str] * 32 * 8 in 'a'..'z'",
        "list[float] * 64 in 0.0..100.0",
        "dict[str, int] * 32 in 0..1000",
        "list[list[int]] * 12 * 12 in 0..9",
        "float in 0.0..1.0",
        "list[tuple[int, int]] * 40 in 0..20",
        "bytes * 64",
        "float64[64] in 0.0..1.0",
        "set[int] * 32 in 0..1000",
        "str * 64 in '0'..'9'",
        "list[dict[str, int]] * 16 * 4 in 0..1000",
        "dict[int, list[int]] * 24 * 3 in 0..23",
        "float64[12, 12] in 0.0..1.0",
        "str * 64 in ' '..'~'",
        "list[list[str]] * 12 * 6 * 4 in 'a'..'z'",
        "dict[str, list[str]] * 16 * 4 * 4 in 'a'..'z'",
        "tuple[int, int] in 0..10",
        "bool",
        "list[list[float]] * 12 * 12 in 0.0..1.0",
        "tuple[int, ...] * 6 in 0..20",
        "int64[64] in 0..100",
        "dict[str, dict[str, int]] * 12 * 6 in 0..100",
        "str * 32 in '01'",
    )
)


#: Word in a module's text -> what its functions mostly take.
_BY_LIBRARY: Final = {
    "pandas": [parse(text).arguments[0] for text in ("DataFrame[64, 3]", "Series[64]", "float64[64] in 0.0..1.0")],
    "numpy": [parse(text).arguments[0] for text in ("float64[64] in 0.0..1.0", "float64[12, 12] in 0.0..1.0")],
}


@dataclass(frozen=True)
class Candidate:
    """A call to try.

    Attributes:
        workload: of the function itself, or of the caller that gives it what a workload cannot describe.
        call: the body of such a caller; empty where the function is called itself.
    """

    workload: Workload
    call: str = ""


def candidates(function: Function, source: str) -> list[Candidate]:
    """At most some dozens, each once; none for a function without parameters.

    Args:
        source: the text that the function is measured in.
    """
    found: dict[tuple[str, str], Candidate] = {}
    calls = _calls(function, source)
    workloads = (Candidate(workload) for workload in _workloads(function, source) if workload.arguments)
    # Where a function or a graph is asked for, nothing else will do.
    for candidate in itertools.islice(calls if calls is not None else workloads, _MOST_CANDIDATES):
        found.setdefault((str(candidate.workload), candidate.call), candidate)
    return list(found.values())


def _calls(function: Function, source: str) -> Iterator[Candidate] | None:
    """Calls through a caller; None where the function needs none."""
    node = function.node
    wanted = parameters(node, drop_first=False)
    required = [parameter.arg for parameter, default in wanted if default is None]
    made = {name: makings(node, name, source) for name in required}
    if node.args.vararg is not None and len(required) < 2:
        # Optional parameters before ``*args`` cannot be left out.
        made[node.args.vararg.arg] = starred(node)
    if "." in function.name or not any(made.values()) or len(required) > _MOST_GUESSED:
        return None
    return _called(node, made, _Choices(function, source))


def _called(node: FunctionNode, made: dict[str, list[Made]], choices_of: _Choices) -> Iterator[Candidate]:
    keyword_only = {parameter.arg for parameter in node.args.kwonlyargs}
    choices: list[list[Made]] = []
    for name, makings_ in made.items():
        choices.append(makings_ or [(name, argument) for argument in choices_of.parameter(name)])
    call = f"{node.name}({{}})"
    form = f"yield from {call}" if is_generator(node) else f"return list({call})" if is_lazy(node) else f"return {call}"
    for ranks in _best_first([len(choice) for choice in choices]):
        chosen = [choice[rank] for choice, rank in zip(choices, ranks, strict=True)]
        passed = [
            f"{name}={text}" if name in keyword_only else text for name, (text, _) in zip(made, chosen, strict=True)
        ]
        passed.sort(key=lambda text: "=" in text and text.partition("=")[0] in keyword_only)
        arguments = {argument.name: argument for _, argument in chosen if argument is not None}
        if arguments:
            yield Candidate(Workload(tuple(arguments.values())), form.format(", ".join(passed)))


def _workloads(function: Function, source: str) -> Iterator[Workload]:
    node, drop_first = function.node, function.is_method
    wanted = parameters(node, drop_first=drop_first)
    shown = _shown(node, [parameter.arg for parameter, _ in wanted])
    if shown is not None:
        yield shown
    tested = doctest_workload(node, drop_first=drop_first)
    if tested is not None:
        yield tested
    choices_of = _Choices(function, source)
    required = [parameter.arg for parameter, default in wanted if default is None]
    given = [argument for name, argument in choices_of.suggested.items() if name not in required]
    if not required:
        # The first parameter is what the function is about, so its default, often None, is replaced.
        required = [parameter.arg for parameter, _ in wanted[:1]]
        given = [argument for argument in given if argument.name not in required]
    if len(required) > _MOST_GUESSED:
        yield Workload(tuple(choices_of.suggested.values()))
        return
    choices = [choices_of.parameter(name) for name in required]
    for ranks in _best_first([len(choice) for choice in choices]):
        chosen = [choice[rank] for choice, rank in zip(choices, ranks, strict=True)]
        yield Workload((*chosen, *given))


def _shown(node: FunctionNode, names: Sequence[str]) -> Workload | None:
    """What the function's own doctests call it with, all of them together."""
    docstring = ast.get_docstring(node, clean=False)
    if not docstring or ">>>" not in docstring:
        return None
    try:
        examples = doctest.DocTestParser().get_examples(docstring)
        calls = example_calls("".join(example.source for example in examples), node.name)
        return typical_workload(calls, names)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


class _Choices:
    """What the parameters of a function may be.

    Attributes:
        suggested: parameter -> what its annotation, its name, its uses and its default suggest.
    """

    def __init__(self, function: Function, source: str) -> None:
        workload = default_workload(function.node, _SIZE, drop_first=function.is_method)
        self.suggested = {argument.name: argument for argument in workload.arguments}
        arguments = function.node.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        self._annotated = {argument.arg for argument in every if argument.annotation is not None}
        self._typical = next((types for word, types in _BY_LIBRARY.items() if word in source), [])

    def parameter(self, name: str) -> list[Argument]:
        """The likeliest first."""
        suggested = self.suggested.get(name)
        if suggested is None or any(leaf.name == "object" for leaf in suggested.type.leaves()):
            found = [*self._typical, *_COMMON]
        elif name in self._annotated or suggested.has_value:
            found = [suggested, *self._typical, *_COMMON]
        else:
            found = [*self._typical[:1], suggested, *self._typical[1:], *_COMMON]
        by_type = {str(argument.type): replace(argument, name=name) for argument in reversed(found)}
        return [by_type[key] for key in dict.fromkeys(str(argument.type) for argument in found)]


def _best_first(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Positions in lists of these lengths, the least sum of ranks first; equal ones, which are common, count once."""
    most = _MOST_CANDIDATES if len(lengths) == 1 else math.ceil(_MOST_CANDIDATES ** (1 / max(1, len(lengths)))) + 4
    every = itertools.product(*(range(min(length, most)) for length in lengths))
    yield from sorted(every, key=lambda ranks: (sum(set(ranks)) + _UNFOUNDED * (len(set(ranks)) - 1), sum(ranks)))
