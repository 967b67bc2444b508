"""What definitions say of types: functions of their parameters and their result, classes of their attributes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
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
        evaluate: Callable[[ast.expr, Frame], Any],
        are_texts: Callable[[], bool],
    ) -> None:
        """
        Args:
            evaluate: gives what an expression stands for where the definition is; are_texts: they stay as written.
        """
        self.written, self._evaluate, self._are_texts = written, evaluate, are_texts

    def said(self, name: str, frame: Frame) -> Any:
        """What ``__annotations__`` has by a name. Raises Unsupported where that cannot be followed."""
        written = self.written[name]
        return ast.unparse(written) if self._are_texts() else self._followed(written, frame)

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
        if with_extras and "Annotated" in ast.unparse(self.written[name]):
            raise Unsupported("a hint with what it is annotated with")
        try:
            hint = _Evaluating().visit(_parsed(ast.unparse(self.written[name])))
        except (SyntaxError, ValueError):
            raise Unsupported("a hint that is no expression") from None
        found = self._followed(hint, frame)
        return type(None) if found is None else found

    def _followed(self, hint: ast.expr, frame: Frame) -> Any:
        try:
            return self._evaluate(hint, frame)
        except (Stop, Exception) as reason:
            # It needs what a normal form leaves out.
            raise Unsupported(f"the hint {ast.unparse(hint)}: {reason}") from None


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
