"""What a docstring says of parameters: types, and arrays' axes, as NumPy's, Google's and Sphinx's styles write them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from perfcast.source import FunctionNode

#: A role such as ``:class:`Text <where>` ``, of which the text says it, and marks around names.
_ROLE: Final = re.compile(r":[\w:]{1,40}:`~?([\w.]++)[^`]*`")
_UNDERLINED: Final = re.compile(r"^[ \t]*(?:Other )?Parameters[ \t]*\n[ \t]*-{3,}[ \t]*\n", re.MULTILINE)
_NEXT_SECTION: Final = re.compile(r"\n[ \t]*[A-Z][\w ]*\n[ \t]*-{3,}")
#: ``x, y : float`` below such a line; ``x (float): ...``; ``:param float x:``; ``:type x: float``.
_NUMPY: Final = re.compile(r"^[ \t]*([*\w]+(?:, *[*\w]+)*) ?: *(\S.*)$", re.MULTILINE)
_GOOGLE: Final = re.compile(r"^[ \t]*[`*]*(\w+)[`*]* \((.+?)\) ?:", re.MULTILINE)
_PARAM: Final = re.compile(r"^[ \t]*:param +((?:[^:\s]+ +)+)(\w+) *:", re.MULTILINE)
_TYPE: Final = re.compile(r"^[ \t]*:type +(\w+) *: *(\S.*)$", re.MULTILINE)
#: ``returns - a pandas Series of ...``, ``:param x: numpy array ...``: of what begins a description these alone are
#: certain to be types.
_DESCRIBED: Final = re.compile(
    r"^[ \t]*(?:[:@]param +)?[`*]*(\w+)[`*]* *(?::|--?) +(?:(?:[Aa]n?|[Tt]he) +)?((?:pandas|pd|numpy|np)[ .]\S.*)$",
    re.MULTILINE,
)
#: What ends the words that say the type.
_ASIDE: Final = re.compile(
    r",? *(?:\(?optional\)?|default\b|defaults\b|as returned by\b|containing\b|representing\b).*$"
)
_LITERALS: Final = re.compile(r"\{ *(['\"])([\w\- ]*)\1.*\}")
_CHOICE: Final = re.compile(r"\{(\w[^{}'\"]*)\}")
_AXES: Final = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
#: ``coords: (n, 2) in degrees``, ``x, y: arrays of shape (n, d)``; ``a: (N, 3), b: (M, 3)`` in one line; ``boxes
#: (N, 4)`` in what is said of all.
_SHAPED: Final = re.compile(r"^[ \t]*[`*]*(\w+(?:, *\w+)*)[`*]*(?: *\([^()]*\))? *(?::|--?) *(\S.*)$", re.MULTILINE)
_IN_LINE: Final = re.compile(r"\b(\w+)[`*]* ?: *(\((?:\w+, ?)+\w*\))")
_IN_PROSE: Final = re.compile(r"\b(\w{4,}) (\((?:\w+, ?)+\w*\))")
#: What says that the names in brackets behind it are axes; such names as they are without that.
_SHAPE: Final = re.compile(
    r"\b(?:shapes?|sizes?|dims?|dimensions?|image|matrix|(?:nd)?arrays?|tensors?)\b", re.IGNORECASE
)
_USUAL_AXIS: Final = re.compile(
    r"\d+|[A-Za-z]{1,2}\d?|[nN]_?\w+|\w+_\w+|batch|seq|len|dim|heads|height|width|channels|time|features"
    r"|assets|classes|columns|cols|days|depth|docs|frames|hidden|items|length|points|rows|samples|steps|terms|tokens"
    r"|users|vocab|words"
)
_NO_AXES: Final = frozenset(
    {"default", "defaults", "optional", "none", "required", "readonly", "float", "float32", "float64", "int", "bool"}
)
#: Coordinates and units, where nothing says that they are axes.
_ASIDES: Final = frozenset(
    {"x", "y", "z", "x0", "x1", "x2", "y0", "y1", "y2", "lat", "lon", "u", "v", "m", "km", "s", "ms", "kg", "left"}
)
_OMITTED: Final = re.compile(r"\[[^\[\]]*\]")
_AXIS: Final = re.compile(r"\d+|[A-Za-z]\w*")
_OF_AXES: Final = re.compile(r"\b([1-4])[- ]?[dD]\b")
_ARRAY: Final = re.compile(r"\b(?:(?:nd)?array|array[-_ ]like|nd-array|(?:np|numpy)[. ](?:nd)?array)s?\b")
_TENSOR: Final = re.compile(r"\b(?:torch\.)?(?:Float|Long)?Tensor\b")
_ELEMENTS: Final = (
    ("uint8", re.compile(r"\buint8\b")),
    ("bool", re.compile(r"\bbool(?:ean)?s?\b")),
    ("int64", re.compile(r"\b(?:ints?|integers?|int32|int64)\b")),
    ("float32", re.compile(r"\bfloat32\b")),
)
#: What parts one type from the next, but within brackets.
_OTHER: Final = re.compile(
    r",? or |\||, (?=(?:int|float|str|string|bool|tuple|list|dict|(?:nd|np\.)?array|None)\b(?![^()]*\)))"
)
_MANY: Final = re.compile(
    r"(?:an? )?([Ll]ist|[Tt]uple|[Ss]et|[Ii]terable|[Ss]equence|[Dd]ict(?:ionary)?)s?(?: of (\w+))?\b"
)
#: ``dict[str, pd.DataFrame]``, ``dictionary of DataFrames``; what a description says of a ``dict``.
_OF_TABLES: Final = re.compile(
    r"[Dd]ict(?:ionary)?s?\b(?:\[ *\w+ *, *| of )(?:pd\.|pandas\.)?(DataFrame|Series)(?:s\b|\b)"
)
_MAPPED: Final = re.compile(r"\b(?:[Dd]ict(?:ionary)?|[Mm]ap(?:s|ping|ped)?)\b.{0,80}?\bDataFrames?\b", re.DOTALL)
_TABLES_BY_NAME: Final = frozenset({"dict[str, DataFrame]", "dict[str, Series]"})
#: Characters of a description that are looked at.
_FIRST_LINES: Final = 160
_CONTAINERS: Final = {"iterable": "list", "sequence": "list", "dictionary": "dict"}
_PLAIN: Final = {
    **dict.fromkeys(("int", "ints", "integer", "integers", "Int"), "int"),
    **dict.fromkeys(("float", "floats", "double", "scalar"), "float"),
    **dict.fromkeys(("str", "strs", "string", "strings", "text"), "str"),
    **dict.fromkeys(("bool", "bools", "boolean", "Bool"), "bool"),
    **dict.fromkeys(("dict", "dicts"), "dict"),
    **dict.fromkeys(("callable", "function"), "Callable"),
    **dict.fromkeys(("DataFrame", "dataframe"), "DataFrame"),
    **dict.fromkeys(("Series", "series"), "Series"),
    **{name: name for name in ("bytes", "complex")},
}
_FIRST: Final = re.compile(r"(?:(?:a|an|the|positive|unsigned|pd[. ]|pandas[. ]) ?)*(\w+)\b")
#: More than any array of practice has, than an axis of a certain length has elements, and all such axes together.
_MOST_AXES: Final = 4
_LONGEST_AXIS: Final = 512
_MOST_ELEMENTS: Final = 10_000_000
#: Characters of a docstring, and of what says one type, that are looked at.
_LONGEST_TEXT: Final = 20_000
_LONGEST_TYPE: Final = 200


@dataclass(frozen=True)
class Said:
    """Of one parameter.

    Attributes:
        annotation: that says the same of its type.
        axes: of an array, the length of each, None where it is but named; empty where nothing says how many there are.
        kinds: the first words of all types that it may be of, as annotations name them.
    """

    annotation: ast.expr
    axes: tuple[int | None, ...]
    kinds: frozenset[str]


def documented(node: FunctionNode) -> Mapping[str, Said]:
    """By name, what the function's docstring says of parameters without an annotation."""
    text = (ast.get_docstring(node) or "")[:_LONGEST_TEXT]
    if not text:
        return {}
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    free = {one.arg for one in given if one.annotation is None}
    found: dict[str, Said] = {}
    for name, type_ in _entries(text):
        said = _read(type_[:_LONGEST_TYPE]) if name in free and name not in found else None
        if said is not None:
            found[name] = said
    return found


