"""A unit that nobody calls -> the workload that its annotations, names and body suggest."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.classes.implied_classes import Implied
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.arrays.autograd_contexts import with_contexts
from perfcast.workload.arrays.images import with_pictures
from perfcast.workload.arrays.ranks import rank
from perfcast.workload.arrays.roles import SAMPLE_TARGETS, SAMPLES, with_classes, with_roles, with_targets
from perfcast.workload.arrays.sklearn_samples import with_samples
from perfcast.workload.arrays.squares import with_square_tables
from perfcast.workload.arrays.tensors import CLASSES, TENSOR, WHOLE, conventional_ranks, holds_classes, is_tensor
from perfcast.workload.arrays.training_batches import with_batches
from perfcast.workload.arrays.unannotated_tensors import with_tensors
from perfcast.workload.code.body import parts_of
from perfcast.workload.code.docstrings import Said, documented_axes, of_axes
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.regexes import Expression
from perfcast.workload.code.separators import named_separators, separators
from perfcast.workload.defaults.dunder_methods import says_nothing, special_argument
from perfcast.workload.defaults.varargs import COUNT, are_short, is_telling, named_rest, type_by_word
from perfcast.workload.language.resizing import RECORD_LENGTH, resized
from perfcast.workload.language.workload import (
    BETWEEN,
    DEFAULT_CONTAINER,
    DEFAULT_STRING,
    DTYPES,
    ELEMENT_TYPE,
    LAUNCH,
    LINE_LENGTH,
    NETWORK,
    OPTIMISER,
    PICTURE,
    TABLES,
    TORCH_DTYPES,
    Argument,
    Literal,
    TypeExpression,
    Workload,
    read_pattern,
)
from perfcast.workload.naming.layer_sizes import is_shape, module_list, module_value
from perfcast.workload.naming.names import (
    A_TENSOR,
    ANYTHING,
    ARRAY,
    BOOL,
    BY_ATTRIBUTE,
    BYTES,
    DICT,
    FINDING,
    FLOAT,
    FOUND,
    FUNCTION,
    INT,
    INTS,
    MATRIX,
    OPEN_BYTES,
    OPEN_TEXT,
    SIZE_NAMES,
    STR,
    STRS,
    TABLE,
    bears,
    by_name,
    is_character,
    is_long_text,
    is_named_as_table,
    is_short_text,
    is_whole_text,
    last_word,
    of_pandas,
)
from perfcast.workload.naming.usual_formats import look
from perfcast.workload.naming.usual_numbers import usual, usual_rate
from perfcast.workload.numbers.distinct import told_apart
from perfcast.workload.numbers.divisibility import is_better_prime
from perfcast.workload.numbers.guards import is_bounded_by_own, is_empty, past_guards, wanted, within_guards
from perfcast.workload.numbers.intervals import with_spans
from perfcast.workload.numbers.primes import next_prime
from perfcast.workload.sequences.compared_elements import with_alike
from perfcast.workload.sequences.equal_lengths import with_arrays_as_long, with_equal_lengths
from perfcast.workload.sequences.grids import largest_beside_walls, with_few_walls
from perfcast.workload.sequences.index_bounds import with_places
from perfcast.workload.sequences.ordering import with_orders
from perfcast.workload.sequences.windows import with_windows
from perfcast.workload.structures.constants import Told, own_constants
from perfcast.workload.structures.edges import with_edges
from perfcast.workload.structures.graphs import with_nodes
from perfcast.workload.structures.lookups import with_keys_of_instances, with_shared_keys
from perfcast.workload.structures.nested_dicts import is_nested_table
from perfcast.workload.structures.reader import Questions, questions, shapes_of
from perfcast.workload.structures.recursive import with_trees
from perfcast.workload.structures.shapes import (
    DATETIME,
    DIGITS,
    LABEL,
    TIMESTAMP,
    Shape,
    texts_among,
    type_alike,
    type_of,
)
from perfcast.workload.structures.told_apart_parts import with_texts_told_apart
from perfcast.workload.tables.column_parameters import key_parameters, with_texts
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.texts.asked_lines import with_asked_lines
from perfcast.workload.texts.brackets import with_balanced_texts
from perfcast.workload.texts.characters import are_digits, is_text_by_parts
from perfcast.workload.texts.line_patterns import WORD, line_pattern, pattern_with_matches
from perfcast.workload.texts.short import with_short_texts
from perfcast.workload.texts.source_code import code_argument
from perfcast.workload.texts.tokens import token_pattern
from perfcast.workload.uses.awaitables import with_awaitables
from perfcast.workload.uses.fallback_uses import type_told_last
from perfcast.workload.uses.iterators import ONCE, with_iterators
from perfcast.workload.uses.parameter_uses import (
    attributes_of,
    class_asked_about,
    compared_with,
    is_asked_as_function,
    is_bound_anew,
    is_called_itself,
    is_counted_through,
    is_counted_with,
    is_name,
    is_one_character,
    is_part_length,
    is_place,
    is_reckoned_with,
    is_sliced,
    is_step,
    is_taken_apart,
    is_wanted,
    is_whole,
    library_type,
    makes_array,
    reads_bytes,
    type_from_uses,
)

#: Loops and recursion over a number itself: what it may be where nothing says.
_SMALL_INTEGER: Final = 10
_RECURSIVE_INTEGER: Final = 20
#: Characters of a text that an argument says as it is.
LONGEST_LITERAL: Final = 40
#: Characters of texts that are short by their names.
_SHORT_TEXT: Final = 10
#: Letters that a text has besides what is looked for in it, and for each of these.
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_DIGITS: Final = "0123456789"
_BITS: Final = "01"
_LETTERS_EACH: Final = 8
#: Characters that a line has room for besides what a regular expression finds in it.
_MOST_BESIDES: Final = 4
#: Numbers up to this stand for kinds of cells.
_FEW: Final = 16
_NOTHING: Final[Mapping[str, Told]] = MappingProxyType({})

_ABSTRACT_CONTAINERS: Final = {
    **dict.fromkeys(
        ("Sequence", "MutableSequence", "Iterable", "Iterator", "Generator", "Collection", "List", "Reversible"),
        "list",
    ),
    **dict.fromkeys(("Mapping", "MutableMapping", "Dict", "DefaultDict", "defaultdict", "OrderedDict"), "dict"),
    **dict.fromkeys(("Set", "AbstractSet", "MutableSet"), "set"),
    "FrozenSet": "frozenset",
    "Deque": "deque",
    "Tuple": "tuple",
    "Text": "str",
    "AnyStr": "str",
    "ByteString": "bytes",
}
#: Texts that may say one record, in which something is.
_OF_ONE_RECORD: Final = frozenset({"json", "xml"})
_SPELLED: Final = frozenset({"str", "bytes"})
_ELEMENTS: Final = {
    "list": (INT,),
    "set": (INT,),
    "frozenset": (INT,),
    "deque": (INT,),
    "tuple": (INT, TypeExpression("...")),
    "dict": (STR, INT),
    "Counter": (STR,),
}
#: What dictionaries may hold by annotations, besides numbers and texts.
_HELD: Final = frozenset({"list", "dict", "set"})
#: Lists of lists that are as long one way as the other.
_TABULAR: Final = frozenset({"matrix", "mat", "grid", "board", "image", "maze", "table"})
#: Those each of which is two numbers.
_PAIRS: Final = frozenset({"edges", "intervals", "points", "pairs"})
_PAIR: Final = 2
#: Numbers of which none is 0: with one that is, a sum is found in endless ways.
_POSITIVE: Final = frozenset({"coins", "denominations", "candidates"})
#: Last words of numbers of what there are few of, however much falls into them.
_FEW_PARTS: Final = frozenset({"k", "classes", "clusters", "components", "workers", "neighbors", "neighbours"})
#: Letters that count whether small or not.
_CAPITALS: Final = frozenset({"I", "J", "K", "M", "N"})
#: Names of what is a dictionary, or a list of texts.
_HEADERS: Final = frozenset({"header", "headers"})
_LISTS: Final = (INTS, MATRIX, ARRAY)
#: Guesses that what the body asks for may tell to be a table or a column.
_PERHAPS_TABULAR: Final = (None, INT, FLOAT, INTS, DICT, ARRAY, TABLE)
#: What a body may say more of than names and loops do.
_BY_PARTS: Final = (INT, INTS, STRS, MATRIX, DICT, ANYTHING)
_NUMBERS: Final = (INT, FLOAT, BOOL)
_ARRAYS: Final = {"ndarray", "NDArray", "ArrayLike"}
_TENSORS: Final = {"Tensor", "FloatTensor"}
#: Annotations of what may be anything, or have any attributes.
_SAYING_NOTHING: Final = frozenset({"", "None", "Any", "object", "NoneType", "T", "Namespace", "SimpleNamespace"})
#: Types that a name alone may say.
_NODES: Final = frozenset({"TreeNode", "ListNode"})
#: Abstract types of what Python can make a number, a path or bytes of -> one that is such itself.
_ABSTRACT: Final = {
    **dict.fromkeys(("SupportsIndex", "SupportsInt"), INT),
    **dict.fromkeys(("SupportsFloat", "SupportsAbs", "SupportsRound"), FLOAT),
    **dict.fromkeys(("PathLike", "StrPath", "Hashable"), STR),
    "ReadableBuffer": TypeExpression("bytes"),
}
#: Width and height.
_PICTURE_SIZE: Final = (640, 480)
_HANDED: Final = {
    "Match": FOUND,
    "Pattern": FINDING,
    **dict.fromkeys(("IO", "TextIO", "TextIOBase", "TextIOWrapper", "StringIO"), OPEN_TEXT),
    "Optimizer": TypeExpression(OPTIMISER),
    **dict.fromkeys(("BinaryIO", "BytesIO", "BufferedIOBase", "BufferedReader", "BufferedWriter"), OPEN_BYTES),
}


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
    shapes = _Shapes(with_texts(node, texts) if texts else node, [one.arg for one, _ in given], told)
    axes = documented_axes(node)
    documented = {name: of_axes(found) for name, found in axes.items() if len(found) > 1} | dict(documented)
    for parameter, default in given:
        certain = _certain(node, parameter.arg, default, drop_first=drop_first)
        if certain is not None:
            arguments.append(certain)
        elif default is None and parameter.arg in keyed and shapes.have_key(keyed[parameter.arg]):
            arguments.append(literal_argument(parameter.arg, keyed[parameter.arg]))
        elif default is None:
            is_number = of_module and _may_be_number(parameter)
            if is_number and _is_of_several(node, parameter.arg):
                arguments.append(_list_argument(parameter.arg))
                continue
            value = module_value(parameter.arg) if is_number else None
            own = classes(parameter.arg, node) if says_nothing(node, parameter.annotation) else None
            if value is not None:
                arguments.append(literal_argument(parameter.arg, value))
            elif own is not None and _is_own(node, parameter.arg, own):
                arguments.append(_of_class(parameter.arg, own, size))
            else:
                argument = _as_documented(node, parameter, size, shapes, documented.get(parameter.arg))
                arguments.append(_of_few(argument) if of_module else argument)
    said = {one.arg for one, _ in given if one.annotation is not None}
    needed = {one.arg for one, default in given if default is None}
    arguments = _beside_tensors(with_tensors(node, arguments, needed - said) if has_tensors else arguments, said)
    arguments = with_classes(node, with_targets(_beside_columns(node, arguments, said), said, size), said)
    rest: list[Argument] = []
    if not of_module:
        arguments = with_edges(node, with_nodes(node, with_texts_told_apart(node, arguments), said, size))
        arguments = with_keys_of_instances(node, arguments, shapes.asked.places) if drop_first else arguments
        arguments = with_alike(node, arguments, needed - said, shapes.are_numbers)
        arguments = with_places(node, arguments, needed, shapes.numbers)
        if len(arguments) > 1:
            arguments = with_shared_keys(node, arguments, said, shapes.asked.places)
            arguments = with_spans(arguments, needed)
            arguments = told_apart(node, with_equal_lengths(node, arguments, needed), needed)
        arguments = with_orders(node, _with_texts_that_fit(node, arguments, needed), needed)
        arguments = within_guards(node, past_guards(node, arguments, needed, said), needed)
        written = {one.arg: one.annotation for one, default in given if default is None}
        arguments = with_awaitables(node, with_iterators(node, with_trees(node, arguments), written), written)
        rest = _rest(node, size, drop_first=drop_first)
    arguments = _fitting(node, arguments, size, {name: found for name, found in axes.items() if name in needed})
    arguments = with_pictures(node, with_samples(node, arguments, needed, said, size), needed, said, size)
    arguments = with_windows(node, with_arrays_as_long(node, arguments, needed), needed)
    beside = arguments if of_module else _beside_networks(node, arguments, needed, said, size)
    return Workload((*rest, *with_square_tables(node, _with_columns(node, beside, needed), needed, size)))


def _with_texts_that_fit(node: FunctionNode, arguments: list[Argument], needed: set[str]) -> list[Argument]:
    """Short where they are to be, and with brackets that belong together."""
    return with_balanced_texts(node, with_short_texts(node, arguments, needed), needed)


def _beside_networks(
    node: FunctionNode, arguments: list[Argument], needed: set[str], said: set[str], size: int
) -> list[Argument]:
    """With batches, and with what autograd functions are given."""
    return with_batches(node, with_contexts(node, arguments, needed - said, size), needed, said)


def _given(node: FunctionNode, *, drop_first: bool) -> list[tuple[ast.arg, ast.expr | None]]:
    """As `parameters`, without the defaults of those that are wanted all the same."""
    asked = wanted(node)
    return [
        (one, None if one.arg in asked and (is_empty(default) or _is_none(default)) else default)
        for one, default in parameters(node, drop_first=drop_first)
    ]


def _is_none(default: ast.expr | None) -> bool:
    return isinstance(default, ast.Constant) and default.value is None


def _as_documented(node: FunctionNode, parameter: ast.arg, size: int, shapes: _Shapes, said: Said | None) -> Argument:
    """As `_argument`, or as the docstring says where that is of none of the types that it names."""
    argument = _argument(node, parameter, size, shapes)
    if said is None or _is_of_one(argument, said.kinds):
        return argument
    annotated = ast.arg(parameter.arg, annotation=said.annotation)
    found = _argument(node, annotated, size, shapes)
    # Nobody can go through a number.
    is_other = found.type in _NUMBERS and _is_container(type_from_uses(node, parameter.arg))
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
    literal = _literal(default)
    return None if literal is None else literal_argument(name, literal)


def _rest(node: FunctionNode, size: int, *, drop_first: bool) -> list[Argument]:
    """What a function is given that takes any number of a kind; nothing where neither annotation nor name tells it."""
    rest = named_rest(node, drop_first=drop_first)
    type_ = None if rest is None else _from_annotation(rest.annotation)
    if rest is None or type_ is None or any(leaf not in (*_NUMBERS, STR) for leaf in type_.leaves()):
        type_ = None if rest is None or is_telling(rest.annotation) else type_by_word(rest.arg)
    if rest is None or type_ is None:
        return []
    if type_ == INT:
        return [Argument(None, INT, value=_SMALL_INTEGER, has_value=True)] * COUNT
    if type_ == STR and are_short(rest.arg):
        return [_short(None, _SHORT_TEXT)] * COUNT
    each = _with_bounds(Argument(None, type_, tuple(10 for _ in type_.sized())))
    return [resized(Workload((each,)), size).arguments[0]] * COUNT


def _beside_columns(node: FunctionNode, arguments: list[Argument], annotated: Collection[str]) -> list[Argument]:
    """With a table for the samples that a column has targets of, where nothing else says what they are."""
    columns = [one for one in arguments if one.type.name == "Series" and not one.has_value]
    rows = {one.name: one.type.shape[0] for one in columns}
    if SAMPLE_TARGETS not in rows:
        return arguments
    is_free = SAMPLES not in annotated and type_from_uses(node, SAMPLES) in (None, DICT)
    table = replace(TABLE, shape=(rows[SAMPLE_TARGETS], *TABLE.shape[1:]))
    return [Argument(one.name, table) if one.name == SAMPLES and is_free else one for one in arguments]


def _beside_tensors(arguments: list[Argument], annotated: Collection[str]) -> list[Argument]:
    """With tensors in the place of arrays that nothing says are NumPy's, where others are tensors."""
    if not any(is_tensor(one.type) for one in arguments):
        return arguments
    return [
        replace(one, type=replace(one.type, name=TENSOR))
        if one.type.name == ARRAY.name and one.name not in annotated
        else one
        for one in arguments
    ]


