"""Parameters that a function forwards to others of its file, whole or element by element: these say what it takes,
where its own body does not."""

from __future__ import annotations

import ast
import builtins
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from perfcast.source import FunctionNode, SourceError, SourceFile, Unit
from perfcast.source.classes.implied_classes import free_parameters
from perfcast.source.definitions.bases import base_names
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.code.body import body_of, parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.separators import written
from perfcast.workload.language.workload import (
    DEFAULT_STRING,
    LAUNCH,
    LINE_LENGTH,
    TABLES,
    WRITTEN,
    Argument,
    TypeExpression,
    Workload,
)
from perfcast.workload.naming.names import ANYTHING, ARRAY, BOOL, DICT, FLOAT, INT, INTS, MATRIX, STR, STRS, by_name
from perfcast.workload.structures.shapes import DIGITS, LABEL, TIMESTAMP
from perfcast.workload.texts.line_patterns import splits_lines
from perfcast.workload.texts.lines import text_of_lines
from perfcast.workload.uses.name_uses import attributes_of, is_name
from perfcast.workload.uses.parameter_uses import type_from_uses

#: One hands on to the next, and that to another.
DEEPEST: Final = 3
#: Types of texts that look like something.
_SHAPED: Final = (DIGITS, TIMESTAMP, LABEL)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Functions of Python's that tell nothing of what a list holds.
_PLAIN: Final = frozenset({"len", "print", "bool"})
#: Functions that give the same elements.
_SAME: Final = frozenset({"list", "tuple", "iter", "sorted", "reversed"})
#: The upper bound of numbers of which nothing tells.
_USUAL_HIGH: Final = 1000
#: What a name, or a loop, may say alone, and the letters of a text that nothing else is known of.
#: What the name of a function alone tells of the text, or the texts, that it is given: ``parse(line)``.
_BY_NAME_OF_CALL: Final = (TIMESTAMP, TypeExpression("list", (TIMESTAMP,)))
_GUESSES: Final = (INT, FLOAT, STR, INTS, STRS, MATRIX, DICT, ARRAY)
_LETTERS: Final = ("a", "z")
_ANY_LETTERS: Final = (None, _LETTERS)
#: What makes methods of a class out of functions.
_OF_CLASSES: Final = ("classmethod", "staticmethod")
#: Calls that are asked about one parameter.
_MOST_CALLS: Final = 4
#: Classes that one extends, gone up one after another.
_MOST_BASES: Final = 8


@dataclass(frozen=True)
class Handing:
    """A call that is given a parameter as it is.

    Attributes:
        function: what is called, by its name.
        of_self: it is a method of the same instance, or class.
        place: where the parameter stands among what is given by place, or the name by which it is given.
        is_all: nothing else is done with the parameter that would tell what it holds; of elements, no annotation tells.
        is_text: an annotation says that it is a text, or holds such, and not what is written there.
        of_elements: what is given is not the parameter but, one after the other, what it holds.
        of_lines: the parameter is a text, and what is given are its lines, or one after the other of these.
        of: it is a method of what another parameter is, by that one's name, or of a class; empty where it is none.
        of_class: what an annotation says that this is.
    """

    parameter: str
    function: str
    of_self: bool
    place: int | str
    is_all: bool
    is_text: bool = False
    of_elements: bool = False
    of_lines: bool = False
    of: str = ""
    of_class: str = ""


def handings(node: FunctionNode, *, drop_first: bool) -> tuple[Handing, ...]:
    """Those of parameters that neither a use nor an annotation tells anything of, but that they are texts, in source
    order.

    Args:
        drop_first: the first parameter is ``self`` or ``cls``.
    """
    own = _own(node) if drop_first else None
    texts = set(_texts(node, drop_first=drop_first))
    free = {name for name in free_parameters(node) if name != own} | texts
    others = _instances(node, drop_first=drop_first)
    given = [
        one
        for call in parts_of(node, ast.Call)
        for one in _given(call, own)
        if one.parameter in free and one.may_be_followed(others)
    ]
    given.sort(key=lambda one: (one.call.lineno, one.call.col_offset))
    names = dict.fromkeys(one.parameter for one in given if not one.is_builtin)
    if not names:
        return ()
    hidden, bound = _parameters_within(node), _bound(node)
    found = []
    for name in names:
        of_it = [one for one in given if one.parameter == name]
        is_asked = next(attributes_of(node, name), None) is not None
        # What stands for something else in a function within is not looked at.
        if is_asked or name in hidden:
            continue
        times = sum(part.id == name and isinstance(part.ctx, ast.Load) for part in parts_of(node, ast.Name))
        is_all = times == len(of_it) and all(one.function in _PLAIN for one in of_it if one.is_builtin)
        if not is_all and (name in texts or type_from_uses(node, name) not in (None, MATRIX)):
            continue
        last = _last_line_as_given(node, name)
        found += [
            Handing(
                *(name, one.function, one.of_self, one.place, is_all, name in texts),
                of=one.of,
                of_class=others.get(one.of, ""),
            )
            for one in of_it
            if one.call.lineno <= last and not one.is_builtin and one.is_of_file(bound)
        ]
    return tuple(found)


