"""Calls in a file -> the workloads that they give to the functions they call."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from perfcast.source import FunctionNode, SourceFile
from perfcast.workload.defaults import default_argument, parameters
from perfcast.workload.evaluate import Evaluator, Names, UnknownValueError
from perfcast.workload.language import Argument, Workload
from perfcast.workload.scopes import Scope, VisibleNames

#: Most of the nodes of a file, in which there is nothing to find.
_LEAVES = frozenset({ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue, ast.arg, str, int, type(None)})
#: Fields in which no call stands.
_PLAIN = frozenset(
    {"ctx", "op", "ops", "id", "attr", "name", "names", "module", "level", "kind", "type_comment", "rest"}
)
#: The fields of each class of nodes that a call may stand in, the last one first.
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in reversed(kind._fields) if field not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
#: Calls of one name that are looked at; in a file of many tests the rest are like the first.
_MAX_CALLS = 40


@dataclass(frozen=True)
class CallSite:
    """One call, and the functions that it stands in, innermost first."""

    node: ast.Call
    functions: tuple[FunctionNode, ...]


class CallSites:
    """The calls of a file by the name that is called."""

    def __init__(self, file: SourceFile) -> None:
        self._module = Scope(file.tree.body)
        self._scopes: dict[FunctionNode, Scope] = {}
        self._calls: dict[str, list[CallSite]] = {}
        pending: list[tuple[ast.AST, tuple[FunctionNode, ...]]] = [(file.tree, ())]
        while pending:
            node, functions = pending.pop()
            if isinstance(node, ast.Call):
                name = _called_name(node.func)
                if name:
                    self._calls.setdefault(name, []).append(CallSite(node, functions))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions = (node, *functions)
            # The last one first, so that calls are found in source order.
            for field in _FIELDS[type(node)]:
                value = getattr(node, field, None)
                children: Iterable[Any] = reversed(value) if type(value) is list else (value,)
                pending += [(child, functions) for child in children if type(child) not in _LEAVES]

    def largest(self, node: FunctionNode, class_name: str | None, *, drop_first: bool) -> tuple[Workload, int] | None:
        """The workload and line of the call that gives the unit the most to do, where one can be evaluated.

        Args:
            node: the unit's definition.
            class_name: of a method; its `__init__` is called by that name.
            drop_first: the first parameter is ``self`` or ``cls``.
        """
        name = class_name if node.name == "__init__" and class_name else node.name
        best: tuple[Workload, int] | None = None
        for site in self._calls.get(name, ())[:_MAX_CALLS]:
            # What a unit calls itself with is no workload but a part of one.
            if any(function is node for function in site.functions):
                continue
            workload = bound_workload(site.node, node, self._visible_names(site), drop_first=drop_first)
            if workload is not None and (best is None or workload.size > best[0].size):
                best = workload, site.node.lineno
        return best

    def _visible_names(self, site: CallSite) -> VisibleNames:
        for function in site.functions:
            if function not in self._scopes:
                self._scopes[function] = Scope(function.body)
        return VisibleNames([(function, self._scopes[function]) for function in site.functions], self._module)


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
    arguments: list[Argument] = []
    for parameter, default in wanted:
        expression = given.get(parameter.arg)
        if expression is None and default is None:
            return None
        if expression is not None:
            try:
                arguments.append(evaluator.argument(parameter.arg, expression))
            except UnknownValueError:
                return None
        else:
            argument = default_argument(parameter, default)
            arguments.extend([argument] if argument is not None else [])
    return Workload(tuple(arguments))


def _called_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