def _is_own(node: FunctionNode, name: str, own: Implied) -> bool:
    """Whether nothing tells that a parameter is no more than what Python itself has."""
    return not own.asked or not own.asked <= BY_ATTRIBUTE.keys() or type_from_uses(node, name) is None


def _of_class(name: str, own: Implied, size: int) -> Argument:
    type_ = TypeExpression(own.name)
    return Argument(name, TypeExpression("list", (type_,)), (size,)) if own.several else Argument(name, type_)


def _fitting(
    node: FunctionNode, arguments: list[Argument], size: int, axes: Mapping[str, tuple[int | None, ...]]
) -> list[Argument]:
    """Arrays of as many dimensions as the unit uses, all of one length, as that of a number that names it.

    Args:
        axes: of those of which a docstring says how many they have, each one's length, None where that is open.
    """
    found = _of_ranks(node, arguments, size, {name: len(said) for name, said in axes.items()})
    return [_of_lengths(one, axes.get(one.name or "", ())) if _is_array(one) else one for one in found]


def _of_lengths(argument: Argument, axes: tuple[int | None, ...]) -> Argument:
    """With axes of the lengths that are certain, which do not grow."""
    shape = argument.type.shape
    if len(shape) != len(axes) or not any(axes):
        return argument
    kept = {place for place, length in enumerate(axes) if length is not None} | set(argument.kept)
    lengths = tuple(said or length for said, length in zip(axes, shape, strict=True))
    return replace(argument, type=replace(argument.type, shape=lengths), kept=tuple(sorted(kept)))


