"""Inductor's files -> kernels of the corpus, each with a wrapper that launches it as its file does."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from model_export.corpus.triton.program import Case, KernelProgram
from perfcast.source import FunctionNode, SourceError, SourceFile
from perfcast.source.inductor_kernels import HeldSource
from perfcast.triton import Config, Kernel, KernelError, KernelFile, Role, Tensor, plan
from perfcast.triton.kernels.inductor import configurations, hints_of

ORIGIN: Final = "inductor"
#: Of PyTorch, which parts of the texts are taken from.
LICENCE: Final = "BSD-3-Clause"
ENTRY: Final = "launch"
#: Blocks that are launched as one for each part of the axes.
_BLOCKS: Final = {"XBLOCK": "xnumel", "YBLOCK": "ynumel", "ZBLOCK": "znumel"}
_GRIDS: Final = frozenset({"Grid1D", "Grid2D", "Grid3D"})
_MOST_ELEMENTS: Final = 16384
_MOST_WARPS: Final = 16
#: A statement of its own that looks for a GPU.
_LOOKS_FOR_GPU: Final = re.compile(r"^triton_helpers\.set_driver_to_gpu\(\)\n", re.MULTILINE)
_NUMBER_OF_FILE: Final = re.compile(r"\b(triton_\w+?)_\d+\b")
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(\.\d+)?(e[-+]?\d+)?\b")


def kernels(texts: Iterable[str], most_alike: int) -> Iterator[KernelProgram]:
    """The kernels of these files that can be launched, each once; families are still to be told.

    Args:
        most_alike: of kernels that differ in numbers alone, so many are taken.
    """
    known: set[str] = set()
    alike: dict[str, int] = {}
    for text in texts:
        for program in kernels_of(text):
            same = shape(program.source)
            if program.key not in known and alike.get(same, 0) < most_alike:
                known.add(program.key)
                alike[same] = alike.get(same, 0) + 1
                yield program


def shape(source: str) -> str:
    """A kernel's text without what tells sizes: its file's number and all others."""
    return _NUMBER.sub("0", _NUMBER_OF_FILE.sub(r"\1", source))


def kernels_of(text: str) -> Iterator[KernelProgram]:
    """The kernels of one file, in its order."""
    try:
        file = KernelFile.parse(text)
    except SourceError:
        return
    kernels = {kernel.node: kernel for kernel in file.kernels}
    for held in file.source.held:
        kernel = kernels[held.kernels[-1].found.node] if held.kernels else None
        program = None if kernel is None else _program(file, kernel, held)
        if program is not None:
            yield program


def _program(file: KernelFile, kernel: Kernel, held: HeldSource) -> KernelProgram | None:
    """None for a kernel whose launch cannot be told or whose grid is another than that of its blocks."""
    hints = hints_of(kernel.node)
    open_ones = kernel.named(Role.CONSTEXPR)
    if hints is None or hints.meta.get("grid_type") not in _GRIDS or not set(open_ones) <= {*_BLOCKS, "R0_BLOCK"}:
        return None
    configs = configurations(hints, open_ones)
    try:
        values = plan(file, kernel).values
    except KernelError:
        return None
    names = [parameter.name for parameter in kernel.parameters if parameter.role is not Role.CONSTEXPR]
    if not configs or any(name not in values for name in names):
        return None
    tensors = {name: value for name in names if isinstance(value := values[name], Tensor)}
    numbers = {name: value for name in names if isinstance(value := values[name], int | float)}
    if not tensors or len(tensors) + len(numbers) < len(names) or any(not one.elements for one in tensors.values()):
        return None
    source = _without_launcher(_text_of(held)) + _wrapper(kernel, list(tensors), numbers, configs[0])
    digest = hashlib.sha256(_NUMBER_OF_FILE.sub(r"\1", source).encode()).hexdigest()
    return KernelProgram(
        key=f"inductor-{digest[:16]}",
        origin=ORIGIN,
        family="",
        source=source,
        unit=kernel.node.name,
        entry=ENTRY,
        inputs="\n".join(
            f"{name} = torch.empty({tensor.shape!r}, dtype=torch.{tensor.dtype}, device=device)"
            for name, tensor in tensors.items()
        ),
        reference="",
        cases=(Case((), next(iter(tensors.values())).dtype),),
        configs=tuple(dict.fromkeys([*configs, *(near for config in configs for near in _near(config))])),
        licence=LICENCE,
    )


def _text_of(held: HeldSource) -> str:
    literal = held.call.args[1]
    assert isinstance(literal, ast.Constant) and isinstance(literal.value, str)
    return literal.value


def _without_launcher(text: str) -> str:
    """The text without the decorator by which Inductor launches the kernel, and without a look at the GPU."""
    source = SourceFile.parse(text)
    node: FunctionNode = source.node([unit for unit in source.units if unit.kind == "kernel"][-1])
    lines = text.split("\n")
    for decorator in reversed(node.decorator_list):
        if isinstance(decorator, ast.Call):
            del lines[decorator.lineno - 1 : decorator.end_lineno]
    return _LOOKS_FOR_GPU.sub("", "\n".join(lines)).strip("\n") + "\n"


def _wrapper(kernel: Kernel, tensors: list[str], numbers: dict[str, int | float], config: Config) -> str:
    """A function of the tensors that launches the kernel, its numbers written out."""
    axes = [(length, block) for block, length in _BLOCKS.items() if block in kernel.roles and length in kernel.roles]
    grid = ", ".join(f'triton.cdiv(meta["{length}"], meta["{block}"])' for length, block in axes)
    given = [str(numbers[name]) if name in numbers else name for name in kernel.roles if name in {*tensors, *numbers}]
    given += [f"{name}={value}" for name, value in config.values]
    given += [f"num_warps={config.num_warps}", f"num_stages={config.num_stages}"]
    return (
        f"\n\ndef {ENTRY}({', '.join(tensors)}):\n"
        f"    grid = lambda meta: ({grid},)\n"
        f"    {kernel.node.name}[grid]({', '.join(given)})\n"
    )


def _near(config: Config) -> Iterator[Config]:
    """Half and twice as long blocks on each axis, and half and twice as many warps."""
    for position, (name, value) in enumerate(config.values):
        for length in (value // 2, value * 2) if isinstance(value, int) else ():
            values = (*config.values[:position], (name, length), *config.values[position + 1 :])
            elements = 1
            for _, one in values:
                elements *= one if isinstance(one, int) else 1
            if length >= 1 and elements <= _MOST_ELEMENTS:
                yield replace(config, values=values)
    for warps in (config.num_warps // 2, config.num_warps * 2):
        if 1 <= warps <= _MOST_WARPS:
            yield replace(config, num_warps=warps)
