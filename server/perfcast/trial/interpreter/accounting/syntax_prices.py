"""What evaluating syntax costs, in nanoseconds, by what can be seen of it in the source.

Fitted to the same runs as what `perfcast.trial.interpreter.accounting.prices` holds, and together with that.
"""

from __future__ import annotations

import ast
import builtins
from typing import Final

from perfcast.source.parsing.walking import children

#: A statement, besides its expressions: of most kinds, one that evaluates an expression alone, one that gives values
#: names, and a test.
STATEMENT: Final = 5.0
EXPRESSION: Final = 3.9
ASSIGNMENT: Final = 4.5
TEST: Final = 4.6
#: A turn of a loop, and one of a comprehension.
TURN: Final = 6.5
TURN_WITHIN: Final = 11.3
#: What is read, changed and put back.
CHANGE: Final = 11.4
#: Beginning a call of the unit's own function, of one that gives a generator, and of one that is awaited.
BEGINNING: Final = 12.8
GENERATOR_MADE: Final = 77.0
COROUTINE_MADE: Final = 20.0
#: An element that a generator expression gives, besides what is evaluated for it.
GENERATED: Final = 5.4
#: A comparison whose answer is kept, not asked by a test: CPython is not quick about it.
KEPT_ANSWER: Final = 9.0

#: Nodes of expressions that one price holds for; others are free, or told apart below.
_NODES: Final[dict[type, float]] = {
    ast.UnaryOp: 6.5, ast.BoolOp: 1, ast.Compare: 0.8, ast.Call: 0.8, ast.Attribute: 8.9, ast.IfExp: 2.8,
    ast.Set: 23, ast.ListComp: 158, ast.GeneratorExp: 275, ast.SetComp: 209, ast.DictComp: 163, ast.JoinedStr: 15,
    ast.Lambda: 77, ast.Starred: 17, ast.FormattedValue: 12, ast.Slice: 43, ast.keyword: 8, ast.Subscript: 4.2,
}  # fmt: skip
#: A name of the unit's or of its module's, and one of Python's own, which is looked for in both before.
_NAME: Final = 0.85
_BUILTIN: Final = 3.5
_BUILTINS: Final = frozenset(dir(builtins))
#: A text that the source says.
_TEXT: Final = 2.7
#: Looking a method up that is called.
_METHOD: Final = 5.4
_NOT: Final = 3.7
#: Operators of which a constant is the right operand, and others.
_BY_CONSTANT: Final[dict[type, float]] = {
    ast.Add: 6.5, ast.Sub: 6.6, ast.Mult: 9.0, ast.Div: 8.4, ast.FloorDiv: 6.4, ast.Mod: 9.2, ast.Pow: 5.3,
    ast.LShift: 10.5, ast.RShift: 10.5,
}  # fmt: skip
_OPERATORS: Final[dict[type, float]] = {
    ast.Add: 8.5, ast.Sub: 7.7, ast.Mult: 10.2, ast.Div: 10.0, ast.FloorDiv: 7.0, ast.Mod: 10.0, ast.Pow: 7.3,
    ast.LShift: 12.7, ast.RShift: 12.7,
}  # fmt: skip
_OPERATOR: Final = 7.7
#: An element from the end.
_FROM_END: Final = 5.2
#: Displays, by how many elements they say; the last price is that of longer ones, too. A list of one is repeated by an
#: operator as a rule, a pair is a key more often than others.
_DISPLAYS: Final[dict[type, tuple[float, ...]]] = {
    ast.List: (25.0, 42.0, 25.0, 27.0), ast.Dict: (21.0, 57.0, 59.0, 69.0, 135.0),
    ast.Tuple: (14.0, 15.0, 23.0, 16.0, 12.6),
}  # fmt: skip
#: What is assigned to: an attribute, and each of several at once.
_SET_ATTRIBUTE: Final = 5.1
_TAKEN_APART: Final = 1.2

