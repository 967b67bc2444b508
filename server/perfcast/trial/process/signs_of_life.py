"""Whether a process that does not answer is at work, or hangs: was stopped by a signal, or waits for what never comes.

How long an answer takes does not tell: on a busy machine a process may have to wait for many seconds before it goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

#: Seconds between two looks; so many in a row find one that hangs as it was.
SECONDS_BETWEEN: Final = 1.0
_LOOKS: Final = 5
#: As ``/proc/PID/stat`` has it: one that is stopped, traced, or asleep until something happens. One that could go on is
#: not asleep, and one that reads what was swapped out is not either.
_STILL: Final = frozenset("TtS")


class Hung(OSError):
    """A process that hangs, and was ended."""


class SignsOfLife:
    """Of one process, looked for again and again while it does not answer."""

    def __init__(self, find: Callable[[], int | None]) -> None:
        """
        Args:
            find: its number; None where nobody knows.
        """
        self._find = find
        self._seen: tuple[int, int] | None = None
        self._looks = 0
        self.process: int | None = None

    def are_gone(self) -> bool:
        """For use every `SECONDS_BETWEEN`: whether it hangs. Never so where the operating system does not tell."""
        self.process = self._find()
        spent = None if self.process is None else _spent_while_still(self.process)
        seen = None if self.process is None or spent is None else (self.process, spent)
        self._looks = self._looks + 1 if seen is not None and seen == self._seen else 0
        self._seen = seen
        return self._looks >= _LOOKS


def _spent_while_still(process: int) -> int | None:
    """Ticks of CPU time that it has taken; None where it is at work, or is no more."""
    try:
        # The name in brackets may have any characters.
        state, *numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    return int(numbers[10]) + int(numbers[11]) if state in _STILL else None


def child_with(parent: int, pipe: int) -> int | None:
    """The child that has the other end of a pipe, which is given by its inode. Raises OSError where nobody tells of
    children."""
    children = map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())
    return next((child for child in children if has_open(child, pipe)), None)


def has_open(process: int, pipe: int) -> bool:
    """Whether a process has the other end of that pipe: another one may have its number by now."""
    wanted = f"pipe:[{pipe}]"
    with suppress(OSError):
        return any(_target(link) == wanted for link in Path(f"/proc/{process}/fd").iterdir())
    return False


def _target(link: Path) -> str:
    # One that is at work may have closed it meanwhile.
    with suppress(FileNotFoundError):
        return str(link.readlink())
    return ""
