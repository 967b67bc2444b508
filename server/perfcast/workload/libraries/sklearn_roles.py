"""What a unit gives scikit-learn's estimators and figures: samples of a few features, labels, targets."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.libraries.sklearn_names import (
    ALONE,
    CLASSIFIER,
    CLASSIFYING,
    COLUMNS,
    COUNTING_WORDS,
    CROSSING,
    ENCODING,
    FITTING,
    KNOWN,
    LABELLING,
    MAKING,
    MAKING_TENSORS,
    OF_CHANCES,
    OF_LABELS,
    OF_NUMBERS,
    OF_SAMPLES,
    OF_WHOLE,
    PACKAGES,
    REGRESSING,
    REGRESSOR,
    SAME,
    SHOWN,
    SPLITTING,
    TENSORS_BESIDE,
    USING,
)

#: Samples, and what is known of each.
_TENSORS: Final = 2
#: How far it is followed where something comes from.
_DEEPEST: Final = 6


class Role(Enum):
    """What something is to an estimator."""

    SAMPLES = "samples"
    LABELS = "labels"
    NUMBERS = "numbers"
    TEXTS = "texts"
    DOCUMENTS = "documents"


@dataclass
class Roles:
    """
    Attributes:
        names: of what has a name; columns: of those of tables, by their names.
    """

    names: dict[str, Role] = field(default_factory=dict)
    columns: dict[str, Role] = field(default_factory=dict)


def roles_in(tree: ast.AST) -> Roles:
    """What names and columns are; nothing where no function or class of scikit-learn's is named, nor where a module
    imports nothing like it."""
    walked = list(walk(tree))
    if isinstance(tree, ast.Module) and not any(map(_is_import, walked)):
        return Roles()
    if not any(_named(node) in KNOWN or _is_estimator(_named(node)) for node in walked):
        return Roles()
    return _Reading(walked).roles


def _is_import(node: ast.AST) -> bool:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
    return any(name.partition(".")[0] in PACKAGES for name in names)


def _named(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_estimator(name: str) -> bool:
    return name.endswith((CLASSIFIER, REGRESSOR)) and len(name) > len(CLASSIFIER)


class _Reading:
    def __init__(self, walked: list[ast.AST]) -> None:
        self.roles = Roles()
        self._given: dict[str, list[ast.expr]] = {}
        for node in walked:
            for target, value in _assigned(node):
                self._given.setdefault(ast.unparse(target), []).append(value)
        self._may_be_kinds = any(_named(node) in ENCODING for node in walked)
        for node in walked:
            if isinstance(node, ast.Call):
                self._of_call(node)

    def _of_call(self, node: ast.Call) -> None:
        name = last_name(node.func) or ""
        given = _Given(node)
        if name in OF_LABELS | OF_CHANCES:
            self._is(given.at(0, "y_true"), Role.LABELS)
            self._is(given.at(1, "y_pred", "y_score"), Role.LABELS if name in OF_LABELS else Role.NUMBERS)
        elif name in OF_NUMBERS:
            self._is(given.at(0, "y_true"), Role.NUMBERS)
            self._is(given.at(1, "y_pred"), Role.NUMBERS)
        elif name in OF_SAMPLES:
            self._is(given.at(0, "X"), Role.SAMPLES)
            self._is(given.at(1, "Y", "labels"), Role.LABELS if name == "silhouette_score" else Role.SAMPLES)
        elif name in COLUMNS:
            for part in walk(node):
                if isinstance(part, ast.Tuple) and len(part.elts) > 1:
                    self._of_columns(part.elts[-2], part.elts[-1])
        elif name == TENSORS_BESIDE:
            self._of_tensors(given)
        elif name == SPLITTING:
            self._is(given.at(-1, "stratify"), Role.LABELS)
        elif name in CROSSING:
            self._fit(given.at(0, "estimator"), given, 1)
        elif isinstance(node.func, ast.Attribute) and name in FITTING and self._is_of_labels(node.func.value):
            self._is(given.at(0, "y"), Role.LABELS)
        elif isinstance(node.func, ast.Attribute) and name in FITTING | USING:
            self._fit(node.func.value, given, 0, is_using=name in USING)

    def _of_tensors(self, given: _Given) -> None:
        """Samples that are made tensors of, and what is known of each beside them."""
        for place in range(_TENSORS):
            node = given.at(place)
            parts = [_named(part) for one in (node, *self._given_to(node)) for part in walk(one)] if node else []
            if not MAKING_TENSORS.isdisjoint(parts):
                beside = Role.NUMBERS if OF_WHOLE.isdisjoint(parts) else Role.LABELS
                self._is(node, beside if place else Role.SAMPLES)

    def _is_of_labels(self, node: ast.expr) -> bool:
        """Whether it is what makes numbers of labels."""
        return any(_named(part) == LABELLING for one in (node, *self._given_to(node)) for part in walk(one))

    def _given_to(self, node: ast.expr) -> list[ast.expr]:
        """What a name or an attribute is given."""
        return self._given.get(ast.unparse(node), []) if isinstance(node, ast.Name | ast.Attribute) else []

    def _of_columns(self, transformer: ast.expr, columns: ast.expr) -> None:
        """Notes what columns hold that a transformer is for."""
        for value in self._given.get(ast.unparse(columns), [columns]):
            for one in value.elts if isinstance(value, ast.List) else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    self.roles.columns[one.value] = Role.TEXTS if self._encodes(transformer) else Role.SAMPLES

    def _encodes(self, node: ast.expr) -> bool:
        """Whether an expression, or what it stands for, is an encoder or has one."""
        return any(_named(part) in ENCODING for one in (node, *self._given_to(node)) for part in walk(one))

    def _fit(self, estimator: ast.expr | None, given: _Given, first: int, *, is_using: bool = False) -> None:
        """
        Args:
            first: place of the samples.
        """
        targets = self._targets_of(estimator)
        if targets is None:
            return
        are_texts = targets is Role.DOCUMENTS or self._counts_words(estimator)
        self._is(given.at(first, "X", "raw_documents"), Role.DOCUMENTS if are_texts else Role.SAMPLES)
        if not is_using and targets is not Role.DOCUMENTS:
            self._is(given.at(first + 1, "y"), targets)

    def _targets_of(self, node: ast.expr | None, depth: int = 0) -> Role | None:
        """What an estimator is fitted for, `SAMPLES` where that is nothing; None of other things."""
        if node is None or depth > _DEEPEST:
            return None
        names = {_named(part) for part in walk(node)}
        if names & {"StratifiedKFold"} or names & CLASSIFYING or any(name.endswith(CLASSIFIER) for name in names):
            return Role.LABELS
        if names & REGRESSING or any(name.endswith(REGRESSOR) for name in names):
            return Role.NUMBERS
        if names & ALONE:
            return Role.SAMPLES
        if names & COUNTING_WORDS:
            return Role.DOCUMENTS
        given = self._given_to(node)
        if not isinstance(node, ast.Name | ast.Attribute):
            given = [part for part in walk(node) if isinstance(part, ast.Name)]
        found = [self._targets_of(one, depth + 1) for one in given]
        return next((one for one in found if one is not None), None)

    def _counts_words(self, node: ast.expr | None) -> bool:
        """Whether it is, or begins with, what counts words of texts."""
        given = () if node is None else (node, *self._given_to(node))
        return any(_named(part) in COUNTING_WORDS for one in given for part in walk(one))

    def _is(self, node: ast.expr | None, role: Role, depth: int = 0) -> None:
        """Notes what an expression is, and what it comes from."""
        if node is None or depth > _DEEPEST:
            return
        if isinstance(node, ast.Name):
            if self.roles.names.setdefault(node.id, role) is role:
                for value in self._given.get(node.id, ()):
                    self._is(value, role, depth + 1)
            return
        if role is Role.SAMPLES and (one := _in_a_column(node)) is not None:
            self._is(one, Role.NUMBERS, depth + 1)
            return
        if role is not Role.SAMPLES or not self._may_be_kinds:
            for column in _columns(node):
                self.roles.columns.setdefault(column, role)
        self._is(self._same(node, role), role, depth + 1)

    def _same(self, node: ast.expr, role: Role) -> ast.expr | None:
        """What an expression is made of, where that has the same role."""
        match node:
            case ast.Subscript(value=ast.Name() | ast.Attribute(attr="iloc" | "loc") as of):
                return None if any(_columns(node)) else of
            case ast.Attribute(value=of, attr=shown) if shown in SHOWN:
                return of
            case ast.Call(func=ast.Attribute(value=of, attr=method)) if method in SAME and not _is_library(of):
                return of
            case ast.Call(func=ast.Attribute(value=of, attr="fit_transform" | "transform"), args=[first, *_]):
                is_scaled = role is Role.SAMPLES and self._targets_of(of) is Role.SAMPLES
                return first if is_scaled else None
            case ast.Call(func=function, args=[first, *_]) if last_name(function) in MAKING:
                return first
        return None


def _in_a_column(node: ast.expr) -> ast.expr | None:
    """What an expression makes samples of one feature of."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="reshape"), args=[_, ast.Constant(value=1)]):
            return of
        case ast.Subscript(value=of, slice=ast.Tuple(elts=[ast.Slice(), ast.Constant(value=None)])):
            return of
        case ast.Subscript(value=of, slice=ast.Tuple(elts=[ast.Slice(), ast.Attribute(attr="newaxis")])):
            return of
    return None


