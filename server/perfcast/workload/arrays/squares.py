"""Matrices with as many rows as columns: covariances, correlations and the like, and what is inverted."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TABLES, Argument
from perfcast.workload.uses.name_uses import is_name

#: Words of their names, and what begins such words.
_WORDS: Final = frozenset({"cov", "covs", "covar", "corr", "correl", "gram", "adjacency", "laplacian", "hessian"})
_BEGINNINGS: Final = ("covariance", "correlation")
_WORD: Final = re.compile(r"[A-Za-z][a-z]*")
#: What comes to be, and what says which kind, is no matrix itself.
_ABOUT: Final = frozenset({"method", "type", "kind", "name", "fn", "func", "estimator", "threshold", "path", "model"})
_OF_SQUARES: Final = frozenset({"inv", "det", "slogdet", "cholesky", "eig", "eigh", "eigvals", "eigvalsh", "solve"})
_MATRIX: Final = 2


def is_named_as_square(name: str) -> bool:
    """Whether a name says a covariance or the like: ``cov_matrix``, ``correlations``."""
    words = [word.lower() for word in _WORD.findall(name)]
    is_said = any(word in _WORDS or word.startswith(_BEGINNINGS) for word in words)
    return is_said and _ABOUT.isdisjoint(words)


def with_square_tables(
    node: FunctionNode, arguments: list[Argument], open_: Collection[str], size: int
) -> list[Argument]:
    """With tables that have as many rows as columns where a name says so, or the unit inverts them, and with as many
    elements in what else is as long as usual.

    Args:
        open_: parameters that are made up; size: elements of each, as a rule.
    """
    squares = {
        one.name
        for one in arguments
        if one.name in open_
        and one.type.name in TABLES
        and len(one.type.shape) == _MATRIX
        and (is_named_as_square(one.name or "") or _is_inverted(node, one.name or ""))
    }
    if not squares:
        return arguments
    side = max(_MATRIX, round(size ** (1 / _MATRIX)))
    return [
        _with_side(one, side, size, is_square=one.name in squares) if one.name in open_ else one for one in arguments
    ]


def _with_side(argument: Argument, side: int, size: int, *, is_square: bool) -> Argument:
    type_ = argument.type
    if is_square:
        return replace(argument, type=replace(type_, shape=(side, side)))
    if type_.shape and (type_.name not in TABLES or len(type_.shape) == 1):
        return replace(argument, type=replace(type_, shape=tuple(side if n == size else n for n in type_.shape)))
    return argument


def _is_inverted(node: FunctionNode, name: str) -> bool:
    return any(
        last_name(call.func) in _OF_SQUARES and bool(call.args) and is_name(call.args[0], name)
        for call in parts_of(node, ast.Call)
    )
