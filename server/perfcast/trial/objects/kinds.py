"""What the unit's own code is made of while it is interpreted: frames, functions, classes, instances."""

from __future__ import annotations

import ast
import collections.abc
import inspect
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property, partial
from itertools import count
from typing import Any, Final, NamedTuple
from weakref import WeakSet

import numpy as np

from perfcast.trial.objects.fields import Field, fill, given_on, values
from perfcast.trial.objects.missing import MISSING
from perfcast.trial.objects.valued import IMMUTABLE, Valued, kind_of
from perfcast.trial.stops import Raised, Unsupported

#: Among the attributes of an instance whose class extends a built-in container, that container. No code can name it.
CONTAINER: Final = object()
#: Bytes of a function that closes over nothing, as CPython has it.
FUNCTION_BYTES: Final = 152


#: Abstract types that any class belongs to which has a method.
_HOOKS: Final[dict[Any, str]] = {
    collections.abc.Iterable: "__iter__",
    collections.abc.Iterator: "__next__",
    collections.abc.Sized: "__len__",
    collections.abc.Container: "__contains__",
    collections.abc.Callable: "__call__",
}
#: What loops go over and frames are seen to hold.
_HELD: Final = (list, tuple, set, frozenset, dict, str, bytes, bytearray, deque, np.ndarray)


#: What a class keeps of what was found among its attributes.
_FOUND: Final = ("getting", "setting", "commanding", "has_slots", "has_table", "slots", "places")


class Names(dict[str, Any]):
    """What a frame's names stand for; those that it lacks are looked for further out.

    Args:
        outer: of the frame around it; None of the built-in ones.

    Attributes:
        later: makes what a module's name stands for when it is first asked for, or gives `MISSING`; None where there
            is nothing to be made.
    """

    __slots__ = ("_outer", "later")

    def __init__(self, outer: Names | None) -> None:
        self._outer = outer
        self.later: Callable[[str], Any] | None = None

    def __missing__(self, name: str) -> Any:
        """Raises Unsupported for what the closed world lacks, be it a name of nobody's."""
        if self.later is not None:
            value = self.later(name)
            if value is not MISSING:
                return value
        outer = self._outer
        while outer is not None:
            if name in outer:
                return outer[name]
            if outer.later is not None:
                value = outer.later(name)
                if value is not MISSING:
                    return value
            outer = outer._outer
        raise Unsupported(name)


class Frame:
    """Names of one call, of a class body or of the module.

    Attributes:
        outer: where names are looked up that this one lacks.
        result: of the call, once a return statement was met.
        owner, receiver: of a method, for ``super()``.
        home: the frame that an assignment inside a comprehension binds in.
        loops: what the loops under way go over, which lives until they end.
        handled: the error whose handler is under way.
        is_class: of a class's body, whose names its functions do not see.
        leaves_defaults: of one whose functions are made though not all of their defaults can be.
        told: what ``locals()`` gave, which is always the same dictionary.
        is_object: of a call in which an error was met: what says so holds the frame.
    """

    __slots__ = (
        *("_home", "handled", "is_class", "is_object", "leaves_defaults", "loops", "names", "outer", "owner"),
        *("receiver", "result", "told"),
    )

    def __init__(self, outer: Frame | None, home: Frame | None = None, builtins: Names | None = None) -> None:
        """
        Args:
            builtins: names that a module has besides its own.
        """
        self.names: Names = Names(builtins if outer is None else outer.names)
        self.outer = outer
        self.result: Any = None
        self.owner: Class | None = None
        self.receiver: Any = None
        self._home = home
        self.loops: dict[int, Any] = {}
        self.handled: Exception | None = None
        self.is_class = False
        self.leaves_defaults = False
        self.told: dict[str, Any] | None = None
        self.is_object = False

    @property
    def home(self) -> Frame:
        # One that held itself would hold what its names stand for until the garbage collector came.
        return self if self._home is None else self._home

    def hold(self, loop: object, elements: Any) -> None:
        """Keeps what a loop goes over among what the frame holds; what is read like a file says its own bytes."""
        if isinstance(elements, _HELD) or hasattr(type(elements), "nbytes"):
            self.loops[id(loop)] = elements

    def release(self, loop: object) -> None:
        self.loops.pop(id(loop), None)


