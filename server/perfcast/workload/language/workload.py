"""The abstract form of a workload, and its canonical text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

#: Types that carry one size: how many elements or characters they hold.
SIZED: Final = frozenset(
    {
        *("list", "set", "frozenset", "deque", "dict", "Counter", "str", "bytes", "bytearray"),
        *("ListNode", "TreeNode", "jsonl", "csv", "items"),
    }
)
#: As many elements as a made-up instance holds whose method is called: of what stands before the dot, and not passed.
ITEMS: Final = "items"
#: What has its elements once; without their type nobody knows what it is.
ITERATOR: Final = "Iterator"
#: NumPy's dtypes by name; with a "torch." prefix they stand for tensors.
DTYPES: Final = frozenset(
    {
        *("float16", "float32", "float64", "complex64", "complex128", "bool"),
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    }
)
#: Of torch alone; NumPy holds their values as float32.
TORCH_ONLY_DTYPES: Final = frozenset({"bfloat16", "float8_e4m3fn", "float8_e5m2"})
TORCH_DTYPES: Final = DTYPES - {"uint16", "uint32", "uint64"} | TORCH_ONLY_DTYPES
TABLES: Final = frozenset({"DataFrame", "Series"})
#: One of Pillow's, of three bands of bytes; its width and its height stand in its brackets.
PICTURE: Final = "Image"
#: SciPy's, with some entries in each row; how many rows and columns there are stands in their brackets.
SPARSE: Final = frozenset(f"{form}_{kind}" for form in ("csr", "csc", "coo") for kind in ("matrix", "array"))
SCALARS: Final = frozenset({"int", "float", "bool", "complex", "None"})
#: Values of the standard library, and texts: one such as '2024-05-01T12:30:00', one of a number's digits, and one of
#: about as many different ones as the square root of how many there are.
MOMENTS: Final = frozenset({"datetime", "date"})
TEXTS: Final = frozenset({"timestamp", "digits", "label"})
#: Texts that say what the type in their brackets holds: one as JSON, as TOML, as sections of an INI file or as elements
#: of XML, so many lines of JSON, and so many rows with commas, or the text that is named second, below a line of names
#: where a row is a dictionary.
WRITTEN: Final = frozenset({"json", "toml", "ini", "xml", "jsonl", "csv"})
#: The lines of such a text, one by one.
LINES: Final = "lines"
#: A dictionary of certain keys, and an instance of no matter what class with certain attributes.
RECORD: Final = "record"
OBJECT: Final = "namespace"
KEYED: Final = frozenset({RECORD, OBJECT})
#: What is called, such as gives something to await, and what is read and written like a file; each of these hands on
#: what it is given, or holds a few lines, whatever the size, unless the text of a file stands in its brackets.
CALLABLE: Final = "Callable"
ASYNC_CALLABLE: Final = "AsyncCallable"
TEXT_FILE: Final = "TextIO"
BINARY_FILE: Final = "BinaryIO"
#: What a regular expression found, which has nine groups of a digit each; and one that finds words.
MATCH: Final = "Match"
PATTERN: Final = "Pattern"
#: PyTorch's, of where tensors lie and of what their elements are.
DEVICE: Final = "device"
ELEMENT_TYPE: Final = "dtype"
#: A small neural network: two layers of this many inputs and outputs each.
NETWORK: Final = "nn.Module"
NETWORK_WIDTH: Final = 256
#: What such a network is trained by: how far its answers are off, and what changes its weights, those of the network
#: beside it.
LOSS: Final = "nn.CrossEntropyLoss"
OPTIMISER: Final = "optim.Adam"
#: A class, of which ``type[Shape]`` says which.
CLASS: Final = "type"
#: What random numbers are drawn from: Python's, NumPy's, and NumPy's former one.
PYTHON_GENERATOR: Final = "random.Random"
NUMPY_GENERATOR: Final = "np.random.Generator"
LEGACY_GENERATOR: Final = "np.random.RandomState"
DRAWN_FROM: Final = frozenset({PYTHON_GENERATOR, NUMPY_GENERATOR, LEGACY_GENERATOR})
HANDED: Final = DRAWN_FROM | frozenset(
    {CALLABLE, ASYNC_CALLABLE, TEXT_FILE, BINARY_FILE, MATCH, PATTERN, DEVICE, ELEMENT_TYPE, NETWORK, LOSS, OPTIMISER}
    | {CLASS}
)
#: The type of a Triton kernel's compile-time parameters, as Triton names it.
CONSTEXPR: Final = "constexpr"
#: How a kernel is launched: options beside its parameters, whose "type" is the numbers themselves.
LAUNCH: Final = "launch"
LAUNCH_OPTIONS: Final = ("grid", "num_warps", "num_stages", "num_ctas", "maxnreg")
#: Of moments, those of instances too, that have a zone.
IN_UTC: Final = "in UTC"
QUALIFIERS: Final = ("sorted", "reversed", "distinct", "few", "equal", "tree", "balanced")

#: What stands between two of what a pattern repeats, where it ends with that: the last one has none.
BETWEEN: Final = frozenset("\n,;|&\t")

#: How long strings and containers are whose size is not written.
DEFAULT_STRING: Final = 8
DEFAULT_CONTAINER: Final = 4
#: How long texts in a container are that something is looked for in.
LINE_LENGTH: Final = 40

Literal = int | float | bool | str | None


class WorkloadError(ValueError):
    """A workload text that does not parse.

    Attributes:
        column: 0-based position in the text, in characters.
    """

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message} (at column {column + 1} of the workload)")
        self.column = column


@dataclass(frozen=True)
class TypeExpression:
    """A type as it is written: ``list[int]``, ``float32[1024, 64]``, ``int | str``, ``{user: str, price: float}``.

    Attributes:
        name: ``list``, ``int``, ``torch.float32``, ``DataFrame``, ``...``, ``|`` for a union of `arguments`, `RECORD`,
            `OBJECT`, or a text in quotes, which stands for itself.
        arguments: the types in brackets, or braces.
        shape: the lengths of an array, (rows, columns) of a table, the numbers of a launch option; else empty.
        keys: of a record, or attributes, one for each argument.
    """

    name: str
    arguments: tuple[TypeExpression, ...] = ()
    shape: tuple[int, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def is_sized(self) -> bool:
        """Whether one size of the argument belongs to this very type."""
        if self.name == "tuple":
            return len(self.arguments) == 2 and self.arguments[1].name == "..."
        return self.name in SIZED or (self.name == ITERATOR and bool(self.arguments))

    @property
    def literal(self) -> str | None:
        """The text that the type stands for; None of other types."""
        return str(ast.literal_eval(self.name)) if self.name[:1] in {"'", '"'} else None

    @property
    def held(self) -> tuple[TypeExpression, ...]:
        """What stands in its brackets but for what only says how a text is written, or which class it is."""
        if self.name == CLASS:
            return ()
        return self.arguments[:1] if self.name == "csv" else self.arguments

    @property
    def elements(self) -> tuple[TypeExpression, ...]:
        """The types whose sizes follow this one's: what it holds, dictionary keys and ``...`` left out."""
        if self.name in {"Counter", CLASS}:
            return ()
        if self.name in {"dict", "defaultdict"} and len(self.arguments) == 2:
            return self.arguments[1:]
        return tuple(argument for argument in self.arguments if argument.name != "...")

    def sized(self) -> Iterator[TypeExpression]:
        """The types that carry a size, in the order in which the sizes are written."""
        if self.is_sized:
            yield self
        for element in self.elements:
            yield from element.sized()

    def sized_before_records(self) -> int:
        """How many of these stand outside of all records; all where there is none."""
        if self.name in KEYED:
            return 0
        return self.is_sized + sum(element.sized_before_records() for element in self.elements)

    def leaves(self) -> Iterator[TypeExpression]:
        """The innermost types, dictionary keys included."""
        inner = [argument for argument in self.held if argument.name != "..."]
        if not inner:
            yield self
        for argument in inner:
            yield from argument.leaves()

    def __str__(self) -> str:
        if self.name == "|":
            return " | ".join(map(str, self.arguments))
        if self.name == LAUNCH:
            return ", ".join(map(format_number, self.shape))
        if self.name in KEYED:
            dot = "." if self.name == OBJECT else ""
            keys = (dot + key if key.isidentifier() else repr(key) for key in self.keys)
            return f"{{{', '.join(map('{}: {}'.format, keys, self.arguments))}}}"
        if self.shape:
            return f"{self.name}[{', '.join(map(format_number, self.shape))}]"
        if self.arguments:
            return f"{self.name}[{', '.join(map(str, self.arguments))}]"
        return self.name


