"""A unit as the model reads it: the unit first, then what it uses from its file."""

from __future__ import annotations

import ast
import builtins
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from perfcast.source.classes.abstract import left_open
from perfcast.source.classes.constructors import field_names
from perfcast.source.classes.implied_classes import (
    CLASSES,
    call_mark,
    free_parameters,
    mark,
    marks_of_parameter,
    stem_of_parameter,
)
from perfcast.source.classes.networks import Outer, method_of
from perfcast.source.definitions.bases import base_names
from perfcast.source.definitions.bindings import Bindings, Constant, ImportedName, chosen_among
from perfcast.source.definitions.calls import CallSite
from perfcast.source.definitions.options import option_names
from perfcast.source.definitions.units import FoundUnit, FunctionNode
from perfcast.source.normal_forms.constants import LONGEST_CONSTANT, LONGEST_OF_MODULE
from perfcast.source.normal_forms.implied import ImpliedClasses
from perfcast.source.normal_forms.meanings import Meanings
from perfcast.source.normal_forms.methods import is_told_by_name
from perfcast.source.normal_forms.names import Names
from perfcast.source.normal_forms.nearest_first import nearest_first
from perfcast.source.normal_forms.networks import Networks
from perfcast.source.normal_forms.piece import Piece
from perfcast.source.normal_forms.printed import PrintedParts
from perfcast.source.normal_forms.reduced_classes import ReducedClasses
from perfcast.source.normal_forms.stand_ins import StandIns
from perfcast.source.parsing.lines import LineIndex

#: Characters of a normal form with the outermost of modules within one another.
_LONGEST_WITHIN: Final = 30_000
#: Characters of a normal form that has its classes whole: what is longer is neither looked into nor tried.
_LONGEST_WHOLE: Final = 50_000
_WORD: Final = re.compile(r"\w+")
#: What needs no binding in the file.
_GIVEN: Final = frozenset(dir(builtins)) | {"__file__", "__path__", "__class__", "__annotations__", "__builtins__"}


@dataclass(frozen=True)
class NormalForm:
    """One unit's.

    Attributes:
        names: it is the same as long as the unit's own text is, and what these stand for in the module.
        has_stars: it has the `import *` of the module.
    """

    text: str
    names: frozenset[str]
    has_stars: bool


