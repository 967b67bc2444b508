"""Triton's own names -> under whatever names a file has imported them."""

from __future__ import annotations

import ast
from typing import Final

#: Where Triton defines what it also exports at its top.
_MOVED: Final = {
    "triton.runtime.jit.jit": "triton.jit",
    "triton.runtime.jit": "triton.jit",
    "triton.runtime.autotune": "triton.autotune",
    "triton.runtime.autotuner.autotune": "triton.autotune",
    "triton.runtime.heuristics": "triton.heuristics",
    "triton.runtime.autotuner.heuristics": "triton.heuristics",
    "triton.runtime.Config": "triton.Config",
    "triton.runtime.autotuner.Config": "triton.Config",
}
LANGUAGE: Final = "triton.language"
#: Modules whose functions work element by element on blocks, as those of the language do.
_LANGUAGE_ROOTS: Final = (
    f"{LANGUAGE}.",
    "torch._inductor.runtime.triton_helpers.",
    "torch._inductor.triton_helpers.",
    "triton_helpers.",
)
#: Functions of constants, for code on the host and for kernels.
_ON_BOTH_SIDES: Final = frozenset({"triton.cdiv", "triton.next_power_of_2"})
_LANGUAGE_ITSELF: Final = frozenset({LANGUAGE, *(f"{LANGUAGE}.{part}" for part in ("core", "standard", "random"))})


class TritonNames:
    """What a file's names stand for, by its imports and by plain assignments such as ``jit = triton.jit``."""

    def __init__(self, tree: ast.Module) -> None:
        self._meanings: dict[str, str] = {}
        self._stars: list[str] = []
        self._found: dict[ast.expr, str] = {}
        self._operations: dict[ast.expr, str] = {}
        assignments = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    root = alias.name.partition(".")[0]
                    self._meanings[alias.asname or root] = alias.name if alias.asname else root
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    if alias.name == "*":
                        self._stars.append(f"{node.module}")
                    else:
                        self._meanings[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
                assignments.append(node)
        for node in assignments:
            for target in node.targets:
                meaning = self._meaning(node.value)
                if isinstance(target, ast.Name) and meaning.startswith("triton."):
                    self._meanings.setdefault(target.id, meaning)

    def meaning(self, node: ast.expr) -> str:
        """'triton.language.load' for ``tl.load``; '' for what is no dotted name of something imported."""
        if node not in self._found:
            self._found[node] = self._meaning(node)
        return self._found[node]

    def _meaning(self, node: ast.expr) -> str:
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        if node.id not in self._meanings:
            starred = next((star for star in self._stars if star.partition(".")[0] == "triton"), None)
            return f"{starred}.{node.id}" if starred and not parts else ""
        dotted = ".".join([self._meanings[node.id], *reversed(parts)])
        return _MOVED.get(dotted, dotted)

    def operation(self, node: ast.expr) -> str:
        """'load' for ``tl.load``, 'exp' for ``tl.math.exp`` and Inductor's helpers; '' for what is none."""
        if node not in self._operations:
            dotted = self.meaning(node)
            is_one = dotted.startswith(_LANGUAGE_ROOTS) or dotted in _ON_BOTH_SIDES or ".libdevice." in f".{dotted}."
            self._operations[node] = dotted.rpartition(".")[2] if is_one else ""
        return self._operations[node]

    def is_language(self, node: ast.expr) -> bool:
        """Whether it is a function of the language itself, rather than of its libraries, whose work element by element.

        What is under ``tl.math`` was libdevice's in earlier versions.
        """
        return self.meaning(node).rpartition(".")[0] in _LANGUAGE_ITSELF

    def is_jit(self, decorator: ast.expr) -> bool:
        """Whether it is ``@triton.jit``, with or without arguments."""
        return self.meaning(decorator.func if isinstance(decorator, ast.Call) else decorator) == "triton.jit"
