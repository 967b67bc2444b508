"""Constructors whose annotations leave open what they are called with: ``generator: Any`` may be a `Generator`."""

from __future__ import annotations

import ast
import copy
from typing import Final

from perfcast.workload.defaults.assembly import ClassFor

_ANYTHING: Final = frozenset({"Any", "object"})


def without_open_annotations(init: ast.FunctionDef, classes: ClassFor) -> ast.FunctionDef:
    """A constructor, for reading alone, without the annotations that say nothing of parameters that a class is known
    for; itself where there are none.

    Args:
        classes: parameter -> the class that it is of by its name, and by what the constructor and those behind it ask
            it for.
    """
    arguments = init.args
    open_ones = [one for one in (*arguments.args, *arguments.kwonlyargs) if _is_open(one.annotation)]
    told = {one.arg for one in open_ones if classes(one.arg, init) is not None}
    if not told:
        return init
    found = copy.copy(init)
    found.args = copy.copy(arguments)
    found.args.args, found.args.kwonlyargs = (
        [ast.arg(one.arg) if one.arg in told else one for one in several]
        for several in (arguments.args, arguments.kwonlyargs)
    )
    return found


def _is_open(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name(name) | ast.Attribute(attr=name) | ast.Constant(name):
            return name in _ANYTHING
    return False
