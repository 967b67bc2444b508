"""Numbers as tokens: sign, exponent, then digits, most significant first.

``12_400`` is ``<+> <E4> <D1> <D2> <D4>``: 1.24e4. Because the exponent comes first and the leading digit is never zero,
numerals sort like the numbers, so a quantile of the distribution over numerals is a quantile over numbers. Zero has the
exponent ``<E0->``, below all others. Forecasts have all of `LENGTH` tokens; the numbers of a workload leave out a plus
and trailing zero digits, which no digit can follow.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

DIGITS: Final = 3
LOWEST: Final = -12
HIGHEST: Final = 18
PLUS: Final = "<+>"
MINUS: Final = "<->"
ZERO: Final = "<E0->"
SIGNS: Final = (PLUS, MINUS)
EXPONENTS: Final = (ZERO, *(f"<E{exponent}>" for exponent in range(LOWEST, HIGHEST + 1)))
DIGIT_TOKENS: Final = tuple(f"<D{digit}>" for digit in range(10))
#: All tokens that numerals are written with, in the order of their ids.
TOKENS: Final = (*SIGNS, *EXPONENTS, *DIGIT_TOKENS)
#: Tokens of a whole numeral.
LENGTH: Final = 2 + DIGITS

_FIRST_EXPONENT: Final = len(SIGNS)
_FIRST_DIGIT: Final = _FIRST_EXPONENT + len(EXPONENTS)


def write(number: float) -> list[str]:
    """The whole numeral of a number, rounded to `DIGITS` digits.

    Numbers beyond the exponents' range become the nearest numeral there is.

    Raises:
        ValueError: the number is not finite.
    """
    if not math.isfinite(number):
        raise ValueError(f"{number} has no numeral")
    sign = MINUS if number < 0 else PLUS
    exponent, mantissa = _rounded(abs(number))
    if exponent is None:
        return [PLUS, ZERO, DIGIT_TOKENS[1], *[DIGIT_TOKENS[0]] * (DIGITS - 1)]
    return [sign, f"<E{exponent}>", *(f"<D{digit}>" for digit in str(mantissa))]


def write_short(number: float) -> list[str]:
    """The numeral as it stands in a prompt: no plus, no trailing zeros."""
    sign, exponent, *digits = write(number)
    if exponent == ZERO:
        return [ZERO]
    while len(digits) > 1 and digits[-1] == DIGIT_TOKENS[0]:
        digits.pop()
    return [*([sign] if sign == MINUS else []), exponent, *digits]


def allowed() -> npt.NDArray[np.bool_]:
    """Which tokens may stand at which position of a forecast's numeral: [LENGTH, len(TOKENS)].

    The positions alone decide, so the mask is static. Forecasts are not negative, so their sign is plus.
    """
    mask = np.zeros((LENGTH, len(TOKENS)), dtype=np.bool_)
    mask[0, TOKENS.index(PLUS)] = True
    mask[1, _FIRST_EXPONENT:_FIRST_DIGIT] = True
    mask[2, _FIRST_DIGIT + 1 :] = True
    mask[3:, _FIRST_DIGIT:] = True
    return mask


def read(tokens: npt.NDArray[np.int64], within: npt.NDArray[np.float64] | None = None) -> npt.NDArray[np.float64]:
    """The numbers of numerals.

    Args:
        tokens: positions in `TOKENS`, [..., LENGTH] or fewer; each row a valid numeral, or the beginning of one.
        within: [...], in 0..1: where the number lies in the interval of those whose numerals begin so; the middle if
        not given.

    Returns:
        [...], the numbers.
    """
    tokens = np.asarray(tokens)
    exponents = tokens[..., 1] - _FIRST_EXPONENT - 1 + LOWEST
    mantissas = np.zeros(tokens.shape[:-1])
    for position in range(2, tokens.shape[-1]):
        mantissas = mantissas * 10 + (tokens[..., position] - _FIRST_DIGIT)
    width = 10.0 ** (LENGTH - tokens.shape[-1])
    # Below 100 lies 99.9 of the exponent before, a tenth as wide; its share of the interval is too small to matter.
    mantissas = mantissas * width - 0.5 + width * (0.5 if within is None else within)
    numbers = mantissas * 10.0 ** (exponents - (DIGITS - 1))
    is_zero = tokens[..., 1] == _FIRST_EXPONENT
    signs = np.where(tokens[..., 0] == TOKENS.index(MINUS), -1.0, 1.0)
    found: npt.NDArray[np.float64] = np.where(is_zero, 0.0, signs * numbers)
    return found


def _rounded(number: float) -> tuple[int | None, int]:
    """Exponent and mantissa of `DIGITS` digits; no exponent for zero."""
    if number < 10.0**LOWEST / 2:
        return None, 0
    digits, exponent_text = f"{number:.{DIGITS - 1}e}".split("e")
    exponent, mantissa = int(exponent_text), int(digits.replace(".", ""))
    if exponent < LOWEST:
        return LOWEST, 10 ** (DIGITS - 1)
    if exponent > HIGHEST:
        return HIGHEST, 10**DIGITS - 1
    return exponent, mantissa