def documented_axes(node: FunctionNode) -> Mapping[str, tuple[int | None, ...]]:
    """By name, as `Said.axes`, those of arrays that the function's docstring says of parameters, annotated or not."""
    text = (ast.get_docstring(node) or "")[:_LONGEST_TEXT]
    if "(" not in text and "[" not in text:
        return {}
    names = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    found: dict[str, tuple[int | None, ...]] = {}
    for name, type_ in _entries(text):
        if axes := _axes(type_[:_LONGEST_TYPE]):
            found.setdefault(name, axes)
    # Several may stand in one line: ``X: (n, d); y: (n,)``.
    for said, rest in _SHAPED.findall(text.replace(";", "\n")):
        if axes := _shape_in(rest[:_LONGEST_TYPE]):
            for name in said.split(","):
                found.setdefault(name.strip(), axes)
    for name, brackets in _IN_LINE.findall(text):
        if axes := _shape_in(brackets):
            found.setdefault(name, axes)
    for said, brackets in _IN_PROSE.findall(text):
        if axes := _shape_in(brackets):
            for name in names:
                if name.startswith(said):
                    found.setdefault(name, axes)
    return {name: axes for name, axes in found.items() if name in names}


def of_axes(axes: tuple[int | None, ...]) -> Said:
    """Of a parameter of which nothing is said but the axes that it has."""
    return Said(ast.parse("ndarray[float64]", mode="eval").body, axes, frozenset({"ndarray", "Tensor"}))


