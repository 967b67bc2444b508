"""Elements of ``xml.etree.ElementTree``: what is asked of them, and what that costs as its C implementation does it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from perfcast.trial.interpreter.accounting.exhausted_iterators import Keeping
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Bytes of an element, of what it has once there are attributes or children, and of children beyond the fourth.
_ELEMENT: Final = 72
_EXTRA: Final = 64
_PLACE: Final = 9
_FEW: Final = 4
#: Of the pieces of a text of several lines that nobody has asked for yet.
_PIECES: Final = 70
#: Nanoseconds of asking for an attribute, of looking at a child's tag, of an element that an iterator gives, and of a
#: path that is more than a tag, at all and for each of its steps.
_ASKED: Final = 45.0
_LOOKED: Final = 11.0
_GIVEN: Final = 36.0
_PATH: Final = 900.0
_STEP: Final = 450.0
#: Of the allowance, for an element that is passed by.
_HERE: Final = 150.0
#: How deep elements may lie within each other.
DEEPEST: Final = 200
_PLAIN: Final = frozenset({"tag", "text", "tail", "attrib"})
_TAG: Final = re.compile(r"(?:\{[^}]*\})?[\w-][\w.-]*|\*")
#: A step of a path: a tag or a dot, what an attribute has to be, and what stands before the next one.
_STEPS: Final = re.compile(
    r"(\.|(?:\{[^}]*\})?(?:[\w.-]+:)?[\w.-]+|\*)?"
    r"(?:\[@([\w.-]+)(?:=['\"]([^'\"]*)['\"])?\])?"
    r"(//?|$)"
)


class Element(Foreign):
    """As ``Element``.

    Attributes:
        children: what lies within it.
        own: its tag, its text, the text that follows it, and its attributes.
        is_read: whether it comes from a text.
    """

    def __init__(self, machine: Machine, tag: Any, attrib: dict[Any, Any], *, is_read: bool = False) -> None:
        self.is_read = is_read
        self.children: list[Element] = []
        self.own: dict[str, Any] = {"tag": tag, "text": None, "tail": None, "attrib": attrib}
        super().__init__({}, _ELEMENT)
        self._machine = machine
        self._changed()
        machine.made(self)

    def _changed(self) -> None:
        """Notes what is held now. Without attributes there is no dictionary of them."""
        self.attributes = {name: value for name, value in self.own.items() if value or name != "attrib"}
        self.attributes |= {str(place): one for place, one in enumerate(self.children)}
        self._sized()

    def _sized(self) -> None:
        number = len(self.children)
        has_extra = bool(number or self.own["attrib"])
        in_pieces = sum(self.is_read and "\n" in (self.own[name] or "") for name in ("text", "tail"))
        self.nbytes = _ELEMENT + _PIECES * in_pieces + (_EXTRA if has_extra else 0)
        self.nbytes += _PLACE * number if number > _FEW else 0

    def member(self, name: str) -> Any:
        self._machine.pay(_ASKED / 2)
        if name in _PLAIN:
            return self.own[name]
        methods: dict[str, Callable[..., Any]] = {
            "get": self._get,
            "set": self._set,
            "keys": lambda: list(self.own["attrib"]),
            "items": lambda: list(self.own["attrib"].items()),
            "append": self.append,
            "extend": self._extend,
            "insert": self._insert,
            "remove": self._remove,
            "clear": self._clear,
            "iter": self._iter,
            "itertext": lambda: Keeping(self._texts(), self),
            "find": self.find,
            "findtext": self._find_text,
            "findall": self.find_all,
            "iterfind": lambda path, namespaces=None: Keeping(iter(self.find_all(path, namespaces)), self),
        }
        return Guarded(methods[name]) if name in methods else super().member(name)

    def assign(self, name: str, value: Any) -> None:
        if name not in _PLAIN:
            raise AttributeError(name)
        self._machine.pay(_ASKED / 2)
        self.own[name] = value
        self._changed()

    def _get(self, key: Any, default: Any = None) -> Any:
        self._machine.pay(_ASKED)
        return self.own["attrib"].get(key, default)

    def _set(self, key: Any, value: Any) -> None:
        self._machine.pay(_ASKED)
        self.own["attrib"][key] = value
        self._changed()

    def append(self, subelement: Any) -> None:
        """Puts another one last. Raises TypeError for other things, Unsupported for one that it lies within."""
        self._check(subelement)
        self.put_last(subelement)

    def put_last(self, one: Element) -> None:
        """The same of one that this one does not lie within."""
        self.attributes[str(len(self.children))] = one
        self.children.append(one)
        self._sized()

    def _extend(self, elements: Any) -> None:
        for one in self._machine.counted(elements):
            self.append(one)

    def _insert(self, index: Any, subelement: Any) -> None:
        self._check(subelement)
        self.children.insert(index, subelement)
        self._changed()

    def _check(self, subelement: Any) -> None:
        self._machine.pay(_ASKED)
        if not isinstance(subelement, Element):
            raise TypeError("expected an Element")
        # What has something in it may hold this one.
        if subelement is self or (subelement.children and any(one is self for one in subelement.within())):
            raise Unsupported("an element within itself")

    def _remove(self, subelement: Any) -> None:
        place = next((place for place, one in enumerate(self.children) if one is subelement), None)
        self._machine.pay(_ASKED + _LOOKED * (place or 0))
        if place is None:
            raise ValueError("list.remove(x): x not in list")
        del self.children[place]
        self._changed()

    def _clear(self) -> None:
        self._machine.pay(_ASKED)
        self.children.clear()
        self.own.update(text=None, tail=None, attrib={})
        self._changed()

    def __getitem__(self, place: Any) -> Any:
        self._machine.pay(_ASKED)
        return self.children[place]

    def put(self, place: Any, value: Any) -> None:
        if not isinstance(value, Element):
            raise Unsupported("elements put in others' place")
        self.children[place] = value
        self._changed()

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return bool(self.children)

    def __iter__(self) -> Iterator[Element]:
        for one in self.children:
            self._machine.pay(_GIVEN)
            yield one

    def within(self) -> Iterator[Element]:
        """This one and all that lie within it, in their order."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            self._machine.allows(_HERE)
            yield one
            waiting += reversed(one.children)

    def _iter(self, tag: Any = None) -> Keeping:
        return Keeping(self._tagged(tag), self)

    def _tagged(self, tag: Any) -> Iterator[Element]:
        for one in self.within():
            is_meant = tag in (None, "*") or one.own["tag"] == tag
            self._machine.pay(_GIVEN if is_meant else _LOOKED)
            if is_meant:
                yield one

    def _texts(self, depth: int = 0) -> Iterator[Any]:
        self._machine.pay(_GIVEN)
        if depth > DEEPEST:
            raise Unsupported("elements nested so deeply")
        if self.own["text"]:
            yield self.own["text"]
        for one in self.children:
            yield from one._texts(depth + 1)
            if one.own["tail"]:
                yield one.own["tail"]

    def find(self, path: Any, namespaces: Any = None) -> Element | None:
        """The first that the path leads to."""
        return next(self._along(path, namespaces), None)

    def find_all(self, path: Any, namespaces: Any = None) -> list[Element]:
        """All that it leads to."""
        return list(self._along(path, namespaces))

    def _find_text(self, path: Any, default: Any = None, namespaces: Any = None) -> Any:
        found = self.find(path, namespaces)
        return default if found is None else found.own["text"] or ""

    def _along(self, path: Any, namespaces: Mapping[str, str] | None) -> Iterator[Element]:
        """What a path leads to, in order.

        Raises:
            Unsupported: the path is more than tags, ``*``, ``.``, ``//`` and conditions about an attribute.
        """
        if not isinstance(path, str):
            raise Unsupported("a path that is no text")
        if _TAG.fullmatch(path):
            self._machine.pay(_ASKED)
            return self._of_tag(path)
        self._machine.pay(_PATH)
        if ".." in path or path[:1] == "/" or path[-1:] == "/":
            raise Unsupported(f"the path {path!r}")
        found: Iterator[Element] = iter((self,))
        place, is_deep = 0, False
        while place < len(path):
            step = _STEPS.match(path, place)
            if step is None or step.end() == place:
                raise Unsupported(f"the path {path!r}")
            self._machine.pay(_STEP)
            name, key, value, slash = step.groups()
            if name not in (None, "."):
                found = _next(found, _whole(name, namespaces), is_deep)
            if key is not None:
                found = (one for one in found if _has(one, key, value))
            place, is_deep = step.end(), slash == "//"
        return found

    def _of_tag(self, tag: str) -> Iterator[Element]:
        for one in self.children:
            self._machine.pay(_LOOKED)
            if tag == "*" or one.own["tag"] == tag:
                yield one


def _next(elements: Iterator[Element], tag: str, is_deep: bool) -> Iterator[Element]:
    for one in elements:
        if not is_deep:
            yield from one._of_tag(tag)
            continue
        for inner in one.within():
            one._machine.pay(_LOOKED)
            if inner is not one and (tag == "*" or inner.own["tag"] == tag):
                yield inner


def _whole(name: str, namespaces: Mapping[str, str] | None) -> str:
    """A tag with its namespace, where a prefix names that."""
    prefix, colon, rest = name.rpartition(":") if not name.startswith("{") else ("", "", name)
    if not colon:
        return rest
    if not namespaces or prefix not in namespaces:
        raise SyntaxError(f"prefix {prefix!r} not found in prefix map")
    return f"{{{namespaces[prefix]}}}{rest}"


def _has(element: Element, key: str, value: str | None) -> bool:
    found = element.own["attrib"].get(key)
    return found is not None if value is None else bool(found == value)
