"""What the names of a module, of a class body or of a function's body stand for."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .bases import base_names
from .dunder_methods import called_name
from .generics import NamedType, named_type
from .options import told_parser
from .parameters import every_parameter
from .references import names_bound_by
from .units import FunctionNode
from .versions import holds

Definition = FunctionNode | ast.ClassDef

#: Decorators of what calls others by the class of what it is given.
_CHOOSING = frozenset({"singledispatch", "singledispatchmethod"})
#: What one chooses among, at most: each of them may call it, and has all of them in its normal form.
_MOST_CHOSEN = 40


@dataclass(frozen=True)
class ImportedName:
    """One name that an import statement binds."""

    statement: ast.Import | ast.ImportFrom
    alias: ast.alias


@dataclass(frozen=True)
class Constant:
    """`name = value`, `name: annotation = value`, a bare `name: annotation`, or one name of a longer assignment."""

    name: str
    annotation: ast.expr | None
    value: ast.expr | None
    """None for a bare annotation; `...` where the statement holds no value for this name alone."""
    place: tuple[int, int, int]
    """Line, column and position within the statement, to sort by."""


@dataclass
class Bindings:
    """Names bound in one scope. A name bound several times stands for a definition, else an import, else a constant.

    Of several definitions or constants the last counts, of several imports the first, as in
    `try: import fast as m / except ImportError: import slow as m`; those in `else` and `except` only if no other does.
    """

    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    """More than one only where later ones extend the first: a property, its setter and its deleter; a function that
    chooses by the class of what it is given, and those that are registered with it."""
    imports: dict[str, list[ImportedName]] = field(default_factory=dict)
    """More than one only for `import a.b` and `import a.c`, which both bind `a`."""
    constants: dict[str, Constant] = field(default_factory=dict)
    star_imports: list[ast.ImportFrom] = field(default_factory=list)
    told: dict[str, list[ast.Expr]] = field(default_factory=dict)
    """Statements that tell a parser of the command line its options, by the parser's name."""
    types: dict[str, NamedType] = field(default_factory=dict)
    """Of names that are opaque besides: they are of use to annotations alone."""
    opaque: set[str] = field(default_factory=set)
    """Bound in a way that no single statement tells: arguments, loop variables ..."""

    @classmethod
    def of_body(cls, body: Iterable[ast.stmt]) -> "Bindings":
        """Of a module or class. What its `if`, `try`, `with` ... blocks bind is taken in place, but for what is for a
        Python of long ago."""
        bindings = cls()
        bindings._add_body(body)
        return bindings

    @classmethod
    def of_function(cls, node: FunctionNode) -> "Bindings":
        """The values of local variables depend on the call: they are opaque."""
        bindings = cls.of_body(node.body)
        bindings.opaque.update(bindings.constants)
        bindings.constants.clear()
        bindings.opaque.update(argument.arg for argument in every_parameter(node.args))
        return bindings

    def of(self, name: str) -> "Bindings":
        """Bindings that say all of what the name stands for."""
        return self

    @property
    def classes(self) -> Iterator[str]:
        """Names of the classes."""
        return (name for name, nodes in self.definitions.items() if isinstance(nodes[0], ast.ClassDef))

    @property
    def all_classes(self) -> Iterator[str]:
        """The same, since all of them are known."""
        return self.classes

    def bases_of(self, name: str) -> tuple[str, ...]:
        """What a class extends, see `base_names`; nothing for what is none."""
        found = self.definitions.get(name, ())
        return next((base_names(node) for node in found if isinstance(node, ast.ClassDef)), ())

    def binds(self, name: str) -> bool:
        return any(name in names for names in (self.definitions, self.imports, self.constants, self.opaque))

    def _add_body(self, body: Iterable[ast.stmt]) -> None:
        # A stack, since elif chains nest without limit. The flag says: only if nothing else binds the name.
        pending: list[tuple[ast.AST, bool]] = []
        pending.extend((node, False) for node in reversed(list(body)))
        while pending:
            node, alternative = pending.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._add_definition(node, alternative)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                self._add_import(node)
            elif isinstance(node, ast.Assign):
                for position, target in enumerate(node.targets):
                    self._add_assignment(node, target, node.value, position, alternative)
            elif isinstance(node, ast.Expr) and (parser := told_parser(node)) is not None:
                self.told.setdefault(parser, []).append(node)
            elif isinstance(node, ast.AnnAssign):
                self._add_assignment(node, node.target, node.value, 0, alternative or node.value is None)
            else:
                if (named := named_type(node)) is not None:
                    self.types[named[0]] = named[1]
                pending.extend(reversed(self._inside(node, alternative)))

    def _inside(self, node: ast.AST, alternative: bool) -> list[tuple[ast.AST, bool]]:
        """What stands in a statement's blocks, each with whether it binds only what nothing else does."""
        is_met = holds(node.test) if isinstance(node, ast.If) else None
        if isinstance(node, ast.If) and is_met is not None:
            return [(child, alternative) for child in (node.body if is_met else node.orelse)]
        inner: list[tuple[ast.AST, bool]] = []
        for name, value in ast.iter_fields(node):
            if name in ("body", "finalbody", "cases"):
                inner.extend((child, alternative) for child in value)
            elif name in ("orelse", "handlers"):
                inner.extend((child, True) for child in value)
            else:
                self._add_opaque(value)
        self.opaque.update(names_bound_by(node))
        return inner

    def _add_definition(self, node: Definition, alternative: bool) -> None:
        for name in registered_with(node):
            first = self.definitions.get(name)
            if first and _chooses(first[0]) and len(first) <= _MOST_CHOSEN:
                first.append(node)
                if name == node.name:
                    return
        known = self.definitions.get(node.name)
        if known and any(
            isinstance(decorator, ast.Attribute)
            and isinstance(decorator.value, ast.Name)
            and decorator.value.id == node.name
            for decorator in node.decorator_list
        ):
            known.append(node)
        elif not (known and alternative):
            self.definitions[node.name] = [node]

    def _add_import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom) and alias.name == "*":
                self.star_imports.append(node)
                continue
            is_plain = isinstance(node, ast.Import) and alias.asname is None
            known = self.imports.setdefault(
                alias.asname or (alias.name.partition(".")[0] if is_plain else alias.name), []
            )
            if not known or (is_plain and _all_plain(known) and all(one.alias.name != alias.name for one in known)):
                known.append(ImportedName(node, alias))

    def _add_assignment(
        self,
        node: ast.Assign | ast.AnnAssign,
        target: ast.expr,
        value: ast.expr | None,
        position: int,
        alternative: bool,
    ) -> None:
        if isinstance(target, ast.Name):
            if not (alternative and target.id in self.constants):
                annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
                place = (node.lineno, node.col_offset, position)
                self.constants[target.id] = Constant(target.id, annotation, value, place)
        elif isinstance(target, ast.Tuple | ast.List):
            values: Sequence[ast.expr] = [ast.Constant(...)] * len(target.elts)
            if (
                isinstance(value, ast.Tuple | ast.List)
                and len(value.elts) == len(target.elts)
                and not any(isinstance(one, ast.Starred) for one in (*target.elts, *value.elts))
            ):
                values = value.elts
            for offset, (part, part_value) in enumerate(zip(target.elts, values, strict=True)):
                inner = part.value if isinstance(part, ast.Starred) else part
                self._add_assignment(node, inner, part_value, position + offset, alternative)

    def _add_opaque(self, value: object) -> None:
        pending: list[object] = [value]
        while pending:
            node = pending.pop()
            if isinstance(node, list):
                pending.extend(node)
            elif isinstance(node, ast.AST):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self.opaque.add(node.id)
                self.opaque.update(names_bound_by(node))
                pending.extend(ast.iter_child_nodes(node))


def chosen_among(node: FunctionNode, definitions: Mapping[str, Sequence[Definition]]) -> Sequence[Definition]:
    """What a function of a scope calls by the class of what it is given, besides itself."""
    first, *others = definitions.get(node.name, (None,))
    return others if first is node and _chooses(node) else ()


def _chooses(node: Definition) -> bool:
    return any(called_name(decorator) in _CHOOSING for decorator in node.decorator_list)


def registered_with(node: ast.AST) -> Iterator[str]:
    """Names by whose ``register`` a definition is decorated: what they stand for may call it."""
    for decorator in node.decorator_list if isinstance(node, FunctionNode | ast.ClassDef) else ():
        match decorator.func if isinstance(decorator, ast.Call) else decorator:
            case ast.Attribute(value=ast.Name(id=name), attr="register"):
                yield name


def _all_plain(names: Sequence[ImportedName]) -> bool:
    return all(isinstance(one.statement, ast.Import) and one.alias.asname is None for one in names)