def _columns(node: ast.expr) -> Iterator[str]:
    """Names of the columns of a table that an expression takes out of it."""
    match node:
        case ast.Subscript(value=ast.Name(), slice=ast.List(elts=columns)):
            pass
        case ast.Subscript(value=ast.Name(), slice=ast.Constant() as column):
            columns = [column]
        case ast.Call(func=ast.Attribute(attr="pop"), args=[ast.Constant() as column]):
            columns = [column]
        case _:
            return
    for one in columns:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


class _Given:
    """The arguments of a call."""

    def __init__(self, node: ast.Call) -> None:
        self._node = node

    def at(self, place: int, *names: str) -> ast.expr | None:
        """The one at that place, or by one of the names."""
        for keyword in self._node.keywords:
            if keyword.arg in names:
                return keyword.value
        given = self._node.args
        is_there = 0 <= place < len(given) and not any(isinstance(one, ast.Starred) for one in given[: place + 1])
        return given[place] if is_there else None


def _is_library(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"np", "numpy", "pd", "pandas"}


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is given a value, and that value; parts of what is split are what they are parts of."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Call(func=function, args=given)) if (
            last_name(function) == SPLITTING
        ):
            for place, target in enumerate(targets):
                if place // 2 < len(given):
                    yield target, given[place // 2]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            yield from zip(targets, values, strict=False)
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                yield one, value
        case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value