def _of_ranks(
    node: FunctionNode, arguments: list[Argument], size: int, documented: Mapping[str, int]
) -> list[Argument]:
    """As `_fitting`, but for axes of certain lengths."""
    ranks = {one.name: rank(node, one.name) for one in arguments if one.name is not None and _is_array(one)}
    ranks = {name: max(found, documented.get(name or "", 1)) for name, found in ranks.items()}
    ranks |= conventional_ranks({one.name: one.type for one in arguments if one.name in ranks}, ranks)
    most = max(ranks.values(), default=1)
    # Those that are written as matrices are, beside one that is one.
    ranks = {
        name: max(found, 2) if most > 1 and len(name) == 1 and name.isupper() else found
        for name, found in ranks.items()
    }
    if most == 1:
        return with_roles(node, arguments, size)
    length = max(2, round(size ** (1 / most)))
    found = []
    for one in arguments:
        if one.name in ranks:
            one = replace(one, type=replace(one.type, shape=(length,) * ranks[one.name]))  # noqa: PLW2901
        elif one.type == INT and one.value == size:
            one = replace(one, value=length)  # noqa: PLW2901
        found.append(one)
    return with_roles(node, found, size)


def _with_columns(node: FunctionNode, arguments: list[Argument], made_up: Collection[str]) -> list[Argument]:
    """Tables of as many columns as the unit asks them for by name."""
    tables = [one.name for one in arguments if one.name is not None and one.type.name in TABLES]
    if not tables:
        return arguments
    columns = NamedColumns(node)
    found = []
    for one in arguments:
        if one.name in columns.parameters and one.name in made_up:
            found.append(_of_columns(one.name, columns.parameters[one.name], one.type))
            continue
        asked_for = len(columns.of(one.name, tables)) if one.name in tables else 0
        if asked_for > (one.type.shape[1] if len(one.type.shape) > 1 else asked_for):
            one = replace(one, type=replace(one.type, shape=(one.type.shape[0], asked_for)))  # noqa: PLW2901
        found.append(one)
    return found