class Parameter(NamedTuple):
    """Of a function, as it is written.

    Attributes:
        kind: as `inspect.Parameter` numbers them.
    """

    name: str
    kind: int
    is_annotated: bool


class Parts(NamedTuple):
    """Of a function, to run its statements one by one.

    Attributes:
        node: its definition; frame: gives that of a call, told the function and its arguments.
        compiled: what runs a statement in such a frame.
    """

    node: ast.FunctionDef
    frame: Callable[[Function, tuple[Any, ...], dict[str, Any]], Frame]
    compiled: Callable[[ast.stmt], Callable[[Frame], Any]]


class Function:
    """A function of the unit's. It can be called by built-in functions too, say as a key.

    Attributes:
        attributes: that the unit has given it.
        nbytes: of the object and what it closes over.
        places: names of its parameters that arguments are given by place to.
        given: values of those that need no argument.
        parameters: all of them.
        call: what calling it does.
        yields: whether calling it makes a generator.
        is_asynchronous: whether calling it makes a coroutine.
        around: where it was defined; None of one that no code defines.
        parts: of a plain one that code defines.
    """

    def __init__(
        self,
        name: str,
        call: Callable[[Function, tuple[Any, ...], dict[str, Any]], Any],
        nbytes: int = FUNCTION_BYTES,
        places: Sequence[str] = (),
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.places, self.given = places, given or {}
        self.parameters: Sequence[Parameter] = ()
        self.owner: Class | None = None
        self.attributes: dict[str, Any] = {}
        self.call = call
        self.nbytes = nbytes
        self.yields = self.is_asynchronous = False
        self.around: Frame | None = None
        self.parts: Parts | None = None

    @property
    def closed_over(self) -> Iterator[Frame]:
        """Frames of the functions that it was defined in, whose names outlast their calls with it."""
        frame = self.around
        while frame is not None and frame.outer is not None:
            if not frame.is_class:
                yield frame
            frame = frame.outer

    @cached_property
    def code(self) -> Instance:
        """As ``__code__``; little is known of it."""
        made = Instance(Class("code", [], None))
        made.of.is_partial, made.of.lacking = True, None
        by_name = sum(one.kind == inspect.Parameter.KEYWORD_ONLY for one in self.parameters)
        counts = {"co_argcount": len(self.places), "co_kwonlyargcount": by_name}
        made.attributes.update(co_name=self.name, **counts)
        return made

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.call(self, args, kwargs)


class Method:
    """A function bound to what stands before the dot."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Any, receiver: Any) -> None:
        self.function, self.receiver = function, receiver

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.function(self.receiver, *args, **kwargs)


class Property:
    __slots__ = ("getter", "removing", "setting")

    def __init__(self, getter: Any, setting: Any = None, removing: Any = None) -> None:
        self.getter, self.setting, self.removing = getter, setting, removing

    @property
    def functions(self) -> tuple[Any, Any, Any]:
        """All that it may have."""
        return self.getter, self.setting, self.removing

    def changed(self, how: str, function: Any) -> Property:
        """The like of it whose ``getter``, ``setter`` or ``deleter`` is that function."""
        own = {"getter": self.getter, "setter": self.setting, "deleter": self.removing} | {how: function}
        return Property(own["getter"], own["setter"], own["deleter"])


def left_out_getter(_: Any) -> Any:
    """In place of what a property is asked by, where only another function of it is at hand."""
    raise Unsupported("a property without what it is asked by")


class CachedProperty(Property):
    """A property whose value the instance keeps."""

    __slots__ = ()


class StaticMethod:
    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


class ClassMethod(StaticMethod):
    __slots__ = ()


class Either(tuple[Any, ...]):
    """Types joined by ``|``, not all of them Python's own; as ``isinstance`` takes them."""

    __slots__ = ()

    @classmethod
    def of(cls, *kinds: Any) -> Either:
        """Those, of which None stands for its type."""
        parts = [kind if type(kind) is Either else (type(None) if kind is None else kind,) for kind in kinds]
        return cls([one for part in parts for one in part])

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)


