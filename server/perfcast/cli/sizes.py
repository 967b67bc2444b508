"""Numbers of elements on the command line, as people write them: 100000, 100_000 or 1e5."""

from __future__ import annotations

from typing import Final

import typer

#: Elements; more are typing errors.
_MOST: Final = 10**9


def parsed_size(text: str) -> int:
    """The number of elements that a text says.

    Raises:
        typer.BadParameter: it says no whole number from 1 to 1e9.
    """
    try:
        number = float(text)
        if number == int(number) and 1 <= number <= _MOST:
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise typer.BadParameter(f"a whole number from 1 to 1e9 is expected, not {text!r}")
