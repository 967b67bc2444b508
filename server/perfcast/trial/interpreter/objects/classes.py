"""Interpreted classes."""

from __future__ import annotations

import ast
import collections.abc
from collections.abc import Callable
from functools import cached_property, partial
from types import UnionType
from typing import Any, Final
from weakref import WeakSet

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.objects.dataclass_fields import Field, fill, given_on
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.hints import Hints
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import CachedProperty, Property, StaticMethod
from perfcast.trial.interpreter.objects.value_subclasses import IMMUTABLE, Valued, kind_of
from perfcast.trial.interpreter.stops import Unsupported

#: Abstract types that any class belongs to which has a method.
_HOOKS: Final[dict[Any, str]] = {
    collections.abc.Iterable: "__iter__",
    collections.abc.Iterator: "__next__",
    collections.abc.Sized: "__len__",
    collections.abc.Container: "__contains__",
    collections.abc.Callable: "__call__",
}
#: The module that a unit's classes say they are of, as their instances do.
_PROGRAM: Final = "__main__"
#: By which a class says that others can be registered with it.
_ABSTRACT: Final = frozenset({"ABC", "ABCMeta"})
#: What a class keeps of what was found among its attributes.
_FOUND: Final = ("getting", "hook", "answers", "setting", "commanding", "has_slots", "has_table", "slots", "places")


class Either(tuple[Any, ...]):
    """Types joined by ``|``, not all of them Python's own; as ``isinstance`` takes them."""

    __slots__ = ()

    @classmethod
    def of(cls, *kinds: Any) -> Either:
        """Those, of which None stands for its type."""
        parts = [kind if isinstance(kind, Either) else (type(None) if kind is None else kind,) for kind in kinds]
        return cls([one for part in parts for one in part])

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)

    def __eq__(self, other: object) -> bool:
        # Where all of them are Python's own, so is what ``|`` makes of them.
        others = other.__args__ if isinstance(other, UnionType) else other if isinstance(other, Either) else None
        return others is not None and frozenset(self) == frozenset(others)

    def __hash__(self) -> int:
        return hash(frozenset(self))


