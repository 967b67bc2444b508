"""What the units of files are called with by the code of their projects, as far as one has looked."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from perfcast.forecast.cache.kept_calls import KeptCalls, Looked
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.source.definitions.unit_keys import name_of
from perfcast.source.locations.place import Place, stamp_of
from perfcast.source.locations.projects import is_written_by_hand
from perfcast.trial.observing.callers import Changes, Mentions, called_name
from perfcast.trial.observing.scripts import DOCTEST, MADE_UP, PROGRAMS, goes_on
from perfcast.trial.process.worker import Observations, SeenCall, observe
from perfcast.workload import Workload, WorkloadError, parse, resized
from perfcast.workload.origins.resolution import DEFAULT, Resolved, parameter_names, resolve, resting_on

_PYTHON: Final = ".py"
#: How lines of examples begin, and what a program begins with.
_EXAMPLES: Final = (">>>", "...")
_AS_PROGRAM: Final = "if __name__"
#: Named by files that may have networks, and methods that say what a network is made of and what it does.
_TENSORS: Final = "torch"
_OF_NETWORKS: Final = (".__init__", ".forward")
#: Before the place of the test that makes the instances which a call could be made with.
_LENT: Final = f"{DEFAULT} with what is made in "
#: What was made up of the file, corrected; behind it stands after what.
_CORRECTED: Final = f"{DEFAULT} corrected"
#: Characters of the name of an error that is told.
_LONGEST_NAME: Final = 40
#: Units of one file that are looked for, and files that are remembered.
_MOST_UNITS: Final = 300
_MOST_FILES: Final = 500
#: Files that were changed; of more it is as quick to look again.
_MANY: Final = 100


@dataclass(frozen=True)
class Question:
    """What is to be found out of a file. For units stand their keys, see `SourceFile.key`.

    Attributes:
        units: key -> normal form, of those that nothing in the file says enough of.
        signatures: key -> parameters; digests: key -> digest of the unit.
        size: at which the like of the calls is wanted.
        own: of what the file itself has to show; another one when that has changed.
        since: when it was asked, in nanoseconds of the system's clock; it is the same question later.
    """

    place: Place
    units: Mapping[str, str]
    signatures: Mapping[str, tuple[str, ...]]
    digests: Mapping[str, str]
    size: int
    own: str
    since: int = field(default=0, compare=False)

    def of(self, keys: Collection[str]) -> Question | None:
        """Of these units alone; None of none."""
        if not keys:
            return None
        return replace(
            self,
            units={key: self.units[key] for key in keys},
            signatures={key: self.signatures[key] for key in keys},
            digests={key: self.digests[key] for key in keys},
        )

    def answered(self, stopped: threading.Event | None = None) -> Observations:
        """Runs what the project has to show; takes seconds, in another process, which ends where it is stopped."""
        return observe(self.place, self.units, self.size, stopped)


@dataclass(frozen=True)
class _Known:
    """
    Attributes:
        is_outdated: there may be more to see.
        is_recalled: an earlier process has seen it, and nobody has looked yet for what has changed since.
    """

    question: Question
    observations: Observations
    is_outdated: bool = False
    is_recalled: bool = False

    def unanswered(self, question: Question) -> Question | None:
        """What is left of a question, asked later: of all units, or of those alone whose bodies have changed."""
        before = self.question
        if self.is_outdated or (question.size, question.own) != (before.size, before.own):
            return question
        if any(before.signatures.get(key) != parameters for key, parameters in question.signatures.items()):
            return question
        read = self.observations.read.items()
        # The file itself changes with every save.
        if any(stamp_of(path) != stamp for path, stamp in read if path != question.place.file):
            return question
        later = [key for key, one in question.digests.items() if before.digests.get(key) != one]
        return question.of(list(filter(self.is_of_body, later)))

    def is_of_body(self, key: str) -> bool:
        """Whether what was found of a unit, or that nothing was, rests on its body: nobody is seen to call it."""
        found = self.observations.calls.get(key)
        return found is None or is_made_up(found)

    def is_news(self, paths: Collection[str], mentions: Mentions) -> bool:
        """Whether one of the files shows other calls than it did, or may show a call of what none was seen of."""
        place, read = self.question.place, self.observations.read
        changed = {path for path in paths if read.get(path) != stamp_of(path)}
        if not changed.isdisjoint({call.seen.file for call in self.observations.calls.values()} - {place.file}):
            return True
        names = {called_name(name_of(key)) for key in self.question.units if self.is_of_body(key)}
        return bool(changed and names) and mentions.may_call(place, names, changed)

    def with_(self, later: _Known) -> _Known:
        """Both, where the later one was asked about other units, too."""
        before, question = self.question, later.question
        both = replace(
            question,
            units={**before.units, **question.units},
            signatures={**before.signatures, **question.signatures},
            digests={**before.digests, **question.digests},
            since=min(before.since, question.since),
        )
        calls = {key: call for key, call in self.observations.calls.items() if key not in question.units}
        read = {**self.observations.read, **later.observations.read}
        return _Known(both, Observations({**calls, **later.observations.calls}, read))


class ProjectCalls:
    """Calls by the files of the units that they are of."""

    def __init__(self, kept: KeptCalls | None = None) -> None:
        """
        Args:
            kept: what earlier processes have seen.
        """
        self._kept = kept
        self._changes = Changes()
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}
        self._recalled: set[str] = set()

    def recall(self, file: SourceFile) -> None:
        """Takes what an earlier process has seen, of a file that is met for the first time; `question` tells whether
        that still holds."""
        home = file.home
        if self._kept is None or home is None or home.file in self._recalled:
            return
        with self._lock:
            looked = None if home.file in self._known else self._kept.find(home)
            if looked is not None:
                # Nobody is asked by it again, who would need the normal forms.
                units = dict.fromkeys(looked.signatures, "")
                said = looked.signatures, looked.digests, looked.size, looked.own, looked.since
                question = Question(home, units, *said)
                is_outdated = looked.stamp != stamp_of(home.file)
                self._put(home, _Known(question, looked.observations, is_outdated, is_recalled=True))
            self._recalled.add(home.file)

    def question(self, file: SourceFile, size: int, names: Collection[str] | None = None) -> Question | None:
        """What is to be found out of a file, or of its units of these names; None where nothing is, or nobody knows
        where it lies."""
        home = file.home
        if home is None or not home.file.endswith(_PYTHON) or not Path(home.file).is_file():
            return None
        forms: dict[str, str] = {}
        signatures: dict[str, tuple[str, ...]] = {}
        digests: dict[str, str] = {}
        for unit in file.units:
            is_asked = names is None or unit.name in names
            if is_asked and len(forms) < _MOST_UNITS and _is_open(file, unit, size):
                key = file.key(unit)
                try:
                    forms[key] = file.normal_form(unit)
                except SourceError:
                    continue
                signatures[key], digests[key] = parameter_names(unit, file), file.digest(unit)
        if not forms:
            return None
        asked = Question(home, forms, signatures, digests, size, _own(file), time.time_ns())
        self.recall(file)
        known = self._known.get(home.file)
        if known is not None and known.is_recalled:
            known = self._up_to_date(home, known)
        return asked if known is None else known.unanswered(asked)

    def note(self, question: Question, observations: Observations) -> bool:
        """Keeps what was found; whether it is other than what was known."""
        before = self._known.get(question.place.file)
        known = _Known(question, observations)
        if before is not None and (before.question.size, before.question.own) == (question.size, question.own):
            known = before.with_(known)
        self._put(question.place, known)
        if self._kept is not None and (observations.calls or observations.read):
            asked, path = known.question, question.place.file
            stamp = known.observations.read.get(path, stamp_of(path))
            said = asked.signatures, asked.digests, asked.size, asked.own, asked.since
            looked = Looked(*said, stamp, known.observations)
            self._kept.keep(question.place, looked)
        return known.observations.calls != ({} if before is None else before.observations.calls)

    def _up_to_date(self, place: Place, known: _Known) -> _Known:
        """What an earlier process has seen, after a look at what has changed since."""
        changed = [path for path in self._changes.since(place, known.question.since) if path != place.file]
        is_outdated = known.is_outdated or len(changed) > _MANY or known.is_news(changed, Mentions())
        found = replace(known, is_outdated=is_outdated, is_recalled=False)
        self._put(place, found)
        return found

    def _put(self, place: Place, known: _Known) -> None:
        if len(self._known) >= _MOST_FILES:
            self._known.clear()
        self._known[place.file] = known

    def outdated_by(self, paths: Collection[str], files: Collection[str]) -> list[str]:
        """Those of the files that are to be looked for again, now that others have been written or are gone.

        They are those that the others had calls of to show, and those of whose units nothing was seen to call some that
        the others may call; all, where too many were written to read them.
        """
        written, mentions, found = list(filter(is_written_by_hand, paths)), Mentions(), []
        for file in files:
            known = self._known.get(file)
            if known is not None and written and (len(written) > _MANY or known.is_news(written, mentions)):
                self._known[file] = replace(known, is_outdated=True)
                found.append(file)
        return found

    def of(self, file: SourceFile, unit: Unit) -> SeenCall | None:
        """The call of a unit that was seen, while its parameters are what they were; one that is made up, while all of
        the unit is."""
        known = None if file.home is None else self._known.get(file.home.file)
        if known is None:
            return None
        key, question = file.key(unit), known.question
        found = known.observations.calls.get(key)
        if found is None or (is_made_up(found) and question.digests.get(key) != file.digest(unit)):
            return None
        return found if question.signatures.get(key) == parameter_names(unit, file) else None

    def place(self, file: SourceFile, unit: Unit) -> Place | None:
        """Of a unit's file, with the call that trial runs need to see."""
        found = self.of(file, unit)
        if file.home is None or found is None or found.caller is None:
            return file.home
        is_own = found.caller.file == file.home.file
        version = self._known[file.home.file].question.own if is_own else ""
        return replace(file.home, caller=replace(found.caller, version=version))

    def is_fixed(self, file: SourceFile, unit: Unit, workload: Workload) -> bool:
        """Whether a workload is that of one call that was seen, the like of which at other sizes there is none."""
        found = self.of(file, unit)
        return found is not None and found.sized is None and found.workload == str(workload)

    def resolved(self, file: SourceFile, unit: Unit, resolved: Resolved, size: int) -> Resolved:
        """With the workload of a call that was seen, where nothing in the file says one."""
        found = self.of(file, unit)
        if found is None or resolved.origin != DEFAULT:
            return resolved
        known = self._known[file.home.file] if file.home is not None else None
        try:
            workload = parse(found.workload)
            if found.sized is None:
                return replace(resolved, workload=workload, origin=_origin(found, file), default_size=None)
            is_asked = known is not None and known.question.size == size
            sized = parse(found.sized)
            if not is_asked:
                sized = resized(sized if is_made_up(found) else workload, size)
        except WorkloadError:
            return resolved
        origin = _origin(found, file)
        origin = origin if origin.startswith(DEFAULT) else f"default as {origin}"
        return replace(resolved, workload=sized, origin=origin, default_size=resting_on(size, sized))


