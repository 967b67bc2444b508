"""What annotations say that parameters are."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.defaults.literals import literal_of
from perfcast.workload.language.workload import (
    CLASS,
    DTYPES,
    ELEMENT_TYPE,
    LEGACY_GENERATOR,
    NETWORK,
    NUMPY_GENERATOR,
    OPTIMISER,
    PICTURE,
    PYTHON_GENERATOR,
    SPARSE,
    TORCH_DTYPES,
    Literal,
    TypeExpression,
)
from perfcast.workload.naming.names import (
    A_TENSOR,
    ARRAY,
    FINDING,
    FLOAT,
    FOUND,
    INT,
    OPEN_BYTES,
    OPEN_TEXT,
    STR,
    TABLE,
)
from perfcast.workload.uses.iterators import ONCE

_ABSTRACT_CONTAINERS: Final = {
    **dict.fromkeys(
        (
            *("Sequence", "MutableSequence", "Iterable", "Iterator", "Generator", "Collection", "List", "Reversible"),
            "Sized",
        ),
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
ELEMENTS: Final = {
    "list": (INT,),
    "set": (INT,),
    "frozenset": (INT,),
    "deque": (INT,),
    "tuple": (INT, TypeExpression("...")),
    "dict": (STR, INT),
    "Counter": (STR,),
}
_ARRAYS: Final = {"ndarray", "NDArray", "ArrayLike"}
#: Tensors' types; the former ones say what their elements are.
_TENSORS: Final = {
    **dict.fromkeys(("Tensor", "FloatTensor"), A_TENSOR),
    "DoubleTensor": replace(A_TENSOR, name="torch.float64"),
    "LongTensor": replace(A_TENSOR, name="torch.int64"),
    "IntTensor": replace(A_TENSOR, name="torch.int32"),
    "ByteTensor": replace(A_TENSOR, name="torch.uint8"),
    "BoolTensor": replace(A_TENSOR, name="torch.bool"),
}
#: Annotations of what may be anything, or have any attributes.
_SAYING_NOTHING: Final = frozenset({"", "None", "Any", "object", "NoneType", "T", "Namespace", "SimpleNamespace"})
#: Abstract types of what Python can make a number, a path or bytes of -> one that is such itself.
_ABSTRACT: Final = {
    **dict.fromkeys(("SupportsIndex", "SupportsInt"), INT),
    **dict.fromkeys(("SupportsFloat", "SupportsAbs", "SupportsRound"), FLOAT),
    **dict.fromkeys(("PathLike", "StrPath", "Hashable", "LiteralString"), STR),
    "ReadableBuffer": TypeExpression("bytes"),
}
#: Of a class itself, not of its instances, with which class that is; the latter alone is many a class of a file's own.
_CLASSES: Final = frozenset({CLASS, "Type"})
#: Rows and columns of a sparse matrix.
_SPARSE_SIZE: Final = (1000, 1000)
#: Width and height.
_PICTURE_SIZE: Final = (640, 480)
_HANDED: Final = {
    "Match": FOUND,
    "Pattern": FINDING,
    **dict.fromkeys(("IO", "TextIO", "TextIOBase", "TextIOWrapper", "StringIO"), OPEN_TEXT),
    "Optimizer": TypeExpression(OPTIMISER),
    CLASS: TypeExpression(CLASS),
    **{name: TypeExpression(name, shape=_SPARSE_SIZE) for name in SPARSE},
    # Of whatever form.
    "spmatrix": TypeExpression("csr_matrix", shape=_SPARSE_SIZE),
    "sparray": TypeExpression("csr_array", shape=_SPARSE_SIZE),
    **dict.fromkeys(("BinaryIO", "BytesIO", "BufferedIOBase", "BufferedReader", "BufferedWriter"), OPEN_BYTES),
}
#: Of a module of random numbers.
_GENERATORS: Final = {
    "Random": PYTHON_GENERATOR,
    "SystemRandom": PYTHON_GENERATOR,
    "Generator": NUMPY_GENERATOR,
    "RandomState": LEGACY_GENERATOR,
}


def annotated_literal(node: ast.expr | None) -> Literal:
    """The first of those that an annotation allows."""
    if isinstance(node, ast.BinOp):
        return annotated_literal(node.left) or annotated_literal(node.right)
    if not isinstance(node, ast.Subscript):
        return None
    inner = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
    if last_name(node.value) == "Optional":
        return annotated_literal(inner)
    return literal_of(inner) if last_name(node.value) == "Literal" else None


def said_type(node: ast.expr | None) -> TypeExpression | None:  # noqa: PLR0911
    """The type that an annotation says; None where it says nothing that a value can be made of."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            node = ast.parse(node.value, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return said_type(node.left) or said_type(node.right)
    if isinstance(node, ast.Subscript):
        return _generic(node)
    name = last_name(node)
    # A kind of it, which pandas makes of one wherever it is used.
    name = "datetime" if name == "Timestamp" else name
    if name in _ARRAYS:
        return ARRAY
    if name in _TENSORS:
        return _TENSORS[name]
    if name in {"DataFrame", "Series"}:
        return TABLE if name == "DataFrame" else TypeExpression("Series", shape=(1000,))
    if name == "Module" and isinstance(node, ast.Attribute) and last_name(node.value) == "nn":
        return TypeExpression(NETWORK)
    if name == PICTURE and isinstance(node, ast.Attribute) and last_name(node.value) == PICTURE:
        # ``Image.Image``, as Pillow has it.
        return TypeExpression(PICTURE, shape=_PICTURE_SIZE)
    if name in _HANDED or name in _ABSTRACT or _is_generator(node):
        return _HANDED.get(name) or _ABSTRACT.get(name) or TypeExpression(_GENERATORS[name])
    name = _ABSTRACT_CONTAINERS.get(name, name)
    if name in ELEMENTS:
        return TypeExpression(name, ELEMENTS[name])
    if name in {"int", "float", "bool", "complex", "str", "bytes", "bytearray", "ListNode", "TreeNode"}:
        return TypeExpression(name)
    is_nothing = name in _SAYING_NOTHING or _is_of_numpy(node)
    return None if is_nothing else TypeExpression(name)