class Class:
    """A class of the unit's; calling it makes an instance.

    Attributes:
        order: the class and those that it extends, in the order in which attributes are looked for.
        exception: the built-in exception that it extends, if one.
        container: the built-in container that it extends, if one.
        fields: of a dataclass, by name; filled: pays for filling one, None for others;
            is_frozen: nothing is assigned to it.
        node: its definition, if it was written.
        abstract: the abstract class of the standard library that it stands for, if one.
        meta: the metaclass of the unit's own that made it, if one.
        is_partial: it lacks what a class of another library would add, or what is not supported.
        lacking: the names of all that it lacks; None where they are not known.
        built_in: the built-in container that it stands for among what classes extend, if one.
        overriding: gives what the class has of its own by a name that it was not made with, `MISSING` where it has
            none; None where it was made with all.
        completing: the same of what neither it nor a base has.
        asking: nanoseconds that asking an instance for what it holds takes more than usual.
    """

    asking = 0.0

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
        is_known = not self.is_partial or (self.lacking is not None and name not in self.lacking)
        return error if is_known else Unsupported(f"{self.name}.{name}")

    def extends(self, other: object) -> bool:
        return other in self.order

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if self.meta is not None:
            return self.meta.find("__call__")(self, *args, **kwargs)
        return self.instance(args, kwargs)

    def tell_names(self) -> None:
        """Tells its attributes what they are called, as making a class does: ``__set_name__``."""
        for name, value in list(self.attributes.items()):
            if type(value) is Instance and value.of.find("__set_name__") is not MISSING:
                value.special("__set_name__", self, name)

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
        return own or any(base.is_a(kind) for base in self.bases)

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)

    @cached_property
    def getting(self) -> Any:
        """Its own ``__getattribute__``; `MISSING` where it has that of every object."""
        return self.find("__getattribute__")

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


#: Operators that compare containers, and all those whose cost is known wherever they are met.
_COMPARING: Final = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"})
_OF_CONTAINERS: Final = _COMPARING | frozenset(
    {"__len__", "__iter__", "__reversed__", "__getitem__", "__setitem__", "__delitem__", "__contains__"}
)


