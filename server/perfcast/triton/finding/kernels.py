"""A file -> its Triton kernels, with what their decorators say and where they are launched."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from perfcast.source import FunctionNode, SourceFile, Unit
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.alignment import Addresses
from perfcast.triton.gpus.devices import Device
from perfcast.triton.host_code.execution import Execution
from perfcast.triton.host_code.tensors import DEFAULT_DTYPE
from perfcast.triton.host_code.values import JitKernel, Met
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.dependence import Dependences
from perfcast.triton.kernels.inductor import configurations, hints_of
from perfcast.triton.kernels.names import TritonNames
from perfcast.triton.kernels.roles import Parameter, Role, parameters


@dataclass(frozen=True, eq=False)
class Kernel:
    """One ``@triton.jit`` function.

    Attributes:
        name: of the unit.
        unit: of `file`.
        file: that the kernel stands in, as text or by itself.
        parameters: in order.
        configs: of ``@triton.autotune``, or those that Inductor chooses among for a kernel of its own; empty without
            either, None where they cannot be told without running the file.
        key: of ``@triton.autotune``.
        heuristics: constexpr parameters that ``@triton.heuristics`` gives, and the functions that do.
        helpers: the jit functions that it calls, directly or not, by name.
        is_helper: called by kernels of the file, and launched nowhere in it.
        surroundings: what the names of its module stand for, as far as that can be told.
        names: Triton's names as its module imports them.
        device: that the file's code is taken to run on, if any.
    """

    name: str
    unit: Unit
    file: SourceFile
    parameters: tuple[Parameter, ...]
    configs: tuple[Config, ...] | None
    key: tuple[str, ...]
    heuristics: Mapping[str, object] = field(repr=False)
    helpers: Mapping[str, FunctionNode] = field(repr=False)
    is_helper: bool
    definition: JitKernel = field(repr=False)
    surroundings: Mapping[str, object] = field(repr=False)
    names: TritonNames = field(repr=False)
    device: Device | None = None

    @property
    def node(self) -> FunctionNode:
        return self.definition.node

    @cached_property
    def addresses(self) -> Addresses:
        return Addresses(self.node, self.names)

    @cached_property
    def dependences(self) -> Dependences:
        return Dependences(self.helpers, self.names)

    @cached_property
    def roles(self) -> dict[str, Role]:
        return {parameter.name: parameter.role for parameter in self.parameters}

    @cached_property
    def multiplies_matrices(self) -> bool:
        return any(
            isinstance(inner, ast.Call) and self.names.operation(inner.func) in {"dot", "dot_scaled"}
            for node in (self.node, *self.helpers.values())
            for inner in ast.walk(node)
        )

    def named(self, role: Role) -> tuple[str, ...]:
        """The parameters of that role, in order."""
        return tuple(parameter.name for parameter in self.parameters if parameter.role is role)


class KernelFile:
    """The kernels of one file. `of` or `parse` make one; nothing of the file is run.

    Attributes:
        source: the file.
        kernels: in source order, those held as text among them.
    """

    source: SourceFile
    kernels: tuple[Kernel, ...]

    def __init__(self, source: SourceFile, device: Device | None = None) -> None:
        """
        Args:
            device: that its code is taken to run on, where it asks.
        """
        self.source = source
        self._device = device
        inner = [(held, _followed(held.tree, device=device)) for held in source.held]
        self._compiled = {
            held.call: execution.kernel(held.kernels[-1].found.node) for held, execution in inner if held.kernels
        }
        self._execution = _followed(source.tree, self._compiled, device=device)
        launched = {met.kernel.node for met in self.met}
        as_text = {kernel.found.unit for held in source.held for kernel in held.kernels}
        own = [unit for unit in source.units if unit.kind == "kernel" and unit not in as_text]
        found = _kernels(source, own, self._execution, launched)
        for held, execution in inner:
            # What a text was written for is launched, wherever that may be.
            mains = {kernel.found.node for kernel in held.kernels[-1:]}
            found += _kernels(source, [kernel.found.unit for kernel in held.kernels], execution, launched | mains)
        self.kernels = tuple(sorted(found, key=lambda kernel: kernel.unit.line))

    @classmethod
    def of(cls, source: SourceFile) -> KernelFile:
        return cls(source)

    @classmethod
    def parse(cls, text: str, device: Device | None = None) -> KernelFile:
        """Raises SourceError where the text does not parse."""
        return cls(SourceFile.parse(text), device)

    def kernel(self, name: str, line: int | None = None) -> Kernel:
        """The kernel of that name, or the only one that the function of that name launches.

        Args:
            line: 1-based; of several kernels of that name, the one whose `def` is nearest to it, without it the last.

        Raises:
            KernelError: there is none; says what is near.
        """
        of_name = [one for one in reversed(self.kernels) if one.name == name or one.name.endswith(f".{name}")]
        if of_name:
            return of_name[0] if line is None else min(of_name, key=lambda one: abs(one.unit.line - line))
        unit = next((unit for unit in self.source.units if unit.name == name), None)
        if unit is not None:
            launched = {met.kernel.node for met in self.met if unit.line <= met.line <= unit.end_line}
            reached = [kernel for kernel in self.kernels if kernel.node in launched]
            if len(reached) == 1:
                return reached[0]
            many = " and ".join(kernel.name for kernel in reached)
            raise KernelError(
                f"{name!r} launches several kernels: name one of {many}"
                if reached
                else f"{name!r} is a Python function, not a @triton.jit kernel, and launches none of this file"
            )
        if not self.kernels:
            raise KernelError("no Triton kernel in the file: nothing is decorated with @triton.jit")
        close = difflib.get_close_matches(name, [kernel.name for kernel in self.kernels], n=1, cutoff=0.4)
        known = ", ".join(kernel.name for kernel in self.kernels[:8])
        raise KernelError(
            f"no kernel named {name!r}; " + (f"did you mean {close[0]!r}?" if close else f"the file has {known}")
        )

    def only_kernel(self) -> Kernel:
        """The one kernel of the file, helpers left out.

        Raises:
            KernelError: it has none, or several.
        """
        kernels = [kernel for kernel in self.kernels if not kernel.is_helper]
        if len(kernels) == 1:
            return kernels[0]
        if not kernels:
            raise KernelError("no Triton kernel in the file: nothing is decorated with @triton.jit")
        raise KernelError(f"several kernels: name one, as ::{kernels[0].name}, of {', '.join(k.name for k in kernels)}")

    @property
    def asks_device(self) -> bool:
        """Whether its code asks for figures of the GPU, and none was given."""
        return self._execution.asks_device

    @property
    def met(self) -> list[Met]:
        """The launches that were met while the file was followed, in the order of meeting."""
        return self._execution.met

    def follow(self, sizes: Mapping[str, int | float | bool], any_size: int | None, dtype: str) -> list[Met]:
        """The launches, where what the file does not tell has these `sizes` by name, and tensors this `dtype`."""
        return _followed(self.source.tree, self._compiled, sizes, any_size, dtype, self._device).met


def _followed(
    tree: ast.Module,
    compiled: Mapping[ast.Call, JitKernel] | None = None,
    sizes: Mapping[str, int | float | bool] | None = None,
    any_size: int | None = None,
    dtype: str = DEFAULT_DTYPE,
    device: Device | None = None,
) -> Execution:
    execution = Execution(TritonNames(tree), compiled or {}, sizes or {}, any_size, dtype, device)
    execution.follow(tree)
    return execution


def _kernels(
    source: SourceFile, units: Sequence[Unit], execution: Execution, launched: set[FunctionNode]
) -> list[Kernel]:
    """The kernels of these units, which may call each other."""
    nodes = {source.node(unit).name: source.node(unit) for unit in units}
    calls = {node: _called(node, nodes) for node in nodes.values()}
    called = {nodes[name] for names in calls.values() for name in names}
    kernels = []
    for unit in units:
        node = source.node(unit)
        definition, roles = execution.kernel(node), parameters(node, execution.triton, nodes)
        kernels.append(
            Kernel(
                name=unit.name,
                unit=unit,
                file=source,
                parameters=roles,
                configs=_configs(node, definition, roles),
                key=() if definition.tuned is None else definition.tuned.key,
                heuristics=definition.heuristics,
                helpers={name: nodes[name] for name in _reached(node, nodes, calls)},
                is_helper=node in called and node not in launched and definition.tuned is None,
                definition=definition,
                surroundings=execution.bound,
                names=execution.triton,
                device=execution.device,
            )
        )
    return kernels


def _configs(node: FunctionNode, definition: JitKernel, roles: Sequence[Parameter]) -> tuple[Config, ...] | None:
    """Those that the file says, or those that Inductor would choose among."""
    if definition.tuned is not None:
        return definition.tuned.configs
    hints = hints_of(node)
    open_ones = (one.name for one in roles if one.role is Role.CONSTEXPR and not one.has_default)
    return () if hints is None else configurations(hints, tuple(open_ones))


def _called(node: FunctionNode, nodes: Mapping[str, FunctionNode]) -> list[str]:
    names = [inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and inner.id in nodes]
    return list(dict.fromkeys(name for name in names if nodes[name] is not node))


def _reached(
    node: FunctionNode, nodes: Mapping[str, FunctionNode], calls: Mapping[FunctionNode, list[str]]
) -> list[str]:
    reached: dict[str, None] = {}
    pending = list(calls.get(node, ()))
    while pending:
        name = pending.pop(0)
        if name not in reached and nodes[name] is not node:
            reached[name] = None
            pending += calls.get(nodes[name], [])
    return list(reached)
