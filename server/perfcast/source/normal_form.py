"""A unit as the model reads it: the unit first, then what it uses from its file."""

import ast
import builtins
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Protocol, TypeGuard

from .classes.abstract import is_protocol, left_open, stand_in
from .classes.constructors import field_names, is_enumeration
from .classes.filling import filling_of, is_called_for_instance
from .classes.implied_classes import (
    ALL_CLASSES,
    CLASSES,
    Classes,
    Implied,
    asked_for,
    call_mark,
    class_among,
    class_attributes,
    class_of,
    free_parameters,
    mark,
    marks_of_parameter,
    stem_of_parameter,
)
from .classes.networks import MOST_CALLS, Made, Outer, made_by, mentioned, method_of
from .classes.node_kinds import NodeKinds, node_kinds
from .classes.preceding import opening, preceding
from .definitions.bases import base_names, extend_module
from .definitions.bindings import Bindings, Constant, Definition, ImportedName, chosen_among
from .definitions.calls import CallSite
from .definitions.dunder_methods import OF_TWO, called_name, last_name, special_methods
from .definitions.generics import NamedType
from .definitions.options import as_namespace, option_names, parsed, without_help
from .definitions.references import references
from .definitions.units import FoundUnit, FunctionNode
from .errors import SourceError
from .parsing.lines import LineIndex
from .parsing.walking import walk
from .printing import changed, print_code

LONGEST_CONSTANT = 80
"""Characters of a constant's value; a longer one is written as `...`."""
LONGEST_OF_MODULE = 2_000
"""The same for methods of neural networks' modules, many of which are made of a list of their layers."""

#: Decorators of Triton that choose among launches.
_TUNING = frozenset({"autotune", "heuristics"})
#: The module of torch's Inductor whose decorators do.
_TUNING_MODULE = "triton_heuristics"
#: Modules within one another that are looked at, and characters of a normal form with the outermost one.
_MOST_OUTER = 8
_LONGEST_WITHIN = 30_000
#: Characters of a normal form that has its classes whole: what is longer is neither looked into nor tried.
_LONGEST_WHOLE = 50_000
#: Decorators of methods that tell nobody of them, and those of what belongs to a property.
_OWN_DECORATORS = frozenset({"property", "cached_property", "staticmethod", "classmethod"})
_OF_PROPERTIES = frozenset({"setter", "getter", "deleter"})
_WORD = re.compile(r"\w+")
#: What a class that is extended may call on itself to be made, and what that is made by, part by part.
_HOOK = re.compile(r"_*(?:set_?up|init|build|create|make|configure|prepare)(?:_\w*)?")
_PART_OF_HOOK = re.compile(r"_*set_\w+")
#: Classes looked at of what a unit is called with, and of what these hold.
_MOST_HELD = 30
# What long work on a file may leave behind.
_MOST_KEPT = 50_000
# What needs no binding in the file.
_GIVEN = frozenset(dir(builtins)) | {"__file__", "__path__", "__class__", "__annotations__", "__builtins__"}
#: Bases that call nothing that is written in what extends them.
_IDLE_BASES = frozenset(dir(builtins)) | {"ABC", "Generic", "NamedTuple", "Protocol", "TypedDict"}


@dataclass(frozen=True)
class _Piece:
    """Code as printed, and the names it takes from around it."""

    text: str
    names: frozenset[str]
    stems: frozenset[str]
    """What the names of its parameters say of their classes, where nothing else does."""
    read: frozenset[str]
    """What stands behind dots."""

    @classmethod
    def of(cls, node: ast.AST) -> "_Piece":
        found = references(node)
        telling = {base: stem for base, _ in found.attributes if (stem := stem_of_parameter(base)) is not None}
        stems = {
            telling[part.arg]
            for part in (ast.walk(node) if telling else ())
            if isinstance(part, ast.arg) and part.annotation is None and part.arg in telling
        }
        return cls(print_code(node), found.names, frozenset(stems), frozenset(name for _, name in found.attributes))

    @classmethod
    def of_all(cls, nodes: Sequence[ast.expr]) -> "_Piece | None":
        """Of expressions, a line each; None of none."""
        lines = [cls.of(ast.Expr(node)) for node in nodes]
        names, read = (frozenset().union(*(getattr(line, part) for line in lines)) for part in ("names", "read"))
        return cls("\n".join(line.text for line in lines), names, frozenset(), read) if lines else None


