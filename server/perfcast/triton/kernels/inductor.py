"""What torch's Inductor leaves to its launcher: among which blocks and warps it chooses for a kernel.

``@triton_heuristics.pointwise(size_hints={'x': 4096}, ...)`` says no configurations. They follow from the lengths of
the axes, rounded up to powers of two, and from what kind of kernel it is, by rules that are told here as those of
PyTorch 2.13 are where no tuning is asked for; those of other versions differ a little.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from perfcast.source import FunctionNode
from perfcast.triton.kernels.configurations import Config

_KINDS: Final = frozenset({"pointwise", "reduction", "persistent_reduction", "template"})
_LARGEST: Final = {"x": 4096, "y": 1024, "z": 1024}
#: Elements of a block of a persistent reduction, those of one row apart.
_PERSISTENT: Final = 4096


@dataclass(frozen=True)
class Hints:
    """What the decorator of a kernel says.

    Attributes:
        kind: 'pointwise', 'reduction', 'persistent_reduction' or 'template'.
        sizes: lengths of the axes, 'x' and 'r0_' and the like, rounded up to powers of two.
        reduction: of reductions 'INNER', 'OUTER', 'OUTER_TINY' or 'DEFAULT': what lies close together in memory.
        square: that both axes are to be cut alike.
        options: warps and stages of a template.
        meta: the plain values of ``inductor_meta``.
        open_sizes: how many lengths the kernel is given besides those of its axes.
    """

    kind: str
    sizes: Mapping[str, int]
    reduction: str = ""
    square: bool = False
    options: Mapping[str, int] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)
    open_sizes: int = 0

    @property
    def reduced(self) -> int:
        """Elements that become one."""
        return math.prod(size for axis, size in self.sizes.items() if axis.startswith("r"))

    @property
    def effort(self) -> int:
        """Loads and reductions of one element."""
        return sum(value for key in ("num_load", "num_reduction") if type(value := self.meta.get(key)) is int)

    def lengths(self) -> dict[str, int]:
        """By the names of the kernel's parameters: ``xnumel``, ``r0_numel``."""
        return {f"{axis}numel": size for axis, size in self.sizes.items()}


def hints_of(node: FunctionNode) -> Hints | None:
    """None for a kernel that is not Inductor's."""
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr=kind), keywords=keywords) if kind in _KINDS:
                given = {keyword.arg: keyword.value for keyword in keywords}
                if "triton_meta" in given:
                    names = [argument.arg for argument in node.args.args]
                    return _read(kind, given, sum("ks" in name for name in names))
    return None


def _read(kind: str, given: Mapping[str | None, ast.expr], open_sizes: int) -> Hints:
    sizes = _plain(given.get("size_hints"))
    hint = given.get("reduction_hint")
    return Hints(
        kind,
        {str(axis): size for axis, size in sizes.items() if type(size) is int and size > 0},
        hint.attr if isinstance(hint, ast.Attribute) else "",
        isinstance(tile := given.get("tile_hint"), ast.Attribute) and tile.attr == "SQUARE",
        {
            name: value.value
            for name in ("num_warps", "num_stages")
            if isinstance(value := given.get(name), ast.Constant) and type(value.value) is int
        },
        _plain(given.get("inductor_meta")),
        open_sizes,
    )


def _plain(node: ast.expr | None) -> dict[Any, Any]:
    """The items of a dict as it is written that are plain constants."""
    if not isinstance(node, ast.Dict):
        return {}
    return {
        key.value: value.value
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
    }


def configurations(hints: Hints, constexpr: tuple[str, ...]) -> tuple[Config, ...]:
    """Those that Inductor chooses among, each once; none where no rule is known.

    Args:
        constexpr: the parameters that are to be given.
    """
    if hints.kind == "template":
        return (Config.of({}, hints.options),)
    blocks = {f"{axis.upper()}BLOCK": axis for axis in hints.sizes}
    if "x" not in hints.sizes or not set(constexpr) <= set(blocks) or not set(hints.sizes) <= {"x", "y", "z", "r0_"}:
        return ()
    if hints.kind == "pointwise":
        found = _pointwise(hints)
    elif "y" in hints.sizes or not hints.reduced:
        return ()
    else:
        found = _reduction(hints) if hints.kind == "reduction" else _persistent(hints)
    configs = [
        Config.of(
            {name: sizes[blocks[name]] for name in constexpr if blocks[name] in sizes},
            {"num_warps": warps, "num_stages": 1},
        )
        for sizes, warps in found
    ]
    return tuple(dict.fromkeys(config for config in configs if len(config.values) == len(constexpr)))


#: Lengths of a block by axis, and warps.
_Block = tuple[dict[str, int], int]


