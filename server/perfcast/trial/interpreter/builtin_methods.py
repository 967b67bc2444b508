"""Methods of built-in types, and their costs."""

from __future__ import annotations

import itertools
import re
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.builtin_temporaries import consumed, elements_behind
from perfcast.trial.interpreter.accounting.collected_iterators import listed
from perfcast.trial.interpreter.accounting.dict_growth import old_places
from perfcast.trial.interpreter.accounting.generator_sizes import TYPICAL
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LONGEST_TUPLE, TABLE
from perfcast.trial.interpreter.accounting.limits import check_method, check_template
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_entries, check_nesting
from perfcast.trial.interpreter.accounting.object_sizes import (
    EMPTY_LIST,
    EMPTY_SET,
    EMPTY_TABLE,
    FEW_ENTRIES,
    POINTER,
    RAW,
    shallow,
)
from perfcast.trial.interpreter.accounting.prices import (
    BYTE_TAKEN,
    CHOOSING,
    CHOSEN,
    CHOSEN_FIRST,
    COPIED,
    COUNT_ADDED,
    EDGE,
    FIELD_FORMATTED,
    GREATEST,
    MERGED,
    MERGED_BY_NAME,
    MOVED,
    NAMED_FORMATTED,
    NOT_TRANSLATED,
    RANKED,
    SPLIT,
    TAKEN_FROM_BYTES,
    TRANSLATED,
    TRANSLATED_BEYOND,
    WHOLE_FILLED,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.released_elements import lets_go
from perfcast.trial.interpreter.builtin_functions import fed, guarded, noted
from perfcast.trial.interpreter.objects.elements import HELD, entries
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.format_fields import asked_for, without_reaching
from perfcast.trial.interpreter.syntax.operators import MOST_BITS
from perfcast.trial.stdlib.containers import chain_maps
from perfcast.trial.stdlib.containers.chain_maps import Chain
from perfcast.trial.stdlib.containers.sorting import sorted_as
from perfcast.trial.stdlib.regular_expressions.bounded_searches import Match
from perfcast.trial.stdlib.regular_expressions.substring_search import counting, is_too_wide, replacing, seeking
from perfcast.trial.stdlib.text.decoding_costs import decoded
from perfcast.trial.stdlib.text.formatting_times import WRITTEN_OUT, note_text, pay_for_text, shown
from perfcast.trial.stdlib.text.joining_memory import while_formatted

#: Bytes of a list that takes what an iterator gives.
_LEAST_LIST: Final = EMPTY_LIST + 8 * POINTER
#: Bytes of what chooses the most common one alone; places of what a copy of counts leaves, which calls their class.
_GREATEST: Final = 232
_OF_COUNTS: Final = frozenset({"copy", "most_common"})
_COPYING_COUNTS: Final = (TABLE, TABLE, TABLE, 1, 1)
#: Parts of bytes that are joined without asking for memory, and what is asked for each of more.
_FEW_BUFFERS: Final = 10
_BUFFER: Final = 80


def _public(kind: type, *without: str) -> frozenset[str]:
    return frozenset(name for name in dir(kind) if not name.startswith("_")) - frozenset(without)


_TEXT: Final = _public(str)
_OF_MATCHES: Final = (
    *("group", "groups", "groupdict", "start", "end", "span", "expand", "string", "lastgroup", "lastindex"),
)
#: Type -> the methods that its values have in the closed world.
METHODS: Final[dict[type, frozenset[str]]] = {
    int: _public(int),
    bool: _public(int),
    float: _public(float),
    complex: _public(complex),
    str: _TEXT,
    bytes: _public(bytes),
    bytearray: _public(bytearray),
    list: _public(list),
    tuple: _public(tuple),
    dict: _public(dict),
    set: _public(set),
    frozenset: _public(frozenset),
    deque: _public(deque),
    array: _public(array, "fromfile", "tofile", "fromunicode", "tounicode", "buffer_info"),
    memoryview: frozenset({"tobytes", "tolist", "hex", "cast"}),
    Chain: chain_maps.METHODS,
    defaultdict: _public(dict) | {"default_factory"},
    Counter: _public(dict) | {"most_common", "elements", "subtract", "total"},
    OrderedDict: _public(OrderedDict),
    range: _public(range),
    slice: frozenset({"indices"}),
    Fraction: _public(Fraction),
    **dict.fromkeys((re.Match, Match), frozenset(_OF_MATCHES)),
}
for _kind in (list, dict, set, frozenset, str, tuple, defaultdict, Counter, OrderedDict):
    METHODS[_kind] |= {"__contains__", "__getitem__"} & frozenset(dir(_kind))
_WHOLE_METHODS: Final = frozenset(
    {"reverse", "byteswap", "copy", "count", "replace", "split", "rsplit"}
    | {"lower", "upper", "translate", "title", "swapcase", "splitlines"}
    | {"encode", "decode", "capitalize", "casefold", "issubset", "issuperset"}
    | {"difference", "intersection", "union", "symmetric_difference", "elements"}
)
#: They take what they are given as it is, be it something to go through.
_TAKING_ONE: Final = frozenset({"count", "index", "remove", "format", "format_map"})
_FORMATTING: Final = frozenset({"format", "format_map"})
_AT_PLACES: Final = frozenset({"index", "remove", "pop", "insert"})
_GROWING: Final = frozenset({"append", "appendleft", "extend", "insert", "add", "update", "setdefault"})
#: Bytes for each character of a text that is written in another case, meanwhile.
_WIDE: Final = 12
#: They compare, or hash, what they are given.
_COMPARING: Final = frozenset(
    {"count", "index", "update", "subtract", "union", "intersection", "difference", "symmetric_difference"}
    | {"issubset", "issuperset", "isdisjoint"}
    | {f"{name}_update" for name in ("intersection", "difference", "symmetric_difference")}
)
#: Characters that a text is looked up for once each.
_ASCII: Final = 128
#: How often an argument is referred to that nobody else has.
_ALONE: Final = counted(5, lent=4)
#: And the method's own value.
_UNNAMED: Final = 3
#: How often an element is that only the list holds that it stands in, while that is gone through.
_OF_LIST: Final = counted(3, lent=2)
#: Characters of a text that is worth a look at what it was joined of.
_LONG: Final = 500
#: Bytes of choosing the most common elements, of each of them, and of one with its number.
_CHOOSING: Final = 760
_CHOSEN: Final = 136
_ENTRY: Final = 56
_SETS: Final = (set, frozenset)
#: Methods of sets that are given a tuple of what they take.
_TAKING_SEVERAL: Final = frozenset(
    {"update", "union", "intersection", "difference", "intersection_update", "difference_update"}
)
#: They take entries, or elements to count.
_ADDING: Final = frozenset({"update", "subtract"})
#: They look at one end of a text.
_AT_EDGES: Final = frozenset({"startswith", "endswith"})
#: They look for a text -> those that do the same and make no error of it that it is not there.
_FINDING: Final = {"find": "find", "rfind": "rfind", "index": "find", "rindex": "rfind"}
#: They take a text apart at the first, or the last, place where another one is -> what looks for it.
_PARTING: Final = {"partition": "find", "rpartition": "rfind"}
#: They look for a text as often as it is there.
_SEARCHING_ALL: Final = frozenset({"count", "replace", "split", "rsplit"})
#: Of texts, those that make a tuple of their arguments, the place of which stays; tuples of two have one.
_TUPLED: Final = frozenset({"count", "startswith", "endswith", *_FINDING})
_PAIR: Final = 2
_LOOKUPS: Final = frozenset({"get", "pop", "setdefault", "add", "discard", "append", "appendleft", "insert", "remove"})


def guarded_method(machine: Machine, value: Any, name: str) -> Any:
    """A method of a built-in value, or an attribute that is no method."""
    method = partial(decoded, machine, value) if name == "decode" else getattr(value, name)
    if not callable(method):
        return method

    priced = f"{type(value).__name__}.{name}"

    def run(*args: Any, **kwargs: Any) -> Any:
        before, table_before = machine.call(priced), machine.table_aside
        aside = 0
        if type(value) in HELD and sys.getrefcount(value) <= _UNNAMED + machine.references(value):
            aside = machine.aside_for_call(value)
            machine.put_aside(aside)
        if name not in _LOOKUPS:
            # What was made for this call alone is there until it is done.
            alone = sum(
                machine.aside_for_call(arg)
                for arg in args
                if type(arg) in HELD and sys.getrefcount(arg) <= _ALONE + machine.references(arg)
            )
            machine.put_aside(alone)
            aside += alone
        size = sys.getsizeof(value) if aside or (name == "update" and args) else 0
        try:
            return call(args, kwargs)
        finally:
            machine.price, machine.table_aside = before, table_before
            if size:
                _note_growth(machine, value, size, args, aside)

    def call(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if name == "default_factory" and (args or kwargs):
            return guarded(machine, method)(*args, **kwargs)
        if name in _GROWING:
            machine.changes(value)
        machine.pass_over(_gone_through(value, name, args))
        check_method(machine, value, name, (*args, *kwargs.values()))
        if name == "translate" and isinstance(value, str):
            machine.pay(_translation(value, args[0] if args else None))
        if name in _OF_COUNTS and isinstance(value, Counter):
            _count(machine, name, args, len(value))
        if name == "isdisjoint" and len(args) == 1 and isinstance(args[0], _SETS) and isinstance(value, _SETS):
            return _are_apart(machine, value, args[0])
        found = _of_sequence(machine, value, name, args, kwargs)
        if found is not MISSING:
            return found
        is_table = isinstance(value, dict | set)
        before = len(value) if is_table else 0
        if name in _LOOKUPS:
            # What a table gives or gets for a key is not gone through.
            check_nesting(args[:1] if isinstance(value, dict) else args)
            given = method(*args, **kwargs)
            if is_table:
                _looked_up(machine, value, before, args[0] if args else None, given)
            # It was there before.
            return given
        if name in _ADDING and isinstance(value, dict):
            return _updated(machine, value, method, args, kwargs)
        if name in _COMPARING:
            check_nesting([arg for arg in args if not isinstance(arg, dict)])
        given = _given(machine, value, name, args)
        found = method(*given, **{key: fed(machine, item) for key, item in kwargs.items()})
        if name == "clear" and isinstance(value, dict):
            machine.first_entries.begins(value)
        # A text in which nothing is replaced is given as it is.
        return found if found is value else noted(machine, _united(machine, found) if name == "union" else found)

    return Guarded(run)


def _gone_through(value: Any, name: str, args: Sequence[Any]) -> int:
    """Elements of a method's own value that it pays for, whatever it finds."""
    is_whole = name in _WHOLE_METHODS and hasattr(value, "__len__")
    is_in_vain = name in _SEARCHING_ALL and bool(args) and is_too_wide(args[0], value)
    return len(value) // 4 if is_whole and not is_in_vain else 0


def _looked_up(machine: Machine, table: Any, before: int, key: Any, given: Any) -> None:
    """Notes that a key was looked up in a table, which had so many entries then and may have one more now."""
    machine.counts.scattered.found(table, key, given)
    machine.inserted(table, before)
    if len(table) < before and isinstance(table, dict):
        machine.first_entries.lost(table, key)


def _grown(value: Any, size: int, args: Sequence[Any]) -> int:
    """Bytes by which a container is larger than it was: a list, which had so many, grows where it is; a table has its
    old places beside the new ones for a moment.

    Args:
        args: what it was given. One that is given another one of its kind moves once.
    """
    more = sys.getsizeof(value) - size
    if more <= 0 or not isinstance(value, dict | set):
        return more
    kind, empty = (dict, EMPTY_TABLE) if isinstance(value, dict) else (_SETS, EMPTY_SET)
    return more + (size - empty if len(args) == 1 and isinstance(args[0], kind) else old_places(value))


def _note_growth(machine: Machine, value: Any, size: int, args: Sequence[Any], aside: int) -> None:
    """Notes by how much a container grew that took `size` bytes before it was given `args`, old places included.

    Args:
        aside: bytes that were put aside for the call, and are taken back.
    """
    more = _grown(value, size, args)
    if aside:
        machine.briefly(more)
        machine.aside -= aside
    elif more > 0 and len(value) > FEW_ENTRIES:
        new = sys.getsizeof(value) - size
        machine.gathered(value, size=new)
        machine.briefly(more - new)


def _united(machine: Machine, found: Any) -> Any:
    """A set that was put together one by one."""
    machine.filled(found)
    return found


def _given(machine: Machine, value: Any, name: str, args: tuple[Any, ...]) -> list[Any]:
    """What a method that goes through its arguments is called with."""
    if name in _TAKING_SEVERAL and isinstance(value, _SETS):
        machine.passes(*_tuple_of(args))
    return [item if name in _TAKING_ONE and type(item) is Instance else fed(machine, item) for item in args]


def _are_chosen(args: tuple[Any, ...], number: int) -> bool:
    """Whether some of so many elements are chosen: not all of them, and not one alone."""
    return bool(args) and isinstance(args[0], int) and 1 < args[0] < number


def _count(machine: Machine, name: str, args: tuple[Any, ...], number: int) -> None:
    """Notes what a method of counts of so many elements takes beside what it gives."""
    if name == "copy":
        machine.passes(*_COPYING_COUNTS)
    else:
        _choose(machine, args, number)


def _choose(machine: Machine, args: tuple[Any, ...], number: int) -> None:
    """Pays for choosing the most common ones among so many elements."""
    are_chosen = _are_chosen(args, number)
    is_greatest = bool(args) and args[0] == 1
    each = GREATEST if is_greatest else CHOSEN if args else RANKED
    machine.pay(each * number + (CHOOSING + CHOSEN_FIRST * args[0] if are_chosen else 0.0))
    if is_greatest:
        # The greatest is asked for with what is given by name.
        machine.passes(1, TABLE, KEYS)
        machine.briefly(_GREATEST)
    if are_chosen:
        machine.briefly(_CHOOSING + _CHOSEN * args[0])
    elif not is_greatest:
        machine.briefly((_ENTRY + 2 * POINTER) * number)


def _are_apart(machine: Machine, values: Any, others: Any) -> bool:
    """Whether no element is in both: the fewer ones are looked for, up to the first that is."""
    few, many = (others, values) if len(others) <= len(values) else (values, others)
    sought = next((place for place, value in enumerate(few) if value in many), None)
    machine.pass_over(len(few) if sought is None else sought + 1)
    return sought is None


def _updated(
    machine: Machine, table: Any, method: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """What a dictionary is given by name is kept, not gone through."""
    args = tuple([entries(machine, arg) for arg in args])
    machine.pay(MERGED_BY_NAME * len(kwargs))
    are_entries = bool(args) and isinstance(args[0], dict)
    # It is given a tuple of what it takes by place, and a dictionary of what it takes by name.
    machine.passes(*_tuple_of(args))
    if are_entries:
        machine.price = MERGED if table else COPIED
    if isinstance(table, Counter) and (method.__name__ == "subtract" or (table and are_entries)):
        machine.price = COUNT_ADDED
    if not isinstance(table, Counter):
        check_entries(args[0] if args else ())
    else:
        check_nesting([arg for arg in args if not isinstance(arg, dict)])
    found = method(*[fed(machine, arg) for arg in args], **kwargs)
    if kwargs:
        machine.look(table, kwargs)
    return noted(machine, found)


def _tuple_of(args: tuple[Any, ...]) -> tuple[int, ...]:
    """The kind of place of a tuple of arguments, if it stays."""
    return (len(args),) if 0 < len(args) <= LONGEST_TUPLE else ()


def _of_text(machine: Machine, value: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a text's method gives, `MISSING` where it is called as any other."""
    method = getattr(value, name)
    if name in _TUPLED and len(args) != _PAIR:
        machine.passes(*_tuple_of(args))
    if name == "replace":
        machine.pay(replacing(value, *args))
    elif name == "count":
        machine.pay(counting(value, *args))
    elif name in _PARTING and args and isinstance(args[0], str | bytes):
        _look_for(machine, value, _PARTING[name], args)
    if name in _ANSWERING:
        found = method(*args, **kwargs)
        return _ANSWERING[name](machine, value, found)
    if name in _AT_EDGES:
        # Of a piece that is too long, or differs at its ends, no more is looked at.
        machine.pay(EDGE * (len(args[0]) if args and isinstance(args[0], tuple) else 0))
        return method(*args, **kwargs)
    if name in _FINDING and args and isinstance(args[0], str | bytes):
        _look_for(machine, value, _FINDING[name], args)
        return method(*args)
    if name == "join" and len(args) == 1:
        return _joined(machine, value, args[0])
    if name in _FORMATTING and isinstance(value, str):
        if name == "format_map":
            [table] = args
            if type(table) is not dict:
                raise Unsupported("a format of another mapping")
            args, kwargs = (), table
        template, given, named = without_reaching(value, args, kwargs)
        asked = asked_for(template, named)
        check_template(template, tuple(given), asked)
        if name == "format" and kwargs:
            # It is given a dictionary of what it takes by name.
            machine.passes(TABLE, KEYS)
        return _formatted(machine, template, tuple(given), asked)
    return MISSING


def _translation(text: str, table: Any) -> float:
    """Nanoseconds of looking characters up: each of ASCII's but once, up to the first whose place another takes that
    is no single one of ASCII's; from there on one by one.
    """
    if not isinstance(table, dict):
        return NOT_TRANSLATED * len(set(text))
    ends = (text.find(character) for character in set(text) if not _is_plainly_replaced(character, table))
    quick = min(ends, default=len(text))
    looked_up = Counter(set(text[:quick])) + Counter(text[quick:])
    found = TRANSLATED_BEYOND if quick < len(text) else TRANSLATED
    return sum((found if ord(character) in table else NOT_TRANSLATED) * times for character, times in looked_up.items())


def _is_plainly_replaced(character: str, table: dict[Any, Any]) -> bool:
    given = table.get(ord(character))
    if isinstance(given, str):
        given = ord(given) if len(given) == 1 else -1
    return character.isascii() and (given is None or (isinstance(given, int) and 0 <= given < _ASCII))


def _split(machine: Machine, value: Any, parts: Any) -> Any:
    machine.pay(SPLIT * len(parts))
    noted(machine, parts)
    # Single characters are there anyway.
    machine.holds(parts, sum(sys.getsizeof(part) for part in parts if len(part) > 1 and part is not value))
    return parts


def _look_for(machine: Machine, text: Any, find: str, args: tuple[Any, ...]) -> None:
    """Pays for going through a text up to where another one is."""
    sought, begin, end = args[0], *slice(*(*args[1:], None, None)[:2]).indices(len(text))[:2]
    where = getattr(text, find)(*args)
    found_after = where - begin if find == "find" else end - where
    passed = found_after if where >= 0 else max(0, end - begin)
    machine.pay(seeking(sought, passed, text))


def _asked(machine: Machine, value: Any, answer: bool) -> bool:
    """Up to the first character that is none, which is one of the first as a rule."""
    machine.pass_over(len(value) if answer else 1)
    return answer


def _asked_for_case(machine: Machine, value: Any, answer: bool) -> bool:
    """Up to the first letter of the other case, which is one of the first too, if there is a letter at all."""
    machine.pass_over(1 if not answer and value[:1].isalpha() else len(value))
    return answer


def _in_other_case(machine: Machine, value: Any, found: Any) -> Any:
    """A text is written down with three wide characters for each."""
    machine.briefly(sys.getsizeof(found) + _WIDE * len(value) if isinstance(value, str) and len(value) > 1 else 0)
    return noted(machine, found)


def _joined(machine: Machine, separator: Any, parts: Any) -> Any:
    held = 0
    if isinstance(parts, Iterator):
        # It makes a list of what it is given.
        beside, behind = consumed(parts), elements_behind(parts)
        parts = listed(machine, machine.counted(parts))
        beside += sum(shallow(one) for one in behind if sys.getrefcount(one) <= _OF_LIST + machine.references(one))
        # What was given on counts as a part.
        del behind
        check_method(machine, separator, "join", (parts,))
        # What lies elsewhere too, as the values of a table do, is there anyway.
        own = (part for part in parts if sys.getrefcount(part) <= _OF_LIST + machine.references(part))
        held = TYPICAL + (0 if machine.is_known(parts) else sys.getsizeof(parts) + sum(map(shallow, own)))
        # What the generator goes through is gone when it has come to its end.
        machine.briefly(held - TYPICAL + beside + (0 if parts else _LEAST_LIST - EMPTY_LIST))
    else:
        parts = fed(machine, parts)
    text = separator.join(parts)
    if isinstance(parts, list | tuple) and len(parts) == 1 and text is parts[0]:
        # One alone is given as it is.
        machine.briefly(held)
        return text
    if not isinstance(text, str) and len(parts) > _FEW_BUFFERS:
        machine.briefly(held + sys.getsizeof(text) + _BUFFER * len(parts))
    if held:
        machine.copies(text)
        machine.briefly(held + sys.getsizeof(text))
        return machine.made(text)
    if type(parts) is list and len(text) > _LONG:
        # Texts that only the list holds, which nobody sees any more, lie beside the one that is put together of them.
        machine.gathered(*parts, size=2 * len(text))
        machine.briefly(sys.getsizeof(text))
    machine.copies(text)
    return machine.made(text)


def _formatted(machine: Machine, template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Texts are moved into their places; what else has elements is written down, each of them."""

    by_format = ":" in template

    def given(value: Any) -> Any:
        machine.pay(shown(value, by_format=by_format))
        machine.pay(WHOLE_FILLED if type(value) is int and not by_format else 0.0)
        if isinstance(value, WRITTEN_OUT):
            pay_for_text(machine, value)
            return value
        # A type is written down, not called.
        return value if isinstance(value, str | Instance | type) else fed(machine, value)

    fields = template.count("{")
    # The same name may stand at many places.
    named = min(fields, len(kwargs)) if args or not kwargs else fields
    machine.pay(FIELD_FORMATTED * fields + NAMED_FORMATTED * named)
    text = template.format(*map(given, args), **{name: given(value) for name, value in kwargs.items()})
    machine.copies(text)
    parts = (*args, *kwargs.values())
    for part in parts:
        note_text(machine, part, text, by_format=by_format)
    size = while_formatted(template, text, parts)
    if size:
        machine.briefly(size)
    return machine.made(text)


def _of_sequence(machine: Machine, value: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a method of a text, bytes, a list, an array or a queue gives, `MISSING` where it is called as any other."""
    if isinstance(value, str | bytes):
        return _of_text(machine, value, name, args, kwargs)
    if isinstance(value, list | array | deque):
        return _of_list(machine, value, name, args, kwargs)
    return _of_bytes(machine, value, name, args) if isinstance(value, bytearray) and not kwargs else MISSING


def _of_bytes(machine: Machine, value: bytearray, name: str, args: tuple[Any, ...]) -> Any:
    """What a method of bytes that can be changed gives, `MISSING` where it is called as any other."""
    if name == "extend" and len(args) == 1 and isinstance(args[0], RAW):
        before = len(value)
        value.extend(args[0])
        machine.grown(value, len(value) - before)
        return None
    if name in _FINDING and args and isinstance(args[0], bytes | bytearray):
        _look_for(machine, value, _FINDING[name], args)
        return getattr(value, name)(*args)
    if name in _PARTING and args and isinstance(args[0], bytes | bytearray):
        _look_for(machine, value, _PARTING[name], args)
        return MISSING
    if name == "count" and args and isinstance(args[0], bytes | bytearray):
        machine.pay(counting(value, *args))
        return value.count(*args)
    return MISSING


def _of_list(machine: Machine, value: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a list's, an array's or a queue's method gives, `MISSING` where it is called as any other."""
    if isinstance(value, deque):
        if name in {"pop", "clear"}:
            machine.dequeues(value)
        return MISSING
    if isinstance(value, array) and name == "extend" and len(args) == 1 and isinstance(args[0], array):
        before = len(value)
        value.extend(args[0])
        machine.grown(value, value.itemsize * (len(value) - before))
        return None
    method = getattr(value, name)
    if name == "sort":
        return sorted_as(machine, method, value, args, {key: fed(machine, item) for key, item in kwargs.items()})
    if name in _AT_PLACES:
        check_nesting(args)
        _go_to(machine, value, name, args)
        return noted(machine, machine.shrinks(value, lambda: method(*args, **kwargs)))
    if name == "__contains__":
        machine.pass_over(len(value))
    if name == "clear" and isinstance(value, list):
        lets_go(machine, value, is_all=True)
    return MISSING


def _go_to(machine: Machine, values: Any, name: str, args: tuple[Any, ...]) -> None:
    """Looks for an element of a list, and moves what is behind it."""
    where = len(values)
    if name in {"index", "remove"} and args:
        if args[0] in values:
            where = values.index(args[0])
        machine.pass_over(where)
    elif args and isinstance(args[0], int):
        where = args[0] if args[0] >= 0 else max(0, where + args[0])
    if name != "index":
        machine.counts.native += MOVED * max(0, len(values) - where)


def _at_ends(machine: Machine, value: Any, found: Any) -> Any:
    """A text without what was taken from its ends: only that is gone through."""
    machine.pass_over(len(value) - len(found))
    if found is value:
        return value
    machine.copies(found)
    return machine.made(found)


#: Method of texts -> what is made of its result, which it is called for as it is.
_ANSWERING: Final[dict[str, Callable[[Machine, Any, Any], Any]]] = {
    **dict.fromkeys(("split", "rsplit", "splitlines", "partition", "rpartition"), _split),
    **dict.fromkeys(("strip", "lstrip", "rstrip", "removeprefix", "removesuffix"), _at_ends),
    **dict.fromkeys(("isalpha", "isdigit", "isalnum", "isdecimal", "isnumeric", "isspace"), _asked),
    **dict.fromkeys(("isidentifier", "isprintable"), _asked),
    **dict.fromkeys(("islower", "isupper"), _asked_for_case),
    **dict.fromkeys(("title", "swapcase", "capitalize"), _in_other_case),
}


def _maker(function: Any, priced: str = "") -> Callable[[Machine], Guarded]:
    """
    Args:
        priced: by which name, where that is not its own.
    """
    is_of_keys = function.__name__ == "fromkeys"

    def make(machine: Machine) -> Guarded:
        def run(*args: Any) -> Any:
            before = machine.call(priced or function.__name__)
            if is_of_keys and args and not isinstance(args[0], dict):
                check_nesting(args[0])
            try:
                found = function(*[fed(machine, arg) for arg in args])
                if is_of_keys:
                    machine.made_by_call(function.__self__)
                if isinstance(found, dict) and not isinstance(args[0], dict | set | frozenset):
                    # Of others it is not known before how many there are.
                    machine.filled(found)
                    machine.counts.scattered.filled(found, found)
                return noted(machine, found)
            finally:
                machine.price = before

        return Guarded(run)

    return make


def _from_bytes(machine: Machine, data: Any, *order: Any, **named: Any) -> int:
    if isinstance(data, Iterator):
        data = bytes(fed(machine, data))
    if not isinstance(data, bytes | bytearray | memoryview | list | tuple) or len(data) > MOST_BITS:
        raise Unsupported("a whole number of other bytes")
    machine.pay(TAKEN_FROM_BYTES + BYTE_TAKEN * len(data))
    return int.from_bytes(data, *order, **named)


#: Type -> functions that stand behind its name, such as ``dict.fromkeys``.
TYPE_METHODS: Final[dict[Any, dict[str, Callable[[Machine], Guarded]]]] = {
    dict: {"fromkeys": _maker(dict.fromkeys)},
    OrderedDict: {"fromkeys": _maker(OrderedDict.fromkeys, "OrderedDict")},
    int: {"from_bytes": lambda machine: Guarded(partial(_from_bytes, machine))},
    Fraction: {"from_float": _maker(Fraction.from_float), "from_decimal": _maker(Fraction.from_decimal)},
    str: {"maketrans": _maker(str.maketrans)},
    bytes: {"fromhex": _maker(bytes.fromhex), "maketrans": _maker(bytes.maketrans)},
    itertools.chain: {"from_iterable": _maker(itertools.chain.from_iterable)},
}