class Names(Protocol):
    """What the names of a scope stand for: `Bindings`, or what makes them when asked."""

    @property
    def star_imports(self) -> list[ast.ImportFrom]: ...
    def binds(self, name: str) -> bool: ...
    def of(self, name: str) -> Bindings: ...
    @property
    def classes(self) -> Iterator[str]: ...

    @property
    def all_classes(self) -> Iterator[str]: ...
    def bases_of(self, name: str) -> tuple[str, ...]: ...


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

    What stands unchanged in the `previous` version of the file is taken from there. Of a version that `goes_on` from
    it, few normal forms are written anew; so that what the others consist of is not forgotten, both keep it together.
    """

    def __init__(
        self,
        module: Names,
        lines: LineIndex,
        previous: "NormalForms | None" = None,
        *,
        goes_on: bool = False,
        calls: Callable[[str], Iterable[CallSite]] = lambda name: (),
    ) -> None:
        """
        Args:
            calls: the file's calls of a name.
        """
        self._lines = lines
        self._calls = calls
        self._module = module
        self._scopes: dict[Definition, Bindings] = {}
        self._definitions: dict[Definition, _Piece] = {}
        self._constants: dict[tuple[Constant, int], _Piece] = {}
        self._imports: dict[tuple[ast.alias, ...], str] = {}
        self._members_used: dict[Definition, frozenset[str]] = {}
        self._attributes: dict[ast.ClassDef, frozenset[str]] = {}
        self._asked_by: dict[ast.ClassDef, frozenset[str]] = {}
        self._stand_ins: dict[str, str | None] = {}
        self._kinds: dict[str, NodeKinds | None] = {}
        self._outers: dict[ast.ClassDef, Outer | None] = {}
        self._mades: dict[ast.ClassDef, Made] = {}
        # By the source that alone decides about them: the lines of a definition, and what is taken of it.
        self._pieces: dict[tuple[object, ...], _Piece] = {}
        self._known: Mapping[tuple[object, ...], _Piece] = {} if previous is None else previous._pieces
        if previous is not None and goes_on and len(previous._pieces) < _MOST_KEPT:
            self._pieces, self._known = previous._pieces, previous._known

    def of(self, found: FoundUnit) -> NormalForm:
        """Raises SourceError where the unit or a callee of it is nested too deeply to be printed."""
        if found.unit.kind == "kernel":
            name, unit = found.node.name, self._kernel(found.node)
        elif found.owner is None:
            name, unit = found.node.name, self._definition(found.node)
        else:
            name, unit = found.owner.name, self._method(found.owner, found.node)
        scopes: tuple[Names, ...] = (*(self._scope(function) for function in found.enclosing), self._module)
        if found.owner is None or not self.is_module(found.owner):
            chosen = self._registered(found)
            classes, marks = self._told_by_names(found)
            standing, rests_on = self._standing_for_abstract(found, classes)
            marks |= rests_on
            if found.owner is not None and name in standing:
                # It is given others of its own class, which do all that is asked of them.
                bases = base_names(found.owner)
                others = {one for base in bases for one in left_open(base, self._class)}
                if any(self._node_kinds(base) for base in bases):
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
        made = self._made(found.owner)
        calls = [] if made.call is None else [made.call]
        rests_on = made.names | {CLASSES, call_mark(name), *(call_mark(one.name) for one in self._networks)}
        if (outer := self.outer(found.owner)) is not None:
            rests_on |= outer.names
            form = self._within(found.owner, found.node, calls, outer)
            if len(form.text) <= _LONGEST_WITHIN:
                return replace(form, names=form.names | rests_on)
        form = self._with_context(name, unit, scopes, _Piece.of_all(calls))
        return replace(form, names=form.names | rests_on)

    def _registered(self, found: FoundUnit) -> _Piece | None:
        """The functions that a unit calls by the class of what it is given; None for one that does not."""
        if found.owner is not None or not found.node.decorator_list:
            return None
        scope = self._scope(found.enclosing[0]) if found.enclosing else self._module.of(found.node.name)
        chosen = chosen_among(found.node, scope.definitions)
        return self._definitions_of(chosen) if chosen else None

    def _definitions_of(self, nodes: Sequence[Definition]) -> _Piece:
        """Of definitions that belong together, one below the other."""
        pieces = [self._definition(node) for node in nodes]
        names, stems, read = (
            frozenset().union(*(getattr(one, part) for one in pieces)) for part in ("names", "stems", "read")
        )
        text = "\n\n".join(one.text for one in pieces)
        return _Piece(text, names - {node.name for node in nodes}, stems, read)

    def _told_by_names(self, found: FoundUnit) -> tuple[frozenset[str], frozenset[str]]:
        """Classes that a unit's parameters, and those of what makes its instance, are of by their names, and the marks
        on which that rests."""
        init = None if found.owner is None else method_of(found.owner, "__init__")
        functions = (found.node,) if init is None or init is found.node else (found.node, init)
        classes, marks = set[str](), set[str]()
        for function in functions:
            for name in free_parameters(function):
                marks.update(marks_of_parameter(name))
                one = self.class_for(name, function) if stem_of_parameter(name) is None else None
                classes |= set() if one is None else {one.name}
        return frozenset(classes), frozenset(marks)

    def _standing_for_abstract(
        self, found: FoundUnit, implied: frozenset[str]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Classes of which instances are made where the unit is called with one of a class that leaves methods to
        others, and what it rests on that there are these.

        Args:
            implied: classes that its parameters are of by their names.
        """
        standing, seen, rests_on = set[str](), set[str](), set[str]()
        waiting = [
            *implied,
            *_annotated(found.node),
            *(() if found.owner is None else self._classes_asked_by(found.owner)),
        ]
        while waiting and len(seen) < _MOST_HELD:
            name = waiting.pop()
            if name in seen or self._class(name) is None:
                continue
            seen.add(name)
            kinds = self._node_kinds(name)
            if kinds is not None:
                rests_on.add(CLASSES)
                standing.update(*kinds)
                waiting += [*kinds.inner, *kinds.leaves]
            stands = self._stand_in(name)
            if stands is not None:
                rests_on.add(ALL_CLASSES if is_protocol(name, self._class) else CLASSES)
                name = stands
                standing.add(name)
            node = self._class(name)
            waiting += () if node is None else self._classes_asked_by(node)
        return frozenset(standing), frozenset(rests_on | (seen if rests_on else set()))

    def _stand_in(self, name: str) -> str | None:
        """What stands for a class that leaves methods to others; None for one that leaves none."""
        if name not in self._stand_ins:
            module, is_any = self._module, is_protocol(name, self._class)
            extending = (lambda: module.all_classes) if is_any else (lambda: module.classes)
            self._stand_ins[name] = stand_in(name, extending, self._class)
        return self._stand_ins[name]

    def _node_kinds(self, name: str) -> NodeKinds | None:
        """The classes of nodes of the trees that a class is of; None for one of no such trees."""
        if name not in self._kinds:
            self._kinds[name] = node_kinds(name, lambda: self._module.classes, self._class)
        return self._kinds[name]

    def _classes_asked_by(self, node: ast.ClassDef) -> frozenset[str]:
        """Names in what the parameters of a class's constructor, or its fields, are annotated with."""
        if node not in self._asked_by:
            init = method_of(node, "__init__")
            fields = [one.annotation for one in node.body if isinstance(one, ast.AnnAssign)]
            self._asked_by[node] = _names_in(fields) if init is None else _annotated(init)
        return self._asked_by[node]

    def _class(self, name: str) -> ast.ClassDef | None:
        found = self.meaning(name)
        return found if isinstance(found, ast.ClassDef) else None

    def _trimmed(self, unit: _Piece, names: Iterable[str]) -> dict[str, _Piece]:
        """Of these names, the classes, without the methods that nothing mentions which the unit may reach."""
        classes: dict[str, ast.ClassDef] = {}
        led_to: dict[str, list[_Piece]] = {}
        pending = [unit]
        for name in names:
            bound = self._module.of(name) if self._module.binds(name) else Bindings()
            definitions = bound.definitions.get(name, ())
            match definitions:
                case [ast.ClassDef() as node]:
                    classes[name] = node
                    pending.append(self._with_methods(node, frozenset()))
                    for method in filter(_is_told_by_name, node.body):
                        led_to.setdefault(method.name, []).append(self._definition(method))
                case _:
                    led_to.setdefault(name, []).extend(map(self._definition, definitions))
                    constants = [bound.constants[name]] if name in bound.constants else []
                    pending += [self._constant(one, LONGEST_CONSTANT) for one in constants]
        mentioned = set[str]()
        while pending:
            words = set(_WORD.findall(pending.pop().text)) - mentioned
            mentioned |= words
            pending += [piece for word in words for piece in led_to.get(word, ())]
        return {name: self._with_methods(node, mentioned) for name, node in classes.items()}

    def _with_methods(self, node: ast.ClassDef, names: Collection[str]) -> _Piece:
        """A class with the methods of these names, and those that are not called by their names alone."""
        body = [part for part in node.body if not _is_told_by_name(part) or part.name in names]
        kept = frozenset(part.name for part in body if _is_told_by_name(part))
        made = changed(node, body=body or [ast.Pass()])
        return self._piece((self._source(node), kept), lambda: _Piece.of(made))

    def _within(self, owner: ast.ClassDef, unit: FunctionNode, calls: Sequence[ast.expr], outer: Outer) -> NormalForm:
        """With the module that instances of the unit's class are parts of, as far as it is needed to be called."""
        forward = method_of(outer.node, "forward")
        instead = {} if forward is None else {outer.node.name: self._method(outer.node, forward)}
        made = _Piece.of_all([*calls, outer.call or ast.Name(outer.node.name, ast.Load())])
        return self._with_context(owner.name, self._method(owner, unit, "forward"), (self._module,), made, instead)

    def outer(self, owner: ast.ClassDef) -> Outer | None:
        """The module of the file that instances of one of its modules are parts of, the outermost one.

        None for what is part of nothing.
        """
        if owner not in self._outers:
            is_part = self.is_module(owner) and self.meaning(owner.name) is owner
            self._outers[owner] = self._outermost(owner) if is_part else None
        return self._outers[owner]

    def _outermost(self, owner: ast.ClassDef) -> Outer | None:
        outer: Outer | None = None
        seen, names = {owner.name}, frozenset({call_mark(owner.name)})
        while len(seen) < _MOST_OUTER:
            inner = owner.name if outer is None else outer.node.name
            node = next((one for one in self._mentioning.get(inner, ()) if one.name not in seen), None)
            call = None if node is None else self._made(node).call
            if node is None:
                node, call = self._made_with(inner, seen)
            if node is None:
                break
            seen.add(node.name)
            names |= {node.name, call_mark(node.name)} | (frozenset() if call is None else references(call).names)
            outer = Outer(node, call, names)
        return outer

    def _made_with(self, name: str, seen: Collection[str]) -> tuple[ast.ClassDef, ast.Call] | tuple[None, None]:
        """A module that the file makes of another one's class, or of what mentions it, and the call."""
        for node, sites in self._made_of.get(name, {}).items():
            if node.name not in seen:
                made = made_by(sites, node, self._module.binds, self.meaning)
                if made.call is not None:
                    return node, made.call
        return None, None

    @cached_property
    def _made_of(self) -> dict[str, dict[ast.ClassDef, list[CallSite]]]:
        """By a name that calls of the file's modules mention, these modules and calls."""
        found: dict[str, dict[ast.ClassDef, list[CallSite]]] = {}
        for node in self._networks:
            for site in islice(self._calls(node.name), MOST_CALLS):
                for name in references(site.node).names:
                    found.setdefault(name, {}).setdefault(node, []).append(site)
        return found

    @cached_property
    def _mentioning(self) -> dict[str, list[ast.ClassDef]]:
        """By a name, the file's modules that may make instances of it."""
        found: dict[str, list[ast.ClassDef]] = {}
        for node in self._networks:
            for name in mentioned(node):
                found.setdefault(name, []).append(node)
        return found

    @cached_property
    def _networks(self) -> list[ast.ClassDef]:
        """The file's modules."""
        found = (self.meaning(name) for name in self._module.classes if self.extend_module([name]))
        return [node for node in found if isinstance(node, ast.ClassDef)]

    def is_module(self, owner: ast.ClassDef) -> bool:
        """Whether a class of the file is one of PyTorch's modules."""
        return self.extend_module(base_names(owner))

    def extend_module(self, bases: Iterable[str]) -> bool:
        """Whether what extends such bases is one, see `base_names`."""
        return extend_module(bases, self._module.bases_of)

    def made_by(self, owner: ast.ClassDef) -> ast.Call | None:
        """How the file makes an instance of one of its neural networks' modules; None where that cannot be told."""
        return self._made(owner).call if self.is_module(owner) else None

    def _made(self, owner: ast.ClassDef) -> Made:
        if owner not in self._mades:
            calls = self._calls(owner.name) if self.meaning(owner.name) is owner else ()
            self._mades[owner] = made_by(calls, owner, self._module.binds, self.meaning)
        return self._mades[owner]

    def _with_context(
        self,
        own_name: str,
        unit: _Piece,
        scopes: tuple[Names, ...],
        made: _Piece | None,
        instead: Mapping[str, _Piece] = MappingProxyType({}),
        longest: int = LONGEST_OF_MODULE,
    ) -> NormalForm:
        """
        Args:
            made: an expression that makes an instance of the unit's class; or what the unit calls without naming it.
            instead: pieces of the module that take the place of whole definitions.
            longest: characters of a constant's value.
        """
        # One name stands for one thing in a normal form, the one that is nearest: so it can be read again as a file.
        unit_names = unit.names | self._implied(unit) | (frozenset() if made is None else made.names)
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
                    piece = instead[name] if name in instead else self._definitions_of(scope.definitions[name])
                    callees[name] = piece.text
                    uses[name] = piece.names | self._implied(piece)
                    read |= piece.read
                    seen.update(map(mark, piece.stems))
                elif name in scope.imports:
                    imports += scope.imports[name]
                elif name in scope.constants:
                    constants[name] = scope.constants[name]
                    piece = self._constant(constants[name], longest)
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
            "\n".join(self._import_lines(imports)),
            "\n".join(self._constants_text(constants.values(), options, longest)),
            "" if made is None else made.text,
            *(callees[name] for name in _nearest_first(unit_names, uses) if name in callees),
        ]
        return NormalForm("\n\n".join(block for block in blocks if block), frozenset(seen), some_unbound)

    def class_for(self, parameter: str, function: ast.AST) -> Implied | None:
        """The module's class that a parameter without an annotation is of; None where none is."""
        stem = stem_of_parameter(parameter)
        if stem is not None:
            found = self._class_of_stem(stem)
            return None if found is None else Implied(found)
        if not self.may_be_of_class(parameter):
            return None
        return class_of(asked_for(function, parameter), self._classes, self._attributes_of)

    def may_be_of_class(self, parameter: str) -> bool:
        """Whether the module has a class that the parameter may be of by its name."""
        stem = stem_of_parameter(parameter)
        marks = marks_of_parameter(parameter) if stem is None else (mark(stem),)
        return any(self._module.binds(one) for one in marks)

    def _class_of_stem(self, stem: str) -> str | None:
        bound = self._module.of(mark(stem))
        return class_among((*bound.definitions, *bound.imports), stem)

    def _classes(self, word: str) -> Classes:
        """Those that a word may mean."""
        found = self._module.of(mark(word)).definitions.items()
        return ((name, nodes[0]) for name, nodes in found if isinstance(nodes[0], ast.ClassDef))

    def _attributes_of(self, node: ast.ClassDef) -> frozenset[str]:
        if node not in self._attributes:
            self._attributes[node] = class_attributes(node)
        return self._attributes[node]

    def meaning(self, name: str) -> Definition | NamedType | ast.expr | None:
        """The definition, type or constant's value that a name of the module stands for; None for what is none."""
        bound = self._module.of(name)
        for definition in bound.definitions.get(name, ()):
            return definition
        if name in bound.types:
            return bound.types[name]
        value = bound.constants[name].value if name in bound.constants else None
        parser = parsed(value)
        return value if parser is None else as_namespace(self._module.of(parser).told.get(parser, ()))

    def _implied(self, piece: _Piece) -> frozenset[str]:
        """Classes of the module that its parameters are of."""
        found = map(self._class_of_stem, piece.stems)
        return frozenset(name for name in found if name is not None)

    def _scope(self, node: Definition) -> Bindings:
        if node not in self._scopes:
            self._scopes[node] = (
                Bindings.of_body(node.body) if isinstance(node, ast.ClassDef) else Bindings.of_function(node)
            )
        return self._scopes[node]

    def _definition(self, node: Definition) -> _Piece:
        if node not in self._definitions:
            self._definitions[node] = self._piece((self._source(node), 0), lambda: _Piece.of(node))
        return self._definitions[node]

    def _kernel(self, node: FunctionNode) -> _Piece:
        """Without what tunes it: a launch says which configuration it has."""
        kept = [decorator for decorator in node.decorator_list if not _is_tuning(decorator)]
        return self._piece((self._source(node), -1), lambda: _Piece.of(changed(node, decorator_list=kept)))

    def _method(self, owner: ast.ClassDef, unit: FunctionNode, *others: str) -> _Piece:
        key = (self._source(owner), unit.lineno - owner.lineno, others, self._longest(owner))
        return self._piece(key, lambda: _Piece.of(self._reduced_class(owner, unit, others)))

    def _longest(self, owner: ast.ClassDef) -> int:
        return LONGEST_OF_MODULE if self.is_module(owner) else LONGEST_CONSTANT

    def _constants_text(self, constants: Iterable[Constant], told: Iterable[ast.Expr], longest: int) -> list[str]:
        """In source order, the options of the command line between them."""
        lines = [(one.place, self._constant(one, longest).text) for one in constants]
        lines += [((one.lineno, one.col_offset, 0), print_code(without_help(one))) for one in told]
        return [text for _, text in sorted(lines)]

    def _constant(self, constant: Constant, longest: int) -> _Piece:
        if (constant, longest) not in self._constants:
            self._constants[constant, longest] = _Piece.of(_assignment(constant, longest))
        return self._constants[constant, longest]

    def _import_lines(self, names: Iterable[ImportedName]) -> list[str]:
        """The statements in source order, each with the needed names only."""
        statements: dict[ast.Import | ast.ImportFrom, list[ast.alias]] = {}
        for name in names:
            statements.setdefault(name.statement, []).append(name.alias)
        lines = []
        for statement, aliases in sorted(statements.items(), key=lambda item: (item[0].lineno, item[0].col_offset)):
            needed = tuple(alias for alias in statement.names if alias in aliases)
            if needed not in self._imports:
                self._imports[needed] = print_code(changed(statement, names=needed))
            lines.append(self._imports[needed])
        return lines

    def _piece(self, key: tuple[object, ...], make: Callable[[], _Piece]) -> _Piece:
        if key not in self._pieces:
            self._pieces[key] = self._known.get(key) or make()
        return self._pieces[key]

    def _source(self, node: Definition) -> str:
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        return self._lines.between(first, node.end_lineno or node.lineno)

    def _reduced_class(self, owner: ast.ClassDef, unit: FunctionNode, others: Iterable[str]) -> ast.ClassDef:
        """The class with the unit, then the attributes, what makes an instance, the methods that the unit uses through
        self, those that make an instance as what it extends asks for, others of these names, and last those that fill
        it."""
        members, longest = self._scope(owner), self._longest(owner)
        attributes: dict[str, Constant] = {}
        methods: dict[str, Sequence[Definition]] = {}
        uses: dict[str, frozenset[str]] = {}
        hooks = () if self.is_module(owner) else _hooks(owner)
        chosen = chosen_among(unit, members.definitions)
        asked = (self._uses_of_class(one, owner) for one in (unit, *chosen))
        start = frozenset().union(*asked) | {"__new__", "__init__", *hooks, *others}
        is_filled = not self.is_module(owner) and is_called_for_instance(unit)
        fillers = (*opening(owner, unit.name), *filling_of(owner), *preceding(owner, unit.name)) if is_filled else ()
        filling = frozenset(one.name for one in fillers)
        seen = {unit.name}
        pending = [start | filling]
        while pending:
            for name in pending.pop() - seen:
                seen.add(name)
                if name in members.definitions:
                    methods[name] = members.definitions[name]
                    uses[name] = frozenset().union(*(self._uses_of_class(one, owner) for one in methods[name]))
                elif name in members.constants:
                    attributes[name] = members.constants[name]
                    uses[name] = references(_assignment(attributes[name], longest)).names
                    if owner.name in uses[name]:
                        # What it holds is asked for as the unit asks others.
                        uses[name] |= {part.attr for part in walk(unit) if isinstance(part, ast.Attribute)}
                pending.append(uses.get(name, frozenset()))
        body: list[ast.stmt] = [unit, *chosen]
        body += [_assignment(one, longest) for one in _in_source_order(attributes.values())]
        order = dict.fromkeys((*_nearest_first(start, uses), *_nearest_first(filling, uses)))
        body += [method for name in order for method in methods.get(name, ())]
        return changed(owner, body=body)

    def _uses_of_class(self, member: Definition, owner: ast.ClassDef) -> frozenset[str]:
        """Names of the class body that the member uses: through self, through the class, and in its own header."""
        if member not in self._members_used:
            self._members_used[member] = (
                frozenset() if isinstance(member, ast.ClassDef) else _members_used(member, owner)
            )
        return self._members_used[member]


