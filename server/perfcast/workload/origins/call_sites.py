"""Calls in a file -> the workloads that they give to the functions they call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from typing import Final

from perfcast.source import CallSite, FunctionNode, SourceFile, Unit
from perfcast.source.projects.call_resolution import may_mean
from perfcast.workload.code.evaluation import Evaluator, Names, UnknownValueError
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.scopes import Scope, VisibleNames
from perfcast.workload.defaults.literals import LONGEST_LITERAL, default_argument, literal_argument
from perfcast.workload.language.workload import Argument, Workload
from perfcast.workload.naming.names import is_long_text, is_short_text

#: Characters of a text that is kept for its form.
_LONGEST_FORM: Final = 20
#: Signs that sentences have, too.
_OF_SENTENCES: Final = frozenset(".,;:!?'\"-()")

#: Calls of one name that are looked at; in a file of many tests the rest are like the first.
_MAX_CALLS = 40


class CallSites:
    """What the functions of a file are called with in it.

    It does not hold the file, so that whoever keeps it for as long as the file is there may do so by weak reference.
    """

    def __init__(self) -> None:
        self._module: Scope | None = None
        self._scopes: dict[FunctionNode, Scope] = {}

    def largest(
        self, file: SourceFile, unit: Unit, node: FunctionNode, *, drop_first: bool
    ) -> tuple[Workload, int] | None:
        """The workload and line of the call that gives the unit the most to do, where one can be evaluated.

        Args:
            file: always the same.
            node: the unit's definition.
            drop_first: the first parameter is ``self`` or ``cls``.
        """
        best: tuple[Workload, int] | None = None
        for site in islice(file.calls(_name_in_calls(unit)), _MAX_CALLS):
            # What a unit calls itself with is no workload but a part of one.
            if any(function is node for function in site.functions) or not may_mean(file, unit, site):
                continue
            workload = bound_workload(site.node, node, self._visible_names(file, site), drop_first=drop_first)
            if workload is not None and (best is None or workload.size > best[0].size):
                best = workload, site.node.lineno
        return best

    def _visible_names(self, file: SourceFile, site: CallSite) -> VisibleNames:
        for function in site.functions:
            if function not in self._scopes:
                self._scopes[function] = Scope(function.body)
        functions = [(function, self._scopes[function]) for function in site.functions]
        return VisibleNames(functions, lambda: self._of_module(file))

    def _of_module(self, file: SourceFile) -> Scope:
        if self._module is None:
            self._module = Scope(file.tree.body)
        return self._module


def is_called(unit: Unit, file: SourceFile) -> bool:
    """Whether anything of the unit's name is called in the file."""
    return next(file.calls(_name_in_calls(unit)), None) is not None


def _name_in_calls(unit: Unit) -> str:
    """The last part of its name; an ``__init__`` is called by its class's."""
    *others, name = unit.name.split(".")
    return others[-1] if unit.kind == "method" and name == "__init__" else name


def bound_workload(call: ast.Call, node: FunctionNode, names: Names, *, drop_first: bool) -> Workload | None:
    """The call's arguments bound to the unit's parameters; None where one cannot be told or does not fit."""
    if any(isinstance(argument, ast.Starred) for argument in call.args) or any(k.arg is None for k in call.keywords):
        return None
    wanted = parameters(node, drop_first=drop_first)
    keyword_only = {parameter.arg for parameter in node.args.kwonlyargs}
    positional = [parameter.arg for parameter, _ in wanted if parameter.arg not in keyword_only]
    if len(call.args) > len(positional) and node.args.vararg is None:
        return None
    given: dict[str, ast.expr] = dict(zip(positional, call.args, strict=False))
    for keyword in call.keywords:
        given[keyword.arg or ""] = keyword.value
    evaluator = Evaluator(names)
    try:
        # What comes behind parameters that have names cannot be given without giving these by place, too.
        arguments = [] if positional else [evaluator.argument(None, one) for one in call.args]
        for parameter, default in wanted:
            expression = given.get(parameter.arg)
            if expression is None and default is None:
                return None
            option = None if expression is None else _option(parameter.arg, default, expression)
            if option is not None:
                arguments.append(option)
            elif expression is not None:
                arguments.append(evaluator.argument(parameter.arg, expression))
            else:
                argument = default_argument(parameter, default)
                arguments.extend([argument] if argument is not None else [])
    except UnknownValueError:
        return None
    return Workload(tuple(arguments))


def _option(name: str, default: ast.expr | None, given: ast.expr) -> Argument | None:
    """A text that is written out in the call and stands for a choice, a key or the like, which no other text would do
    for; None for what is none.

    Args:
        name: of the parameter; default: of it.
    """
    match given:
        case ast.Constant(value=str(text)) if text and len(text) <= LONGEST_LITERAL:
            has_default = isinstance(default, ast.Constant) and isinstance(default.value, str)
            is_kept = (has_default or _has_form(text)) and not is_long_text(name)
            is_one = is_short_text(name) or is_kept or _is_formula(text)
            return literal_argument(name, text) if is_one else None
    return None


def _has_form(text: str) -> bool:
    """Whether letters and digits stand in a text between signs, as in ``#ff8800`` and ``2024-01-31``: others of its
    characters are hardly ever in the right order."""
    is_part = [character.isalnum() for character in text]
    is_spaced = any(map(str.isspace, text))
    return len(text) <= _LONGEST_FORM and any(is_part) and not all(is_part) and not is_spaced


def _is_formula(text: str) -> bool:
    """Whether there are blanks in a text and signs that sentences lack, or no letters, as in ``*/15 9-17 * * 1-5`` and
    ``a + 2 * (b - 1)``: what reads it takes no other order."""
    is_part = [character.isalnum() for character in text]
    is_telling = not any(map(str.isalpha, text)) or not _OF_SENTENCES.issuperset(_signs(text))
    return len(text) <= _LONGEST_FORM and any(is_part) and not all(is_part) and " " in text and is_telling


def _signs(text: str) -> Iterator[str]:
    return (one for one in text if not (one.isalnum() or one.isspace()))
