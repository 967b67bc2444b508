"""Modules that the closed world has models of: what each holds, by its name."""

from __future__ import annotations

import array
import numbers
import os
import re
from collections.abc import Callable, Mapping, MutableMapping
from functools import partial
from typing import Any, Protocol

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import MADE, fed
from perfcast.trial.interpreter.errors import tracebacks
from perfcast.trial.interpreter.imports import importlib_module
from perfcast.trial.interpreter.objects import context_managers, named_tuples
from perfcast.trial.interpreter.objects.exit_stacks import ExitStack
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.modules import Module, inner_modules
from perfcast.trial.interpreter.objects.type_object import TYPE, type_of
from perfcast.trial.libraries import click_and_typer, joblib, six, sortedcontainers, tqdm
from perfcast.trial.libraries import opencv_and_pillow as imaging
from perfcast.trial.libraries.attrs import library as attrs_library
from perfcast.trial.libraries.numpy import internals
from perfcast.trial.libraries.numpy import library as arrays
from perfcast.trial.libraries.numpy import module_names as numpy_names
from perfcast.trial.libraries.pandas import dtypes as table_kinds
from perfcast.trial.libraries.pandas import errors as table_errors
from perfcast.trial.libraries.pandas import hashing_rows, library, offsets
from perfcast.trial.libraries.pydantic import library as validating
from perfcast.trial.libraries.scipy import library as scientific_library
from perfcast.trial.libraries.sklearn import library as learned
from perfcast.trial.libraries.torch import library as tensor_library
from perfcast.trial.stdlib.concurrency import async_context_managers as async_contexts
from perfcast.trial.stdlib.concurrency import asynchronous, executors, threads
from perfcast.trial.stdlib.concurrency.tasks import Loop
from perfcast.trial.stdlib.containers import chain_maps, typed_arrays
from perfcast.trial.stdlib.formats import binary_data, digests, io_and_csv, json_module, pickle_module, xml_trees
from perfcast.trial.stdlib.language import (
    contextvars_module,
    copy_module,
    dataclasses_module,
    dispatching,
    enums,
    functools_module,
    inspection,
    memoization,
    operator_module,
    types_module,
    typing_module,
    warnings_module,
    weakref_module,
)
from perfcast.trial.stdlib.language.pure_functions import ABSTRACT, PURE
from perfcast.trial.stdlib.language.type_functions import is_instance, is_subclass
from perfcast.trial.stdlib.numbers import dates, decimals, random_numbers, zones
from perfcast.trial.stdlib.regular_expressions import expressions as regular
from perfcast.trial.stdlib.regular_expressions.flags import RegexFlag
from perfcast.trial.stdlib.system import (
    absent_files,
    loggers,
    os_path,
    paths,
    platform_facts,
    platform_module,
    system_constants,
)
from perfcast.trial.stdlib.system import argparse_options as options
from perfcast.trial.stdlib.testing import library as testing
from perfcast.trial.stdlib.testing import patching
from perfcast.trial.stdlib.text import ast_literals, syntax_trees, text_modules, tokens
from perfcast.trial.stdlib.text.text_functions import characters

MADE.update(dates.MAKERS | zones.MAKERS | decimals.MAKERS | paths.MAKERS)
MADE[array.array] = typed_arrays.made
MADE[RegexFlag] = lambda machine, args, kwargs: RegexFlag(machine, re.RegexFlag(*args, **kwargs))

#: Gives what a module holds.
_Members = Callable[[], Mapping[str, Any]]


class World(Protocol):
    """What gives modules."""

    @property
    def builtins(self) -> Mapping[str, Any]: ...

    def module(self, name: str) -> Module: ...

    def followed(self, name: str) -> Module | None: ...

    def is_there(self, name: str) -> bool: ...


def members(machine: Machine, world: World, name: str) -> MutableMapping[str, Any]:
    """What the module of a name holds; nothing where there is no model of it."""
    if name == "numpy":
        return arrays.members(machine, world.module)
    found = system_constants.constants(name) | PURE.get(name, {})
    makers = {
        **_of_language(machine, world),
        **_of_data(machine),
        **_of_surroundings(machine, world),
        **_of_libraries(machine, world),
    }
    if name in makers:
        found |= makers[name]()
    if name in text_modules.MODULES:
        found |= text_modules.members(machine, name)
    return found


