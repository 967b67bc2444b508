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
    match node:
        case ast.Name(id=name):
            return [f"{target} = {name}.copy()"]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return [*_lines(inner, target), f"np.negative({target}, out={target})"]
        case ast.BinOp(left=ast.Constant(value=first), op=ast.Div(), right=inner):
            return [*_lines(inner, target), f"np.divide({first}, {target}, out={target})"]
        case ast.BinOp(left=inner, op=operator, right=other) if not isinstance(inner, ast.Constant):
            return [*_lines(inner, target), f"{target} {_OPERATORS[type(operator)]}= {ast.unparse(other)}"]
        case ast.Call(func=ast.Attribute(attr=name), args=[inner]) if name in _UNARY:
            return [*_lines(inner, target), f"np.{name}({target}, out={target})"]
        case ast.Call(func=ast.Attribute(attr=name), args=[inner, other]) if name in _BINARY:
            return [*_lines(inner, target), f"np.{name}({target}, {ast.unparse(other)}, out={target})"]
        case ast.Call(func=ast.Attribute(attr="clip"), args=[inner, low, high]):
            bounds = f"{ast.unparse(low)}, {ast.unparse(high)}"
            return [*_lines(inner, target), f"np.clip({target}, {bounds}, out={target})"]
    return [f"{target} = {ast.unparse(node)}"]
