"""All of them, by name."""

from __future__ import annotations

from typing import Final

from perfcast.static.functions import containers, iterators, numbers, objects, ordered, sequences, texts
from perfcast.static.functions.passes import Handler

FUNCTIONS: Final[dict[str, Handler]] = {
    **sequences.FUNCTIONS,
    **containers.FUNCTIONS,
    **iterators.FUNCTIONS,
    **ordered.FUNCTIONS,
    **numbers.FUNCTIONS,
    **texts.FUNCTIONS,
    **objects.FUNCTIONS,
}
