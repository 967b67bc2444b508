"""``xml.etree.ElementTree``: texts read into trees of elements, and written from them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from xml.etree import ElementTree

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.concurrency.locks import class_of
from perfcast.trial.stdlib.formats.xml_elements import DEEPEST, Element

#: Nanoseconds of a parser, of an element that it makes, of one of its attributes, and of a character.
_PARSER: Final = 3_500.0
_READ: Final = 100.0
_ATTRIBUTE: Final = 90.0
_CHARACTER: Final = 1.5
#: Of a text of several lines, which comes in pieces.
_PIECES: Final = 90.0
#: Bytes of a parser while it reads.
_PARSING: Final = 4_600
#: Nanoseconds of making an element, beside another one.
_MADE: Final = 110.0
_MADE_WITHIN: Final = 190.0
#: Of writing a text, an element of it, an attribute, and a character.
_WRITTEN: Final = 4_500.0
_ELEMENT_WRITTEN: Final = 650.0
_ATTRIBUTE_WRITTEN: Final = 300.0
_CHARACTER_WRITTEN: Final = 2.0
#: How many times as long an element may take here.
_HERE: Final = 1_500.0
_TREE: Final = 500.0
_ROOT: Final = "_root"


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    tree = _tree(machine)
    read = Guarded(partial(_read, machine))
    return {
        "Element": Guarded(partial(_element, machine)),
        "SubElement": Guarded(partial(_within, machine)),
        "ElementTree": tree,
        "ParseError": ElementTree.ParseError,
        "fromstring": read,
        "XML": read,
        "tostring": Guarded(partial(_written, machine)),
        "indent": Guarded(partial(_indent, machine)),
        "parse": Guarded(partial(_parsed, machine, tree)),
        "iselement": Guarded(lambda element: isinstance(element, Element)),
    }


def _element(machine: Machine, tag: Any, attrib: Any = None, **extra: Any) -> Element:
    machine.pay(_MADE)
    return Element(machine, tag, {**(attrib or {}), **extra})


def _within(machine: Machine, parent: Any, tag: Any, attrib: Any = None, **extra: Any) -> Element:
    if not isinstance(parent, Element):
        raise TypeError("SubElement() argument 1 must be xml.etree.ElementTree.Element")
    machine.pay(_MADE_WITHIN)
    made = Element(machine, tag, {**(attrib or {}), **extra})
    parent.put_last(made)
    return made


def _read(machine: Machine, text: Any, parser: Any = None) -> Element:
    if parser is not None or not isinstance(text, str | bytes):
        raise Unsupported("a parser of the unit's own")
    if ("<!ENTITY" in text) if isinstance(text, str) else (b"<!ENTITY" in text):
        raise Unsupported("entities of the text's own")
    machine.allows(_HERE * (text.count("<") if isinstance(text, str) else text.count(b"<")))
    machine.pay(_PARSER + _CHARACTER * len(text))
    machine.briefly(_PARSING + (0 if isinstance(text, bytes) else len(text)))
    made = _taken_over(machine, ElementTree.fromstring(text))
    machine.look(made)
    return made


def _taken_over(machine: Machine, read: ElementTree.Element, depth: int = 0) -> Element:
    if depth > DEEPEST:
        raise Unsupported("elements nested so deeply")
    in_pieces = sum("\n" in (text or "") for text in (read.text, read.tail))
    machine.pay(_READ + _ATTRIBUTE * len(read.attrib) + _PIECES * in_pieces)
    made = Element(machine, read.tag, dict(read.attrib), is_read=True)
    made.assign("text", read.text)
    made.assign("tail", read.tail)
    for child in read:
        made.put_last(_taken_over(machine, child, depth + 1))
    return made


def _parsed(machine: Machine, tree: Class, source: Any, parser: Any = None) -> Instance:
    read = getattr(source, "read", None)
    if read is None:
        raise Unsupported("opening a file")
    made = Instance(tree)
    made.attributes[_ROOT] = _read(machine, read(), parser)
    return made


def _written(
    machine: Machine,
    element: Any,
    encoding: Any = None,
    method: Any = None,
    *,
    xml_declaration: Any = None,
    default_namespace: Any = None,
    short_empty_elements: Any = True,
) -> str | bytes:
    if not isinstance(element, Element) or method not in (None, "xml") or default_namespace is not None:
        raise Unsupported("other ways to write XML")
    elements = list(element.within())
    attributes = sum(len(one.own["attrib"]) for one in elements)
    machine.allows(_HERE * len(elements))
    machine.pay(_WRITTEN + _ELEMENT_WRITTEN * len(elements) + _ATTRIBUTE_WRITTEN * attributes)
    text: str | bytes = ElementTree.tostring(
        _as_read(element),
        encoding=encoding,
        xml_declaration=xml_declaration,
        short_empty_elements=bool(short_empty_elements),
    )
    machine.pay(_CHARACTER_WRITTEN * len(text))
    # Pieces are put into a buffer of four bytes a character, or encoded one by one.
    machine.briefly(len(text) * (4 if isinstance(text, str) else 1) + len(text) // 8)
    machine.made(text)
    return text


def _as_read(element: Element, depth: int = 0) -> ElementTree.Element:
    if depth > DEEPEST:
        raise Unsupported("elements nested so deeply")
    own = element.own
    made = ElementTree.Element(own["tag"], own["attrib"])
    made.text, made.tail = own["text"], own["tail"]
    made.extend([_as_read(child, depth + 1) for child in element.children])
    return made


def _indent(machine: Machine, tree: Any, space: Any = "  ", level: Any = 0) -> None:
    root = tree.attributes.get(_ROOT) if isinstance(tree, Instance) else tree
    if not isinstance(root, Element):
        raise Unsupported("indenting another thing")
    _indent_children(machine, root, space, f"\n{space * level}")


def _indent_children(machine: Machine, element: Element, space: str, line: str) -> None:
    inner = line + space
    if not element.children:
        return
    if not (element.own["text"] or "").strip():
        element.own["text"] = inner
    for child in element.children:
        machine.pay(_ELEMENT_WRITTEN / 6)
        _indent_children(machine, child, space, inner)
        if not (child.own["tail"] or "").strip():
            child.own["tail"] = inner
    if not child.own["tail"].strip():
        child.own["tail"] = line


def _tree(machine: Machine) -> Class:
    def begin(tree: Instance, element: Any = None, file: Any = None) -> None:
        machine.pay(_TREE)
        if file is not None:
            raise Unsupported("opening a file")
        tree.attributes[_ROOT] = element

    def of_root(name: str) -> Callable[..., Any]:
        def call(tree: Instance, *args: Any, **named: Any) -> Any:
            machine.pay(_TREE / 2)
            return tree.attributes[_ROOT].member(name)(*args, **named)

        return call

    def write(tree: Instance, file: Any, encoding: Any = None, xml_declaration: Any = None, **others: Any) -> None:
        if not hasattr(file, "write"):
            raise Unsupported("opening a file")
        file.write(_written(machine, tree.attributes[_ROOT], encoding, xml_declaration=xml_declaration, **others))

    functions: dict[str, Callable[..., Any]] = {
        "__init__": begin,
        "getroot": lambda tree: tree.attributes[_ROOT],
        "write": write,
        **{name: of_root(name) for name in ("find", "findall", "findtext", "iter", "iterfind")},
    }
    return class_of("ElementTree", functions)
