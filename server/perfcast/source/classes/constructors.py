"""What classes are called with: as they write it down, or as their fields say."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeGuard

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import own_name
from perfcast.source.parsing.rewriting import rewritten
from perfcast.source.parsing.walking import walk

from .class_expressions import expressions_of, with_expressions
from .constructor_like import Renamed
from .networks import method_of
from .stated_bounds import bounds, checked_by, parameter_of

#: Decorators and bases that make a constructor of the fields that a class's body names.
_DECORATORS: Final = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "s"})
_BASES: Final = frozenset({"NamedTuple", "TypedDict", "BaseModel", "Struct"})
#: Those of ``dataclasses`` and ``attrs`` that describe a field.
_DESCRIBING: Final = frozenset({"field", "ib", "attrib", "Field"})
#: Bases whose classes have members to choose from.
_ENUMERATIONS: Final = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
_CONTAINERS: Final = frozenset({"list", "dict", "set", "deque"})
_DEFAULTS: Final = frozenset({"default", "default_factory", "factory"})
#: Descriptors by their names -> the types of what they take.
_TYPES: Final = {
    **dict.fromkeys(("int", "integer", "positiveinteger", "nonnegativeinteger"), "int"),
    **dict.fromkeys(("float", "positivefloat"), "float"),
    **dict.fromkeys(("str", "string", "text", "char", "nonemptystring"), "str"),
    **dict.fromkeys(("bool", "boolean"), "bool"),
}
#: Functions that make a container of what another one holds.
_COPYING: Final = frozenset({"list", "tuple", "set", "frozenset", "dict", "deque", "sorted"})
#: Parameters of what sets a property.
_OF_SETTER: Final = 2
_NOT_OF_INSTANCES: Final = frozenset({"staticmethod", "classmethod"})


def constructor_of(order: Sequence[ast.ClassDef]) -> ast.FunctionDef | None:
    """The ``__init__`` of a class, its body followed by what the other methods do with what it, or a base that it hands
    it to, only keeps; of one that its fields make, with all parameters by name, and a body of what the methods do
    alone. None where it is called with nothing.

    Args:
        order: the class and those that it extends, as far as they are known, in the order in which Python looks into
            them.
    """
    for place, node in enumerate(order):
        written = method_of(node, "__init__")
        if written is not None:
            bases = tuple(order[place + 1 :])
            return _with_uses(_with_handed_on(written, bases), tuple(order), bases)
        making = method_of(node, "__new__")
        if making is not None and _parameters(making)[1:] and not is_made_by_base(node, *_ENUMERATIONS):
            return _with_uses(_as_initializer(making), tuple(order), ())
        if has_fields(node) or _has_named_fields(node) or is_model(order[place:]):
            is_whole = is_model(order[place:])
            behind = (one for one in reversed(order[place:]) if is_whole or has_fields(one) or _has_named_fields(one))
            return _of_fields(tuple(behind))
    return None


@lru_cache(maxsize=8)
def _as_initializer(making: ast.FunctionDef) -> ast.FunctionDef:
    """A ``__new__``, for reading alone, whose first parameter is what it calls the instance that it makes."""
    made = (one for one in walk(making) if isinstance(one, ast.Assign) and _makes_instance(one.value))
    names = [one.targets[0].id for one in made if isinstance(one.targets[0], ast.Name)]
    found = copy.copy(making)
    found.args = copy.copy(making.args)
    own = ast.arg(names[0] if names else "self")
    if found.args.posonlyargs:
        found.args.posonlyargs = [own, *found.args.posonlyargs[1:]]
    else:
        found.args.args = [own, *found.args.args[1:]]
    return found


def _makes_instance(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "__new__"


@lru_cache(maxsize=8)
def _with_uses(
    written: ast.FunctionDef, order: tuple[ast.ClassDef, ...], bases: tuple[ast.ClassDef, ...]
) -> ast.FunctionDef:
    """The ``__init__`` of one of the classes, for reading alone, with the bodies of their methods behind its own: what
    they ask ``self.rows`` for is asked of ``rows`` there, where ``self.rows = rows`` is how it came to be. Kept while
    instances of the same few classes are made again and again.

    Args:
        bases: the classes behind the one.
    """
    kept = _kept(written, bases)
    is_module = any(last_name(base) == "Module" for node in order for base in node.bases)
    if not kept or is_module:
        return written
    names = frozenset(_parameters(written)[1:])
    found = copy.copy(written)
    found.body = [*written.body, *(one for node in order for one in _uses(node, names, kept))]
    return found


@lru_cache(maxsize=8)
def _with_handed_on(written: ast.FunctionDef, bases: tuple[ast.ClassDef, ...]) -> ast.FunctionDef:
    """An ``__init__`` that takes anything by name and hands it on to its base's, with the parameters of that beside its
    own, and the base's body behind its own; itself where no base says what it takes."""
    handed, call = written.args.kwarg, handing_on(written)
    base = constructor_of(bases) if call is not None else None
    if call is None or base is None:
        return written
    first = base.args.posonlyargs + base.args.args
    # A base that is named is given the instance, too.
    is_named = isinstance(call.func, ast.Attribute) and not isinstance(call.func.value, ast.Call)
    plain = sum(not isinstance(one, ast.Starred) for one in call.args) + (not is_named)
    given = {one.arg for one in first[:plain]} | {one.arg for one in call.keywords} | set(_parameters(written))
    defaults = [None] * (len(first) - len(base.args.defaults)) + base.args.defaults
    theirs = [*zip(first, defaults, strict=True), *zip(base.args.kwonlyargs, base.args.kw_defaults, strict=True)]
    more = [(one, default) for one, default in theirs if one.arg not in given]
    found = copy.copy(written)
    found.args = copy.copy(written.args)
    found.args.kwonlyargs = [*written.args.kwonlyargs, *(one for one, _ in more)]
    found.args.kw_defaults = [*written.args.kw_defaults, *(default for _, default in more)]
    found.args.kwarg = None if base.args.kwarg is None else handed
    found.body = [*written.body, *base.body]
    return found


