"""``pandas.api.types``, and extension types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.values import Column, Labels, Table
from perfcast.trial.stdlib.system.platform_facts import of_nothing

#: Nanoseconds of a question about a type, and about a value.
_ASKED: Final = 1_100.0
_VALUE: Final = 150.0
#: The letter of texts' type, which NumPy has not.
_TEXTS: Final = "T"
#: Question -> letters of the types of which it is true.
_QUESTIONS: Final = {
    "is_numeric_dtype": "biufc", "is_any_real_numeric_dtype": "iuf", "is_object_dtype": "O", "is_string_dtype": _TEXTS,
    "is_bool_dtype": "b", "is_integer_dtype": "iu", "is_signed_integer_dtype": "i", "is_unsigned_integer_dtype": "u",
    "is_float_dtype": "f", "is_complex_dtype": "c", "is_datetime64_any_dtype": "M", "is_datetime64_dtype": "M",
    "is_timedelta64_dtype": "m", "is_datetime64tz_dtype": "", "is_categorical_dtype": "", "is_period_dtype": "",
    "is_interval_dtype": "", "is_sparse": "", "is_extension_array_dtype": _TEXTS,
}  # fmt: skip
_LACKING: Final = ("CategoricalDtype", "DatetimeTZDtype", "IntervalDtype", "PeriodDtype", "SparseDtype")
_LISTED: Final = (list, tuple, set, frozenset, dict, np.ndarray, Column, Labels, Table)
#: Letters of a name of a type.
_LONGEST: Final = 20


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def asked(question: Callable[[Any], bool], price: float) -> Guarded:
        def run(value: Any) -> bool:
            machine.pay(price)
            return question(value)

        return Guarded(run)

    def of_type(letters: str) -> Callable[[Any], bool]:
        return lambda value: _letter(machine, value) in letters

    questions: dict[str, Callable[[Any], bool]] = {
        "is_list_like": lambda value: isinstance(_known(value), _LISTED),
        "is_dict_like": lambda value: isinstance(_known(value), dict | Column | Table),
        "is_scalar": lambda value: value is None or (np.isscalar(_known(value)) and not isinstance(value, complex)),
        "is_number": lambda value: isinstance(_known(value), int | float | complex | np.number),
        "is_integer": lambda value: isinstance(_known(value), int | np.integer) and not isinstance(value, bool),
        "is_float": lambda value: isinstance(_known(value), float | np.floating),
        "is_bool": lambda value: isinstance(_known(value), bool | np.bool_),
    }
    return {
        **{name: asked(of_type(letters), _ASKED) for name, letters in _QUESTIONS.items()},
        **{name: asked(question, _VALUE) for name, question in questions.items()},
        **lacking(),
    }


def lacking() -> dict[str, Any]:
    """Types that can be asked for, and that nothing is of."""
    return {name: of_nothing("a type of pandas") for name in _LACKING}


def _known(value: Any) -> Any:
    if isinstance(value, Instance):
        raise Unsupported("what an object is like")
    return value


def _letter(machine: Machine, value: Any) -> str:
    """Of the type of a column, of labels or of an array, or of one that is named. Raises Unsupported for others."""
    if isinstance(value, Column | Labels):
        value = value.values
    if isinstance(value, np.ndarray):
        if value.dtype.kind != "O":
            return str(value.dtype.kind)
        machine.pass_over(value.size)
        return _TEXTS if all(isinstance(one, str) for one in value.tolist()) else "O"
    if isinstance(value, str):
        check_length(len(value))
        # So the types of a table's columns are told.
        return _TEXTS if value in {"object", "str", "string"} else _of_name(value)
    if isinstance(value, np.dtype):
        return value.kind
    if value in (int, float, bool, complex, str, object) or (isinstance(value, type) and issubclass(value, np.generic)):
        return _TEXTS if value is str else np.dtype(value).kind
    raise Unsupported("the type of another value")


def _of_name(name: str) -> str:
    if len(name) > _LONGEST or not name.isalnum():
        raise Unsupported("a type of another name")
    try:
        return np.dtype(name).kind
    except TypeError:
        return "O"
