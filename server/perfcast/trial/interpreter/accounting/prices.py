"""What built-in functions and the like cost, in nanoseconds.

The prices were fitted to runs of the corpus that were tried at their whole size (least relative error, held to the same
price where there was little to learn from), so they are of CPython 3.11 on the CPU that the corpus was measured on, and
right to a factor of about 1.14 in half of the cases, of calls of projects to one of 1.17. What rests on them is fitted
again, so they only have to be right against each other. `python -m model_export prices` tells by which factors they
are off.
"""

from __future__ import annotations

from typing import Final

#: An element that a generator hands on from what it yields from.
HANDED_ON: Final = 15.0
#: Calling a function of the unit's, making an instance of a class of its, and calling the unit at all as measuring does
#: it.
FUNCTION: Final = 21.0
INSTANCE: Final = 60.0
MEASURED: Final = 100.0
#: What making an instance takes more where its class says how, by ``__new__``; where a value of Python's own begins to
#: have attributes, for which no room is kept in it.
MADE_BY_OWN: Final = 65.0
ATTRIBUTES_BEGUN: Final = 100.0
#: Putting a dictionary into the place of that of an instance's attributes, besides an assignment.
TABLE_PUT: Final = 60.0
#: What a call takes more whose inputs are made anew before it, which puts other things into the processor's caches: at
#: all, for each of the inputs' elements, as a share of the time that it takes otherwise, and so much of that counts;
#: the same where a test or the like leads up to the call.
ANEW: Final = 35.0
ANEW_PART: Final = 5.5
ANEW_SHARE: Final = 0.25
ANEW_MOST: Final = 3_000.0
ANEW_BY_CODE: Final = 195.0
ANEW_BY_CODE_PART: Final = 2.5
ANEW_BY_CODE_SHARE: Final = 0.45
ANEW_BY_CODE_MOST: Final = 60_000.0
#: Importing a module again within a function, each part of its name beyond the first, and what it takes more of those
#: whose being ready is looked for in vain; importing from a module that is no package, and from one; each name.
IMPORTED: Final = 82.0
IMPORTED_PART: Final = 75.0
IMPORTED_WITHOUT_STATE: Final = 450.0
IMPORTED_FROM_MODULE: Final = 560.0
IMPORTED_FROM_PACKAGE: Final = 180.0
NAME_OF_MODULE: Final = 25.0
NAME_OF_PACKAGE: Final = 70.0
#: Asking for an attribute, or whether there is one, by its name, one that has a place and no value, and setting
#: one; asking whether something is of an abstract class, and of each of several
#: kinds.
ASKED_BY_NAME: Final = 34.0
EMPTY_PLACE: Final = 125.0
SET_BY_NAME: Final = 14.0
OF_ABSTRACT: Final = 120.0
KIND_ASKED: Final = 24.0
#: Calling ``super``, with what it looks up.
BASES_ASKED: Final = 58.0
#: A call that spreads a dictionary, and each of its names; one whose function gathers names, and each of them.
SPREAD_NAMES: Final = 25.0
SPREAD_NAME: Final = 20.0
GATHERED: Final = 22.0
GATHERED_NAME: Final = 11.0
#: Making a class within a function; what it takes more for a dataclass, each of its fields, and its being frozen or in
#: order, for an enumeration, and for tuples with named fields. Making a function within one, and each name that it
#: takes from the calls around it.
CLASS_MADE: Final = 4_700.0
DATACLASS_MADE: Final = 122_000.0
DATACLASS_FIELD: Final = 14_000.0
DATACLASS_OPTION: Final = 115_000.0
ENUMERATION_MADE: Final = 30_000.0
NAMED_TUPLE_MADE: Final = 36_000.0
DEFINED: Final = 71.0
CLOSED_OVER: Final = 27.0
#: Asking a property, whose function C calls; a value that one gives for the first time and keeps.
PROPERTY_ASKED: Final = 30.0
CACHED: Final = 400.0
#: Calling what ``functools.partial`` gives, and what it takes more with names.
BEGUN: Final = 25.0
BEGUN_BY_NAME: Final = 65.0
#: An operator between flags, whether one is among others, and going through those that are set, with each of them.
FLAG_SOUGHT: Final = 190.0
FLAGS_JOINED: Final = 480.0
FLAGS_IN_TURN: Final = 430.0
FLAG_IN_TURN: Final = 200.0
#: Making what ``functools.partial`` gives; a lock, one that knows who has it, and a condition with such a one.
PARTIAL_MADE: Final = 90.0
LOCK_MADE: Final = 60.0
LOCK_OF_OWNER_MADE: Final = 110.0
CONDITION_MADE: Final = 700.0
#: A call's arguments of which some are spread from a container.
SPREAD: Final = 20.0
#: A warning that is ignored.
WARNED: Final = 900.0
#: Calling ``globals``.
GLOBALS: Final = 22.0
#: An operator of a container that is called by its name, as in ``dict.__setitem__(self, key, value)``.
ASKED_OF_BASE: Final = 50.0
#: An element that an operator goes through.
OPERATOR: Final = 0.9
#: An element of a list or a tuple that one element is repeated to, or several in turn, beside its bytes.
REPEATED: Final = 0.4
REPEATED_IN_TURN: Final = 1.9
#: Putting a text behind one that grows where it is, and bytes behind others.
PUT_BEHIND: Final = 15.0
BYTES_PUT_BEHIND: Final = 36.0
#: An element of a list that makes room for another one.
MOVED: Final = 0.14
#: A character of a text in which a single one is looked for; in which others are, where most let pass as many as they
#: are and one; in which a long one is; one of the long one.
SOUGHT: Final = 0.01
SOUGHT_TOGETHER: Final = 3.2
SOUGHT_LONG: Final = 1.0
LOOKED_AT: Final = 1.5
#: An element of a list or a tuple that is held against what is looked for.
SEEN: Final = 6.0
#: The same of texts and of floats, and of what is of another type.
SEEN_TEXT: Final = 8.5
SEEN_FLOAT: Final = 9.5
SEEN_UNLIKE: Final = 11.5
#: The same, of one that has elements itself.
SEEN_WITHIN: Final = 16.0
#: One whose elements are held against those of the least or largest so far, beside what a number takes.
ORDERED_WITHIN: Final = 10.0
#: Finding the place of a key in a set or a dictionary, and an element of a tuple that is such a key.
PLACED: Final = 9.4
KEY: Final = 5.0
#: Calling a method that looks for a key, beyond other calls.
KEYED: Final = 14.1
#: Storing the value of a key in a dictionary, what that takes more for a key that was not there, and what a dictionary
#: with a factory takes more for one.
STORED: Final = 10.8
ENTERING: Final = 18.9
MISSED: Final = 90.0
#: Adding to the value of a key of one: it is a dictionary by its base alone.
ADDED_BY_KEY: Final = 12.0
#: An element of sets or views that are united, intersected or the like, and of counters, which is done in Python.
UNITED: Final = 6.5
#: The same, for each element that a set takes in, or is asked for, where it is.
TAKEN_IN: Final = 20.0
ADDED_UP: Final = 110.0
#: An element of a set or a dictionary that is copied, and an entry that is put into a dictionary with others.
COPIED: Final = 2.5
#: An element that a view of memory makes a number of.
VIEWED: Final = 5.5
MERGED: Final = 13.0
#: One that is put into it by a name.
MERGED_BY_NAME: Final = 35.0
#: And one whose number is added to a `Counter`'s, or taken from it.
COUNT_ADDED: Final = 115.0
#: Looking a key of a counter up.
COUNTED: Final = 34.0
#: A new entry of a dictionary, and a new tuple.
ENTERED: Final = 20.0
PAIRED: Final = 17.0
#: A whole number of a range, which is made when it is asked for; a float whose digits are found, and one that is
#: rounded for a text.
NUMBERED: Final = 8.1
FLOAT_SHOWN: Final = 260.0
FLOAT_FILLED: Final = 80.0
#: A whole number that is written into a text, one that is by a format, and a text that is; a field with a width.
WHOLE_FILLED: Final = 25.0
WHOLE_FORMATTED: Final = 86.0
WHOLE_SEPARATED: Final = 60.0
TEXT_FORMATTED: Final = 31.0
#: A float in a text that is formatted there, and one that is filled up to a width or parted every three digits.
FLOAT_FORMATTED: Final = 28.0
FLOAT_WIDENED: Final = 90.0
WIDENED: Final = 25.0
#: Making a text of what is none.
MADE_TEXT: Final = 18.0
#: A field of ``%`` that is named; a character of a text that is shown as code has it.
FILLED_BY_NAME: Final = 45.0
TEXT_SHOWN: Final = 1.5
#: An entry of dictionaries that are alike, which is looked up for comparing them, and an element of such sets.
COMPARED: Final = 9.0
COMPARED_KEY: Final = 2.0
#: A group of equal elements in a row, with its iterator.
GROUPED: Final = 40.0
#: An argument of those whose length or divisor is asked for.
HYPOTENUSE: Final = 4.0
DIVISOR: Final = 2.5
#: An iterator that is put in the heap of those that are merged; an element that they are merged for, and each time that
#: they are twice as many.
MERGED_WITH_OTHERS: Final = 330.0
MERGED_IN_ORDER: Final = 55.0
MERGED_BY_NUMBER: Final = 33.0
#: Asking for the names of a call, and each of them.
LOCALS: Final = 30.0
NAMED: Final = 8.0
#: A pair of names and values that is written into an address, and one that is read from it.
PAIR_QUOTED: Final = 850.0
PAIR_UNQUOTED: Final = 550.0
#: Which of two objects of a dataclass is less, or whether they are alike, or the hash of one, and each of the fields
#: that tell; a field of one that is not to be changed, which is put into it in another way.
COMPARED_OBJECTS: Final = 70.0
COMPARED_FIELD: Final = 40.0
FROZEN_FIELD: Final = 100.0
#: Making one and showing it, and what each field takes more.
DATA_MADE: Final = 40.0
DATA_FIELD: Final = 8.0
DATA_SHOWN: Final = 300.0
FIELD_SHOWN: Final = 5.0
#: A field of a format, and one that is named.
FIELD_FORMATTED: Final = 30.0
NAMED_FORMATTED: Final = 35.0
#: The error that there are more or fewer values than names.
UNEQUAL: Final = 140.0
#: Taking what is left over when values are given to names; an element by a function of ``operator``.
LEFT_OVER: Final = 80.0
ITEM_ASKED: Final = 15.0
#: Of an enumeration: the member of a value, and of a name; one that is asked for behind a dot, or come by in a loop;
#: its name or value; its hash; its text.
MEMBER_OF_VALUE: Final = 220.0
MEMBER_OF_NAME: Final = 70.0
MEMBER: Final = 40.0
MEMBER_IN_TURN: Final = 170.0
PART_OF_MEMBER: Final = 75.0
MEMBER_HASHED: Final = 55.0
MEMBER_SHOWN: Final = 100.0
#: An attribute that is not there, before ``__getattr__`` is asked for it: an error is made and forgotten.
MISSED_ATTRIBUTE: Final = 280.0
#: An error that ends what it is met in, up to where it is handled; the first one of a call, for which its frame becomes
#: an object; a function that it leaves on the way; what it says, where that names a value; an attribute that is not
#: there, and whose name and owner it keeps; ``super().__init__`` of a class of errors.
CAUGHT: Final = 123.0
FIRST_CAUGHT: Final = 101.0
PASSED: Final = 90.0
MESSAGE: Final = 224.0
NAMED_ATTRIBUTE: Final = 150.0
ERROR_BEGUN: Final = 200.0
#: A text that is no number, beside the error: no whole one, and none at all.
NO_WHOLE_NUMBER: Final = 400.0
NO_NUMBER: Final = 250.0
#: A text that is read as a number that is no whole one; rounding what is none.
NUMBER_READ: Final = 52.0
REAL_ROUNDED: Final = 102.0
#: An attribute of a class that is looked for and not there, where none is an answer.
MISSED_OF_CLASS: Final = 200.0
#: A module that is not there: looked for on the whole path, and within a package.
MODULE_MISSED: Final = 37_000.0
MODULE_MISSED_WITHIN: Final = 13_500.0
#: One of several pieces that a text may begin or end with.
EDGE: Final = 10.0
#: A part that a text is split into; a field of a text that is filled.
SPLIT: Final = 13.2
FILLED: Final = 39.0
#: An element of those that come most often: all in order, and a few, for which there is an order to be made.
CHOOSING: Final = 900.0
RANKED: Final = 28.0
CHOSEN: Final = 45.0
#: And one that the greatest count is looked for among.
GREATEST: Final = 28.0
#: Of the least or largest of many: one that is kept, and one that takes the place of another.
CHOSEN_FIRST: Final = 110.0
CHOSEN_INSTEAD: Final = 190.0
#: A byte of those that are nothing but 0 to begin with.
ZEROED: Final = 0.15
#: A text that is put among those that are kept but once.
INTERNED: Final = 35.0
#: Making a whole number of bytes, and each of these.
TAKEN_FROM_BYTES: Final = 70.0
BYTE_TAKEN: Final = 0.55
#: Of whole numbers of many digits, 30 bits each: one that is added, two multiplied and divided. One of more than one
#: that is multiplied, or divided by a single one, and one that is divided by such a one, which takes room of its own.
ADDED: Final = 0.6
DIGITS: Final = 0.7
DIVIDED: Final = 1.3
LONG_MULTIPLIED: Final = 12.0
LONG_DIVIDED: Final = 35.0
#: From so many digits on numbers are multiplied in parts, by the power of their digits that this takes.
MULTIPLIED_IN_PARTS: Final = 70
POWER_IN_PARTS: Final = 1.585
#: A further digit of one that is divided by a single one.
DIVIDED_BY_ONE: Final = 4.1
#: An operator between the bits of such numbers, or one that moves them; a digit of what it gives, and one that it
#: moves.
LONG_BITWISE: Final = 12.0
DIGIT_BITWISE: Final = 0.12
DIGIT_MOVED: Final = 0.45
#: A digit of a number whose bits are turned over, by ``~`` or because it is negative and others' bits meet its own.
DIGIT_TURNED: Final = 0.31
#: A pair of digits of a whole number that is written down, of 30 bits each.
DIGITS_SHOWN: Final = 0.95
#: An operator between complex numbers.
COMPLEX: Final = 15.0
#: A power at all, a bit of its exponent, one and two digits of the result; a bit of the exponent where it is modulo a
#: number.
POWER: Final = 25.0
EXPONENT: Final = 8.0
DIGIT_RAISED: Final = 5.7
RAISED: Final = 0.11
MODULAR: Final = 22.0
#: Of floats: a power, a quotient, a whole one or what is left.
REAL_POWER: Final = 25.0
REAL_DIVIDED: Final = 6.6
REAL_REMAINDER: Final = 17.6
#: A factor of a factorial that is in no table, and the square of its digits, of 30 bits each: they are multiplied as
#: halves.
FACTOR: Final = 5.0
LONG_FACTORIAL: Final = 0.17
#: A factor of those that are multiplied as they are, and what it takes more for the power of the product's digits.
FACTOR_IN_TURN: Final = 8.0
DIGITS_BY_FACTOR: Final = 1.8
#: A factor of the number of choices, for each of the natural logarithm of that number.
CHOICE: Final = 0.1
#: Something that is given to a class by name, and each one more.
BY_NAME: Final = 90.0
NEXT_NAME: Final = 40.0
#: A hint of a function that is made by a call. What it takes more to say what is within, of a class or by `typing`;
#: each alias of its own that this looks for; parameters and result of what is called; what is joined by ``|``.
HINTED: Final = 12.2
HINTED_WITHIN: Final = 95.0
HINTED_BY_TYPING: Final = 165.0
HINTED_WITHIN_TYPING: Final = 230.0
HINTED_BY_CALLABLE: Final = 450.0
HINTED_BY_CHOICE: Final = 52.0
#: An element that a container lets go: a small number or one that is held elsewhere, a number or text that is gone
#: then, a container that is.
LET_GO: Final = 0.8
GONE: Final = 4.4
EMPTIED: Final = 21.0
#: Calling a built-in function, and one of the elements that it goes through, where the tables do not name it.
CALL: Final = 60.0
ELEMENT: Final = 6.0
#: Calling a built-in function or method.
CALLS: Final[dict[str, float]] = {
    "abs": 7.7, "accumulate": 120, "all": 22, "any": 20, "array.append": 18, "atan2": 25, "bin": 20,
    "bisect_left": 17.7, "bisect_right": 20, "bool": 15, "bytearray.append": 4, "bytes": 53, "bytes.decode": 33,
    "ceil": 12, "chr": 12, "comb": 18, "cos": 18, "Counter": 954, "Counter.copy": 950, "Counter.items": 91,
    "Counter.update": 350, "defaultdict": 92, "deque": 56, "deque.appendleft": 4, "deque.pop": 4, "deque.popleft": 4,
    "deque.rotate": 6, "dict": 45, "dict.copy": 22, "dict.items": 20, "dict.keys": 25, "dict.pop": 12,
    "dict.popitem": 23, "dict.setdefault": 9.3, "dict.update": 30, "dict.values": 25, "divmod": 35, "enumerate": 63,
    "exp": 18, "factorial": 16, "float": 18, "float.is_integer": 5, "floor": 12, "fmean": 350, "Fraction": 537,
    "fromkeys": 73, "gcd": 13.2, "hash": 17.7, "heappop": 28, "heappush": 15, "hex": 20, "hypot": 22,
    "int.bit_count": 10, "int.bit_length": 10, "int.to_bytes": 5, "isclose": 15, "isqrt": 16.9, "iter": 22, "len": 8.5,
    "list": 50, "list.copy": 15, "list.count": 36, "list.extend": 39, "list.index": 20, "list.insert": 23,
    "list.pop": 1, "list.sort": 8, "log": 52, "log10": 22, "log2": 22, "map": 75, "Match.end": 13, "Match.group": 70,
    "Match.groupdict": 25, "Match.groups": 35, "Match.span": 25, "Match.start": 13, "max": 78, "mean": 4_000,
    "median": 400, "min": 100, "mode": 2_000, "multimode": 1_500, "next": 12.6, "nlargest": 813, "nsmallest": 700,
    "ord": 7.1, "OrderedDict.get": 26, "OrderedDict.move_to_end": 12, "OrderedDict.pop": 30, "OrderedDict.popitem": 42,
    "OrderedDict.setdefault": 24, "pow": 13.6, "pstdev": 14_000, "pvariance": 13_000, "range": 81, "repr": 48,
    "reversed": 79, "round": 45, "set": 48, "set.copy": 30, "set.issubset": 20, "set.pop": 12, "set.remove": 12,
    "sin": 18, "sorted": 112, "sqrt": 14, "stdev": 12_000, "str": 34, "str.capitalize": 25, "str.center": 25,
    "str.count": 42, "str.encode": 15.2, "str.endswith": 34, "str.format": 90, "str.index": 35, "str.isalnum": 4,
    "str.isalpha": 4, "str.isdigit": 4, "str.isidentifier": 4, "str.islower": 4, "str.isspace": 4, "str.isupper": 4,
    "str.join": 35, "str.ljust": 25, "str.lower": 6.4, "str.lstrip": 5, "str.partition": 20, "str.replace": 26,
    "str.rjust": 25, "str.rpartition": 20, "str.rstrip": 5, "str.split": 24, "str.splitlines": 22, "str.startswith": 39,
    "str.strip": 3.4, "str.title": 25, "str.upper": 5.7, "str.zfill": 25, "sum": 32, "trunc": 12, "tuple": 59,
    "variance": 11_000, "zip": 102,
}  # fmt: skip
#: An element that it goes through.
ELEMENTS: Final[dict[str, float]] = {
    "accumulate": 14, "adler32": 0.35, "all": 2.7, "any": 2.9, "array.array": 13, "array.byteswap": 0.2,
    "array.count": 42, "array.extend": 28,
    "array.frombytes": 0.03, "array.tobytes": 0.03, "ascii": 0.9, "bin": 5.5, "bisect_left": 8.3, "bisect_right": 9,
    "bytearray": 6.4, "bytearray.copy": 0.03, "bytearray.decode": 0.12, "bytearray.reverse": 1.1, "bytes": 4.7,
    "bytes.decode": 0.12, "bytes.hex": 1, "chain": 2.2, "compress": 4, "Counter": 24, "Counter.update": 35,
    "crc32": 0.35, "deque": 1.56, "deque.count": 46, "deque.extendleft": 2.6, "dict": 4.1, "dict.copy": 4.9,
    "dict.setdefault": 5.7, "dict.update": 7.2, "enumerate": 6.5, "float": 3, "fmean": 13, "fromhex": 0.5,
    "fromkeys": 20, "fsum": 18, "groupby": 11, "heapify": 14.6, "heappop": 11.6, "heappush": 4, "heappushpop": 12,
    "heapreplace": 12, "insort_left": 9, "insort_right": 9, "int": 1.45, "list": 2.5, "list.copy": 2.2,
    "list.count": 31, "list.extend": 1.3, "list.index": 8, "list.remove": 8, "list.reverse": 4, "list.sort": 5.3,
    "maketrans": 23, "map": 4.8, "max": 12.4, "mean": 150, "median": 1, "median_high": 1, "median_low": 1,
    "memoryview": 1.4, "min": 11.9, "mode": 22, "multimode": 22, "nlargest": 19, "normalize": 0.1, "nsmallest": 11,
    "OrderedDict": 68, "OrderedDict.copy": 110, "pairwise": 10, "pstdev": 240, "pvariance": 240, "repr": 28, "set": 9.2,
    "set.issubset": 1.5, "set.update": 5.9, "sorted": 6, "stdev": 240, "str": 13.2, "str.casefold": 0.8,
    "str.center": 0.05, "str.count": 0, "str.encode": 0.09, "str.format": 28, "str.isalnum": 1.5, "str.isalpha": 1.5,
    "str.isdecimal": 1.5, "str.isdigit": 1.5, "str.isidentifier": 2.5, "str.islower": 1.5, "str.isnumeric": 2.5,
    "str.isprintable": 2, "str.isspace": 2.5, "str.isupper": 1.5, "str.join": 6.7, "str.ljust": 0.05, "str.lower": 0.77,
    "str.partition": 0.2, "str.replace": 0, "str.rjust": 0.05, "str.rpartition": 0.2, "str.rsplit": 1.3,
    "str.split": 1.3, "str.splitlines": 1.5, "str.strip": 3.2, "str.swapcase": 12, "str.translate": 1.4,
    "str.upper": 0.99, "str.zfill": 0.05, "sum": 4, "tee": 5.7, "tuple": 4.4, "tuple.count": 31, "variance": 240,
    "zip": 3.1, "memoryview.hex": 2, "memoryview.tolist": 11,
    # Those of bytes do not ask what is a letter in which alphabet.
    **{
        f"{kind}.{name}": price
        for kind in ("bytes", "bytearray")
        for price, names in (
            (0.0, ("count", "replace")), (0.05, ("center", "ljust", "rjust", "zfill")),
            (0.1, ("partition", "rpartition")), (0.35, ("isalnum", "isalpha", "isdigit", "islower", "isspace")),
            (0.35, ("isupper", "capitalize", "lower", "upper", "splitlines")), (0.5, ("swapcase", "translate")),
            (0.7, ("title",)), (1.0, ("hex", "strip", "lstrip", "rstrip", "expandtabs")), (1.6, ("split", "rsplit")),
        )
        for name in names
    },
}  # fmt: skip
#: What ``functools.wraps`` does to a function, and what it takes more where that is told of an object without a name.
WRAPPED: Final = 700.0
WRAPPED_NAMELESS: Final = 2_050.0
#: A result that is remembered: found, and kept for the first time; what it takes more where something is named.
FOUND: Final = 45.0
FOUND_BY_NAME: Final = 85.0
KEPT: Final = 220.0
#: An object that is written as JSON, and what lists, with their elements, and dictionaries take more; a character.
WRITTEN: Final = 50.0
WRITTEN_CHARACTER: Final = 5.0
#: A character of a text beyond those of a short one.
CHARACTER_WRITTEN: Final = 1.7
LIST_WRITTEN: Final = 80.0
TABLE_WRITTEN: Final = 150.0
#: Where it is laid out in lines, by the standard library's own loop: a number, what a float takes more, a text, a key,
#: a list and a dictionary.
LAID_OUT: Final = 200.0
FLOAT_LAID_OUT: Final = 150.0
TEXT_LAID_OUT: Final = 115.0
KEY_LAID_OUT: Final = 130.0
LIST_LAID_OUT: Final = 800.0
TABLE_LAID_OUT: Final = 1_300.0
#: A key of an object whose keys are put in order first, each time that they are twice as many.
KEY_IN_ORDER: Final = 16.0
#: Of ``asdict`` and ``astuple``: for each dataclass, for each field or element, and for a member of an enumeration,
#: whose class is asked for fields in vain; of ``replace``, for the call and each field.
AS_PLAIN: Final = 800.0
PART_AS_PLAIN: Final = 650.0
MEMBER_AS_PLAIN: Final = 850.0
REPLACED: Final = 400.0
FIELD_REPLACED: Final = 150.0
#: The same of what another method makes anew, which is asked for by name.
REPLACED_BY_NAME: Final = 220.0
#: An object that is read from JSON, a float, a list or dictionary; calling what writes, a text alone, by options, in
#: lines too, and what reads.
READ: Final = 35.0
FLOAT_READ: Final = 230.0
PARTS_READ: Final = 60.0
DUMPED: Final = 1_050.0
DUMPED_TEXT: Final = 150.0
DUMPED_BY_OPTIONS: Final = 1_550.0
DUMPED_IN_LINES: Final = 3_500.0
LOADED: Final = 800.0
#: Calling a function of ``re``, a method of a compiled pattern, a match, what takes its place where that holds groups,
#: which is read by each call; a character of what is held against a shell's pattern. Compiling a pattern that is known,
#: and one that is not, with each of its characters; what goes over matches, a text for which none of its characters
#: means anything, and each of these.
SEARCHED: Final = 384.0
SEARCHED_BY_COMPILED: Final = 96.0
MATCHED: Final = 72.0
PUT_TOGETHER: Final = 450.0
TEMPLATE_READ: Final = 650.0
READ_BY_PATTERN: Final = 4.0
COMPILED_AGAIN: Final = 175.0
COMPILED: Final = 7_000.0
COMPILED_CHARACTER: Final = 600.0
GONE_OVER: Final = 90.0
ESCAPED: Final = 60.0
ESCAPED_CHARACTER: Final = 47.0
#: Entering and leaving a context of the standard library's, a lock; awaiting a function of the unit's.
CONTEXT: Final = 230.0
#: One that a generator makes, besides; and the bytes of what holds the generator while it is open.
GENERATED_CONTEXT: Final = 690.0
GENERATED_BYTES: Final = 700
#: The same of one that an asynchronous generator makes.
GENERATED_CONTEXT_ON_LOOP: Final = 1_300.0
LOCKED: Final = 135.0
#: Looking up what enters and leaves an object of the unit's; an error that a context takes.
ENTERED_OBJECT: Final = 65.0
SUPPRESSED: Final = 75.0
AWAITED: Final = 35.0
#: Running a coroutine on an event loop that is there, as measuring does it, and bytes that this takes.
LOOPED: Final = 9_000.0
LOOP: Final = 2_000
#: Functions of texts, and modules for the rest of theirs: a call, and a character.
TEXTS: Final[dict[str, tuple[float, float]]] = {
    "html": (60, 2), "escape": (120, 3.7), "unescape": (35, 0.1), "textwrap": (2_900, 90), "dedent": (750, 20),
    "indent": (500, 0.5), "urllib.parse": (600, 4), "quote": (340, 8), "urlencode": (500, 2), "parse_qs": (600, 2),
    "parse_qsl": (600, 2), "unquote": (110, 0.02), "urlsplit": (1_400, 2), "urlparse": (1_100, 1),
    "urljoin": (4_100, 4), "shlex": (250, 0.4), "shlex.quote": (110, 4), "shlex.join": (450, 20), "split": (2_050, 305),
    "base64": (100, 1.1), "b64decode": (150, 2.2), "b16decode": (500, 3.7), "b32encode": (700, 69),
    "b32decode": (900, 63), "b85encode": (900, 46), "b85decode": (900, 61), "a85encode": (950, 48),
    "a85decode": (950, 100), "string": (950, 4), "capwords": (200, 30), "codecs": (280, 0.5), "keyword": (40, 0),
    "_string": (90, 3.8), "mimetypes": (1_100, 20), "guess_extension": (210, 0), "guess_all_extensions": (180, 0),
}  # fmt: skip
#: What is written in another way in a text takes more: at all, and each part of it. A line whose margin is looked at.
REWRITTEN: Final[dict[str, tuple[float, float]]] = {
    "quote": (420, 35), "unquote": (1_150, 100), "unescape": (450, 80),
}  # fmt: skip
LINE_DEDENTED: Final = 240.0
#: A piece of a format that is read, and a place of a template that is filled.
FORMAT_PIECE: Final = 80.0
PLACE_FILLED: Final = 360.0
#: A word of a text that is wrapped.
WORD_WRAPPED: Final = 240.0
#: A list that is kept in order: changing it or finding a place, and each time that it is twice as long; its ends, a
#: place in the middle of a long one, a part that is moved; an element of those that it is made of.
ORDERED: Final = 250.0
ORDERED_BY_SIZE: Final = 20.0
ORDERED_AT_ENDS: Final = 110.0
ORDERED_PLACED: Final = 500.0
ORDERED_MOVED: Final = 0.1
ORDERED_MADE: Final = 40.0
#: Functions of dates: making one, reading one by a format, and each of its fields, other methods. An operator between
#: them, and between a span of time and a number; a span of what is made to days and seconds first.
DATED: Final = 110.0
DATES_COUNTED: Final = 25.0
SPAN_MULTIPLIED: Final = 130.0
SPAN_CONVERTED: Final = 340.0
SPAN_SHOWN: Final = 380.0
FORMATTED: Final = 1_700.0
DATE_FIELD: Final = 500.0
DATE_CALLS: Final[dict[str, float]] = {
    "date": 18, "isoformat": 400, "isoweekday": 20, "replace": 320, "strftime": 1_200, "timedelta": 230,
    "toordinal": 20, "weekday": 20,
}  # fmt: skip
#: Looking whether a part of a date is told by its name, for each up to the last that is.
DATE_PART_NAMED: Final = 42.0
#: A zone that was asked for before.
ZONE: Final = 110.0
#: Comparing moments or spans, which CPython is not quick about as it is about numbers.
MOMENT_COMPARED: Final = 8.0
#: Each part that a moment is made anew with.
DATE_REPLACED: Final = 60.0
#: Reading an attribute and calling a method by a function of ``operator``.
ASKED_FOR: Final = 30.0
#: An operator between fractions, and comparing them.
FRACTION: Final = 1_200.0
FRACTION_COMPARED: Final = 310.0
#: Holding two paths against each other, and two decimals; making one of the number that a decimal is held against.
PATH_COMPARED: Final = 195.0
DECIMAL_COMPARED: Final = 9.0
DECIMAL_MADE_FOR_COMPARING: Final = 33.0
#: Making what stands in for an object in tests, and calling it.
MOCKED: Final = 80_000.0
MOCK_CALLED: Final = 7_000.0
#: Making a path or putting one together, and asking it for a part.
PATH_MADE: Final = 1_600.0
PATH_ASKED: Final = 100.0
#: Functions of ``os.path``, most of which are written in Python, and each further part that is joined; of characters.
PATH_TEXTS: Final[dict[str, float]] = {
    "join": 130, "split": 390, "splitext": 370, "basename": 205, "dirname": 330, "normpath": 135, "isabs": 140,
    "commonprefix": 950, "normcase": 45, "expanduser": 125, "abspath": 330, "relpath": 2_200, "splitdrive": 25,
    "commonpath": 3_000, "realpath": 9_000, "expandvars": 60,
}  # fmt: skip
PATH_JOINED: Final = 230.0
CHARACTERS_ASKED: Final = 35.0
#: The nearest fraction of a smaller denominator, and each bit of the smaller one.
NEAREST: Final = 4_500.0
NEAREST_BY_BIT: Final = 300.0
#: An operator between decimal numbers, or a method; a division; a power's further bit. Of longer numbers: a word of 19
#: digits, two words multiplied. A power by what is no whole number, and of its precision's square.
DECIMAL: Final = 38.0
DECIMAL_DIVIDED: Final = 60.0
DECIMAL_SQUARED: Final = 60.0
DECIMAL_WORD: Final = 2.2
DECIMAL_WORDS: Final = 4.6
DECIMAL_LOGARITHM: Final = 45_000.0
DECIMAL_POWER: Final = 16.0
#: Making one of a text or a whole number, and of a float; asking for the context.
DECIMAL_MADE: Final = 100.0
DECIMAL_OF_FLOAT: Final = 500.0
DECIMAL_CONTEXT: Final = 25.0
#: Methods that take longer than an operator, and those that take as long as the precision's square besides.
DECIMAL_CALLS: Final[dict[str, float]] = {
    "as_tuple": 290, "as_integer_ratio": 500, "quantize": 75, "from_float": 500, "create_decimal": 150, "divide": 140,
    "to_eng_string": 60, "adjusted": 14, "is_nan": 13, "is_zero": 13, "is_finite": 13, "is_signed": 13,
}  # fmt: skip
DECIMAL_FUNCTIONS: Final[dict[str, tuple[float, float]]] = {
    "sqrt": (1_300, 0.27), "ln": (17_000, 8), "log10": (20_000, 8), "exp": (5_600, 6.6), "power": (45_000, 16),
}  # fmt: skip
#: Telling whether a text is of a shell's pattern.
GLOBBED: Final = 300.0
#: Calling a function of ``operator`` in place of the operator.
OPERATED: Final = 20.0
#: An object of a class of the unit's that is copied, and one that is with all that it holds.
COPIED_OBJECT: Final = 1_500.0
OBJECT_COPIED_DEEPLY: Final = 3_300.0
#: An object that is copied with all that it holds, by the standard library's own loop.
COPIED_DEEPLY: Final = 190.0
#: A dictionary that is, besides its keys and values, and other containers besides their elements.
TABLE_COPIED_DEEPLY: Final = 320.0
CONTAINER_COPIED_DEEPLY: Final[dict[type, float]] = {list: 480.0, tuple: 600.0}
OTHER_COPIED_DEEPLY: Final = 3_000.0
#: A moment, a day, a span or a time that is, and that is copied alone; one that tells its time zone; a member of an
#: enumeration, which is its own copy.
DATE_COPIED_DEEPLY: Final = 1_750.0
DATE_COPIED: Final = 870.0
ZONE_COPIED_DEEPLY: Final = 4_800.0
MEMBER_COPIED: Final = 70.0
#: Calling ``copy.copy``.
COPIED_ALONE: Final = 55.0
#: Giving a generator of random numbers its seed, making one included, and one that the system chooses.
SEEDED: Final = 4_000.0
SEEDED_ANEW: Final = 10_700.0
#: A number that is drawn, a place of what is put in a new order.
DRAWN: Final[dict[str, float]] = {
    "random": 30, "randint": 240, "randrange": 200, "choice": 160, "choices": 65, "shuffle": 220, "sample": 190,
    "uniform": 80, "gauss": 380, "getrandbits": 50, "expovariate": 130, "betavariate": 1_500, "normalvariate": 380,
    "triangular": 210, "paretovariate": 100, "lognormvariate": 430, "gammavariate": 520, "vonmisesvariate": 690,
    "weibullvariate": 185,
}  # fmt: skip
#: Calling what draws many, and how much longer each takes that is not in a list, a tuple or a text.
DRAWING: Final[dict[str, float]] = {"choices": 620.0, "sample": 830.0}
DRAWN_ELSEWHERE: Final = 110.0
#: One that is drawn by weights: adding its weight up, finding its place each time that they are twice as many.
WEIGHED: Final = 20.0
DRAWN_BY_WEIGHT: Final = 13.0
#: An element of a choice that ``combinations`` and ``product`` give, and of an order that ``permutations`` does.
COMBINED: Final = 3.5
PERMUTED: Final = 4.0
#: Of ``statistics``: a float beyond a whole number, which becomes a fraction; an element that is put in order, each
#: time that they are twice as many.
MADE_FRACTION: Final = 150.0
#: Each of the first floats that become fractions for a mean, and for a deviation or a variance.
MADE_FIRST: Final = 450.0
SQUARED_FIRST: Final = 1_150.0
MEDIAN: Final = 3.5
#: A character that is looked up in a table of those that take its place, and is there, or is not.
TRANSLATED: Final = 13.0
TRANSLATED_BEYOND: Final = 45.0
NOT_TRANSLATED: Final = 45.0
#: A character of a text that is taken in other steps than one by one.
STEPPED: Final = 0.25
#: A tuple with named fields that is made, and one that is made of another.
RECORDED: Final = 180.0
COPIED_RECORD: Final = 430.0
#: A mapping of several that are looked through, each by functions written in Python.
CHAINED: Final = 120.0
#: A row of values that is written as a line, and read from one; each of the values.
ROW_WRITTEN: Final = 80.0
VALUE_WRITTEN: Final = 80.0
ROW_READ: Final = 70.0
VALUE_READ: Final = 12.0
#: Values that are packed into bytes, or taken out of them; an element that an array gets from an iterator.
PACKED: Final = 25.0
TAKEN: Final = 25.0
#: Each value that is packed with others, and each that is taken out.
VALUE_PACKED: Final = 8.0
VALUE_UNPACKED: Final = 10.0
#: Making a digest of something, a byte that it is made of, and giving it.
DIGEST: Final = 115.0
DIGEST_GIVEN: Final = 140.0
DIGESTED: Final = 1.0
#: Making what compresses parts, a byte that is read, one that comes of it, and each place that is looked at for it
#: where the same may have been before, of so many at most; a byte that was compressed.
COMPRESSOR: Final = 3_000.0
DEFLATED: Final = 2.7
DEFLATED_TO: Final = 12.0
LOOKED_BACK: Final = 4.5
MOST_LOOKED_BACK: Final = 80.0
INFLATED: Final = 1.5
#: What ``bz2`` begins with, a byte that it sorts for each doubling of how many there are, and one that it reads.
BLOCK_SORTER: Final = 2_500.0
BLOCK_SORTED: Final = 6.0
BLOCK_READ: Final = 15.0
#: A piece of what is printed, a value or what stands between two, into what is written like a file.
PRINTED: Final = 62.0
#: The same into the standard output, and a text that is written there or to the standard errors by a method.
PRINTED_OUT: Final = 600.0
WRITTEN_OUT: Final = 400.0
#: Which of two texts comes first.
TEXTS_IN_ORDER: Final = 15.0
#: A byte that is allocated.
BYTE: Final = 0.031
