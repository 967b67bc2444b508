"""A unit that nobody calls -> the workload that its annotations, names and body suggest."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.classes.implied_classes import Implied
from perfcast.workload.arrays.autograd_contexts import with_contexts
from perfcast.workload.arrays.images import with_pictures
from perfcast.workload.arrays.roles import with_classes, with_targets
from perfcast.workload.arrays.sklearn_samples import with_samples
from perfcast.workload.arrays.squares import with_square_tables
from perfcast.workload.arrays.training_batches import with_batches
from perfcast.workload.arrays.unannotated_tensors import with_tensors
from perfcast.workload.code.docstrings import Said, documented_axes, of_axes
from perfcast.workload.code.parameters import is_none, parameters
from perfcast.workload.code.separators import named_separators
from perfcast.workload.defaults.dunder_methods import says_nothing, special_argument
from perfcast.workload.defaults.fitting_arrays import beside_tensors, with_fitting_arrays
from perfcast.workload.defaults.fitting_tables import beside_columns, with_columns_asked_for, with_tables_asked_alike
from perfcast.workload.defaults.guessed_types import NUMBERS
from perfcast.workload.defaults.literals import literal_argument, literal_of
from perfcast.workload.defaults.module_constructors import is_of_several, may_be_number, of_few_numbers, several_numbers
from perfcast.workload.defaults.parameter_shapes import ParameterShapes
from perfcast.workload.defaults.parameters import argument_for
from perfcast.workload.defaults.varargs import rest_arguments
from perfcast.workload.language.workload import TABLES, Argument, TypeExpression, Workload
from perfcast.workload.naming.layer_sizes import module_value
from perfcast.workload.naming.names import ANYTHING, BY_ATTRIBUTE
from perfcast.workload.numbers.clocks import with_clocks
from perfcast.workload.numbers.distinct import told_apart
from perfcast.workload.numbers.guards import is_empty, past_guards, wanted, within_guards
from perfcast.workload.numbers.intervals import with_spans
from perfcast.workload.numbers.random_generators import with_generators
from perfcast.workload.numbers.thresholds import with_thresholds
from perfcast.workload.sequences.compared_elements import with_alike
from perfcast.workload.sequences.equal_lengths import with_arrays_as_long, with_equal_lengths
from perfcast.workload.sequences.index_bounds import with_places
from perfcast.workload.sequences.ordering import with_orders
from perfcast.workload.sequences.own_places import with_own_places
from perfcast.workload.sequences.windows import with_windows
from perfcast.workload.structures.constants import Told
from perfcast.workload.structures.edges import with_edges
from perfcast.workload.structures.graphs import with_nodes
from perfcast.workload.structures.lookups import with_keys_of_instances, with_shared_keys
from perfcast.workload.structures.recursive import with_trees
from perfcast.workload.structures.shapes import LABEL
from perfcast.workload.structures.told_apart_parts import with_texts_told_apart
from perfcast.workload.tables.column_parameters import key_parameters, with_texts
from perfcast.workload.texts.brackets import with_balanced_texts
from perfcast.workload.texts.short import with_short_texts
from perfcast.workload.texts.templates import with_templates
from perfcast.workload.uses.awaitables import with_awaitables
from perfcast.workload.uses.iterators import with_iterators
from perfcast.workload.uses.parameter_uses import type_from_uses

_NOTHING: Final[Mapping[str, Told]] = MappingProxyType({})
#: Parameter without an annotation, and its function -> the class that it is of by its name, or None.
ClassFor = Callable[[str, ast.AST], Implied | None]


def default_workload(
    node: FunctionNode,
    size: int,
    *,
    drop_first: bool,
    classes: ClassFor = lambda parameter, function: None,
    of_module: bool = False,
    told: Mapping[str, Told] = _NOTHING,
    documented: Mapping[str, Said] = MappingProxyType({}),
    has_tensors: bool = False,
) -> Workload:
    """A workload for the unit's parameters, sized parts of about `size` elements each.

    Args:
        node: the function's definition.
        size: elements of each sized argument, and the value of integers that name a size.
        drop_first: the first parameter is ``self`` or ``cls``, which no workload names.
        classes: of the module around it.
        of_module: it is the constructor of a neural network's module.
        told: what constants and classes beside the unit tell, see `perfcast.workload.structures.constants`.
        documented: by name, what a docstring says of parameters without an annotation.
        has_tensors: where something is an array, it is a tensor, see `has_tensors_alone`.
    """
    arguments = []
    given = _given(node, drop_first=drop_first)
    keyed = key_parameters(node)
    texts = {**named_separators(node), **{name: (text,) for name, text in keyed.items()}}
    shapes = ParameterShapes(with_texts(node, texts) if texts else node, [one.arg for one, _ in given], told)
    axes = documented_axes(node)
    documented = {name: of_axes(found) for name, found in axes.items() if len(found) > 1} | dict(documented)
    for parameter, default in given:
        certain = _certain(node, parameter.arg, default, drop_first=drop_first)
        if certain is not None:
            arguments.append(certain)
        elif default is None and parameter.arg in keyed and shapes.have_key(keyed[parameter.arg]):
            arguments.append(literal_argument(parameter.arg, keyed[parameter.arg]))
        elif default is None:
            is_number = of_module and may_be_number(parameter)
            if is_number and is_of_several(node, parameter.arg):
                arguments.append(several_numbers(parameter.arg))
                continue
            value = module_value(parameter.arg) if is_number else None
            own = classes(parameter.arg, node) if says_nothing(node, parameter.annotation) else None
            if value is not None:
                arguments.append(literal_argument(parameter.arg, value))
            elif own is not None and _is_own(node, parameter.arg, own):
                arguments.append(_of_class(parameter.arg, own, size))
            else:
                argument = _as_documented(node, parameter, size, shapes, documented.get(parameter.arg))
                arguments.append(of_few_numbers(argument) if of_module else argument)
    said = {one.arg for one, _ in given if one.annotation is not None}
    needed = {one.arg for one, default in given if default is None}
    arguments = _of_libraries(node, arguments, needed, said, has_tensors=has_tensors)
    arguments = with_classes(node, with_targets(arguments, said, size), said)
    rest: list[Argument] = []
    if not of_module:
        arguments = with_edges(node, with_nodes(node, with_texts_told_apart(node, arguments), said, size))
        arguments = with_keys_of_instances(node, arguments, shapes.asked.places) if drop_first else arguments
        arguments = with_alike(node, arguments, needed - said, shapes.are_numbers)
        arguments = with_places(node, arguments, needed, shapes.numbers)
        if len(arguments) > 1:
            arguments = with_shared_keys(node, arguments, said, shapes.asked.places)
            arguments = with_spans(with_templates(node, arguments, size, needed, said), needed)
            arguments = told_apart(node, with_equal_lengths(node, arguments, needed), needed)
        arguments = with_orders(node, _with_what_fits(node, arguments, needed), needed)
        arguments = _with_numbers_that_fit(node, arguments, size, needed, said)
        written = {one.arg: one.annotation for one, default in given if default is None}
        arguments = with_awaitables(node, with_iterators(node, with_trees(node, arguments), written), written)
        rest = rest_arguments(node, size, drop_first=drop_first)
    arguments = with_fitting_arrays(
        node, arguments, size, {name: found for name, found in axes.items() if name in needed}
    )
    arguments = with_pictures(node, with_samples(node, arguments, needed, said, size), needed, said, size)
    arguments = with_windows(node, with_arrays_as_long(node, arguments, needed), needed)
    beside = arguments if of_module else _beside_networks(node, arguments, needed, said, size)
    return Workload((*rest, *with_square_tables(node, with_columns_asked_for(node, beside, needed), needed, size)))


def _of_libraries(
    node: FunctionNode, arguments: list[Argument], needed: set[str], said: set[str], *, has_tensors: bool
) -> list[Argument]:
    """With generators of random numbers, tensors and tables for what is used as such, or beside such."""
    arguments = with_generators(node, arguments, needed - said)
    arguments = beside_tensors(with_tensors(node, arguments, needed - said) if has_tensors else arguments, said)
    return with_tables_asked_alike(node, beside_columns(node, arguments, said), said)


def _with_what_fits(node: FunctionNode, arguments: list[Argument], needed: set[str]) -> list[Argument]:
    """Texts that are short where they are to be, and with brackets that belong together; places within lists."""
    texts = with_balanced_texts(node, with_short_texts(node, arguments, needed), needed)
    return with_own_places(node, texts, needed)


def _with_numbers_that_fit(
    node: FunctionNode, arguments: list[Argument], size: int, needed: set[str], said: set[str]
) -> list[Argument]:
    """Beside what they are compared with, and such that nothing turns them down."""
    compared = with_thresholds(node, with_clocks(node, arguments, size, needed), needed)
    return within_guards(node, past_guards(node, compared, needed, said), needed)


def _beside_networks(
    node: FunctionNode, arguments: list[Argument], needed: set[str], said: set[str], size: int
) -> list[Argument]:
    """With batches, and with what autograd functions are given."""
    return with_batches(node, with_contexts(node, arguments, needed - said, size), needed, said)


def _given(node: FunctionNode, *, drop_first: bool) -> list[tuple[ast.arg, ast.expr | None]]:
    """As `parameters`, without the defaults of those that are wanted all the same."""
    asked = wanted(node)
    return [
        (one, None if one.arg in asked and (is_empty(default) or is_none(default)) else default)
        for one, default in parameters(node, drop_first=drop_first)
    ]


def _as_documented(
    node: FunctionNode, parameter: ast.arg, size: int, shapes: ParameterShapes, said: Said | None
) -> Argument:
    """As `argument_for`, or as the docstring says where that is of none of the types that it names."""
    argument = argument_for(node, parameter, size, shapes)
    if said is None or _is_of_one(argument, said.kinds):
        return argument
    annotated = ast.arg(parameter.arg, annotation=said.annotation)
    found = argument_for(node, annotated, size, shapes)
    # Nobody can go through a number.
    is_other = found.type in NUMBERS and _is_container(type_from_uses(node, parameter.arg))
    return argument if is_other or found.type == ANYTHING else found


def _is_container(type_: TypeExpression | None) -> bool:
    return type_ is not None and (type_.is_sized or bool(type_.shape))


def _is_of_one(argument: Argument, kinds: frozenset[str]) -> bool:
    """Whether it is of one of the types by these names, or of the like of them."""
    type_ = argument.type
    if type_.name in TABLES:
        return not kinds.isdisjoint({*TABLES, "ndarray"})
    if type_.shape:
        return not kinds.isdisjoint({"ndarray", "Tensor"})
    if argument.has_value:
        return type(argument.value).__name__ in kinds
    is_text = type_.name in {"|", LABEL.name, "timestamp", "digits"} or type_.name[:1] in {"'", '"'}
    return ("str" if is_text else type_.name) in kinds


def _certain(node: FunctionNode, name: str, default: ast.expr | None, *, drop_first: bool) -> Argument | None:
    """What a parameter is given by what stands there, or by the method's own name; None where that is open."""
    if default is None:
        return special_argument(node, name) if drop_first else None
    literal = literal_of(default)
    return None if literal is None else literal_argument(name, literal)


def _is_own(node: FunctionNode, name: str, own: Implied) -> bool:
    """Whether nothing tells that a parameter is no more than what Python itself has."""
    return not own.asked or not own.asked <= BY_ATTRIBUTE.keys() or type_from_uses(node, name) is None


def _of_class(name: str, own: Implied, size: int) -> Argument:
    type_ = TypeExpression(own.name)
    return Argument(name, TypeExpression("list", (type_,)), (size,)) if own.several else Argument(name, type_)