def _own(file: SourceFile) -> str:
    """A digest of the examples in a file, of what it does as a program, and of its networks."""
    examples = [line for line in file.text.splitlines() if line.lstrip().startswith(_EXAMPLES)]
    programs = [file.digest(unit) for unit in file.units if unit.name.startswith(PROGRAMS)]
    has_networks = _TENSORS in file.text
    networks = [file.digest(unit) for unit in file.units if has_networks and unit.name.endswith(_OF_NETWORKS)]
    shown = "\n".join([*examples, *programs, *networks, file.text.partition(_AS_PROGRAM)[2]])
    return hashlib.blake2b(shown.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _is_open(file: SourceFile, unit: Unit, size: int) -> bool:
    """Whether the unit's file does not say what it is called with, or what stands before the dot."""
    if unit.kind == "kernel":
        return False
    resolved = resolve(unit, file, size)
    return resolved.ways is None and (resolved.origin == DEFAULT or unit.kind == "method")


def is_guessed(resolved: Resolved) -> bool:
    """Whether a workload is made up of the unit's file alone."""
    return resolved.origin == DEFAULT or resolved.origin.startswith(_CORRECTED)


def is_made_up(found: SeenCall) -> bool:
    """Whether nobody makes the call: with what others make it could be made."""
    return found.seen.script.startswith(MADE_UP)


def _origin(found: SeenCall, file: SourceFile) -> str:
    if goes_on(found.seen.script):
        return f"{_LENT}{Path(found.seen.file).name}:{found.line}"
    if is_made_up(found):
        after = f" after {found.after}" if found.after.isidentifier() and len(found.after) <= _LONGEST_NAME else ""
        return f"{_CORRECTED}{after}" if found.is_corrected else DEFAULT
    if file.home is None or found.seen.file != file.home.file:
        return f"call in {Path(found.seen.file).name}:{found.line}"
    return "doctest" if found.seen.script.startswith(DOCTEST) else f"call on line {found.line}"
