"""The names and modules of the closed world."""

from __future__ import annotations

import array
import bisect
import builtins
import cmath
import collections
import collections.abc
import dataclasses
import functools
import heapq
import itertools
import json
import math
import numbers
import operator
import os
import posixpath
import re
import stat
import statistics
import string
import sys
import types
import unicodedata
import zlib
from abc import ABCMeta
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence, Sized
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import PurePath
from typing import Any, Final

import numpy as np

from perfcast.source.lazy import stub_of
from perfcast.source.place import ModuleFile, Stamp, is_installed, stamp_of
from perfcast.trial.accounting.limits import check_length, check_place
from perfcast.trial.accounting.machine import Machine
from perfcast.trial.accounting.memory import NUMBER
from perfcast.trial.accounting.nesting import check_nesting, keyed, text_length
from perfcast.trial.accounting.prices import (
    AS_PLAIN,
    ASKED_BY_NAME,
    ASKED_FOR,
    BEGUN,
    BEGUN_BY_NAME,
    CHARACTERS_ASKED,
    CONTAINER_COPIED_DEEPLY,
    COPIED_ALONE,
    COPIED_DEEPLY,
    COPIED_OBJECT,
    DUMPED,
    DUMPED_BY_OPTIONS,
    DUMPED_IN_LINES,
    DUMPED_TEXT,
    EMPTY_PLACE,
    FIELD_REPLACED,
    ITEM_ASKED,
    KIND_ASKED,
    LOADED,
    MISSED_OF_CLASS,
    NOT_PLAIN,
    OBJECT_COPIED_DEEPLY,
    OF_ABSTRACT,
    OPERATED,
    OTHER_COPIED_DEEPLY,
    PART_AS_PLAIN,
    PARTIAL_MADE,
    PATH_JOINED,
    PATH_TEXTS,
    REPLACED,
    SET_BY_NAME,
    TABLE_COPIED_DEEPLY,
    WARNED,
    WRAPPED,
    WRAPPED_NAMELESS,
    WRITTEN,
    WRITTEN_CHARACTER,
)
from perfcast.trial.accounting.walk import KEYS, LIST, LONGEST_TUPLE, TABLE, Walk
from perfcast.trial.arrays import internals
from perfcast.trial.arrays import library as arrays
from perfcast.trial.arrays import names as numpy_names
from perfcast.trial.arrays.masked import Masked
from perfcast.trial.concurrency import asynchronous, executors, threads
from perfcast.trial.concurrency import contexts as async_contexts
from perfcast.trial.concurrency.coroutines import Coroutine, next_of
from perfcast.trial.concurrency.tasks import Loop
from perfcast.trial.errors import tracebacks
from perfcast.trial.errors.groups import grouped
from perfcast.trial.imaging import library as imaging
from perfcast.trial.imports import finding
from perfcast.trial.imports.followed import Followed
from perfcast.trial.imports.sources import find
from perfcast.trial.learning import library as learned
from perfcast.trial.natives import (
    ALLOWED,
    MADE,
    Bindable,
    Extendable,
    Guarded,
    Kind,
    Partial,
    Unbound,
    called,
    fed,
    guarded,
    noted,
    nothing,
)
from perfcast.trial.objects import contexts, descriptors, records
from perfcast.trial.objects.attributes import assign_attribute, attribute, remove_attribute, told
from perfcast.trial.objects.fields import Field
from perfcast.trial.objects.kinds import (
    CONTAINER,
    CachedProperty,
    Class,
    ClassMethod,
    Function,
    Instance,
    Method,
    Module,
    Names,
    Property,
    StaticMethod,
    Unknown,
    contained,
    inner_modules,
)
from perfcast.trial.objects.metaclasses import TYPE_CLASS, class_of
from perfcast.trial.objects.missing import MISSING
from perfcast.trial.objects.told_fields import told_fields
from perfcast.trial.objects.valued import Valued
from perfcast.trial.regular import expressions as regular
from perfcast.trial.regular.flags import RegexFlag
from perfcast.trial.scientific import library as scientific_library
from perfcast.trial.standard import (
    absent_files,
    buffers,
    chained,
    constants,
    context_variables,
    dates,
    decimals,
    digests,
    dispatching,
    drawing,
    enums,
    literals,
    looks,
    object_types,
    options,
    ordered,
    packed,
    paths,
    pickled,
    progress,
    remembering,
    surroundings,
    syntax_trees,
    texts,
    typed,
    typing_names,
)
from perfcast.trial.standard.json_sizes import kept_in_lines, kept_of_one_line
from perfcast.trial.standard.json_times import reading, writing
from perfcast.trial.stops import Stop, Unsupported
from perfcast.trial.syntax.operators import binary, divided
from perfcast.trial.syntax.removing import remove_item
from perfcast.trial.syntax.targets import put_item
from perfcast.trial.tables import kinds as table_kinds
from perfcast.trial.tables import library
from perfcast.trial.tables.values import Column, Table
from perfcast.trial.tensors import library as tensor_library
from perfcast.trial.tensors.modules import LayerKind, WeightKind
from perfcast.trial.testing import library as testing
from perfcast.trial.testing import patching
from perfcast.trial.testing.mocks import Mock

