"""``hashlib`` and ``hmac``."""

from __future__ import annotations

import hashlib
import hmac
import sys
from array import array
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import RAW
from perfcast.trial.interpreter.accounting.prices import DIGEST, DIGEST_GIVEN, DIGESTED
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_ELEMENTS

_NAMES: Final = (
    *("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s"),
    *("sha3_224", "sha3_256", "sha3_384", "sha3_512"),
)
#: What else is asked of a digest that is under way.
_TOLD: Final = ("name", "digest_size", "block_size")
#: What BLAKE2 may be told besides, and of what types that is.
_OPTIONS: Final = frozenset(
    {"digest_size", "key", "salt", "person", "fanout", "depth", "leaf_size", "node_offset", "node_depth", "inner_size"}
    | {"last_node"}
)
_OPTION_TYPES: Final = frozenset({int, bool, bytes, bytearray})
#: Bytes of the object, and of what OpenSSL keeps for it, with the state by its name; of those that keep it themselves.
_OBJECT: Final = 32
_STATE: Final = 72
_STATES: Final = {"md5": 92, "sha1": 96, "sha224": 112, "sha256": 112, "sha384": 216, "sha512": 216}
_LONGEST_STATE: Final = 416
_OWN: Final = {"blake2b": 448, "blake2s": 240}
#: States of a digest with a key: its own and those of the key, inside and outside. Bytes of the object around them, of
#: its copy that gives what it comes to, and of what gives it all at once.
_KEYED_STATES: Final = 3
_KEYED_STATE: Final = _STATES | {"blake2b": 240, "blake2s": 128}
_KEYED_OBJECT: Final = 416
_KEYED_COPY: Final = 248
_KEYED_AT_ONCE: Final = 473
#: How often data is referred to that only the call has.
_ALONE: Final = counted(5, lent=3)
#: What stands before the name of a function that is written in C.
_BUILT_IN: Final = "openssl_"
#: And before that of a digest with a key.
_BY_KEY: Final = "hmac-"
#: Nanoseconds of beginning with a key, of all at once, of comparing, and of each byte that is compared.
_KEYED: Final = 1_700.0
_AT_ONCE: Final = 900.0
_COMPARED: Final = 110.0
_COMPARED_BYTE: Final = 1.0
#: Nanoseconds of a key made out of a password, and of each round of it, for each block of the digest's size.
_DERIVED: Final = 2_600.0
_ROUND: Final = {"sha1": 220.0, "sha224": 224.0, "sha256": 224.0, "sha384": 515.0, "sha512": 515.0}


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``hashlib`` holds."""

    def maker(name: str) -> Guarded:
        def begin(data: Any = b"", *, usedforsecurity: bool = True, **options: Any) -> Guarded:
            machine.pay(DIGEST)
            return _state(machine, getattr(hashlib, name)(**_taken(name, options)), data)

        return Guarded(begin, {"__name__": f"{_BUILT_IN}{name}"})

    made = {name: maker(name) for name in _NAMES}

    def new(name: Any, data: Any = b"", **options: Any) -> Any:
        return made[_known(name)](data, **options)

    def derived(hash_name: Any, password: Any, salt: Any, iterations: int, dklen: int | None = None) -> Any:
        price = _ROUND.get(hash_name)
        if price is None:
            raise Unsupported("a key derived by another digest")
        length = getattr(hashlib, hash_name)().digest_size
        blocks = -(-(length if dklen is None else dklen) // length)
        machine.schedules(_DERIVED + price * iterations * blocks)
        # As many bytes, told apart by all that they are made of; rounds would only take their time here.
        salted = bytes(_checked(salt)) + str(iterations).encode()
        return noted(machine, hashlib.pbkdf2_hmac(hash_name, _checked(password), salted, min(iterations, 1), dklen))

    made["pbkdf2_hmac"] = Guarded(derived)
    return made | {"new": Guarded(new), "algorithms_guaranteed": set(_NAMES), "algorithms_available": set(_NAMES)}


def message_codes(machine: Machine) -> dict[str, Any]:
    """What the module ``hmac`` holds."""

    def new(key: Any, msg: Any = None, digestmod: Any = "") -> Guarded:
        machine.pay(_KEYED)
        return _state(machine, hmac.new(_checked(key), digestmod=_known(digestmod)), b"" if msg is None else msg)

    def digest(key: Any, msg: Any, digest: Any) -> Any:
        machine.pay(_AT_ONCE + DIGESTED * memoryview(_checked(msg)).nbytes)
        name = _known(digest)
        machine.briefly(_KEYED_AT_ONCE + _keyed_states(name))
        return noted(machine, hmac.digest(_checked(key), msg, name))

    def compare(one: Any, other: Any) -> bool:
        if not (isinstance(one, str) and isinstance(other, str)):
            _checked(one), _checked(other)
        machine.pay(_COMPARED + _COMPARED_BYTE * len(one))
        return hmac.compare_digest(one, other)

    return {"new": Guarded(new), "digest": Guarded(digest), "compare_digest": Guarded(compare)}


def _state(machine: Machine, state: Any, data: Any) -> Guarded:
    """A digest that has been given some data and may be given more."""

    def update(more: Any) -> None:
        machine.pay(DIGESTED * memoryview(_checked(more)).nbytes)
        state.update(more)

    held, copied = _bytes_of(state.name)

    def given(method: Callable[[], Any]) -> Guarded:
        def give() -> Any:
            machine.pay(DIGEST_GIVEN)
            # What comes next would change it, so that a copy ends.
            found = method()
            machine.briefly(held + max(copied, sys.getsizeof(found)))
            return noted(machine, found)

        return Guarded(give)

    def copy() -> Guarded:
        machine.pay(DIGEST)
        return _state(machine, state.copy(), b"")

    update(data)
    is_alone = sys.getrefcount(data) <= _ALONE + machine.references(data)
    machine.briefly((machine.aside_of(data) if is_alone else 0) + held)
    functions = {"update": Guarded(update), "copy": Guarded(copy)}
    results = {"digest": given(state.digest), "hexdigest": given(state.hexdigest)}
    members = functions | results | {name: getattr(state, name) for name in _TOLD if hasattr(state, name)}
    # They are its class's, and no part of it.
    return Guarded(nothing, MappingProxyType(members), nbytes=held)


def _bytes_of(name: str) -> tuple[int, int]:
    """Of a digest under way, and of the copy of it that is ended to give what it comes to."""
    if name.startswith(_BY_KEY):
        states = _keyed_states(name.removeprefix(_BY_KEY))
        return _KEYED_OBJECT + states, _KEYED_COPY + states
    own = _OWN.get(name)
    if own is not None:
        return own, 0
    state = _STATE + _STATES.get(name, _LONGEST_STATE)
    return _OBJECT + state, state


def _keyed_states(name: str) -> int:
    return _KEYED_STATES * _KEYED_STATE.get(name, _LONGEST_STATE)


def _taken(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """What a digest is told besides its data. Raises Unsupported for what is not known."""
    is_known = name.startswith("blake2") and options.keys() <= _OPTIONS
    if options and not (is_known and all(type(value) in _OPTION_TYPES for value in options.values())):
        raise Unsupported("options of a digest")
    return options


def _known(name: Any) -> str:
    """The digest's name, of it or of the function that begins one. Raises Unsupported for one that is not known."""
    found = name.attributes.get("__name__") if isinstance(name, Guarded) else name
    plain = found.removeprefix(_BUILT_IN).lower() if isinstance(found, str) else ""
    if plain not in _NAMES:
        raise Unsupported("a digest of another kind")
    return plain


def _checked(data: Any) -> Any:
    if isinstance(data, array | np.ndarray):
        raise Unsupported("a digest of an array")
    if not isinstance(data, RAW):
        raise TypeError("bytes wanted")
    if memoryview(data).nbytes > MOST_ELEMENTS:
        raise Unsupported("objects too large")
    return data
