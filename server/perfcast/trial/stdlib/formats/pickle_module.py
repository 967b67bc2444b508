"""``pickle``: what is read is plain data that was written here, so that reading makes nothing of anybody's."""

from __future__ import annotations

import io
import pickle
from hashlib import blake2b
from operator import is_
from typing import Any, Final

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.object_sizes import NUMBER
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.formats.io_and_csv import ByteBuffer

_NUMBERS: Final = frozenset({int, float, complex, bool, type(None)})
_TEXTS: Final = frozenset({str, bytes, bytearray})
_HOLDING: Final = frozenset({list, tuple, set, frozenset, dict})
#: Nanoseconds of writing and of reading: a call, each number, each of the other objects, which are remembered, and each
#: character.
_WRITING: Final = (350.0, 12.0, 35.0)
_READING: Final = (450.0, 14.0, 40.0)
_CHARACTER: Final = 0.1
#: Nanoseconds of asking an instance of a class for what is to be told of it, and what classes say it by.
_INSTANCE: Final = 1_000.0
_TELLING: Final = ("__reduce__", "__reduce_ex__", "__getstate__", "__getnewargs__", "__getnewargs_ex__")
#: Bytes that one of those is remembered with where it is read again.
_REMEMBERED: Final = 32
#: Bytes of one of those, at least.
_LEAST: Final = 64
#: Bytes of what writes, with the first places where it remembers; how many these are, bytes of each, and of how many on
#: they are doubled alone.
_PICKLER: Final = 328
_FIRST_PLACES: Final = 8
_PLACE: Final = 16
_MANY: Final = 50_000
#: Bytes for each that is remembered, and for each that is written, as they are in the middle of growing.
_ON_AVERAGE: Final = 48
_WRITTEN: Final = 1.22
#: How many bytes are written before there is to be more room, and bytes of an object of bytes besides.
_FIRST_WRITTEN: Final = 4_096
_BYTES: Final = 33


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds besides constants and errors."""
    # By their digests: what was written is not to be kept alive.
    written = set[bytes]()

    def pay(value: Any, data: bytes, prices: tuple[float, float, float]) -> None:
        call, number, other = prices
        numbers, others = _objects(value)
        machine.pay(call + number * numbers + other * others + _CHARACTER * len(data))

    def dumps(value: Any, protocol: Any = None, **_: Any) -> Any:
        instances: dict[int, Any] = {}
        check_nesting(value)
        data = _as_data(value, instances)
        check_nesting(data)
        check_length(text_length(data))
        machine.pass_over(sum(_objects(data)))
        made = pickle.dumps(data, None if protocol is None else int(protocol))
        others = _objects(data)[1]
        held = _held_by_writer(others, len(made))
        machine.briefly(_PICKLER + held, held - _ON_AVERAGE * others - _WRITTEN * len(made))
        machine.pay(_INSTANCE * len(instances))
        pay(data, made, _WRITING)
        if not instances:
            written.add(blake2b(made).digest())
        return noted(machine, made)

    def loads(data: Any, **_: Any) -> Any:
        if not isinstance(data, bytes | bytearray):
            raise TypeError("a bytes-like object is required")
        if blake2b(data).digest() not in written:
            raise Unsupported("reading what was pickled elsewhere")
        machine.pass_over(len(data) // 4)
        found = _Reader(io.BytesIO(data)).load()
        pay(found, bytes(data), _READING)
        numbers, others = _objects(found)
        size = NUMBER * numbers + _LEAST * others
        machine.gathered_beside(_REMEMBERED * others, found, gone=(data,), size=size)
        return noted(machine, found)

    def dump(value: Any, file: Any, protocol: Any = None, **_: Any) -> None:
        _checked(file).write(dumps(value, protocol))

    def load(file: Any, **_: Any) -> Any:
        return loads(_checked(file).read())

    return {function.__name__: Guarded(function) for function in (dump, dumps, load, loads)}


def _held_by_writer(others: int, written: int) -> int:
    """Bytes of the places beyond the first ones, and of what is written, at most: as they grow, two thirds of them
    full, the old places are there beside the new ones."""
    places, most = _FIRST_PLACES, 0
    while 3 * others >= 2 * places:
        old, full = places, -(-2 * places // 3)
        places *= 2 if full > _MANY else 4
        most = max(most, _PLACE * (old + places) + _room(written * full // others))
    return max(most, _PLACE * places + _room(written)) - _PLACE * _FIRST_PLACES


def _room(written: int) -> int:
    """Bytes of what so many are written to, which grows by half where it is full."""
    room = _FIRST_WRITTEN
    while room < written:
        room = room * 3 // 2
    return _BYTES + room


def _checked(file: Any) -> ByteBuffer:
    if not isinstance(file, ByteBuffer):
        raise Unsupported("a file")
    return file


def _as_data(value: Any, instances: dict[int, Any]) -> Any:
    """The value, with what is told of instances of the unit's own classes in their places.

    Args:
        instances: by their identities, what is told of those that were met.

    Raises Unsupported for those of classes that say themselves what is told.
    """
    kind = type(value)
    if kind in {list, tuple, set, frozenset}:
        parts = [_as_data(part, instances) for part in value]
        return value if all(map(is_, parts, value)) else tuple(parts) if kind is tuple else parts
    if kind is dict:
        table = {key: _as_data(part, instances) for key, part in value.items()}
        return value if all(map(is_, table.values(), value.values())) else table
    if kind is not Instance:
        return value
    if id(value) not in instances:
        if value.of.container is not None or any(value.of.find(name) is not MISSING for name in _TELLING):
            raise Unsupported("pickling an object")
        check_nesting(list(value.attributes.values()))
        told: list[Any] = [value.of.name]
        instances[id(value)] = told
        told.append({name: _as_data(part, instances) for name, part in value.attributes.items()})
    return instances[id(value)]


class _Reader(pickle.Unpickler):
    """Of what names nothing."""

    def find_class(self, module: str, name: str) -> Any:
        raise Unsupported(f"reading {module}.{name}")


def _objects(value: Any) -> tuple[int, int]:
    """How many numbers and other objects there are within plain data. Raises Unsupported for other values."""
    waiting, seen = [value], set[int]()
    numbers = 0
    while waiting:
        item = waiting.pop()
        kind = type(item)
        if kind in _NUMBERS:
            numbers += 1
        elif kind not in _HOLDING | _TEXTS:
            raise Unsupported("pickling an object")
        elif id(item) not in seen:
            seen.add(id(item))
            if kind in _HOLDING:
                waiting.extend([*item, *item.values()] if kind is dict else item)
    return numbers, len(seen)
