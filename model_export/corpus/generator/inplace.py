"""The same array expression as statements that reuse one buffer instead of making temporaries."""

import ast

_UNARY = frozenset(
    ("sqrt", "abs", "exp", "log1p", "tanh", "sin", "cos", "square", "floor", "sign", "arctan", "negative")
)
_BINARY = frozenset(("maximum", "minimum", "hypot", "arctan2", "logaddexp", "add", "multiply"))
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}


def in_place(expression: str, target: str) -> str:
    """Statements that leave in `target` what the expression over floating-point arrays gives."""
    return "\n".join(_lines(ast.parse(expression, mode="eval").body, target))


def _lines(node: ast.expr, target: str) -> list[str]:
    inner: ast.expr | None = None
    match node:
        case ast.Name(id=name):
            last = f"{target} = {name}.copy()"
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            last = f"np.negative({target}, out={target})"
        case ast.BinOp(left=ast.Constant() as first, op=ast.Div(), right=inner):
            last = f"np.divide({ast.unparse(first)}, {target}, out={target})"
        case ast.BinOp(left=inner, op=operator, right=other) if not isinstance(inner, ast.Constant):
            last = f"{target} {_OPERATORS[type(operator)]}= {ast.unparse(other)}"
        case ast.Call(func=ast.Attribute(attr=name), args=[inner]) if name in _UNARY:
            last = f"np.{name}({target}, out={target})"
        case ast.Call(func=ast.Attribute(attr=name), args=[inner, *others]) if name in _BINARY | {"clip"}:
            last = f"np.{name}({target}, {', '.join(map(ast.unparse, others))}, out={target})"
        case _:
            inner, last = None, f"{target} = {ast.unparse(node)}"
    return [*(_lines(inner, target) if inner is not None else ()), last]
