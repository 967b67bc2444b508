"""`ast.unparse` of what most code consists of, to the same text in a fifth of the time."""

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

#: How strongly parts of an expression hold together, as `ast.unparse` has it; what holds less is put into parentheses.
_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _CMP, _EXPR = range(9)
_BXOR, _BAND, _SHIFT, _ARITH, _TERM, _FACTOR, _POWER, _AWAIT, _ATOM = range(9, 18)

#: Levels of statements and expressions within one another; whether deeper ones can be written, `ast.unparse` knows.
_DEEPEST: Final = 40

_WRITTEN_AS_THEY_ARE: Final = frozenset({int, bool, float, bytes, type(None)})
_BINARY: Final[dict[type, tuple[str, int, int, int]]] = {
    # What stands between, how strongly it holds, and what stands to the left and to the right at least.
    ast.Add: (" + ", _ARITH, _ARITH, _TERM),
    ast.Sub: (" - ", _ARITH, _ARITH, _TERM),
    ast.Mult: (" * ", _TERM, _TERM, _FACTOR),
    ast.MatMult: (" @ ", _TERM, _TERM, _FACTOR),
    ast.Div: (" / ", _TERM, _TERM, _FACTOR),
    ast.Mod: (" % ", _TERM, _TERM, _FACTOR),
    ast.FloorDiv: (" // ", _TERM, _TERM, _FACTOR),
    ast.LShift: (" << ", _SHIFT, _SHIFT, _ARITH),
    ast.RShift: (" >> ", _SHIFT, _SHIFT, _ARITH),
    ast.BitOr: (" | ", _EXPR, _EXPR, _BXOR),
    ast.BitXor: (" ^ ", _BXOR, _BXOR, _BAND),
    ast.BitAnd: (" & ", _BAND, _BAND, _SHIFT),
    ast.Pow: (" ** ", _POWER, _AWAIT, _POWER),
}
_UNARY: Final[dict[type, tuple[str, int]]] = {
    ast.Not: ("not ", _NOT),
    ast.USub: ("-", _FACTOR),
    ast.UAdd: ("+", _FACTOR),
    ast.Invert: ("~", _FACTOR),
}
_COMPARED: Final[dict[type, str]] = {
    ast.Eq: " == ",
    ast.NotEq: " != ",
    ast.Lt: " < ",
    ast.LtE: " <= ",
    ast.Gt: " > ",
    ast.GtE: " >= ",
    ast.Is: " is ",
    ast.IsNot: " is not ",
    ast.In: " in ",
    ast.NotIn: " not in ",
}


class Unusual(Exception):
    """Code that is left to `ast.unparse`."""


def usual_text(node: ast.AST) -> str:
    """The text of a statement or an expression.

    Statements that are but a string are left out, unless it is one itself, and so are empty lines.

    Raises:
        Unusual: it holds something seldom, or is nested deeply.
        ValueError: an integer of more digits than Python will write.
    """
    if isinstance(node, ast.stmt):
        lines: list[str] = []
        _statement(node, "", lines, 0)
        return "\n".join(lines)
    return _text(node, _TEST, 0)


def is_bare_string(node: ast.AST) -> bool:
    """Whether it is a statement that is but a string."""
    return type(node) is ast.Expr and type(node.value) is ast.Constant and type(node.value.value) is str


def _text(node: ast.AST, precedence: int, depth: int) -> str:
    kind = type(node)
    if kind is ast.Name:
        name: str = node.id  # type: ignore[attr-defined]
        return name
    write = _EXPRESSIONS.get(kind)
    if write is None or depth > _DEEPEST:
        raise Unusual
    return write(node, precedence, depth + 1)


def _listed(nodes: Iterable[ast.AST], depth: int) -> str:
    return ", ".join([_text(node, _TEST, depth) for node in nodes])


def _items(nodes: Sequence[ast.AST], depth: int) -> str:
    """Of a tuple."""
    return f"{_text(nodes[0], _TEST, depth)}," if len(nodes) == 1 else _listed(nodes, depth)


