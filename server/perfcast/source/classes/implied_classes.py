"""Classes of parameters without annotations, inferred from both names: ``config`` is a ``GPTConfig``.

Of other names than a few of these it takes more: a ``graph`` is a ``Graph`` if it is asked for what a ``Graph`` has.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import FunctionNode

from .abstract import left_open

#: Parameters, and how names of classes end that they are of.
_STEMS: Final = (
    ("config", ("config", "cfg", "conf", "configuration"), ("config", "configuration", "cfg")),
    ("args", ("args", "arguments"), ("args", "arguments")),
    ("options", ("opt", "opts", "options"), ("options", "opts", "opt")),
    ("params", ("params", "hparams", "hps", "hyperparams"), ("params", "hparams", "hyperparameters", "parameters")),
    ("settings", ("settings",), ("settings",)),
)
_OF_PARAMETERS: Final = {name: stem for stem, names, _ in _STEMS for name in names}
_LAST_WORD: Final = re.compile(r"(?:[A-Z]+|[A-Z][a-z0-9]+)$")
#: Letters of a short form.
_SHORT: Final = (2, 3, 4)
_VOWELS: Final = re.compile("[aeiou]")
_DOUBLED: Final = re.compile(r"(.)\1")
#: Ends of words for several, and of those for one.
_PLURALS: Final = (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss"), ("s", ""))
#: Calls that give the elements that they are given.
_SAME: Final = frozenset({"sorted", "list", "reversed", "set", "tuple", "enumerate"})


@dataclass(frozen=True)
class Implied:
    """A class that a parameter is of.

    Attributes:
        several: it is a list of these.
        asked: what the parameter, or its elements, are asked for; nothing where the name alone says enough.
    """

    name: str
    several: bool = False
    asked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Asked:
    """What a function asks one of its parameters for.

    Attributes:
        itself, elements: attributes of the parameter, and of what it holds.
    """

    parameter: str
    itself: frozenset[str]
    elements: frozenset[str]


#: The names of classes, each with its definition.
Classes = Iterable[tuple[str, ast.ClassDef]]


def stem_of_parameter(name: str) -> str | None:
    """What a parameter's name says of its class; None for names that say nothing."""
    return _OF_PARAMETERS.get(name)


def stem_of_class(name: str) -> str | None:
    """The same of a class."""
    if not name[:1].isupper():
        return None
    lower = name.lower()
    return next((stem for stem, _, endings in _STEMS if lower.endswith(endings)), None)


def mark(stem: str) -> str:
    """Stands among the names that a module binds for all of its classes of that stem."""
    return f"~{stem}"


def call_mark(name: str) -> str:
    """Stands among the names that a text rests on for all calls of a name."""
    return f"{name}()"


#: Stands among the names that a piece binds which holds classes that extend others.
CLASSES: Final = "class()"
#: The same of any classes.
ALL_CLASSES: Final = "classes()"


def with_marks(names: Iterable[str]) -> frozenset[str]:
    """The names, and the marks of those that are classes'."""
    found = frozenset(names)
    stems = (stem for stem in map(stem_of_class, found) if stem is not None)
    return found.union(map(mark, stems), map(mark, chain.from_iterable(map(words_of_class, found))))


@lru_cache(maxsize=10_000)
def words_of_class(name: str) -> tuple[str, ...]:
    """What parameters are named that are of a class: ``directedgraph`` and ``graph`` of `DirectedGraph`, and its short
    forms ``dg``, ``gr``, ``grp``, the likeliest first."""
    plain = name.lstrip("_")
    if not plain[:1].isupper() or plain.isupper() or "_" in plain:
        return ()
    last = _LAST_WORD.search(plain)
    words = (plain.lower(), *(() if last is None else (last[0].lower(),)))
    initials = "".join(filter(str.isupper, plain)).lower()
    return tuple(dict.fromkeys((*words, *_short_forms(words[-1]), *([initials] if len(initials) > 1 else []))))


def _short_forms(word: str) -> Iterable[str]:
    """Those that leave out a word's end, or all vowels behind its first letter and doubled letters."""
    word = word.rstrip("0123456789")
    yield from (word[:length] for length in _SHORT if len(word) > length + 1)
    skeleton = _DOUBLED.sub(r"\1", word[:1] + _VOWELS.sub("", word[1:]))
    if 1 < len(skeleton) <= _SHORT[-1]:
        yield skeleton


@lru_cache(maxsize=10_000)
def words_of_parameter(name: str) -> tuple[tuple[str, bool], ...]:
    """The words of classes, see `words_of_class`, that a parameter may be of, each with whether it would hold several;
    the likeliest first."""
    plain = name.strip("_0123456789").lower()
    several = next((plain.removesuffix(end) + one for end, one in _PLURALS if plain.endswith(end)), plain)
    told = [(plain, False), *([(several, True)] if several != plain else [])]
    return tuple(dict.fromkeys((part, more) for word, more in told for part in _parts(word) if part))