def _annotated(function: FunctionNode) -> frozenset[str]:
    """Names in what its parameters are annotated with."""
    arguments = function.args
    given = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return _names_in([one.annotation for one in given if one.annotation is not None])


def _names_in(annotations: Sequence[ast.expr]) -> frozenset[str]:
    said = [ast.AnnAssign(ast.Name("_", ast.Store()), one, None, 1) for one in annotations]
    return references(*said).names - {"_"} if said else frozenset()


def _hooks(owner: ast.ClassDef) -> set[str]:
    """Names of methods by which classes that it extends may let it make its instances; they take no arguments."""
    if all(last_name(base.value if isinstance(base, ast.Subscript) else base) in _IDLE_BASES for base in owner.bases):
        return set()
    methods = [part for part in owner.body if isinstance(part, ast.FunctionDef)]
    found = {one.name for one in methods if _HOOK.fullmatch(one.name) and not _needs_arguments(one)}
    return found | {one.name for one in methods if found and _PART_OF_HOOK.fullmatch(one.name)}


def _needs_arguments(method: ast.FunctionDef) -> bool:
    args = method.args
    return len(args.posonlyargs) + len(args.args) - len(args.defaults) > 1 or None in args.kw_defaults


def _is_told_by_name(part: ast.stmt) -> TypeGuard[FunctionNode]:
    """Whether a class's part is a method that only code runs which mentions its name."""
    if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) or part.name.startswith("__"):
        return False
    if _HOOK.fullmatch(part.name) or _PART_OF_HOOK.fullmatch(part.name):
        return False
    return all(
        one.attr in _OF_PROPERTIES if isinstance(one, ast.Attribute) else called_name(one) in _OWN_DECORATORS
        for one in part.decorator_list
    )