@dataclass(frozen=True)
class Argument:
    """One argument of a call.

    Attributes:
        name: the parameter's name; None for a positional argument whose name is not known.
        sizes: one for each type of `TypeExpression.sized`, in elements or characters; those left out are defaults.
        low, high: inclusive bounds of the innermost numbers; None where unknown.
        values: how many different whole numbers, or moments, there are within their bounds; None for all.
        alphabet: characters of the strings inside, either ``a..z`` bounds spelled as a pair or the characters.
        like: of the strings inside, what is repeated as often as fits into their size: letters stand for other letters,
            digits for other digits, what is between two backticks and all else for itself, and a separator at its end
            (`BETWEEN`) only between two of them; where it has several lines each text in a container is one of these;
            of a `timestamp`, its format as ``strftime`` takes it.
        qualifiers: how the values of a sequence are distributed, or that a graph is one in which no two nodes lead to
            the same one, or that brackets in a text close what was opened; a subset of `QUALIFIERS`.
        value: the literal, where `has_value`.
        kept: axes of an array, or lengths, that do not grow with the data, or the first of a number that does not; no
            text says so.
        days: over which the moments inside are spread; None for a year.
        keeps_days: as many in smaller calls, too; no text says so.
        in_utc: the moments inside have a zone.
    """

    name: str | None
    type: TypeExpression
    sizes: tuple[int, ...] = ()
    low: float | int | None = None
    high: float | int | None = None
    alphabet: tuple[str, str] | str | None = None
    qualifiers: tuple[str, ...] = ()
    value: Literal = None
    has_value: bool = False
    kept: tuple[int, ...] = ()
    like: str | None = None
    values: int | None = None
    days: int | None = None
    in_utc: bool = False
    keeps_days: bool = False

    @property
    def count(self) -> int:
        """Elements in all: the product of the sizes, strings' characters included, or of the shape; 1 for a scalar.

        What records hold is not counted.
        """
        total = 1
        for size in self.type.shape or self.sizes[: self.type.sized_before_records()]:
            total *= size
        return total

    def __str__(self) -> str:
        parts = [str(self.type), *(f"* {format_number(size)}" for size in self.sizes)]
        if self.low is not None and self.high is not None:
            parts.append(f"in {format_number(self.low)}..{format_number(self.high)}")
        if self.values is not None:
            parts.append(f"of {format_number(self.values)}")
        if self.days is not None:
            parts.append(f"over {format_number(self.days)} days")
        if self.in_utc:
            parts.append(IN_UTC)
        if isinstance(self.alphabet, tuple):
            parts.append(f"in {self.alphabet[0]!r}..{self.alphabet[1]!r}")
        elif self.alphabet is not None:
            parts.append(f"in {self.alphabet!r}")
        if self.like is not None:
            parts.append(f"like {self.like!r}")
        parts.extend(self.qualifiers)
        if self.has_value:
            value = format_number(self.value) if type(self.value) in (int, float) else repr(self.value)
            parts.append(f"= {value}")
        text = " ".join(parts)
        return text if self.name is None else f"{self.name}: {text}"


@dataclass(frozen=True)
class Workload:
    """What a unit is called with: its arguments in order. ``str`` of it is the canonical text."""

    arguments: tuple[Argument, ...] = field(default=())

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return "; ".join(map(str, self.arguments))

    @property
    def size(self) -> int:
        """The elements of the largest argument, 1 at least; what "at one size" and "@1k" refer to.

        Where nothing has a size, the largest integer literal stands for it (``n: int = 1000``).
        """
        sized = [a.count for a in self.arguments if (a.sizes or a.type.shape) and a.type.name != LAUNCH]
        integers = [abs(a.value) for a in self.arguments if type(a.value) is int]
        return max(1, *(sized or integers or [1]))

    @property
    def passed(self) -> Workload:
        """The arguments that the call is made with: without how much the instance holds that it is made on."""
        if not any(one.type.name == ITEMS for one in self.arguments):
            return self
        return Workload(tuple(one for one in self.arguments if one.type.name != ITEMS))

    def named(self, parameters: tuple[str, ...]) -> Workload:
        """The same workload with the names of the parameters given to the arguments that have none."""
        taken = {argument.name for argument in self.arguments}
        named = [
            replace(argument, name=parameter)
            if argument.name is None and position < len(parameters) and parameter not in taken
            else argument
            for position, (argument, parameter) in enumerate(
                zip(self.arguments, (*parameters, *[""] * len(self.arguments)), strict=False)
            )
        ]
        return Workload(tuple(named))


def read_pattern(pattern: str) -> tuple[str, list[bool]]:
    """The characters of a pattern, see `Argument.like`, and of each whether it may stand for others."""
    parts = pattern.split("`")
    # One that has no other stands for itself.
    parts = parts if len(parts) % 2 else [*parts[:-2], f"{parts[-2]}`{parts[-1]}"]
    stands = [at % 2 == 0 for at, part in enumerate(parts) for _ in part]
    return "".join(parts), stands


def format_number(number: Literal) -> str:
    """Shortest text that reads back as the number; from 100,000 on with an exponent where that is shorter."""
    if isinstance(number, bool) or not isinstance(number, int | float):
        return repr(number)
    if isinstance(number, int):
        digits = str(number)
        mantissa = digits.rstrip("0")
        zeros = len(digits) - len(mantissa)
        if zeros >= 5:
            return f"{mantissa}e{zeros}"
        return digits
    text = repr(number)
    return text.replace("e+", "e").removesuffix(".0") if "e" in text else text
