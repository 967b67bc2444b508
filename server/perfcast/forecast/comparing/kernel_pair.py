"""Two kernels compared, each at one launch, on one GPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from perfcast.forecast.comparing.pair import Compared, Side
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.kernels import ChosenLaunch
from perfcast.forecast.metrics import GPU_TIME, REGISTERS, SHARED_MEMORY
from perfcast.forecast.predictor import Predictor
from perfcast.source import SourceError
from perfcast.triton import Bound, Device, Kernel, KernelError, Occupancy, Resources, Role, occupancy
from perfcast.workload import Workload
from perfcast.workload.language.workload import CONSTEXPR, LAUNCH, LAUNCH_OPTIONS, Argument


@dataclass(frozen=True)
class LaunchedKernel:
    """One of the two, at its launch.

    Attributes:
        label: what to call it.
        workload: the launch; `origin` as in `LaunchPlan`, or 'launch of A' where it is that of the other one.
        forecasts: by metric, of those that the model knows of the device.
        estimated: registers and shared memory by counting, for where there is no forecast.
        occupancy: by the forecasts' medians where there are both, else by the estimates.
        bound: the least time, by the roofline; None where the grid is not known.
        shapes: of its tensors, ascending.
    """

    label: str
    workload: str
    origin: str
    forecasts: Mapping[str, Forecast]
    estimated: Resources
    occupancy: Occupancy
    bound: Bound | None
    shapes: tuple[tuple[int, ...], ...]

    @property
    def is_borrowed(self) -> bool:
        """Whether the launch is that of the other one."""
        return self.origin.endswith((" of A", " of B"))

    @property
    def is_forecast(self) -> bool:
        """Whether registers and shared memory are."""
        return {REGISTERS.name, SHARED_MEMORY.name} <= self.forecasts.keys()


@dataclass(frozen=True)
class KernelComparison:
    """How two kernels compare.

    Attributes:
        device: the GPU.
        metrics: both sides' forecasts of time, registers and shared memory, where the model knows them of the device.
    """

    a: LaunchedKernel
    b: LaunchedKernel
    device: str
    metrics: Mapping[str, Compared]

    @property
    def is_same_work(self) -> bool:
        """Whether both are launched on tensors of the same shapes."""
        return self.a.shapes == self.b.shapes


def compare_kernels(predictor: Predictor, a: Side, b: Side, workload: Workload | None, gpu: Device) -> KernelComparison:
    """Compare two kernels, each at the launch that its file says.

    A kernel that its file does not launch is launched as the other one, if their parameters allow it.

    Args:
        workload: that both are launched with instead, in the words of either.

    Raises:
        KernelError: no launch of one of them can be told.
        SourceError: one of them is no kernel, or is nested too deeply to be read.
        Cancelled: the predictor was told to stop.
    """
    for side in (a, b):
        if side.unit.kind != "kernel":
            raise SourceError(f"{side.unit.name} is no Triton kernel: kernels are compared with kernels")
    asking = _Asking(predictor, gpu)
    sides = asking.given(a, b, workload) if workload is not None else asking.own(a, b)
    launched = [_launched(*one, gpu) for one in sides]
    metrics = {
        name: Compared.of(*(one.forecasts[name] for one in launched))
        for name in (GPU_TIME.name, REGISTERS.name, SHARED_MEMORY.name)
        if all(name in one.forecasts for one in launched)
    }
    return KernelComparison(launched[0], launched[1], gpu.name, metrics)


_Answer = tuple[str, str, ChosenLaunch, Mapping[str, Forecast]]
"""Label, origin, launch and forecasts of a side."""
_Told = _Answer | KernelError


def _is_founded(told: _Told) -> bool:
    return not isinstance(told, KernelError) and told[1] != "default"


def _known(told: _Told) -> _Answer:
    if isinstance(told, KernelError):
        raise told
    return told


@dataclass(frozen=True)
class _Asking:
    predictor: Predictor
    gpu: Device

    def given(self, a: Side, b: Side, workload: Workload) -> list[_Answer]:
        return [self._answer(side, _named(workload, self._kernel(side))) for side in (a, b)]

    def own(self, a: Side, b: Side) -> list[_Answer]:
        told_a, told_b = self._told(a), self._told(b)
        return [_known(self._like(a, told_a, told_b, "B")), _known(self._like(b, told_b, told_a, "A"))]

    def _like(self, side: Side, told: _Told, other: _Told, name: str) -> _Told:
        """The side launched as the other one is, if nothing but defaults or nothing at all tells its own launch.

        A kernel with configurations of its own needs a grid that follows from them, and is left as it is.
        """
        if _is_founded(told) or isinstance(other, KernelError) or not _is_founded(other):
            return told
        workload = other[2].workload
        constants = {argument.name for argument in workload.arguments if argument.type.name == CONSTEXPR}
        try:
            kernel = self._kernel(side)
            if kernel.configs != () or not constants <= kernel.roles.keys():
                return told
            label, _, chosen, forecasts = self._answer(side, _named(workload, kernel))
        except KernelError:
            return told
        return label, f"{other[1].partition(' ')[0]} of {name}", chosen, forecasts

    def _told(self, side: Side) -> _Told:
        try:
            return self._answer(side, None)
        except KernelError as error:
            return error

    def _answer(self, side: Side, workload: Workload | None) -> _Answer:
        try:
            chosen, forecasts = self.predictor.kernels.launch(side.file, side.unit, self.gpu, workload)
        except KernelError as error:
            raise KernelError(f"{side.label}: {error}") from None
        return side.label, chosen.plan.origin, chosen, forecasts

    def _kernel(self, side: Side) -> Kernel:
        for kernel in self.predictor.kernels.files.of(side.file).kernels:
            if kernel.unit == side.unit:
                return kernel
        raise KernelError(f"{side.label} is no kernel that can be followed")


def _named(workload: Workload, kernel: Kernel) -> Workload:
    """The workload in the words of a kernel: names that it lacks stand for its other parameters of that kind, in order.

    Constexpr values that it lacks are the other kernel's own, and are left out.

    Raises:
        KernelError: there are more tensors or numbers than it has parameters.
    """
    whole = workload.named(tuple(kernel.roles))
    given = {argument.name for argument in whole.arguments}
    free = {role: [name for name in kernel.named(role) if name not in given] for role in Role}
    found: list[Argument] = []
    for argument in whole.arguments:
        if argument.name in kernel.roles or argument.name in LAUNCH_OPTIONS:
            found.append(argument)
        elif argument.type.name not in (CONSTEXPR, LAUNCH):
            names = free[Role.POINTER if argument.type.shape else Role.SCALAR]
            if not names:
                raise KernelError(f"{kernel.name} has no parameter for '{argument}'")
            found.append(replace(argument, name=names.pop(0)))
    return Workload(tuple(found))


def _launched(
    label: str, origin: str, chosen: ChosenLaunch, forecasts: Mapping[str, Forecast], gpu: Device
) -> LaunchedKernel:
    scored = chosen.scored
    assert scored.launch is not None and scored.resources is not None and scored.occupancy is not None
    fits = scored.occupancy
    held, shared = forecasts.get(REGISTERS.name), forecasts.get(SHARED_MEMORY.name)
    if held is not None and shared is not None:
        warps = scored.launch.config.num_warps
        fits = occupancy(gpu, warps=warps, registers=round(held.p50), shared_memory=round(shared.p50))
    return LaunchedKernel(
        label,
        str(chosen.workload),
        origin,
        forecasts,
        scored.resources,
        fits,
        scored.bound,
        tuple(sorted(tensor.shape for tensor in scored.launch.tensors.values())),
    )
