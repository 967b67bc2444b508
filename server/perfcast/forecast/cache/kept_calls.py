"""What earlier processes have seen the code of projects call units with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from typing import Final

from perfcast.forecast.cache.kept_answers import KeptAnswers
from perfcast.forecast.cache.kept_keys import key_of
from perfcast.source.locations.place import Place, Stamp
from perfcast.trial.process.worker import Observations

_KIND: Final = "calls"


@dataclass(frozen=True)
class Looked:
    """One look at a file's units.

    Attributes:
        signatures: key -> parameters, of the units that were looked for; digests: of these.
        size, own: see `Question`.
        since: when it was begun, in nanoseconds of the system's clock; stamp: of the file itself, then.
    """

    signatures: Mapping[str, tuple[str, ...]]
    digests: Mapping[str, str]
    size: int
    own: str
    since: int
    stamp: Stamp | None
    observations: Observations


class KeptCalls:
    """Looks by the place of the file."""

    def __init__(self, answers: KeptAnswers) -> None:
        self._answers = answers

    def find(self, place: Place) -> Looked | None:
        """The last look at a file."""
        text = self._answers.find(_key(place))
        if text is None:
            return None
        try:
            said = json.loads(text)
            observations = Observations.from_json(said.pop("observations"))
            signatures = {name: tuple(parameters) for name, parameters in said.pop("signatures").items()}
            stamp = said.pop("stamp")
            return Looked(signatures, stamp=stamp and tuple(stamp), observations=observations, **said)
        except (LookupError, ValueError, TypeError, AttributeError):
            # Somebody else has written there.
            return None

    def keep(self, place: Place, looked: Looked) -> None:
        """Keep a look for the next process."""
        self._answers.keep(_key(place), json.dumps(asdict(looked)))
        self._answers.flush()


def _key(place: Place) -> str:
    return key_of(_KIND, place, *map(str, astuple(place)))
