"""What earlier processes have seen the code of projects call units with."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from typing import Final

from perfcast.forecast.kept_answers import KeptAnswers
from perfcast.forecast.kept_keys import key_of
from perfcast.source.place import Place
from perfcast.trial.observing.callers import Change, changes_beside
from perfcast.trial.worker import Observations

_KIND: Final = "calls"
#: For so long the files of a project are taken for what they were.
_SECONDS: Final = 5.0


@dataclass(frozen=True)
class Looked:
    """One look at a file's units.

    Attributes:
        signatures: name -> parameters, of the units that were looked for.
        size, own: see `Question`.
        since: when it was begun, in nanoseconds of the system's clock.
    """

    signatures: Mapping[str, tuple[str, ...]]
    size: int
    own: str
    since: int
    observations: Observations


class KeptCalls:
    """Looks by the place of the file."""

    def __init__(self, answers: KeptAnswers) -> None:
        self._answers = answers
        self._changes: dict[tuple[str, ...], tuple[float, list[Change]]] = {}

    def find(self, place: Place) -> tuple[Looked, list[str]] | None:
        """The last look at a file, and what was changed beside it since."""
        text = self._answers.find(_key(place))
        if text is None:
            return None
        try:
            said = json.loads(text)
            observations = Observations.from_json(said.pop("observations"))
            signatures = {name: tuple(parameters) for name, parameters in said.pop("signatures").items()}
            looked = Looked(signatures, observations=observations, **said)
        except (LookupError, ValueError, TypeError, AttributeError):
            # Somebody else has written there.
            return None
        return looked, [one.path for one in self._of_project(place) if one.when >= looked.since]

    def keep(self, place: Place, looked: Looked) -> None:
        """Keep a look for the next process."""
        self._answers.keep(_key(place), json.dumps(asdict(looked)))
        self._answers.flush()

    def _of_project(self, place: Place) -> list[Change]:
        now = time.monotonic()
        when, found = self._changes.get(place.own, (-_SECONDS, []))
        if now > when + _SECONDS:
            found = list(changes_beside(place))
            self._changes[place.own] = now, found
        return found


def _key(place: Place) -> str:
    return key_of(_KIND, place, *map(str, astuple(place)))
