"""A workload's arguments as abstract values."""

from __future__ import annotations

import math

from perfcast.static.values import (
    NOTHING,
    UNKNOWN,
    Array,
    Collection,
    Linked,
    Number,
    Text,
    Value,
    boolean,
    number,
    ranged,
)
from perfcast.workload import Argument, TypeExpression
from perfcast.workload.language.workload import KEYED, TEXT_FILE, WRITTEN, read_pattern

_ITEM = {"complex128": 16.0, "complex64": 8.0, "bool": 1.0, "bfloat16": 2.0}
_FEW = 5.0
#: Characters of texts of certain kinds.
_TEXTS = {"timestamp": 19.0, "digits": 3.0, "label": 8.0}
#: Of a value that a text says, with its key.
_SAID = 12.0


def value_of(argument: Argument) -> Value:
    """The value that the argument stands for; nothing of it counts as allocated."""
    if argument.has_value:
        return literal(argument.value)
    return _of_type(argument.type, list(argument.sizes), argument, 1.0)


def literal(value: object) -> Value:  # noqa: PLR0911
    """A literal as a value."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return boolean(value)
    if isinstance(value, int):
        if abs(value) >= 2**60:
            return Number(1e18, float(min(10**9, value.bit_length())), fresh=False)
        return number(float(value), fresh=False)
    if isinstance(value, float):
        return number(value if math.isfinite(value) else 1e18, "float", fresh=False)
    if isinstance(value, complex):
        return number(abs(value), "complex", fresh=False)
    if isinstance(value, str):
        return Text(float(len(value)), max(2.0, float(len(set(value)))), fresh=False, literal=value[:40])
    if isinstance(value, bytes):
        return Text(float(len(value)), 256.0, "bytes", fresh=False)
    return UNKNOWN


def dtype(name: str) -> tuple[float, str]:
    """Bytes of an element and its kind, of a dtype's name such as 'float32' or 'np.int64'."""
    name = name.rpartition(".")[2]
    kind = "b" if name.startswith("bool") else "c" if "complex" in name else "i" if "int" in name else "f"
    if name in _ITEM:
        return _ITEM[name], kind
    digits = "".join(character for character in name if character.isdigit())
    return (float(digits) / 8.0 if digits else 1.0 if kind == "b" else 8.0), kind


def _of_type(type_: TypeExpression, sizes: list[int], argument: Argument, population: float) -> Value:  # noqa: PLR0911
    name = type_.name
    if type_.shape:
        item, kind = dtype(name) if name not in ("DataFrame", "Series") else (8.0, "f")
        library = "torch" if name.startswith("torch.") else "pandas" if name in ("DataFrame", "Series") else "numpy"
        return Array(tuple(map(float, type_.shape)), item, kind, library, fresh=False)
    if name in ("int", "float", "complex"):
        default = 1000.0 if name == "int" else 1.0
        low = 0.0 if argument.low is None else _float(argument.low)
        high = default if argument.high is None else _float(argument.high)
        return ranged((low + high) / 2.0, max(abs(low), abs(high), 1.0), name, fresh=False)
    if name == "bool":
        return boolean(None)
    if name == "None":
        return NOTHING
    if name == "|":
        return _of_type(type_.arguments[0], sizes, argument, population)
    # Of a file, what is read from it.
    text = _text(type_.arguments[0] if name == TEXT_FILE and type_.arguments else type_, sizes, argument)
    if text is not None:
        return text
    if name in KEYED or (name == "tuple" and not type_.is_sized):
        items = tuple(_of_type(part, sizes, argument, population) for part in type_.arguments)
        element = items[0] if items else UNKNOWN
        if name == "tuple":
            return _borrowed("tuple", float(len(items)), element, population, items)
        record = _borrowed("dict", float(len(items)), element, population)
        record.key = Text(8.0, fresh=False)
        return record
    length = float(sizes.pop(0) if sizes else 4)
    if name in ("ListNode", "TreeNode"):
        return Linked(name, length, _of_type(_first(type_), sizes, argument, population))
    if name in ("dict", "defaultdict", "Counter", "OrderedDict"):
        value = _of_type(type_.elements[0], sizes, argument, population * length) if type_.elements else UNKNOWN
        result = _borrowed("dict", length, value, population)
        is_text = not type_.arguments or type_.arguments[0].name == "str"
        result.key = Text(8.0, fresh=False) if is_text else ranged(length / 2.0, length, fresh=False)
        return result
    kind = "set" if name == "frozenset" else name if name in ("list", "tuple", "set", "deque") else "list"
    result = _borrowed(kind, length, _of_type(_first(type_), sizes, argument, population * length), population)
    if "equal" in argument.qualifiers:
        result.distinct = 1.0
    elif "few" in argument.qualifiers:
        result.distinct = _FEW
    return result


def _text(type_: TypeExpression, sizes: list[int], argument: Argument) -> Value | None:
    """None for what is no text."""
    name, said = type_.name, type_.literal
    if said is not None:
        return literal(said)
    if name in _TEXTS:
        return Text(_TEXTS[name], 10.0 if name == "digits" else 26.0, fresh=False)
    if name in WRITTEN:
        lengths = [float(sizes.pop(0)) for _ in type_.sized() if sizes]
        return Text(math.prod(lengths) * _SAID * len(list(type_.leaves())), 60.0, fresh=False)
    if name in ("str", "bytes", "bytearray"):
        usual = len(read_pattern(argument.like or "")[0]) or 8
        return Text(float(sizes.pop(0) if sizes else usual), _alphabet(argument), name, fresh=False)
    return None


def _borrowed(
    kind: str, length: float, element: Value, population: float, items: tuple[Value, ...] | None = None
) -> Collection:
    return Collection(kind, length, element, items=items, population=max(population, 1.0), borrowed=length, fresh=False)


def _first(type_: TypeExpression) -> TypeExpression:
    return type_.arguments[0] if type_.arguments else TypeExpression("int")


def _alphabet(argument: Argument) -> float:
    alphabet = argument.alphabet
    if alphabet is None:
        return 26.0
    if isinstance(alphabet, tuple):
        return float(ord(alphabet[1]) - ord(alphabet[0]) + 1)
    return float(len(alphabet))


def _float(value: float) -> float:
    return max(-1e18, min(1e18, float(max(-(10**18), min(10**18, value)))))