def with_bases(written: ast.FunctionDef, order: Sequence[ast.ClassDef]) -> ast.FunctionDef:
    """An ``__init__``, for reading alone, with the bodies of those behind its own that it hands its parameters to, by
    ``super()`` or by a base's name; itself where it does not.

    Args:
        order: as `constructor_of` takes it.
    """
    own, *names = _parameters(written) or [""]
    place = next((place for place, node in enumerate(order) if method_of(node, "__init__") is not None), len(order))
    more: list[ast.stmt] = []
    for part in written.body:
        called = _calling_base(part, own, order, place)
        if called is None:
            continue
        base, given = called
        receiver, *theirs = _parameters(base) or [""]
        told = {
            **dict(zip(theirs, given.args, strict=False)),
            **{one.arg: one.value for one in given.keywords if one.arg},
        }
        handed = {name: one.id for name, one in told.items() if isinstance(one, ast.Name) and one.id in names}
        if handed:
            renamed = Renamed(receiver, {}, handed)
            more += [rewritten(statement, renamed) for statement in base.body]
    if not more:
        return written
    found = copy.copy(written)
    found.body = [*written.body, *more]
    return found


def _calling_base(
    part: ast.stmt, own: str, order: Sequence[ast.ClassDef], place: int
) -> tuple[ast.FunctionDef, ast.Call] | None:
    """The ``__init__`` of a base that a statement calls, and the call without the instance; None where it calls none.

    Args:
        own: what the instance is called there; place: in the order, of the class that it stands in.
    """
    match part:
        case ast.Expr(ast.Call(ast.Attribute(ast.Call(ast.Name("super")), "__init__")) as call):
            found = _first_init(order[place + 1 :])
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(base), "__init__") as called, [ast.Name(first), *given]) as call):
            found = _first_init([one for one in order if one.name == base]) if first == own else None
            call = ast.Call(called, given, call.keywords)
        case _:
            return None
    return None if found is None else (found, call)


def _first_init(order: Sequence[ast.ClassDef]) -> ast.FunctionDef | None:
    found = (method_of(one, "__init__") for one in order)
    return next((one for one in found if isinstance(one, ast.FunctionDef)), None)


def handing_on(written: ast.FunctionDef) -> ast.Call | None:
    """The call of a base's ``__init__`` with all that one takes by name; None where there is none."""
    taken = written.args.kwarg
    for node in ast.walk(written) if taken is not None else ():
        match node:
            case ast.Call(func=ast.Attribute(attr="__init__"), keywords=keywords) as call:
                stars = (one.value for one in keywords if one.arg is None)
                if any(isinstance(one, ast.Name) and taken is not None and one.id == taken.arg for one in stars):
                    return call
    return None


