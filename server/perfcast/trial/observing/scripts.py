"""What of a file can be run by itself: tests, what it does as a program, examples in docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.parameters import parameters

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS: Final = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
#: Functions without parameters that show what a file is for, and tests, begin so.
_SHOWING: Final = ("main", "demo", "example", "run")
PROGRAMS: Final = ("test", "Test", *_SHOWING)
#: Of a file's own statements, those that it runs as a program among them.
AS_PROGRAM: Final = "__main__"
#: Names of examples in docstrings begin so.
DOCTEST: Final = "doctest of "
#: Names of those that are in no file begin so.
MADE_UP: Final = "made up for "
#: Of those among them that go on from one of the file: behind its name stands what they do then.
_AFTER: Final = f"{MADE_UP}what is made by "
_THEN: Final = ": "
#: Methods of a class of tests that come before each of them, in that order.
SETTING_UP: Final = ("setUpClass", "setup_class", "setup_method", "setUp", "asyncSetUp", "setup")


@dataclass(frozen=True)
class Script:
    """Statements that can be run in their module.

    Attributes:
        name: among those of its file.
        function: whose body they are, if they are one's; owner: the class that it is a method of.
    """

    name: str
    statements: tuple[ast.stmt, ...]
    function: FunctionNode | None = None
    owner: ast.ClassDef | None = None

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.statements[0].lineno if self.function is None else self.function.lineno

    @property
    def is_made_up(self) -> bool:
        """Whether it is in no file."""
        return self.name.startswith(MADE_UP)

    @property
    def is_asynchronous(self) -> bool:
        """Whether it is run on an event loop."""
        return isinstance(self.function, ast.AsyncFunctionDef)

    @property
    def receiver(self) -> str | None:
        """The parameter that an instance of its class is given by, if it has one."""
        first = [] if self.function is None or self.owner is None else self.function.args.args[:1]
        return first[0].arg if first else None

    @cached_property
    def parameters(self) -> list[tuple[str, ast.stmt | None]]:
        """The others, each with what assigns its default, if it has one."""
        found = [] if self.function is None else parameters(self.function, drop_first=self.receiver is not None)
        return [(one.arg, None if default is None else assigned(one.arg, default)) for one, default in found]

    @cached_property
    def words(self) -> frozenset[str]:
        """The names that it mentions."""
        nodes = [node for statement in self.statements for node in ast.walk(statement)]
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        return frozenset(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def going_on(script: Script, then: str) -> Script:
    """Does what another script of the file does, and something more with what that has made.

    Args:
        then: statements in Python.
    """
    statements = (*script.statements, *ast.parse(then).body)
    return replace(script, name=f"{_AFTER}{script.name}{_THEN}{then}", statements=statements)


def goes_on(name: str) -> bool:
    """Whether the script of that name goes on from another one."""
    return name.startswith(_AFTER)


def of_name(scripts: Iterable[Script], name: str) -> Script | None:
    """The one of a file's scripts that has a name, or goes on from one of them, as its name says; None where there is
    none."""
    before, _, then = name.removeprefix(_AFTER).partition(_THEN) if name.startswith(_AFTER) else (name, "", "")
    found = next((script for script in scripts if script.name == before), None)
    return going_on(found, then) if found is not None and then else found


def first_step(script: Script, case: int) -> int:
    """Where one of a script's cases is set up; its statements are the steps after that."""
    return case * (1 + len(script.statements))


def assigned(name: str, value: ast.expr) -> ast.stmt:
    """A statement that gives a name the value of an expression."""
    statement = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), value)
    return ast.fix_missing_locations(statement)


def scripts_in(tree: ast.Module) -> list[Script]:
    """Of a file, in source order: tests, programs, and what it does itself."""
    found = []
    for node in tree.body:
        if isinstance(node, FUNCTIONS) and (node.name.startswith("test") or _is_program(node)):
            found.append(Script(node.name, tuple(node.body), node))
        elif isinstance(node, ast.ClassDef):
            tests = [part for part in node.body if isinstance(part, FUNCTIONS) and part.name.startswith("test")]
            found += [Script(f"{node.name}.{test.name}", tuple(test.body), test, node) for test in tests]
    program = tuple(_own_statements(tree))
    return [*found, Script(AS_PROGRAM, program)] if program else found


def examples_in(tree: ast.Module) -> list[Script]:
    """Of a file, those in the docstrings of its functions and classes, in source order."""
    found: list[Script] = []
    for node in ast.walk(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            text = ast.get_docstring(node, clean=False) or ""
            statements = tuple(_examples(text)) if ">>>" in text else ()
            if statements:
                for statement in statements:
                    ast.increment_lineno(statement, node.lineno)
                found.append(Script(f"{DOCTEST}{node.name}:{len(found)}", statements))
    return found


def _examples(docstring: str) -> Iterator[ast.stmt]:
    """Those that parse: the others may show what does not."""
    # As in `perfcast.workload.origins.doctests`.
    from doctest import DocTestParser

    try:
        examples = DocTestParser().get_examples(docstring)
    except ValueError:
        return
    for example in examples:
        try:
            statements = ast.parse(example.source).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for statement in statements:
            yield ast.increment_lineno(statement, example.lineno)


def _is_program(node: FunctionNode) -> bool:
    args = node.args
    needed = len(args.posonlyargs) + len(args.args) - len(args.defaults) + args.kw_defaults.count(None)
    return not needed and node.name.startswith(_SHOWING)


def _own_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and "__main__" in ast.dump(node.test):
            yield from node.body
        elif not isinstance(node, (*_DEFINITIONS, ast.Try, ast.If)) and not _is_text(node):
            yield node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def fixtures_used(owner: ast.ClassDef) -> Iterator[str]:
    """Names of the fixtures that a class's tests use without asking for them: those that it names, and its own."""
    for decorator in owner.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute):
            names = decorator.args if decorator.func.attr == "usefixtures" else ()
            yield from (one.value for one in names if isinstance(one, ast.Constant) and isinstance(one.value, str))
    for node in owner.body:
        if isinstance(node, FUNCTIONS) and any(map(_is_for_all, node.decorator_list)):
            yield node.name


def _is_for_all(decorator: ast.expr) -> bool:
    """Whether it makes a fixture that nobody has to ask for."""
    options = decorator.keywords if isinstance(decorator, ast.Call) else ()
    return any(one.arg == "autouse" and getattr(one.value, "value", None) is True for one in options)


def without_asserting(statement: ast.stmt) -> ast.stmt:
    """What is asserted is evaluated and may be false: nobody here says that it is exact."""
    if not any(isinstance(node, ast.Assert) for node in ast.walk(statement)):
        return statement
    changed: ast.stmt = _Asserted().visit(deepcopy(statement))
    return changed


class _Asserted(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(ast.Expr(node.test), node)
