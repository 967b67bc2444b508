"""What expressions are, and what functions are called with, by how they are written."""

from __future__ import annotations

import ast
from typing import Final, TypeGuard

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.separators import constants, written
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import FLOAT, INT, STR, by_name, last_word
from perfcast.workload.naming.read_formats import READ_BY
from perfcast.workload.structures.shapes import DIGITS, LABEL, TIMESTAMP, Shape
from perfcast.workload.tables.columns import TIMED

#: Calls of numbers, of texts that say one, and of texts that say when.
_OF_NUMBERS: Final = frozenset(
    {
        "sum",
        "abs",
        "round",
        "pow",
        "sqrt",
        "floor",
        "ceil",
        "fsum",
        "mean",
        "fmean",
        "fromtimestamp",
        "utcfromtimestamp",
    }
)
OF_DIGITS: Final = frozenset({"int", "float", "Decimal"})
OF_MOMENTS: Final = frozenset({"fromisoformat", "strptime", "parse", "isoparse"})
ADDING_UP: Final = frozenset({"sum", "fsum", "mean", "fmean"})
_CALLED_WITH: Final = (
    (frozenset({"range"}), INT),
    (_OF_NUMBERS, FLOAT),
    (OF_DIGITS, DIGITS),
    (OF_MOMENTS, TIMESTAMP),
    (frozenset(READ_BY), STR),
)
#: Methods that ask for a key.
ASKING: Final = frozenset({"get", "pop", "setdefault", "itemgetter"})
#: What a row may be asked for by place.
_MOST_COLUMNS: Final = 30


def kind_of(function: str) -> TypeExpression | None:
    """What a function of that name is called with."""
    return next((kind for names, kind in _CALLED_WITH if function in names), None)


def texts_of(node: ast.expr) -> tuple[str, ...]:
    """The words of a list of them that is written down."""
    texts = tuple(constants(node)) if isinstance(node, ast.Tuple | ast.List | ast.Set) else ()
    words = tuple(text for text in texts if isinstance(text, str) and text.replace("-", "_").isidentifier())
    return words if len(words) == len(texts) and any(len(word) > 1 for word in words) else ()


def column_of(place: ast.expr) -> str | None:
    """The place of one of a row's values, as its key."""
    is_place = isinstance(place, ast.Constant) and type(place.value) is int and place.value < _MOST_COLUMNS
    return str(place.value) if is_place and isinstance(place, ast.Constant) else None


def called_there(node: ast.expr) -> str:
    """What a part is called where it is asked for."""
    return (written(node.slice) or "") if isinstance(node, ast.Subscript) else last_name(node)


def is_kind(shape: Shape, node: ast.expr) -> bool:
    """Whether nothing says that a value by a key, or what it is compared with, is more than one of some kinds."""
    by_key = isinstance(node, ast.Name) or (isinstance(node, ast.Subscript) and written(node.slice) is not None)
    is_plain = shape.type in (None, LABEL) and shape.element is None and not shape.keys and not shape.fields
    named = by_name(called_there(node))
    return by_key and is_plain and named in (None, STR) and last_word(called_there(node)) not in TIMED


def is_of_several(target: ast.expr) -> TypeGuard[ast.Tuple]:
    return isinstance(target, ast.Tuple) and bool(target.elts)


def is_written_text(node: ast.expr) -> bool:
    """Whether an expression is a text, whatever its parts are."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()) | ast.Call(func=ast.Name(id="str" | "repr")):
            return True
        case ast.Call(func=ast.Attribute(attr="join" | "format")):
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return is_written_text(left) or is_written_text(right)
    return False


def is_of_numbers(node: ast.BinOp) -> bool:
    """Whether what is reckoned with is no text."""
    match node:
        case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Pow()):
            return True
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return isinstance(left, ast.Constant) or isinstance(right, ast.Constant)
    return False


def is_certain_place(node: ast.expr) -> bool:
    """Whether it is one certain element of something, which may be unlike others."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)


def behind_minus(node: ast.expr) -> ast.expr | None:
    """What stands behind a minus."""
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None
