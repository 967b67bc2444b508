"""Generators of the unit's and iterators over what it has: what they hold from when to when, and whose calls go on."""

from __future__ import annotations

import weakref
from collections.abc import Generator, Iterable, Iterator, Sequence
from types import GeneratorType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.exhausted_iterators import Keeping
from perfcast.trial.interpreter.accounting.generator_sizes import READERS
from perfcast.trial.interpreter.accounting.held_memory import LEAST_STRIDE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.spending import ASKED
from perfcast.trial.interpreter.stops import Stop

#: Bytes of a traceback, less what a generator has beyond the object of its frame.
_THROWN: Final = 24
#: By iterator, the container that it alone holds.
_SOURCES: Final = weakref.WeakKeyDictionary[Iterator[Any], list[Any]]()


def suspended_while(
    machine: Machine, frame: Any, body: Generator[Any, Any, Any], nbytes: int
) -> Generator[Any, Any, Any]:
    """A generator of so many bytes whose frame counts among what is held until it ends."""
    machine.suspended[id(frame)] = frame
    machine.put_aside(nbytes)
    number = machine.number
    try:
        yield from body
        return frame.result
    except GeneratorExit:
        _throws_into(machine, nbytes, number)
        raise
    except (Exception, Stop) as error:
        if id(frame) not in machine.dropped:
            raise
        # Nobody hears of an error where a generator is gone; what ends the run does so with the next step.
        if isinstance(error, Stop):
            machine.ends_soon(error)
        return None
    finally:
        machine.dropped.discard(id(frame))
        if machine.number == number:
            if machine.fresh > LEAST_STRIDE:
                machine.look()
            machine.aside -= nbytes
            machine.suspended.pop(id(frame), None)


def generated(machine: Machine, size: int, own: int, elements: Iterator[Any]) -> Iterator[Any]:
    """As `alive_while`, of a generator of `own` bytes, which are among the others."""
    machine.put_aside(size)
    number = machine.number
    try:
        yield from elements
    except GeneratorExit:
        _throws_into(machine, own, number)
        raise
    finally:
        machine.take_back(size, number)


def _throws_into(machine: Machine, nbytes: int, number: int) -> None:
    """Notes what it takes that a generator of so many bytes is gone before its end: an error is raised where it is,
    with a traceback and an object for its frame."""
    if machine.number == number and not machine.has_ended:
        machine.briefly(nbytes + _THROWN)


def drops(machine: Machine, frame: Any) -> bool:
    """Whether a generator that nobody has any more does what it does at its end: its run still goes on."""
    goes_on = bool(machine.frames) and machine.suspended.get(id(frame)) is frame
    if goes_on:
        machine.dropped.add(id(frame))
    return goes_on


def under_way(machine: Machine, frame: Any, body: Generator[Any, None, Any]) -> Generator[Any, None, None]:
    """A coroutine whose frame is that of a call until it ends."""
    machine.enter(frame)
    try:
        yield from body
    except GeneratorExit:
        # Nobody will go on with it: other calls are under way.
        raise
    except BaseException:
        machine.leave()
        raise
    machine.leave()


def hold_up(machine: Machine, first: int) -> list[Any]:
    """The calls from that one on are no longer under way, but will be; gives their frames."""
    frames = machine.frames[first:]
    del machine.frames[first:]
    machine.suspended.update((id(frame), frame) for frame in frames)
    return frames


def go_on(machine: Machine, frames: Iterable[Any]) -> int:
    """Calls that were held up are under way again; gives which is the first of them."""
    first = len(machine.frames)
    for frame in frames:
        machine.suspended.pop(id(frame), None)
        machine.frames.append(frame)
    return first


def one_by_one(machine: Machine, values: Iterable[Any], is_alone: bool = False) -> Iterator[Any]:
    """The elements, each paid for when it is asked for, at the price that holds now."""
    price, aside = machine.price, machine.aside_of(values) if is_alone else 0

    def asked() -> Iterator[Any]:
        for value in values:
            machine.counts.native += price
            machine.spent += ASKED
            if machine.spent > machine.limit:
                raise machine.end_of_run()
            yield value

    return _held_through(machine, aside, values, asked()) if aside else asked()


def _held_through(machine: Machine, size: int, values: Iterable[Any], elements: Iterator[Any]) -> Iterator[Any]:
    """The elements of values that nobody else has; so many bytes count as held from the first one until nobody has the
    iterator any more."""
    held, number, source = [0], machine.number, [values]

    def begun() -> Iterator[Any]:
        held[0] = size
        machine.put_aside(size)
        yield from elements
        # As CPython's own iterators it lets go of what there is no more of.
        source.clear()

    going = begun()
    _SOURCES[going] = source
    weakref.finalize(going, lambda: machine.take_back(held[0], number)).atexit = False
    return going


def held_alone_by(iterator: Any) -> Sequence[Any]:
    """What an iterator over something that nobody else has holds until it comes to its end; empty for others."""
    return _SOURCES.get(iterator, ()) if type(iterator) is GeneratorType else ()


def alive_with(machine: Machine, size: int, elements: Iterator[Any]) -> Iterator[Any]:
    """The elements; so many bytes count as held from now on until nobody has the iterator any more, and what they
    are taken from is held as long, also once there are none left."""
    machine.put_aside(size)
    going = Keeping(elements)
    weakref.finalize(going, machine.take_back, size, machine.number).atexit = False
    return going


READERS[suspended_while.__code__] = lambda names: (names["nbytes"], names["frame"].names.values())
READERS[generated.__code__] = lambda names: (names["size"], ())