def _constant(node: ast.Constant, precedence: int, depth: int) -> str:
    value = node.value
    if type(value) is str:
        return f"u{value!r}" if node.kind == "u" else repr(value)
    if value is ...:
        return "..."
    text = repr(value)
    # Infinity and what is no number cannot be written as they are.
    if type(value) not in _WRITTEN_AS_THEY_ARE or (type(value) is float and "n" in text):
        raise Unusual
    return text


def _attribute(node: ast.Attribute, precedence: int, depth: int) -> str:
    value = node.value
    if type(value) is ast.Name:
        return f"{value.id}.{node.attr}"
    space = " " if type(value) is ast.Constant and isinstance(value.value, int) else ""
    return f"{_text(value, _ATOM, depth)}{space}.{node.attr}"


def _call(node: ast.Call, precedence: int, depth: int) -> str:
    given = [_text(one, _TEST, depth) for one in node.args]
    given += [_keyword(one, depth) for one in node.keywords]
    return f"{_text(node.func, _ATOM, depth)}({', '.join(given)})"


def _keyword(node: ast.keyword, depth: int) -> str:
    name = "**" if node.arg is None else f"{node.arg}="
    return name + _text(node.value, _TEST, depth)


def _subscript(node: ast.Subscript, precedence: int, depth: int) -> str:
    place = node.slice
    # Parentheses around what is not empty are left out.
    is_plain = type(place) is ast.Tuple and place.elts
    inner = _items(place.elts, depth + 1) if is_plain else _text(place, _TEST, depth)  # type: ignore[attr-defined]
    return f"{_text(node.value, _ATOM, depth)}[{inner}]"


def _slice(node: ast.Slice, precedence: int, depth: int) -> str:
    lower = "" if node.lower is None else _text(node.lower, _TEST, depth)
    upper = "" if node.upper is None else _text(node.upper, _TEST, depth)
    step = "" if node.step is None else f":{_text(node.step, _TEST, depth)}"
    return f"{lower}:{upper}{step}"


def _binary(node: ast.BinOp, precedence: int, depth: int) -> str:
    between, own, left, right = _BINARY[type(node.op)]
    text = f"{_text(node.left, left, depth)}{between}{_text(node.right, right, depth)}"
    return f"({text})" if precedence > own else text


def _unary(node: ast.UnaryOp, precedence: int, depth: int) -> str:
    before, own = _UNARY[type(node.op)]
    text = before + _text(node.operand, own, depth)
    return f"({text})" if precedence > own else text


def _boolean(node: ast.BoolOp, precedence: int, depth: int) -> str:
    between, own = (" and ", _AND) if type(node.op) is ast.And else (" or ", _OR)
    # Each holds together more strongly than the one before it.
    values = enumerate(node.values, own + 1)
    text = between.join([_text(value, min(place, _ATOM), depth) for place, value in values])
    return f"({text})" if precedence > own else text


def _compare(node: ast.Compare, precedence: int, depth: int) -> str:
    text = _text(node.left, _EXPR, depth)
    for operator, other in zip(node.ops, node.comparators, strict=True):
        text += _COMPARED[type(operator)] + _text(other, _EXPR, depth)
    return f"({text})" if precedence > _CMP else text


def _choice(node: ast.IfExp, precedence: int, depth: int) -> str:
    body, test = _text(node.body, _OR, depth), _text(node.test, _OR, depth)
    text = f"{body} if {test} else {_text(node.orelse, _TEST, depth)}"
    return f"({text})" if precedence > _TEST else text


def _tuple(node: ast.Tuple, precedence: int, depth: int) -> str:
    if not node.elts:
        return "()"
    return f"({_items(node.elts, depth)})" if precedence > _TUPLE else _items(node.elts, depth)


def _list(node: ast.List, precedence: int, depth: int) -> str:
    return f"[{_listed(node.elts, depth)}]"


def _set(node: ast.Set, precedence: int, depth: int) -> str:
    if not node.elts:
        raise Unusual
    return f"{{{_listed(node.elts, depth)}}}"