class Instance:
    """Of a class of the unit's. Operators look for its special methods, so that built-in functions can use it.

    Attributes:
        is_partial: its making could not be followed to the end.
        shows_table: its attributes were asked for as a dictionary, which stays with it; owns_table: before there were
            any, so that they share no keys with those of other instances.
        given: names of what its making was told, where its class keeps these; None where it does not.
    """

    shows_table = owns_table = False
    given: frozenset[str] | None = None

    def __init__(self, of: Class) -> None:
        self.of = of
        self.attributes: dict[Any, Any] = {}
        self.is_partial = False

    def told(self) -> dict[Any, Any]:
        """The attributes as a dictionary."""
        if not self.shows_table:
            self.shows_table, self.owns_table = True, not self.attributes
        return self.attributes

    def special(self, name: str, *args: Any) -> Any:
        method = self.of.find(name)
        if method is MISSING:
            if self.of.container is not None and hasattr(self.of.container, name):
                if name not in _OF_CONTAINERS or (name == "__setitem__" and type(args[0]) is slice):
                    raise Unsupported(f"{self.of.name}.{name}")
                return self.of_container(name, args)
            if name == "__eq__" and isinstance(args[0], Instance) and self.of is args[0].of:
                fields = self.of.all_fields
                if fields is not None:
                    return values(self, fields) == values(args[0], fields)
            return NotImplemented
        return method(self, *args)

    def of_container(self, name: str, args: tuple[Any, ...]) -> Any:
        """What the operator of the container gives that its class extends."""
        missing = self.of.find("__missing__")
        held = self.attributes[CONTAINER]
        if name == "__getitem__" and missing is not MISSING and args[0] not in held:
            return missing(self, *args)
        return getattr(held, name)(*([contained(arg) for arg in args] if name in _COMPARING else args))

    def __eq__(self, other: object) -> Any:
        found = self.special("__eq__", other)
        return self is other if found is NotImplemented else found

    def __ne__(self, other: object) -> Any:
        return self.special("__ne__", other) if self.of.find("__ne__") is not MISSING else not self.__eq__(other)

    def __hash__(self) -> int:
        found = self.special("__hash__")
        return id(self) >> 4 if found is NotImplemented else int(found)

    def __lt__(self, other: object) -> Any:
        return self.special("__lt__", other)

    def __le__(self, other: object) -> Any:
        return self.special("__le__", other)

    def __gt__(self, other: object) -> Any:
        return self.special("__gt__", other)

    def __ge__(self, other: object) -> Any:
        return self.special("__ge__", other)

    def __add__(self, other: object) -> Any:
        return self.special("__add__", other)

    def __sub__(self, other: object) -> Any:
        return self.special("__sub__", other)

    def __mul__(self, other: object) -> Any:
        return self.special("__mul__", other)

    def __getitem__(self, key: Any) -> Any:
        return self._required("__getitem__", key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._required("__setitem__", key, value)

    def __len__(self) -> int:
        return int(self._required("__len__"))

    def __bool__(self) -> bool:
        for name in ("__bool__", "__len__"):
            found = self.special(name)
            if found is not NotImplemented:
                return bool(found)
        return True

    def __contains__(self, item: object) -> bool:
        found = self.special("__contains__", item)
        return any(item is one or item == one for one in self) if found is NotImplemented else bool(found)

    def __iter__(self) -> Iterator[Any]:
        if self.of.find("__iter__") is MISSING and self.of.find("__getitem__") is not MISSING:
            return self._by_place()
        found = self._required("__iter__")
        # One that is its own iterator would be asked for ever.
        return found if found is self else iter(found)

    def _by_place(self) -> Iterator[Any]:
        """The items at 0, 1, 2 and so on, up to the first place that is none."""
        for place in count():
            try:
                item = self[place]
            except IndexError:
                return
            except Raised as raised:
                if not (isinstance(raised.instance, Instance) and raised.instance.of.is_a(IndexError)):
                    raise
                return
            yield item

    def __reversed__(self) -> Iterator[Any]:
        found: Iterator[Any] = self.special("__reversed__")
        if found is not NotImplemented:
            return found
        # Sets, and what has no places, cannot be gone through backwards.
        if self.of.find("__getitem__") is MISSING and not hasattr(self.of.container, "__getitem__"):
            raise self.of.lacks("__getitem__", TypeError(f"'{self.of.name}' object is not reversible"))
        return (self[place] for place in range(len(self) - 1, -1, -1))

    def __next__(self) -> Any:
        return self._required("__next__")

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        method = self.of.find("__call__")
        if method is MISSING:
            raise self.of.lacks("__call__", TypeError("not callable"))
        return method(self, *args, **kwargs)

    def _required(self, name: str, *args: Any) -> Any:
        found = self.special(name, *args)
        if found is NotImplemented:
            raise self.of.lacks(name, TypeError("the class has no such operator"))
        return found

    def __repr__(self) -> str:
        found = self.special("__repr__")
        if found is not NotImplemented:
            return str(found)
        return f"<{self.of.name} object>" if self.of.exception is None else self.of_error("__repr__")

    def __str__(self) -> str:
        found = self.special("__str__")
        if found is not NotImplemented:
            return str(found)
        return repr(self) if self.of.exception is None else self.of_error("__str__")

    def of_error(self, name: str) -> str:
        """What Python's own errors show by that method."""
        args = self.attributes.get("args", ())
        only = args[0] if len(args) == 1 else args
        if name == "__repr__":
            return f"{self.of.name}({only!r})" if len(args) == 1 else f"{self.of.name}{args!r}"
        is_shown = len(args) == 1 and issubclass(self.of.exception or Exception, KeyError)
        return "" if not args else repr(only) if is_shown else str(only)

    def __format__(self, spec: str) -> str:
        if self.of.find("__format__") is MISSING:
            return super().__format__(spec)
        return str(self.special("__format__", spec))


def contained(value: Any) -> Any:
    """The built-in container that an instance extends, or the value itself."""
    return value.attributes.get(CONTAINER, value) if type(value) is Instance else value


def _operator(name: str) -> Callable[..., Any]:
    return lambda self, *others: self.special(name, *others)


for _name in (
    *("__truediv__", "__floordiv__", "__mod__", "__pow__", "__matmul__", "__and__", "__or__", "__xor__"),
    *(
        "__lshift__",
        "__rshift__",
        "__radd__",
        "__rsub__",
        "__rmul__",
        "__rtruediv__",
        "__rand__",
        "__ror__",
        "__rxor__",
    ),
    *("__rshift__", "__divmod__", "__rfloordiv__", "__rmod__", "__rdivmod__", "__rpow__", "__rmatmul__"),
    *("__rlshift__", "__rrshift__", "__imatmul__", "__ilshift__", "__irshift__", "__pos__", "__index__", "__round__"),
    *("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ifloordiv__", "__imod__", "__ipow__"),
    *("__iand__", "__ior__", "__ixor__"),
    *("__neg__", "__invert__", "__abs__", "__int__", "__float__"),
):
    setattr(Instance, _name, _operator(_name))


class Members(MutableMapping[str, Any]):
    """What a large module holds, each member made when it is asked for.

    Args:
        names: of the members; make: makes the one of that name.
        has: whether the real module has something by a name; None where nobody knows.
    """

    def __init__(
        self, names: Collection[str], make: Callable[[str], Any], has: Callable[[str], bool] | None = None
    ) -> None:
        self._names, self._has = set(names), has
        self._make = make
        self._made: dict[str, Any] = {}

    def surely_lacks(self, name: str) -> bool:
        """Whether the real module has nothing by that name either."""
        return name not in self._names and self._has is not None and not self._has(name)

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._names.add(name)
        self._made[name] = value

    def __delitem__(self, name: str) -> None:
        self._names.remove(name)
        self._made.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names))

    def __len__(self) -> int:
        return len(self._names)