def _is_tuning(decorator: ast.expr) -> bool:
    if called_name(decorator) in _TUNING:
        return True
    match decorator:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module))):
            return module == _TUNING_MODULE
    return False


def _members_used(member: FunctionNode, owner: ast.ClassDef) -> frozenset[str]:
    bases = {owner.name}
    arguments = [*member.args.posonlyargs, *member.args.args]
    if arguments and not any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in member.decorator_list):
        bases.add(arguments[0].arg)
    used = references(member)
    nodes = list(ast.walk(member))
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    # An instance may go by any name: ``made = cls(); made.add(1)``, or come as the other side of an operator.
    is_made = owner.name in used.names or not called.isdisjoint(bases) or member.name in OF_TWO
    through = {attribute for base, attribute in used.attributes if base in bases or is_made}
    through |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and _is_of_method(node.value, bases)}
    is_whole = is_made or _stands_alone(nodes, bases)
    if is_whole or is_enumeration(owner):
        # Of an enumeration, its instances are all there are.
        through |= field_names(owner)
    if is_whole:
        through |= special_methods(nodes)
        if not called.isdisjoint(bases):
            # What a neural network's module does when it is called.
            through |= {"forward"}
    header = references(changed(member, body=[]))
    return frozenset(through | header.names - {member.name})


