"""Text -> ast, with every way in which that can fail turned into a SourceError."""

import ast
import warnings
from contextlib import nullcontext
from functools import lru_cache
from typing import Final

from perfcast.source.errors import SourceError

from .collector import collector_paused
from .lines import LineIndex

#: Characters from which on the collector takes longer than it is worth.
_LARGE: Final = 100_000


def parse_text(text: str) -> ast.Module:
    """Parse a module. Raises SourceError; its line is None where the text is nested too deeply for the parser."""
    if (nul := text.find("\0")) >= 0:
        raise SourceError("binary: the text holds a NUL character", *_place(text, nul))
    try:
        with warnings.catch_warnings(), collector_paused() if len(text) >= _LARGE else nullcontext():
            # Invalid escapes and the like warn; under -W error they would even raise.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        column = error.offset if error.offset and error.offset > 0 else None
        raise SourceError(error.msg, error.lineno or 1, column) from None
    except UnicodeEncodeError as error:
        raise SourceError("a lone surrogate is no character", *_place(text, error.start)) from None
    except (RecursionError, MemoryError, SystemError):
        # Python 3.11 may raise SystemError for its own count of the depth.
        raise SourceError("nested too deeply to be parsed") from None


@lru_cache(maxsize=4)
def parsed(text: str) -> ast.Module:
    """The tree of a normal form, which nobody may change; kept while one function is looked into.

    Raises SyntaxError, ValueError, RecursionError or MemoryError where it does not parse.
    """
    return ast.parse(text)


def _place(text: str, offset: int) -> tuple[int, int]:
    line, column = LineIndex(text).position(offset)
    return line, column + 1
