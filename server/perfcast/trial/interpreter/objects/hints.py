"""What definitions say of types: functions of their parameters and their result, classes of their attributes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.stops import Stop, Unsupported

#: What stands for a function's result among the names.
RETURNED: Final = "return"


class Hints:
    """Of one definition. They are evaluated where code asks for them.

    Attributes:
        written: by the names that they are of.
    """

    def __init__(
        self,
        written: Mapping[str, ast.expr],
        compiled: Callable[[ast.expr], Callable[[Frame], Any]],
        are_texts: Callable[[], bool],
    ) -> None:
        """
        Args:
            compiled: gives what evaluates an expression where the definition is; are_texts: they stay as written.
        """
        self.written, self._are_texts = written, are_texts
        # Wrappers ask for those of one function at each of its calls.
        self._text = cache(lambda name: ast.unparse(written[name]))
        self._as_said = cache(lambda name: compiled(written[name]))
        self._as_meant = cache(lambda name: compiled(_with_texts_parsed(self._text(name))))

    def said(self, name: str, frame: Frame) -> Any:
        """What ``__annotations__`` has by a name. Raises Unsupported where that cannot be followed."""
        return self._text(name) if self._are_texts() else self._followed(name, self._as_said, frame)

    def is_text(self, name: str) -> bool:
        """Whether what is said is a text, which has to be evaluated."""
        written = self.written[name]
        return self._are_texts() or (isinstance(written, ast.Constant) and isinstance(written.value, str))

    def meant(self, name: str, frame: Frame, *, with_extras: bool = False) -> Any:
        """What a hint stands for, with texts in it evaluated.

        Args:
            with_extras: what types are annotated with is kept.

        Raises Unsupported where that cannot be followed.
        """
        if with_extras and "Annotated" in self._text(name):
            raise Unsupported("a hint with what it is annotated with")
        found = self._followed(name, self._as_meant, frame)
        return type(None) if found is None else found

    def _followed(self, name: str, compiled: Callable[[str], Callable[[Frame], Any]], frame: Frame) -> Any:
        try:
            return compiled(name)(frame)
        except (Stop, Exception) as reason:
            # It needs what a normal form leaves out, or is no expression.
            raise Unsupported(f"the hint {self._text(name)}: {reason}") from None


def _with_texts_parsed(hint: str) -> ast.expr:
    found: ast.expr = _Evaluating().visit(_parsed(hint))
    return found


class _Evaluating(ast.NodeTransformer):
    """Texts within a hint, and what it is annotated with besides."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not isinstance(node.value, str):
            return node
        parsed: ast.AST = self.visit(_parsed(node.value))
        return parsed

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        name = last_name(node.value)
        if name == "Literal":
            return node
        if name == "Annotated" and isinstance(node.slice, ast.Tuple):
            bare: ast.AST = self.visit(node.slice.elts[0])
            return bare
        return self.generic_visit(node)


def _parsed(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body