def _of_language(machine: Machine, world: World) -> dict[str, _Members]:
    """Modules of the standard library about functions, classes, types and code itself."""
    return {
        "abc": lambda: {"abstractmethod": Guarded(lambda function: function), "ABCMeta": TYPE},
        "ast": lambda: ast_literals.members(machine) | syntax_trees.members(machine),
        "_ast": syntax_trees.classes,
        "builtins": lambda: dict(world.builtins),
        **dict.fromkeys(("collections.abc", "_collections_abc"), lambda: dict(ABSTRACT)),
        "contextlib": lambda: (
            context_managers.members(machine)
            | async_contexts.members(machine)
            | {"ExitStack": Guarded(lambda: ExitStack(machine))}
        ),
        **dict.fromkeys(("contextvars", "_contextvars"), lambda: contextvars_module.members(machine)),
        "copy": lambda: copy_module.members(machine),
        "dataclasses": lambda: dataclasses_module.members(machine),
        "enum": lambda: enums.members(machine),
        "functools": lambda: {
            **memoization.members(machine),
            **dispatching.members(machine, is_instance, type_of, is_subclass),
            **functools_module.members(machine),
        },
        **{one: partial(importlib_module.members, machine, one, world) for one in importlib_module.NAMES},
        "inspect": lambda: inspection.members(machine),
        "numbers": lambda: {name: getattr(numbers, name) for name in numbers.__all__},
        "operator": lambda: operator_module.members(machine),
        "traceback": lambda: tracebacks.members(machine),
        "types": lambda: types_module.members(machine),
        **dict.fromkeys(("typing", "typing_extensions"), lambda: _typing(machine)),
        "weakref": partial(weakref_module.members, machine),
    }


def _of_data(machine: Machine) -> dict[str, _Members]:
    """Modules of the standard library about values, and how they are kept and written."""
    return {
        "array": typed_arrays.members,
        "binascii": lambda: binary_data.texts(machine),
        "bz2": lambda: binary_data.blocks(machine),
        "calendar": lambda: dates.calendars(machine),
        "collections": lambda: {
            "namedtuple": Guarded(_row_maker(machine)),
            "ChainMap": chain_maps.maker(machine),
        },
        **dict.fromkeys(("csv", "_csv"), lambda: io_and_csv.rows(machine)),
        "datetime": lambda: dates.members(machine),
        "decimal": lambda: decimals.members(machine),
        "fnmatch": lambda: regular.shell_patterns(machine),
        "gzip": lambda: binary_data.zipped(machine),
        "hashlib": lambda: digests.members(machine),
        "hmac": lambda: digests.message_codes(machine),
        "io": lambda: io_and_csv.members(machine),
        "json": lambda: json_module.members(machine),
        "pathlib": paths.members,
        "pickle": lambda: pickle_module.members(machine),
        "random": lambda: random_numbers.members(machine),
        "re": lambda: regular.members(machine),
        "string": lambda: text_modules.templates(machine),
        "_string": lambda: text_modules.formats(machine),
        "struct": lambda: binary_data.layouts(machine),
        **dict.fromkeys(tokens.NAMES, lambda: tokens.members(machine)),
        "unicodedata": lambda: characters(machine),
        "zlib": lambda: binary_data.compression(machine),
        "zoneinfo": zones.members,
    }


def _of_surroundings(machine: Machine, world: World) -> dict[str, _Members]:
    """Modules of the standard library about the system, time, and what runs beside."""
    return {
        "argparse": lambda: options.members(machine, world.followed("argparse")),
        "asyncio": lambda: asynchronous.members(machine),
        "atexit": lambda: {"register": Guarded(nothing), "unregister": Guarded(platform_facts.ignored)},
        "locale": platform_facts.locale,
        "logging": lambda: loggers.logging(machine),
        "os": lambda: _operating_system(machine) | {"path": world.module("os.path")},
        **dict.fromkeys(("os.path", "posixpath"), lambda: os_path.members(machine)),
        "platform": lambda: platform_module.members(machine),
        "signal": platform_facts.signals,
        "sys": lambda: platform_facts.system(machine),
        "tempfile": lambda: {"gettempdir": Guarded(lambda: "/tmp")},
        "_thread": lambda: platform_facts.threading(machine),
        "concurrent.futures": lambda: executors.members(machine),
        "xml.etree.ElementTree": lambda: xml_trees.members(machine),
        "threading": lambda: platform_facts.threading(machine) | threads.members(machine),
        "time": lambda: _clock(machine),
        "unittest": lambda: testing.unittest(machine) | {"mock": world.module("unittest.mock")},
        "unittest.mock": lambda: patching.members(machine, world.module),
        "warnings": lambda: warnings_module.members(machine),
    }


