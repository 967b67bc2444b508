"""What syntax and built-in functions cost, in nanoseconds.

The prices were fitted to runs of the corpus that were tried at their whole size (least relative error, held to the same
price where there was little to learn from), so they are of CPython 3.11 on the CPU that the corpus was measured on, and
right to a factor of about 1.4 in half of the cases. What rests on them is fitted again, so they only have to be
right against each other.
"""

from __future__ import annotations

import ast
from typing import Final

#: A statement, or a turn of a loop, besides its expressions.
STATEMENT: Final = 5.0
#: Nodes of expressions; others are free.
SYNTAX: Final[dict[type, float]] = {
    ast.Name: 1.4, ast.BinOp: 7.7, ast.UnaryOp: 6.5, ast.BoolOp: 1, ast.Compare: 1, ast.Call: 1, ast.Attribute: 7.7,
    ast.Subscript: 3.8, ast.IfExp: 4.2, ast.Tuple: 26, ast.List: 30, ast.Dict: 69, ast.Set: 23, ast.ListComp: 190,
    ast.GeneratorExp: 290, ast.SetComp: 180, ast.DictComp: 320, ast.JoinedStr: 62, ast.Lambda: 100, ast.Starred: 21,
    ast.FormattedValue: 17,
}  # fmt: skip
#: Calling a function of the unit's.
FUNCTION: Final = 15.0
#: An element that an operator goes through.
OPERATOR: Final = 0.8
#: Calling a built-in function, and one of the elements that it goes through, where the tables do not name it.
CALL: Final = 60.0
ELEMENT: Final = 6.0
#: Calling a built-in function or method.
CALLS: Final[dict[str, float]] = {
    "Counter": 140, "Counter.items": 91, "abs": 7.7, "bin": 46, "bisect_left": 30, "bisect_right": 30, "bool": 51,
    "bytes": 53, "chr": 43, "defaultdict": 92, "deque": 52, "dict.keys": 38, "dict.setdefault": 9.3, "dict.values": 91,
    "divmod": 35, "enumerate": 47, "factorial": 87, "float": 28, "gcd": 15, "heappop": 50, "heappush": 30,
    "int.bit_length": 45, "isqrt": 22, "len": 8.5, "list.count": 36, "list.index": 53, "list.insert": 23,
    "list.pop": 1, "log": 52, "max": 88, "min": 91, "ord": 13, "round": 89, "sorted": 91, "sqrt": 29, "str.count": 29,
    "str.encode": 18, "str.isalpha": 1, "str.isdigit": 1, "str.join": 47, "str.split": 31, "str.startswith": 34,
    "str.strip": 34, "str.upper": 48, "sum": 45, "tuple": 44, "zip": 90,
}  # fmt: skip
#: An element that it goes through.
ELEMENTS: Final[dict[str, float]] = {
    "Counter": 26, "Counter.update": 11, "accumulate": 14, "all": 6.1, "any": 11, "bin": 5.5, "bisect_left": 9,
    "bisect_right": 9, "insort_left": 9, "insort_right": 9, "bytearray": 6.4, "bytes": 4.7, "compress": 12,
    "deque": 1.4, "deque.extendleft": 2.6, "dict.setdefault": 5.7, "enumerate": 5.9, "fsum": 11, "groupby": 11,
    "heappop": 14, "heappush": 4, "heappushpop": 12, "heapreplace": 12, "int": 1, "list": 2.5, "list.count": 16,
    "list.index": 11, "list.insert": 1, "list.sort": 3.9, "map": 4.8, "max": 11, "memoryview": 1.4, "min": 11,
    "nlargest": 19, "nsmallest": 11, "pairwise": 10, "set.update": 5.9, "sorted": 18, "str": 12, "str.count": 1.4,
    "str.encode": 1, "str.join": 4.9, "str.lower": 6.4, "str.replace": 1.3, "str.split": 2.7, "str.strip": 3.2,
    "sum": 4, "tee": 5.7, "tuple": 3.5, "zip": 3.1,
}  # fmt: skip
#: A result that is remembered: found, and kept for the first time.
FOUND: Final = 45.0
KEPT: Final = 220.0
#: An object that is written as JSON, by the standard library's own loop where it is laid out in lines, and a
#: character that is read.
WRITTEN: Final = 70.0
LAID_OUT: Final = 500.0
READ: Final = 6.0
#: A number that is drawn at random by ``random``.
DRAWN: Final[dict[str, float]] = {
    "random": 30, "randint": 480, "randrange": 420, "choice": 330, "choices": 160, "shuffle": 420, "sample": 500,
    "uniform": 90, "gauss": 220, "getrandbits": 50,
}  # fmt: skip
#: One of NumPy's operations, and an element of an addition.
ARRAY_CALL: Final = 560.0
ARRAY_ELEMENT: Final = 0.35
#: A byte that is allocated.
BYTE: Final = 0.04


def time_of(node: ast.AST) -> float:
    """One evaluation of an expression at most; bodies of comprehensions and lambdas pay for themselves."""
    price = SYNTAX.get(type(node), 0.0)
    if isinstance(node, ast.Lambda):
        return price
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return price + time_of(node.generators[0].iter)
    return price + sum(time_of(child) for child in ast.iter_child_nodes(node))