#: Bytes of a tuple of its class by which an object is made that is copied deeply, and of one that holds its slots.
_OF_CLASS: Final = 48
_SLOTS_TOLD: Final = 56
#: Of the calls that copy so, and those where there are objects; of those that tell what fields hold; of what copies an
#: object alone, with the numbers of the elements of tuples that it makes.
_COPYING: Final = 600
_COPYING_OBJECTS: Final = 350
_AS_PLAIN: Final = 600
_REDUCED: Final = 600
_TUPLES_OF_REDUCED: Final = (1, 2, 5, 7)
_BUILTINS: Final = {
    name: getattr(builtins, name)
    for name in (
        *("len", "isinstance", "issubclass", "iter", "next", "reversed", "bool", "callable", "hash", "range", "slice"),
        *(
            "abs",
            "ord",
            "chr",
            "divmod",
            "int",
            "float",
            "complex",
            "str",
            "bytes",
            "bytearray",
            "list",
            "tuple",
            "dict",
        ),
        *(
            "set",
            "frozenset",
            "object",
            "enumerate",
            "zip",
            "map",
            "filter",
            "sum",
            "min",
            "max",
            "sorted",
            "any",
            "all",
        ),
        *("round", "pow", "bin", "hex", "oct", "repr", "ascii", "format", "memoryview", "NotImplemented"),
    )
} | {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException) and not name.startswith("_")
}
_PURE: Final[dict[str, dict[str, Any]]] = {
    "math": {name: value for name, value in vars(math).items() if not name.startswith("_")},
    "cmath": {name: value for name, value in vars(cmath).items() if not name.startswith("_")},
    "string": {name: value for name, value in vars(string).items() if isinstance(value, str) and name[0] != "_"},
    "bisect": {
        name: getattr(bisect, name)
        for name in ("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right")
    },
    "heapq": {name: getattr(heapq, name) for name in heapq.__all__},
    "itertools": {name: value for name, value in vars(itertools).items() if not name.startswith("_")},
    "collections": {name: getattr(collections, name) for name in ("Counter", "OrderedDict", "defaultdict", "deque")},
    "statistics": {
        name: getattr(statistics, name)
        for name in (
            "mean",
            "median",
            "mode",
            "stdev",
            "pstdev",
            "variance",
            "pvariance",
            "fmean",
            "multimode",
            "StatisticsError",
            "median_low",
            "median_high",
        )
    },
    "fractions": {"Fraction": Fraction},
    "decimal": decimals.CONSTANTS,
    "zlib": {name: getattr(zlib, name) for name in ("crc32", "adler32")},
    "stat": {name: value for name, value in vars(stat).items() if name.startswith("S_I")},
    "sys": {"maxsize": 2**63 - 1},
}
#: Functions among those that the closed world has instead of Python's.
_BUILT_IN: Final = (
    *("print", "isinstance", "issubclass", "callable", "vars", "input", "open", "compile", "exec", "getattr"),
    *("hasattr", "id", "setattr", "delattr", "dir", "anext", "aiter"),
)
#: Operators by their functions' names in `operator`.
_OPERATORS: Final = {
    "add": "Add", "sub": "Sub", "mul": "Mult", "truediv": "Div", "floordiv": "FloorDiv", "mod": "Mod", "pow": "Pow",
    "xor": "BitXor", "or_": "BitOr", "and_": "BitAnd", "lshift": "LShift", "rshift": "RShift", "matmul": "MatMult",
}  # fmt: skip
_COMPARISONS: Final = (
    "lt",
    "le",
    "gt",
    "ge",
    "eq",
    "ne",
    "neg",
    "not_",
    "truth",
    "abs",
    "contains",
    "getitem",
    "concat",
    "index",
    "is_",
    "is_not",
    "pos",
    "inv",
    "invert",
)
ALLOWED.update(value for members in _PURE.values() for value in members.values() if callable(value))
ALLOWED.update(getattr(operator, name) for name in _COMPARISONS)
ALLOWED.update(value for value in _BUILTINS.values() if isinstance(value, type))
MADE.update(dates.MAKERS | decimals.MAKERS | paths.MAKERS)
MADE[array.array] = typed.made
MADE[divmod] = divided
MADE[RegexFlag] = lambda machine, args, kwargs: RegexFlag(machine, re.RegexFlag(*args, **kwargs))
MADE.update(dict.fromkeys((ExceptionGroup, BaseExceptionGroup), lambda _, args, kwargs: grouped(*args, **kwargs)))
#: Bytes of an error that says which attribute there is none of, besides the characters of that.
_MISSING: Final = 340
#: Types of values that can be asked for any attribute.
_PLAIN: Final = frozenset(
    {int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset, type(None), range}
    | {enumerate, zip, map, filter, types.GeneratorType, collections.deque}
)
_ABSTRACT: Final = {name: getattr(collections.abc, name) for name in collections.abc.__all__}
#: How files of modules end.
_MODULES: Final = (".py", "/__init__.py")
_ABSTRACT_MODULE: Final = "_collections_abc"
_PATHS: Final = (
    *("join", "split", "splitext", "splitdrive", "basename", "dirname", "normpath", "isabs", "normcase"),
    *("commonprefix", "commonpath"),
)
#: Of the generators of the JSON writer that lays out in lines; and of what a line begins with.
_LINES: Final = 2_400
_INDENTED: Final = 4
#: Characters that a line of JSON begins with for each level, at most.
_FARTHEST_INDENTED: Final = 8
#: How often as long JSON takes that is laid out in lines.
_IN_LINES: Final = 4
#: Bytes of an iterator and of arguments, while elements are reduced to one.
_REDUCING: Final = 176
#: Bytes of the attributes of a function that has got another one's name, besides the place of one; those of the
#: dictionaries and tuples that `wraps` gives it by, whose room stays.
_REMEMBERED: Final = 176
_HANDED_ON: Final = 592
#: Bytes of the writer.
_WRITER: Final = 900
#: The same of what is read back: of a search, of what was found, and of the names met so far.
_READER: Final = 1_382
#: What makes something else of what a text says.
_JSON_HOOKS: Final = frozenset({"object_hook", "object_pairs_hook", "parse_float", "parse_int"})
#: Bytes of a warning that is shown no more; of looking for what it is ignored by, where that says so by default.
_WARNING: Final = 376
_IGNORING: Final = 1_286
_IGNORED: Final = frozenset({DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning})


#: Of the values of a dataclass's fields.
_NEVER_COPIED: Final = frozenset({int, float, bool, complex, str, bytes, type(None)})
#: Tables that ``asdict`` makes anew; until Python 3.12 it fails to do so with those of defaults.
_TABLES: Final = frozenset({dict, collections.OrderedDict, collections.Counter, collections.defaultdict})
_DEFAULTS_ARE_COPIED: Final = sys.version_info >= (3, 12)
_COPIED_BY_FIELDS: Final = (set, collections.deque, np.ndarray, Instance)


