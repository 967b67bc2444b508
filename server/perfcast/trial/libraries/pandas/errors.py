"""``pandas.errors``."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.builtin_functions import ALLOWED

_OF_VALUES: Final = (
    *(
        "EmptyDataError",
        "ParserError",
        "MergeError",
        "OutOfBoundsDatetime",
        "OutOfBoundsTimedelta",
        "NullFrequencyError",
    ),
    *("DuplicateLabelError", "UnsupportedFunctionCall", "IntCastingNaNError", "LossySetitemError", "NumbaUtilError"),
)
_OF_WARNINGS: Final = ("DtypeWarning", "PerformanceWarning", "ParserWarning", "SettingWithCopyWarning")
_BASES: Final[dict[str, type[Exception]]] = {
    **dict.fromkeys(_OF_VALUES, ValueError),
    **dict.fromkeys(_OF_WARNINGS, Warning),
    "InvalidIndexError": Exception,
    "IndexingError": Exception,
    "DataError": Exception,
    "SpecificationError": Exception,
    "UndefinedVariableError": NameError,
    "UnsortedIndexError": KeyError,
    "AbstractMethodError": NotImplementedError,
}
_KINDS: Final[dict[str, Any]] = {name: type(name, (base,), {}) for name, base in _BASES.items()}
ALLOWED.update(_KINDS.values())


def members() -> dict[str, Any]:
    """What the module holds."""
    return dict(_KINDS)