def _instances(node: FunctionNode, *, drop_first: bool) -> dict[str, str]:
    """Parameters that may be instances, each with the class that an annotation says; empty where there is none."""
    said = {one.arg: one.annotation for one, _ in parameters(node, drop_first=drop_first)}
    names = {name: (written(one) or last_name(one)) if one is not None else "" for name, one in said.items()}
    return {name: of for name, of in names.items() if said[name] is None or of[:1].isupper()}


def _texts(node: FunctionNode, *, drop_first: bool) -> Iterator[str]:
    """Parameters that an annotation says to be a text, or several: ``list[str]``, ``Iterable[str]``."""
    for one, default in parameters(node, drop_first=drop_first):
        match one.annotation:
            case ast.Name(id=STR.name) | ast.Subscript(slice=ast.Name(id=STR.name)) if default is None:
                yield one.arg


def element_handings(node: FunctionNode, *, drop_first: bool) -> tuple[Handing, ...]:
    """Those of the elements of what the function goes through."""
    own = _own(node) if drop_first else None
    known = {one.arg: one.annotation is None for one, _ in parameters(node, drop_first=drop_first)}
    found = _of_elements(node, lambda over: _one_of(over, known), own) if known else []
    others = _instances(node, drop_first=drop_first) if found else {}
    return tuple(
        Handing(
            *(over, one.function, one.of_self, one.place, known[over]),
            of_elements=True,
            of=one.of,
            of_class=others.get(one.of, ""),
        )
        for one, over in found
        if one.may_be_followed(others)
    )


def line_handings(node: FunctionNode, *, drop_first: bool) -> tuple[Handing, ...]:
    """Those of the lines of a text: ``parsed(text.splitlines())``, ``for line in text.split("\\n"): parsed(line)``."""
    own = _own(node) if drop_first else None
    known = [one.arg for one, _ in parameters(node, drop_first=drop_first)]
    calls = parts_of(node, ast.Call)
    texts = [name for name in known if any(splits_lines(call, name) for call in calls)]
    if not texts:
        return ()
    lines: dict[str, str] = {}

    def text_of(over: ast.expr) -> str | None:
        over = _all_of(over)
        named = _one_of(over, lines)
        return next((text for text in texts if splits_lines(over, text)), None) if named is None else lines[named]

    for part in parts_of(node, ast.Assign):
        text = text_of(part.value)
        if text is not None:
            lines |= {target.id: text for target in part.targets if isinstance(target, ast.Name)}
    bound = _bound(node)
    given = [one for call in calls for one in _given(call, own, text_of) if not one.is_builtin]
    whole = [(one, one.parameter, False) for one in given if one.is_of_file(bound) and not one.of]
    each = [(one, text, True) for one, text in _of_elements(node, text_of, own) if not one.of]
    return tuple(
        Handing(text, one.function, one.of_self, one.place, True, True, of_elements=is_one, of_lines=True)
        for one, text, is_one in (*whole, *each)
    )


#: The name of what is gone through in an expression; None of others.
_Over = Callable[[ast.expr], str | None]


def _all_of(node: ast.expr) -> ast.expr:
    """What an expression gives all or some of, in any order: ``lines[1:]``, ``[line for line in lines if line]``."""
    match node:
        case ast.Subscript(value=of, slice=ast.Slice()):
            return _all_of(of)
        case ast.Call(func=ast.Name(id=function), args=[of]) if function in _SAME:
            return _all_of(of)
        case ast.ListComp(one, [ast.comprehension(ast.Name(id=name), of)]) if _name_of(one) == name:
            return _all_of(of)
    return node


