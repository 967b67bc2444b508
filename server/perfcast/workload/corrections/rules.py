"""What is changed after an error, by what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from perfcast.workload.corrections.array_rules import (
    elementwise,
    fitting,
    flat,
    no_array,
    no_lengths,
    no_table,
    of_labels,
    of_whole_numbers,
)
from perfcast.workload.corrections.attribute_rules import (
    has_no,
    lacks_attribute,
    of_unknown,
    unknown_asked,
    unknown_called,
    unknown_compared,
    unknown_indexed,
    unknown_set,
)
from perfcast.workload.corrections.change import Change, Rule
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.content_rules import (
    asserted,
    bounded,
    no_byte,
    no_hexadecimal,
    no_json,
    no_number,
    no_time,
    not_decoded,
    packed,
    turned_down,
    unfit,
    unpacked,
)
from perfcast.workload.corrections.place_rules import bad_index, no_item, no_key, no_such_key, out_of_range
from perfcast.workload.corrections.type_rules import (
    WORDED,
    as_the_other,
    no_iterator,
    not_iterable,
    of_another_class,
    of_type_said,
    unhashable,
    wanted_file,
    wanted_of_type_named,
    wanted_type,
)
from perfcast.workload.naming.names import A_TENSOR, BYTES, DICT, FLOAT, FUNCTION, INT, OPEN_BYTES, STR

#: An error of `struct`, which says how long a record is.
OF_RECORDS: Final = r"error: .*requires a buffer of (?:a multiple of |at least \d+ bytes for unpacking )?(\d+) bytes"


def changes(failure: str, clues: Clues) -> Iterator[Change]:
    """What comes into question, the likelier changes first.

    Args:
        failure: the class of the error, and its text in full: "KeyError: price".
        clues: of the unit's text.
    """
    for pattern, rule in _RULES:
        found = re.match(pattern, failure, re.DOTALL)
        if found is not None:
            yield from rule(found, clues)


_KIND: Final = r"'([\w.]+)'"
_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_WITHIN: Final = r"\b(?:between|range|within|interval)\b\D{0,8}?"
_WANTING: Final = r"(?:not|must be|should be|expected|expects|expecting|needs? to be)(?: of type)?(?: an?| the)?"
#: What errors say, and what to do about that.
_RULES: Final[tuple[tuple[str, Rule], ...]] = (
    (r"AttributeError: 'bool' object has no attribute '(?:sum|mean|any|all|astype|nonzero)'", elementwise),
    (r"AttributeError: '(?:int|float|list)' object has no attribute '(?:copy|sum|mean|max|min|shape)'", elementwise),
    (r"AttributeError: '(?:Range)?Index' object has no attribute '\w+'", no_table),
    (r"AttributeError: 'numpy\.ndarray' object has no attribute '(\w+)'", no_array),
    (rf"AttributeError: {_KIND} object has no attribute '(\w+)'", lacks_attribute),
    (r"TypeError: .*must be Tensor, not (\w+)", wanted_of_type_named(A_TENSOR)),
    (r"AttributeError: (\w+)$", has_no),
    (r"Unsupported: (?:Unknown\.(\w+)|(__\w+__) of an unknown value)$", of_unknown),
    (r"Unsupported: comparing an unknown value", unknown_compared),
    (r"Unsupported: (?:a type that is not known|the type of an unknown value)", unknown_asked),
    (r"Unsupported: an index into Unknown", unknown_indexed),
    (r"Unsupported: calling Unknown$", unknown_called),
    (r"Unsupported: assigning to Unknown\.(\w+)", unknown_set),
    (r"KeyError: (.{1,40})$", no_key),
    (r"KeyError: $", no_such_key),
    (rf"TypeError: argument of type {_KIND} is not (?:iterable|a container)", not_iterable),
    (rf"TypeError: {_KIND} object is not (?:iterable|subscriptable|reversible)", not_iterable),
    (rf"TypeError: {_KIND} object is not an iterator", no_iterator),
    (rf"TypeError: object of type {_KIND} has no len\(\)", not_iterable),
    (r"TypeError: cannot unpack non-iterable ([\w.]+) object", not_iterable),
    (r"TypeError: (list|tuple|string|str) ind(?:ices|ex) must be integers?(?: or slices)?, not '?(\w+)", bad_index),
    (r"TypeError: unsupported operand type\(s\) for [^:]+: 'list' and '(?:list|int|float)'", elementwise),
    (r"TypeError: (?:only integer scalar arrays can be conv|can't multiply sequence by non-int)", elementwise),
    (r"\w+Error: (?:arrays used as indices must be|Cannot cast array data|ufunc 'bitwise)", of_whole_numbers),
    (r"\w+Error: .*\b(?:must be|[Ee]xpected) (?:an? )?(?:integer|int) (?:array|labels)", of_labels),
    (
        r"\w+Error: (?:Invalid integer data type|expected index to be of int|tensors used as ind)",
        of_whole_numbers,
    ),
    (rf"TypeError: unsupported operand type\(s\) for [^:]+: {_KIND} and {_KIND}", as_the_other),
    (rf"TypeError: '\S+' not supported between instances of {_KIND} and {_KIND}", as_the_other),
    (r"TypeError: can only concatenate (\w+) \(not \"([\w.]+)\"\) to", as_the_other),
    (r"TypeError: (?:must be str, not|expected str, bytes or os.PathLike|expected string or bytes)", wanted_type(STR)),
    (
        r"TypeError: (?:sequence item \d+: expected str|texts are expected|\w+ arg(?:ument)? must be str)",
        wanted_type(STR),
    ),
    (r"TypeError: (?:strptime\(\) argument must be str|Cannot mix str and non-str)", wanted_type(STR)),
    (r"TypeError: (?:a bytes-like object is required|bytes wanted|expected bytes)", wanted_type(BYTES)),
    (r"TypeError: (?:string argument expected, got 'bytes'|another content is expected)", wanted_file(OPEN_BYTES)),
    (r"TypeError: (?:a mapping is expected|'[\w.]+' object is not a mapping)", wanted_type(DICT)),
    (r"TypeError: must be real number, not ([\w.]+)", wanted_of_type_named(FLOAT)),
    (rf"TypeError: {_KIND} object cannot be interpreted as an integer", wanted_of_type_named(INT)),
    (rf"TypeError: int\(\) argument must be a string.*, not {_KIND}", wanted_of_type_named(INT)),
    (rf"TypeError: {_KIND} object is not callable", wanted_of_type_named(FUNCTION)),
    (r"Unsupported: calling (str|int|float|list|dict)$", wanted_of_type_named(FUNCTION)),
    (r"TypeError: .*unhashable type: '(\w+)'", unhashable),
    (r"ValueError: (?:not enough|too many) values to unpack \(expected (?:at least )?(\d+)", unpacked),
    (r"ValueError: time data .* does not match format '(.*)'", no_time),
    (r"ValueError: (?:Invalid isoformat string|unconverted data remains)", no_time),
    (r"ValueError: (?:invalid literal for int\(\)|could not convert string to float)", no_number),
    (r"InvalidOperation", no_number),
    (r"ValueError: maximum supported dimension for an ndarray is", no_lengths),
    (r"JSONDecodeError", no_json),
    (rf"TypeError: {_KIND} object does not support item (?:assignment|deletion)", no_item),
    (r"TypeError: (?:too many arguments|an argument is missing|\w+ is missing)", unfit),
    (r"TypeError: .*(?:missing \d+ required positional|takes \d+ positional arguments? but)", unfit),
    (OF_RECORDS, packed),
    (r"ValueError: bytes? must be in range\(0, 256\)", no_byte),
    (r"UnicodeDecodeError", not_decoded),
    (r"\w+: .*\b(?:hexadecimal|hex digit)", no_hexadecimal),
    (rf"ValueError: .*?(?:\buint(8|16|32)\b|{_WITHIN}({_NUMBER})\D{{1,8}}?({_NUMBER})(?![\w.]))", bounded),
    (rf"(?:TypeError|ValueError): (?:.*?\s)?{_WANTING} ({'|'.join(WORDED)})\b", of_type_said),
    (r"LinAlgError: .*(?:-dimensional array given|must be at least two-dim|must be square)", flat),
    (r"ValueError: operands could not be broadcast together with shapes \(([\d,]+)\) ?\(([\d,]+)\)", fitting),
    (r"ValueError: matmul: .*\(size (\d+) is different from (\d+)\)", fitting),
    (r"ValueError: shapes \(([\d,]+)\) and \(([\d,]+)\) not aligned", fitting),
    (r"IndexError: (?:too many indices for array|Dimension out of range|tuple index out of range)", flat),
    (r"IndexError: invalid index to scalar variable", flat),
    (r"AxisError: axis \d+ is out of bounds", flat),
    (r"IndexError: (?:list|tuple|string|bytes|pop|deque|range object|array)?.*index out of range", out_of_range),
    (r"AssertionError", asserted),
    (r"(?!(?:Unsupported|OutOfSteps|KeyError|AttributeError)\b)\w+", of_another_class),
    (r"(?!(?:Unsupported|OutOfSteps)\b)\w+", turned_down),
)