#: What code asks modules for that have it in other surroundings alone: when somebody types, in a program that was
#: packed, on another operating system.
_LACKING: Final = {
    "sys": frozenset({"ps1", "ps2", "frozen", "_MEIPASS", "real_prefix", "getwindowsversion", "winver"}),
    "os": frozenset({"startfile", "add_dll_directory"}),
}


class Module:
    """A module of the closed world.

    Attributes:
        members: by name, all that there is of it, but for what its source has besides them.
        source: the same module as it is written, where that is at hand.
    """

    __slots__ = ("_find_source", "members", "name")

    def __init__(
        self, name: str, members: MutableMapping[str, Any], find_source: Callable[[], Module | None] = lambda: None
    ) -> None:
        """
        Args:
            find_source: gives `source`; asked where the members do not answer a question.
        """
        self.name, self.members, self._find_source = name, members, find_source

    @property
    def source(self) -> Module | None:
        return self._find_source()

    def has(self, name: str) -> bool:
        if name in self.members:
            return True
        source = self.source
        return source is not None and source.has(name)

    def get(self, name: str) -> Any:
        """Raises AttributeError for what there surely is not, Unsupported for what is not known."""
        if name in self.members:
            return self.members[name]
        if name == "__name__":
            return self.name
        if isinstance(self.members, Members) and self.members.surely_lacks(name):
            raise AttributeError(f"module '{self.name}' has no attribute '{name}'")
        source = self.source
        if source is None:
            if name in _LACKING.get(self.name, ()):
                raise AttributeError(f"module '{self.name}' has no attribute '{name}'")
            raise Unsupported(f"{self.name}.{name}")
        return source.get(name)


def inner_modules(name: str, names: Collection[str], module: Callable[[str], Module]) -> dict[str, Module]:
    """Those of a library's modules that one of them holds, by the last part of their names.

    Args:
        name: whole name of the one; names: of all; module: gives one by its whole name.
    """
    parts = (one.rpartition(".") for one in names)
    return {last: module(f"{name}.{last}") for outer, _, last in parts if outer == name}


class Unknown:
    """A value of whose type nobody knows anything: it may be passed on, kept and told from others.

    Whatever looks into it raises Unsupported.
    """

    def __eq__(self, other: object) -> bool:
        if other is None or type(other) is Unknown:
            return self is other
        raise Unsupported("comparing an unknown value")

    __hash__ = object.__hash__


def _unknown(name: str) -> Callable[..., Any]:
    def refuse(self: Unknown, *_: Any, **__: Any) -> Any:
        raise Unsupported(f"{name} of an unknown value")

    return refuse


for _name in (
    *("__call__", "__iter__", "__next__", "__len__", "__getitem__", "__setitem__", "__contains__", "__index__"),
    *("__lt__", "__le__", "__gt__", "__ge__", "__int__", "__float__", "__repr__", "__str__", "__format__"),
    *("__neg__", "__pos__", "__invert__", "__abs__", "__round__", "__reversed__", "__bytes__", "__complex__"),
    *("__fspath__", "__array__", "__trunc__", "__floor__", "__ceil__", "__delitem__"),
    *(
        f"__{kind}{operator}__"
        for kind in ("", "r")
        for operator in ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul")
    ),
    *(f"__{kind}{operator}__" for kind in ("", "r") for operator in ("and", "or", "xor", "lshift", "rshift")),
):
    setattr(Unknown, _name, _unknown(_name))
