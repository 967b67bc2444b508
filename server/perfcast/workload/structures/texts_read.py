"""Calls that read what a text says, or an open file of one: ``json.loads(text)``, ``csv.reader(file)``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from perfcast.workload.code.separators import written
from perfcast.workload.naming.names import BOOL
from perfcast.workload.structures.kinds_by_use import ASKING
from perfcast.workload.structures.shapes import DIGITS, Shape

#: Calls that read what a text says, or an open file of one, with the modules that they are of and how it says that;
#: those that tell no others by their names; what makes a file of one. All JSON is YAML, too.
_READING: Final = {
    ("loads", "json"): "json",
    ("load", "json"): "json",
    ("loads", "tomllib"): "toml",
    ("loads", "tomli"): "toml",
    ("loads", "toml"): "toml",
    ("safe_load", "yaml"): "json",
    **{(name, module): "xml" for name in ("fromstring", "XML") for module in ("ET", "ElementTree", "etree")},
    ("reader", "csv"): "csv",
    ("DictReader", "csv"): "csv",
}
_BY_NAME: Final = {"loads": "json", "safe_load": "json", "fromstring": "xml", "reader": "csv", "DictReader": "csv"}
#: What a `ConfigParser` reads a text with, and what it, or a section, is asked for by the names of options.
READING_SECTIONS: Final = "read_string"
_OPTIONS: Final = {"getint": DIGITS, "getfloat": DIGITS, "getboolean": BOOL}
MADE_FILE: Final = "StringIO"
OF_FILES: Final = "load"
OF_READING: Final = frozenset({*_BY_NAME, OF_FILES, READING_SECTIONS})


def asked_by_method(of: Shape, method: str, arguments: Sequence[ast.expr]) -> Shape | None:
    """What a method is told a key for, or an option, of a section where it is asked of all of them."""
    match arguments:
        case [section, ast.Constant(value=str(key)), *_] if of.is_sections and method in {"get", *_OPTIONS}:
            found = _section(of, section).key(key)
        case [ast.Constant(value=str(key)), *_] if method in ASKING or method in _OPTIONS:
            found = of.key(key)
        case _:
            return None
    if method in _OPTIONS:
        found.is_of(_OPTIONS[method])
    return found


def _section(of: Shape, name: ast.expr) -> Shape:
    """One of the sections of an INI file; any where it is not written down which."""
    key = written(name)
    return of.one() if key is None else of.key(key)


def read_as(function: ast.expr) -> str | None:
    """How what is called takes a text to say something; `MADE_FILE` where it makes a file of one, None for others."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name == MADE_FILE:
            return MADE_FILE
        case ast.Name(id=name):
            return _BY_NAME.get(name)
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return _READING.get((name, module))
    return None