def _dict(node: ast.Dict, precedence: int, depth: int) -> str:
    items = [
        f"**{_text(value, _EXPR, depth)}"
        if key is None
        else f"{_text(key, _TEST, depth)}: {_text(value, _TEST, depth)}"
        for key, value in zip(node.keys, node.values, strict=True)
    ]
    return f"{{{', '.join(items)}}}"


def _comprehension(node: ast.ListComp | ast.SetComp | ast.GeneratorExp, precedence: int, depth: int) -> str:
    opening, closing = _AROUND[type(node)]
    return f"{opening}{_text(node.elt, _TEST, depth)}{_generators(node.generators, depth)}{closing}"


_AROUND: Final = {ast.ListComp: ("[", "]"), ast.SetComp: ("{", "}"), ast.GeneratorExp: ("(", ")")}


def _dict_comprehension(node: ast.DictComp, precedence: int, depth: int) -> str:
    item = f"{_text(node.key, _TEST, depth)}: {_text(node.value, _TEST, depth)}"
    return f"{{{item}{_generators(node.generators, depth)}}}"


def _generators(generators: Iterable[ast.comprehension], depth: int) -> str:
    text = ""
    for one in generators:
        text += " async for " if one.is_async else " for "
        text += f"{_text(one.target, _TUPLE, depth + 1)} in {_text(one.iter, _OR, depth + 1)}"
        for test in one.ifs:
            text += f" if {_text(test, _OR, depth + 1)}"
    return text


def _starred(node: ast.Starred, precedence: int, depth: int) -> str:
    return f"*{_text(node.value, _EXPR, depth)}"


def _named(node: ast.NamedExpr, precedence: int, depth: int) -> str:
    text = f"{_text(node.target, _ATOM, depth)} := {_text(node.value, _ATOM, depth)}"
    return f"({text})" if precedence > _NAMED else text


def _lambda(node: ast.Lambda, precedence: int, depth: int) -> str:
    parameters = _parameters(node.args, depth)
    text = f"lambda{' ' if parameters else ''}{parameters}: {_text(node.body, _TEST, depth)}"
    return f"({text})" if precedence > _TEST else text


def _awaited(node: ast.Await, precedence: int, depth: int) -> str:
    text = f"await {_text(node.value, _ATOM, depth)}"
    return f"({text})" if precedence > _AWAIT else text


def _yielded(node: ast.Yield | ast.YieldFrom, precedence: int, depth: int) -> str:
    text = "yield" if type(node) is ast.Yield else "yield from"
    if node.value is not None:
        text += f" {_text(node.value, _ATOM, depth)}"
    return f"({text})" if precedence > _YIELD else text


def _formatted(node: ast.JoinedStr, precedence: int, depth: int) -> str:
    text = _format_parts(node.values, depth)
    if "'" not in text and '"' not in text and "\\" not in text and text.isprintable():
        return f"f'{text}'"
    # Which quotes there are and what can be escaped is another matter.
    text = ast.unparse(node)
    if "\n" in text:
        raise Unusual
    return text


def _format_parts(parts: Iterable[ast.expr], depth: int) -> str:
    text = ""
    for part in parts:
        if type(part) is ast.FormattedValue:
            value = _text(part.value, _OR, depth)
            kind = "" if part.conversion == -1 else f"!{chr(part.conversion)}"
            spec = "" if part.format_spec is None else f":{_spec(part.format_spec, depth)}"
            text += f"{{{' ' if value.startswith('{') else ''}{value}{kind}{spec}}}"
        elif type(part) is ast.Constant and type(part.value) is str:
            text += part.value.replace("{", "{{").replace("}", "}}")
        else:
            raise Unusual
    return text


def _spec(node: ast.expr, depth: int) -> str:
    if type(node) is not ast.JoinedStr:
        raise Unusual
    return _format_parts(node.values, depth + 1)


