"""A unit of a file -> what it is called with, and who says so."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from weakref import WeakKeyDictionary

from perfcast.source import FunctionNode, Piece, SourceFile, Unit
from perfcast.source.classes.class_expressions import expressions_of, with_expressions
from perfcast.source.classes.constructors import constructor_of
from perfcast.source.classes.filling import filling_of, is_of_edges
from perfcast.source.classes.implied_classes import Implied, asked_for, class_attributes, free_parameters
from perfcast.source.classes.networks import method_of
from perfcast.source.definitions.bases import base_names
from perfcast.source.definitions.dunder_methods import OF_TWO
from perfcast.source.projects.aliases import annotated_names, is_alias, without_aliases
from perfcast.workload.arrays.tensors import WHOLE
from perfcast.workload.arrays.unannotated_tensors import has_tensors_alone
from perfcast.workload.code.docstrings import documented
from perfcast.workload.code.parameters import parameters, with_nones_wanted
from perfcast.workload.corrections.corrections import LeftOut
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.defaults.dunder_methods import COMPARING, says_nothing
from perfcast.workload.language.resizing import growing_count
from perfcast.workload.language.workload import ITEMS, Argument, TypeExpression, Workload
from perfcast.workload.libraries.numpy_names import called_by_name, imports_from_numpy, with_usual_names
from perfcast.workload.libraries.shadowed_names import without_namesakes
from perfcast.workload.naming.names import ANYTHING, INT
from perfcast.workload.networks import fitted
from perfcast.workload.origins.call_sites import CallSites, is_called
from perfcast.workload.origins.callees import (
    DEEPEST,
    Handing,
    element_handings,
    handings,
    line_handings,
    taken_by,
    taker,
    with_takers,
)
from perfcast.workload.origins.comments import IGNORE, Directive, Misreading, commented_workload, directives
from perfcast.workload.origins.doctests import doctest_workload
from perfcast.workload.origins.misfits import strange_type, suggested
from perfcast.workload.origins.zones import speaks_of_zones, with_zones
from perfcast.workload.receivers.membership import with_keys_there
from perfcast.workload.structures.constants import OWN, Told, asked_constants, told_by
from perfcast.workload.uses.asked_classes import class_asked_about
from perfcast.workload.uses.number_uses import is_reckoned_with
from perfcast.workload.uses.parameter_uses import type_from_uses

#: A node of a graph that is filled with numbers.
_NODE = 10
DEFAULT_SIZE = 1000
DEFAULT = "default"
"""Origin of a workload that rests on names and types alone."""
COMMENT = "comment"
"""Origin of one that a comment gives."""


@dataclass(frozen=True)
class Ways:
    """How a method of a neural network's module may be called, which nobody says.

    Attributes:
        own: likely workloads, the likeliest first; outer: of ``forward`` of the module that it is a part of.
    """

    own: tuple[Workload, ...]
    outer: tuple[Workload, ...]

    def chosen(self, found: int | Workload | None) -> Workload:
        """What trial runs have found, see `perfcast.trial.runs.trials.Trials.fitted`, in full; the likeliest where they
        have not.

        Of what the method was seen to be called with, the first axes alone grow, and numbers of classes or words are of
        the outer module's.
        """
        if not isinstance(found, Workload):
            return self.own[found or 0]
        words = next((one for way in self.outer for one in way.arguments if one.type.name == WHOLE), None)
        # Rows alone, beside what has more axes, are of a layer.
        first = 1 if max((len(one.type.shape) for one in found.arguments), default=0) == 1 else 0
        arguments = [
            replace(one, kept=tuple(range(1 if len(one.type.shape) > 1 else first, len(one.type.shape))))
            for one in found.arguments
        ]
        if words is not None:
            arguments = [
                replace(one, low=words.low, high=words.high) if one.type.name == WHOLE else one for one in arguments
            ]
        return Workload(tuple(arguments))


@dataclass(frozen=True)
class Resolved:
    """A unit's workload.

    Attributes:
        origin: 'comment', 'call on line N', 'doctest' or 'default'; 'call in FILE:N' where the project's code was seen
            to call it, 'default as call in FILE:N' for the like of that at the default size, 'default with what is made
            in FILE:N' where code of the project makes an instance that it could be called with, 'default corrected
            after ERROR' where what was made up raised that.
        default_size: the size that was assumed, where the workload rests on it alone; None elsewhere.
        misread: comments that should have been the workload and do not parse.
        directives: all that comments say to Perfcast about the unit.
        ways: what else it may be, for who can try; None where it is said, or nothing else comes to mind.
        is_unfit: nothing that was tried came to an end.
    """

    workload: Workload
    origin: str
    default_size: int | None = None
    misread: tuple[Misreading, ...] = ()
    directives: tuple[Directive, ...] = ()
    ways: Ways | None = None
    is_unfit: bool = False


# What one pass over a file finds serves all its units.
_calls_of: WeakKeyDictionary[SourceFile, CallSites] = WeakKeyDictionary()


@dataclass(frozen=True)
class _Asks:
    """Names on which it rests, by a unit's own lines, whether more of its file says what it takes.

    Attributes:
        bases: of its class, which may be a neural network's module.
        parameters: without an annotation, which may be of a class of the file.
        constants: and other classes, see `perfcast.workload.structures.constants.asked_constants`.
        annotations: which may stand for others.
        called: functions without a module, which may be NumPy's.
        handed: parameters that it only hands on, to what may be a function of the file, or a method of its class.
    """

    bases: tuple[str, ...]
    parameters: tuple[str, ...]
    constants: tuple[str, ...]
    annotations: tuple[str, ...]
    called: frozenset[str]
    handed: tuple[Handing, ...]


# By the lines around a unit, where it stands in them, and by size.
_settled: WeakKeyDictionary[Piece, dict[tuple[int, int], Resolved]] = WeakKeyDictionary()
# By the lines around a unit, and where it stands in them.
_asking: WeakKeyDictionary[Piece, dict[int, _Asks]] = WeakKeyDictionary()
# By the function's source, the classes that its parameters are of, what constants tell, and what stands for its
# parameters' annotations, which alone decide.
_Key = tuple[str, int, bool, bool, tuple[Implied | None, ...], tuple[tuple[str, Told], ...], str]
_defaults: dict[_Key, Workload] = {}
# As many as a file of 50,000 lines has, and more: fewer would all be forgotten before the next save.
_MOST_DEFAULTS = 10_000


def resolve(unit: Unit, file: SourceFile, size: int = DEFAULT_SIZE) -> Resolved:
    """The unit's workload, from the first of: its comment; the largest call in the file; doctests; defaults.

    Args:
        unit: of the file.
        file: parsed; nothing of it is run.
        size: of each sized argument where nothing but the default says.

    Raises:
        SourceError: the unit is not of the file.
    """
    place = file.place(unit)
    if place is None or is_called(unit, file) or _rests_on_others(_asks(unit, file, place), file):
        return _resolved(unit, file, size)
    # Nothing but its own lines says anything.
    piece, line = place
    known = _settled.setdefault(piece, {})
    found = known.get((line, size))
    if found is None:
        found = _resolved(unit, file, size)
        if not found.directives:
            # Else it tells where they stand.
            known[line, size] = found
    return found


def _resolved(unit: Unit, file: SourceFile, size: int) -> Resolved:
    said = tuple(directives(unit, file.lines))
    commented, misread = commented_workload(said, partial(_misfit, unit, file))
    if commented is not None:
        return Resolved(completed(commented, unit, file, size), COMMENT, directives=said)
    return replace(_unsaid(unit, file, size), misread=tuple(misread), directives=said)


def _unsaid(unit: Unit, file: SourceFile, size: int) -> Resolved:
    """Of a unit whose comments say nothing."""
    node = file.node(unit)
    drop_first = drops_first(unit, node)
    calls = _calls_of.get(file)
    if calls is None:
        calls = _calls_of.setdefault(file, CallSites())
    called = calls.largest(file, unit, node, drop_first=drop_first)
    if called is not None:
        return Resolved(called[0], f"call on line {called[1]}")
    tested = doctest_workload(node, drop_first=drop_first)
    if tested is not None:
        return Resolved(tested, "doctest")
    workload, ways = _default(file, unit, node, size, drop_first)
    return Resolved(workload, DEFAULT, resting_on(size, workload), ways=ways)


def fitting(resolved: Resolved, found: int | Workload | None, size: int) -> Resolved:
    """With what trial runs have found of its ways."""
    assert resolved.ways is not None
    workload = resolved.ways.chosen(found)
    return replace(resolved, workload=workload, default_size=resting_on(size, workload), ways=None)


def unknown_names(unit: Unit, file: SourceFile, workload: Workload) -> list[str]:
    """Names in a workload that none of the unit's parameters has, nor what stands before the dot where the workload
    says how much that holds."""
    node = file.node(unit)
    own = node.args.posonlyargs + node.args.args
    held = own[0].arg if drops_first(unit, node) else ""
    known = parameter_names(unit, file)
    takes_any = node.args.kwarg is not None
    named = [one for one in workload.arguments if one.name is not None]
    strange = [one for one in named if one.type.name == ITEMS and one.name != held]
    if not takes_any:
        strange += [one for one in named if one.type.name != ITEMS and one.name not in known]
    return [one.name or "" for one in strange]


def _misfit(unit: Unit, file: SourceFile, argument: Argument) -> str:
    """What is wrong with what a comment says of a unit's argument; '' where nothing is. Of a kernel's launch other code
    tells that."""
    if unit.kind == "kernel":
        return ""
    for name in unknown_names(unit, file, Workload((argument,))):
        return f"{unit.name} has no parameter {name!r}{suggested(name, parameter_names(unit, file))}"
    others = () if argument.name is not None else (IGNORE,)
    return strange_type(argument, file, parameter_names(unit, file), others)


def resting_on(size: int, workload: Workload) -> int | None:
    """The size, where a default workload rests on it."""
    return size if any(growing_count(one) > 1 or one.value == size for one in workload.arguments) else None


def completed(said: Workload, unit: Unit, file: SourceFile, size: int = DEFAULT_SIZE) -> Workload:
    """With all arguments named, and with defaults for the parameters that are left out and may not be.

    Raises:
        SourceError: the unit is not of the file.
    """
    node = file.node(unit)
    drop_first = drops_first(unit, node)
    needed = {name.arg: default is None for name, default in parameters(node, drop_first=drop_first)}
    named = said.named(tuple(needed))
    given = {argument.name for argument in named.arguments}
    lacking = {name for name, is_needed in needed.items() if is_needed} - given
    if unit.kind == "kernel" or None in given or not lacking:
        return named  # a kernel's launch says the rest; of what has no name nobody knows which parameter it is
    default, _ = _default(file, unit, node, size, drop_first)
    return Workload((*named.arguments, *(one for one in default.arguments if one.name in lacking)))


def _default(
    file: SourceFile, unit: Unit, node: FunctionNode, size: int, drop_first: bool, handing: tuple[Unit, ...] = ()
) -> tuple[Workload, Ways | None]:
    """As `default_workload`; in a file that was saved again, most functions are as they were.

    Args:
        handing: the units that hand something on to it, one to the next.
    """
    asks = _asks(unit, file, file.place(unit))
    owner = file.owner(unit) if file.extend_module(asks.bases) else None
    if owner is not None and file.is_module(owner):
        own = _of_module(file, node, owner, size, drop_first)
        outer = file.outer(owner)
        forward = None if outer is None else method_of(outer.node, "forward")
        around = [] if outer is None or forward is None else _of_module(file, forward, outer.node, size, True)
        return own[0], Ways(tuple(own), tuple(around)) if len(own) > 1 or around else None
    text = file.lines.between(node.lineno, node.end_lineno or node.lineno)
    classes = {name: file.class_for(name, node) for name in asks.parameters if file.may_be_of_class(name)}
    classes |= _other_side(file, unit, node) if drop_first else {}
    holder = file.owner(unit) if drop_first else None
    told = told_by(asks.constants, lambda name: holder if name == OWN and holder is not None else file.meaning(name))
    meant = _read_as(node, unit, file)
    meant = meant if holder is None else with_expressions(meant, expressions_of(holder))
    has_tensors = has_tensors_alone(file.text)
    key = (
        *(text, size, drop_first, has_tensors, tuple(classes.values()), tuple(told.items())),
        "" if meant is node else ast.unparse(meant),
    )
    known = _defaults.get(key)
    if known is None:
        if len(_defaults) >= _MOST_DEFAULTS:
            _defaults.clear()
        known = _defaults[key] = _made_up(meant, size, drop_first, classes, told, has_tensors=has_tensors)
    if node.name == "__init__" and any(map(_is_open, known.arguments)):
        known = _as_kept(known, file.owner(unit), size, classes)
    if holder is not None:
        known = with_keys_there(node, holder, known)
    known = with_zones(known, node, file.owner(unit), file)
    if holder is not None and any(map(is_of_edges, filling_of(holder))):
        # It is filled with edges between numbers, where nothing says what its nodes are: one of these.
        known = Workload(tuple(_as_node(one) if _is_open(one) else one for one in known.arguments))
    if not asks.handed or len(handing) == DEEPEST:
        return known, None
    others: dict[Unit, Workload] = {}
    return with_takers(known, asks.handed, lambda one: _taken(file, one, size, (*handing, unit), others)), None


def optional(unit: Unit, file: SourceFile, size: int = DEFAULT_SIZE) -> LeftOut:
    """What may be given for those of a unit's parameters that are None where they are left out, as far as something
    tells what they take then.

    Raises:
        SourceError: the unit is not of the file.
    """
    node = file.node(unit)
    wanting, names = with_nones_wanted(node)
    if not names:
        return LeftOut()
    classes = {name: file.class_for(name, node) for name in names if file.may_be_of_class(name)}
    meant = _read_as(wanting, unit, file)
    made = _made_up(meant, size, drops_first(unit, node), classes, {}, has_tensors=has_tensors_alone(file.text))
    return LeftOut.of(made.arguments, names)


def _read_as(node: FunctionNode, unit: Unit, file: SourceFile) -> FunctionNode:
    """A unit's definition with what its file's names stand for, where guesses go by names."""
    return with_usual_names(without_namesakes(without_aliases(node, file, file.owner(unit)), file), file)


def _as_node(argument: Argument) -> Argument:
    return replace(argument, type=INT, value=_NODE, has_value=True)


def _is_open(argument: Argument) -> bool:
    return argument.type == ANYTHING and not argument.has_value


def _as_kept(known: Workload, owner: ast.ClassDef | None, size: int, classes: Mapping[str, Implied | None]) -> Workload:
    """A constructor's workload, with what the class's other methods tell of what it but keeps."""
    made = None if owner is None else constructor_of([owner])
    if made is None:
        return known
    told = {one.name: one for one in _made_up(made, size, True, classes, {}).arguments if not _is_open(one)}
    return Workload(tuple(told.get(one.name, one) if _is_open(one) else one for one in known.arguments))


def _taken(
    file: SourceFile, handed: Handing, size: int, handing: tuple[Unit, ...], others: dict[Unit, Workload]
) -> Argument | None:
    """What a function of the file takes of what is handed on to it; None where there is none.

    Args:
        others: the workloads of those that were asked before, to which that of another one is added.
    """
    unit = taker(handed, handing[-1], file)
    if unit is None or unit in handing:
        return None
    node = file.node(unit)
    drop_first = drops_first(unit, node)
    if unit not in others:
        others[unit], _ = _default(file, unit, node, size, drop_first, handing)
    found = taken_by(others[unit], node, handed.place, drop_first=drop_first)
    # Another instance's first place is as good as none.
    return None if handed.of and found is not None and found.type == INT and found.has_value else found


def _made_up(
    node: FunctionNode,
    size: int,
    drop_first: bool,
    classes: Mapping[str, Implied | None],
    told: Mapping[str, Told],
    *,
    has_tensors: bool = False,
) -> Workload:
    try:
        return default_workload(
            node,
            size,
            drop_first=drop_first,
            classes=lambda parameter, function: classes.get(parameter),
            told=told,
            documented=documented(node),
            has_tensors=has_tensors,
        )
    except Exception:
        # Whatever a body looks like while it is written, the rest of its file goes on.
        return _of_anything(node, drop_first)


def unresolved(unit: Unit, file: SourceFile) -> Resolved:
    """What is said of a unit that nothing can be found out about.

    Raises:
        SourceError: the unit is not of the file.
    """
    node = file.node(unit)
    return Resolved(_of_anything(node, drops_first(unit, node)), "default", is_unfit=True)


def _of_anything(node: FunctionNode, drop_first: bool) -> Workload:
    needed = (one.arg for one, default in parameters(node, drop_first=drop_first) if default is None)
    return Workload(tuple(Argument(name, TypeExpression("object")) for name in needed))


def _other_side(file: SourceFile, unit: Unit, node: FunctionNode) -> dict[str, Implied | None]:
    """The other side of an operator of a class, where it is asked for what that class has, or is only handed on."""
    owner = file.owner(unit) if node.name in OF_TWO and len(node.args.args) == 2 else None
    if owner is None or not says_nothing(node, node.args.args[1].annotation):
        return {}
    other = node.args.args[1].arg
    if node.name in COMPARING and node.args.args[1].annotation is not None and class_asked_about(node, other) is None:
        return {other: Implied(owner.name)}
    asked = asked_for(node, other).itself
    is_handed_on = other == "other" and type_from_uses(node, other) is None and class_asked_about(node, other) is None
    is_alike = asked <= class_attributes(owner) if asked else is_handed_on and not is_reckoned_with(node, other)
    return {other: Implied(owner.name)} if is_alike else {}


def _of_module(
    file: SourceFile, node: FunctionNode, owner: ast.ClassDef, size: int, drop_first: bool
) -> list[Workload]:
    """What a method of a neural network's module may be called with, the likeliest first."""
    of_module = node.name == "__init__"
    workload = default_workload(node, size, drop_first=drop_first, classes=file.class_for, of_module=of_module)
    try:
        return fitted(workload, node, owner, file, size)
    except Exception:
        # Whatever a constructor holds, the editor goes on.
        return [workload]