def _one_of(node: ast.expr, names: Container[str]) -> str | None:
    """The name, one of these, that an expression is."""
    return node.id if isinstance(node, ast.Name) and node.id in names else None


def _of_elements(node: FunctionNode, over_of: _Over, own: str | None) -> list[tuple[_Given, str]]:
    """What functions of the file may be given of what is gone through, with the name of that, in source order."""
    found = [(one, over) for one, over in _mapped(node, over_of) if not one.is_builtin]
    for element, over, within in _one_by_one(node, over_of, own):
        # What stands for something else besides is not told from that.
        if within.bound[element] == 1:
            found += [(one, over) for one in within.given[element] if not one.is_builtin]
    if not found:
        return []
    bound = _bound(node)
    found.sort(key=lambda pair: (pair[0].call.lineno, pair[0].call.col_offset))
    return [(one, over) for one, over in found if one.is_of_file(bound)]


def _one_by_one(node: FunctionNode, over_of: _Over, own: str | None) -> Iterator[tuple[str, str, _Within]]:
    """What elements are called, the name of what is gone through, and where they are called so:
    ``min(words, key=lambda word: ...)``."""
    body = _Within(body_of(node), own)
    for loop in parts_of(node, ast.For):
        if isinstance(loop, ast.For):
            yield from ((element, over, body) for element, over in _gone_through(loop, over_of))
    for whole in parts_of(node, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp):
        if isinstance(whole, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            for inner in whole.generators:
                found = _gone_through(inner, over_of)
                yield from ((element, over, _Within(walk(whole), own)) for element, over in found)
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(
                args=[given], keywords=[*_, ast.keyword("key", ast.Lambda(ast.arguments(args=[one])) as function)]
            ) if (over := over_of(given)) is not None:
                yield one.arg, over, _Within(walk(function), own)


def _mapped(node: FunctionNode, over_of: _Over) -> Iterator[tuple[_Given, str]]:
    """Functions that are called with each: ``map(parsed, lines)``."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Name("map" | "filter"), [ast.Name(id=function), given]):
                over = over_of(given)
                if over is not None:
                    yield _Given(over, function, False, 0, call), over


def _gone_through(loop: ast.For | ast.comprehension, over_of: _Over) -> Iterator[tuple[str, str]]:
    """What a loop calls the elements, and the name of what it goes through, whether it counts them or not:
    ``for number, line in enumerate(lines)``."""
    match loop.target, loop.iter:
        case (ast.Tuple(elts=[_, ast.Name(element)]), ast.Call(ast.Name("enumerate"), [given, *_])) | (
            ast.Name(element),
            given,
        ) if (over := over_of(given)) is not None:
            yield element, over


@dataclass(frozen=True)
class _Given:
    """A name that a call is given, see `Handing`."""

    parameter: str
    function: str
    of_self: bool
    place: int | str
    call: ast.Call
    of: str = ""

    @property
    def is_builtin(self) -> bool:
        """Whether Python's own function is called."""
        return not (self.of_self or self.of) and hasattr(builtins, self.function)

    def may_be_followed(self, instances: Container[str]) -> bool:
        """Whether what is called is a function, or a method of one of these, or of what is named as classes are:
        ``Order.parsed(line)``."""
        return not self.of or self.of in instances or self.of[:1].isupper()

    def is_of_file(self, bound: Container[str]) -> bool:
        """Whether what is called may be of the file: a method, or no name that stands for something of the function's
        own."""
        return self.of_self or bool(self.of) or self.function not in bound


class _Within:
    """A part of a body, gone through once for all names.

    Args:
        own: the name of the instance or the class.
    """

    def __init__(self, parts: Sequence[ast.AST], own: str | None) -> None:
        self._parts = parts
        self._own = own

    @cached_property
    def bound(self) -> Counter[str]:
        """How often each name is given to something."""
        same = {id(target) for target in _stripped(self._parts)}
        names = [
            one.id
            for one in self._parts
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load) and id(one) not in same
        ]
        return Counter([*names, *(one.arg for one in self._parts if isinstance(one, ast.arg))])

    @cached_property
    def given(self) -> Mapping[str, list[_Given]]:
        """By name, what calls are given it."""
        found = defaultdict[str, list[_Given]](list)
        for call in self._parts:
            for one in _given(call, self._own) if isinstance(call, ast.Call) else ():
                found[one.parameter].append(one)
        return found