def _kept(written: ast.FunctionDef, bases: Sequence[ast.ClassDef]) -> dict[str, str]:
    """Attribute -> the parameter of an ``__init__`` that it is; those that a base keeps, which is given it, too."""
    own, *others = _parameters(written) or [""]
    kept: dict[str, str] = {}
    for part in written.body:
        match part:
            case ast.Expr(ast.Call(ast.Attribute(ast.Call(ast.Name("super")), "__init__")) as call):
                kept |= _kept_by_base(call, bases, others)
            case ast.Assign([ast.Attribute() as target, *_], value) | ast.AnnAssign(
                ast.Attribute() as target, _, value
            ):
                used = _copied(value)
                kept |= {target.attr: used} if used in others and last_name(target.value) == own else {}
    return kept


def _copied(value: ast.expr | None) -> str:
    """The name of what is kept as it is, or in a container that holds the same; '' where it is none."""
    match value:
        case ast.Name(used):
            return used
        case ast.Call(ast.Name(made), [inner], []) if made in _COPYING:
            return _copied(inner)
        case ast.Call(ast.Attribute(ast.Name(used), "copy"), []):
            return used
        case ast.BoolOp(ast.Or(), [inner, _]):
            return _copied(inner)
        case ast.ListComp(ast.Name(one), [ast.comprehension(ast.Name(same), inner)]) if one == same:
            return _copied(inner)
    return ""


def _kept_by_base(call: ast.Call, bases: Sequence[ast.ClassDef], names: Sequence[str]) -> dict[str, str]:
    """The same of what ``super().__init__`` is called with."""
    for place, base in enumerate(bases):
        theirs = method_of(base, "__init__")
        if theirs is None:
            continue
        given = dict(zip(_parameters(theirs)[1:], call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg is not None}
        told = {name: one.id for name, one in given.items() if isinstance(one, ast.Name) and one.id in names}
        kept = _kept(theirs, bases[place + 1 :])
        return {attribute: told[name] for attribute, name in kept.items() if name in told}
    return {}


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def _uses(node: ast.ClassDef, names: frozenset[str], kept: Mapping[str, str]) -> list[ast.stmt]:
    """What the methods beside the ``__init__`` do with what it keeps.

    Args:
        names: of its parameters; kept: attribute -> parameter.
    """
    body: list[ast.stmt] = list(_checks(node, kept))
    expressions = expressions_of(node)
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.name == "__init__" or not own_name(method):
            continue
        if any(last_name(one) in _NOT_OF_INSTANCES for one in method.decorator_list):
            continue
        if is_setter(method) and method.name in kept and len(method.args.args) == _OF_SETTER:
            renamed = Renamed(method.args.args[0].arg, {}, {method.args.args[1].arg: kept[method.name]})
            body += [rewritten(statement, renamed) for statement in method.body]
            continue
        parts = list(ast.walk(method))
        used = {part.id for part in parts if isinstance(part, ast.Name)}
        used |= {part.arg for part in parts if isinstance(part, ast.arg)}
        asks = any(isinstance(part, ast.Attribute) and part.attr in kept for part in parts)
        if asks and names.isdisjoint(used):
            renamed = Renamed(own_name(method), kept)
            body += [with_expressions(rewritten(statement, renamed), expressions) for statement in method.body]
    return body


def _checks(node: ast.ClassDef, kept: Mapping[str, str]) -> Iterator[ast.stmt]:
    """That what is kept is of the types that the class's descriptors are named by, or told: ``shares = Integer()``."""
    for statement in node.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call() as made) if name in kept:
                told = _TYPES.get(last_name(made.func).lower().removesuffix("field"))
                said = [one.id for one in made.args if isinstance(one, ast.Name) and one.id in _TYPES.values()]
                for type_ in [*said, *([told] if told is not None else [])][:1]:
                    given: list[ast.expr] = [ast.Name(kept[name], ast.Load()), ast.Name(type_, ast.Load())]
                    test = ast.Call(ast.Name("isinstance", ast.Load()), given, [])
                    yield ast.fix_missing_locations(ast.copy_location(ast.Assert(test), statement))


