"""A program on its way from a template or a composition to its final spelling."""

import ast
from dataclasses import dataclass, field

from model_export.corpus.generator.trees import Function


@dataclass
class Draft:
    """A module whose function (or class.method) `unit` is to be measured; `workload` names its parameters.

    `zeals` are the factors, one of which is drawn, of how much the program is rewritten.
    """

    problem: str
    theme: str
    tree: ast.Module
    unit: str
    workload: str
    returns: str = ""
    annotations: dict[str, str] = field(default_factory=dict)
    zeals: tuple[float, ...] = (0.3, 0.7, 1.0, 1.0, 1.4)

    def function(self) -> Function:
        """The node of the unit."""
        *classes, name = self.unit.split(".")
        body = self.tree.body
        for class_name in classes:
            body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == class_name)
        return next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == name)

    def is_generator(self) -> bool:
        return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(self.function()))
