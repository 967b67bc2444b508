"""Bad input: one clear line each on stderr, and exit code 2 at the end."""

import sys

import typer

BAD_INPUT = 2


class Problems:
    """Collects what is wrong while whatever else was asked is still answered."""

    def __init__(self) -> None:
        self._any = False

    def report(self, place: str, reason: object) -> None:
        """Say what is wrong, and where, in one line."""
        self._any = True
        line = " ".join(f"{place}: {reason}".split())
        sys.stderr.write(f"perfcast: {line.encode(errors='replace').decode()}\n")

    def exit(self) -> None:
        """End the command with exit code 2 if anything was wrong.

        Raises:
            typer.Exit: something was.
        """
        if self._any:
            raise typer.Exit(BAD_INPUT)


def fail(place: str, reason: object) -> typer.Exit:
    """Say what makes going on impossible; the result is to be raised."""
    Problems().report(place, reason)
    return typer.Exit(BAD_INPUT)
