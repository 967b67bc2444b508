"""The type that one call in a body tells of a name."""

from __future__ import annotations

import ast
import re
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.regexes import SEARCHES
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.libraries.scipy import OF_PLACES, axes_given
from perfcast.workload.naming.names import (
    A_TENSOR,
    ARRAY,
    DICT,
    FLOAT,
    INT,
    INTS,
    MATRIX,
    PANDAS,
    STR,
    STRS,
    TABLE,
    by_name,
)
from perfcast.workload.naming.read_formats import READ_BY
from perfcast.workload.uses.array_uses import OF_LAYERS, OF_TENSORS
from perfcast.workload.uses.asked_classes import BY_CLASS, first_class
from perfcast.workload.uses.name_uses import is_given_at, is_name, reckoned, replaced_moment
from perfcast.workload.uses.number_uses import MAKING_ARRAYS
from perfcast.workload.uses.sequence_uses import OVER_ALL

#: Ends of the names of those that compare two.
_OF_TWO: Final = ("loss", "entropy", "logits", "kl_div", "similarity", "distance")
#: Searches that others have too; what is in the names of patterns.
_OTHERS_HAVE: Final = frozenset({"sub", "subn"})
_PATTERN: Final = re.compile(r"(?:^|_)(?:re|rx)(?:_|$)|regex|pattern", re.IGNORECASE)
#: Functions of ``urllib.parse``, and others that read texts.
_OF_ADDRESSES: Final = frozenset({"urljoin", "quote", "quote_plus", "unquote", "unquote_plus", *READ_BY})
#: Functions of ``math`` that count.
_INTEGRAL: Final = frozenset({"comb", "perm", "gcd", "lcm", "factorial", "isqrt"})
#: Calls that take several lists apart: ``zip(*rows)``.
_OF_SEVERAL: Final = frozenset({"zip", "merge", "chain", "product", "zip_longest"})
#: What names may say of an array that is reckoned with element by element.
MAY_BE_ARRAYS: Final = (None, INTS, MATRIX, ARRAY)
#: Functions of NumPy and PyTorch that put arrays together.
_JOINING: Final = frozenset({"concatenate", "vstack", "hstack", "column_stack", "stack", "cat", "concat"})
#: What tables are told that are put beside each other.
_OF_JOINS: Final = frozenset({"on", "how", "left_on", "right_on", "left_index", "right_index", "lsuffix", "rsuffix"})


def told_by_call(call: ast.Call, name: str) -> TypeExpression | None:  # noqa: PLR0911
    match call:
        case ast.Call() if (moment := replaced_moment(call)) is not None and is_name(moment, name):
            return TypeExpression("datetime")
        case ast.Call(func=ast.Attribute(value=ast.Name(id=used)), keywords=keywords) if used == name and any(
            keyword.arg == "dim" for keyword in keywords
        ):
            return A_TENSOR
        case ast.Call(ast.Attribute(of, "merge" | "join" | "merge_asof"), tables, options) if any(
            is_name(table.value if isinstance(table, ast.Subscript) else table, name)
            for table in tables[: 1 + (last_name(of) in PANDAS)]
        ) and any(option.arg in _OF_JOINS for option in options):
            return TABLE
        case ast.Call(func=ast.Name(id="range"), args=bounds) if any(
            is_name(one, name) for bound in bounds for one in reckoned(bound)
        ):
            return INT
        case ast.Call() if axes_given(call, name):
            return ARRAY
        case ast.Call(func=making, args=[ast.Tuple(elts=[_, ast.Tuple(elts=places)]), *_]) if last_name(
            making
        ) in OF_PLACES and any(is_name(place, name) for place in places):
            return ARRAY
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np" | "numpy" | "torch" as library), attr=joining),
            args=[ast.Tuple(elts=joined) | ast.List(elts=joined), *_],
        ) if joining in _JOINING and any(is_name(one, name) for one in joined):
            return A_TENSOR if library == "torch" else ARRAY
        case ast.Call(func=ast.Name(id="int" | "float"), args=[ast.Subscript(ast.Name(id=used), ast.Slice()), *_]) if (
            used == name
        ):
            return STR
        case ast.Call(func=function, args=arguments) if any(is_name(argument, name) for argument in arguments):
            return _told_by_function(function, arguments, name)
        case ast.Call(func=function, args=arguments) if any(_is_spread(argument, name) for argument in arguments):
            return MATRIX if last_name(function) in _OF_SEVERAL else None
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=making), args=arguments) if any(
            _is_reckoned_element(argument, name) for argument in arguments[:1]
        ):
            # Of whole arrays: ``np.exp(-z)``, ``np.mean(found == wanted)``.
            return ARRAY if making not in MAKING_ARRAYS and by_name(name) in MAY_BE_ARRAYS else None
    return None