class World:
    """What interpreted code of one unit finds.

    Attributes:
        builtins: names that stand in every module.
        read: files of modules that were followed, with their stamps; None for those that are not there.
        watch: told each function that is made, the path of its file and the line where it is defined.
    """

    watch: Callable[[Function, str, int], None] | None = None

    def __init__(
        self,
        machine: Machine,
        folders: Sequence[str],
        follow: Callable[[ModuleFile], Followed],
        projects: Sequence[str] = (),
    ) -> None:
        """
        Args:
            folders: where modules are looked for that are followed; follow: gives the members of such a one.
            projects: folders of the user's own projects.
        """
        self._machine = machine
        self._folders, self._follow = tuple(folders), follow
        machine.folders = tuple(dict.fromkeys((*projects, *folders)))
        self._followed: dict[str, Module | None] = {}
        self.read: dict[str, Stamp | None] = {}
        self._modules: dict[str, Module] = {}
        self.builtins = Names(None)
        self.builtins.update(_BUILTINS | self._own_builtins())

    def look_in(self, folders: Sequence[str]) -> None:
        """Looks for modules there too, before others."""
        self._folders = tuple(dict.fromkeys((*folders, *self._folders)))
        self._machine.folders = tuple(dict.fromkeys((*folders, *self._machine.folders)))

    def module(self, name: str) -> Module:
        """A module, with nothing in it where the closed world lacks it."""
        if name not in self._modules:
            members = self._members(name)
            followed = None if members else self.followed(name)
            self._modules[name] = followed or Module(name, members, partial(self.followed, name))
        return self._modules[name]

    def followed(self, name: str) -> Module | None:
        """A module that is interpreted as the unit is; None where its source is not at hand."""
        if name not in self._followed:
            found = find(name, self._folders)
            if found is not None:
                self.read[found.path] = found.stamp
                if found.stub is not None:
                    self.read[stub_of(found.path)] = found.stub
            elif self._folders and name.partition(".")[0] not in sys.stdlib_module_names:
                # It may be written yet, or be there and not to be followed.
                path = name.replace(".", "/")
                paths = [f"{folder}/{path}{end}" for folder in self._folders for end in _MODULES]
                self.read |= {one: stamp_of(one) for one in paths}
            self._followed[name] = None if found is None else Module(name, self._follow(found))
        return self._followed[name]

    def take(self, members: Followed) -> None:
        """From now on that is what is imported by its name, unless another one has been already."""
        if self._followed.get(members.name) is None:
            self._followed[members.name] = self._modules[members.name] = Module(members.name, members)

    def told(self, name: str) -> Any:
        """What a module that is interpreted has, by a dotted name; None where that cannot be followed."""
        module, _, last = name.rpartition(".")
        with suppress(Stop, Exception):
            found = self.followed(module)
            return None if found is None else found.get(last)
        return None

    def lacks(self, name: str) -> bool:
        """Whether a module is surely not there where the unit lies: neither known, nor Python's own, nor found, nor an
        extension that was built."""
        top, *parts = name.split(".")
        if not self._folders or not top or top in sys.stdlib_module_names:
            return False
        if self.module(top).members:
            package = self.followed(name.rpartition(".")[0]) if parts else None
            held = None if package is None else package.members
            return isinstance(held, Followed) and self.followed(name) is None and not held.may_hold(parts[-1])
        return not is_installed(top, self._folders)

    def is_there(self, name: str) -> bool:
        """Whether a module, as one whose name code has made up, could be imported where the unit lies; of where that is
        unknown nothing is there but what the closed world has."""
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or self.module(top).members:
            return True
        return bool(self._folders) and not self.lacks(top)

    def abstract(self, kind: type) -> Class | None:
        """An abstract class of ``collections.abc`` as it is written; None where that is not at hand."""
        module = self.followed(_ABSTRACT_MODULE)
        with suppress(Unsupported):
            if module is not None and module.has(kind.__name__):
                found = module.get(kind.__name__)
                if isinstance(found, Class):
                    found.abstract = kind
                    return found
        return None

    def member(self, module: Module, name: str) -> Any:
        """What is imported from a module; using what is not there is unsupported, importing it is not."""
        with suppress(Unsupported):
            if module.has(name):
                return module.get(name)
        return Module(f"{module.name}.{name}", {})

    def _members(self, name: str) -> MutableMapping[str, Any]:
        if name == "numpy":
            return arrays.members(self._machine, self.module)
        members = constants.constants(name) | _PURE.get(name, {})
        makers: dict[str, Callable[[], Mapping[str, Any]]] = {
            "functools": self._functools,
            "operator": self._operator,
            "collections": lambda: {
                "namedtuple": Guarded(self._namedtuple),
                "ChainMap": chained.maker(self._machine),
            },
            "array": typed.members,
            "zlib": lambda: packed.compression(self._machine),
            "gzip": lambda: packed.zipped(self._machine),
            "bz2": lambda: packed.blocks(self._machine),
            "calendar": lambda: dates.calendars(self._machine),
            "copy": lambda: {"copy": Bindable(self._copied_alone), "deepcopy": Bindable(self._deep_copy)},
            "random": lambda: drawing.members(self._machine),
            "dataclasses": self._dataclasses,
            "argparse": lambda: options.members(self._machine),
            **dict.fromkeys(progress.NAMES, lambda: progress.members(self._machine)),
            "numpy.lib": lambda: (
                {"stride_tricks": self.module("numpy.lib.stride_tricks")}
                | inner_modules("numpy.lib", numpy_names.NAMES, self.module)
            ),
            **{one: partial(make, self._machine) for one, make in arrays.MODULES.items()},
            **{one: partial(internals.members, self._machine, one, self.module) for one in numpy_names.NAMES},
            "hashlib": lambda: digests.members(self._machine),
            "hmac": lambda: digests.message_codes(self._machine),
            "struct": lambda: packed.layouts(self._machine),
            "binascii": lambda: packed.texts(self._machine),
            "warnings": lambda: {
                "warn": Guarded(self._warned),
                "catch_warnings": Guarded(lambda **_: contexts.Context([])),
                **dict.fromkeys(("simplefilter", "filterwarnings"), Guarded(surroundings.ignored)),
            },
            "logging": surroundings.logging,
            "ast": lambda: literals.members(self._machine) | syntax_trees.members(self._machine),
            "_ast": syntax_trees.classes,
            "time": self._clock,
            "io": lambda: buffers.members(self._machine),
            "csv": lambda: buffers.rows(self._machine),
            "pandas": lambda: library.members(self._machine) | {"api": self.module("pandas.api")},
            "pandas.api": lambda: {"types": self.module("pandas.api.types")},
            "pandas.api.types": lambda: table_kinds.members(self._machine),
            **{one: partial(tensor_library.members, self._machine, one, self.module) for one in tensor_library.NAMES},
            **{one: partial(finding.members, self._machine, one, self) for one in finding.NAMES},
            **{one: partial(learned.members, self._machine, one, self.module) for one in learned.NAMES},
            **{
                one: partial(scientific_library.members, self._machine, one, self.module)
                for one in scientific_library.NAMES
            },
            **{one: partial(imaging.members, self._machine, one, self.module) for one in imaging.NAMES},
            "_csv": lambda: buffers.rows(self._machine),
            **dict.fromkeys(("collections.abc", "_collections_abc"), lambda: dict(_ABSTRACT)),
            "numbers": lambda: {name: getattr(numbers, name) for name in numbers.__all__},
            "os": lambda: self._operating_system() | {"path": self.module("os.path")},
            **dict.fromkeys(("os.path", "posixpath"), self._paths),
            "unicodedata": self._characters,
            "json": lambda: {
                "JSONDecodeError": json.JSONDecodeError,
                "dumps": Guarded(self._dumped),
                "loads": Guarded(self._loaded),
                "dump": Guarded(self._dumped_into),
                "load": Guarded(lambda file, **hooks: self._loaded(_buffer(file).read(), **hooks)),
            },
            "locale": surroundings.locale,
            "tempfile": lambda: {"gettempdir": Guarded(lambda: "/tmp")},
            "contextlib": lambda: contexts.members(self._machine) | async_contexts.members(self._machine),
            **dict.fromkeys(("typing", "typing_extensions"), self._typing),
            "inspect": lambda: looks.members(self._machine),
            "types": lambda: object_types.members(self._machine),
            "weakref": surroundings.weak_references,
            **dict.fromkeys(("contextvars", "_contextvars"), lambda: context_variables.members(self._machine)),
            "traceback": lambda: tracebacks.members(self._machine),
            "numpy.testing": lambda: testing.of_arrays(self._machine),
            "pytest": lambda: testing.pytest(self._machine, self.module),
            "pytest_asyncio": testing.pytest_asyncio,
            "unittest": lambda: testing.unittest(self._machine) | {"mock": self.module("unittest.mock")},
            "unittest.mock": lambda: patching.members(self._machine, self.module),
            "threading": lambda: surroundings.threading(self._machine) | threads.members(self._machine),
            "_thread": lambda: surroundings.threading(self._machine),
            "concurrent.futures": lambda: executors.members(self._machine),
            "pickle": lambda: pickled.members(self._machine),
            "signal": surroundings.signals,
            "atexit": lambda: {"register": Guarded(nothing), "unregister": Guarded(surroundings.ignored)},
            "asyncio": lambda: asynchronous.members(self._machine),
            "re": lambda: regular.members(self._machine),
            "fnmatch": lambda: regular.shell_patterns(self._machine),
            "sys": lambda: surroundings.system(self._machine),
            "string": lambda: texts.templates(self._machine),
            "_string": lambda: texts.formats(self._machine),
            "sortedcontainers": lambda: ordered.members(self._machine),
            "pathlib": paths.members,
            "decimal": lambda: decimals.members(self._machine),
            "datetime": lambda: dates.members(self._machine),
            "enum": lambda: enums.members(self._machine),
            "builtins": lambda: dict(self.builtins),
            "abc": lambda: {"abstractmethod": Guarded(lambda function: function), "ABCMeta": TYPE},
        }
        if name in makers:
            members |= makers[name]()
        if name in texts.MODULES:
            members |= texts.members(self._machine, name)
        return members

    def _clock(self) -> dict[str, Any]:
        loop = partial(Loop.of, self._machine)
        told = surroundings.clock(lambda: loop().time, lambda seconds: loop().hold_up(seconds))
        return told | {"strptime": Guarded(partial(dates.read_time, self._machine))}

    def _own_builtins(self) -> dict[str, Any]:
        machine = self._machine
        members: dict[str, Any] = {
            "print": buffers.printer(machine),
            "isinstance": Guarded(self._is_instance),
            "issubclass": Guarded(self._is_subclass),
            "type": TYPE,
            "callable": Guarded(is_callable),
            "vars": Guarded(self._vars),
            "__name__": "__main__",
            "__debug__": True,
            "Ellipsis": ...,
            **{name: Guarded(partial(surroundings.refused, name)) for name in ("input", "compile", "exec")},
            "open": Guarded(absent_files.opening(machine)),
            "getattr": Guarded(self._getattr),
            "hasattr": Guarded(self._hasattr),
            "property": descriptors.properties(machine),
            "staticmethod": Guarded(StaticMethod),
            "classmethod": Guarded(lambda function: ClassMethod(guarded(machine, function))),
            "id": Guarded(id),
            "setattr": Guarded(self._setattr),
            "delattr": Guarded(remove_attribute),
            "dir": Guarded(_names_of),
            "anext": Guarded(lambda iterator, *default: Coroutine(lambda: next_of(iterator, *default))),
            "aiter": Guarded(lambda value: value),
        }
        return members | {name: Unbound(members[name].run) for name in _BUILT_IN}

    def _is_instance(self, value: Any, kinds: Any) -> bool:
        self._machine.pay(_asking(partial(is_instance, value), kinds))
        return is_instance(value, kinds)

    def _is_subclass(self, kind: Any, kinds: Any) -> bool:
        self._machine.pay(_asking(partial(is_subclass, kind), kinds))
        return is_subclass(kind, kinds)

    def _setattr(self, value: Any, name: str, given: Any) -> None:
        self._machine.pay(SET_BY_NAME)
        assign_attribute(self._machine, value, name, given)

    def _getattr(self, value: Any, name: str, *default: Any) -> Any:
        self._machine.pay(ASKED_BY_NAME)
        if default and type(value) in _PLAIN and not hasattr(value, name):
            return default[0]
        if default and isinstance(value, type) and not hasattr(value, name):
            self._miss(name)
            return default[0]
        if default and isinstance(value, Guarded) and name not in value.attributes and not name.startswith("_"):
            return default[0]
        if default and type(value) is Unknown and name == "__name__":
            # Measuring gives a plain object, which has no name.
            return default[0]
        try:
            return attribute(self._machine, value, name)
        except AttributeError:
            if default:
                self._machine.pay(EMPTY_PLACE if _has_place(value, name) else 0.0)
                if isinstance(value, Class | Method):
                    self._miss(name)
                return default[0]
            raise

    def _miss(self, name: str) -> None:
        """Pays for an error of a class or a method, which is made and let go where there is something else."""
        self._machine.pay(MISSED_OF_CLASS)
        self._machine.briefly(_MISSING + len(name))

    def _hasattr(self, value: Any, name: str) -> bool:
        if name.startswith("__") and type(value) in _PLAIN:
            return hasattr(value, name)
        if name == "__dict__" and isinstance(value, Instance) and value.of.slots and not value.of.is_partial:
            return value.of.has_table
        return self._getattr(value, name, MISSING) is not MISSING

    def _functools(self) -> dict[str, Any]:
        return {
            **remembering.members(self._machine),
            **dispatching.members(self._machine, is_instance, type_of, is_subclass),
            "reduce": Guarded(self._reduced),
            "cmp_to_key": Guarded(
                lambda compare: Guarded(functools.cmp_to_key(lambda one, other: self._call(compare, (one, other), {})))
            ),
            "partial": tensor_library.Type(self._begun, Partial),
            "wraps": Guarded(self._wrapping),
            "update_wrapper": Guarded(lambda wrapper, wrapped, *_, **__: self._wrapped(wrapped, wrapper)),
            "cached_property": Guarded(lambda getter: CachedProperty(guarded(self._machine, getter))),
        }

    def _warned(self, _: Any = "", category: Any = None, *__: Any, **named: Any) -> None:
        self._machine.pay(WARNED)
        is_ignored = named.get("category", category) in _IGNORED
        self._machine.briefly(_WARNING + (_IGNORING if is_ignored else 0))

    def _begun(self, function: Any, /, *first: Any, **named: Any) -> Partial:
        """As ``functools.partial``."""
        self._machine.pay(PARTIAL_MADE)
        if len(first) < LONGEST_TUPLE:
            # What it is given comes in a tuple.
            self._machine.passes(1 + len(first))

        def call(*rest: Any, **more: Any) -> Any:
            self._machine.pay(BEGUN + (BEGUN_BY_NAME if named or more else 0.0))
            return self._call(function, (*first, *rest), named | more)

        return Partial(call, {"func": function, "args": first, "keywords": named})

    def _wrapping(self, wrapped: Any, *_: Any, **__: Any) -> Guarded:
        """As ``functools.wraps``."""
        self._machine.keeps(_HANDED_ON)
        return Guarded(partial(self._wrapped, wrapped))

    def _wrapped(self, of: Any, function: Any) -> Any:
        """What has got another function's name, and remembers that one."""
        self._machine.pay(WRAPPED + (WRAPPED_NAMELESS if isinstance(of, Unknown | Instance) else 0.0))
        if isinstance(function, Function):
            function.nbytes += _REMEMBERED
            if isinstance(of, Function):
                function.name = of.name
                function.attributes |= of.attributes
            function.attributes["__wrapped__"] = of
        return function

    def _reduced(self, function: Any, elements: Any, *first: Any) -> Any:
        aside = _REDUCING + (function.nbytes if isinstance(function, Function) else 0)
        self._machine.put_aside(aside)
        try:
            machine, call = self._machine, guarded(self._machine, function)
            return noted(machine, functools.reduce(call, fed(machine, elements), *first))
        finally:
            self._machine.aside -= aside

    def _native(self, function: Any, *args: Any) -> Any:
        return noted(self._machine, function(*[fed(self._machine, arg) for arg in args]))

    def _call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if isinstance(function, Function | Method | Class | Instance | Guarded):
            return function(*args, **kwargs)
        return called(self._machine, function, args, kwargs)

    def _operator(self) -> dict[str, Any]:
        import ast

        members: dict[str, Any] = {name: getattr(operator, name) for name in _COMPARISONS}
        members["itemgetter"] = Guarded(partial(_item_getter, self._machine))
        members["attrgetter"] = Guarded(self._attribute_getter)
        members["methodcaller"] = Guarded(
            lambda name, /, *args, **kw: Guarded(lambda value: self._call(self._asked(value, name), args, kw))
        )
        for name, kind in _OPERATORS.items():
            members[name] = Unbound(self._operated(binary(self._machine, getattr(ast, kind))))
            changing = binary(self._machine, getattr(ast, kind), in_place=True)
            members[f"i{name.rstrip('_')}"] = Unbound(self._operated(changing))
        members["length_hint"] = Unbound(self._length)
        members["iconcat"] = members["iadd"]
        members["setitem"], members["delitem"] = Unbound(self._put_at), Unbound(self._delete_at)
        return members

    def _asked(self, value: Any, path: str) -> Any:
        self._machine.pay(ASKED_FOR)
        for name in path.split("."):
            value = attribute(self._machine, value, name)
        return value

    def _length(self, value: Any, default: int = 0) -> Any:
        """As ``operator.length_hint``, of what has a length."""
        if not isinstance(value, Sized) or isinstance(value, Instance):
            raise Unsupported("the length that an iterator hints at")
        return self._call(len, (value,), {})

    def _put_at(self, of: Any, place: Any, value: Any) -> None:
        self._machine.pay(ASKED_FOR)
        put_item(self._machine, of, keyed(place), value)

    def _delete_at(self, of: Any, place: Any) -> None:
        self._machine.pay(ASKED_FOR)
        remove_item(self._machine, of, lambda: place)

    def _attribute_getter(self, *paths: str) -> Guarded:
        if len(paths) == 1:
            return Guarded(lambda value: self._asked(value, paths[0]))
        return Guarded(lambda value: tuple([self._asked(value, path) for path in paths]))

    def _operated(self, operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def run(left: Any, right: Any) -> Any:
            self._machine.step(OPERATED)
            return operate(left, right)

        return run

    def _namedtuple(self, name: str, fields: Any, *, module: Any = None, **options: Any) -> Any:
        return records.called_for(self._machine, records.made_kind(self._machine, name, fields, **options))

    def _typing(self) -> dict[str, Any]:
        def make(name: str, fields: Any) -> Any:
            return self._namedtuple(name, [field for field, _ in fed(self._machine, fields)])

        return typing_names.members() | {"NamedTuple": Guarded(make)}

    def _copied_alone(self, value: Any) -> Any:
        self._machine.pay(COPIED_ALONE)
        return self._copied(value)

    def _copied(self, value: Any) -> Any:
        if isinstance(value, Instance) and value.of.find("__copy__") is not MISSING:
            return value.special("__copy__")
        if isinstance(value, Instance):
            self._machine.pay(COPIED_OBJECT)
            made = Instance(value.of)
            made.attributes = dict(value.attributes)
            made.shows_table = value.shows_table = value.shows_table or (
                value.of.container is None and not value.of.has_slots
            )
            # What tells how it is made again, with tuples that stay.
            self._machine.briefly(_REDUCED)
            self._machine.passes(*_TUPLES_OF_REDUCED)
            if CONTAINER in made.attributes:
                made.attributes[CONTAINER] = made.attributes[CONTAINER].copy()
            return made
        if isinstance(value, list | dict | set | collections.deque | np.ndarray):
            return noted(self._machine, value.copy())
        if isinstance(value, Table | Column):
            return library.copied(value)
        return value

    def _deep_copy(self, value: Any, memo: Any = None) -> Any:
        check_nesting(value)
        if memo is not None:
            return self._copied_deeply(value, memo)
        copies: dict[int, Any] = {}
        # It may be held by nothing else.
        held = len(self._machine.waiting)
        self._machine.hold(value)
        try:
            found = self._copied_deeply(value, copies)
            self._machine.look_at_much(found)
        finally:
            del self._machine.waiting[held:]
        # It keeps what was copied, and the copies, until it is done.
        if copies:
            self._machine.briefly(_kept_by_copying(copies.values()))
        if not self._machine.outside.holds(value):
            # It may be gone now.
            self._machine.look(found)
        return found

    def _copied_deeply(self, value: Any, memo: dict[int, Any]) -> Any:
        """
        Args:
            memo: what was copied, by where it is.
        """
        self._machine.scalar(COPIED_DEEPLY)
        if id(value) in memo:
            return memo[id(value)]
        copied = self._parts_copied(value, memo)
        if copied is not value:
            memo[id(value)] = copied
        return copied

    def _parts_copied(self, value: Any, memo: dict[int, Any]) -> Any:
        if isinstance(value, list | tuple | set | collections.deque):
            return self._sequence_copied(value, memo)
        if isinstance(value, dict):
            is_plain = type(value) is dict
            made = memo[id(value)] = {} if is_plain else self._copied(value)
            # Its keys are copied too, as they are.
            self._machine.scalar(TABLE_COPIED_DEEPLY + COPIED_DEEPLY * len(value))
            for key, item in list(value.items()):
                made[key] = self._copied_deeply(item, memo)
            if not is_plain:
                return made
            self._machine.filled(made)
            return self._machine.made(made)
        if not isinstance(value, Instance):
            return self._copied(value)
        if value.of.find("__deepcopy__") is not MISSING:
            return value.special("__deepcopy__", memo)
        self._machine.scalar(OBJECT_COPIED_DEEPLY)
        made = memo[id(value)] = Instance(value.of)
        for name, item in list(value.attributes.items()):
            made.attributes[name] = self._copied_deeply(item, memo)
        if value.of.container is None and not value.of.has_slots:
            # Attributes are told, and put into the copy, as dictionaries.
            value.told()
            made.shows_table = made.owns_table = bool(made.attributes)
        return made

    def _sequence_copied(self, value: Any, memo: dict[int, Any]) -> Any:
        self._machine.scalar(CONTAINER_COPIED_DEEPLY.get(type(value), OTHER_COPIED_DEEPLY))
        if type(value) in {list, collections.deque}:
            # It is known before it is filled: what it holds may hold it.
            made: Any = [] if type(value) is list else collections.deque(maxlen=value.maxlen)
            memo[id(value)] = made
            for item in list(value):
                made.append(self._copied_deeply(item, memo))
            return self._machine.made(made)
        parts = [self._copied_deeply(item, memo) for item in value]
        if type(value) is tuple and id(value) in memo:
            # It was met again in what it holds.
            return memo[id(value)]
        if type(value) is tuple and all(map(operator.is_, parts, value)):
            # Of what cannot be changed no copy is needed.
            return value
        make = getattr(type(value), "_make", type(value))
        return self._machine.made(make(parts))

    def _dataclasses(self) -> dict[str, Any]:
        def field(
            *,
            default: Any = MISSING,
            default_factory: Any = None,
            init: bool = True,
            compare: bool = True,
            repr: bool = True,
            kw_only: bool = False,
            **_: Any,
        ) -> Field:
            make = None if default_factory is None else lambda: self._call(default_factory, (), {})
            return Field(default, make, bool(init), bool(kw_only), is_compared=bool(compare), is_shown=bool(repr))

        def replace(value: Any, /, **changes: Any) -> Any:
            fields = _fields_of(value)
            self._machine.pay(REPLACED + FIELD_REPLACED * len(fields))
            kept = {
                name: value.attributes[name] for name, one in fields.items() if one.is_given and not one.is_passed_on
            }
            # What it is made of is put together once, and given on.
            self._machine.passes(TABLE, TABLE, KEYS, KEYS)
            return value.of(**(kept | changes))

        return {
            "dataclass": Guarded(nothing),
            "FrozenInstanceError": dataclasses.FrozenInstanceError,
            "field": Guarded(field),
            "replace": Guarded(replace),
            "asdict": Guarded(lambda value, *, dict_factory=dict: self._told_of(value, dict_factory, is_named=True)),
            "astuple": Guarded(lambda value, *, tuple_factory=tuple: self._told_of(value, tuple_factory)),
            "fields": Guarded(self._told_fields),
            "is_dataclass": Guarded(lambda value: _has_fields(value.of if isinstance(value, Instance) else value)),
        }

    def _vars(self, value: Any) -> Any:
        try:
            return self._getattr(value, "__dict__")
        except AttributeError:
            raise TypeError("vars() argument must have __dict__ attribute") from None

    def _told_fields(self, value: Any) -> Any:
        """As ``dataclasses.fields``. Raises TypeError for what is no dataclass, nor of one."""
        self._machine.pay(REPLACED)
        found = value.all_fields if isinstance(value, Class) else _fields_of(value)
        if found is None:
            raise TypeError("must be called with a dataclass type or instance")
        told = tuple(told_fields(found).values())
        # A generator does not say how much it gives.
        self._machine.resized_tuple(len(told))
        return self._machine.made(told)

    def _told_of(self, value: Any, make: Any, *, is_named: bool = False) -> Any:
        """What is made of the fields of a dataclass's instance, by name or not. Raises TypeError for what is none."""
        fields = _fields_of(value)
        self._machine.pay(AS_PLAIN + PART_AS_PLAIN * len(fields))
        # A list of pairs of names and copies comes first.
        self._machine.passes(LIST, *[2] * len(fields))
        self._machine.briefly(_AS_PLAIN)
        plain = {name: self._plain_of(value.attributes[name], make, is_named) for name in fields}
        if make is tuple:
            # It has the place of the tuple of fields.
            return self._machine.made(tuple(plain.values()))
        self._machine.resized_tuple(len(fields))
        if make is dict:
            return self._machine.made(plain)
        return self._call(make, (self._machine.made([*(plain.items() if is_named else plain.values())]),), {})

    def _plain_of(self, value: Any, make: Any, is_named: bool) -> Any:
        """As ``asdict`` copies what it comes by."""
        if isinstance(value, Instance) and _has_fields(value.of):
            return self._told_of(value, make, is_named=is_named)
        if type(value) in {list, tuple}:
            self._machine.pay(PART_AS_PLAIN * len(value))
            # A generator does not say how much it gives.
            parts = (self._plain_of(item, make, is_named) for item in self._machine.counted(value))
            if type(value) is tuple:
                self._machine.resized_tuple(len(value))
            return self._machine.made(type(value)(parts))
        if isinstance(value, tuple) and hasattr(type(value), "_fields"):
            self._machine.pay(PART_AS_PLAIN * len(value))
            return self._machine.made(type(value)(*[self._plain_of(item, make, is_named) for item in value]))
        if type(value) in _TABLES:
            return self._machine.made(self._plain_table(value, make, is_named))
        if type(value) not in _NEVER_COPIED:
            self._machine.pay(NOT_PLAIN)
        return self._copied_deeply(value, {}) if isinstance(value, _COPIED_BY_FIELDS) else value

    def _plain_table(self, table: Any, make: Any, is_named: bool) -> Any:
        kind = type(table)
        if kind is collections.defaultdict and not _DEFAULTS_ARE_COPIED:
            raise TypeError("first argument must be callable or None")
        self._machine.pay(2 * PART_AS_PLAIN * len(table))
        pairs = [
            (keyed(self._plain_of(key, make, is_named)), self._plain_of(item, make, is_named))
            for key, item in table.items()
        ]
        if kind is dict:
            return dict(pairs)
        if kind is collections.Counter:
            # It is called with pairs, and counts those.
            pairs = list(map(keyed, pairs))
        found = kind(table.default_factory, pairs) if kind is collections.defaultdict else kind(pairs)
        self._machine.filled(found)
        return found

    def _dumped(self, value: Any, **options: Any) -> Any:
        in_lines = options.get("indent") is not None
        kept, objects = self._told_to_write(value, options, by_generators=in_lines)
        # Here no lines are made.
        text = json.dumps(value, **kept)
        # The parts are kept until they are joined.
        if in_lines:
            held = _LINES + kept_in_lines(value) + _INDENTED * objects + 2 * len(text)
        else:
            held = kept_of_one_line(value, len(text), self._machine.whole)
        self._machine.briefly(_WRITER + held)
        return noted(self._machine, text)

    def _dumped_into(self, obj: Any, fp: Any, **options: Any) -> None:
        """Each part is written as it is made, as those of lines are."""
        kept, _ = self._told_to_write(obj, options, by_generators=True)
        buffer, indent = _buffer(fp), options.get("indent")
        if isinstance(indent, int):
            indent = min(int(indent), _FARTHEST_INDENTED)
        elif isinstance(indent, str):
            indent = indent[:_FARTHEST_INDENTED]
        elif indent is not None:
            raise Unsupported("JSON written by other options")
        self._machine.briefly(_WRITER + _LINES)
        for part in json.JSONEncoder(indent=indent, **kept).iterencode(obj):
            buffer.write(part)

    def _told_to_write(self, value: Any, options: dict[str, Any], *, by_generators: bool) -> tuple[dict[str, Any], int]:
        """Pays for a value as JSON; gives what the encoder is told of how to write it, and how many objects it is."""
        check_nesting(value)
        check_length(text_length(value))
        objects = _plain(value)
        self._machine.pass_over(objects)
        is_text = isinstance(value, str) and not options
        plain = DUMPED_BY_OPTIONS if options else DUMPED_TEXT if is_text else DUMPED
        self._machine.counts.native += DUMPED_IN_LINES if by_generators else plain
        kept = {name: option for name, option in options.items() if name == "sort_keys"}
        if options.get("default") is not None:
            kept["default"] = self._told_instead(guarded(self._machine, options["default"]))
        time = writing(value, in_lines=by_generators, in_order=bool(kept.get("sort_keys")))
        self._machine.counts.native += time
        self._machine.allows(time / _IN_LINES if by_generators else time)
        return kept, objects

    def _told_instead(self, default: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """What gives something that can be written for what cannot, each paid for, and bounded together."""
        length = 0

        def told(value: Any) -> Any:
            nonlocal length
            found = default(value)
            check_nesting(found)
            more = text_length(found)
            length += more
            check_length(length)
            self._machine.pay(WRITTEN * _plain(found) + WRITTEN_CHARACTER * more)
            return found

        return told

    def _operating_system(self) -> dict[str, Any]:
        modes = {name: getattr(os, name) for name in ("F_OK", "R_OK", "W_OK", "X_OK")}
        looking = {name: Guarded(one) for name, one in absent_files.of_system(self._machine).items()}
        return surroundings.operating_system(self._machine) | modes | looking

    def _paths(self) -> dict[str, Any]:
        """Of ``os.path`` what only reads texts."""
        functions: dict[str, Callable[..., Any]] = {name: getattr(posixpath, name) for name in _PATHS} | {
            "expanduser": lambda path: f"/home{path[1:]}" if path[:2] in {"~", "~/"} else path,
            "abspath": _absolute,
            # Nothing of the closed world is a link.
            "realpath": _absolute,
            "relpath": _relative,
            "expandvars": _without_variables,
        }
        found = {
            name: self._of_texts(function, PATH_TEXTS[name], PATH_JOINED if name == "join" else 0.0)
            for name, function in functions.items()
        }
        of_system = surroundings.operating_system(self._machine)
        constants = ("sep", "altsep", "extsep", "pathsep", "curdir", "pardir", "defpath", "devnull")
        looking = {name: Guarded(one) for name, one in absent_files.of_paths(self._machine).items()}
        return found | looking | {name: of_system[name] for name in constants}

    def _characters(self) -> dict[str, Any]:
        return {
            name: self._of_texts(getattr(unicodedata, name), CHARACTERS_ASKED)
            for name in ("normalize", "category", "combining")
        }

    def _of_texts(self, function: Callable[..., Any], call: float, further: float = 0.0) -> Guarded:
        """
        Args:
            call: nanoseconds of calling it with one text; further: of each other one.
        """

        def run(*args: Any) -> Any:
            self._machine.pay(call + further * (len(args) - 1))
            given = [str(arg) if isinstance(arg, PurePath) else arg for arg in args]
            if not all(isinstance(arg, str | list | tuple) for arg in given):
                raise TypeError("texts are expected")
            return self._native(function, *given)

        return Guarded(run)

    def _loaded(self, text: Any, **hooks: Any) -> Any:
        if not hooks.keys() <= _JSON_HOOKS:
            raise Unsupported("JSON read by other options")
        self._machine.counts.native += LOADED
        calls = {name: guarded(self._machine, hook) for name, hook in hooks.items() if hook is not None}
        found = json.loads(fed(self._machine, text), **calls)
        if calls:
            # Hooks may give the same part again and again, or one that leads back to itself.
            check_nesting(found)
        self._machine.pay(reading(found))
        noted(self._machine, found)
        # It is looked for what stands behind.
        self._machine.gathered_beside(_READER, found)
        return found


def _kept_by_copying(copies: Collection[Any]) -> int:
    """Bytes of what a deep copy keeps until it is done: by number what was copied, and what it told itself of that."""
    entries, told = len(copies), 0
    for one in copies:
        if type(one) is Instance:
            state = sys.getsizeof(one.attributes)
            # Of slots a table is made, in a tuple, which are copied then; others have theirs.
            told += _OF_CLASS + (2 * (state + _SLOTS_TOLD) if one.of.has_slots else state)
            entries += 1 + one.of.has_slots
        elif type(one) is set:
            # A list of its elements, and the copy of that.
            told += sys.getsizeof([*one]) + sys.getsizeof([None for _ in one])
            entries += 1
    # What was copied is in a list, which is one more of what is kept.
    table, listed = dict.fromkeys(range(entries + 1)), [None for _ in range(entries)]
    extra = _COPYING_OBJECTS if any(type(one) is Instance for one in copies) else 0
    return sys.getsizeof(table) + NUMBER * (entries + 1) + sys.getsizeof(listed) + told + _COPYING + extra


def _absolute(path: str) -> str:
    return posixpath.normpath(posixpath.join("/home", path))


def _without_variables(path: str) -> str:
    """As ``os.path.expandvars`` of a text that names none. Raises Unsupported for others."""
    if "$" in path:
        raise Unsupported("os.path.expandvars")
    return path


def _relative(path: str, start: str = ".") -> str:
    return posixpath.relpath(_absolute(path), _absolute(start))


def _has_fields(of: Any) -> bool:
    return isinstance(of, Class) and of.all_fields is not None


def _fields_of(value: Any) -> dict[str, Field]:
    fields = value.of.all_fields if isinstance(value, Instance) else None
    if fields is None:
        raise TypeError("a dataclass is expected")
    return fields


#: What a class may name its attributes' places by, but for what is gone through once.
_NAMES: Final = str | tuple | list


def _has_place(value: Any, name: str) -> bool:
    """Whether an instance's class keeps a place for an attribute."""
    kinds = value.of.order if isinstance(value, Instance) else ()
    named = [kind.attributes.get("__slots__", ()) for kind in kinds]
    return any(name in ((names,) if isinstance(names, str) else names) for names in named if isinstance(names, _NAMES))


def _item_getter(machine: Machine, *places: Any) -> Guarded:
    check_nesting(places)
    get = operator.itemgetter(*places)

    def run(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            check_place(*places)
        machine.pay(ITEM_ASKED)
        return get(value)

    return Guarded(run)


def _buffer(file: Any) -> buffers.TextBuffer:
    if not isinstance(file, buffers.TextBuffer):
        raise Unsupported("a file")
    return file


def _plain(value: Any) -> int:
    """Objects in a value, if it is plain data through and through."""
    walk = Walk()
    walk.add(value)
    return walk.objects


def is_instance(value: Any, kinds: Any) -> bool:  # noqa: PLR0911
    """As ``isinstance``, of the unit's own classes too."""
    known(value)
    if isinstance(kinds, tuple):
        return any(is_instance(value, kind) for kind in kinds)
    if isinstance(kinds, types.UnionType):
        return is_instance(value, kinds.__args__)
    if isinstance(kinds, LayerKind | WeightKind | Kind):
        return kinds.has(value)
    if isinstance(kinds, Class):
        if isinstance(value, Instance | Valued):
            return value.of.extends(kinds)
        if isinstance(value, Class):
            return value.meta is not None and value.meta.extends(kinds)
        return kinds.abstract is not None and isinstance(value, kinds.abstract)
    if isinstance(kinds, type):
        if isinstance(value, Masked):
            return issubclass(np.ma.MaskedArray, kinds)
        held = contained(value)
        return held.of.is_a(kinds) if isinstance(held, Instance) else isinstance(held, kinds)
    if isinstance(kinds, tensor_library.Type | drawing.GeneratorKind | records.Kind):
        if isinstance(value, Instance) and value.of.is_partial and issubclass(kinds.kind, buffers.Buffer):
            raise Unsupported("whether an instance is an open file")
        return isinstance(value, kinds.kind)
    if kinds is TYPE:
        return isinstance(value, type | Class | LayerKind)
    if isinstance(kinds, Module | Unknown):
        # Of a module that the closed world lacks, as are the values of its classes.
        return False
    raise Unsupported("isinstance of another kind")


def _asking(is_of: Callable[[Any], bool], kinds: Any) -> float:
    """Nanoseconds of asking for abstract classes, or for several kinds, until one is found that it is of."""
    several = kinds if isinstance(kinds, tuple) else (kinds,)
    if len(several) == 1 and not isinstance(several[0], ABCMeta):
        return 0.0
    asked = next((number for number, kind in enumerate(several, 1) if is_of(kind)), len(several))
    return sum(OF_ABSTRACT if isinstance(kind, ABCMeta) else KIND_ASKED for kind in several[:asked])


def is_subclass(kind: Any, kinds: Any) -> bool:
    """As ``issubclass``, of the unit's own classes too."""
    if isinstance(kinds, tuple):
        return any(is_subclass(kind, one) for one in kinds)
    if isinstance(kind, Class):
        return kind.extends(kinds) if isinstance(kinds, Class) else isinstance(kinds, type) and kind.is_a(kinds)
    if isinstance(kind, type) and isinstance(kinds, Class):
        return kinds.abstract is not None and issubclass(kind, kinds.abstract)
    if isinstance(kind, type) and isinstance(kinds, type):
        return issubclass(kind, kinds)
    if kinds is TYPE:
        return kind is TYPE
    if isinstance(kinds, Module | Unknown):
        return False
    if type(kind) in _PLAIN or isinstance(kind, Instance | Valued | Function | Method | StaticMethod | Property):
        raise TypeError("issubclass() arg 1 must be a class")
    raise Unsupported("issubclass of another kind")


def type_of(value: Any, *made_of: Any) -> Any:
    """As ``type``: of a value, or the class of that name that is made of bases and attributes."""
    if made_of:
        return class_of(value, *made_of)
    known(value)
    if isinstance(value, type | Class):
        return TYPE if isinstance(value, type) else value.meta or TYPE
    return value.of if isinstance(value, Instance | Valued) else told(type(value))


def is_callable(value: Any) -> bool:
    """As ``callable``, of the unit's own objects too."""
    known(value)
    return value.of.find("__call__") is not MISSING if isinstance(value, Instance) else callable(value)


def known(value: Any) -> None:
    """Raises Unsupported for a value of which a question is asked that nobody can answer."""
    if type(value) is Unknown or (isinstance(value, Mock) and value.is_like):
        raise Unsupported("the type of an unknown value")


#: What stands behind the name ``type``.
TYPE: Final = Extendable(type_of, TYPE_CLASS.attributes | {"__new__": TYPE_CLASS.attributes["__new__"].function})
TYPE.as_class = lambda: TYPE_CLASS


def _names_of(value: Any) -> list[str]:
    """As ``dir``, of the unit's own objects. Raises Unsupported for others."""
    if isinstance(value, Module):
        return sorted(value.members)
    of = value if isinstance(value, Class) else value.of if isinstance(value, Instance) else None
    if of is None:
        raise Unsupported("the names of a value")
    if isinstance(value, Instance) and of.find("__dir__") is not MISSING:
        return sorted(value.special("__dir__"))
    own = value.attributes if isinstance(value, Instance) else {}
    names = {name for one in of.order for name in one.attributes} | {name for name in own if isinstance(name, str)}
    return sorted(names)
