"""In what an error's code looked for a text that is not there: one of those that are will do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any


def looked_in(raised: BaseException) -> Iterator[Collection[Any]]:
    """Dictionaries that the interpreter had at hand when it found no such text in them."""
    error = raised if isinstance(raised, KeyError) else raised.__context__
    if not isinstance(error, KeyError) or not error.args or type(error.args[0]) is not str:
        return
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    for held in at.tb_frame.f_locals.values() if at is not None else ():
        if isinstance(held, dict) and error.args[0] not in held:
            yield held