#: From so many nanoseconds on an operand or a branch that may not be evaluated is paid for where it is; prices were
#: fitted to cheap ones that are paid for in any case.
_PAID_APART: Final = 15.0

_QUICK_IN_TESTS = ast.Eq | ast.NotEq | ast.Lt | ast.LtE | ast.Gt | ast.GtE


def time_of_value(node: ast.expr) -> float:
    """The same as `time_of`, of an expression whose value is kept, or given to something else."""
    answers = isinstance(node, ast.Compare) and isinstance(node.ops[0], _QUICK_IN_TESTS)
    return time_of(node) + (KEPT_ANSWER if answers else 0.0)


def time_of_target(node: ast.expr) -> float:
    """The same of assigning to something, with all that is evaluated within it."""
    if isinstance(node, ast.Tuple | ast.List):
        return sum(_TAKEN_APART + time_of_target(part) for part in node.elts)
    own = _SET_ATTRIBUTE if isinstance(node, ast.Attribute) else 0.0
    return own + sum(map(time_of, children(node)))


def time_of(node: ast.AST) -> float:
    """One evaluation of an expression at most; bodies of comprehensions and lambdas pay for themselves, and so does
    what `time_apart` has a price for."""
    price = price_of(node)
    if isinstance(node, ast.Name | ast.Constant):
        return price
    if isinstance(node, ast.Lambda) or (isinstance(node, ast.Tuple) and is_constant(node)):
        return price
    if isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn):
        last = node.comparators[-1]
        # A list or set that is only looked into is a constant too.
        price -= time_of(last) if is_constant(last) else 0.0
    if isinstance(node, ast.Compare):
        # Another comparison is no test: it goes on with what this one compares with.
        price += KEPT_ANSWER * sum(isinstance(one, _QUICK_IN_TESTS) for one in node.ops[:-1])
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return price + time_of(node.generators[0].iter)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        price += _METHOD - price_of(node.func)
    if isinstance(node, ast.BoolOp | ast.IfExp):
        first, *others = node.values if isinstance(node, ast.BoolOp) else (node.test, node.body, node.orelse)
        return price + time_of(first) + sum(time for time in map(time_of, others) if time < _PAID_APART)
    return price + sum(map(time_of, children(node)))


def time_apart(node: ast.expr) -> float:
    """What an operand or a branch that may not be evaluated pays for itself, each time that it is; 0 where it is cheap,
    and paid for with all around it."""
    time = time_of(node)
    return time if time >= _PAID_APART else 0.0


def is_constant(node: ast.expr) -> bool:
    """Whether it is a display of constants, which is there before the unit is called if nothing changes it."""
    return isinstance(node, ast.Tuple | ast.List | ast.Set) and all(isinstance(n, ast.Constant) for n in node.elts)


def price_of(node: ast.AST) -> float:
    """Of the node alone."""
    match node:
        case ast.Name():
            price = _BUILTIN if node.id in _BUILTINS else _NAME
        case ast.Constant():
            price = _TEXT if type(node.value) is str else 0.0
        case ast.BinOp():
            prices = _BY_CONSTANT if isinstance(node.right, ast.Constant) else _OPERATORS
            price = prices.get(type(node.op), _OPERATOR)
        case ast.UnaryOp(op=ast.Not()):
            price = _NOT
        case ast.Subscript(slice=ast.UnaryOp()):
            price = _FROM_END
        case ast.Tuple() | ast.List() | ast.Dict():
            price = _price_of_display(node)
        case _:
            price = _NODES.get(type(node), 0.0)
    return price


def _price_of_display(node: ast.Tuple | ast.List | ast.Dict) -> float:
    if isinstance(node, ast.Tuple) and is_constant(node):
        return 0.0
    prices, length = _DISPLAYS[type(node)], len(node.values if isinstance(node, ast.Dict) else node.elts)
    return prices[min(length, len(prices) - 1)]