def _parameters(node: ast.arguments, depth: int) -> str:
    positional = [*node.posonlyargs, *node.args]
    defaults: list[ast.expr | None] = [*[None] * (len(positional) - len(node.defaults)), *node.defaults]
    written = [_parameter(one, default, depth) for one, default in zip(positional, defaults, strict=True)]
    if node.posonlyargs:
        written.insert(len(node.posonlyargs), "/")
    if node.vararg is not None:
        written.append(f"*{_parameter(node.vararg, None, depth)}")
    elif node.kwonlyargs:
        written.append("*")
    written += [_parameter(*both, depth) for both in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
    if node.kwarg is not None:
        written.append(f"**{_parameter(node.kwarg, None, depth)}")
    return ", ".join(written)


def _parameter(node: ast.arg, default: ast.expr | None, depth: int) -> str:
    annotation = "" if node.annotation is None else f": {_text(node.annotation, _TEST, depth)}"
    value = "" if default is None else f"={_text(default, _TEST, depth)}"
    return f"{node.arg}{annotation}{value}"


# By type of node; any other is unusual.
_EXPRESSIONS: Final[dict[type, Callable[[Any, int, int], str]]] = {
    ast.Constant: _constant,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _choice,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _dict_comprehension,
    ast.Starred: _starred,
    ast.NamedExpr: _named,
    ast.Lambda: _lambda,
    ast.Await: _awaited,
    ast.Yield: _yielded,
    ast.YieldFrom: _yielded,
    ast.JoinedStr: _formatted,
}


def _statement(node: ast.stmt, margin: str, lines: list[str], depth: int) -> None:
    kind = type(node)
    if (simple := _SIMPLE.get(kind)) is not None:
        lines.append(margin + simple(node, depth))
    elif (compound := _COMPOUND.get(kind)) is not None and depth <= _DEEPEST:
        compound(node, margin, lines, depth + 1)
    else:
        raise Unusual


def _block(body: Sequence[ast.stmt], margin: str, lines: list[str], depth: int) -> None:
    before = len(lines)
    margin += "    "
    for node in body:
        if not is_bare_string(node):
            _statement(node, margin, lines, depth)
    if len(lines) == before:
        lines.append(f"{margin}pass")


def _expression(node: ast.Expr, depth: int) -> str:
    return _text(node.value, _YIELD, depth)


def _assign(node: ast.Assign, depth: int) -> str:
    targets = [f"{_text(target, _TUPLE, depth)} = " for target in node.targets]
    return "".join(targets) + _text(node.value, _TEST, depth)


def _augmented(node: ast.AugAssign, depth: int) -> str:
    operator = _BINARY[type(node.op)][0].rstrip()
    return f"{_text(node.target, _TEST, depth)}{operator}= {_text(node.value, _TEST, depth)}"


def _annotated(node: ast.AnnAssign, depth: int) -> str:
    target = _text(node.target, _TEST, depth)
    if not node.simple and type(node.target) is ast.Name:
        target = f"({target})"
    value = "" if node.value is None else f" = {_text(node.value, _TEST, depth)}"
    return f"{target}: {_text(node.annotation, _TEST, depth)}{value}"


def _return(node: ast.Return, depth: int) -> str:
    return "return" if node.value is None else f"return {_text(node.value, _TEST, depth)}"


def _delete(node: ast.Delete, depth: int) -> str:
    return f"del {_listed(node.targets, depth)}"


def _assert(node: ast.Assert, depth: int) -> str:
    message = "" if node.msg is None else f", {_text(node.msg, _TEST, depth)}"
    return f"assert {_text(node.test, _TEST, depth)}{message}"


def _raise(node: ast.Raise, depth: int) -> str:
    if node.exc is None:
        return "raise"
    cause = "" if node.cause is None else f" from {_text(node.cause, _TEST, depth)}"
    return f"raise {_text(node.exc, _TEST, depth)}{cause}"


def _import(node: ast.Import, depth: int) -> str:
    return f"import {_aliases(node.names)}"


def _import_from(node: ast.ImportFrom, depth: int) -> str:
    return f"from {'.' * (node.level or 0)}{node.module or ''} import {_aliases(node.names)}"


def _aliases(names: Iterable[ast.alias]) -> str:
    return ", ".join([f"{one.name} as {one.asname}" if one.asname else one.name for one in names])


_SIMPLE: Final[dict[type, Callable[[Any, int], str]]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AugAssign: _augmented,
    ast.AnnAssign: _annotated,
    ast.Return: _return,
    ast.Delete: _delete,
    ast.Assert: _assert,
    ast.Raise: _raise,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Pass: lambda node, depth: "pass",
    ast.Break: lambda node, depth: "break",
    ast.Continue: lambda node, depth: "continue",
    ast.Global: lambda node, depth: f"global {', '.join(node.names)}",
    ast.Nonlocal: lambda node, depth: f"nonlocal {', '.join(node.names)}",
}


def _if(node: ast.If, margin: str, lines: list[str], depth: int) -> None:
    word = "if"
    while True:
        lines.append(f"{margin}{word} {_text(node.test, _TEST, depth)}:")
        _block(node.body, margin, lines, depth)
        others = [one for one in node.orelse if not is_bare_string(one)]
        if len(others) != 1 or type(others[0]) is not ast.If:
            break
        node, word, depth = others[0], "elif", depth + 1
        if depth > _DEEPEST:
            raise Unusual
    _after("else", node.orelse, margin, lines, depth)


def _for(node: ast.For | ast.AsyncFor, margin: str, lines: list[str], depth: int) -> None:
    word = "for" if type(node) is ast.For else "async for"
    lines.append(f"{margin}{word} {_text(node.target, _TUPLE, depth)} in {_text(node.iter, _TEST, depth)}:")
    _block(node.body, margin, lines, depth)
    _after("else", node.orelse, margin, lines, depth)


def _while(node: ast.While, margin: str, lines: list[str], depth: int) -> None:
    lines.append(f"{margin}while {_text(node.test, _TEST, depth)}:")
    _block(node.body, margin, lines, depth)
    _after("else", node.orelse, margin, lines, depth)


def _with(node: ast.With | ast.AsyncWith, margin: str, lines: list[str], depth: int) -> None:
    word = "with" if type(node) is ast.With else "async with"
    items = [
        _text(one.context_expr, _TEST, depth)
        + ("" if one.optional_vars is None else f" as {_text(one.optional_vars, _TEST, depth)}")
        for one in node.items
    ]
    lines.append(f"{margin}{word} {', '.join(items)}:")
    _block(node.body, margin, lines, depth)


def _try(node: ast.Try, margin: str, lines: list[str], depth: int) -> None:
    lines.append(f"{margin}try:")
    _block(node.body, margin, lines, depth)
    for handler in node.handlers:
        caught = "" if handler.type is None else f" {_text(handler.type, _TEST, depth)}"
        name = f" as {handler.name}" if handler.name else ""
        lines.append(f"{margin}except{caught}{name}:")
        _block(handler.body, margin, lines, depth)
    _after("else", node.orelse, margin, lines, depth)
    _after("finally", node.finalbody, margin, lines, depth)


def _after(word: str, body: Sequence[ast.stmt], margin: str, lines: list[str], depth: int) -> None:
    if body:
        lines.append(f"{margin}{word}:")
        _block(body, margin, lines, depth)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, margin: str, lines: list[str], depth: int) -> None:
    if getattr(node, "type_params", None):
        raise Unusual
    word = "def" if type(node) is ast.FunctionDef else "async def"
    returns = "" if node.returns is None else f" -> {_text(node.returns, _TEST, depth)}"
    lines += [f"{margin}@{_text(one, _TEST, depth)}" for one in node.decorator_list]
    lines.append(f"{margin}{word} {node.name}({_parameters(node.args, depth)}){returns}:")
    _block(node.body, margin, lines, depth)


def _class(node: ast.ClassDef, margin: str, lines: list[str], depth: int) -> None:
    if getattr(node, "type_params", None):
        raise Unusual
    lines += [f"{margin}@{_text(one, _TEST, depth)}" for one in node.decorator_list]
    given = [_text(one, _TEST, depth) for one in node.bases]
    given += [_keyword(one, depth) for one in node.keywords]
    lines.append(f"{margin}class {node.name}{'(' if given else ''}{', '.join(given)}{')' if given else ''}:")
    _block(node.body, margin, lines, depth)


_COMPOUND: Final[dict[type, Callable[[Any, str, list[str], int], None]]] = {
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
}
