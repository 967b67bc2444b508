"""Metaclasses that are said in a way that Python 2 has, too."""

from __future__ import annotations

import ast

from perfcast.source.definitions.dunder_methods import last_name


def with_keyword(node: ast.ClassDef) -> ast.ClassDef:
    """``class A(with_metaclass(M, B))``, or ``@add_metaclass(M) class A(B)``, as ``class A(B, metaclass=M)``; any other
    as it is."""
    match node:
        case ast.ClassDef(bases=[ast.Call(function, [meta, *bases], [])], keywords=[]) if (
            last_name(function) == "with_metaclass"
        ):
            return _changed(node, meta, bases=bases)
        case ast.ClassDef(keywords=[]):
            for place, one in enumerate(node.decorator_list):
                match one:
                    case ast.Call(function, [meta], []) if last_name(function) == "add_metaclass":
                        others = [*node.decorator_list[:place], *node.decorator_list[place + 1 :]]
                        return _changed(node, meta, decorator_list=others)
    return node


def _changed(node: ast.ClassDef, meta: ast.expr, **parts: list[ast.expr]) -> ast.ClassDef:
    whole = {name: getattr(node, name) for name in node._fields if hasattr(node, name)}
    whole |= parts | {"keywords": [ast.keyword("metaclass", meta)]}
    return ast.copy_location(ast.ClassDef(**whole), node)
