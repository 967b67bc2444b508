"""Arguments as scikit-learn's estimators and figures take them."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.language.workload import LINE_LENGTH, TABLES, Argument, TypeExpression
from perfcast.workload.libraries.sklearn_roles import Role, roles_in
from perfcast.workload.naming.names import ARRAY, STRS

#: Numbers of a sample.
_FEATURES: Final = 10
#: The largest of the labels: there are two.
_LAST_LABEL: Final = 1
#: What texts whose words are counted are made of.
_OF_WORDS: Final = "abcdefgh "


def with_samples(
    tree: ast.AST, arguments: list[Argument], made_up: Collection[str], annotated: Collection[str], size: int
) -> list[Argument]:
    """Arguments as scikit-learn wants what they are given to.

    Args:
        made_up: names of those whose values nobody says; annotated: of those whose types are written.
        size: samples that there are.
    """
    names = roles_in(tree).names
    if not names:
        return arguments
    return [
        _as(one, names[one.name], size, is_annotated=one.name in annotated)
        if one.name in names and one.name in made_up and (not one.has_value or one.name not in annotated)
        else one
        for one in arguments
    ]


def _as(one: Argument, role: Role, size: int, *, is_annotated: bool) -> Argument:
    if is_tensor(one.type):
        return one
    if one.type.name in TABLES:
        is_column = role is Role.LABELS and one.type.name == "Series"
        return replace(one, low=0, high=_LAST_LABEL, qualifiers=("few",)) if is_column else one
    if role is Role.DOCUMENTS:
        is_list = one.type == STRS or not is_annotated
        return Argument(one.name, STRS, sizes=(size, LINE_LENGTH), alphabet=_OF_WORDS) if is_list else one
    if is_annotated and not one.type.shape:
        is_list = one.type.name == "list" and [leaf.name for leaf in one.type.leaves()] == ["int"]
        return replace(one, low=0, high=_LAST_LABEL) if is_list and role is Role.LABELS else one
    if role is Role.LABELS:
        return Argument(one.name, TypeExpression("int64", shape=(size,)), low=0, high=_LAST_LABEL)
    shape = (size, _FEATURES) if role is Role.SAMPLES else (size,)
    return Argument(one.name, replace(ARRAY, shape=shape), kept=(1,) if role is Role.SAMPLES else ())