def _own(node: FunctionNode) -> str | None:
    """The name of the first parameter."""
    return next((one.arg for one in (*node.args.posonlyargs, *node.args.args)), None)


def _name_of(argument: ast.expr) -> str | None:
    """The name that an argument is, but for the blanks around a text: ``parsed(line.rstrip())``."""
    match argument:
        case (
            ast.Name(id=name)
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="strip" | "rstrip" | "lstrip"))
        ):
            return name
    return None


def _stripped(parts: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Names of texts that stand for the same text without the blanks around it: ``line = line.strip()``."""
    for part in parts:
        match part:
            case ast.Assign([ast.Name(id=name) as target], value) if _name_of(value) == name:
                yield target


def _given(call: ast.Call, own: str | None, name_of: Callable[[ast.expr], str | None] = _name_of) -> Iterator[_Given]:
    """The names that a call of a function, or of a method of what has a name, is given.

    Args:
        name_of: the name that is given as an argument; None where none is.
    """
    match call.func:
        case ast.Name(id=function):
            of = ""
        case ast.Attribute(value=ast.Name(id=of), attr=function):
            pass
        case _:
            return
    is_own = bool(of) and of == own
    instance = "" if is_own else of
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            # Of what stands behind it the place is not known.
            break
        name = name_of(argument)
        if name is not None:
            yield _Given(name, function, is_own, place, call, instance)
    for keyword in call.keywords:
        name = name_of(keyword.value)
        if keyword.arg is not None and name is not None:
            yield _Given(name, function, is_own, keyword.arg, call, instance)


def _parameters_within(node: FunctionNode) -> set[str]:
    """Those of functions within it."""
    return {one.arg for one in parts_of(node, ast.arg)}


def _bound(node: FunctionNode) -> set[str]:
    """Names that stand for something of its own, which no function of the module is."""
    names = {one.id for one in parts_of(node, ast.Name) if not isinstance(one.ctx, ast.Load)}
    names |= {one.name for one in parts_of(node, ast.FunctionDef)} | {one.name for one in parts_of(node, ast.ClassDef)}
    names |= {one.asname or one.name for one in parts_of(node, ast.alias)}
    return names | {one.arg for one in walk(node.args) if isinstance(one, ast.arg)}


def _last_line_as_given(node: FunctionNode, name: str) -> int:
    """As far as the name stands for what the function is given: ``rows = cleaned(rows)`` is the last that hands it
    on."""
    places = [one.lineno for one in parts_of(node, ast.Name) if one.id == name and not isinstance(one.ctx, ast.Load)]
    if not places:
        return node.end_lineno or node.lineno
    first = min(places)
    ends = [one.end_lineno or first for one in parts_of(node, ast.Assign) if one.lineno == first]
    return max(ends, default=first - 1)


def taker(handing: Handing, unit: Unit, file: SourceFile) -> Unit | None:
    """The function of the file, the constructor of one of its classes, or the method of one of these, that is handed
    something; None where it is none of them.

    Args:
        unit: that hands it on.
    """
    if handing.of_self:
        return _method(file, file.owner(unit), unit.name.rpartition(".")[0], handing.function)
    if handing.of:
        named = file.meaning(handing.of)
        if isinstance(named, ast.ClassDef) and not handing.of_class:
            found = _method(file, named, named.name, handing.function)
            return found if found is not None and _is_called_on_class(file.node(found)) else None
        if all(one.arg != handing.of for one, _ in parameters(file.node(unit), drop_first=False)):
            # A class of another file.
            return None
        owner = _class_of(handing, unit, file)
        return None if owner is None else _method(file, owner, owner.name, handing.function)
    meaning = file.meaning(handing.function)
    if isinstance(meaning, ast.ClassDef):
        return _method(file, meaning, meaning.name, "__init__")
    return _unit(file, handing.function) if isinstance(meaning, _FUNCTIONS) else None


def _is_called_on_class(method: FunctionNode) -> bool:
    """Whether a class, and no instance, is what it is a method of."""
    return any(is_name(decorator, *_OF_CLASSES) for decorator in method.decorator_list)


def _class_of(handing: Handing, unit: Unit, file: SourceFile) -> ast.ClassDef | None:
    """The file's class that the instance is of whose method is called, by its annotation, or its name and uses."""
    name = handing.of_class
    if not name:
        implied = file.class_for(handing.of, file.node(unit))
        name = "" if implied is None or implied.several else implied.name
    meaning = file.meaning(name) if name else None
    return meaning if isinstance(meaning, ast.ClassDef) else None


def _method(file: SourceFile, owner: ast.ClassDef | None, name: str, method: str) -> Unit | None:
    """A class's own or inherited method, as far as the file has it.

    Args:
        name: of the class.
    """
    for _ in range(_MOST_BASES):
        if owner is None:
            return None
        if any(isinstance(one, _FUNCTIONS) and one.name == method for one in owner.body):
            return _unit(file, f"{name}.{method}")
        bases = (file.meaning(base) for base in base_names(owner))
        owner = next((base for base in bases if isinstance(base, ast.ClassDef) and base is not owner), None)
        name = "" if owner is None else owner.name
    return None


def _unit(file: SourceFile, name: str) -> Unit | None:
    with suppress(SourceError):
        unit = file.unit(name)
        return unit if unit.kind in {"function", "method"} else None
    return None


def with_takers(own: Workload, handed: tuple[Handing, ...], taken: Callable[[Handing], Argument | None]) -> Workload:
    """With what others take, where what is handed on is but a guess.

    Args:
        own: the function's workload without them.
        handed: in source order.
        taken: what is taken of what is handed on; None where nothing of the file takes it.
    """
    arguments: list[Argument] = []
    told: list[Argument] = []
    for one in own.arguments:
        whole = (call for call in handed if not (call.of_elements or call.of_lines))
        calls = [call for call in whole if call.parameter == one.name][:_MOST_CALLS]
        # The first that tells anything decides.
        found = next((argument for call in calls if (argument := taken(call)) is not None), None)
        says_more = _says_more_of_texts if calls and calls[0].is_text else _says_more
        if found is not None and (one.type == ANYTHING or (calls[0].is_all and says_more(found, one))):
            one = replace(found, name=one.name)  # noqa: PLW2901
            told.append(one)
        elif found is not None and found.type == one.type and len(found.sizes) > 1 and found.kept and not one.kept:
            # Another function says how long a board is.
            bounds = (found.low, found.high) if one.high == _USUAL_HIGH else (one.low, one.high)
            one = replace(found, name=one.name, low=bounds[0], high=bounds[1])  # noqa: PLW2901
        several = _by_elements(one, handed, taken) or _by_lines(one, handed, taken)
        arguments.append(one if several is None else several)
    return Workload(tuple(_of_one_length(arguments) if any(map(_is_array, told)) else arguments))


def _by_elements(
    own: Argument, handed: tuple[Handing, ...], taken: Callable[[Handing], Argument | None]
) -> Argument | None:
    """Several of what others take, where no more than a name or a loop tells of elements; None where they tell
    nothing."""
    each = (call for call in handed if call.of_elements and not call.of_lines)
    calls = [call for call in each if call.parameter == own.name][:_MOST_CALLS]
    is_free = own.type == INTS and all(call.is_all for call in calls)
    is_of_texts = own.type in (STRS, *_BY_NAME_OF_CALL)
    if not is_free and (not is_of_texts or own.like is not None or own.alphabet not in _ANY_LETTERS):
        return None
    told = [argument for call in calls if (argument := taken(call)) is not None]
    line = next(filter(_is_line, told), None)
    if line is not None:
        several = _several(line, own)
        # What an instance is asked to give up is there once.
        is_key = line.type == LABEL and any(call.of or call.of_self for call in calls)
        return replace(several, qualifiers=("distinct",)) if is_key else several
    words = next((one for one in told if one.type == STR and isinstance(one.alphabet, str)), None)
    if words is not None:
        return Argument(own.name, STRS, (*own.sizes[:1], LINE_LENGTH), alphabet=words.alphabet)
    if is_free and (made := next((one.type for one in told if _is_instance(one)), None)) is not None:
        return Argument(own.name, TypeExpression("list", (made,)), own.sizes[:1])
    # A name says no more of the other's parameter than one does of its own.
    is_open = by_name(own.name or "") is None
    is_text = is_free and any(one.type == STR and (is_open or by_name(one.name or "") != STR) for one in told)
    return Argument(own.name, STRS, (*own.sizes[:1], DEFAULT_STRING), alphabet=_LETTERS) if is_text else None


def _by_lines(
    own: Argument, handed: tuple[Handing, ...], taken: Callable[[Handing], Argument | None]
) -> Argument | None:
    """A text whose lines others take, where the function itself tells no more than what it looks for in it."""
    if own.type != STR or own.has_value or own.like is not None:
        return None
    calls = [call for call in handed if call.parameter == own.name and call.of_lines][:_MOST_CALLS]
    told = ((taken(call), call.of_elements) for call in calls)
    texts = (text_of_lines(one, own, is_one=is_one) for one, is_one in told if one is not None)
    return next((text for text in texts if text is not None), None)


def _is_line(argument: Argument) -> bool:
    """Whether it is known what a text is like, and that it is no longer than one line."""
    return argument.type in _SHAPED or (argument.type == STR and argument.like is not None and argument.kept == (0,))


def _is_instance(argument: Argument) -> bool:
    """Whether it is one of a class, or has parts: what no loop tells of the elements it goes through."""
    is_plain = argument.type in (INT, FLOAT, STR, BOOL, ANYTHING) or _is_array(argument)
    return not (is_plain or argument.sizes or argument.has_value)


def _several(line: Argument, among: Argument) -> Argument:
    """As many texts of a kind as another argument has."""
    type_ = TypeExpression("list", (line.type,))
    return Argument(among.name, type_, among.sizes[:1], like=line.like, kept=among.kept)


def _says_more(told: Argument, guess: Argument) -> bool:
    """Whether a parameter of another function tells more than a guess by a name alone."""
    if guess.like is not None or guess.alphabet not in _ANY_LETTERS or guess.type not in _GUESSES:
        return False
    if told.name == guess.name:
        # A number by its name may be reckoned with as arrays are; whatever is gone through is a list of numbers where
        # nothing says of what.
        is_less = _is_array(told) if guess.type == FLOAT else guess.type.is_sized and told.type in (INT, FLOAT, INTS)
        return not is_less
    return guess.type == INTS and told.type.name == "list" and told.type != INTS and by_name(guess.name or "") != INTS


def _says_more_of_texts(told: Argument, guess: Argument) -> bool:
    """Whether a parameter of another function tells what is written in texts of which nothing else does."""
    if guess.type in _BY_NAME_OF_CALL:
        # What takes it here is another function than the one that reads moments.
        return told.type in (STR, STRS) and told.type.is_sized == guess.type.is_sized and told.like is not None
    # Characters that are looked for are those of what others make of it, if these tell what the whole is like.
    is_open = guess.alphabet in _ANY_LETTERS or told.like is not None
    if guess.like is not None or not is_open or guess.type not in (STR, STRS):
        return False
    is_plain = told.like is None and told.alphabet in _ANY_LETTERS
    if told.type.name == "list" and guess.type == STRS:
        inner = told.type.arguments[0]
        return _is_written(inner) or (inner == STR and not is_plain)
    return guess.type == STR and (_is_written(told.type) or (told.type == STR and not is_plain))


def _is_written(type_: TypeExpression) -> bool:
    """Whether it is a text that says a number, a moment or other values."""
    return type_ in _SHAPED or type_.name in WRITTEN


def _of_one_length(arguments: list[Argument]) -> list[Argument]:
    """With arrays as long as the shortest of them is: several functions take them."""
    shortest = min(one.type.shape[0] for one in arguments if _is_array(one))
    return [
        replace(one, type=replace(one.type, shape=(shortest, *one.type.shape[1:]))) if _is_array(one) else one
        for one in arguments
    ]


def _is_array(argument: Argument) -> bool:
    kind = argument.type
    return bool(kind.shape) and kind.name not in TABLES | {LAUNCH} and not is_tensor(kind)


def taken_by(workload: Workload, node: FunctionNode, place: int | str, *, drop_first: bool) -> Argument | None:
    """What a function takes at that place; None where nothing tells.

    Args:
        workload: the function's.
    """
    keyword_only = len(node.args.kwonlyargs)
    annotated = {one.arg: one.annotation is not None for one, _ in parameters(node, drop_first=drop_first)}
    known = list(annotated)
    if isinstance(place, int):
        by_place = known[: len(known) - keyword_only]
        name = by_place[place] if place < len(by_place) else None
    else:
        name = place
    found = next((one for one in workload.arguments if name is not None and one.name == name), None)
    is_letter = name is not None and len(name) == 1 and not annotated.get(name)
    if found is None or found.type == ANYTHING or (found.type == STR and is_letter):
        # One letter says what a text is of its own function at most.
        return None
    return found