def _of_columns(name: str, columns: tuple[str, ...], type_: TypeExpression) -> Argument:
    """A parameter that names a column, or several."""
    if len(columns) == 1 and (not type_.is_sized or type_ == STR):
        return literal_argument(name, columns[0])
    texts = tuple(TypeExpression(repr(column)) for column in columns)
    element = texts[0] if len(texts) == 1 else TypeExpression("|", texts)
    return Argument(name, TypeExpression("list", (element,)), (len(texts),), kept=(0,))


def _is_array(argument: Argument) -> bool:
    return bool(argument.type.shape) and argument.type.name not in TABLES | {LAUNCH}


def _is_of_several(node: FunctionNode, name: str) -> bool:
    """Whether several numbers are meant."""
    return is_shape(name) or type_from_uses(node, name) in _LISTS


def _list_argument(name: str) -> Argument:
    """What a neural network's constructor goes through."""
    count, each = module_list(name)
    return Argument(name, INTS, (count,), low=each, high=each)


def _of_few(argument: Argument) -> Argument:
    """Several numbers that a neural network's constructor is given: as large as numbers there usually are."""
    if argument.type.name not in {"list", "tuple"} or {leaf.name for leaf in argument.type.leaves()} != {"int"}:
        return argument
    count, each = module_list(argument.name or "")
    return replace(argument, sizes=tuple(count for _ in argument.sizes), low=each, high=each)


def _may_be_number(parameter: ast.arg) -> bool:
    return parameter.annotation is None or _from_annotation(parameter.annotation) in _NUMBERS


def default_argument(parameter: ast.arg, default: ast.expr | None) -> Argument | None:
    """A parameter left out of a call, as an argument: a literal default stands for itself."""
    literal = _literal(default)
    return None if literal is None else literal_argument(parameter.arg, literal)


def _literal(default: ast.expr | None) -> Literal:
    """The value of a default that is a plain literal; None for any other, and for None itself."""
    value: Literal = None
    if (
        isinstance(default, ast.UnaryOp)
        and isinstance(default.op, ast.USub)
        and isinstance(default.operand, ast.Constant)
    ):
        number = default.operand.value
        value = -number if isinstance(number, int | float) else None
    elif isinstance(default, ast.Constant) and isinstance(default.value, bool | int | float | str):
        value = default.value
    if isinstance(value, str) and len(value) > LONGEST_LITERAL:
        return None
    if isinstance(value, int | float) and not abs(value) < 1e300:
        return None
    return value


def literal_argument(name: str, literal: Literal) -> Argument:
    """A parameter that is given that value."""
    return Argument(name, TypeExpression(type(literal).__name__), value=literal, has_value=True)