def _pointwise(hints: Hints) -> list[_Block]:
    usual = max(256, min(math.prod(hints.sizes.values()) // 128, 1024))
    if len(hints.sizes) == 1:
        return [_elements(hints, 256, x=usual), _elements(hints, 64, x=usual // 2)]
    if len(hints.sizes) == 2:
        wanted = [(32, 32)]
        if not hints.square:
            wanted += [(64, 64), (256, 16), (16, 256), (usual, 1), (1, usual)]
        return [_elements(hints, 256, x=x, y=y) for x, y in wanted]
    return [_elements(hints, 256, x=16, y=16, z=16)]


def _elements(hints: Hints, per_warp: int, **wanted: int) -> _Block:
    """A block of about the wanted lengths: no longer than the axes, and longer on one where another is short."""
    target = math.prod(wanted.values())
    if math.prod(hints.sizes.values()) < target:
        target //= 8
    block = {axis: min(length, hints.sizes[axis]) for axis, length in wanted.items()}
    _grow(block, {axis: min(hints.sizes[axis], _LARGEST[axis]) for axis in block}, target)
    elements = math.prod(block.values())
    warps = _warps(elements // per_warp, least=1, most=8)
    return block, max(warps, 4) if elements >= 128 else warps


def _reduction(hints: Hints) -> list[_Block]:
    """Rows go through in parts; which way the memory lies says how many rows and how much of one at a time."""
    many = hints.sizes["x"] >= 1024 and hints.effort >= 10
    reduced, longest = hints.reduced, 1024 if many else 2048
    inner = _rows(hints, 2 if reduced <= 2048 else 1, min(reduced, longest), halved=many)
    tiny = _rows(hints, 2 * (256 // reduced) if reduced <= 256 else 1, min(reduced, longest), halved=many)
    outer = _outer(hints, halved=many)
    whole = hints.meta.get("add_persistent_rblock") is True and hints.effort <= 8
    first = [_rows(hints, max(_PERSISTENT // reduced, 1), min(reduced, 32768), halved=many)] if whole else []
    match hints.reduction:
        case "INNER":
            return [*first, inner]
        case "OUTER":
            return [*first, outer]
        case "OUTER_TINY":
            return [*first, tiny]
    others = [_rows(hints, 64, 64), _rows(hints, 8, 512), _rows(hints, 64, 4, warps=8)]
    return [*first, inner, outer, tiny, *others]


def _outer(hints: Hints, *, halved: bool) -> _Block:
    """Where neighbours in memory belong to different rows."""
    rows, reduced = hints.sizes["x"], hints.reduced
    if rows <= 1024:
        return _rows(hints, max(min(rows // 128, 8), 2), min(reduced, 64), halved=halved)
    if rows // 4096 <= 8:
        return _rows(hints, 16, 32, halved=halved)
    loads = hints.meta.get("num_load", 0)
    if hints.open_sizes > 1:
        return _rows(hints, 64, max(min(reduced // 64, 64), 8), halved=halved)
    if hints.open_sizes == 1:
        return _rows(hints, 64, 1 if loads >= 3 else min(_power_of_two(max(reduced, 128) // 128), 8), halved=halved)
    at_once = max(min(256, _power_of_two(rows // 4096)), 64)
    if loads < 4 or reduced <= 128:
        return _rows(hints, at_once, 512 // at_once, halved=halved)
    return _rows(hints, 32, 64 if reduced >= 2048 else 32, warps=4, halved=halved)


def _persistent(hints: Hints) -> list[_Block]:
    """Whole rows at a time."""
    rows, reduced = hints.sizes["x"], hints.reduced
    if hints.reduction == "INNER" and reduced >= 256:
        if reduced > 1024 or rows // 8 < 128:
            return [_rows(hints, 1, reduced, halved=True)]
        return [_rows(hints, min(1024 // reduced, 8), reduced, warps=1, least=1, halved=True)]
    if hints.reduction == "OUTER_TINY":
        return [_rows(hints, 2 * (256 // reduced) if reduced <= 256 else 1, reduced)]
    possible = [at_once for at_once in (8, 32, 128) if reduced * at_once <= _PERSISTENT and at_once <= rows]
    found = [_rows(hints, at_once, reduced, halved=True) for at_once in (1, *possible)]
    return found[-1:] if hints.reduction == "OUTER" else found


def _rows(
    hints: Hints, rows: int, reduced: int, *, warps: int | None = None, least: int = 2, halved: bool = False
) -> _Block:
    """A block of so many rows and so much of each.

    Args:
        warps: as many, within bounds; without, as the elements ask for.
        least: warps.
        halved: half as many warps at most, as the kernel needs many registers.
    """
    sizes = {"x": min(rows, hints.sizes["x"]), "r0_": min(reduced, hints.sizes["r0_"])}
    target = math.prod(sizes.values())
    if math.prod(hints.sizes.values()) < target:
        target //= 8
    _grow(sizes, hints.sizes, target)
    if warps is None:
        warps = reduced // 128 if hints.reduction == "INNER" else math.prod(sizes.values()) // 128
    most = (16 if reduced <= 8192 else 32) // (2 if halved else 1)
    while math.prod(sizes.values()) > target and sizes["r0_"] > 1:
        sizes["r0_"] //= 2
    return sizes, _warps(warps, least=least, most=most)


def _grow(block: dict[str, int], longest: Mapping[str, int], target: int) -> None:
    """Doubles the lengths, one axis after the other, as long as the block has fewer elements."""
    for axis in tuple(block):
        while block[axis] < longest[axis] and math.prod(block.values()) < target:
            block[axis] *= 2


def _warps(wanted: int, *, least: int, most: int) -> int:
    return _power_of_two(min(max(wanted, least), most))


def _power_of_two(number: int) -> int:
    """The least that is no smaller."""
    return 1 << max(0, number - 1).bit_length()