class NormalForms:
    """Writes the normal forms of one file's units. What units share is printed and analysed once.

    Attributes:
        meanings: what the file's names stand for.
        networks: the file's neural networks' modules.
        implied: classes that parameters are of by their names.
    """

    def __init__(
        self,
        module: Names,
        lines: LineIndex,
        previous: NormalForms | None = None,
        *,
        goes_on: bool = False,
        calls: Callable[[str], Iterable[CallSite]] = lambda name: (),
    ) -> None:
        """
        Args:
            previous, goes_on: see `PrintedParts`.
            calls: the file's calls of a name.
        """
        self._module = module
        self._printed: PrintedParts = PrintedParts(
            lines, None if previous is None else previous._printed, goes_on=goes_on
        )
        self.meanings = Meanings(module)
        self.networks = Networks(module, self.meanings, calls)
        self.implied = ImpliedClasses(module)
        self.stand_ins = StandIns(module, self.meanings)
        self._reduced = ReducedClasses(self.networks, self.meanings)

    def of(self, found: FoundUnit) -> NormalForm:
        """Raises SourceError where the unit or a callee of it is nested too deeply to be printed."""
        if found.unit.kind == "kernel":
            name, unit = found.node.name, self._printed.kernel(found.node)
        elif found.owner is None:
            name, unit = found.node.name, self._printed.definition(found.node)
        else:
            name, unit = found.owner.name, self._method(found.owner, found.node)
        scopes: tuple[Names, ...] = (*(self.meanings.within(function) for function in found.enclosing), self._module)
        if found.owner is None or not self.networks.is_module(found.owner):
            chosen = self._registered(found)
            classes, marks = self._told_by_names(found)
            standing, rests_on = self.stand_ins.of(found, classes)
            marks |= rests_on
            if found.owner is not None and name in standing:
                # It is given others of its own class, which do all that is asked of them.
                bases = base_names(found.owner)
                others = {one for base in bases for one in left_open(base, self.meanings.class_of)}
                if any(self.stand_ins.node_kinds(base) for base in bases):
                    # Functions tell nodes apart, and ask these for what they are made of.
                    others |= field_names(found.owner)
                unit = self._method(found.owner, found.node, *sorted(others))
            unit = replace(unit, names=unit.names | classes | standing)
            form = self._with_context(name, unit, scopes, chosen, longest=LONGEST_CONSTANT)
            if len(form.text) > _LONGEST_WHOLE and not found.enclosing:
                instead = self._trimmed(unit, form.names - {name})
                short = self._with_context(name, unit, scopes, chosen, instead, LONGEST_CONSTANT)
                form = replace(form, text=short.text)
            return NormalForm(form.text, form.names | marks, form.has_stars)
        made = self.networks.made(found.owner)
        calls = [] if made.call is None else [made.call]
        rests_on = made.names | {CLASSES, call_mark(name), *(call_mark(one.name) for one in self.networks.all)}
        if (outer := self.networks.outer(found.owner)) is not None:
            rests_on |= outer.names
            form = self._within(found.owner, found.node, calls, outer)
            if len(form.text) <= _LONGEST_WITHIN:
                return replace(form, names=form.names | rests_on)
        form = self._with_context(name, unit, scopes, Piece.of_all(calls))
        return replace(form, names=form.names | rests_on)

    def _registered(self, found: FoundUnit) -> Piece | None:
        """The functions that a unit calls by the class of what it is given; None for one that does not."""
        if found.owner is not None or not found.node.decorator_list:
            return None
        scope = self.meanings.within(found.enclosing[0]) if found.enclosing else self._module.of(found.node.name)
        chosen = chosen_among(found.node, scope.definitions)
        return self._printed.definitions_of(chosen) if chosen else None

    def _told_by_names(self, found: FoundUnit) -> tuple[frozenset[str], frozenset[str]]:
        """Classes that a unit's parameters, and those of what makes its instance, are of by their names, and the marks
        on which that rests."""
        init = None if found.owner is None else method_of(found.owner, "__init__")
        functions = (found.node,) if init is None or init is found.node else (found.node, init)
        classes, marks = set[str](), set[str]()
        for function in functions:
            for name in free_parameters(function):
                marks.update(marks_of_parameter(name))
                one = self.implied.of(name, function) if stem_of_parameter(name) is None else None
                classes |= set() if one is None else {one.name}
        return frozenset(classes), frozenset(marks)

    def _trimmed(self, unit: Piece, names: Iterable[str]) -> dict[str, Piece]:
        """Of these names, the classes, without the methods that nothing mentions which the unit may reach."""
        classes: dict[str, ast.ClassDef] = {}
        led_to: dict[str, list[Piece]] = {}
        pending = [unit]
        for name in names:
            bound = self._module.of(name) if self._module.binds(name) else Bindings()
            definitions = bound.definitions.get(name, ())
            match definitions:
                case [ast.ClassDef() as node]:
                    classes[name] = node
                    pending.append(self._printed.class_with(node, frozenset()))
                    for method in filter(is_told_by_name, node.body):
                        led_to.setdefault(method.name, []).append(self._printed.definition(method))
                case _:
                    led_to.setdefault(name, []).extend(map(self._printed.definition, definitions))
                    constants = [bound.constants[name]] if name in bound.constants else []
                    pending += [self._printed.constant(one, LONGEST_CONSTANT) for one in constants]
        mentioned = set[str]()
        while pending:
            words = set(_WORD.findall(pending.pop().text)) - mentioned
            mentioned |= words
            pending += [piece for word in words for piece in led_to.get(word, ())]
        return {name: self._printed.class_with(node, mentioned) for name, node in classes.items()}

    def _within(self, owner: ast.ClassDef, unit: FunctionNode, calls: Sequence[ast.expr], outer: Outer) -> NormalForm:
        """With the module that instances of the unit's class are parts of, as far as it is needed to be called."""
        forward = method_of(outer.node, "forward")
        instead = {} if forward is None else {outer.node.name: self._method(outer.node, forward)}
        made = Piece.of_all([*calls, outer.call or ast.Name(outer.node.name, ast.Load())])
        return self._with_context(owner.name, self._method(owner, unit, "forward"), (self._module,), made, instead)

    def _with_context(
        self,
        own_name: str,
        unit: Piece,
        scopes: tuple[Names, ...],
        made: Piece | None,
        instead: Mapping[str, Piece] = MappingProxyType({}),
        longest: int = LONGEST_OF_MODULE,
    ) -> NormalForm:
        """
        Args:
            made: an expression that makes an instance of the unit's class; or what the unit calls without naming it.
            instead: pieces of the module that take the place of whole definitions.
            longest: characters of a constant's value.
        """
        # One name stands for one thing in a normal form, the one that is nearest: so it can be read again as a file.
        unit_names = unit.names | self.implied.of_parameters(unit) | (frozenset() if made is None else made.names)
        seen = {own_name, *map(mark, unit.stems)}
        imports: list[ImportedName] = []
        constants: dict[str, Constant] = {}
        callees: dict[str, str] = {}
        uses: dict[str, frozenset[str]] = {}
        some_unbound = False
        told: list[ast.Expr] = []
        read = set(unit.read) | (set() if made is None else made.read)
        pending = deque([(unit_names, scopes)])
        while pending:
            names, around = pending.popleft()
            for name in sorted(names - seen):
                seen.add(name)
                level = _level_of(name, around)
                if level is None:
                    some_unbound = some_unbound or name not in _GIVEN
                    continue
                scope = around[level].of(name)
                if name in scope.definitions:
                    piece = instead[name] if name in instead else self._printed.definitions_of(scope.definitions[name])
                    callees[name] = piece.text
                    uses[name] = piece.names | self.implied.of_parameters(piece)
                    read |= piece.read
                    seen.update(map(mark, piece.stems))
                elif name in scope.imports:
                    imports += scope.imports[name]
                elif name in scope.constants:
                    constants[name] = scope.constants[name]
                    piece = self._printed.constant(constants[name], longest)
                    uses[name] = piece.names
                    read |= piece.read
                    told += scope.told.get(name, ())
                if name in uses:
                    pending.append((uses[name], around[level:]))
        if some_unbound:
            imports += [ImportedName(star, star.names[0]) for star in self._module.star_imports]
        options = [one for one in told if option_names(one) & read]
        blocks = [
            unit.text,
            "\n".join(self._printed.import_lines(imports)),
            "\n".join(self._printed.constants_text(constants.values(), options, longest)),
            "" if made is None else made.text,
            *(callees[name] for name in nearest_first(unit_names, uses) if name in callees),
        ]
        return NormalForm("\n\n".join(block for block in blocks if block), frozenset(seen), some_unbound)

    def _method(self, owner: ast.ClassDef, unit: FunctionNode, *others: str) -> Piece:
        key = (others, self._reduced.longest_constant(owner))
        return self._printed.method(owner, unit, key, lambda: self._reduced.of(owner, unit, others))


def _level_of(name: str, scopes: Iterable[Names]) -> int | None:
    """Of the first scope that binds a name."""
    for level, scope in enumerate(scopes):
        if scope.binds(name):
            return level
    return None
