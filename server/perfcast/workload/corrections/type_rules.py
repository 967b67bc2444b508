"""What errors say of which type a value should be."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.workload.corrections.change import MEANT, Change, Rule, always, kind_of, type_named_in, types_named
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.suggested_parts import PLAIN, asked_whether, class_named, inner_of, iterables
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import ITERATOR, TEXT_FILE, TypeExpression
from perfcast.workload.naming.names import BYTES, DICT, FLOAT, INT, INTS, STR, STRS

#: Names of classes in errors.
_CAPITALISED: Final = re.compile(r"\b[A-Z]\w*[a-z]\w*")


def not_iterable(found: re.Match[str], _: Clues) -> Iterator[Change]:
    yield Change(types_named(type_named_in(found)), lambda name, _: iterables(name))


def as_the_other(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Either could be as the other one."""
    one, other = (kind.rpartition(".")[2] for kind in found.groups() if kind)
    for of, to in ((one, other), (other, one)):
        if to in PLAIN:
            yield always(types_named(of), PLAIN[to])


def wanted_type(type_: TypeExpression) -> Rule:
    def rule(_: re.Match[str], __: Clues) -> Iterator[Change]:
        yield Change(None, lambda _, before: [] if before == type_ else [Part(type_)])

    return rule


def wanted_file(type_: TypeExpression) -> Rule:
    """Of what is written into the file."""

    def rule(_: re.Match[str], __: Clues) -> Iterator[Change]:
        yield always({TEXT_FILE}, type_)

    return rule


def wanted_of_type_named(type_: TypeExpression) -> Rule:
    """Of what the error names the type."""

    def rule(found: re.Match[str], _: Clues) -> Iterator[Change]:
        yield always(types_named(type_named_in(found)), type_)

    return rule


def no_iterator(_: re.Match[str], __: Clues) -> Iterator[Change]:
    """What the next element is taken from."""
    yield Change({"list"}, lambda _, type_: [Part(replace(type_, name=ITERATOR))] if type_.arguments else [])


def unhashable(found: re.Match[str], _: Clues) -> Iterator[Change]:
    if found[1] == "slice":
        yield always(MEANT["dict"], STR, BYTES, INTS)
    else:
        yield Change({"list"}, lambda _, type_: _of_pairs(type_))
        yield always(types_named(found[1]), STR)


def _of_pairs(type_: TypeExpression) -> list[Part]:
    """Points and the like, which can be looked up, in the place of lists."""
    inner = inner_of(type_)
    if inner.name != "list" or inner == type_:
        return []
    return [Part(replace(type_, arguments=(TypeExpression("tuple", (inner_of(inner),) * 2),)))]


def of_another_class(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """An instance of one of those that code has asked whether it is of them, or that its own error names."""
    yield Change(None, lambda name, _: asked_whether(clues.types_of.get(name, ()), class_named), is_sure=True)
    said = found.string.partition(":")[2]
    classes = [word for word in _CAPITALISED.findall(said) if not hasattr(builtins, word)]
    names = set(re.findall(r"\w+", said))
    yield Change(None, lambda name, _: asked_whether(classes if name in names else (), class_named))


def of_type_said(found: re.Match[str], _: Clues) -> Iterator[Change]:
    """Of the type that the code's own error says."""
    to = WORDED[found[1].lower()]
    yield Change(None, lambda _, before: [] if kind_of(before) == to.name else [Part(to)])


#: Types by the words that errors have for them.
WORDED: Final = {
    **dict.fromkeys(("integer", "int"), INT),
    **dict.fromkeys(("string", "str", "text"), STR),
    **dict.fromkeys(("bytes", "bytestring"), BYTES),
    **dict.fromkeys(("float", "number"), FLOAT),
    **dict.fromkeys(("dict", "dictionary", "mapping"), DICT),
    **dict.fromkeys(("list", "sequence"), STRS),
}
