"""A unit's text, run in the closed world: statements that define the unit, and what it finds around it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from perfcast.source.classes.networks import method_of
from perfcast.trial.inputs.omitted_definitions import LeftOut, is_left_out
from perfcast.trial.inputs.statement_order import behind, in_order
from perfcast.trial.interpreter.errors.handlers import stop_in_short
from perfcast.trial.interpreter.imports.toplevel import assigned
from perfcast.trial.interpreter.objects.classes import Class, mangled
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.metaclasses import is_ordinary
from perfcast.trial.interpreter.objects.named_tuples import Kind
from perfcast.trial.interpreter.objects.properties import ACCESSORS
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.trial.runs.clamps import Clamp, clamps_of
from perfcast.trial.runs.divisors import divisors_of
from perfcast.trial.runs.lasting_spans import has_lasting_spans

#: Statements that need none of the others, and how often those that failed are run again, after the others.
_FIRST: Final = ast.Import | ast.ImportFrom
_PASSES: Final = 3


@dataclass
class Definition:
    """What a text says of its unit, as far as it could be run.

    Attributes:
        callee: of what class the unit is, None for a function, and its name, or what the function is; None where it
            could not be made. unmade: what keeps it from that, in short; '' where that is not known.
        written: the unit, where it is a method of a class; method: the first one of that class in the text.
        accessor: which function of a property it is, where it is one: 'getter', 'setter' or 'deleter'.
        places: names of a decorated function's parameters, which what a decorator made of it need not know.
        recipes: how instances of the unit's class are made, or of what holds it, by the names of their classes.
        outer: the name of the last of these.
        clamps: parameters -> from where on they make no difference; divisors: those that numbers are divided by.
        has_lasting_spans: it has spans of days, which moments are likely to be compared with.
    """

    callee: Any = None
    unmade: str = ""
    written: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    method: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    accessor: str = "getter"
    places: list[str] = field(default_factory=list)
    recipes: dict[str, Any] = field(default_factory=dict)
    outer: str = ""
    clamps: Mapping[str, Clamp] = field(default_factory=dict)
    divisors: frozenset[str] = frozenset()
    has_lasting_spans: bool = False


class Loading:
    """What runs a text's statements.

    Args:
        module: gets the names that they define; found: what is found of the unit, as far as it goes.
    """

    def __init__(self, compiler: Compiler, module: Frame, left_out: LeftOut, found: Definition) -> None:
        self._compiler, self._module, self._left_out, self._found = compiler, module, left_out, found

    def load(self, tree: ast.Module) -> None:
        """Runs what the text says, as far as that can be done."""
        kinds = ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef
        definition = next((node for node in tree.body if isinstance(node, kinds)), None)
        if definition is None:
            return
        self._found.has_lasting_spans = has_lasting_spans(tree)
        if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef):
            self._found.clamps = clamps_of(tree, definition, drop_first=False)
            self._found.divisors = divisors_of(tree, definition, drop_first=False)
        elif (method := method_of(definition, _first_method(definition))) is not None:
            self._found.clamps = clamps_of(tree, method, drop_first=True)
            self._found.divisors = divisors_of(tree, method, drop_first=True)
            self._found.accessor = next(
                (one.attr for one in method.decorator_list if isinstance(one, ast.Attribute) and one.attr in ACCESSORS),
                self._found.accessor,
            )
            self._found.written = method
        if isinstance(definition, ast.ClassDef):
            functions = (part for part in definition.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))
            self._found.method = next(functions, None)
        else:
            # What a decorator makes of a function need not know its parameters' names.
            by_place = definition.args.args if definition.decorator_list else []
            self._found.places = [one.arg for one in (*definition.args.posonlyargs, *by_place)]
        # A normal form begins with the unit, which may need what follows: a base class, a constant in its header.
        later = behind(tree.body, definition)
        waiting = sorted(
            in_order(tree.body),
            key=lambda node: (node in later, node is definition, is_left_out(node), not isinstance(node, _FIRST)),
        )
        told: dict[str, str] = {}
        for _ in range(_PASSES):
            waiting = [node for node in waiting if not self._done(node, told)]
        for node in waiting:
            self._module.names.update(self._left_out.of_statement(node))
        self._fill(tree)
        unit = self._module.names.get(definition.name)
        if isinstance(unit, Class) or (isinstance(unit, Kind) and isinstance(definition, ast.ClassDef)):
            self._found.callee = (unit, mangled(_first_method(definition), definition.name))
        elif isinstance(unit, Function) or callable(unit):
            self._found.callee = (None, unit)
        else:
            self._found.unmade = told.get(definition.name, "")

    def _fill(self, tree: ast.Module) -> None:
        """Puts into registers what the file does after they are made."""
        names = self._module.names
        for node in tree.body:
            made = [node.name] if isinstance(node, ast.ClassDef) else assigned(node)
            for name in made:
                if name in names:
                    names[name] = self._left_out.fill(name, names[name])

    def _done(self, node: ast.stmt, told: dict[str, str]) -> bool:
        """Whether a statement of the module could be run; what it cannot do in the closed world stays undone.

        Args:
            told: gets what it could not follow, by the name of what it defines.
        """
        if is_left_out(node):
            self._module.names.update(self._left_out.of_module(node))
            return True
        if isinstance(node, ast.ClassDef):
            self._module.names.update(self._left_out.of_class(node))
        try:
            match node:
                # How an instance of the unit's class is made, see `perfcast.source.classes.networks`, or of what holds
                # it.
                case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call):
                    self._found.recipes[name] = self._compiler.expressions.compile(call)
                    self._found.outer = name
                    return True
                case ast.Expr(value=ast.Name(id=name)):
                    self._found.outer = name
                    return True
            self._compiler.statements.compile(node)(self._module)
        except (Stop, Exception) as reason:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                told[node.name] = stop_in_short(reason)
            return False
        self._module.names.update(self._left_out.augmented(node))
        made = self._module.names.get(node.name) if isinstance(node, ast.ClassDef) else None
        if is_ordinary(made):
            self._left_out.watch(made)
        return True


def _first_method(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return next((part.name for part in node.body if isinstance(part, kinds)), "")
