"""The process that makes trial runs: questions from standard input, answers to standard output.

See `perfcast.trial.process.worker` for what is asked and how it is answered.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final, TextIO

from perfcast.source.locations.place import Place
from perfcast.trial import NAMES
from perfcast.trial.interpreter.imports.sources import parsed_bytes
from perfcast.trial.libraries.torch.shape_only import reserved
from perfcast.trial.observing.observer import Observed, Observer
from perfcast.trial.process.time_limits import FITTING, LATE, OBSERVING, SECONDS
from perfcast.trial.process.uncalled_units import as_seen, ends, uncalled
from perfcast.trial.process.worker import SeenCall
from perfcast.trial.runs.host_settings import undisturbed
from perfcast.trial.runs.trials import Trials
from perfcast.workload import Workload, parse, resized
from perfcast.workload.language.resizing import growing_count

#: Bytes of address space, most of which the libraries take without using them.
_MOST_MEMORY: Final = 2 * 2**30
#: Of the seconds of observing, as many may be taken to see which of the calls come to an end at another size.
_SETTLING: Final = 9.0
#: By how much such a process stands behind others, and one that is asked ahead alone: somebody waits for that soon, and
#: on a busy machine ten would keep hints back for a third longer.
_NICENESS: Final = 10
_NICENESS_AHEAD: Final = 4
_UNTRIED: Final = [-1.0] * len(NAMES)
#: New objects after which young, middle and old ones are looked through for cycles; that took a tenth of the time.
_SELDOM: Final = (50_000, 20, 20)
#: Bytes of modules' source that are kept parsed.
_MOST_PARSED: Final = 2_000_000
#: Objects, of some 90 bytes each, that units and the modules they follow leave behind, beside what sources take parsed:
#: an object for each of their bytes. To take them apart takes seconds, to leave them to the system nothing.
_MOST_OBJECTS: Final = 1_500_000


def serve(idle: float = 0.0) -> None:
    """Answers questions from standard input until it ends, or for so many seconds no question comes; 0 for ever.

    One that ends is there for what is asked ahead, and leaves cores to whoever asks.
    """
    if idle and hasattr(os, "nice"):
        os.nice(_NICENESS_AHEAD)
    # What code prints by way of a library must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # Nor may code read questions.
    questions = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    _limit_memory()
    # What was imported stays; what a question leaves behind is little, and most of it no cycle.
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    units: dict[tuple[str, Place], Trials] = {}
    at_start = sys.getallocatedblocks()
    while line := _within(idle, questions):
        question = json.loads(line)
        place = Place.from_json(question)
        answer = _fitted if "outer" in question else _observed if "size" in question else _estimated
        found = answer(units, place, question)
        is_full = _is_full(sys.getallocatedblocks() - at_start)
        answers.write(json.dumps({**found, "is_last": True} if is_full else found) + "\n")
        answers.flush()
        if is_full:
            break
    while _within(idle, questions):
        # What was asked meanwhile is asked again, of another one.
        pass


def _is_full(objects: int) -> bool:
    """Whether another process should go on, which begins with less."""
    return parsed_bytes() > _MOST_PARSED or objects - parsed_bytes() > _MOST_OBJECTS


def _within(idle: float, questions: TextIO) -> str:
    """The next line; the process ends where none comes for so many seconds."""
    if not idle:
        return questions.readline()
    signal.setitimer(signal.ITIMER_REAL, idle)
    try:
        return questions.readline()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)


_Units = dict[tuple[str, Place], Trials]


def _estimated(units: _Units, place: Place, question: Mapping[str, Any]) -> dict[str, Any]:
    text, rows, error, stopped_at, receiver = question["text"], [], "", "", ""
    try:
        for number, workload in enumerate(question["workloads"]):
            _alarm(SECONDS)
            until = time.process_time() + LATE
            trials = _trials(units, text, place)
            if not number:
                trials.begin_question()
            rows.append(trials.estimate(parse(workload), until))
            error, stopped_at = trials.error or error, trials.stopped_at or stopped_at
            # All the workloads of a question are those of one call at several sizes.
            receiver = trials.receiver or receiver
        followed = units[text, place].followed if rows else {}
        told = {"error": error, "stopped_at": stopped_at, "receiver": receiver}
        return {"rows": rows, "followed": followed, **told}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        rows = [list(_UNTRIED) for _ in question["workloads"]]
        return {"rows": rows, "followed": {}, "error": "", "stopped_at": "", "receiver": "", "is_cut_short": True}
    finally:
        _alarm(0.0)


def _fitted(_: _Units, place: Place, question: Mapping[str, Any]) -> dict[str, Any]:
    _alarm(FITTING * SECONDS)
    try:
        # One of their own: what they leave behind must not change what is estimated.
        trials = Trials(question["text"], place)
        found = trials.fitted(*([parse(way) for way in question[ways]] for ways in ("workloads", "outer")))
        return {"fitted": str(found) if isinstance(found, Workload) else found}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {"fitted": None}
    finally:
        _alarm(0.0)


def _observed(_: _Units, place: Place, question: Mapping[str, Any]) -> dict[str, Any]:
    """Nobody waits for it."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    _alarm(OBSERVING)
    observer = Observer(place, question["units"])
    with undisturbed():
        observed = observer.observed()
    found: dict[str, Any] = {}
    end = time.process_time() + _SETTLING
    for key, one in observed.items():
        is_late, text = time.process_time() > end, question["units"][key]
        # What took more than there was for all that was run may end by itself.
        if one.has_ended or not is_late:
            settled = as_seen(one) if is_late else _settled(place, text, one, question["size"])
            found |= {} if settled is None else {key: asdict(settled)}
    _alarm(0.0)
    with undisturbed():
        instead = uncalled(observer, place, question["units"], question["size"], found)
    found |= {key: asdict(call) for key, call in instead.items()}
    return {"calls": found, "read": observer.read}


def _settled(place: Place, text: str, observed: Observed, size: int) -> SeenCall | None:
    """The call, and the like of it at a size, where that comes to an end too; None for one that cannot be repeated."""
    workload, there = observed.described.workload, replace(place, caller=observed.caller)
    exact, is_whole = as_seen(observed), observed.described.is_whole
    grows = is_whole and any(growing_count(one) > 1 for one in workload.arguments)
    sized = resized(workload, size) if grows else None
    if is_whole and not observed.is_method:
        # Nobody need be asked again.
        if sized is not None and ends(place, text, sized):
            return replace(exact, sized=str(sized), caller=None)
        if ends(place, text, workload):
            return replace(exact, caller=None)
    if sized is not None and ends(there, text, sized):
        return replace(exact, sized=str(sized))
    return exact if ends(there, text, workload) else None


def _trials(units: _Units, text: str, place: Place) -> Trials:
    trials = units.get((text, place))
    if trials is None or not trials.is_current:
        trials = units[text, place] = Trials(text, place)
    return trials


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    # What is never used does not count.
    most = _MOST_MEMORY + reserved()
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _alarm(seconds: float) -> None:
    """Has the operating system end the process after so much CPU time, whatever it does; 0 for never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