class _Shapes:
    """The shapes of a function's parameters, found out once one of them is asked for."""

    def __init__(self, node: FunctionNode, names: list[str], told: Mapping[str, Told]) -> None:
        self._node, self._names, self._beside = node, names, told

    def __getitem__(self, name: str) -> Shape:
        return self._all[name]

    def have_key(self, name: str) -> bool:
        """Whether a parameter has records with that key."""
        return any(shape.has_key(name) for shape in self._all.values())

    @cached_property
    def _all(self) -> dict[str, Shape]:
        return shapes_of(self._node, self._names, self.told)

    @cached_property
    def told(self) -> Mapping[str, Told]:
        """What constants and classes tell, those of the function among them."""
        return {**self._beside, **own_constants(self._node)} if self.asked.tables else self._beside

    @cached_property
    def _patterns(self) -> dict[str, Expression]:
        return {name: one.pattern for name, one in self.told.items() if one.pattern is not None}

    def are_numbers(self, name: str) -> bool:
        """Whether what a parameter is made of is reckoned with, or compared with numbers."""
        return self._all[name].leaf.type in (INT, FLOAT)

    def are_digits(self, name: str) -> bool:
        """As the function of that name."""
        return are_digits(self._node, name)

    def largest_of_board(self, numbers: Collection[int]) -> int:
        """As `largest_beside_walls`."""
        return largest_beside_walls(self._node, numbers)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Whole numbers beside the function."""
        return {name: one.number for name, one in self._beside.items() if one.number is not None}

    @cached_property
    def asked(self) -> Questions:
        return questions(self._node)

    def pattern(self, name: str, *, of_many: bool) -> str | None:
        """As `line_pattern`."""
        return line_pattern(self._node, name, of_many=of_many, known=self._patterns)

    def tokens(self, name: str) -> str | None:
        """As `token_pattern`."""
        is_searched = bool(self._patterns or self.separators)
        return token_pattern(self._node, name, self._patterns) if is_searched else None

    def with_asked_lines(self, name: str, pattern: str | None, *, of_many: bool) -> str | None:
        """As `with_asked_lines`."""
        return with_asked_lines(self._node, name, pattern, of_many=of_many)

    def pattern_with_matches(self, name: str, *, of_many: bool) -> str | None:
        """As `pattern_with_matches`, with all that the body looks for besides behind words of its own."""
        is_text = of_many or is_long_text(name)
        pattern = pattern_with_matches(self._node, name, self._patterns, of_many=of_many) if is_text else None
        if not pattern:
            return None
        # One of a kind stands for all of it.
        others = [one for one in self.separators if not (one.isspace() or one.isalnum() or one in pattern)]
        is_sayable = len(others) <= _MOST_BESIDES and "`" not in others
        return f"{''.join(f'{WORD}{one} ' for one in others)}{pattern}" if is_sayable else None

    @cached_property
    def separators(self) -> str:
        return separators(self._node, self._patterns)


def _argument(node: FunctionNode, parameter: ast.arg, size: int, shapes: _Shapes) -> Argument:
    is_text = parameter.annotation is None or _from_annotation(parameter.annotation) == STR
    code = code_argument(node, parameter.arg, size) if is_text else None
    return _other_than_code(node, parameter, size, shapes) if code is None else code


def _other_than_code(node: FunctionNode, parameter: ast.arg, size: int, shapes: _Shapes) -> Argument:
    literal = _annotated_literal(parameter.annotation)
    if literal is not None:
        return literal_argument(parameter.arg, literal)
    annotated = _from_annotation(parameter.annotation)
    says_little = annotated is None or _is_bare_container(parameter.annotation)
    type_ = annotated or _guessed(node, parameter.arg)
    type_ = _with_tables_within(node, parameter.arg, type_) if says_little else type_
    asked = shapes.asked
    type_ = _as_lines(node, parameter.arg, type_, shapes)
    is_read = shapes[parameter.arg].content is not None
    is_open_file = type_ == OPEN_TEXT and (is_read or not _is_asked(node, parameter.arg))
    is_asked = (_may_hold_records(type_) or _holds_tensors(type_) or is_open_file) and (
        asked.keys or asked.texts or (says_little and asked.attributes)
    )
    if is_asked and shapes[parameter.arg].has_record:
        return _of_records(parameter, shapes[parameter.arg], annotated, size)
    if is_asked and type_ in (ANYTHING, STR):
        alike = type_alike(shapes[parameter.arg])
        # Of the same kinds as what it is compared with, or nothing but its name tells.
        type_ = alike if alike is not None and (alike == LABEL or type_ == ANYTHING) else type_
    if type_ == ANYTHING and is_reckoned_with(node, parameter.arg) and bears(FLOAT, attributes_of(node, parameter.arg)):
        type_ = _number(node, parameter.arg, shapes)
    is_open = annotated is None and (type_ == ANYTHING or type_.name in _NODES)
    told_last = type_told_last(node, parameter.arg) if is_open else None
    if told_last == STR:
        # What is put into a text is no node, whatever its name says.
        type_ = ANYTHING
    if annotated is None and (type_ in _BY_PARTS or (type_ == STR and by_name(parameter.arg) == STR)):
        type_ = _by_parts(type_, shapes[parameter.arg], parameter.arg)
    is_told_last = type_ == ANYTHING and told_last is not None
    type_ = told_last if is_told_last and told_last is not None else type_
    apart = _told_apart(node, parameter, type_, annotated, shapes)
    if apart is not None:
        return apart
    text = _text(node, parameter.arg, size, shapes, is_told_last=is_told_last) if type_ == STR else None
    if text is not None:
        return text
    if type_ == INT:
        return Argument(parameter.arg, INT, value=_integer(node, parameter.arg, size), has_value=True)
    if is_tensor(type_) and holds_classes(node, parameter.arg):
        type_ = replace(type_, name=WHOLE)
    if shapes.asked.numbers and any(leaf == STR for leaf in type_.leaves()):
        told = shapes[parameter.arg].leaf.type
        # A text of which each digit is read may be as long as one likes.
        told = None if told == DIGITS and type_ == STR and shapes.are_digits(parameter.arg) else told
        type_ = _with_leaves(type_, told) if told in (DIGITS, TIMESTAMP) and told is not None else type_
    if shapes.told:
        type_ = _of_constants(type_, shapes[parameter.arg], annotated)
    lengths = tuple(10 for _ in type_.sized())
    parts = _parts(type_, parameter.arg, shapes)
    lengths = lengths if parts is None else (10, parts, *lengths[2:])
    kept = (1,) if (parts or 0) > RECORD_LENGTH else (0,) if _are_tables(type_) else ()
    unsized = Argument(parameter.arg, type_, lengths, kept=kept)
    sized = resized(Workload((_with_bounds(unsized),)), size).arguments[0]
    # Strings within containers are words, or lines, whatever the size of the container.
    inner = [kind.name in {"str", "bytes"} for kind in type_.sized()]
    each = LINE_LENGTH if "str" in {leaf.name for leaf in type_.leaves()} and shapes.separators else DEFAULT_STRING
    sizes = tuple(each if i and word else n for i, (n, word) in enumerate(zip(sized.sizes, inner, strict=True)))
    is_read = BYTES in type_.leaves() and reads_bytes(node)
    sized = replace(sized, alphabet=("a", "z")) if is_read else sized
    written = shapes[parameter.arg].format_within if TIMESTAMP in type_.leaves() else None
    return _as_compared(replace(sized, sizes=sizes, like=written), shapes)


def _with_tables_within(node: FunctionNode, name: str, type_: TypeExpression) -> TypeExpression:
    return TypeExpression("dict", (STR, DICT)) if type_ == DICT and is_nested_table(node, name) else type_


def _is_asked(node: FunctionNode, name: str) -> bool:
    """Whether something is asked of a file itself, which no list of its lines has."""
    return next(attributes_of(node, name), None) is not None


def _as_lines(node: FunctionNode, name: str, type_: TypeExpression, shapes: _Shapes) -> TypeExpression:
    """Lines in the place of a file that nothing else is asked for and that are taken apart."""
    is_file = type_ == OPEN_TEXT and shapes.separators and not _is_asked(node, name)
    return STRS if is_file and shapes.pattern(name, of_many=True) is not None else type_


def _number(node: FunctionNode, name: str, shapes: _Shapes) -> TypeExpression:
    """The type of what is reckoned with and nothing else is known of; moments are compared, too."""
    told = shapes[name]
    if DATETIME in (told.type, None if told.like is None else told.like[0].type):
        return DATETIME
    return INT if name in _CAPITALS or is_whole(node, name) else FLOAT


def _text(node: FunctionNode, name: str, size: int, shapes: _Shapes, *, is_told_last: bool) -> Argument | None:
    """One of tokens, or of few characters; None of another one."""
    tokens = shapes.tokens(name)
    if tokens is not None:
        return Argument(name, STR, (size,), like=tokens)
    is_letter = is_character(name) or is_one_character(node, name)
    is_short = is_letter or is_told_last or _is_short(node, name, shapes)
    return _of_few_characters(name, shapes, is_letter=is_letter) if is_short else None


def _of_few_characters(name: str, shapes: _Shapes, *, is_letter: bool) -> Argument:
    """One, or as many as short texts have; digits where each of them is read as a number."""
    short = _short(name, 1 if is_letter else _SHORT_TEXT)
    if shapes.are_digits(name):
        return replace(short, alphabet=("0", "9"))
    return short if is_letter else _as_taken_apart(_looking(short), shapes)


def _as_taken_apart(short: Argument, shapes: _Shapes) -> Argument:
    """A short text of the fields that the body takes it apart into, unless it looks like one that has these."""
    is_sought = shapes.separators or shapes.asked.matches
    pattern = shapes.pattern(short.name or "", of_many=False) if is_sought else None
    if pattern is None or (short.like is not None and set(shapes.separators) <= set(short.like)):
        return short
    if short.like is not None and pattern.startswith(WORD):
        # The rest stands behind what is called so: ``https://...?a=b``.
        pattern = short.like + pattern.removeprefix(WORD)
    return replace(short, alphabet=None, like=pattern, sizes=(len(read_pattern(pattern)[0]),))


def _is_short(node: FunctionNode, name: str, shapes: _Shapes) -> bool:
    """Whether a text has a few characters only by its name: the ``code`` of a country, not one that is looked through
    for certain characters, nor split."""
    if not is_short_text(name) or not is_long_text(name) or shapes.are_digits(name):
        return is_short_text(name)
    return not (shapes.separators and is_taken_apart(node, name))


def _told_apart(
    node: FunctionNode, parameter: ast.arg, type_: TypeExpression, annotated: TypeExpression | None, shapes: _Shapes
) -> Argument | None:
    """One of what a body tells apart, or of what constants say, or of two; None where nothing tells."""
    name = parameter.arg
    if type_ == BOOL:
        # One of the two, so that who reads the forecast knows which: off, as most are that have a default.
        return literal_argument(name, is_wanted(node, name))
    is_free = annotated is None and type_from_uses(node, name) is None
    if (type_ in (STR, ANYTHING) or is_free) and not is_long_text(name):
        text = compared_with(node, name)
        if text is not None:
            return literal_argument(name, text)
    shape = shapes[name] if shapes.told else Shape()
    values = shape.only or shape.members
    if not values and type_ == ANYTHING and annotated is None and is_place(node, name):
        # The first one there is, whether of a list or of a table that counts.
        return literal_argument(name, 0)
    if not values or shape.element is not None or is_text_by_parts(node, name):
        # Of a text whose parts are told apart, nothing says what all of it is.
        return None
    if isinstance(values[0], str):
        among = texts_among(values) if type_ in (STR, ANYTHING) or is_free else None
        return None if among is None else Argument(name, among)
    is_number = (type_ in (INT, ANYTHING) or is_free) and _SMALL_INTEGER not in values
    return literal_argument(name, values[0]) if is_number else None


def _of_constants(type_: TypeExpression, shape: Shape, annotated: TypeExpression | None) -> TypeExpression:
    """With texts that constants say, where its elements are of these alone."""
    among = texts_among(shape.leaf.closed) if type_.arguments else None
    return type_ if among is None else _with_leaves(type_, among, STR if annotated else INT)


def _by_parts(type_: TypeExpression, shape: Shape, name: str) -> TypeExpression:  # noqa: PLR0911
    """A guess, with what the body takes its parts to be: letters in a grid, values of a table that are gone through."""
    if type_ == STR:
        # Texts have no numbers in them, whatever a name says.
        return INTS if shape.element is not None and shape.element.is_number else STR
    if shape.type == DATETIME and shape.element is None and not shape.has_any_length:
        return DATETIME if type_ in (INT, ANYTHING) else type_
    if type_ in (INTS, STRS, MATRIX) and shape.element is not None and _is_asked_as_table(shape.element.methods):
        return TypeExpression("list", (DICT,))
    if type_ in (INTS, STRS) and shape.element is not None:
        return _of_elements(type_, shape.element)
    if type_ == ANYTHING and shape.element is None and (shape.is_number or shape.type == STR):
        return INT if shape.type == FLOAT and name in _CAPITALS else shape.type or ANYTHING
    letters = [text for text in shape.leaf.among if isinstance(text, str) and len(text) == 1]
    is_nested = shape.element is not None and shape.element.element is not None
    if type_ == MATRIX and not is_nested and shape.element is not None and shape.element.type == STR:
        # Rows that are taken apart are lines.
        return STRS
    if type_ == MATRIX and (letters or (is_nested and shape.leaf.type == STR)):
        # The cells of a board may all be in one list.
        return TypeExpression("list", (STRS,)) if is_nested or shape.element is None else STRS
    value = shape.element
    if type_ == MATRIX and value is not None and value.type == LABEL and not is_nested:
        # No list is a key, or one of a set.
        count = value.parts or (_PAIR if last_word(name) in _PAIRS else 0)
        return TypeExpression("list", (TypeExpression("tuple", (INT,) * count),)) if count > 1 else INTS
    if type_ == DICT and shape.is_mapping and value is not None and (value.element or value.has_any_length):
        return TypeExpression("dict", (STR, TypeExpression("list", (STR,) if value.leaf.type == STR else (INT,))))
    return type_


def _is_asked_as_table(methods: Collection[str]) -> bool:
    """Whether something is asked for what dictionaries alone have."""
    return bears(DICT, methods) and not any(bears(kind, methods) for kind in (INTS, STR, INT))


def _of_elements(type_: TypeExpression, element: Shape) -> TypeExpression:
    """A list that nothing but a name or a loop tells of, by what is done to its elements."""
    if element.type == DATETIME:
        return TypeExpression("list", (DATETIME,))
    if type_ == STRS:
        return INTS if element.is_number and element.element is None else STRS
    if element.is_mapping:
        return TypeExpression("list", (DICT,))
    if element.element is None and not element.has_any_length and element.parts == 0:
        return STRS if element.type == STR else INTS
    return STRS if element.leaf.type in (STR, LABEL) else MATRIX


def _with_leaves(type_: TypeExpression, told: TypeExpression, *others: TypeExpression) -> TypeExpression:
    """The type with something else as its innermost elements, where these are texts or of another type."""
    if type_ == STR or type_ in others:
        return told
    inner = [one if one.name == "..." else _with_leaves(one, told, *others) for one in type_.arguments]
    if type_.name in {"dict", "defaultdict", "Counter"}:
        inner = [*type_.arguments[:1], *inner[1:]]
    return replace(type_, arguments=tuple(inner))


def _parts(type_: TypeExpression, name: str, shapes: _Shapes) -> int | None:
    """How many numbers each list has in a list of lists, where it stands for a pair, an edge, a point."""
    inner = type_.arguments[0] if type_.name in {"list", "tuple"} and type_.arguments else ANYTHING
    if inner.name not in {"list", "tuple"} or not inner.is_sized or inner.arguments[0] not in (*_NUMBERS, STR):
        return None
    element = shapes[name].element
    is_table = last_word(name) in _TABULAR and not (element is not None and element.is_unpacked)
    return None if element is None or is_table else element.length


def _may_hold_records(type_: TypeExpression) -> bool:
    """Whether dictionaries, or something that nothing else is known of, are what a type holds."""
    return (
        type_ not in (TABLE, INT, FLOAT, BOOL)
        and type_.name != "Counter"
        and all(leaf in (INT, FLOAT, STR, BOOL, ANYTHING) for leaf in type_.leaves())
    )


def _holds_tensors(type_: TypeExpression) -> bool:
    """Whether it is a dictionary of tensors."""
    return type_.name == "dict" and is_tensor(type_.arguments[-1])


def _of_records(parameter: ast.arg, shape: Shape, annotated: TypeExpression | None, size: int) -> Argument:
    """A parameter that is asked for keys, or the elements of which are."""
    values = _values(parameter.annotation)
    if annotated is not None and _holds_tensors(annotated):
        values = replace(annotated.arguments[-1], shape=(size,))
    type_ = type_of(shape, parameter.arg, values)
    if annotated is not None and type_.name == "list" and annotated.name in _ELEMENTS:
        more = {"tuple": (*type_.arguments, TypeExpression("...")), "dict": (STR, *type_.arguments)}
        type_ = TypeExpression(annotated.name, more.get(annotated.name, type_.arguments))
    kinds = list(type_.sized())
    usual = [DEFAULT_STRING if kind.name in _SPELLED else DEFAULT_CONTAINER for kind in kinds]
    lengths = usual.copy()
    if type_.sized_before_records():
        lengths[0] = size
    elif type_.name in _OF_ONE_RECORD:
        # A text is as long as the first container that the record holds.
        place = next((place for place, kind in enumerate(kinds) if kind.name not in _SPELLED), None)
        if place is not None:
            lengths[place] = size
    while lengths and lengths[-1] == usual[len(lengths) - 1]:
        lengths.pop()
    return Argument(parameter.arg, type_, tuple(lengths), like=shape.format_within)


def _values(annotation: ast.expr | None) -> TypeExpression | None:
    """What an annotation says that dictionaries hold; None where it says nothing, or that it may be anything."""
    for part in ast.walk(annotation) if annotation is not None else ():
        if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Tuple) and len(part.slice.elts) == 2:
            said = _from_annotation(part.slice.elts[1])
            return said if said in (INT, FLOAT, STR) or (said is not None and said.name in _HELD) else None
    return None


def _as_compared(argument: Argument, shapes: _Shapes) -> Argument:
    """Texts of what the body looks for in them, tables of numbers or letters of what it compares these with."""
    kinds = {leaf.name for leaf in argument.type.leaves()}
    is_read = len(argument.sizes) > 1 or shapes.told or (kinds == {"str"} and shapes.separators)
    leaf = shapes[argument.name or ""].leaf if is_read else Shape()
    among = leaf.among if len(argument.sizes) > 1 else []
    letters = [text for text in among if isinstance(text, str) and len(text) == 1]
    numbers = [number for number in among if isinstance(number, int) and abs(number) <= _FEW]
    is_nested = bool(argument.type.arguments) and bool(argument.type.arguments[0].arguments)
    if kinds == {"int"} and not numbers and leaf.is_tested and last_word(argument.name or "") in _TABULAR:
        # A cell that is asked whether it is anything.
        numbers = [0, 1]
    if kinds == {"int"} and numbers and is_nested:
        return replace(argument, low=min(0, *numbers), high=shapes.largest_of_board(numbers))
    if kinds != {"str"} or not argument.sizes:
        return argument
    is_board = argument.type == STRS and last_word(argument.name or "") in _TABULAR
    if letters and (is_nested or is_board):
        alphabet = "".join(dict.fromkeys([*letters, *("." if len(set(letters)) == 1 else "")]))
        alphabet = with_few_walls(alphabet)
        row = shapes[argument.name or ""].element
        side = max(1, round(argument.sizes[0] ** 0.5))
        # Where rows are texts, as many of them as each is long.
        are_texts = not is_nested and row is not None and row.element is not None
        sizes = (side, side) if are_texts else (*argument.sizes[:-1], 1)
        return replace(argument, alphabet=alphabet, sizes=sizes)
    sought = shapes.separators
    is_sought = bool(sought) or shapes.asked.matches
    is_of_many = bool(argument.type.arguments)
    pattern = shapes.pattern(argument.name or "", of_many=is_of_many) if is_sought else None
    if argument.type in (STR, STRS):
        pattern = pattern or shapes.pattern_with_matches(argument.name or "", of_many=is_of_many)
        pattern = shapes.with_asked_lines(argument.name or "", pattern, of_many=is_of_many)
    if pattern is not None:
        alike = replace(argument, alphabet=None, like=pattern, sizes=argument.sizes[:1])
        is_repeated = pattern[-1:] in BETWEEN if is_whole_text(argument.name or "") else pattern.endswith("\n")
        is_one_line = not argument.type.arguments and not is_repeated
        return replace(alike, sizes=(len(read_pattern(pattern)[0]),), kept=(0,)) if is_one_line else alike
    only = "".join(one for one in leaf.closed if isinstance(one, str) and len(one) == 1)
    alike = argument if only else _looking(argument)
    is_number = argument.type == STR and shapes.are_digits(argument.name or "")
    if not (only or sought or is_number) or (alike.like is not None and set(sought) <= set(alike.like)):
        return alike
    others = _BITS if set(sought) <= set(_BITS) else _LETTERS[: _LETTERS_EACH * len(sought)]
    found = only or f"{_DIGITS if is_number else others}{sought}"
    return replace(argument, alphabet="".join(dict.fromkeys(found)))


def _are_tables(type_: TypeExpression) -> bool:
    """Whether several tables are given, which are few, whatever the rows of each."""
    return type_.name in {"list", "tuple", "dict"} and any(part.name in TABLES for part in type_.arguments)


def _guessed(node: FunctionNode, name: str) -> TypeExpression:
    """By what the body does to it, then by its name, as far as such values have what the body asks them for."""
    found = type_from_uses(node, name) or _named(node, name) or class_asked_about(node, name)
    if found in (ARRAY, MATRIX, DICT) and is_named_as_table(name):
        found = TABLE
    if found in _PERHAPS_TABULAR and not is_bound_anew(node, name):
        found = of_pandas(name, attributes_of(node, name)) or found
    if found == INTS and bears(STR, attributes_of(node, name)) and is_text_by_parts(node, name):
        return STR
    if found == DICT and (is_sliced(node, name) or is_counted_through(node, name)):
        # What is taken a part of has an order.
        found = STRS if last_word(name) in _HEADERS else INTS
    is_function = is_called_itself(node, name) or is_asked_as_function(node, name)
    found = found or (INT if is_counted_with(node, name) else FUNCTION if is_function else library_type(node, name))
    found = found or ANYTHING
    return found if is_bound_anew(node, name) or bears(found, attributes_of(node, name)) else ANYTHING


def _named(node: FunctionNode, name: str) -> TypeExpression | None:
    """What a name suggests, of which the body tells no more than whether it reckons with it, as it does with neither
    texts nor lists."""
    named = by_name(name)
    if named not in (STR, INTS) or not is_counted_with(node, name, is_text=named == STR):
        return named
    return ARRAY if named == INTS and name.endswith("s") else INT


def _looking(argument: Argument) -> Argument:
    """A text, or several, as those look that are called so."""
    pattern = look(argument.name or "")
    if pattern is None or argument.like is not None or argument.type not in (STR, STRS):
        return argument
    sizes, kept = argument.sizes[:1], argument.kept
    if argument.type == STR:
        sizes, kept = (len(read_pattern(pattern)[0]),), (0,)
    return replace(argument, alphabet=None, like=pattern, sizes=sizes, kept=kept)


def _short(name: str | None, length: int) -> Argument:
    """A text that does not grow with the data."""
    return _with_bounds(Argument(name, STR, (length,), kept=(0,)))


def _with_bounds(argument: Argument) -> Argument:
    often = usual_rate(argument.name or "")
    if argument.type == FLOAT and often is not None:
        return replace(argument, value=float(often), has_value=True)
    leaves = {leaf.name for leaf in argument.type.leaves()}
    if "int" in leaves:
        return replace(argument, low=1 if last_word(argument.name or "") in _POSITIVE else 0, high=1000)
    if leaves == {WHOLE}:
        return replace(argument, low=0, high=CLASSES - 1)
    if leaves == {"str"} and argument.sizes:
        return replace(argument, alphabet=("a", "z"))
    return argument


def _integer(node: FunctionNode, name: str, size: int) -> int:
    """A size of the problem where the name or a loop says so; little where the unit calls itself with less of it, and
    what is usual where the name says one of few."""
    few = next_prime(size) if is_better_prime(node, name) else usual(name)
    if few is not None:
        return few
    if name in SIZE_NAMES and is_bounded_by_own(node, name):
        return 1
    if is_step(node, name) or is_part_length(node, name) or last_word(name) in _FEW_PARTS:
        return min(size, _SMALL_INTEGER)
    for call in parts_of(node, ast.Call):
        calls_itself = isinstance(call.func, ast.Name | ast.Attribute) and last_name(call.func) == node.name
        if calls_itself and any(_is_lessened(argument, name) for argument in call.args):
            return min(size, _RECURSIVE_INTEGER)
        is_range = isinstance(call.func, ast.Name) and call.func.id == "range"
        if (is_range or makes_array(call)) and any(_mentions(a, name) for a in call.args):
            return size
    return size if name in SIZE_NAMES else min(size, _SMALL_INTEGER)


def _is_lessened(argument: ast.expr, name: str) -> bool:
    return isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Sub) and is_name(argument.left, name)


def _annotated_literal(node: ast.expr | None) -> Literal:
    """The first of those that an annotation allows."""
    if isinstance(node, ast.BinOp):
        return _annotated_literal(node.left) or _annotated_literal(node.right)
    if not isinstance(node, ast.Subscript):
        return None
    inner = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
    if last_name(node.value) == "Optional":
        return _annotated_literal(inner)
    return _literal(inner) if last_name(node.value) == "Literal" else None


def _from_annotation(node: ast.expr | None) -> TypeExpression | None:  # noqa: PLR0911
    """The type that an annotation says; None where it says nothing that a value can be made of."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            node = ast.parse(node.value, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _from_annotation(node.left) or _from_annotation(node.right)
    if isinstance(node, ast.Subscript):
        return _generic(node)
    name = last_name(node)
    # A kind of it, which pandas makes of one wherever it is used.
    name = "datetime" if name == "Timestamp" else name
    if name in _ARRAYS:
        return ARRAY
    if name in _TENSORS:
        return A_TENSOR
    if name in {"DataFrame", "Series"}:
        return TABLE if name == "DataFrame" else TypeExpression("Series", shape=(1000,))
    if name == "Module" and isinstance(node, ast.Attribute) and last_name(node.value) == "nn":
        return TypeExpression(NETWORK)
    if name == PICTURE and isinstance(node, ast.Attribute) and last_name(node.value) == PICTURE:
        # ``Image.Image``, as Pillow has it.
        return TypeExpression(PICTURE, shape=_PICTURE_SIZE)
    if name in _HANDED or name in _ABSTRACT:
        return _HANDED.get(name) or _ABSTRACT[name]
    name = _ABSTRACT_CONTAINERS.get(name, name)
    if name in _ELEMENTS:
        return TypeExpression(name, _ELEMENTS[name])
    if name in {"int", "float", "bool", "complex", "str", "bytes", "bytearray", "ListNode", "TreeNode"}:
        return TypeExpression(name)
    is_nothing = name in _SAYING_NOTHING or _is_of_numpy(node)
    return None if is_nothing else TypeExpression(name)


