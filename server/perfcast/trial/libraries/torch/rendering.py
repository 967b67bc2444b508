"""Tensors as text: each element that is shown becomes a tensor of its own first.

Medians of a sweep over sizes and types, of PyTorch 2.13 on an AMD EPYC (family 25).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.numpy.rendering import Writing, elements_shown, needs_exponent, shown_of_axis

#: Nanoseconds of the call, of an element, of one that has an exponent, and of a row; of floats and of others.
_CALL: Final = {True: 100_000.0, False: 25_000.0}
_ELEMENT: Final = {True: 3_400.0, False: 1_850.0}
_WITH_EXPONENT: Final = 4_100.0
_ROW: Final = 4_500.0
#: Bytes beside the text of the call, of floats and of others, and of an element.
_BESIDE: Final = {True: 5_300.0, False: 1_800.0}
_OF_ELEMENT: Final = 560.0


def tensor_written(array: np.ndarray[Any, np.dtype[Any]]) -> Writing:
    """Of a tensor with these elements."""
    is_float = array.dtype.kind in "fc"
    count = elements_shown(array.shape)
    rows = count // max(1, shown_of_axis(array, -1)) if array.ndim > 1 else 0
    element = _WITH_EXPONENT if is_float and needs_exponent(array) else _ELEMENT[is_float]
    return Writing(_CALL[is_float] + element * count + _ROW * rows, _BESIDE[is_float] + _OF_ELEMENT * count)