def _rests_on_others(asks: _Asks, file: SourceFile) -> bool:
    """Whether more of the file than its own lines says what a unit takes: its class, those of its parameters,
    constants, functions that it hands something on to."""
    is_told = any(file.meaning(name) is not None for name in asks.constants)
    is_meant = any(is_alias(name, file) for name in asks.annotations)
    # A method of the same instance may hand on what it is given, too.
    names = {name for one in asks.handed for name in (one.of_class or one.function, one.of) if name}
    is_handed_on = any(one.of_self for one in asks.handed) or any(file.meaning(name) is not None for name in names)
    return (
        is_told
        or is_meant
        or is_handed_on
        or file.extend_module(asks.bases)
        or speaks_of_zones(file)
        or any(imports_from_numpy(name, file) for name in asks.called)
        or any(map(file.may_be_of_class, asks.parameters))
    )


def _asks(unit: Unit, file: SourceFile, place: tuple[Piece, int] | None) -> _Asks:
    """Read once for as long as the lines are as they are, which is often when units have but moved."""
    known = {} if place is None else _asking.setdefault(place[0], {})
    line = 0 if place is None else place[1]
    if line not in known:
        owner = file.owner(unit)
        bases = () if owner is None else base_names(owner)
        node = file.node(unit)
        # What the file holds as text calls nothing of the file.
        handed: tuple[Handing, ...] = ()
        if place is not None:
            own = drops_first(unit, node)
            handed = (
                *handings(node, drop_first=own),
                *element_handings(node, drop_first=own),
                *line_handings(node, drop_first=own),
            )
        annotations = annotated_names(node, owner)
        known[line] = _Asks(
            bases, free_parameters(node), asked_constants(node), annotations, called_by_name(node), handed
        )
    return known[line]


def drops_first(unit: Unit, node: FunctionNode) -> bool:
    """Whether what stands before the dot is the unit's first parameter, which no workload names."""
    static = any(
        isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in node.decorator_list
    )
    return unit.kind == "method" and not static and bool(node.args.posonlyargs or node.args.args)


def parameter_names(unit: Unit, file: SourceFile) -> tuple[str, ...]:
    """The names that a workload of the unit may use, in order; without ``self``, ``*args`` and ``**kwargs``.

    Raises:
        SourceError: the unit is not of the file.
    """
    node = file.node(unit)
    return tuple(parameter.arg for parameter, _ in parameters(node, drop_first=drops_first(unit, node)))