def _is_bare_container(node: ast.expr | None) -> bool:
    """Whether it says that something is a list, or the like, and not of what."""
    name = last_name(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return _ABSTRACT_CONTAINERS.get(name, name) in _ELEMENTS


def _is_of_numpy(node: ast.expr | None) -> bool:
    """Whether it says a type of elements that may not be PyTorch's."""
    return last_name(node) == ELEMENT_TYPE and not (
        isinstance(node, ast.Attribute) and last_name(node.value) == "torch"
    )


def _generic(node: ast.Subscript) -> TypeExpression | None:  # noqa: PLR0911
    name = last_name(node.value)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name in {"Optional", "Union"}:
        return next((found for found in map(_from_annotation, inner) if found is not None), None)
    if name in {"Annotated", "Final", "ClassVar", "Required", "type"}:
        return _from_annotation(inner[0])
    if name in _ARRAYS:
        leaf = last_name(inner[-1].slice) if isinstance(inner[-1], ast.Subscript) else last_name(inner[0])
        return TypeExpression(leaf if leaf in DTYPES | TORCH_DTYPES else "float64", shape=(1000,))
    if name == "Literal":
        return None
    if name == "IO":
        return OPEN_BYTES if last_name(inner[0]) == "bytes" else OPEN_TEXT
    # What else it is told are not its elements.
    inner = inner[:1] if name in ONCE else inner
    name = _ABSTRACT_CONTAINERS.get(name, name)
    if name not in _ELEMENTS:
        return _from_annotation(node.value)
    kinds = tuple(_from_annotation(item) or INT for item in inner if not _is_ellipsis(item))
    if name == "tuple":
        is_open = any(_is_ellipsis(item) for item in inner)
        return TypeExpression("tuple", (*kinds, TypeExpression("...")) if is_open else kinds)
    return TypeExpression(name, kinds if len(kinds) == len(_ELEMENTS[name]) else _ELEMENTS[name])


def _mentions(node: ast.expr, name: str) -> bool:
    return any(is_name(part, name) for part in ast.walk(node))


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