def _told_by_function(function: ast.expr, arguments: list[ast.expr], name: str) -> TypeExpression | None:  # noqa: PLR0911, PLR0912
    match function:
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=making) if making in MAKING_ARRAYS:
            return INT if is_given_at(arguments, MAKING_ARRAYS[making], name) else None
        case ast.Attribute(
            value=ast.Name(id="np" | "numpy") | ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="linalg" | "fft")
        ):
            return ARRAY
        case ast.Attribute(value=ast.Name(id="F"), attr=called) if called.endswith(_OF_TWO) or (
            called in OF_LAYERS and is_name(arguments[0], name)
        ):
            return A_TENSOR
        case ast.Attribute(value=ast.Name(id="torch"), attr=called) if is_name(arguments[0], name):
            return A_TENSOR if called in OF_TENSORS else None
        case ast.Attribute(value=ast.Name(id="math"), attr=function_name):
            if function_name in OVER_ALL:
                return None
            # Whole numbers will do for all others, where the name says so.
            return INT if function_name in _INTEGRAL or by_name(name) == INT else FLOAT
        case ast.Attribute(value=ast.Constant(value=str()), attr="join"):
            return STRS
        case ast.Attribute(value=of, attr=method) if method in SEARCHES:
            if method in _OTHERS_HAVE and not _is_pattern(of):
                return None
            return STR if is_given_at(arguments, SEARCHES[method] + is_name(of, "re"), name) else None
        case ast.Name(id="ord"):
            return STR
        case ast.Name(id=called) | ast.Attribute(attr=called) if called in _OF_ADDRESSES:
            return STR
        case ast.Attribute(attr="fromtimestamp" | "utcfromtimestamp"):
            return FLOAT if is_given_at(arguments, 0, name) else None
        case ast.Name(id="dict") if is_name(arguments[0], name):
            return DICT
        case ast.Name(id="int") if len(arguments) > 1:
            # Of a base.
            return STR if is_name(arguments[0], name) else INT
        case ast.Name(id="int" | "float" | "abs" | "divmod" | "pow") if by_name(name) == INT:
            return INT
        case ast.Name(id="range" | "chr" | "bin" | "oct" | "hex"):
            return INT
        case ast.Name(id="isinstance") if is_name(arguments[0], name):
            return BY_CLASS.get(first_class(arguments))
    return None


def _is_pattern(node: ast.expr) -> bool:
    """The module ``re``, or what is named as patterns are."""
    name = last_name(node)
    return name.isupper() or _PATTERN.search(name) is not None


def _is_spread(argument: ast.expr, name: str) -> bool:
    return isinstance(argument, ast.Starred) and is_name(argument.value, name)


def _is_reckoned_element(node: ast.expr, name: str) -> bool:
    """Whether it is made of one array and others, or numbers, element by element: of the first of them, for by a number
    is what others are divided by."""
    match node:
        case ast.UnaryOp(operand=operand):
            sides = [operand]
        case ast.BinOp(left=left):
            sides = [left]
        case ast.Compare(left=left, comparators=[right]):
            sides = [left, right]
        case _:
            return False
    return any(is_name(side, name) or _is_reckoned_element(side, name) for side in sides)
