"""Names of NumPy's own modules that are modelled or followed, and of functions that are followed there."""

from __future__ import annotations

from typing import Final

#: Modules that hold much of what ``numpy`` does, under the same names.
_PARTS: Final = ("numeric", "multiarray", "umath", "fromnumeric", "shape_base", "function_base", "numerictypes")
_OF_LIB: Final = ("function_base", "twodim_base", "type_check", "shape_base", "index_tricks", "arraysetops")
_MORE_OF_LIB: Final = ("stride_tricks", "nanfunctions", "polynomial")
SAME: Final = (
    "numpy._core",
    *(f"numpy._core.{part}" for part in (*_PARTS, "getlimits", "_ufunc_config")),
    *(f"numpy.lib._{part}_impl" for part in (*_OF_LIB, *_MORE_OF_LIB)),
)
#: Those that hold how an axis is told, and what others are decorated by.
AXES: Final = ("numpy._core.multiarray", "numpy._core.numeric", "numpy.lib.array_utils")
DISPATCHING: Final = "numpy._core.overrides"
#: All that are modelled.
NAMES: Final = frozenset({*SAME, *AXES, DISPATCHING, "numpy._globals"})

#: Functions of ``numpy`` that are written in Python -> where; those are followed.
WRITTEN: Final = {
    "common_type": "numpy.lib._type_check_impl",
    "base_repr": "numpy._core.numeric",
    **dict.fromkeys(
        ("poly", "poly1d", "roots", "polyadd", "polysub", "polymul", "polyder", "polyint"),
        "numpy.lib._polynomial_impl",
    ),
    "histogramdd": "numpy.lib._histograms_impl",
}
#: A package that is written in Python on what there is a model of, and such modules; none of them is about files.
_PACKAGE: Final = "numpy.polynomial"
_WRITTEN_IN_LIB: Final = ("array_utils", "arraypad", "arrayterator", "histograms", "scimath", "ufunclike", "utils")
_FOLLOWED: Final = frozenset(
    {"numpy._core._methods", "numpy._core.fromnumeric", "numpy._core.numeric", "numpy._core.shape_base"}
    | {f"numpy.lib._{part}_impl" for part in (*_OF_LIB, *_MORE_OF_LIB, *_WRITTEN_IN_LIB)}
    | {"numpy.lib._iotools", "numpy.lib._version", _PACKAGE}
)


def is_followed(name: str) -> bool:
    """Whether a module of NumPy's is followed as it is written."""
    return name in _FOLLOWED or name.startswith(f"{_PACKAGE}.")
