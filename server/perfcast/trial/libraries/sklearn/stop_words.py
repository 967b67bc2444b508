"""Stop words."""

from __future__ import annotations

from typing import Final

#: Most of the English ones that scikit-learn leaves out stand in few texts; these are those that stand in most.
_WORDS: Final = (
    "about above after again against all also am an and any are as at be because been before being below between both "
    "but by can could did do down during each few for from further had has have he her here him his how if in into is "
    "it its just me more most my no nor not of off on once only or other our out over own same she should so some such "
    "than that the their them then there these they this those through to too under until up very was we were what "
    "when where which while who whom why will with would you your"
)
ENGLISH: Final = frozenset(_WORDS.split())