def _is_of_method(node: ast.expr, names: Collection[str]) -> bool:
    """Whether a method of one of the names gives it, that may be the instance: ``self.fit(x).transform(x)``."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    of = node.func.value
    return (isinstance(of, ast.Name) and of.id in names) or _is_of_method(of, names)


def _stands_alone(nodes: Sequence[ast.AST], names: Collection[str]) -> bool:
    """Whether one of the names is used other than for what is behind its dot."""
    before_dots = sum(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names
        for node in nodes
    )
    return sum(isinstance(node, ast.Name) and node.id in names for node in nodes) > before_dots


def _in_source_order(constants: Iterable[Constant]) -> list[Constant]:
    return sorted(constants, key=lambda constant: constant.place)


def _assignment(constant: Constant, longest: int) -> ast.Assign | ast.AnnAssign:
    """The constant as a statement of its own, its value `...` where that has more characters."""
    value = constant.value
    if value is not None and not _is_short(value, longest):
        value = ast.Constant(...)
    target = ast.Name(constant.name, ast.Store())
    statement: ast.Assign | ast.AnnAssign
    if constant.annotation is not None:
        statement = ast.AnnAssign(target, constant.annotation, value, simple=1)
    else:
        assert value is not None  # only an annotated name may stand without a value
        statement = ast.Assign([target], value)
    statement.lineno, statement.col_offset, _ = constant.place
    return statement


def _is_short(value: ast.expr, longest: int) -> bool:
    try:
        text = print_code(value)
    except SourceError:
        return False
    return len(text) <= longest and "\n" not in text


def _level_of(name: str, scopes: Iterable[Names]) -> int | None:
    """Of the first scope that binds a name."""
    for level, scope in enumerate(scopes):
        if scope.binds(name):
            return level
    return None


def _nearest_first(start: Iterable[str], uses: Mapping[str, frozenset[str]]) -> list[str]:
    """Keys of `uses` that can be reached from `start`, breadth first: truncation cuts the least direct."""
    order: dict[str, None] = {}
    pending = deque([start])
    while pending:
        for name in sorted(pending.popleft()):
            if name in uses and name not in order:
                order[name] = None
                pending.append(uses[name])
    return list(order)