class Class:
    """A class of the unit's; calling it makes an instance.

    Attributes:
        order: the class and those that it extends, in the order in which attributes are looked for.
        exception: the built-in exception that it extends, if one.
        container: the built-in container that it extends, if one.
        fields: of a dataclass, by name; filled: pays for filling one, None for others;
            is_frozen: nothing is assigned to it.
        node: its definition, if it was written.
        hints: what its definition says of its attributes' types, body: in whose frame; None where none was written.
        abstract: the abstract class of the standard library that it stands for, if one.
        meta: the metaclass of the unit's own that made it, if one.
        is_partial: it lacks what a class of another library would add, or what is not supported.
        lacking: the names of all that it lacks; None where they are not known.
        built_in: the built-in container that it stands for among what classes extend, if one.
        overriding: gives what the class has of its own by a name that it was not made with, `MISSING` where it has
            none; None where it was made with all.
        completing: the same of what neither it nor a base has.
        virtual_bases: abstract classes that it was registered with; registered: types of Python's own that were
            registered with it, or with what extends it.
        asking: nanoseconds that asking an instance for what it holds takes more than usual.
        making_subclasses: makes the classes of its module that extend it, asked for or not, and gives their names in
            order.
        made: how many instances were made of it.
        is_bracketed: code has put types in brackets behind it.
    """

    asking = 0.0
    making_subclasses: Callable[[], list[str]] | None = None
    made = 0
    is_bracketed = False
    virtual_bases: tuple[Class | type[Any], ...] = ()
    registered: tuple[type[Any], ...] = ()

    def of_types(self, types: Any) -> Class:
        """What brackets behind it make of it: most classes pay no heed to types. Raises Unsupported."""
        if type(self) is not Class:
            raise Unsupported(f"an index into {type(self).__name__}")
        self.is_bracketed = True
        return self

    def __init__(
        self,
        name: str,
        bases: list[Class],
        exception: type[BaseException] | None,
        container: type[Any] | None = None,
        contain: Callable[[type[Any], tuple[Any, ...]], Any] = lambda kind, args: kind(*args),
        ahead: int | None = None,
    ) -> None:
        """
        Args:
            contain: makes the container of an instance, told the type and the arguments.
            ahead: how many of the bases stand ahead of the container; None for all of them.
        """
        if container is not None and container not in IMMUTABLE:
            place = len(bases) if ahead is None else ahead
            bases = [*bases[:place], stand_in(container), *bases[place:]]
        self.name, self.bases, self._contain = name, bases, contain
        self._extending: WeakSet[Class] | None = None
        for base in bases:
            if base._extending is None:
                base._extending = WeakSet()
            base._extending.add(self)
        self.order: list[Class] = [self, *_merged([base.order for base in bases], bases)]
        inherited = [base.exception for base in bases if base.exception is not None]
        self.exception: type[BaseException] | None = exception or next(iter(inherited), None)
        containers = [base.container for base in bases if base.container is not None]
        self.container: type[Any] | None = container or next(iter(containers), None)
        self.attributes: dict[str, Any] = {}
        self.fields: dict[str, Field] | None = None
        self.filled: Callable[[], None] | None = None
        self.is_frozen = False
        self._kind: type[Any] | None = None
        self.node: ast.ClassDef | None = None
        self.hints: Hints | None = None
        self.body: Frame | None = None
        self.built_in: type[Any] | None = None
        self.abstract: type[Any] | None = None
        self.overriding: Callable[[str], Any] | None = None
        self.completing: Callable[[str], Any] | None = None
        self.meta: Class | None = next((base.meta for base in bases if base.meta is not None), None)
        self.is_partial: bool = any(base.is_partial for base in bases)
        self.lacking: frozenset[str] | None = frozenset()
        for base in bases:
            known = self.lacking is not None and base.lacking is not None
            self.lacking = self.lacking | base.lacking if known else None  # type: ignore[operator]

    @property
    def subclasses(self) -> list[Class]:
        """As ``__subclasses__`` gives them: those of its module, and those of others that were asked for. Raises
        Unsupported where one of its module cannot be made."""
        names = self.making_subclasses() if self.making_subclasses is not None else []
        places = {name: place for place, name in enumerate(names)}
        lines = {one: 0 if one.node is None else one.node.lineno for one in self._extending or ()}
        return sorted(lines, key=lambda one: (places.get(one.name, len(places)), lines[one], one.name))

    @property
    def all_bases(self) -> tuple[Any, ...]:
        """As ``__bases__``."""
        return tuple(one.built_in or one for one in self.bases) or (object,)

    @property
    def whole_order(self) -> tuple[Any, ...]:
        """As ``__mro__``."""
        return (*(one.built_in or one for one in self.order), object)

    def find(self, name: str) -> Any:
        """The attribute, `MISSING` where neither the class nor a base has it, or a container does that comes first."""
        for one in self.order:
            if name in one.attributes:
                return one.attributes[name]
            if one.overriding is not None and (own := one.overriding(name)) is not MISSING:
                return own
        for one in self.order:
            if one.completing is not None and (own := one.completing(name)) is not MISSING:
                return own
        return MISSING

    def find_behind(self, name: str, owner: Class) -> Any:
        """As `find`, in what comes behind one of the classes, as ``super()`` does."""
        place = self.order.index(owner) if owner in self.order else -1
        for one in self.order[place + 1 :]:
            if name in one.attributes:
                return one.attributes[name]
        return MISSING

    def has_container_behind(self, owner: Class) -> bool:
        """Whether a container comes behind one of the classes whose attributes an instance keeps in one."""
        place = self.order.index(owner) if owner in self.order else -1
        return any(one.built_in is not None for one in self.order[place + 1 :])

    def room(self, instance: Instance) -> int | None:
        """Bytes of an instance without what its attributes are, where a library says how it is laid out; else None."""
        return None

    def lacks(self, name: str, error: Exception) -> BaseException:
        """What is to be raised where an attribute was not found: nobody knows whether the whole class has it."""
        return Unsupported(f"{self.name}.{name}") if self.may_have(name) else error

    def lose_track(self) -> None:
        """It may have attributes of any name, beside those that are known."""
        self.is_partial, self.lacking = True, None

    def may_have(self, name: str) -> bool:
        """Whether what it lacks may be an attribute of that name, which was not found."""
        return self.is_partial and (self.lacking is None or name in self.lacking)

    def extends(self, other: object) -> bool:
        return other in self.order

    def counts_as(self, other: Class) -> bool:
        """Whether it extends another class, or is registered with one that does."""
        if other in self.order:
            return True
        seen, waiting = set[Class](), [self]
        while waiting:
            for one in waiting.pop().order:
                if one is other:
                    return True
                if one not in seen:
                    seen.add(one)
                    waiting += [base for base in one.virtual_bases if isinstance(base, Class)]
        return False

    def takes(self, kind: type[Any]) -> bool:
        """Whether a type of Python's own counts as extending it."""
        return issubclass(kind, self.registered) or (self.abstract is not None and issubclass(kind, self.abstract))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if self.meta is not None:
            return self.meta.find("__call__")(self, *args, **kwargs)
        return self.instance(args, kwargs)

    def tell_names(self) -> None:
        """Tells its attributes what they are called, as making a class does: ``__set_name__``; where that cannot be
        followed, nobody knows what they lack, and the class."""
        for name, value in list(self.attributes.items()):
            if type(value) is Instance and value.of.find("__set_name__") is not MISSING:
                try:
                    value.special("__set_name__", self, name)
                except (Unsupported, NameError, AttributeError, TypeError):
                    value.is_partial = self.is_partial = True
                    self.lacking = None

    def instance(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """As the ``__call__`` of ``type`` does."""
        instance = self.bare(args, kwargs)
        if isinstance(instance, Instance | Valued) and instance.of.extends(self):
            # What makes it may have chosen another class.
            instance.of.begin(instance, args, kwargs)
        return instance

    def bare(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """As ``__new__`` does: as a rule an instance that has not begun."""
        maker = self.find("__new__")
        if maker is MISSING:
            return self.blank(args)
        make = maker.function if isinstance(maker, StaticMethod) else maker
        return make(self, *args, **kwargs)

    def blank(self, args: tuple[Any, ...]) -> Any:
        """As the ``__new__`` of what it extends does: an instance that has not begun."""
        if self.container not in IMMUTABLE:
            made = Instance(self)
            if self.container is not None:
                made.attributes[CONTAINER] = self._contain(self.container, ())
            if self.exception is not None:
                made.attributes["args"] = args
            return made
        if self._kind is None:
            self._kind = kind_of(self)
        # Made of a value of the plain type, for which the rules hold.
        value = self._kind(self._contain(self.container, args))
        value.of, value.attributes = self, {}
        return value

    def is_a(self, kind: type) -> bool:
        """Whether its instances are among those of a built-in or abstract type."""
        if issubclass(self.exception or self.container or object, kind):
            return True
        if kind in _HOOKS and self.find(_HOOKS[kind]) is not MISSING:
            return True
        own = self.abstract is not None and issubclass(self.abstract, kind)
        return own or any(
            base.is_a(kind) if isinstance(base, Class) else issubclass(base, kind)
            for base in (*self.bases, *self.virtual_bases)
        )

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)

    def __repr__(self) -> str:
        return f"<class '{_PROGRAM}.{self.name}'>"

    @cached_property
    def getting(self) -> Any:
        """Its own ``__getattribute__``; `MISSING` where it has that of every object."""
        return self.find("__getattribute__")

    @cached_property
    def is_abstract(self) -> bool:
        """Whether its metaclass is ``ABCMeta``, or extends it."""
        metaclasses = () if self.meta is None else self.meta.order
        return any(one.abstract is not None or _says_abstract(one.node) for one in (*self.order, *metaclasses))

    @cached_property
    def hook(self) -> Any:
        """A ``__subclasshook__`` of the unit's own; `MISSING` where there is none."""
        written = (one for one in self.order if one.abstract is None)
        return next(
            (one.attributes["__subclasshook__"] for one in written if "__subclasshook__" in one.attributes), MISSING
        )

    @cached_property
    def answers(self) -> dict[Class | type[Any], Any]:
        """What the hook said of others: Python asks it once of each, too."""
        return {}

    @cached_property
    def setting(self) -> Any:
        """The same of ``__setattr__``."""
        return self.find("__setattr__")

    @cached_property
    def commanding(self) -> frozenset[str]:
        """Names by which instances have what the class says, whatever they hold by them: of properties and other
        descriptors that are set."""
        found = {name: value for one in reversed(self.order) for name, value in one.attributes.items()}
        return frozenset(name for name, value in found.items() if _is_set_by(value))

    @cached_property
    def has_slots(self) -> bool:
        """Whether its instances have places for certain attributes alone: one class without that gives them a table."""
        return all("__slots__" in one.attributes for one in self.order) and "__dict__" not in (self.slots or ())

    @cached_property
    def has_table(self) -> bool:
        """Whether its instances have a table, for attributes of any name."""
        extended = self.container is not None and self.container.__dictoffset__ != 0
        return self.is_partial or self.exception is not None or extended or not self.has_slots

    @cached_property
    def slots(self) -> frozenset[str] | None:
        """Names of attributes that its instances have places for; None where they are not known."""
        found: set[str] = set()
        for one in self.order:
            names = one.attributes.get("__slots__", ())
            names = (names,) if isinstance(names, str) else names
            if not isinstance(names, tuple | list | dict | set | frozenset):
                return None
            found.update(mangled(name, one.name) for name in names if isinstance(name, str))
        return frozenset(found)

    @cached_property
    def places(self) -> frozenset[str] | None:
        """Names of all attributes that its instances can be given; None where they can be given any."""
        return None if self.has_table else self.slots

    def changed(self) -> None:
        """Forgets what was found among its attributes, of which one has changed, and among those of what extends it."""
        for name in _FOUND:
            vars(self).pop(name, None)
        for one in self._extending or ():
            one.changed()

    @cached_property
    def annotations(self) -> dict[str, Any]:
        """As ``__annotations__``: of the class itself. Raises Unsupported where they cannot be followed."""
        if self.hints is None or self.body is None:
            raise Unsupported(f"{self.name}.__annotations__")
        return {name: self.hints.said(name, self.body) for name in self.hints.written}

    @property
    def all_fields(self) -> dict[str, Field] | None:
        """Of the class, or of the dataclass that it extends; None where there is none."""
        return next((one.fields for one in self.order if one.fields is not None), None)

    def initializer(self, behind: Class | None = None) -> Any:
        """What ``__init__`` is: a function of the class's own, or that of a dataclass; `MISSING` where it has none.

        Args:
            behind: asks for what comes behind that class.
        """
        place = 0 if behind is None or behind not in self.order else self.order.index(behind) + 1
        for one in self.order[place:]:
            if "__init__" in one.attributes:
                return one.attributes["__init__"]
            if one.fields is not None:
                return one.fill
        return MISSING

    def fill(self, instance: Any, *args: Any, **kwargs: Any) -> None:
        """As the ``__init__`` of a dataclass."""
        own: Any = MISSING if self.is_frozen else instance.of.setting
        put = instance.attributes.__setitem__ if own is MISSING else partial(own, instance)
        fill(put, self.fields or {}, args, kwargs)
        if self.filled is not None:
            self.filled()
        finish = instance.of.find("__post_init__")
        if finish is not MISSING:
            finish(instance, *given_on(self.fields or {}, args, kwargs))

    def begin(self, instance: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """As ``__init__`` does."""
        made = self.initializer()
        if made is MISSING and self.container is not None and type(instance) is Instance:
            self._fill_container(instance, args, kwargs)
        if made is not MISSING:
            made(instance, *args, **kwargs)
        elif self.exception is not None:
            instance.attributes["args"] = args
        elif (args or kwargs) and self.container is None and self.find("__new__") is MISSING:
            raise self.lacks("__init__", TypeError(f"{self.name} takes no arguments"))

    def _fill_container(self, instance: Instance, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """As the ``__init__`` of the container, which its ``__new__`` may have put something into."""
        before, held = instance.attributes.get(CONTAINER), self._contain(self.container or object, args)
        if isinstance(held, dict):
            if before:
                before.update(held)
                held = before
            held.update(kwargs)
        instance.attributes[CONTAINER] = held


def _says_abstract(node: ast.ClassDef | None) -> bool:
    named = [] if node is None else [*node.bases, *(one.value for one in node.keywords if one.arg == "metaclass")]
    return any(last_name(one) in _ABSTRACT for one in named)


def _is_set_by(value: Any) -> bool:
    """Whether what a class holds comes before what an instance holds by the same name."""
    if isinstance(value, Property):
        return not isinstance(value, CachedProperty)
    if type(value) is not Instance or value.of.find("__get__") is MISSING:
        return False
    return any(value.of.find(name) is not MISSING for name in ("__set__", "__delete__"))


def mangled(name: str, within: str) -> str:
    """What a name is called that stands in a class: one that begins with two underscores is the class's own."""
    owner = within.lstrip("_")
    is_private = owner and name.startswith("__") and not name.endswith("__")
    return f"_{owner}{name}" if is_private else name


_STAND_INS: Final[dict[type, Class]] = {}


def stand_in(kind: type[Any]) -> Class:
    """A built-in container's among what classes extend: none of its attributes is found, nor those behind them."""
    if kind not in _STAND_INS:
        base = kind.__base__
        found = Class(kind.__name__, [] if base is None or base is object else [stand_in(base)], None)
        found.container = found.built_in = kind
        found.attributes = dict.fromkeys(vars(kind), MISSING)
        _STAND_INS[kind] = found
    return _STAND_INS[kind]


def _merged(orders: list[list[Class]], bases: list[Class]) -> list[Class]:
    """Orders of classes as one, as Python does it: https://docs.python.org/3/howto/mro.html."""
    waiting = [list(order) for order in (*orders, bases) if order]
    found: list[Class] = []
    while waiting:
        first = next((one[0] for one in waiting if not any(one[0] in order[1:] for order in waiting)), None)
        if first is None:
            raise TypeError("no order of the bases")
        found.append(first)
        waiting = [rest for order in waiting if (rest := order[order[0] is first :])]
    return found
