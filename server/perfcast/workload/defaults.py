"""A unit that nobody calls -> the workload that its annotations, names and body suggest."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.language import DTYPES, TORCH_DTYPES, Argument, Literal, TypeExpression, Workload
from perfcast.workload.resize import resized

#: Loops and recursion over a number itself: what it may be where nothing says.
_SMALL_INTEGER: Final = 10
_RECURSIVE_INTEGER: Final = 20
_TEXT_LITERAL: Final = 40

_INT, _FLOAT, _STR = TypeExpression("int"), TypeExpression("float"), TypeExpression("str")
_INTS = TypeExpression("list", (_INT,))
_STRS = TypeExpression("list", (_STR,))
_MATRIX = TypeExpression("list", (_INTS,))
_ARRAY = TypeExpression("float64", shape=(1000,))
_TABLE = TypeExpression("DataFrame", shape=(1000, 3))
_DICT = TypeExpression("dict", (_STR, _INT))

_ABSTRACT_CONTAINERS: Final = {
    **dict.fromkeys(
        ("Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "List", "Reversible"), "list"
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
_ELEMENTS: Final = {
    "list": (_INT,),
    "set": (_INT,),
    "frozenset": (_INT,),
    "deque": (_INT,),
    "tuple": (_INT, TypeExpression("...")),
    "dict": (_STR, _INT),
}
_ARRAYS: Final = {"ndarray", "NDArray", "ArrayLike"}
_TENSORS: Final = {"Tensor", "FloatTensor"}

#: Names that say what they hold.
_BY_NAME: Final[dict[str, TypeExpression]] = {
    **dict.fromkeys(
        ("nums", "numbers", "arr", "array", "values", "vals", "items", "elements", "lst", "xs", "ys", "seq", "sequence",
         "data", "list1", "list2", "nums1", "nums2", "prices", "heights", "weights", "costs", "scores", "ages", "a_list",
         "stones", "coins", "candidates", "arr1", "arr2", "numbers_list", "input_list", "points_list", "tokens_ids",
         "times", "sizes", "counts", "indices", "samples", "keys_list"), _INTS),
    **dict.fromkeys(("s", "t", "text", "string", "word", "sentence", "line", "pattern", "s1", "s2", "str1", "str2",
                     "content", "message", "paragraph", "source", "code", "doc", "document", "body", "expression",
                     "query", "p"), _STR),
    **dict.fromkeys(("words", "strs", "strings", "lines", "names", "tokens", "sentences", "dictionary", "texts",
                     "word_list", "documents", "docs", "wordDict", "emails", "logs", "rows_text"), _STRS),
    **dict.fromkeys(("matrix", "grid", "board", "mat", "image", "edges", "intervals", "points", "graph", "triangle",
                     "rows", "table", "maze", "rooms", "pairs"), _MATRIX),
    **dict.fromkeys(("n", "m", "size", "length", "count", "limit", "total", "num", "N", "M", "num_items", "n_samples",
                     "k", "target", "width", "height", "depth", "i", "j", "start", "end", "left", "right", "index", "idx",
                     "steps", "amount", "capacity", "maximum", "minimum", "low", "high", "lo", "hi", "seed", "year", "x",
                     "y", "a", "b", "c", "base", "exponent", "iterations", "epochs", "rounds", "number", "val", "value"),
                    _INT),
    **dict.fromkeys(("alpha", "beta", "gamma", "lr", "rate", "epsilon", "eps", "tol", "tolerance", "threshold", "ratio",
                     "probability", "temperature", "price", "sigma", "mu"), _FLOAT),
    **dict.fromkeys(("df", "frame", "dataframe", "left_df", "right_df"), _TABLE),
    **dict.fromkeys(("d", "mapping", "counter", "record", "lookup", "dct", "dictionary_map", "cache", "freq", "mapping1"),
                    _DICT),
    **dict.fromkeys(("X", "Y", "A", "B", "W", "vec", "vector", "signal", "weights_array", "embeddings", "features"),
                    _ARRAY),
    "head": TypeExpression("ListNode"),
    "l1": TypeExpression("ListNode"),
    "l2": TypeExpression("ListNode"),
    "root": TypeExpression("TreeNode"),
    "flag": TypeExpression("bool"),
    "verbose": TypeExpression("bool"),
}  # fmt: skip

#: Integers with these names are sizes of the problem; others stay small.
_SIZE_NAMES: Final = {
    "n", "m", "size", "length", "count", "limit", "total", "num", "N", "M", "n_samples", "amount", "number", "iterations",
    "num_items", "steps",
}  # fmt: skip

_STR_METHODS: Final = {
    "split", "lower", "upper", "strip", "lstrip", "rstrip", "replace", "startswith", "endswith", "splitlines", "isdigit",
    "isalpha", "title", "encode", "format", "capitalize", "isalnum", "casefold", "find", "rfind", "partition", "zfill",
}  # fmt: skip
_LIST_METHODS: Final = {"append", "sort", "extend", "insert", "reverse"}
_DICT_METHODS: Final = {"items", "keys", "values", "get", "setdefault"}
_SET_METHODS: Final = {"add", "union", "intersection", "difference", "issubset"}
_ARRAY_ATTRIBUTES: Final = {
    "shape",
    "T",
    "ndim",
    "dtype",
    "astype",
    "reshape",
    "flatten",
    "ravel",
    "dot",
    "mean",
    "std",
}
_TABLE_ATTRIBUTES: Final = {"groupby", "merge", "iloc", "loc", "columns", "dropna", "fillna", "iterrows", "itertuples"}
_ITERATING: Final = {
    "len",
    "sum",
    "sorted",
    "enumerate",
    "max",
    "min",
    "list",
    "set",
    "tuple",
    "reversed",
    "Counter",
    "zip",
}


def default_workload(node: FunctionNode, size: int, *, drop_first: bool) -> Workload:
    """A workload for the unit's parameters, sized parts of about `size` elements each.

    Args:
        node: the function's definition.
        size: elements of each sized argument, and the value of integers that name a size.
        drop_first: the first parameter is ``self`` or ``cls``, which no workload names.
    """
    arguments = []
    for parameter, default in parameters(node, drop_first=drop_first):
        literal = _literal(default)
        if literal is not None:
            arguments.append(_literal_argument(parameter, literal))
        elif default is None:
            arguments.append(_argument(node, parameter, size))
    return Workload(tuple(arguments))


def parameters(node: FunctionNode, *, drop_first: bool) -> list[tuple[ast.arg, ast.expr | None]]:
    """The parameters with their default expressions; ``*args`` and ``**kwargs`` are left out."""
    positional = [*node.args.posonlyargs, *node.args.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(node.args.defaults))
    pairs: list[tuple[ast.arg, ast.expr | None]] = list(zip(positional, [*missing, *node.args.defaults], strict=True))
    pairs = pairs[1:] if drop_first else pairs
    return pairs + list(zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True))


def default_argument(parameter: ast.arg, default: ast.expr | None) -> Argument | None:
    """A parameter left out of a call, as an argument: a literal default stands for itself."""
    literal = _literal(default)
    return None if literal is None else _literal_argument(parameter, literal)


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
    if isinstance(value, str) and len(value) > _TEXT_LITERAL:
        return None
    if isinstance(value, int | float) and not abs(value) < 1e300:
        return None
    return value


def _literal_argument(parameter: ast.arg, literal: Literal) -> Argument:
    return Argument(parameter.arg, TypeExpression(type(literal).__name__), value=literal, has_value=True)


def _argument(node: FunctionNode, parameter: ast.arg, size: int) -> Argument:
    type_ = _from_annotation(parameter.annotation) or _from_use(node, parameter.arg) or _from_name(parameter.arg)
    if type_ == _INT:
        return Argument(parameter.arg, _INT, value=_integer(node, parameter.arg, size), has_value=True)
    lengths = tuple(10 for _ in type_.sized())
    unsized = Argument(parameter.arg, type_, lengths)
    sized = resized(Workload((_with_bounds(unsized),)), size).arguments[0]
    # Strings within containers are words, whatever the size of the container.
    inner = [kind.name in {"str", "bytes"} for kind in type_.sized()]
    return replace(
        sized, sizes=tuple(8 if i and word else n for i, (n, word) in enumerate(zip(sized.sizes, inner, strict=True)))
    )


def _with_bounds(argument: Argument) -> Argument:
    leaves = {leaf.name for leaf in argument.type.leaves()}
    if "int" in leaves:
        return replace(argument, low=0, high=1000)
    if leaves == {"str"} and argument.sizes:
        return replace(argument, alphabet=("a", "z"))
    return argument


def _integer(node: FunctionNode, name: str, size: int) -> int:
    """A size of the problem where the name or a loop says so; little where the unit calls itself with less of it."""
    for call in _calls(node):
        calls_itself = isinstance(call.func, ast.Name | ast.Attribute) and _last_name(call.func) == node.name
        if calls_itself and any(_is_lessened(argument, name) for argument in call.args):
            return min(size, _RECURSIVE_INTEGER)
        if isinstance(call.func, ast.Name) and call.func.id == "range" and any(_mentions(a, name) for a in call.args):
            return size
    return size if name in _SIZE_NAMES else min(size, _SMALL_INTEGER)


def _is_lessened(argument: ast.expr, name: str) -> bool:
    return isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Sub) and _is_name(argument.left, name)


def _from_annotation(node: ast.expr | None) -> TypeExpression | None:
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
    name = _last_name(node)
    if name in _ARRAYS:
        return _ARRAY
    if name in _TENSORS:
        return TypeExpression("torch.float32", shape=(1000,))
    if name in {"DataFrame", "Series"}:
        return _TABLE if name == "DataFrame" else TypeExpression("Series", shape=(1000,))
    name = _ABSTRACT_CONTAINERS.get(name, name)
    if name in _ELEMENTS:
        return TypeExpression(name, _ELEMENTS[name])
    if name in {"int", "float", "bool", "complex", "str", "bytes", "bytearray", "ListNode", "TreeNode"}:
        return TypeExpression(name)
    if name in {"", "None", "Any", "object", "NoneType", "T", "Callable"}:
        return None
    return TypeExpression(name)


def _generic(node: ast.Subscript) -> TypeExpression | None:
    name = _last_name(node.value)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name in {"Optional", "Union"}:
        return next((found for found in map(_from_annotation, inner) if found is not None), None)
    if name in {"Annotated", "Final", "ClassVar", "Required", "type"}:
        return _from_annotation(inner[0])
    if name in _ARRAYS:
        leaf = _last_name(inner[-1].slice) if isinstance(inner[-1], ast.Subscript) else _last_name(inner[0])
        return TypeExpression(leaf if leaf in DTYPES | TORCH_DTYPES else "float64", shape=(1000,))
    if name in {"Literal", "Callable"}:
        return None
    name = _ABSTRACT_CONTAINERS.get(name, name)
    if name not in _ELEMENTS:
        return _from_annotation(node.value)
    kinds = tuple(_from_annotation(item) or _INT for item in inner if not _is_ellipsis(item))
    if name == "tuple":
        is_open = any(_is_ellipsis(item) for item in inner)
        return TypeExpression("tuple", (*kinds, TypeExpression("...")) if is_open else kinds)
    return TypeExpression(name, kinds if len(kinds) == len(_ELEMENTS[name]) else _ELEMENTS[name])


def _from_use(node: FunctionNode, name: str) -> TypeExpression | None:
    """What the body does to the parameter: the first of its uses that tells a type."""
    seen_as_list = False
    for inner in (part for statement in node.body for part in ast.walk(statement)):
        match inner:
            case ast.Attribute(value=ast.Name(id=used), attr=attribute) if used == name:
                found = _by_attribute(attribute)
                if found is not None:
                    return found
            case ast.Call(func=function, args=arguments) if any(_is_name(argument, name) for argument in arguments):
                if isinstance(function, ast.Attribute) and _is_name(function.value, "np", "numpy"):
                    return _ARRAY
                if isinstance(function, ast.Name) and function.id == "range":
                    return _INT
                seen_as_list |= isinstance(function, ast.Name) and function.id in _ITERATING
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id=used))) if used == name:
                return _MATRIX
            case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())) if used == name:
                return _BY_NAME[name] if name in _BY_NAME and _BY_NAME[name] == _TABLE else _DICT
            case ast.Subscript(value=ast.Name(id=used)) if used == name:
                seen_as_list = True
            case ast.For(iter=ast.Name(id=used)) | ast.comprehension(iter=ast.Name(id=used)) if used == name:
                seen_as_list = True
    if not seen_as_list:
        return None
    named = _BY_NAME.get(name)
    return named if named is not None and (named.is_sized or named.shape) else _INTS


def _by_attribute(attribute: str) -> TypeExpression | None:
    for attributes, type_ in (
        (_STR_METHODS, _STR),
        (_LIST_METHODS, _INTS),
        (_DICT_METHODS, _DICT),
        (_SET_METHODS, TypeExpression("set", (_INT,))),
        (_TABLE_ATTRIBUTES, _TABLE),
        (_ARRAY_ATTRIBUTES, _ARRAY),
    ):
        if attribute in attributes:
            return type_
    return None


def _from_name(name: str) -> TypeExpression:
    known = _BY_NAME.get(name) or _BY_NAME.get(name.rstrip("0123456789_"))
    return known if known is not None else TypeExpression("object")


def _calls(node: FunctionNode) -> Iterator[ast.Call]:
    return (part for statement in node.body for part in ast.walk(statement) if isinstance(part, ast.Call))


def _mentions(node: ast.expr, name: str) -> bool:
    return any(_is_name(part, name) for part in ast.walk(node))


def _is_name(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _last_name(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