def _of_libraries(machine: Machine, world: World) -> dict[str, _Members]:
    """Modules of others."""
    return {
        "numpy.lib": lambda: (
            {"stride_tricks": world.module("numpy.lib.stride_tricks")}
            | inner_modules("numpy.lib", numpy_names.NAMES, world.module)
        ),
        **{one: partial(make, machine) for one, make in arrays.MODULES.items()},
        **{one: partial(internals.members, machine, one, world.module) for one in numpy_names.NAMES},
        "numpy.testing": lambda: testing.of_arrays(machine),
        "pandas": lambda: (
            library.members(machine)
            | {one: world.module(f"pandas.{one}") for one in ("api", "errors", "util")}
            | {"offsets": world.module("pandas.tseries.offsets")}
        ),
        "pandas.errors": table_errors.members,
        "pandas.util": lambda: hashing_rows.members(machine),
        "pandas.tseries": lambda: {"offsets": world.module("pandas.tseries.offsets")},
        "pandas.tseries.offsets": lambda: offsets.members(machine),
        "pandas.api": lambda: {"types": world.module("pandas.api.types")},
        "pandas.api.types": lambda: table_kinds.members(machine),
        **{one: partial(tensor_library.members, machine, one, world.module) for one in tensor_library.NAMES},
        **{one: partial(learned.members, machine, one, world.module) for one in learned.NAMES},
        **{one: partial(scientific_library.members, machine, one, world.module) for one in scientific_library.NAMES},
        **dict.fromkeys(attrs_library.NAMES, lambda: attrs_library.members(machine, is_instance)),
        **{
            f"{one}.{part}": partial(_part_of_attrs, world, part)
            for one in attrs_library.NAMES
            for part in ("validators", "converters", "exceptions")
        },
        "pydantic": lambda: validating.members(machine, copy_module.Copying(machine).deep),
        **{one: partial(imaging.members, machine, one, world.module) for one in imaging.NAMES},
        "click": lambda: click_and_typer.click(machine),
        "joblib": lambda: joblib.members(machine),
        "pytest": lambda: testing.pytest(machine, world.module),
        "pytest_asyncio": testing.pytest_asyncio,
        **{one: partial(six.members, one, world.module) for one in six.NAMES},
        "sortedcontainers": lambda: sortedcontainers.members(machine),
        **dict.fromkeys(tqdm.NAMES, lambda: tqdm.members(machine)),
        "typer": lambda: click_and_typer.typer(machine),
    }


def _part_of_attrs(world: World, name: str) -> Mapping[str, Any]:
    part: Module = world.module("attrs").members[name]
    return part.members


def _row_maker(machine: Machine) -> Callable[..., Any]:
    def make(name: str, fields: Any, *, module: Any = None, **options: Any) -> Any:
        return named_tuples.called_for(machine, named_tuples.made_kind(machine, name, fields, **options))

    return make


def _typing(machine: Machine) -> dict[str, Any]:
    named = _row_maker(machine)

    def make(name: str, fields: Any) -> Any:
        return named(name, [field for field, _ in fed(machine, fields)])

    return typing_module.members(machine) | {"NamedTuple": Guarded(make)}


def _clock(machine: Machine) -> dict[str, Any]:
    loop = partial(Loop.of, machine)
    told = platform_facts.clock(
        lambda: loop().time, lambda seconds: loop().hold_up(seconds), machine.pay, machine.briefly
    )
    return told | {"strptime": Guarded(partial(dates.read_time, machine))}


def _operating_system(machine: Machine) -> dict[str, Any]:
    modes = {name: getattr(os, name) for name in ("F_OK", "R_OK", "W_OK", "X_OK")}
    looking = {name: Guarded(one) for name, one in absent_files.of_system(machine).items()}
    return platform_facts.operating_system(machine) | modes | looking
