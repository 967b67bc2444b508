"""Types that code may learn of, and what their values certainly lack."""

from __future__ import annotations

import ast
from collections import OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePosixPath
from types import FunctionType, GeneratorType, MethodType
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import ALLOWED, MADE
from perfcast.trial.interpreter.errors.handlers import meant
from perfcast.trial.interpreter.objects.context_managers import Manager
from perfcast.trial.interpreter.objects.function_types import OF_FUNCTIONS
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.properties import ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.numbers import dates
from perfcast.trial.stdlib.regular_expressions.compiled_patterns import OF_EXPRESSIONS
from perfcast.trial.stdlib.regular_expressions.flags import RegexFlag
from perfcast.trial.stdlib.system import paths

#: Types that cannot be called and may be known.
_TOLD: Final = frozenset({bool, type(None), type(NotImplemented), type(...), GeneratorType, RegexFlag})
#: What they lack is known: as much as those lack that they are, or stand for.
WHOLLY_KNOWN: Final[dict[type, type]] = {
    **{kind: kind for kind in (int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset, type(None))},
    **{kind: kind for kind in (type(...), defaultdict, OrderedDict, deque, Decimal, Fraction)},
    **{kind: kind for kind in dates.MAKERS}, paths.PosixPath: PosixPath, PurePosixPath: PurePosixPath,
    Function: FunctionType, Manager: FunctionType, Method: MethodType, Property: property, StaticMethod: staticmethod,
    ClassMethod: classmethod,
}  # fmt: skip
#: Types of data among them, and what types have that data lack.
DATA: Final = frozenset({int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset, type(None)})
_OF_TYPES_ALONE: Final = frozenset(dir(type)) - frozenset(dir(object))


def lacks(kind: type, name: str) -> bool:
    """Whether values of a type have no attribute of that name, which the type itself may have."""
    # What types have of their own hides what functions have by the same name: ``__annotations__``.
    if not hasattr(kind, name):
        return name not in vars(kind)
    return kind in DATA and name in _OF_TYPES_ALONE and name not in dir(kind)


def base_of(kind: type) -> type:
    """As ``__base__``. Raises Unsupported for a type that stands for another one: its base is the interpreter's own."""
    if WHOLLY_KNOWN.get(kind, kind) is not kind or kind.__base__ is None:
        raise Unsupported(f"{kind.__name__}.__base__")
    return kind.__base__


def told(kind: type) -> Any:
    """A type that code may learn of. Raises Unsupported for others, such as the interpreter's own."""
    of_functions = OF_FUNCTIONS.get(kind) or OF_EXPRESSIONS.get(kind)
    if of_functions is not None:
        return of_functions
    kind = meant(kind)
    is_known = kind in ALLOWED or kind in _TOLD or issubclass(kind, BaseException | np.generic | np.ndarray | ast.AST)
    if is_known or kind in MADE or (issubclass(kind, tuple) and hasattr(kind, "_fields")):
        return kind
    raise Unsupported("a type that is not known")