@lru_cache(maxsize=10_000)
def marks_of_parameter(name: str) -> tuple[str, ...]:
    """The marks of its words, see `words_of_parameter`."""
    return tuple(mark(word) for word, _ in words_of_parameter(name))


def _parts(word: str) -> tuple[str, str]:
    return word.replace("_", ""), word.rpartition("_")[2]


def class_among(names: Iterable[str], parameter: str) -> str | None:
    """The first of the names that the parameter may be of."""
    stem = stem_of_parameter(parameter)
    return None if stem is None else next((name for name in names if stem_of_class(name) == stem), None)


def free_parameters(function: FunctionNode) -> tuple[str, ...]:
    """The names of those without an annotation that each call has to give."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    needed = positional[: len(positional) - len(arguments.defaults)]
    needed += [one for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None]
    return tuple(one.arg for one in needed if one.annotation is None)


def asked_for(function: ast.AST, parameter: str) -> Asked:
    """What a function asks one of its parameters for."""
    attributes: dict[str, set[str]] = defaultdict(set)
    elements: set[str] = set()
    within = set()
    for part in ast.walk(function):
        match part:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                attributes[name].add(attribute)
            case ast.Attribute(value=ast.Subscript(value=ast.Name(id=name), slice=place), attr=attribute):
                elements |= {attribute} if name == parameter and not isinstance(place, ast.Slice) else set()
            case ast.For(target=target, iter=over) | ast.comprehension(target=target, iter=over):
                within |= {_last_name_of(target)} if _container(over) == parameter else set()
            case ast.Call(args=[over, *_], keywords=keywords) if keywords and _container(over) == parameter:
                keys = (one.value for one in keywords if isinstance(one.value, ast.Lambda) and one.value.args.args)
                within.update(key.args.args[0].arg for key in keys)
    elements.update(*(attributes[name] for name in within))
    return Asked(parameter, frozenset(attributes[parameter]), frozenset(elements))


def _last_name_of(target: ast.expr) -> str:
    """Of ``for i, row in enumerate(rows)``, ``row``."""
    last = target.elts[-1] if isinstance(target, ast.Tuple) and target.elts else target
    return last.id if isinstance(last, ast.Name) else ""


def _container(over: ast.expr) -> str:
    match over:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id=function), args=[ast.Name(id=name), *_]) if function in _SAME:
            return name
    return ""


def class_of(
    asked: Asked, classes: Callable[[str], Classes], attributes: Callable[[ast.ClassDef], Set[str]]
) -> Implied | None:
    """The class that a parameter is of by its name and by what it is asked for; None where none is, or several may be.

    Args:
        classes: those that a word may mean, see `words_of_class`, and others.
        attributes: those of a class, see `class_attributes`.
    """
    for word, several in words_of_parameter(asked.parameter):
        wanted = frozenset(one for one in (asked.elements if several else asked.itself) if not one.startswith("__"))
        meant = [(name, node) for name, node in (classes(word) if wanted else ()) if word in words_of_class(name)]
        having = [name for name, node in meant if _has(node, attributes(node), wanted)]
        exact = [name for name in having if words_of_class(name)[0] == word] or _common_base(dict(meant), having)
        if exact or len(having) == 1:
            return Implied((exact or having)[0], several, wanted)
    return None


def _common_base(classes: Mapping[str, ast.ClassDef], names: Sequence[str]) -> list[str]:
    """Of several classes the one that all others extend, which leaves methods to them; nothing where none is."""
    extended = {name: {last_name(base) for base in classes[name].bases} for name in names}

    def extends(name: str, base: str, seen: frozenset[str] = frozenset()) -> bool:
        bases = extended.get(name, set()) - seen
        return base in bases or any(extends(one, base, seen | {name}) for one in bases)

    return [
        base
        for base in names
        if left_open(base, classes.get) and all(name == base or extends(name, base) for name in names)
    ][:1]


def _has(node: ast.ClassDef, own: Set[str], wanted: Set[str]) -> bool:
    """Whether a class has all that is wanted; what extends another may have some of it from there, and what puts it
    there by computed names may have any."""
    if own >= wanted:
        return True
    return not own.isdisjoint(wanted) and (bool(node.bases) or "__getattr__" in own or _sets_by_name(node))


def _sets_by_name(node: ast.ClassDef) -> bool:
    """Whether methods put attributes on their instance whose names their text does not say."""
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Name("setattr"), [ast.Name("self"), name, _]) if not isinstance(name, ast.Constant):
                return True
    return False


def class_attributes(node: ast.ClassDef) -> frozenset[str]:
    """What instances have by the text of their class: methods, fields, and what is set on ``self``."""
    found: set[str] = set()
    for statement in node.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found.update(target.id for target in targets if isinstance(target, ast.Name))
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            found |= {part.attr} if isinstance(part.value, ast.Name) and part.value.id == "self" else set()
    return frozenset(found)