def _is_generator(node: ast.expr | None) -> bool:
    """Whether it says what random numbers are drawn from: ``Generator`` alone is what gives one after the other, and
    what is imported by its name is a class as any other."""
    is_of_module = isinstance(node, ast.Attribute) and last_name(node.value) == "random"
    return is_of_module and last_name(node) in _GENERATORS


def is_bare_container(node: ast.expr | None) -> bool:
    """Whether it says that something is a list, or the like, and not of what."""
    name = last_name(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return _ABSTRACT_CONTAINERS.get(name, name) in ELEMENTS


def _is_of_numpy(node: ast.expr | None) -> bool:
    """Whether it says a type of elements that may not be PyTorch's."""
    return last_name(node) == ELEMENT_TYPE and not (
        isinstance(node, ast.Attribute) and last_name(node.value) == "torch"
    )


def _generic(node: ast.Subscript) -> TypeExpression | None:  # noqa: PLR0911
    name = last_name(node.value)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name in {"Optional", "Union"}:
        return next((found for found in map(said_type, inner) if found is not None), None)
    if name in {"Annotated", "Final", "ClassVar", "Required"}:
        return said_type(inner[0])
    if name in _CLASSES:
        of = said_type(inner[0])
        return TypeExpression(CLASS, () if of is None or of.arguments or of.shape else (of,))
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
    if name not in ELEMENTS:
        return said_type(node.value)
    kinds = tuple(said_type(item) or INT for item in inner if not _is_ellipsis(item))
    if name == "tuple":
        is_open = any(_is_ellipsis(item) for item in inner)
        return TypeExpression("tuple", (*kinds, TypeExpression("...")) if is_open else kinds)
    return TypeExpression(name, kinds if len(kinds) == len(ELEMENTS[name]) else ELEMENTS[name])


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis
