"""The workload language: what parses reads back as itself, and nothing but the documented errors is raised."""

from __future__ import annotations

from contextlib import suppress

from perfcast.source import SourceFile
from perfcast.workload import BuildError, Workload, WorkloadError, build, parse, resized
from perfcast.workload.origins.resolution import resolve
from tests.fuzzing.provider import Provider, pick
from tests.fuzzing.python_text import python_text

TOKENS = (
    *("list[int]", "dict[str, list[float]]", "tuple[int, ...]", "set", "deque", "str", "bytes", "int", "float", "bool"),
    *("int | str", "None", "ListNode[int]", "TreeNode", "tuple[list, str]", "Counter", "complex", "constexpr", "..."),
    *("float32[8, 4]", "torch.bfloat16[2]", "uint8[3]", "bool[2, 0]", "DataFrame[3, 2]", "Series[4]", "Path", "a.b"),
    *("list[", "]", "|", ",", "float64[", "a: ", "nums: ", "grid: 4, 8", "num_warps: ", "; ", ": ", " = ", " * ", " "),
    *(
        "0",
        "1",
        "7",
        "30",
        "1e3",
        "1_0",
        "1e13",
        "-1",
        "2.5",
        ".5",
        "1e-9",
        "1e400",
        "nan",
        "-inf",
        "9" * 30,
        "9" * 400,
        "1e22",
    ),
    *(
        " in ",
        "..",
        "0..9",
        "-5..1e2",
        "0.5..0.75",
        "1000..2000",
        "-9..-2",
        "-1e308..1e308",
        "'a'..'z'",
        "'01'",
        "''",
        '"\\n"',
        "b'x'",
        "'\\ud800'",
        "'",
    ),
    *(" sorted", " reversed", " distinct", " few", " equal", "True", "None", "'mean'", "\n", "\\", "é", "٣", "²"),
)
#: What is built is small: sizes only make it slow.
_MOST_ELEMENTS = 2000


def one_input(data: Provider) -> None:
    """Reads a text as a workload, or a file for the workloads of its units."""
    if data.ConsumeIntInRange(0, 3):
        _read(data, _text(data))
        return
    file = SourceFile.parse_tolerant(python_text(data))
    for unit in file.units:
        _check_stable(resolve(unit, file, data.ConsumeIntInRange(1, 10**7)).workload)


def _text(data: Provider) -> str:
    return "".join(
        pick(data, TOKENS) if data.ConsumeIntInRange(0, 9) else data.ConsumeUnicode(3)
        for _ in range(data.ConsumeIntInRange(0, 16))
    )


def _read(data: Provider, text: str) -> None:
    try:
        workload = parse(text)
    except WorkloadError as error:
        assert 0 <= error.column <= len(text), (error.column, text)
        return
    _check_stable(workload)
    assert workload.size >= 1
    other = resized(workload, data.ConsumeIntInRange(1, 10**9))
    _check_stable(other)
    _build(data, workload)
    _build(data, resized(workload, 10))


def _check_stable(workload: Workload) -> None:
    text = str(workload)
    again = parse(text)
    assert again == workload, text
    assert str(again) == text


def _build(data: Provider, workload: Workload) -> None:
    elements = 1
    for argument in workload.arguments:
        for length in argument.type.shape or argument.sizes:
            elements *= max(1, length)
    # Tables and tensors load libraries that are no part of this.
    if elements > _MOST_ELEMENTS or any(word in str(workload) for word in ("torch", "DataFrame", "Series")):
        return
    with suppress(BuildError):
        build(workload, data.ConsumeIntInRange(0, 99))