def is_setter(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is what sets a property."""
    return any(isinstance(one, ast.Attribute) and one.attr == "setter" for one in method.decorator_list)


def has_fields(node: ast.ClassDef) -> bool:
    """Whether the fields that a class's body names are what it is called with."""
    decorators = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(last_name(one) in _DECORATORS for one in decorators) or is_made_by_base(node)


def field_names(node: ast.ClassDef) -> frozenset[str]:
    """Of what instances are made of, compared and shown by, or chosen from: fields, and members of an enumeration; none
    where methods say that."""
    has_members = is_enumeration(node)
    if not has_members and not has_fields(node):
        return frozenset()
    found = set[str]()
    for part in node.body:
        match part:
            case ast.AnnAssign(target=ast.Name(name)):
                found.add(name)
            case ast.Assign(targets=[ast.Name(name)], value=value) if has_members or _describes(value):
                found.add(name)
    return frozenset(found)


def is_enumeration(node: ast.ClassDef) -> bool:
    """Whether the instances of a class are its members."""
    return is_made_by_base(node, *_ENUMERATIONS)


def is_model(order: Sequence[ast.ClassDef]) -> bool:
    """Whether a class is one of pydantic's models, by one of those that it extends."""
    return any(is_made_by_base(one, "BaseModel") for one in order)


def _describes(value: ast.expr | None) -> TypeGuard[ast.Call]:
    """Whether it describes a field: ``field(default=0)``."""
    return isinstance(value, ast.Call) and last_name(value.func) in _DESCRIBING


def is_made_by_base(node: ast.ClassDef, *names: str) -> bool:
    """Whether that is so for one of its bases, or for one of these names."""
    return any(last_name(base) in (names or _BASES) for base in node.bases)


@lru_cache(maxsize=8)
def _of_fields(order: tuple[ast.ClassDef, ...]) -> ast.FunctionDef:
    fields: dict[str, tuple[ast.arg, ast.expr | None]] = {}
    body: list[ast.stmt] = []
    for node in order:
        fields |= {name: (ast.arg(name), None) for name in _named_fields(node)}
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and _is_given(one):
                name = parameter_of(one.target.id, one.value, node)
                fields[one.target.id] = ast.arg(name, _type(one.annotation)), _default(one.value)
                body += bounds(name, one)
            elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and _describes(one.value):
                name = parameter_of(one.targets[0].id, one.value, node)
                fields[one.targets[0].id] = ast.arg(name), _default(one.value)
    names = {name: parameter.arg for name, (parameter, _) in fields.items()}
    body += [statement for node in order for statement in checked_by(node, names)]
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg("self")],
        kwonlyargs=[parameter for parameter, _ in fields.values()],
        kw_defaults=[default for _, default in fields.values()],
        defaults=[],
    )
    body += [statement for node in order for statement in _uses(node, frozenset(names.values()), names)]
    return ast.FunctionDef("__init__", arguments, body=body, decorator_list=[])


def _has_named_fields(node: ast.ClassDef) -> bool:
    """Whether instances are made of the fields of the tuple that it extends, and of nothing else."""
    return bool(_named_fields(node)) and method_of(node, "__new__") is None


def _named_fields(node: ast.ClassDef) -> list[str]:
    """Those of ``class Point(namedtuple("Point", "x y"))``."""
    for base in node.bases:
        match base:
            case ast.Call(func=function, args=[_, ast.Constant(value=str(text)), *_]) if _makes_tuples(function):
                return text.replace(",", " ").split()
            case ast.Call(func=function, args=[_, ast.List(elts=names) | ast.Tuple(elts=names), *_]) if _makes_tuples(
                function
            ):
                return [one.value for one in names if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return []


def _makes_tuples(function: ast.expr) -> bool:
    return last_name(function) == "namedtuple"


def _is_given(field: ast.AnnAssign) -> bool:
    annotation = field.annotation.value if isinstance(field.annotation, ast.Subscript) else field.annotation
    if last_name(annotation) in {"ClassVar", "KW_ONLY"}:
        return False
    if isinstance(field.value, ast.Call) and last_name(field.value.func) == "PrivateAttr":
        return False
    described = _described(field.value)
    told = next((one.value for one in described if one.arg == "init"), None)
    return not (isinstance(told, ast.Constant) and told.value is False)


def _default(value: ast.expr | None) -> ast.expr | None:
    """The expression of a field's default; None for a field without one, and for a container, which instances come to
    fill."""
    if _describes(value):
        first = next((one for one in value.args if not (isinstance(one, ast.Constant) and one.value is ...)), None)
        found = next((one.value for one in _described(value) if one.arg in _DEFAULTS), first)
        return None if last_name(found) in _CONTAINERS else found
    return value


def _described(value: ast.expr | None) -> list[ast.keyword]:
    return value.keywords if _describes(value) else []


def _type(annotation: ast.expr) -> ast.expr:
    """Of a field that is handed on to ``__post_init__``, or may be missing, the type inside."""
    is_around = isinstance(annotation, ast.Subscript) and last_name(annotation.value) in {"InitVar", "NotRequired"}
    return annotation.slice if is_around and isinstance(annotation, ast.Subscript) else annotation
