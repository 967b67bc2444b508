"""What Python itself hands to special methods, whatever their parameters are named."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import OF_TWO
from perfcast.workload.language.workload import Argument, Literal, TypeExpression

#: Method -> values of its parameters in order: a context is mostly left without an error, most values are formatted as
#: they are, and the protocol of pickling is that of Python 3.
_VALUES: Final[dict[str, tuple[Literal, ...]]] = {
    "__exit__": (None, None, None),
    "__aexit__": (None, None, None),
    "__format__": ("",),
    "__reduce_ex__": (2,),
}
#: What takes the dictionary of what was copied before, which is empty first.
_MEMO: Final = "__deepcopy__"
#: What is asked to compare an instance with, of its own class wherever the answer is of interest.
COMPARING: Final = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"})
_ANYTHING: Final = frozenset({"object", "Any"})


def special_argument(node: FunctionNode, name: str) -> Argument | None:
    """The argument that a special method gets for a parameter; None where that is not always alike.

    Args:
        name: of the parameter.
    """
    given = [one.arg for one in (*node.args.posonlyargs, *node.args.args)][1:]
    if name not in given:
        return None
    place = given.index(name)
    if node.name == _MEMO:
        return Argument(name, TypeExpression("dict", (TypeExpression("int"), TypeExpression("int"))), (0,))
    values = _VALUES.get(node.name, ())
    if place >= len(values):
        return None
    value = values[place]
    kind = "None" if value is None else type(value).__name__
    return Argument(name, TypeExpression(kind), value=value, has_value=True)


def says_nothing(node: FunctionNode, annotation: ast.expr | None) -> bool:
    """Whether a parameter's annotation leaves open what the method is mostly given."""
    if annotation is None:
        return True
    said = annotation.value if isinstance(annotation, ast.Constant) else getattr(annotation, "id", None)
    return node.name in OF_TWO and said in _ANYTHING