def _shape_in(text: str) -> tuple[int | None, ...]:
    """The axes in the first brackets, if that is what they are."""
    brackets = _AXES.search(text)
    if brackets is None:
        return ()
    inner = brackets[1] or brackets[2] or ""
    parts = [part.strip() for part in inner.split(",") if part.strip()]
    # One word is an aside.
    if "," not in inner or not _NO_AXES.isdisjoint(map(str.lower, parts)):
        return ()
    are_usual = all(_USUAL_AXIS.fullmatch(part) for part in parts) and _ASIDES.isdisjoint(parts)
    return _axes(brackets[0]) if are_usual or _SHAPE.search(text[: brackets.start()]) else ()


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Names, and what stands where their types do."""
    plain = _ROLE.sub(r"\1", text).replace("`", "")
    for start in _UNDERLINED.finditer(plain):
        section = plain[start.end() :]
        end = _NEXT_SECTION.search(section)
        for names, type_ in _NUMPY.findall(section[: end.start()] if end else section):
            yield from ((name.strip(" *"), type_) for name in names.split(","))
    for said in _GOOGLE.finditer(plain):
        first = plain[said.end() : said.end() + _FIRST_LINES].partition("(")[0]
        is_of_tables = said[2].strip() == "dict" and _MAPPED.search(first) is not None
        yield said[1], "dict of DataFrame" if is_of_tables else said[2]
    yield from ((name, type_) for type_, name in _PARAM.findall(plain))
    yield from _TYPE.findall(plain)
    yield from _DESCRIBED.findall(plain)


def _read(type_: str) -> Said | None:
    """The first of several types that is known; None where none is."""
    literal = _LITERALS.search(type_)
    if literal is not None:
        return Said(ast.parse(f"Literal[{literal[2]!r}]", mode="eval").body, (), frozenset({"str"}))
    text = _ASIDE.sub("", _CHOICE.sub(lambda of: of[1].partition(",")[0], type_)).strip(" .,")
    found = [one for part in _OTHER.split(text) if (one := _of_one(part.strip())) is not None]
    if not found:
        return None
    annotation, axes = found[0]
    # No dictionary that is known of otherwise is one of tables.
    kinds = frozenset(said if said in _TABLES_BY_NAME else re.split(r"\W", said, maxsplit=1)[0] for said, _ in found)
    return Said(ast.parse(annotation, mode="eval").body, axes, kinds)


def _of_one(text: str) -> tuple[str, tuple[int | None, ...]] | None:
    """An annotation, and axes; None where nothing that is known begins the text."""
    tables = _OF_TABLES.match(text)
    if tables is not None:
        return f"dict[str, {tables[1]}]", ()
    many = _MANY.match(text)
    if many is not None:
        name = _CONTAINERS.get(many[1].lower(), many[1].lower())
        element = _PLAIN.get(many[2] or "") or ("ndarray" if _ARRAY.fullmatch(many[2] or "") else "")
        if name == "tuple":
            # A shape, a size, a range.
            return f"tuple[{element or 'int'}, {element or 'int'}]", ()
        return (name if name == "dict" or not element else f"{name}[{element}]"), ()
    axes = _AXES.match(text)
    if _TENSOR.match(text):
        return "Tensor", _axes(text)
    if _ARRAY.match(text) or _OF_AXES.match(text) or (axes is not None and _ARRAY.search(text)):
        element = next((name for name, word in _ELEMENTS if word.search(text)), "float64")
        return f"ndarray[{element}]", _axes(text)
    first = _FIRST.match(text)
    plain = None if first is None else _PLAIN.get(first[1])
    return None if plain is None else (plain, ())


def _axes(text: str) -> tuple[int | None, ...]:
    """Those of an array that stand in brackets, or as many as are said in words; none where nothing is said, or where
    any number will do."""
    while "(" in text and _OMITTED.search(text):
        text = _OMITTED.sub("", text)
    found, said = _AXES.search(text), _OF_AXES.search(text)
    inner = "" if found is None else found[1] or found[2] or ""
    parts = [part.strip().rpartition("=")[2] for part in inner.split(",") if part.strip()]
    is_shape = all(_AXIS.fullmatch(part) and not any(word.search(part) for _, word in _ELEMENTS) for part in parts)
    if not is_shape or not 0 < len(parts) <= _MOST_AXES:
        return () if said is None else (None,) * int(said[1])
    lengths = [int(part) if part.isdecimal() else None for part in parts]
    certain = [one for one in lengths if one is not None]
    is_usual = all(0 < one <= _LONGEST_AXIS for one in certain) and prod(certain) <= _MOST_ELEMENTS
    return tuple(lengths) if is_usual else ()
